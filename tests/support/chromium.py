"""A real browser for the tests: Debian's Chromium, driven by Playwright, which needs no browser of its own."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without a window's machinery: it took 5.0 s of processor where the second took 13.8."""


def path() -> str:
    """Return where Chromium is; without one the test is skipped, or fails where REQUIRE_BROWSER=1 forbids that."""
    found = os.environ.get("NANIWAZU_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        reason = "no Chromium here: install the system's chromium package or set NANIWAZU_CHROMIUM"
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@contextmanager
def browser(*more: str) -> Iterator[Browser]:
    """Run Chromium without a window, with further arguments, and close it."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path(), args=[*ARGUMENTS, *more])
        try:
            yield running
        finally:
            running.close()
