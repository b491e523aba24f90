"""What the pages of ghost matches send."""

from typing import Annotated, Literal

from pydantic import Field

from engine.training.trial import DeviceClass, InputKind
from webapp.door import Body
from webapp.drills.forms import Clocks
from webapp.hearing.voices import TURNS

_Card = Annotated[int, Field(ge=1, le=100)]
_Ms = Annotated[float, Field(ge=-60_000, le=600_000)]


class NewGhostMatch(Body):
    """Who is played against (`level:dan`, `own`, `mate:7`), how many cards each, and how one's own side is laid."""

    opponent: Annotated[str, Field(pattern="^(level:[a-z_]{1,20}|own|mate:[0-9]{1,9})$")] = "level:kyu"
    each: Literal["25", "4"] = "25"
    layout: Annotated[str, Field(pattern="^(usual|[0-9]{1,9})$")] = "usual"
    read: Literal["heard", "shown"] = "shown"
    voice: Annotated[str, Field(max_length=100)] = TURNS
    speed: Annotated[str, Field(pattern="^[0-9]{2,3}$")] = "100"


class Lending(Body):
    """Whether one lends how one plays."""

    on: Literal["yes", "no"]


class Touched(Body):
    """A card that was touched, in milliseconds from the moment that decided the read."""

    card: _Card
    ms: _Ms


class Move(Body):
    """What the player did: the touches of a read, or (`send`) the cards that were sent."""

    touches: Annotated[tuple[Touched, ...], Field(max_length=20)] = ()
    send: Annotated[tuple[_Card, ...], Field(max_length=25)] | None = None
    shown_at: Annotated[int, Field(ge=0, le=32_503_680_000_000)] = 0
    interrupted: bool = False
    input: InputKind = InputKind.TOUCH
    heard: Clocks | None = None


class Moves(Body):
    """A whole match so far: it is played again from its seed each time, so nothing of it is stored."""

    device: DeviceClass
    moves: Annotated[tuple[Move, ...], Field(max_length=250)]
