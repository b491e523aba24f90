"""What can be measured of a page's looks: findings of axe, sizes of targets, things out of sight."""

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TARGET = 44
CARD = 24
SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def axe_findings(page: Page) -> list[str]:
    """Return what axe finds wrong with a page, one line each."""
    results: dict[str, Any] = Axe().run(page).response
    return [f"{one['id']}: {node['html'][:200]}" for one in results["violations"] for node in one["nodes"]]


def small_targets(page: Page) -> list[str]:
    """Return what is to be pressed and is too small: under 44 pixels, cards under 24."""
    return _ask(page, f"small({{ target: {TARGET}, card: {CARD} }})")


def out_of_sight(page: Page) -> list[str]:
    """Return the parts of a board that the screen cuts."""
    return _ask(page, "outside()")


def overlaps(page: Page) -> list[str]:
    """Return the parts of a board that lie on each other."""
    return _ask(page, "overlaps()")


def scrolls_sideways(page: Page) -> bool:
    """Whether a page is wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def scrolls_down(page: Page) -> bool:
    """Whether a page is higher than the screen."""
    return bool(page.evaluate("document.documentElement.scrollHeight > innerHeight"))


def _ask(page: Page, question: str) -> list[str]:
    # a comment may not stand before what `evaluate` takes for an expression
    script = SCRIPT[SCRIPT.index("(() =>") :].rstrip()
    return list(page.evaluate(f"{script}.{question}"))
