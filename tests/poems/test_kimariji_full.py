"""Kimari-ji of a full deck: their counts, and that they are the shortest openings by sound."""

from collections import Counter
from itertools import combinations

import pytest

from poems.anthology import POEMS, poem
from poems.cards import numbers
from poems.kana import morae
from poems.kimariji import friends, full, starting_with
from poems.poem import Poem

EVERY = pytest.mark.parametrize("one", POEMS, ids=lambda one: str(one.number))
LENGTHS = {1: 7, 2: 42, 3: 37, 4: 6, 5: 2, 6: 6}
FIRST_KANA = {
    kana: count
    for count, row in {
        1: "むすめふさほせ",
        2: "うつしもゆ",
        3: "いちひき",
        4: "はやよか",
        5: "み",
        6: "たこ",
        7: "おわ",
        8: "な",
        16: "あ",
    }.items()
    for kana in row
}
ONE_KANA = {"む": 87, "す": 18, "め": 57, "ふ": 22, "さ": 70, "ほ": 81, "せ": 77}

# Pairs told apart by a last kana of the same vowel.
SAME_VOWEL = (
    "あし/あい おく/おぐ たち/たき す/ふ す/む ふ/む やまざ/やまが ありあ/ありま かぜを/かぜそ め/せ おおえ/おおけ "
    "よを/よも うら/うか もろ/もも おと/おも たか/たま ながか/ながら"
)
VOWELS = {
    kana: vowel
    for vowel, row in {
        "a": "あかがさざただなはばまやらわ",
        "i": "いきぎしじちにひみり",
        "u": "うくぐすずつぬふむゆる",
        "e": "えけげせねへめれ",
        "o": "おこごそとどのほもよろを",
    }.items()
    for kana in row
}


def unique_length(mine: tuple[str, ...], others: list[tuple[str, ...]]) -> int:
    return next(n for n in range(1, 20) if not any(other[:n] == mine[:n] for other in others))


def test_lengths() -> None:
    assert Counter(len(full(number)) for number in range(1, 101)) == LENGTHS


def test_first_kana() -> None:
    assert Counter(one.first_kana for one in POEMS) == FIRST_KANA
    assert all(one.first_kana_count == FIRST_KANA[one.first_kana] for one in POEMS)


def test_one_kana_cards() -> None:
    assert {one.kimariji: one.number for one in POEMS if one.kimariji_length == 1} == ONE_KANA


@EVERY
def test_computed_from_the_key_it_is_the_conventional_one(one: Poem) -> None:
    assert full(one.number) == one.kimariji


@EVERY
def test_shortest_opening_of_the_key(one: Poem) -> None:
    others = [tuple(other.kimariji_key) for other in POEMS if other is not one]
    assert one.kimariji_key[: unique_length(tuple(one.kimariji_key), others)] == one.kimariji


@EVERY
def test_same_length_by_sound(one: Poem) -> None:
    def sound(of: Poem) -> tuple[str, ...]:
        return morae("".join(of.phonetic[Poem.kami]))

    others = [sound(other) for other in POEMS if other is not one]
    assert unique_length(sound(one), others) == one.kimariji_length


def test_by_historical_spelling_two_would_be_too_short() -> None:
    spelled = {one.number: tuple("".join(one.kana_historical[Poem.kami])) for one in POEMS}
    short = {}
    for number, mine in spelled.items():
        length = unique_length(mine, [other for key, other in spelled.items() if key != number])
        if length != poem(number).kimariji_length:
            short[number] = "".join(mine[:length])
    assert short == {26: "を", 44: "あふ"}


@EVERY
def test_key_is_the_modern_reading_but_for_poem_44(one: Poem) -> None:
    modern = "".join(one.kana_modern[Poem.kami])
    assert one.kimariji_key == ("おお" + modern[2:] if one.number == 44 else modern)


@EVERY
def test_historical_spelling(one: Poem) -> None:
    assert "".join(one.kana_historical[Poem.kami]).startswith(one.kimariji_historical)
    assert len(one.kimariji_historical) == one.kimariji_length


def test_variants_of_44_alone() -> None:
    assert {one.number: one.kimariji_variants for one in POEMS if one.kimariji_variants} == {
        44: ("おうこ", "あふこ")
    }


def last_kana_pairs() -> list[tuple[str, str]]:
    kimariji = [one.kimariji for one in POEMS]
    return [(a, b) for a, b in combinations(kimariji, 2) if len(a) == len(b) and a[:-1] == b[:-1]]


def test_pairs_that_differ_in_the_last_kana_only() -> None:
    pairs = last_kana_pairs()
    assert len(pairs) == 88
    assert sum(len(a) == 1 for a, _ in pairs) == 21
    alike = {frozenset(pair) for pair in pairs if VOWELS[pair[0][-1]] == VOWELS[pair[1][-1]]}
    assert alike == {frozenset(pair.split("/")) for pair in SAME_VOWEL.split()}


@pytest.mark.parametrize(
    ("card", "others"),
    [
        ("あさぼらけあ", {"あさぼらけう"}),
        ("あさじ", {"あさぼらけあ", "あさぼらけう"}),
        ("はるす", {"はるの"}),
        ("おおこ", {"おおえ", "おおけ"}),
        ("おく", {"おおえ", "おおけ", "おおこ", "おぐ", "おと", "おも"}),
        ("む", set()),
    ],
)
def test_friends(card: str, others: set[str]) -> None:
    by_kimariji = {one.kimariji: one.number for one in POEMS}
    assert {full(number) for number in numbers(friends(by_kimariji[card]))} == others


@EVERY
def test_friends_share_all_but_the_last_kana(one: Poem) -> None:
    shared = one.kimariji[:-1]
    wanted = {p.number for p in POEMS if shared and p is not one and p.kimariji_key.startswith(shared)}
    assert set(numbers(friends(one.number))) == wanted


@pytest.mark.parametrize(
    "prefix", ["", "あ", "あさ", "おお", "きみがため", "きみがためは", "わたのはら", "ん"]
)
def test_cards_that_start_alike(prefix: str) -> None:
    assert set(numbers(starting_with(prefix))) == {
        one.number for one in POEMS if one.kimariji_key.startswith(prefix)
    }


@pytest.mark.parametrize("number", [0, -1, 101])
def test_what_is_no_card_has_no_kimariji(number: int) -> None:
    with pytest.raises(ValueError, match=f"{number} is no card"):
        full(number)
