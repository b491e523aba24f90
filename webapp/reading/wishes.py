"""What a page may send to a reading: wishes of people, and reports of the page that plays the sound."""

import hashlib
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from reader import yomite_commands as yomite
from webapp.door import Body, Line
from webapp.reading.memorising import ClockWish


def fingerprint(secret: str) -> str:
    """Return what the server keeps of a page's secret name: everybody may see it, and nobody can play with it."""
    return hashlib.sha256(secret.encode()).hexdigest()


Owner = Annotated[str, Field(pattern="^[0-9a-f]{32}$"), AfterValidator(fingerprint)]
"""The page that plays: it sends a random name that only it knows, and from the door on that is its fingerprint."""
Number = Annotated[int, Field(ge=0, le=100_000)]


class Heard(Body):
    """When something left the loudspeaker: seconds of the audio clock, milliseconds of the page's and the day's."""

    context: float
    performance: float
    epoch: float
    latency: float


class Next(Body):
    """Call the next card; `by_itself` when nobody asked for it, and then only if no table needs more time."""

    do: Literal["next"]
    by_itself: bool = False

    def command(self) -> yomite.Command:
        """Return it as the yomite knows it."""
        return yomite.Next()


class Plain(Body):
    """A wish that needs no more words."""

    do: Literal["hold", "replay", "back", "skip", "stop"]

    def command(self) -> yomite.Command:
        """Return it as the yomite knows it."""
        commands: dict[str, yomite.Command] = {
            "hold": yomite.Hold(),
            "replay": yomite.Replay(),
            "back": yomite.Back(),
            "skip": yomite.Skip(),
            "stop": yomite.Stop(),
        }
        return commands[self.do]


class Resume(Body):
    """Go on after a hold."""

    do: Literal["resume"]
    from_shimo: bool = False

    def command(self) -> yomite.Command:
        """Return it as the yomite knows it."""
        return yomite.Resume(self.from_shimo)


class Learn(Body):
    """Read this poem no more."""

    do: Literal["learn"]
    poem: Annotated[int, Field(ge=1, le=100)]

    def command(self) -> yomite.Command:
        """Return it as the yomite knows it."""
        return yomite.Learn(self.poem)


class Jump(Body):
    """Call this poem next, if it is still to come."""

    do: Literal["jump"]
    poem: Annotated[int, Field(ge=1, le=100)]


class Sound(Body):
    """Take the sound of the reading, with or without starting it, or leave it; `pocket` to play it from one file."""

    do: Literal["start", "take", "leave"]
    owner: Owner
    pocket: bool = False


class Pause(Body):
    """Go on by itself after this many seconds, or wait for *next*."""

    do: Literal["pause"]
    automatic: bool
    play_pause: Annotated[float, Field(ge=0, le=600)]


class OtherVoice(Body):
    """Go on with another voice."""

    do: Literal["voice"]
    voice: Line


class HalfReport(Body):
    """A half has begun to sound, or sounded to its end."""

    do: Literal["began", "ended"]
    owner: Owner
    call: Number
    place: Number
    heard: Heard

    def command(self) -> yomite.Command:
        """Return it as the yomite knows it."""
        if self.do == "began":
            return yomite.Began(self.call, self.place)
        return yomite.Ended(self.call, self.place)


class MomentReport(Body):
    """The kimari-ji, or the whole call, has been heard."""

    do: Literal["deciding", "over"]
    owner: Owner
    call: Number
    heard: Heard

    def command(self) -> yomite.Command:
        """Return it as the yomite knows it."""
        return yomite.Deciding(self.call) if self.do == "deciding" else yomite.Over(self.call)


class TroubleReport(Body):
    """The sound was taken away, or (with its call) the voice did not come."""

    do: Literal["lost", "failed"]
    owner: Owner
    message: Line
    call: Number = 0

    def command(self) -> yomite.Command:
        """Return it as the yomite knows it."""
        return yomite.Lost(self.message) if self.do == "lost" else yomite.Failed(self.call, self.message)


Report: TypeAlias = HalfReport | MomentReport | TroubleReport
Wish: TypeAlias = Annotated[
    Next
    | Plain
    | Resume
    | Learn
    | Jump
    | Sound
    | Pause
    | OtherVoice
    | ClockWish
    | HalfReport
    | MomentReport
    | TroubleReport,
    Field(discriminator="do"),
]
