"""`python -m tests.support.seeded serve …`: `naniwazu serve` whose seeds are numbered from the one of this run.

What a page asks and what cards it deals follow from a seed, and one deal in thirty may be what a test trips over.
The integration run always has the same ones, so that it speaks of the change; everybody's own runs go on looking for
others, and name their number at the top.
"""

import itertools
import os
import secrets
import sys
from types import SimpleNamespace

from poems.chance import Seed
from webapp import cli, seeds

FIRST = "NANIWAZU_TESTS_SEED"
"""Names in the environment the number of the first seed; `tests/conftest.py` sets it where nobody has."""


def chosen() -> str:
    """Return the number of a run's first seed: always the same in the integration run, or the one that is asked for."""
    return os.environ.get(FIRST) or ("1" if os.environ.get("CI") else str(secrets.randbits(32)))


def main() -> None:
    """Serve."""
    numbers = itertools.count(int(chosen()))
    chance = SimpleNamespace(token_bytes=lambda _: Seed.numbered(next(numbers)).value)
    seeds.secrets = chance  # type: ignore[assignment]
    sys.argv[0] = "naniwazu"
    cli.main()


if __name__ == "__main__":
    main()
