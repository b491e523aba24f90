"""The examples in the documentation of the public functions."""

import doctest

from engine.karuta import match


def test_the_examples_of_a_match() -> None:
    assert doctest.testmod(match).failed == 0
    assert doctest.testmod(match).attempted > 8
