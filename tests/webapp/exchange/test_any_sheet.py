"""Whatever is handed in: it is read, or refused with a reason; and what was read is checked."""

import pytest
from flask import Flask
from flask_babel import Babel
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webapp.exchange.checks import checked
from webapp.exchange.drafts import read
from webapp.tournaments.sheet import SheetError

WORDS = st.sampled_from(
    [
        "選手名",
        "相手",
        "枚数",
        "勝敗",
        "player",
        "round",
        "result",
        "級",
        "○",
        "×",
        "不戦",
        "12",
        "3+1",
        "小町",
        "A級",
        "",
        "\n",
    ]
)
TAGS = st.sampled_from(
    [
        "<table class=tournament_tree>",
        "</table>",
        "<tr>",
        "<td>",
        "<td class=w>",
        "</td>",
        "<br>",
        "<li class=TabbedPanelsTab>",
    ]
)


@pytest.fixture(scope="module")
def words() -> Flask:
    """An application in whose language reasons are said."""
    app = Flask("words")
    Babel(app)
    return app


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.one_of(st.lists(WORDS).map(",".join), st.lists(st.one_of(WORDS, TAGS)).map("".join), st.text()))
def test_any_text_is_read_or_refused_with_a_reason(words: Flask, text: str) -> None:
    with words.test_request_context():
        try:
            found = checked(read(text.encode("utf-8", "replace")).said)
        except SheetError as error:
            found, reason = None, error.reason
    if found is None:
        assert reason
        return
    assert found.matches or found.byes
    numbers = [one.number for one in found.matches]
    assert numbers == list(range(1, len(numbers) + 1))
    for match in found.matches:
        assert match.claims or match.doubts
        assert match.proposed in ("", "0")
