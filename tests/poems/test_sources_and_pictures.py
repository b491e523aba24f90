"""Source anthologies and themes; how the poets are drawn."""

import re
from collections import Counter

import pytest

from poems.anthology import PICTURE_SETS, POEMS
from poems.cards import ALL_CARDS, mask, numbers
from poems.poem import Figure, Headgear, Picture, PictureSet, Poem, Source, Theme

EVERY = pytest.mark.parametrize("one", POEMS, ids=lambda one: str(one.number))
PRINTINGS = pytest.mark.parametrize("printing", PICTURE_SETS, ids=lambda printing: printing.id)

# Anthology: number of poems in spring, summer, autumn, winter, love, miscellaneous, travel, parting.
BY_THEME = {
    "古今集": (4, 1, 6, 2, 4, 3, 3, 1),
    "後撰集": (0, 0, 2, 0, 4, 1, 0, 0),
    "拾遺集": (0, 0, 1, 0, 8, 2, 0, 0),
    "後拾遺集": (1, 0, 2, 0, 9, 2, 0, 0),
    "金葉集": (0, 0, 1, 1, 1, 2, 0, 0),
    "詞花集": (1, 0, 0, 0, 3, 1, 0, 0),
    "千載集": (0, 1, 0, 1, 8, 4, 0, 0),
    "新古今集": (0, 1, 4, 2, 5, 2, 0, 0),
    "新勅撰集": (0, 1, 0, 0, 1, 1, 1, 0),
    "続後撰集": (0, 0, 0, 0, 0, 2, 0, 0),
}
EMPERORS = {1, 2, 13, 15, 68, 77, 99, 100}
HEADGEAR = {
    "tenji": 1, "jito": 1, "hime": 20, "bozu": 13, "yagoro": 7, "tate_eboshi": 8, "yoko_eboshi": 12,
    "kanmuri": 38,
}  # fmt: skip


def source(one: Poem) -> Source:
    assert one.source
    return one.source


def picture(one: Poem) -> Picture:
    assert one.picture
    return one.picture


@pytest.mark.parametrize("name", BY_THEME)
def test_poems_of_an_anthology_by_theme(name: str) -> None:
    themes = Counter(one.theme for one in POEMS if source(one).name == name)
    assert tuple(themes[theme] for theme in Theme) == BY_THEME[name]


def test_every_anthology_is_known() -> None:
    assert {source(one).name for one in POEMS} == set(BY_THEME)
    assert {one.number: source(one).also_in for one in POEMS if source(one).also_in} == {
        20: ("拾遺集",),
        55: ("千載集",),
    }


def test_lords_priests_and_ladies() -> None:
    assert Counter(picture(one).figure for one in POEMS) == {"tono": 66, "bozu": 13, "hime": 21}


def test_emperors_by_title_and_dais() -> None:
    by_title = {one.number for one in POEMS if re.search("(天皇|[成条徳羽]院)$", one.author.name)}
    assert {one.number for one in POEMS if picture(one).emperor} == by_title == EMPERORS
    assert {one.number for one in POEMS if picture(one).imperial_dais} == EMPERORS | {20, 89}


def test_priests_by_title_and_semimaru() -> None:
    by_title = {one.number for one in POEMS if re.search("法師|僧正", one.author.name)}
    assert len(by_title) == 12
    assert {one.number for one in POEMS if picture(one).figure is Figure.BOZU} == by_title | {10}
    assert [one.number for one in POEMS if picture(one).semimaru] == [10]


def test_headgear() -> None:
    assert Counter(picture(one).headgear for one in POEMS) == HEADGEAR
    assert {one.number for one in POEMS if picture(one).colored_crown} == (EMPERORS | {20}) - {1, 2}


@EVERY
def test_figure_and_headgear_agree(one: Poem) -> None:
    drawn = picture(one)
    assert drawn.headgear_confidence in ("high", "medium", "low")
    if drawn.headgear in (Headgear.HIME, Headgear.BOZU):
        assert drawn.figure == drawn.headgear
    elif one.number > 2:
        assert drawn.figure is Figure.TONO


@PRINTINGS
def test_totals_of_a_printing(printing: PictureSet) -> None:
    assert printing.basis
    assert [printing.cards(name).bit_count() for name in ("hime", "bozu", "imperial_dais")] == [21, 13, 10]
    assert printing.cards("semimaru") == 1 << 10
    for _, cards in printing.classes:
        assert not cards & ~ALL_CARDS


def test_old_print_has_each_poet_once() -> None:
    (printing,) = (one for one in PICTURE_SETS if one.id == "commons_old_print")
    classes = [
        printing.cards(name) for name in ("hime", "bozu", "yagoro", "tate_eboshi", "yoko_eboshi", "kanmuri")
    ]
    classes.append(mask([1]))
    assert sum(cards.bit_count() for cards in classes) == 100
    assert sum(classes) == ALL_CARDS


@pytest.mark.parametrize("name", ["yagoro", "tate_eboshi", "yoko_eboshi", "kanmuri", "bozu"])
def test_headgear_is_that_of_the_old_print(name: str) -> None:
    (printing,) = (one for one in PICTURE_SETS if one.id == "commons_old_print")
    assert numbers(printing.cards(name)) == tuple(
        one.number for one in POEMS if picture(one).headgear == name
    )


def test_unknown_class_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"rank_default has no class 'yagoro': it has hime, bozu"):
        PICTURE_SETS[0].cards("yagoro")
