"""The examples of `docs/poems.md` run, and the sets it names are there."""

import doctest
import re
from pathlib import Path

from poems.choice import choose

PAGE = Path(__file__).parents[2] / "docs" / "poems.md"


def test_examples() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_named_sets() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("| text | set |")[2].partition("\n\n")[0]
    names = [name for name in re.findall("`([^`]*)`", table) if not name.startswith("-")]
    assert len(names) > 10
    assert all(choose(name).cards for name in names)
