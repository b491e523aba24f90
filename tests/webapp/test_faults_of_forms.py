"""A form that is refused names every field that does not fit, also one that its page does not show."""

from collections.abc import Callable

import pytest
from pydantic import BaseModel

from tests.support.club import PageClient
from tests.support.tournament import club_tournament
from webapp.club import members
from webapp.club.forms import MemberForm
from webapp.club.members import Person
from webapp.practice.forms import PlanForm
from webapp.reading.forms import NewReading
from webapp.services import Services
from webapp.tournaments.forms import ClassForm, EntryForm, TournamentForm

BAD = "\x07no such value"
"""What no field takes."""
UNKNOWN = "unheard"
"""A field that no page has."""


def reading(_known: Services) -> str:
    return "/readings/"


def practice(_known: Services) -> str:
    return "/practice/new"


def member(_known: Services) -> str:
    return "/club/members/new"


def member_known(known: Services) -> str:
    return f"/club/members/{members.add(known, Person('小町'))}/edit"


def tournament(_known: Services) -> str:
    return "/tournaments/new"


def new_class(known: Services) -> str:
    return f"/tournaments/{club_tournament(known, ()).code}/classes/new"


def entry(known: Services) -> str:
    found = club_tournament(known, ())
    return f"/tournaments/{found.code}/{found.number}/entries"


FORMS: dict[Callable[[Services], str], type[BaseModel]] = {
    reading: NewReading,
    practice: PlanForm,
    member: MemberForm,
    member_known: MemberForm,
    tournament: TournamentForm,
    new_class: ClassForm,
    entry: EntryForm,
}
IGNORED = {tournament, new_class, entry}
"""Forms that pass over a field which they do not know: a browser's own, or one of another part of the page."""


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_every_field_that_does_not_fit_is_named(
    client: PageClient, services: Services, form: Callable[[Services], str]
) -> None:
    at = form(services)
    refused = client.form(at, **dict.fromkeys(FORMS[form].model_fields, BAD))
    assert refused.status_code == 422
    assert [name for name in FORMS[form].model_fields if f'id="{name}-error"' not in refused.text] == []
    if form not in IGNORED:
        refused = client.form(at, **{UNKNOWN: "1"})
        assert refused.status_code == 422
        assert f"“{UNKNOWN}”: the page has no such field" in refused.text
        assert "marked below" not in refused.text
