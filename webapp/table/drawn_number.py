"""The number that deals: `--rng N` on the command line, or one drawn and then told, so that it can be given again."""

import secrets


def drawn_number(rng: int | None, bits: int = 32) -> int:
    """Return `--rng`, else a number of so many bits."""
    return secrets.randbits(bits) if rng is None else rng
