"""`python -m tests.support.tapping serve …`: `naniwazu serve` with the tapping feature in it."""

import sys

from tests.support import tapping
from webapp import asgi, cli, features

usual = features.blueprints


def main() -> None:
    features.blueprints = lambda: iter([*usual(), tapping.blueprint])
    assert asgi.Site  # the command builds it with the features above
    sys.argv[0] = "naniwazu"
    cli.main()


main()
