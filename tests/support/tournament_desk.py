"""The organiser's window at a tournament, by whose forms everything is entered."""

import re
from dataclasses import dataclass
from urllib.parse import urlencode

from playwright.sync_api import Page


@dataclass
class Desk:
    """A window of the organiser; `code` is the tournament that it runs, with one class."""

    page: Page
    url: str
    token: str
    code: str = ""

    def send(self, path: str, *fields: tuple[str, str], **more: str) -> str:
        """Post a form that is taken, and return where it leads."""
        answer = self.page.request.post(
            f"{self.url}{path}",
            data=urlencode([("csrf_token", self.token), *fields, *more.items()]),
            headers={"Content-Type": "application/x-www-form-urlencoded"},
            max_redirects=0,
        )
        assert answer.status == 303, f"{path}: {answer.status} {answer.text()[:2000]}"
        return answer.headers["location"]

    def of_class(self, path: str = "") -> str:
        return f"/tournaments/{self.code}/1{path}"

    def text(self, path: str) -> str:
        return self.page.request.get(f"{self.url}{path}").text()

    def show(self, path: str) -> Page:
        """Go to a page of the class."""
        self.page.goto(f"{self.url}{self.of_class(path)}")
        return self.page

    def waiting(self) -> list[tuple[str, str, str]]:
        """Return the matches that can be entered: where, and the two."""
        desk = self.text(self.of_class("/desk"))
        forms = re.findall(r'action="[^"]*/results/(\w+)" aria-label(.*?)name="winner"', desk, re.DOTALL)
        pairs = [(spot, re.search(r'name="pair" value="(\d+),(\d+)"', form)) for spot, form in forms]
        return [(spot, pair[1], pair[2]) for spot, pair in pairs if pair is not None]

    def enter(self, spot: str, one: str, other: str, **fields: str) -> None:
        """Enter that whoever entered first has won."""
        winner = min(one, other, key=int)
        self.send(self.of_class(f"/results/{spot}"), pair=f"{one},{other}", winner=winner, **fields)

    def play_round(self, most: int | None = None) -> bool:
        """Enter what can be entered now; return whether there was anything."""
        waiting = self.waiting()[:most]
        for one in waiting:
            self.enter(*one, margin=str(int(one[1]) % 25 + 1))
        return bool(waiting)


def open_desk(page: Page, url: str, day: str = "2026-11-29") -> Desk:
    """Set up a tournament of one class in this window."""
    page.goto(f"{url}/tournaments/new")
    token = page.locator("meta[name=csrf-token]").get_attribute("content")
    assert token is not None
    desk = Desk(page, url, token)
    desk.code = desk.send("/tournaments/new", name="小倉山大会", day=day, place="大津").split("/")[2]
    desk.send(f"/tournaments/{desk.code}/classes/new", name="C", grade="C")
    return desk
