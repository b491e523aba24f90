"""A whole evening's match and its answer, kept as files: what is told today is told the same in every release."""

import json
from pathlib import Path

from engine.karuta.record import dumps, parse, replay
from engine.karuta.replay import answer
from engine.karuta.settlement import Call

DATA = Path(__file__).parent / "data"


def test_the_evenings_match_is_told_as_ever() -> None:
    found = answer(replay(parse((DATA / "evening.json").read_bytes())))
    assert found == json.loads((DATA / "evening.answer.json").read_text())


def test_the_record_is_written_as_ever() -> None:
    data = (DATA / "evening.json").read_bytes()
    assert dumps(parse(data)).encode() == data


def test_the_evening_had_every_call() -> None:
    state = replay(parse((DATA / "evening.json").read_bytes()))
    assert {label.call for settled in state.settlements for label in settled.labels} == set(Call)
    assert state.result is not None
