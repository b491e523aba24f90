"""5-7-5-7-7 morae, and the 35 lines that have more."""

import pytest

from poems.anthology import OPENER, POEMS
from poems.kana import morae
from poems.poem import Poem

METRE = (5, 7, 5, 7, 7)

# Lines with extra morae (ji-amari): poem and line, then the number of morae.
LONG = {
    (1, 3): 6, (4, 1): 6, (4, 2): 8, (9, 1): 6, (11, 3): 6, (15, 2): 8, (16, 3): 6, (20, 5): 8, (21, 4): 8,
    (21, 5): 8, (22, 5): 8, (23, 5): 8, (24, 2): 8, (25, 1): 6, (26, 3): 6, (28, 5): 8, (29, 1): 6,
    (31, 2): 8, (38, 5): 8, (40, 2): 8, (48, 1): 6, (49, 5): 8, (55, 1): 6, (57, 1): 6, (70, 2): 8,
    (73, 5): 8, (74, 3): 6, (75, 1): 6, (76, 2): 8, (77, 5): 8, (79, 4): 8, (80, 5): 8, (85, 2): 8,
    (92, 3): 6, (99, 4): 8,
}  # fmt: skip

EVERY = pytest.mark.parametrize("one", [*POEMS, OPENER], ids=lambda one: str(one.number))


def test_no_line_falls_short() -> None:
    assert len(LONG) == 35
    assert all(count > METRE[line - 1] for (_, line), count in LONG.items())


@EVERY
def test_metre_in_every_spelling(one: Poem) -> None:
    wanted = [LONG.get((one.number, line), usual) for line, usual in enumerate(METRE, 1)]
    for lines in (one.kana_historical, one.kana_modern, one.phonetic):
        assert [len(morae(line)) for line in lines] == wanted


@EVERY
def test_morae_are_the_modern_line_divided(one: Poem) -> None:
    for line, divided in zip(one.kana_modern, one.morae, strict=True):
        assert "".join(divided) == line
        assert morae(line) == divided
