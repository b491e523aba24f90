"""Card sets in and out of Wasuramoti, against what that program's own script writes."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poems import wasuramoti
from poems.cards import mask
from poems.choice import choose
from poems.wasuramoti import NamedSet

MASKS = st.sets(st.integers(1, 100), min_size=1).map(mask)
NAMES = st.text(min_size=1, max_size=20).map(str.strip).filter(lambda name: name and name.isprintable())
SETS = st.lists(st.builds(NamedSet, NAMES, MASKS), min_size=1, max_size=5)


def published(group: str, sets: dict[str, list[int]]) -> str:
    """A link, made step by step as the program's own script makes it: bit n - 1 for poem n, in base 36."""

    def base36(number: int) -> str:
        digits = []
        while number:
            digits.append("0123456789abcdefghijklmnopqrstuvwxyz"[number % 36])
            number //= 36
        return "".join(reversed(digits))

    rows = [{name: base36(sum(2 ** (card - 1) for card in cards))} for name, cards in sets.items()]
    return "wasuramoti://fudaset/" + base64.urlsafe_b64encode(json.dumps({group: rows}).encode()).decode()


def test_a_published_link_is_read() -> None:
    blue = [3, 5, 6, 12, 14, 24, 30, 31, 50, 57, 61, 62, 69, 70, 74, 75, 76, 82, 91, 100]
    link = published("五色百人一首", {"五色かるた: 青": blue, "one": [1]})
    assert wasuramoti.read(f" {link}\n") == (
        NamedSet("五色かるた: 青", choose("goshiki-blue").cards),
        NamedSet("one", 2),
    )


def test_the_clipboard_has_bit_n_for_poem_n_lowest_byte_first() -> None:
    # poems 1, 8 and 100: bytes 0x02, 0x01 and, as the thirteenth, 0x10
    data = bytes([2, 1, *[0] * 10, 16])
    text = base64.urlsafe_b64encode(data).decode() + " three cards"
    assert wasuramoti.read(text) == (NamedSet("three cards", mask((1, 8, 100))),)
    assert wasuramoti.lines([NamedSet("three cards", mask((1, 8, 100)))]) == text


@given(SETS, NAMES)
def test_what_is_written_is_read_again(sets: list[NamedSet], group: str) -> None:
    once = list({one.name: one for one in sets}.values())
    assert wasuramoti.read(wasuramoti.link(group, once)) == tuple(once)
    tidy = [NamedSet(" ".join(one.name.split()), one.cards) for one in sets]
    assert wasuramoti.read(wasuramoti.lines(sets)) == tuple(tidy)


@given(MASKS)
def test_a_code_needs_no_padding(cards: int) -> None:
    assert (
        wasuramoti.decoded(wasuramoti.code(cards))
        == wasuramoti.decoded(wasuramoti.code(cards).rstrip("="))
        == cards
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no card set is there"),
        ("hello world", "is no card set"),
        ("AgE=", "has no name"),
        ("____ all of them", "is no card set"),
        ("AQ== the opener", "is no card set"),
        ("wasuramoti://fudaset/AAAA", "does not hold card sets"),
        (
            "wasuramoti://fudaset/" + base64.urlsafe_b64encode(b'{"g": [{"n": "!"}]}').decode(),
            "is no card set",
        ),
        (
            "wasuramoti://fudaset/" + base64.urlsafe_b64encode(b'{"g": [{"n": "0"}]}').decode(),
            "is no card set",
        ),
        ("wasuramoti://fudaset/" + base64.urlsafe_b64encode(b'{"g": 3}').decode(), "does not hold card sets"),
        (
            "wasuramoti://fudaset/" + base64.urlsafe_b64encode(b"[" * 50_000).decode(),
            "does not hold card sets",
        ),
        ("A" * 200_000, "too long"),
    ],
)
def test_what_is_no_set_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        wasuramoti.read(text)
