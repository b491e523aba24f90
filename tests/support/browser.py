"""What the browser tests share beside Chromium itself: waiting under a strict policy, axe, and who was called."""

import json
import time
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page, Request

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"


def until(page: Page, expression: str, timeout: float = 10.0) -> Any:
    """Return the expression's value in the page once it is true.

    `page.wait_for_function` evaluates text inside the page, which the pages' policy forbids; this asks from outside.
    """
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        if value := page.evaluate(expression):
            return value
        page.wait_for_timeout(20)
    raise AssertionError(f"never true: {expression}; the page shows: {page.inner_text('body')[:2000]}")


def axe_findings(page: Page) -> list[str]:
    """Return what axe finds wrong with the page, each with the element it means."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{rule['id']}: {node['target']} {json.dumps(node['any'], ensure_ascii=False)[:300]}"
        for rule in found
        for node in rule["nodes"]
    ]


class Watch:
    """Collects what a page did wrong: errors, refused scripts or styles, requests to elsewhere."""

    def __init__(self, page: Page, url: str) -> None:
        self.faults: list[str] = []
        self._url = url
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.on("request", self._ask)

    def _hear(self, kind: str, text: str) -> None:
        # a lost connection is what some tests are about
        if kind == "error" and "net::ERR_" not in text and "Failed to load resource" not in text:
            self.faults.append(f"console: {text}")

    def _ask(self, request: Request) -> None:
        if not request.url.startswith((self._url, "data:", "blob:")):
            self.faults.append(f"went to {request.url}")
