"""What tests of readings share: a server whose studio makes no sound."""

from pathlib import Path

import pytest

from tests.support.club import PageClient
from tests.support.sound_page import SilentStudio, SoundPage, order
from webapp.reading import operations
from webapp.reading import studio as studios
from webapp.services import Services


@pytest.fixture
def studio(services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SilentStudio:
    """The studio of the server, which names clips and makes none; a whole call takes no time at all."""
    monkeypatch.setattr(operations, "GUARD", 0.0)
    made = SilentStudio(tmp_path / "clips")
    studios.use(services, made)
    return made


@pytest.fixture
def reader(client: PageClient, studio: SilentStudio) -> SoundPage:
    """The page of a reading of the hundred by number, with the opener, that has not begun."""
    return SoundPage(client, order(client, order="number"))
