"""The figures of the page of progress as tables, for a CSV file: the headings first."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Final, TypeAlias

from engine.training.forecast import forecast, scored
from engine.training.items import Skill
from engine.training.mat_progress import layout_memory, mat, match_beside_drill, match_cards, match_takes
from engine.training.memory_progress import (
    confidence,
    lap_times,
    laps_a_run,
    places_by_laps,
    recall_order,
    recall_parts,
)
from engine.training.progress import (
    Cell,
    Strip,
    confusion_graph,
    face_strip,
    hearing,
    kimariji_by_reads,
    speed_accuracy,
    strip,
    trained_pairs,
)
from engine.training.rows import HEADINGS, Row, table
from engine.training.trial import Trial
from webapp.drills.progress import DAYS, Figure, cells, counted
from webapp.drills.run import schedule_of
from webapp.drills.trained_sets import sets_table

Table: TypeAlias = tuple[tuple[str, ...], ...]

_TIMED: Final = (Skill.FACE, Skill.SOUND)


def csv_rows(which: Figure, trials: Sequence[Trial], today: date) -> Table:
    """Return a figure as a table, the headings first."""
    return _TABLES[which](trials, today)


def _card_table(trials: Sequence[Trial], today: date) -> Table:
    """Return the hundred: the chance of recall by each skill, and the times by face and by sound."""
    times = ("ms", "low_ms", "high_ms", "n")
    heads = (
        *("card", "kimariji", *(f"recall_{skill}" for skill in Skill)),
        *(f"{skill}_{name}" for skill in _TIMED for name in times),
        "mixed_up_with",
    )
    schedule = schedule_of(trials)
    grids = [cells(schedule, trials, today, skill) for skill in _TIMED]
    return (heads, *(_card_cells(of) for of in zip(*grids, strict=True)))


def _card_cells(of: tuple[Cell, ...]) -> tuple[str, ...]:
    one = of[0]
    others = sorted({card for mixed in one.confusions for card in mixed.pair.cards} - {one.card})
    recalls = ("" if recall is None else f"{recall:.3f}" for recall in one.recall.values())
    times = (text for each in of for text in _speed_cells(each))
    return (str(one.card), one.kimariji, *recalls, *times, " ".join(map(str, others)))


def _speed_cells(one: Cell) -> tuple[str, ...]:
    speed = one.speed
    if speed is None:
        return ("", "", "", "")
    return (f"{speed.ms:.0f}", f"{speed.low_ms:.0f}", f"{speed.high_ms:.0f}", str(speed.n))


def _strip_table(found: Iterable[Strip]) -> Table:
    heads = (
        "heard",
        "device",
        "learner",
        "day",
        "length",
        *HEADINGS[1:],
        "quartile_1",
        "quartile_3",
        "early",
    )
    lines = []
    for one in found:
        quarter, three = one.quartiles_ms or (None, None)
        cells_ = table([one.times])[1][1:]
        lines.append(
            (
                "yes" if one.way.heard else "no",
                one.way.device,
                one.way.user,
                one.day.isoformat(),
                str(one.length),
                *cells_,
                _number(quarter),
                _number(three),
                str(one.early),
            )
        )
    return (heads, *lines)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"


def _confusion_table(trials: Sequence[Trial], today: date) -> Table:
    trained = trained_pairs(trials)
    edges = confusion_graph(trials, today, trained)
    befores = (HEADINGS[1:], *(() if one.before is None else table([one.before])[1][1:] for one in edges))
    heads = (*HEADINGS, "first_set", *(f"before_{name}" for name in HEADINGS[1:]))
    blank = ("",) * len(HEADINGS[1:])
    return (
        heads,
        *(
            (
                *table([one.now])[1],
                trained[one.pair].isoformat() if one.pair in trained else "",
                *(before or blank),
            )
            for one, before in zip(edges, befores[1:], strict=True)
        ),
    )


def _curve_table(trials: Sequence[Trial], today: date) -> Table:
    own = [one for one in trials if one.practice_day == today]
    lines = [
        (str(point.instruction), day, *table([each])[1])
        for day, part in (("all", trials), (today.isoformat(), own))
        for point in speed_accuracy(part)
        for each in (point.times, point.false_alarms, point.d_prime)
        if each.n
    ]
    return (("instruction", "day", *HEADINGS), *lines)


def _forecast_table(trials: Sequence[Trial], today: date) -> Table:
    schedule = schedule_of(trials)
    heads = (
        "told_on",
        "new_cards_low",
        "new_cards_high",
        "came",
        "held",
        "all_known_earliest",
        "all_known_latest",
    )
    lines = [
        (one.day.isoformat(), str(one.low), str(one.high), str(one.came), str(one.held).lower(), "", "")
        for one in scored(schedule, Skill.FACE, today)
    ]
    now = forecast(schedule, Skill.FACE, today)
    if now is not None:
        low, high = map(str, now.in_four_weeks)
        lines.insert(
            0, (today.isoformat(), low, high, "", "", now.earliest.isoformat(), now.latest.isoformat())
        )
    return (heads, *lines)


def _of_rows(
    rows: Callable[[Sequence[Trial], date], Iterable[Row]],
) -> Callable[[Sequence[Trial], date], Table]:
    return lambda trials, today: table(counted(rows(trials, today)))


_TABLES: Final[Mapping[Figure, Callable[[Sequence[Trial], date], Table]]] = {
    Figure.CARDS: _card_table,
    Figure.FACES: lambda trials, today: _strip_table(face_strip(trials, today, DAYS)),
    Figure.STRIP: lambda trials, today: _strip_table(strip(trials, today, DAYS)),
    Figure.CONFUSIONS: _confusion_table,
    Figure.SETS: sets_table,
    Figure.HEARING: _of_rows(lambda trials, _today: hearing(trials)),
    Figure.NOW: _of_rows(lambda trials, _today: kimariji_by_reads(trials)),
    Figure.PLACES: _of_rows(lambda trials, _today: (*layout_memory(trials), *places_by_laps(trials))),
    Figure.MAT: _of_rows(lambda trials, _today: (one.figure for one in mat(trials))),
    Figure.CONFIDENCE: _of_rows(lambda trials, _today: confidence(trials)),
    Figure.LAPS: _of_rows(lambda trials, _today: (*lap_times(trials), laps_a_run(trials))),
    Figure.RECALL: _of_rows(lambda trials, _today: recall_parts(trials)),
    Figure.RECALL_ORDER: _of_rows(lambda trials, _today: (one.figure for one in recall_order(trials))),
    Figure.CURVE: _curve_table,
    Figure.GAP: _of_rows(lambda trials, _today: match_beside_drill(trials)),
    Figure.MATCHES: _of_rows(lambda trials, _today: match_takes(trials)),
    Figure.MATCH_CARDS: _of_rows(lambda trials, _today: match_cards(trials)),
    Figure.FORECAST: _forecast_table,
}
