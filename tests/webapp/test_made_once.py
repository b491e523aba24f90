"""A form that makes something new, sent twice by a double click, makes it once; another page of it makes another."""

import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from engine.training.layout import suggested
from tests.support.club import PageClient
from tests.support.sound_page import SilentStudio
from tests.support.tournament import club_tournament
from webapp.db.models import Base
from webapp.practice import operations as practices
from webapp.practice.forms import PlanForm
from webapp.reading import saved
from webapp.reading import studio as studios
from webapp.services import Services

RECORD = {
    "format": "naniwazu-match/1",
    "ruleset": "official",
    "deal": {"A": list(range(1, 26)), "B": list(range(26, 51))},
    "reads": [],
}
RESULTS = "event,date,class,round,player,opponent,result,diff\n小倉大会,2026-04-05,C,1,小町,業平,win,5\n"


@dataclass(frozen=True)
class Made:
    """Where a form stands, what is filled in, the name and text of its file; whether another page may make a twin."""

    page: str
    fields: Mapping[str, str] = field(default_factory=dict)
    file: tuple[str, str] | None = None
    twins: bool = True


FORMS: dict[str, Made] = {
    "matches.open_match": Made("/matches/new", {"name_a": "小町", "name_b": "業平"}),
    "matches.import": Made("/matches/", file=("record", json.dumps(RECORD))),
    "reading.create": Made("/readings/new"),
    "reading.save_set": Made("/readings/sets/", {"name": "弱い札", "cards": "1-5"}, twins=False),
    "reading.copy_set": Made("/readings/sets/1"),
    "reading.import_sets": Made("/readings/sets/", {"text": "BA== one"}, twins=False),
    "practice.create": Made("/practice/new", {"day": "2026-11-30"}),
    "practice.guest": Made("/practice/{practice}/people", {"name": "客"}),
    "teiichi.make": Made("/teiichi/", {"name": "冬", "start": "suggested"}),
    "teiichi.take": Made("/teiichi/", {"name": "夏", "code": suggested().code()}),
    "club.create": Made("/club/members/new", {"name": "小町"}, twins=False),
    "club.import_file": Made("/club/import", file=("file", "氏名\n小町\n")),
    "exchange.hand_in": Made("/exchange/results", file=("file", RESULTS)),
    "tournaments.create": Made("/tournaments/new", {"name": "小倉大会", "day": "2026-11-29"}),
    "tournaments.create_class": Made("/tournaments/{tournament}/classes/new", {"name": "B"}),
    "tournaments.enter": Made("/tournaments/{tournament}/1/entries", {"name": "小町"}),
    "tournaments.new_seed": Made("/tournaments/{tournament}/1/draw"),
    "tournaments.seal": Made("/tournaments/{tournament}/1/edit"),
    "voices.begin": Made("/voices/", {"title": "Mai", "credit": "A test"}, twins=False),
}
"""By the name of the route."""
OTHERWISE = {
    *("drills.begin", "drills.begin_exercise", "ghosts.begin"),  # a run is stored with its first answers
    *("practice.board", "tournaments.open_board"),  # go to the board that is there
    *("voices.take", "voices.upload"),  # a script sends them and waits for the answer
    *(
        "exchange.take_out",
        "teiichi.mark",
        "tournaments.hand_in",
        "tournaments.take_file",
    ),  # find it done already
}
"""What makes nothing twice."""


@pytest.mark.parametrize("route", FORMS)
def test_what_is_sent_twice_is_made_once(
    app: Flask, client: PageClient, services: Services, route: str
) -> None:
    made = FORMS[route]
    prepare(services)
    page = made.page.format(
        practice=practices.plan(services, PlanForm(day="2026-11-30").planned()),
        tournament=club_tournament(services, [f"{number}番" for number in range(4)]).code,
    )
    before = stored(services)
    one, other = (form_of(app, client, page, route) for _ in range(2))
    first, again = (sent(client, *one, made) for _ in range(2))
    assert (first.status_code, again.status_code) == (303, 303)
    assert first.headers["Location"] == again.headers["Location"]
    after = stored(services)
    assert after > before
    assert client.get(again.headers["Location"]).status_code == 200
    assert sent(client, *other, made).status_code in ((303,) if made.twins else (303, 409, 422))
    assert (stored(services) > after) is made.twins, "another page is not the same page twice"


def prepare(known: Services) -> None:
    """Let a reading be ordered without a voice, and a set be there."""
    studios.use(known, SilentStudio(known.config.folder / "clips"))
    saved.save(known, "元", "1-5")


def form_of(app: Flask, client: PageClient, page: str, route: str) -> tuple[str, dict[str, str]]:
    """Return the address of a route's form on a page, and its hidden fields."""
    text = client.get(page).text
    urls = app.url_map.bind("localhost")
    for opening, inside in re.findall(r"(<form[^>]*>)(.*?)</form>", text, re.DOTALL):
        action = re.search(r'action="([^"]*)"', opening)
        at = unescape(action[1]) if action else page
        if 'method="post"' in opening and urls.match(at.partition("?")[0], method="POST")[0] == route:
            return at, dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', inside))
    raise AssertionError(f"no form of {route} on {page}")


def sent(client: PageClient, address: str, hidden: Mapping[str, str], made: Made) -> TestResponse:
    data: dict[str, Any] = {**hidden, **made.fields}
    if made.file is not None:
        name, text = made.file
        data[name] = (io.BytesIO(text.encode()), "a.file")
    return client.post(address, data=data)


def stored(known: Services) -> int:
    """Return how much is there: rows of all tables, and files of packs."""
    with known.database.session() as session:
        rows = sum(
            session.scalar(select(func.count()).select_from(table)) or 0
            for table in Base.metadata.sorted_tables
        )
    return rows + sum(1 for _ in known.config.voices_folder.rglob("*"))


def test_every_form_that_makes_something_was_thought_of(app: Flask) -> None:
    """Whoever adds one gives its page an address of its own (`once_url`), or says here why it needs none."""
    words = {
        "new",
        "import",
        "begin",
        "make",
        "create",
        "copy",
        "guest",
        "board",
        "upload",
        "hand",
        "open",
        "take",
    }
    making = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ())
        and words & {*re.split(r"[._]", rule.endpoint), rule.rule.rsplit("/", 1)[-1]}
    }
    assert making - FORMS.keys() == OTHERWISE
