"""A match at a table for tests: opened through the program, played by commands as a board sends them."""

import json
import secrets
from typing import Any

from werkzeug.test import TestResponse

from poems.chance import Seed
from tests.support.club import PageClient
from webapp.matches import forms, opening, operations
from webapp.matches.opening import Dealt, Seat
from webapp.matches.tables import Table
from webapp.services import Services

A_CARDS = tuple(range(1, 26))
B_CARDS = tuple(range(26, 51))
DEAD = tuple(range(51, 101))


def new_id() -> str:
    """Return a command's id as a page makes it."""
    return secrets.token_hex(16)


def opened(services: Services, *, seed: Seed | None = None, ruleset: str = "official") -> str:
    """Open a match of A's cards 1 to 25 against B's 26 to 50, or of a seed's deal, and return its code."""
    dealt = Dealt((A_CARDS, B_CARDS)) if seed is None else opening.at_random(seed)
    return opening.open_match(services, (Seat("小町"), Seat("業平")), dealt, ruleset=ruleset)


class Play:
    """Plays a match through `operations`, always knowing how it stands."""

    def __init__(self, services: Services, code: str) -> None:
        self.services = services
        self.code = code

    @property
    def table(self) -> Table:
        return operations.load(self.services, self.code)

    def do(
        self, command: dict[str, Any], *, seen: int | None = None, client_id: str | None = None
    ) -> operations.Entered:
        """Carry out a command made when `seen` was the last event known, the present one by default."""
        sent = {
            "client_id": client_id or new_id(),
            "expected_seq": self.table.seq if seen is None else seen,
            "command": command,
        }
        body = forms.TableCommand.model_validate_json(json.dumps(sent))
        return operations.enter(self.services, self.code, body, "test")

    def read(self, card: int, took: str | None = None, **facts: Any) -> operations.Entered:
        """Call a poem and settle it."""
        self.do({"type": "call", "card": card})
        return self.do({"type": "settle", "read": {"card": card, "took": took, **facts}})

    def send(self, card: int, end: str = "left", row: str = "upper") -> operations.Entered:
        return self.do({"type": "send", "card": card, "place": {"end": end, "row": row}})


def post(
    client: PageClient, code: str, command: dict[str, Any], seen: int, client_id: str | None = None
) -> TestResponse:
    """Send a command as a board's script does."""
    body = {"client_id": client_id or new_id(), "expected_seq": seen, "command": command}
    return client.script(f"/matches/{code}/commands", body)
