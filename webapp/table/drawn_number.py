"""The number that deals: `--rng N` on the command line, or one drawn and then told, so that it can be given again."""

import secrets

from webapp.refusal import Refusal


def drawn_number(rng: int | None, *, most_bits: int, drawn_bits: int = 32) -> int:
    """Return `--rng` or else a number of so many bits. Raises Refusal for one under 0 or of more than the most bits."""
    number = secrets.randbits(drawn_bits) if rng is None else rng
    if not 0 <= number < 1 << most_bits:
        raise Refusal(f"--rng {number}: a whole number from 0 to 2^{most_bits} - 1 is wanted")
    return number
