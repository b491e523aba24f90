"""Charts as places and lengths in the units of a picture; the page sets them as SVG. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 220
LEFT: Final = 60
RIGHT: Final = 8
TOP: Final = 14
BOTTOM: Final = 26
_MOST_LABELS: Final = 12
_LETTER: Final = 11.0
"""About how wide a letter of a label is where letters are largest, on a phone."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A number beside the chart, at a height."""

    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A text below the chart."""

    x: float
    text: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar; `kind` is its class in the style sheet."""

    x: float
    y: float
    width: float
    height: float
    kind: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: bars, or one line through dots."""

    ticks: tuple[Tick, ...]
    marks: tuple[Mark, ...]
    bars: tuple[Bar, ...] = ()
    path: str = ""
    dots: tuple[tuple[float, float], ...] = ()


def stacked(rows: Sequence[tuple[str, int, int]]) -> Chart:
    """Return bars of two numbers on top of each other, such as won and lost by month."""
    most = max((won + lost for _, won, lost in rows), default=0)
    scale = _Scale(0, most)
    room = (WIDTH - LEFT - RIGHT) / max(len(rows), 1)
    wide = min(room * 0.7, 44)
    bars = []
    for number, (_, won, lost) in enumerate(rows):
        x = LEFT + (number + 0.5) * room - wide / 2
        for kind, low, high in (("won", 0, won), ("lost", won, won + lost)):
            if high > low:
                top = scale.y(high)
                bars.append(Bar(_short(x), top, _short(wide), _short(scale.y(low) - top), kind))
    return Chart(scale.ticks, _marks([row[0] for row in rows], room), tuple(bars))


def line(points: Sequence[tuple[str, float]]) -> Chart:
    """Return a line through numbers in their order, such as ratings."""
    values = [value for _, value in points]
    scale = _Scale(min(values, default=0), max(values, default=1))
    room = (WIDTH - LEFT - RIGHT) / max(len(points), 1)
    dots = tuple(
        (_short(LEFT + (number + 0.5) * room), scale.y(value)) for number, value in enumerate(values)
    )
    path = "M" + " L".join(f"{x} {y}" for x, y in dots) if dots else ""
    return Chart(
        scale.ticks, _marks([text for text, _ in points], room), (), path, dots if len(dots) <= 60 else ()
    )


class _Scale:
    """Heights of numbers, with round ones as ticks."""

    def __init__(self, low: float, high: float) -> None:
        step = _step(max(high - low, 1))
        self._low = floor(low / step) * step
        self._high = max(ceil(high / step) * step, self._low + step)
        count = round((self._high - self._low) / step)
        values = (self._low + number * step for number in range(count + 1))
        self.ticks = tuple(Tick(self.y(value), f"{value:g}") for value in values)

    def y(self, value: float) -> float:
        share = (value - self._low) / (self._high - self._low)
        return _short(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM))


def _step(span: float) -> float:
    """Return a round step, at least 1, of which four or so make a span."""
    rough = span / 4
    ten = 10 ** floor(log10(rough)) if rough >= 1 else 1
    return float(next((ten * times for times in (1, 2, 5, 10) if ten * times >= rough), ten))


def _marks(texts: Sequence[str], room: float) -> tuple[Mark, ...]:
    longest = max(map(len, texts), default=1)
    most = min(_MOST_LABELS, max(int((WIDTH - LEFT - RIGHT) / (_LETTER * (longest + 1))), 1))
    every = max(ceil(len(texts) / most), 1)
    return tuple(
        Mark(_short(LEFT + (number + 0.5) * room), text)
        for number, text in enumerate(texts)
        if number % every == 0
    )


def _short(value: float) -> float:
    return round(value, 1)
