"""Events as JSON and back: every kind, the same bytes, and every fault with its place."""

import json

import pytest

from engine.core.document import DocumentError
from engine.tournament import best_of, events, league, teams
from engine.tournament.codec import KINDS, Event, from_json, to_json
from engine.tournament.outcome import How, Outcome
from engine.tournament.standings import Points, TieBreak

WIN = Outcome(("髙", "b"), "b", How.NORMAL, 12)
NEITHER = Outcome(("a", "b"), None, How.FORFEIT)

EXAMPLES: tuple[Event, ...] = (
    events.Drawn(((2, "a"), (3, "b")), "0f"),
    events.Entered(("a", "b")),
    events.RoundDrawn(((1, 2), (4, 3))),
    events.Recorded(1, WIN),
    events.TakenBack(1, ("a", "b")),
    events.Absent("a", 3, events.Absence.WITHDRAWN),
    events.Returned("a"),
    events.Replaced(4, "z"),
    events.Joined(4, "z"),
    events.JoinedRound(4, "z"),
    league.LeagueOpened(
        ("a", "b"), Points(3, 1), (TieBreak.WINS, TieBreak.LOT), league.Leaving.ANNUL, ("b", "a")
    ),
    league.LeagueRecorded(NEITHER),
    league.LeagueTakenBack(("a", "b")),
    league.LeagueLeft("a"),
    league.LeagueReturned("a"),
    league.LeagueJoined("z"),
    league.LeagueReplaced("a", "z"),
    teams.TeamsMet(("A", "B"), 3),
    teams.SheetHandedIn("A", ("a", None, "c")),
    teams.BoardRecorded(2, WIN),
    teams.BoardTakenBack(2),
    best_of.TitleOpened(("a", "b"), 5),
    best_of.GameRecorded(1, WIN),
    best_of.GameTakenBack(1),
)


@pytest.mark.parametrize("event", EXAMPLES)
def test_there_and_back(event: Event) -> None:
    text = json.dumps(to_json(event))
    again = from_json(json.loads(text))
    assert again == event
    assert json.dumps(to_json(again)) == text


def test_every_kind_has_an_example() -> None:
    assert {type(event) for event in EXAMPLES} == set(KINDS.values())
    assert to_json(EXAMPLES[3]) == {
        "kind": "recorded",
        "v": 1,
        "match": 1,
        "outcome": {"players": ["b", "髙"], "winner": "b", "how": "normal", "margin": 12},
    }


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ([], ""),
        ({}, "kind"),
        ({"kind": "won"}, "kind"),
        ({"kind": "returned", "v": 2}, "v"),
        ({"kind": "returned", "v": 1}, "entrant"),
        ({"kind": "returned", "v": 1, "entrant": 5}, "entrant"),
        ({"kind": "returned", "v": 1, "entrant": "a", "x": 1}, "x"),
        ({"kind": "taken_back", "v": 1, "match": "1", "players": []}, "match"),
        ({"kind": "taken_back", "v": 1, "match": 1, "players": ["a"]}, "players"),
        ({"kind": "round_drawn", "v": 1, "pairs": [[1, 2], [3, None]], "seed": ""}, "pairs[1][1]"),
        ({"kind": "absent", "v": 1, "entrant": "a", "depth": 1, "why": "ill"}, "why"),
    ],
)
def test_faults_have_a_place(document: object, place: str) -> None:
    with pytest.raises(DocumentError) as caught:
        from_json(document)  # type: ignore[arg-type]
    assert caught.value.place == place
