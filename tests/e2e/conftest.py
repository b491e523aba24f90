"""What the browser tests share: one Chromium for all of a worker's tests, a server for those of a module, windows."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.support import chromium
from tests.support.board_page import new_context
from tests.support.server import SEEDED, LiveServer

expect.set_options(timeout=30_000)  # what a page comes to takes longer where other tests run beside it


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A running Chromium that treats sound as browsers do: a page is silent until somebody taps it."""
    with chromium.browser() as running:
        yield running


@pytest.fixture(scope="module")
def club_folder(tmp_path_factory: pytest.TempPathFactory, empty_club: Path) -> Path:
    """The data of the module's server."""
    folder = tmp_path_factory.mktemp("club")
    shutil.copy(empty_club, folder / "club.sqlite3")
    return folder


@pytest.fixture(scope="module")
def club(club_folder: Path) -> Iterator[LiveServer]:
    """One server for all tests of a module: its matches and readings do not know of each other."""
    with LiveServer(club_folder, program=SEEDED) as running:
        yield running


@pytest.fixture
def laptop(browser: Browser) -> Iterator[BrowserContext]:
    """A window of a laptop's size."""
    made = new_context(browser, 1180, 820)
    yield made
    made.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone held upright."""
    made = new_context(browser, 390, 844)
    yield made
    made.close()
