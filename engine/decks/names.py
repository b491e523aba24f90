"""What the cards and the packs are called, in English, Japanese and Russian."""

import json
from functools import cache
from importlib.resources import files
from typing import Final

from engine.core.deck import Card
from poems.anthology import poem

LANGUAGES: Final = ("en", "ja", "ru")
_TOGETHER: Final = {"en": "{rank} of {suit}", "ja": "{suit}の{rank}", "ru": "{rank} {suit}"}
_ONE_SUIT: Final = {
    "kabufuda": ("kabu.suit.clubs", "kabu.rank."),
    "irinokichi": ("kabu.suit.clubs", "kabu.rank."),
    "daini": ("kabu.suit.coins", "kabu.rank."),
    "kudoyama": ("kabu.suit.coins", "kabu.rank."),
    "ichiroku": ("kabu.suit.coins", "kabu.rank."),
}


def name(id_: str, language: str) -> str:
    """Return the name of a suit, a rank, a card with a name of its own, or a pack. Raises KeyError."""
    return _names()[id_][language]


def card_name(card: Card, language: str) -> str:
    """Return a card's name, such as `king of cups`. Raises KeyError for a language that there is none in."""
    ids = _split(card.name_ids)
    if ids[0].startswith("yomifuda."):
        return _poem_name(int(ids[0].removeprefix("yomifuda.")), language)
    if len(ids) == 1:
        return name(ids[0], language)
    suit, rank = (_names()[id_] for id_ in ids)
    return _TOGETHER[language].format(rank=rank[language], suit=suit.get(f"{language}_of", suit[language]))


def history(pattern: str, language: str) -> str:
    """Return a line or two on a regional pack. Raises KeyError."""
    return _histories()[pattern][language]


def _split(ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return suit and rank of a card of a one-suited pack, whose id names the pack and the face."""
    pack, _, face = ids[0].partition(".")
    if pack not in _ONE_SUIT:
        return ids
    suit, rank = _ONE_SUIT[pack]
    return suit, rank + face


def _poem_name(number: int, language: str) -> str:
    author = poem(number).author
    by = author.name if language == "ja" else author.romaji_macron
    return f"{number} {by}"


def _read(file: str) -> dict[str, dict[str, str]]:
    document: dict[str, dict[str, str]] = json.loads(
        files("engine.decks").joinpath("data", file).read_text(encoding="utf-8")
    )
    return document


@cache
def _names() -> dict[str, dict[str, str]]:
    return _read("names.json")


@cache
def _histories() -> dict[str, dict[str, str]]:
    return _read("histories.json")
