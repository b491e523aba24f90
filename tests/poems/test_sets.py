"""Named sets of cards, against lists kept by others."""

from itertools import pairwise

import pytest

from poems.anthology import POEMS, poem
from poems.cards import ALL_CARDS, mask, numbers
from poems.kimariji import full
from poems.sets import MUSUME, MUSUME_ORDER, NAMED, CardSet, System, in_musume_order, of_system

# The three systems of groups as an older reader program lists them, each group in an order of its own.
LISTED = {
    "goshiki-blue": "3,5,6,12,14,24,30,31,50,57,61,62,69,70,74,75,76,82,91,100",
    "goshiki-pink": "1,4,13,16,22,28,34,40,48,51,58,65,66,72,73,80,83,84,86,97",
    "goshiki-yellow": "2,7,10,18,32,33,37,39,46,47,55,60,78,79,81,85,87,89,94,96",
    "goshiki-green": "8,9,11,15,17,20,23,26,29,35,36,38,41,42,54,59,68,71,92,93",
    "goshiki-orange": "19,21,25,27,43,44,45,49,52,53,56,63,64,67,77,88,90,95,98,99",
    "kimariji-color-red": "87,18,57,77,65,74,13,23,40,37,66,100,46,71,17,42,75,33,35,99",
    "kimariji-color-blue": "61,21,63,4,89,34,55,16,73,14,90,94,49,27,41,97,24,29,68,10",
    "kimariji-color-yellow": "22,70,81,91,15,50,5,26,72,82,95,60,44,20,38,54,8,92,11,76",
    "kimariji-color-purple": "36,80,84,53,86,25,88,19,51,6,98,48,47,59,28,32,62,85,83,93",
    "kimariji-color-green": "43,3,52,1,79,7,12,39,30,58,78,45,69,56,31,64,2,67,9,96",
    "third-a": "43,3,52,1,79,7,12,39,30,58,78,45,69,56,31,64,36,80,84,53,86,25,88,19,61,21,63,65,74,40,37,18,70,77",
    "third-b": "41,97,24,10,29,68,73,55,4,16,89,34,90,14,94,49,27,17,75,42,91,50,15,13,23,100,66,87,57,51,6,98,48",
    "third-c": "5,26,72,82,60,95,44,20,8,92,38,54,76,11,9,2,67,47,59,32,28,85,62,93,83,33,35,99,71,46,22,81,96",
}
BY_NAME = {one.name: one for one in NAMED}
PARTITIONS = [
    System.GOSHIKI,
    System.KIMARIJI_COLOR,
    System.THIRD,
    System.GROUP,
    System.FIRST_KANA,
    System.LENGTH,
    System.THEME,
    System.ANTHOLOGY,
    System.ONES,
    System.TENS,
]


@pytest.mark.parametrize("name", LISTED)
def test_group_is_as_listed_elsewhere(name: str) -> None:
    assert BY_NAME[name].cards == mask(map(int, LISTED[name].split(",")))


@pytest.mark.parametrize("system", PARTITIONS)
def test_system_divides_the_hundred(system: System) -> None:
    sets = of_system(system)
    assert sum(one.cards.bit_count() for one in sets) == 100
    assert sum(one.cards for one in sets) == ALL_CARDS
    assert all(one.name.startswith(f"{system}-") for one in sets)


def test_sizes() -> None:
    assert [one.cards.bit_count() for one in of_system(System.GOSHIKI)] == [20] * 5
    assert [one.cards.bit_count() for one in of_system(System.KIMARIJI_COLOR)] == [20] * 5
    assert [one.cards.bit_count() for one in of_system(System.THIRD)] == [34, 33, 33]
    assert [one.cards.bit_count() for one in of_system(System.LENGTH)] == [7, 42, 37, 6, 2, 6]
    assert [one.cards.bit_count() for one in of_system(System.GROUP)] == [7, 10, 12, 16, 5, 12, 14, 8, 16]


def test_a_first_kana_is_never_divided_by_kimariji_color_third_or_group() -> None:
    for kana in of_system(System.FIRST_KANA):
        for system in (System.KIMARIJI_COLOR, System.THIRD, System.GROUP):
            assert any(not kana.cards & ~one.cards for one in of_system(system))


def test_names_and_titles_are_unique() -> None:
    assert len({one.name for one in NAMED}) == len(NAMED)
    assert len({one.title for one in NAMED}) == len(NAMED)


@pytest.mark.parametrize(
    ("name", "title", "cards"),
    [
        ("first-mu", "む", {87}),
        ("first-tsu", "つ", {13, 23}),
        ("length-5", "五字決まり", {83, 93}),
        ("length-6", "六字決まり", {31, 64, 15, 50, 11, 76}),
        ("group-1", "一枚札 むすめふさほせ", {87, 18, 57, 22, 70, 81, 77}),
        ("theme-travel", "羇旅", {7, 11, 24, 93}),
        ("anthology-shokugosen", "続後撰集", {99, 100}),
        ("picture-rank_default-semimaru", "蝉丸（rank_default）", {10}),
        ("picture-commons_old_print-behind_curtain", "几帳（commons_old_print）", {2, 72, 89}),
    ],
)
def test_some_sets(name: str, title: str, cards: set[int]) -> None:
    assert (BY_NAME[name].title, set(numbers(BY_NAME[name].cards))) == (title, cards)


@pytest.mark.parametrize("printing", ["rank_default", "commons_old_print", "bouzumekuri_app"])
def test_lords_are_whoever_is_neither_lady_nor_priest(printing: str) -> None:
    def of(figure: str) -> CardSet:
        return BY_NAME[f"picture-{printing}-{figure}"]

    assert of("tono").cards | of("hime").cards | of("bozu").cards == ALL_CARDS
    assert of("tono").cards.bit_count() == 66


def test_musume_order_has_every_card_by_sound_group() -> None:
    assert sorted(MUSUME_ORDER) == list(range(1, 101))
    groups = [poem(number).first_kana for number in MUSUME_ORDER]
    assert "".join(dict.fromkeys(groups)) == MUSUME
    assert sum(before != after for before, after in pairwise(groups)) == 26
    assert groups == sorted(groups, key=poem_count)


def poem_count(kana: str) -> int:
    return sum(one.first_kana == kana for one in POEMS)


def test_inside_a_group_kana_order() -> None:
    def named(kana: str) -> list[str]:
        return [full(number) for number in MUSUME_ORDER if poem(number).first_kana == kana]

    assert named("お") == ["おおえ", "おおけ", "おおこ", "おく", "おぐ", "おと", "おも"]
    assert named("は") == ["はなさ", "はなの", "はるす", "はるの"]
    assert named("か") == ["かく", "かさ", "かぜそ", "かぜを"]
    assert named("こ") == ["こい", "こころあ", "こころに", "こぬ", "この", "これ"]


def test_some_cards_in_musume_order() -> None:
    assert in_musume_order(mask([1, 2, 17, 18, 87])) == (87, 18, 17, 2, 1)
    assert in_musume_order(0) == ()
