"""Figures as drawings: where dots, lines and circles stand. Pure; what is not known is not drawn, only counted.

Each drawing has beside it the same in words, so a picture is never the only place of a figure.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import cos, pi, sin
from typing import Final

from flask_babel import format_decimal, format_percent
from flask_babel import gettext as _

from engine.training.exercises.reaction import Instruction
from engine.training.mat_progress import Corner
from engine.training.progress import Edge, Point, Strip, Way
from engine.training.rows import Row
from poems.kimariji import full
from webapp.drills.progress_words import about, half_name, instruction_name, way_words

SHARE: Final = "share"
_BANDS: Final = ((0.7, "low"), (0.9, "middle"), (1.01, "high"))

_THIRDS: Final = ((1 / 3, "first"), (2 / 3, "second"), (1.01, "third"))


def band(share: float) -> str:
    """Return how good a share is, for its colour."""
    return next(name for under, name in _BANDS if share < under)


def third(share: float) -> str:
    """Return in which third something comes, for its colour: sooner is not better."""
    return next(name for under, name in _THIRDS if share < under)


def figure(value: float, unit: str) -> str:
    """Return a figure with its unit; times in seconds."""
    if unit == SHARE:
        return str(format_percent(value))
    if unit == "ms":
        return str(_("%(time)s s", time=format_decimal(value / 1000, "0.00")))
    return str(format_decimal(value, "0.#" if unit in ("days", "min", "laps") else "0.00"))


def told(one: Row) -> str:
    """Return a figure with its interval and count, or how many there are of how many it needs."""
    if one.value is None or one.low is None or one.high is None:
        return str(_("not known yet: %(count)s of %(wanted)s", count=one.n, wanted=one.wanted))
    value, low, high = (figure(each, one.unit) for each in (one.value, one.low, one.high))
    return str(
        _("%(value)s (%(low)s to %(high)s, n = %(count)s)", value=value, low=low, high=high, count=one.n)
    )


# Rows under each other over one scale.


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a chart on a scale from 0 to 100; no `at` where the figure is not known yet."""

    label: str
    words: str
    at: float | None = None
    low: float = 0.0
    high: float = 0.0


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines over one scale from `least` to `most`; `zero` is where 0 stands on it."""

    lines: tuple[Line, ...]
    least: str
    most: str
    zero: float


def chart(rows: Sequence[Row]) -> Chart:
    """Return rows of one unit as a drawing."""
    unit = rows[0].unit if rows else SHARE
    least = min((one.low for one in rows if one.low is not None), default=0.0)
    most = max((one.high for one in rows if one.high is not None), default=1.0)
    least, most = (0.0, 1.0) if unit == SHARE else (min(least, 0.0), max(most, 1.0))

    def place(value: float) -> float:
        return round(100 * (value - least) / (most - least), 2)

    def line(one: Row) -> Line:
        if one.value is None or one.low is None or one.high is None:
            return Line(about(one.about), told(one))
        return Line(about(one.about), told(one), place(one.value), place(one.low), place(one.high))

    return Chart(tuple(map(line, rows)), figure(least, unit), figure(most, unit), place(0.0))


# Days.

STRIP_WIDTH: Final = 320
STRIP_HEIGHT: Final = 110
_LEFT: Final = 34
_FLOOR: Final = 84
"""Where 0 s stands; what came before the sound is counted below it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A day of a strip: the median, its interval and the middle half, from top to bottom; `early` is a count."""

    x: float
    words: str
    day: str
    early: int = 0
    at: float | None = None
    low: float = 0.0
    high: float = 0.0
    quarter: float | None = None
    three_quarters: float = 0.0


@dataclass(frozen=True, slots=True)
class DayStrip:
    """The days of one length of kimari-ji, of times taken one way; all strips have one scale."""

    way: str
    """How they were taken, in words."""
    length: int
    marks: tuple[Mark, ...]
    most: str
    count: int
    early: int


def strips(found: Sequence[Strip], today: date, days: int) -> tuple[DayStrip, ...]:
    """Return a strip for each way and length, the way with the most times first."""
    highs = [one.times.high for one in found if one.times.high is not None]
    quarters = [one.quartiles_ms[1] for one in found if one.quartiles_ms is not None]
    most = max([*highs, *quarters], default=1000.0)
    counts = Counter[Way]()
    for one in found:
        counts[one.way] += one.times.n
    out = []
    for way in sorted(counts, key=lambda one: (-counts[one], one)):
        kind = [one for one in counts if (one.heard, one.device) == (way.heard, way.device)]
        words = way_words(way, 1 + sorted(kind).index(way) if len(kind) > 1 else 0)
        for length in sorted({one.length for one in found if one.way == way}):
            own = [one for one in found if (one.way, one.length) == (way, length)]
            marks = tuple(_mark(one, today, days, most) for one in own)
            early = sum(one.early for one in own)
            count = sum(one.times.n for one in own)
            out.append(DayStrip(words, length, marks, figure(most, "ms"), count, early))
    return tuple(out)


def _mark(one: Strip, today: date, days: int, most: float) -> Mark:
    ago = (today - one.day) / timedelta(days=1)
    x = round(STRIP_WIDTH - 6 - ago * (STRIP_WIDTH - _LEFT - 12) / (days - 1), 1)

    def y(value: float) -> float:
        return round(_FLOOR - value / most * (_FLOOR - 8), 1)

    words = told(one.times)
    if one.quartiles_ms is not None:
        low, high = (figure(each, "ms") for each in one.quartiles_ms)
        words = str(_("%(told)s; half of them %(low)s to %(high)s", told=words, low=low, high=high))
    if one.early:
        words = str(_("%(told)s; before the sound: %(count)s", told=words, count=one.early))
    day = one.day.isoformat()
    if one.times.value is None or one.times.low is None or one.times.high is None:
        return Mark(x, words, day, one.early)
    quarter, three = one.quartiles_ms or (one.times.low, one.times.high)
    values = (one.times.value, one.times.low, one.times.high, quarter, three)
    return Mark(x, words, day, one.early, *(y(value) for value in values))


# What is mixed up.

GRAPH: Final = 320
_AROUND: Final = 112
MOST_EDGES: Final = 12
"""Lines that a graph shows; the table has all."""


@dataclass(frozen=True, slots=True)
class Node:
    """A card of the graph."""

    x: float
    y: float
    label: str


@dataclass(frozen=True, slots=True)
class Tie:
    """Two cards that are mixed up: `width` is how often now, `before` how often before the first set of theirs."""

    one: Node
    other: Node
    width: float
    before: float | None


@dataclass(frozen=True, slots=True)
class Graph:
    """The cards in a circle and what ties them; and all pairs in words."""

    nodes: tuple[Node, ...]
    ties: tuple[Tie, ...]
    lines: tuple[tuple[str, str], ...]


def graph(edges: Sequence[Edge]) -> Graph:
    """Return the graph of the pairs that are known, the likeliest first."""
    edges = [one for one in edges if one.now.n or (one.before is not None and one.before.n)]
    drawn = [one for one in edges if one.now.value is not None][:MOST_EDGES]
    cards = list(dict.fromkeys(card for one in drawn for card in one.pair.cards))
    nodes = {card: _node(card, at, len(cards)) for at, card in enumerate(cards)}
    ties = tuple(
        Tie(nodes[one.pair.one], nodes[one.pair.other], _width(one.now) or 1.0, _width(one.before))
        for one in drawn
    )
    return Graph(tuple(nodes.values()), ties, tuple((one.now.about, _edge_words(one)) for one in edges))


def _node(card: int, at: int, of: int) -> Node:
    angle = 2 * pi * at / of - pi / 2
    half = GRAPH / 2
    return Node(round(half + _AROUND * cos(angle), 1), round(half + _AROUND * sin(angle), 1), full(card))


def _width(one: Row | None) -> float | None:
    return None if one is None or one.value is None else round(1 + 30 * one.value, 1)


def _edge_words(one: Edge) -> str:
    now = told(one.now)
    if one.before is None:
        return now
    return str(_("before its first set %(before)s, since then %(now)s", before=told(one.before), now=now))


# The mat.


@dataclass(frozen=True, slots=True)
class Spot:
    """An end of a row on the drawn mat; no band where it is not known yet."""

    band: str
    share: str
    count: int
    words: str


def spots(corners: Sequence[Corner], coloured: Callable[[float], str] = band) -> tuple[tuple[Spot, ...], ...]:
    """Return the rows of the mat as they lie, the farthest first; coloured by how good a share is, or otherwise."""
    every = [_spot(one, coloured) for one in corners]
    return tuple(tuple(every[at : at + 2]) for at in range(0, len(every), 2))


def _spot(one: Corner, coloured: Callable[[float], str]) -> Spot:
    known = one.figure
    words = f"{half_name(one.half)} {one.row} {one.end}: {told(known)}"
    if known.value is None:
        return Spot("new", "", known.n, words)
    return Spot(coloured(known.value), figure(known.value, SHARE), known.n, words)


# Speed against faults.

CURVE_WIDTH: Final = 320
CURVE_HEIGHT: Final = 200
_CURVE_LEFT: Final = 40
_CURVE_FLOOR: Final = 170


@dataclass(frozen=True, slots=True)
class Cross:
    """A point of the curve with the intervals of both figures; `today` is drawn hollow."""

    label: str
    today: bool
    x: float
    y: float
    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The points that are known, in the order from safe to attack; and all in words."""

    points: tuple[Cross, ...]
    lines: tuple[tuple[str, str], ...]
    fastest: str
    slowest: str
    most: str


def curve(points: Sequence[Point], today: Sequence[Point]) -> Curve:
    """Return the speed–accuracy curve of all days, with the points of today."""
    every = [(one, False) for one in points] + [(one, True) for one in today]
    known = [
        (one, now) for one, now in every if one.times.value is not None and one.false_alarms.value is not None
    ]
    fast = min((one.times.low or 0.0 for one, _now in known), default=0.0)
    slow = max((one.times.high or 0.0 for one, _now in known), default=1000.0)
    most = max((one.false_alarms.high or 0.0 for one, _now in known), default=1.0)
    scale = _Scale(fast, max(slow, fast + 1), max(most, 0.01))
    lines = tuple(
        (_point_name(one.instruction, now=now), words)
        for one, now in every
        if (words := _point_words(one)) is not None
    )
    crosses = tuple(scale.cross(one, now=now) for one, now in known)
    return Curve(crosses, lines, figure(fast, "ms"), figure(slow, "ms"), figure(most, SHARE))


@dataclass(frozen=True, slots=True)
class _Scale:
    fast: float
    slow: float
    most: float

    def x(self, value: float | None) -> float:
        along = ((value or 0.0) - self.fast) / (self.slow - self.fast)
        return round(_CURVE_LEFT + 10 + along * (CURVE_WIDTH - _CURVE_LEFT - 26), 1)

    def y(self, value: float | None) -> float:
        return round(_CURVE_FLOOR - 8 - (value or 0.0) / self.most * (_CURVE_FLOOR - 24), 1)

    def cross(self, one: Point, *, now: bool) -> Cross:
        times, alarms = one.times, one.false_alarms
        return Cross(
            _point_name(one.instruction, now=now),
            now,
            self.x(times.value),
            self.y(alarms.value),
            self.x(times.low),
            self.x(times.high),
            self.y(alarms.high),
            self.y(alarms.low),
        )


def _point_name(instruction: Instruction, *, now: bool) -> str:
    name = instruction_name(instruction)
    return str(_("%(name)s, today", name=name)) if now else str(name)


def _point_words(one: Point) -> str | None:
    """Return a point in words, as far as it is known; None for one without any trial."""
    if not one.times.n and not one.false_alarms.n:
        return None
    parts = (
        _("time %(figure)s", figure=told(one.times)),
        _("false alarms %(figure)s", figure=told(one.false_alarms)),
        _("d′ %(figure)s", figure=told(one.d_prime)),
    )
    known = [
        str(text)
        for text, part in zip(parts, (one.times, one.false_alarms, one.d_prime), strict=True)
        if part.value is not None
    ]
    return "; ".join(known or [str(parts[0])])
