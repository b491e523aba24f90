"""The examples of `docs/voice.md` run as printed."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "voice.md"


def test_the_examples_run_as_printed() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert failed == 0
    assert tried > 5
