"""Sets as people name them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from poems.cards import ALL_CARDS, mask, numbers
from poems.choice import choose, chosen, outline, toggled, written
from poems.kimariji import starting_with
from poems.sets import NAMED, CardSet, System


@pytest.mark.parametrize("one", NAMED, ids=lambda one: one.name)
def test_by_name_and_by_title(one: CardSet) -> None:
    for text in (one.name, f" {one.name.upper()} ", one.title, one.title.replace(" ", "\u3000")):
        assert choose(text) == one


@pytest.mark.parametrize(
    ("text", "kimariji"),
    [
        ("あさ", ["あさ"]),
        ("アサ", ["あさ"]),
        ("はる、はな", ["はる", "はな"]),
        ("おおこ うか", ["おおこ", "うか"]),
    ],
)
def test_by_opening_kana(text: str, kimariji: list[str]) -> None:
    chosen = choose(text)
    assert chosen.system is System.PREFIX
    assert chosen.cards == starting_with(kimariji[0]) | starting_with(kimariji[-1])


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("21..30", range(21, 31)),
        ("２１..３０", range(21, 31)),
        ("8?", range(80, 90)),
        ("?", range(1, 10)),
        ("*5", range(5, 101, 10)),
        ("*[13579]", range(1, 101, 2)),
        ("[!1]", range(2, 10)),
        ("7", [7]),
        ("007", [7]),
        ("1..3, 9?", [1, 2, 3, *range(90, 100)]),
        ("all", range(1, 101)),
    ],
)
def test_by_numbers(text: str, cards: range | list[int]) -> None:
    assert choose(text).cards == mask(cards)


def test_parts_of_different_systems_are_put_together() -> None:
    chosen = choose("goshiki-blue あさ 7")
    assert chosen.system is System.MIXED
    assert chosen.cards == choose("goshiki-blue").cards | choose("あさ").cards | mask([7])
    assert chosen.name == "goshiki-blue あさ 7"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("blue", "blue alone is no set: say goshiki-blue or kimariji-color-blue"),
        ("pink", "pink alone is no set: say goshiki-pink"),
        ("purple", "say kimariji-color-purple"),
        ("third-d", "there is no set 'third-d': use a name such as"),
        ("んん", "there is no set 'んん'"),
        ("", "no set is named"),
        (" , ", "no set is named"),
        ("101", "no poem has a number like '101'"),
        ("0", "no poem has a number like '0'"),
        ("30..21", "no poem has a number like '30..21'"),
        ("1.5", "no poem has a number like '1.5'"),
    ],
)
def test_what_names_no_set_is_refused_with_a_cure(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        choose(text)


def test_all_is_the_hundred() -> None:
    assert numbers(choose("百首").cards) == numbers(ALL_CARDS)


# A text and the set that Python's own operators make of the same parts, from left to right.
PARTS = {
    "third-a": set(numbers(choose("third-a").cards)),
    "あ": set(numbers(starting_with("あ"))),
    "*[13579]": set(range(1, 101, 2)),
    "21..60": set(range(21, 61)),
    "length-2": set(numbers(choose("length-2").cards)),
    "7": {7},
}


@st.composite
def written_sets(draw: st.DrawFn, depth: int = 2) -> tuple[str, set[int]]:
    """An expression and its cards, worked out by other means."""
    text, cards = _term(draw, depth)
    for _ in range(draw(st.integers(0, 3))):
        sign = draw(st.sampled_from([" ", ", ", " + ", " -", " - ", "、"]))
        more, others = _term(draw, depth)
        text += sign + more
        cards = cards - others if "-" in sign else cards | others
    return text, cards


def _term(draw: st.DrawFn, depth: int) -> tuple[str, set[int]]:
    text, cards = _factor(draw, depth)
    while draw(st.integers(0, 3)) == 3:
        more, others = _factor(draw, depth)
        text, cards = f"{text} & {more}", cards & others
    return text, cards


def _factor(draw: st.DrawFn, depth: int) -> tuple[str, set[int]]:
    if depth and draw(st.integers(0, 2)) == 2:
        text, cards = draw(written_sets(depth - 1))
        return f"({text})", cards
    name = draw(st.sampled_from(sorted(PARTS)))
    return name, set(PARTS[name])


@given(written_sets())
def test_signs_do_what_sets_do(made: tuple[str, set[int]]) -> None:
    text, cards = made
    if cards:
        assert set(numbers(choose(text).cards)) == cards
    else:
        with pytest.raises(ValueError, match="no cards in this set"):
            choose(text)


@example(("7 7", {7}), [1])
@example(("7 & *[13579] *[13579]", set(range(1, 101, 2))), [7])
@given(written_sets(), st.lists(st.integers(1, 100), max_size=6))
def test_a_tap_takes_a_card_in_or_out_and_nothing_else(made: tuple[str, set[int]], taps: list[int]) -> None:
    text, cards = made
    for card in taps:
        text = toggled(text, card)
        cards = cards ^ {card}
        found = set(chosen(text)) if cards else set()
        assert found == cards, text


def test_a_second_tap_leaves_the_text_as_it_was() -> None:
    assert toggled("third-a", 3) == "third-a -3"
    assert toggled("third-a -3", 3) == "third-a"
    assert toggled("third-a", 5) == "third-a 5"
    assert toggled("1-5", 3) == "1,2,4,5"
    assert toggled("nonsense", 3) == toggled("", 3) == "3"


@given(st.lists(st.integers(1, 100), min_size=1, unique=True))
def test_a_list_is_written_as_it_is_read(cards: list[int]) -> None:
    assert chosen(written(tuple(cards))) == tuple(cards)


@given(st.sets(st.integers(1, 100), min_size=1))
def test_an_outline_by_openings_means_the_same_cards(cards: set[int]) -> None:
    assert choose(outline(mask(cards))).cards == mask(cards)


def test_an_outline_is_short() -> None:
    assert outline(choose("first-tsu first-mo あさ").cards) == "つ も あさ"
    assert len(outline(ALL_CARDS).split()) == 27


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("9, 5、12 ３-4", (9, 5, 12, 3, 4)),
        ("10 - 12", (10, 11, 12)),
        ("1-5 -3", (1, 2, 4, 5)),
        ("9 5", (9, 5)),
        ("9 5 あさじ", (5, 9, 39)),
        ("97..110", (97, 98, 99, 100)),
    ],
)
def test_a_list_of_numbers_keeps_its_order_and_nothing_else_has_one(
    text: str, cards: tuple[int, ...]
) -> None:
    assert chosen(text) == cards


def test_a_text_that_begins_with_minus_parts_from_the_hundred() -> None:
    assert choose("-third-a").cards == ALL_CARDS & ~choose("third-a").cards
    assert chosen("-100") == tuple(range(1, 100))


def test_further_names_may_have_blanks_in_quotes() -> None:
    saved = {"火曜 弱い札": mask([3, 5, 9]), "Weak": mask([100])}
    assert choose("火曜 弱い札", saved).cards == mask([3, 5, 9])
    assert choose("「火曜 弱い札」 weak -5", saved).cards == mask([3, 9, 100])
    assert choose(choose("「火曜 弱い札」 -5", saved).name, saved).cards == mask([3, 9])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("third-a &", "a set is missing"),
        ("& third-a", "a set is missing"),
        ("third-a - - 5", "a set is missing"),
        ("(third-a", "opened and not closed"),
        ("third-a)", "closed that was not opened"),
        ("()", "a set is missing"),
        ("(" * 400 + "あ", "brackets inside each other"),
        ("third-a & third-b", "no cards in this set"),
        ('"', "is no set"),
    ],
)
def test_broken_texts_are_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        choose(text)
