"""The printings' classes, against lists written down here."""

from dataclasses import astuple, replace

import pytest

from engine.decks.pictures import _SETS, WITH_HATS, WITH_RANKS, Hats, pictures
from engine.decks.yomifuda import yomifuda
from poems.anthology import PICTURE_SETS
from poems.cards import ALL_CARDS, mask

WOMEN = mask((2, 9, 19, 38, 53, 54, 56, 57, 58, 59, 60, 61, 62, 65, 67, 72, 80, 88, 89, 90, 92))
MONKS = mask((8, 10, 12, 21, 47, 66, 69, 70, 82, 85, 86, 87, 95))


def hats(name: str) -> Hats:
    found = pictures(name).hats
    assert found is not None
    return found


def test_the_hundred_are_coded_by_poem() -> None:
    assert [one.code for one in yomifuda().cards] == [f"#{n}" for n in range(1, 101)]
    assert yomifuda().mask == ALL_CARDS


@pytest.mark.parametrize("name", WITH_RANKS)
def test_women_and_monks_are_the_same_in_every_printing(name: str) -> None:
    assert pictures(name).women == WOMEN
    assert pictures(name).monks == MONKS


def test_the_default_takes_ranks_from_the_poets_and_hats_from_one_old_print() -> None:
    default, old = pictures("default"), pictures("commons_old_print")
    assert default.dais == mask((1, 2, 13, 15, 20, 68, 77, 89, 99, 100))
    assert old.dais == mask((1, 2, 13, 15, 68, 72, 77, 89, 99, 100))
    assert default.hats == old.hats
    assert default.bows == mask((11, 17, 39, 52, 63, 75))


def test_the_default_has_these_counts() -> None:
    found = hats("default")
    assert [one.bit_count() for one in astuple(found)] == [7, 8, 12, 38]
    together = sum(astuple(found)) | WOMEN | MONKS | mask((1,))
    assert together == ALL_CARDS


def test_which_printings_tell_what() -> None:
    assert WITH_HATS == ("default", "commons_old_print")
    assert set(WITH_RANKS) == {"default", *(one.id for one in PICTURE_SETS)}
    assert pictures("bouzumekuri_app").bows == mask((11, 17, 39, 52, 75))
    assert pictures("rank_default").bows == 0
    assert pictures("rank_default").hats is None


def test_an_unknown_printing_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="there is no picture set 'mine'; there are default, rank_default"):
        pictures("mine")


@pytest.mark.parametrize(
    ("crowns", "complaint"),
    [((6, 8), "#8 is in two classes"), ((6,), "#13 is in no class")],
)
def test_a_printing_must_put_each_card_into_one_class(
    crowns: tuple[int, ...], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = next(one for one in PICTURE_SETS if one.id == "commons_old_print")
    classes = tuple((name, mask(crowns) if name == "kanmuri" else cards) for name, cards in old.classes)
    monkeypatch.setitem(_SETS, "ours", replace(old, id="ours", classes=classes))
    with pytest.raises(ValueError, match=complaint):
        pictures("ours")
