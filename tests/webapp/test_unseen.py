"""Signs that nobody sees."""

import doctest

import pytest

from webapp import unseen
from webapp.door import clean
from webapp.unseen import seen


@pytest.mark.parametrize(
    "sign", "\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeff"
)
def test_names_that_look_alike_are_alike(sign: str) -> None:
    for name in (f"{sign}小野小町", f"小野{sign}小町", f"小野小町{sign}", f"Anna{sign} Petrova"):
        assert seen(name) in ("小野小町", "Anna Petrova")
        assert clean(name) == seen(name)


@pytest.mark.parametrize("text", ["👨\u200d👩\u200d👧", "葛󠄀城", "क्\u200dष", "می\u200cخواهم", "が", "ï"])
def test_what_makes_a_picture_or_a_letter_stays(text: str) -> None:
    assert seen(text) == text


def test_the_example_runs() -> None:
    assert doctest.testmod(unseen).attempted == 1
    assert doctest.testmod(unseen).failed == 0
