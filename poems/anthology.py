"""The 100 poems and the opener, read once from the package's own data."""

import json
from dataclasses import replace
from pkgutil import get_data
from typing import Any, cast

from poems.cards import mask
from poems.kana import morae
from poems.poem import (
    Author,
    Figure,
    Goshiki,
    Headgear,
    KimarijiColor,
    Lines,
    MoraLines,
    Picture,
    PictureSet,
    Poem,
    Source,
    Theme,
    Torifuda,
    Variant,
    Wording,
)

SCHEMA = "hyakunin-isshu/1"


def poem(number: int) -> Poem:
    """Return poem 1 to 100, or the opener for 0. Raises ValueError for any other number."""
    if not 0 <= number <= 100:
        raise ValueError(f"there is no poem {number}: poems are numbered 1 to 100, the opener is 0")
    return POEMS[number - 1] if number else OPENER


def torifuda(number: int) -> Torifuda:
    """Return the card to be taken for poem 1 to 100. Raises ValueError for the opener, which has none."""
    card = poem(number).torifuda
    if card is None:
        raise ValueError("the opener has no torifuda")
    return card


def opener(wording: str) -> Poem:
    """Return the opener in one of its wordings (`Poem.versions`); raises ValueError for an unknown one."""
    for version in OPENER.versions:
        if version.id == wording:
            return _with_fourth_line(OPENER, version)
    known = ", ".join(version.id for version in OPENER.versions)
    raise ValueError(f"the opener has no wording {wording!r}: use one of {known}")


def _with_fourth_line(joka: Poem, wording: Wording) -> Poem:
    def put(lines: Lines, line: str) -> Lines:
        return (*lines[:3], line, lines[4])

    return replace(
        joka,
        kanji=put(joka.kanji, wording.kanji),
        kana_historical=put(joka.kana_historical, wording.kana_historical),
        kana_modern=put(joka.kana_modern, wording.kana_modern),
        phonetic=put(joka.phonetic, wording.phonetic),
        morae=(*joka.morae[:3], morae(wording.kana_modern), joka.morae[4]),
    )


def _load() -> tuple[tuple[Poem, ...], Poem, tuple[PictureSet, ...]]:
    # pkgutil and not importlib.resources, which would be a third of the time that loading may take
    document = json.loads(get_data("poems", "data/poems.json") or b"")
    assert document["schema"] == SCHEMA, document["schema"]
    poems = tuple(_poem(raw) for raw in document["poems"])
    pictures = tuple(_picture_set(raw) for raw in document["picture_sets"])
    return poems, _opener(document["opener"]), pictures


def _poem(raw: dict[str, Any]) -> Poem:
    card = raw["torifuda"]
    source = raw["anthology"]
    return Poem(
        **_text(raw),
        torifuda=Torifuda(card["kana_card"], card["kana_dakuten"], tuple(card["columns"])),
        kimariji=raw["kimariji"],
        kimariji_historical=raw["kimariji_historical"],
        kimariji_variants=tuple(raw["kimariji_variants"]),
        kimariji_key=raw["kimariji_key"],
        shimo_kimariji=raw["shimo_kimariji_card"],
        first_kana_count=raw["first_kana_count"],
        goshiki=Goshiki(raw["goshiki_color"]),
        kimariji_color=KimarijiColor(raw["first_syllable_color"]),
        picture=_picture(raw["bozu_mekuri"], raw["iro_kanmuri"]),
        source=Source(source["name"], source["book"], tuple(source.get("also_in", ()))),
        theme=Theme(raw["theme"]),
        variants=tuple(Variant(**variant) for variant in raw["variants"]),
    )


def _opener(raw: dict[str, Any]) -> Poem:
    versions = tuple(
        Wording(
            id=version["id"],
            kanji=version["line4_kanji"],
            kana_historical=version["line4_kana_historical"],
            kana_modern=version["line4_kana_modern"],
            phonetic=version["line4_phonetic"],
            used_by=version["used_by"],
        )
        for version in raw["versions"]
    )
    return Poem(**_text(raw), versions=versions)


def _text(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that the opener shares with the 100."""
    return {
        "number": raw["number"],
        "author": _author(raw["author"]),
        "kanji": _lines(raw["kanji"]),
        "kana_historical": _lines(raw["kana_historical"]),
        "kana_modern": _lines(raw["kana_modern"]),
        "phonetic": _lines(raw["phonetic"]),
        "morae": cast("MoraLines", tuple(tuple(line) for line in raw["morae"])),
    }


def _lines(raw: list[str]) -> Lines:
    first, second, third, fourth, fifth = raw
    return first, second, third, fourth, fifth


def _author(raw: dict[str, Any]) -> Author:
    return Author(
        name=raw["name"],
        kana=raw["kana"],
        romaji=raw["romaji"],
        romaji_macron=raw.get("romaji_macron", raw["romaji"]),
        name_variants=tuple(raw["name_variants"]),
        kana_variants=tuple(raw.get("kana_variants", ())),
    )


def _picture(figure: dict[str, Any], headgear: dict[str, Any]) -> Picture:
    return Picture(
        figure=Figure(figure["type"]),
        headgear=Headgear(headgear["category"]),
        headgear_confidence=headgear["confidence"],
        semimaru=figure["semimaru"],
        emperor=figure["emperor"],
        imperial_dais=figure["imperial_dais"],
        colored_crown=headgear.get("colored_crown", False),
    )


def _picture_set(raw: dict[str, Any]) -> PictureSet:
    classes = {name: mask(value) for name, value in raw.items() if name not in ("id", "basis")}
    return PictureSet(raw["id"], raw["basis"], tuple(classes.items()))


POEMS, OPENER, PICTURE_SETS = _load()
