"""Whatever trials a log holds, the pages of progress can be drawn, and tell nothing by too few."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.training.card_history import card_history
from engine.training.items import Skill
from engine.training.trial import DeviceClass, ErrorKind, Exercise, Grade, Sound, Trial
from poems.cards import ALL_CARDS
from tests.engine.training.makers import DAY
from webapp.drills import coach, coach_page
from webapp.drills.card_page import card_page
from webapp.drills.progress import Figure, progress
from webapp.drills.progress_tables import csv_rows
from webapp.drills.run import USUAL, schedule_of

cards = st.integers(1, 100)
times = st.one_of(st.none(), st.floats(-390, 9000, allow_nan=False))
set_ids = st.sampled_from(
    ["", "safe", "attack", "own", "away", "15-50", "card_to_place/own/上/左", "present/away",
     "place_to_card/opponent", "///", "laps"]
)  # fmt: skip


@st.composite
def trials(draw: st.DrawFn) -> list[Trial]:
    """Return a log of trials of all kinds, as they would come and as they would not."""
    out = []
    for number in range(draw(st.integers(0, 40))):
        ago = draw(st.integers(0, 45))
        day = DAY - timedelta(days=ago)
        fields: dict[str, Any] = {
            "poem": draw(st.one_of(st.none(), cards)),
            "skill": draw(st.one_of(st.none(), st.sampled_from(Skill))),
            "options": tuple(draw(st.lists(cards, max_size=4, unique=True))),
            "chosen": draw(st.one_of(st.none(), st.integers(0, 100))),
            "touched": tuple(draw(st.lists(cards, max_size=2))),
            "correct": draw(st.sampled_from([True, False, None])),
            "error_kind": draw(st.one_of(st.none(), st.sampled_from(ErrorKind))),
            "rt_ms": draw(times),
            "unread": draw(
                st.one_of(st.none(), st.integers(0, ALL_CARDS).map(lambda some: some & ALL_CARDS))
            ),
            "level": draw(st.one_of(st.none(), st.floats(-100, 600, allow_nan=False))),
            "set_id": draw(set_ids),
            "response": draw(st.sampled_from(["", "50", "40.0 30.5 / 90.0"])),
            "confidence": draw(st.one_of(st.none(), st.integers(1, 4))),
            "recalled": draw(st.one_of(st.none(), st.integers(1, 100))),
            "sound": draw(st.sampled_from([None, Sound("mei"), Sound("a b")])),
            "device": draw(st.sampled_from(DeviceClass)),
            "interrupted": draw(st.booleans()),
            "auto_grade": draw(st.one_of(st.none(), st.sampled_from(Grade))),
            "grade_reason": draw(st.sampled_from(["", "right", "in_between", "of another program"])),
        }
        shown = datetime.combine(day, time(12), UTC) + timedelta(seconds=number)
        out.append(Trial(f"t{number}", "u", draw(st.sampled_from(Exercise)), shown, day, **fields))
    return sorted(out, key=lambda one: (one.practice_day, one.shown_at, one.trial_id))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(log=trials(), card=cards, skill=st.sampled_from(Skill))
def test_any_log_can_be_drawn(app: Flask, log: list[Trial], card: int, skill: Skill) -> None:
    with app.test_request_context("/"):
        page = progress(log, DAY, skill)
        shown = card_page(card_history(card, schedule_of(log), log, USUAL.schedule, DAY), ())
        glance = coach_page.overview(
            [("小町", coach.summary(1, log, DAY))], coach.others([log] * 5, DAY), coach.others([], DAY)
        )
    assert len(page.squares) == 100
    assert shown.count == sum(one.poem == card for one in log)
    assert len(coach_page.table(glance)) == 2
    for one in page.sections:
        assert all(0 <= line.low <= line.at <= line.high <= 100 for line in _known(one.chart))
    for figure in Figure:
        rows = csv_rows(figure, log, DAY)
        assert len({len(row) for row in rows}) == 1, figure
        _nothing_by_too_few(rows)


def _known(chart: Any) -> list[Any]:
    return [line for line in chart.lines if line.at is not None] if chart is not None else []


def _nothing_by_too_few(rows: tuple[tuple[str, ...], ...]) -> None:
    heads = rows[0]
    if "value" not in heads:
        return
    for row in rows[1:]:
        cells = dict(zip(heads, row, strict=True))
        if cells["value"]:
            assert int(cells["n"]) >= 5, cells
        else:
            assert int(cells["n"]) < int(cells["wanted"]), cells
