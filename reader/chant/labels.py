"""Full-context labels, the voice's input, straight from morae.

The voice chooses its models by context: neighbouring phonemes, place in the line, lengths of the lines around. Every
line is put in as one noun without accent, so nothing is left for a dictionary to guess: no word splits, no devoicing.
The field letters A to K are those of the HTS label format for Japanese; the values equal what Open JTalk's own
frontend writes for such a line (a test compares them).
"""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from reader.chant.phonemes import Mora

_NOUN: Final = "02"
_NONE: Final = "xx"

Lines = Sequence[Sequence[Mora]]


def full_context(lines: Lines) -> list[str]:
    """Return one label a phoneme, with a silence before the first and after the last."""
    counts = [len(line) for line in lines]
    phonemes = [p for line in lines for mora in line for p in mora.phonemes]
    contexts = chain(
        [_opening(counts)],
        (
            _context(counts, i, m)
            for i, line in enumerate(lines)
            for m, mora in enumerate(line)
            for _ in mora.phonemes
        ),
        [_closing(counts)],
    )
    p = [_NONE, _NONE, "sil", *phonemes, "sil", _NONE, _NONE]
    return [
        f"{p[i]}^{p[i + 1]}-{p[i + 2]}+{p[i + 3]}={p[i + 4]}{context}" for i, context in enumerate(contexts)
    ]


def _context(counts: Sequence[int], line: int, mora: int) -> str:
    """Return fields A to K of a phoneme in the `mora`-th mora (from 0) of the `line`-th line."""
    n, total, lines = counts[line], sum(counts), len(counts)
    before = sum(counts[:line])
    previous = f"{counts[line - 1]}_{counts[line - 1]}!0_0-1" if line else "xx_xx!xx_xx-xx"
    following = f"{counts[line + 1]}_{counts[line + 1]}%0_0_1" if line + 1 < lines else "xx_xx%xx_xx_xx"
    return (
        f"/A:{mora + 1 - n}+{mora + 1}+{n - mora}"
        f"/B:{_NOUN if line else _NONE}-xx_xx"
        f"/C:{_NOUN}_xx+xx"
        f"/D:{_NOUN if line + 1 < lines else _NONE}+xx_xx"
        f"/E:{previous}"
        f"/F:{n}_{n}#0_0@{line + 1}_{lines - line}|{before + 1}_{total - before}"
        f"/G:{following}"
        f"/H:xx_xx/I:{lines}-{total}@1+1&1-{lines}|1+{total}/J:xx_xx/K:1+{lines}-{total}"
    )


def _opening(counts: Sequence[int]) -> str:
    return (
        f"/A:xx+xx+xx/B:xx-xx_xx/C:xx_xx+xx/D:{_NOUN if len(counts) > 1 else _NONE}+xx_xx"
        f"/E:xx_xx!xx_xx-xx/F:xx_xx#xx_xx@xx_xx|xx_xx"
        f"/G:{counts[0]}_{counts[0]}%0_0_xx/H:xx_xx/I:xx-xx@xx+xx&xx-xx|xx+xx"
        f"/J:{len(counts)}_{sum(counts)}/K:1+{len(counts)}-{sum(counts)}"
    )


def _closing(counts: Sequence[int]) -> str:
    return (
        f"/A:xx+xx+xx/B:{_NOUN if len(counts) > 1 else _NONE}-xx_xx/C:xx_xx+xx/D:xx+xx_xx"
        f"/E:{counts[-1]}_{counts[-1]}!0_0-xx"
        f"/F:xx_xx#xx_xx@xx_xx|xx_xx/G:xx_xx%xx_xx_xx/H:{len(counts)}_{sum(counts)}"
        f"/I:xx-xx@xx+xx&xx-xx|xx+xx/J:xx_xx/K:1+{len(counts)}-{sum(counts)}"
    )
