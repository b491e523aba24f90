"""What the pages of home layouts send."""

from typing import Annotated, Literal

from pydantic import Field

from engine.training.layout import CORNERS
from webapp.door import Body, Line

_Card = Annotated[int, Field(ge=1, le=100)]


class Corners(Body):
    """How the cards lie, whole or not: those of each end of a row, from the outside in."""

    corners: Annotated[
        list[Annotated[list[_Card], Field(max_length=100)]],
        Field(min_length=len(CORNERS), max_length=len(CORNERS)),
    ]


class NewLayout(Body):
    """A new layout: where it begins from, and its name, which may be left out."""

    name: Line = ""
    start: Annotated[str, Field(pattern="^(suggested|empty|[0-9]{1,9})$")] = "suggested"
    """`suggested`, `empty`, or the number of one of one's own to begin from."""


class Named(Body):
    """Another name."""

    name: Line


class Marked(Body):
    """Whether the board lays by it."""

    on_board: Literal["yes", "no"]


class Typed(Body):
    """A code that somebody shared."""

    code: Annotated[str, Field(max_length=1000)] = ""
    name: Line = ""
