"""What the tests of pages share: drills and draws have the same seeds in every run, and other ones in other tests."""

import itertools
import zlib
from types import SimpleNamespace

import pytest

from poems.chance import Seed
from webapp import seeds


@pytest.fixture(autouse=True)
def numbered_seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test ask the same questions whenever it is tried: a fault does not come and go."""
    numbers = itertools.count(1000 * zlib.crc32(request.node.nodeid.encode()))
    chance = SimpleNamespace(token_bytes=lambda _: Seed.numbered(next(numbers)).value)
    monkeypatch.setattr(seeds, "secrets", chance)  # whoever has imported `fresh` gets it too
