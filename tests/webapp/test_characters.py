"""Shortening: whole characters only, as a person sees them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.characters import characters, shortened

NAMES = {
    "𠮷𠮷𠮷𠮷": 4,
    "葛󠄀城": 2,
    "か\u3099": 1,
    "👨‍👩‍👧": 1,
    "👍🏽": 1,
    "🇯🇵🇷🇺": 2,
    "ﾊﾞ": 1,
    "髙橋": 2,
    "Ё": 1,
    "": 0,
}


@pytest.mark.parametrize(("text", "count"), NAMES.items())
def test_characters_are_counted_as_people_count_them(text: str, count: int) -> None:
    assert len(characters(text)) == count


@given(
    st.lists(st.sampled_from([*"小野𠮷か"] + [name for name, count in NAMES.items() if count == 1])),
    st.integers(0, 30),
)
def test_no_character_is_cut(parts: list[str], most: int) -> None:
    text = "".join(parts)
    short = shortened(text, most)
    assert len(short) <= most
    assert text.startswith(short)
    whole = characters(text)
    assert characters(short) == whole[: len(characters(short))]
    # and no more is left out than must be
    left = whole[len(characters(short)) :]
    assert not left or len(short) + len(left[0]) > most


@pytest.mark.parametrize("most", range(1, 4))
def test_a_selector_stays_with_its_kanji(most: int) -> None:
    assert shortened("葛󠄀城山", most) == ["", "葛󠄀", "葛󠄀城"][most - 1]
