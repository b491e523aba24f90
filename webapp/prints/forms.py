"""What an address may ask of a print."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from webapp.door import Body
from webapp.prints.honours import Wording, proposed

MOST_PLACES = 64


class CertificateForm(Body):
    """The words of certificates, and how many places get one. Words that are absent are those proposed."""

    style: Literal["upright", "level"] = "upright"
    players: Literal["", "yes"] = ""
    """Whether each player of a team gets one."""
    places: Annotated[int, Field(ge=1, le=MOST_PLACES)] = 3
    title: Annotated[str, Field(max_length=60)] | None = None
    achieved: Annotated[str, Field(max_length=200)] | None = None
    name: Annotated[str, Field(max_length=200)] | None = None
    text: Annotated[str, Field(max_length=2000)] | None = None
    day: Annotated[str, Field(max_length=100)] | None = None
    given_by: Annotated[str, Field(max_length=500)] | None = None

    def wording(self) -> Wording:
        """Return the words."""
        upright = self.style == "upright"
        known = proposed(upright=upright, player=self.players == "yes")

        def said(typed: str | None, else_: str) -> str:
            return else_ if typed is None else typed

        return Wording(
            title=said(self.title, known.title),
            achieved=said(self.achieved, known.achieved),
            name=said(self.name, known.name),
            text=said(self.text, known.text),
            day=said(self.day, known.day),
            given_by=said(self.given_by, known.given_by),
            upright=upright,
        )


def certificate_form(typed: Mapping[str, str]) -> CertificateForm:
    """Return what an address asks of certificates. Raises pydantic.ValidationError."""
    known = {name: text for name, text in typed.items() if name in CertificateForm.model_fields}
    return CertificateForm.model_validate_strings(known)
