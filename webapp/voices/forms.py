"""What comes through the doors of voices."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from reader.packs.document import OPTIONAL
from webapp.door import Body, Line, clean

Sample = Annotated[int, Field(ge=0, le=121 * 48_000)]
"""A place in a recording, in samples at 48 kHz."""

Title = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(clean)]
"""What a pack is called."""


class Described(Body):
    """Whose reading a pack is, and what may be done with it."""

    credit: Line = ""
    licence: Annotated[str, Field(max_length=2000)] = ""


class NewPack(Described):
    """A pack that is to be recorded here."""

    title: Title


class Marks(Body):
    """Marks that were set by hand; those left out stay. A kimari-ji or decision point of null takes its mark away."""

    on: Sample | None = None
    off: Sample | None = None
    hold: Sample | None = None
    kimariji: Sample | None = None
    decision: Sample | None = None

    def given(self) -> dict[str, int | None]:
        """Return the marks that are in the body."""
        named = {name: getattr(self, name) for name in self.model_fields_set}
        return {name: value for name, value in named.items() if value is not None or name in OPTIONAL}


class CutAt(Body):
    """A place at which a recording of a whole poem is cut in two."""

    at: Sample


class Preview(Body):
    """A voice to listen to."""

    voice: Annotated[str, Field(max_length=120)]
    poem: Annotated[int, Field(ge=0, le=100)] = 17
    part: Literal["kami", "shimo"] = "kami"
