"""Where seeds come from: the operating system, and nothing that can be guessed."""

import secrets

from poems.chance import SEED_BYTES, Seed


def fresh() -> Seed:
    """Return a new seed of 128 bits."""
    return Seed(secrets.token_bytes(SEED_BYTES))
