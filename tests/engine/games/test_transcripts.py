"""Random sessions stay the same, line by line: a change of the rules shows here as a difference to read."""

from collections import defaultdict
from typing import Any

import pytest

from engine.games import ENTRIES, load
from tests.support.transcript import CASES, Case, begun, path_of, transcript


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def test_a_session_reads_as_it_did(case: Case) -> None:
    assert transcript(case) == path_of(case).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", ENTRIES)
def test_the_sessions_show_every_event_every_phase_and_every_choice_of_an_option(game: str) -> None:
    """Of numbers at will (units, rounds) any will do; of how many play, each number is in the laws' grid."""
    events, phases = set(), set()
    used: dict[str, set[Any]] = defaultdict(set)
    for case in CASES:
        if case[0] == game:
            playout: Any = begun(case)
            phases.add(playout.state.view(None).phase)
            for happened in playout.steps(hands=case[4]):
                events |= set(map(type, happened))
                phases.add(playout.state.view(None).phase)
            for name, value in playout.game.options.all().items():
                used[name].add(value)
    assert events == set(load(game).event_types)
    assert phases == set(load(game).phases)
    for name, values in load(game).options_type.values().items():
        if name != "players":
            assert set(values.listed) <= used[name], name


def test_every_kept_session_has_its_case() -> None:
    kept = {path for game in ENTRIES for path in path_of((game, "", {}, 0, 0)).parent.glob("*.txt")}
    assert kept == set(map(path_of, CASES))
