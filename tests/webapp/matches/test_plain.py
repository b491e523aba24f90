"""A plain view says what `asdict` says."""

import json
from dataclasses import asdict

import pytest
from flask import Flask

from tests.support.match_table import Play, opened
from webapp.matches.plain import plain
from webapp.matches.reads import read_views
from webapp.matches.views import table_view
from webapp.services import Services


def test_a_plain_view_is_the_view(app: Flask, services: Services) -> None:
    play = Play(services, opened(services))
    play.read(30, "A")
    play.send(5)
    play.do({"type": "call", "card": 31})
    with app.test_request_context():
        view = table_view(play.table, referee=True)
        assert json.dumps(plain(view)) == json.dumps(asdict(view))
        views = read_views(play.table.state)
        assert json.dumps(plain(views)) == json.dumps([asdict(one) for one in views])


def test_what_is_no_view_is_refused() -> None:
    with pytest.raises(TypeError, match="object is no view"):
        plain(object())
