"""Whose a device is: anybody can tap a name, and it counts from when the organiser confirmed it."""

import pytest
from flask import Flask
from sqlalchemy import func, select

from tests.support.club import HOST, PHONE, PageClient, client_at, enter
from tests.support.learners import confirm, learner
from tests.webapp.drills.test_coach import faces
from tests.webapp.drills.test_pages import log_of
from webapp.access.roles import Role
from webapp.club import erasing, leaving, members, merging
from webapp.club.members import Person
from webapp.club.personal import HOLDERS
from webapp.db.drill_models import DrillClaim, DrillRow, Learner
from webapp.drills import claims, coach
from webapp.drills.claims import number_of
from webapp.drills.log import Person as Device
from webapp.services import Services


@pytest.fixture
def komachi(services: Services) -> int:
    return members.add(services, Person("小町"))


def phone(app: Flask, services: Services, role: Role = Role.SPECTATOR) -> tuple[PageClient, Device]:
    """Return a phone on which somebody practised, and its learner."""
    client = client_at(app, PHONE, HOST)
    enter(app, client, role)
    return client, learner(services, faces(12, 9), client=client)


def says(client: PageClient, member: int) -> None:
    assert client.form("/drills/mine/claim", person=str(member)).status_code == 303


def member_of(services: Services, device: Device) -> int | None:
    with services.database.session() as session:
        return session.scalar(select(Learner.member_id).where(Learner.id == device.id))


@pytest.mark.parametrize("role", [Role.SPECTATOR, Role.HELPER])
def test_who_says_a_name_is_nobody_till_the_organiser_says_yes(
    app: Flask, client: PageClient, services: Services, komachi: int, role: Role
) -> None:
    device, own = phone(app, services, role)
    says(device, komachi)
    shown = device.get("/drills/mine").text
    assert number_of(own.id) in shown
    assert "count for nobody else" in shown
    assert member_of(services, own) is None
    # nothing that a member may do
    device.form("/drills/mine/coach", agreed="yes")
    device.form("/drills/ghost/lend", on="yes")
    (holder,) = (one for one in HOLDERS if one.name == "drills")
    with services.database.session() as session:
        assert holder.rows(session, frozenset({komachi})) == []
    assert "1 device says whose it is" in client.get("/").text
    page = client.get("/drills/claims").text
    assert "小町" in page
    assert number_of(own.id) in page
    confirm(client, services, komachi)
    assert member_of(services, own) == komachi
    assert "These are the drills of 小町" in device.get("/drills/mine").text
    assert "says whose it is" not in client.get("/").text
    assert coach.learners(services.database).shown == {}, (
        "what was said before it was confirmed is not agreed"
    )


def test_on_the_organisers_own_device_there_is_nobody_to_ask(
    app: Flask, services: Services, komachi: int
) -> None:
    device, own = phone(app, services, Role.ORGANISER)
    says(device, komachi)
    assert member_of(services, own) == komachi
    assert claims.waiting(services.database) == ()


def test_who_is_refused_keeps_their_answers_and_can_say_it_again(
    app: Flask, client: PageClient, services: Services, komachi: int
) -> None:
    device, own = phone(app, services)
    says(device, komachi)
    confirm(client, services, komachi, "no")
    assert member_of(services, own) is None
    assert "These are mine" in device.get("/drills/mine").text
    assert len(log_of(device)) == 12
    says(device, komachi)
    assert len(claims.waiting(services.database)) == 1


def test_a_device_that_says_another_name_meanwhile_is_not_confirmed(
    app: Flask, client: PageClient, services: Services, komachi: int
) -> None:
    narihira = members.add(services, Person("業平"))
    device, own = phone(app, services)
    says(device, komachi)
    says(device, narihira)
    client.form(f"/drills/claims/{own.id}", person=str(komachi), answer="yes")
    assert "says something else by now" in client.get("/drills/claims").text
    assert member_of(services, own) is None
    assert [one.member for one in claims.waiting(services.database)] == [narihira]


def test_who_was_confirmed_and_says_another_name_is_nobody(
    app: Flask, client: PageClient, services: Services, komachi: int
) -> None:
    narihira = members.add(services, Person("業平"))
    device, own = phone(app, services)
    says(device, komachi)
    confirm(client, services, komachi)
    says(device, komachi)
    assert member_of(services, own) == komachi, "the same name again asks nothing"
    says(device, narihira)
    assert member_of(services, own) is None
    device.form("/drills/mine/unclaim")
    assert claims.waiting(services.database) == ()


@pytest.mark.parametrize(("first", "then", "holds"), [("yes", "no", True), ("no", "yes", False)])
def test_what_is_tapped_twice_is_saved_and_what_somebody_else_answered_stays(
    app: Flask, client: PageClient, services: Services, komachi: int, first: str, then: str, holds: bool
) -> None:
    device, own = phone(app, services)
    says(device, komachi)
    for answer, saved in ((first, True), (first, True), (then, False)):
        client.form(f"/drills/claims/{own.id}", person=str(komachi), answer=answer)
        shown = client.get("/drills/claims").text
        assert ("says something else by now" in shown) is not saved
        assert ("Saved." in shown) is saved
        assert member_of(services, own) == (komachi if holds else None)


def test_who_taps_a_name_that_is_gone_is_told(app: Flask, services: Services, komachi: int) -> None:
    device, _ = phone(app, services)
    members.add(services, Person("業平"))
    assert "小町" in device.get("/drills/mine/claim").text
    leaving.leave(services, komachi)
    says(device, komachi)
    shown = device.get("/drills/mine/claim").text
    assert "not in the club any more" in shown
    assert "業平" in shown
    assert claims.waiting(services.database) == ()


def test_two_devices_that_say_one_name_are_told_apart(
    app: Flask, client: PageClient, services: Services, komachi: int
) -> None:
    (one, mine), (other, theirs) = phone(app, services), phone(app, services)
    says(one, komachi)
    says(other, komachi)
    client.form(f"/drills/claims/{mine.id}", person=str(komachi), answer="yes")
    assert (member_of(services, mine), member_of(services, theirs)) == (komachi, None)


def test_what_was_confirmed_wrongly_is_taken_back_with_all_that_was_agreed(
    app: Flask, client: PageClient, services: Services, komachi: int
) -> None:
    device, own = phone(app, services)
    says(device, komachi)
    confirm(client, services, komachi)
    device.form("/drills/mine/coach", agreed="yes")
    assert set(coach.learners(services.database).shown) == {komachi}
    assert "小町" in client.get("/drills/claims").text
    client.form(f"/drills/claims/{own.id}", person=str(komachi), answer="back")
    assert member_of(services, own) is None
    assert coach.learners(services.database).shown == {}
    assert len(log_of(device)) == 12
    client.form(f"/drills/claims/{own.id}", person=str(komachi), answer="back")
    assert "something else by now" in client.get("/drills/claims").text


def test_forgetting_a_member_takes_the_claim_and_leaves_the_answers_of_who_only_said_so(
    app: Flask, services: Services, komachi: int
) -> None:
    device, own = phone(app, services)
    says(device, komachi)
    erasing.forget(services, komachi)
    with services.database.session() as session:
        assert session.get(DrillClaim, own.id) is None
        assert session.scalar(select(func.count()).select_from(DrillRow)) == 12
    assert "These are mine" in device.get("/drills/mine").text


def test_who_left_the_club_is_not_confirmed(
    app: Flask, client: PageClient, services: Services, komachi: int
) -> None:
    device, own = phone(app, services)
    says(device, komachi)
    assert leaving.leave(services, komachi), "the claim refers to the member, so the entry stays"
    assert claims.waiting(services.database) == ()
    client.form(f"/drills/claims/{own.id}", person=str(komachi), answer="yes")
    assert member_of(services, own) is None


def test_a_claim_follows_a_member_who_was_entered_twice(
    app: Flask, client: PageClient, services: Services, komachi: int
) -> None:
    twin = members.add(services, Person("こまち"))
    device, own = phone(app, services)
    says(device, twin)
    merging.merge(services, twin, komachi)
    assert "小町" in client.get("/drills/claims").text
    confirm(client, services, twin)
    assert member_of(services, own) == twin
    assert "小町" in device.get("/drills/mine").text
    says(device, komachi)
    assert member_of(services, own) == twin, "the same person by another entry asks nothing"


def test_erasing_a_device_takes_its_claim(app: Flask, services: Services, komachi: int) -> None:
    device, _ = phone(app, services)
    says(device, komachi)
    told = [row for row in log_of(device) if row.get("kind") == "asked"]
    assert [(row["member"], row["device"].partition("/")[0]) for row in told] == [(komachi, "Werkzeug")]
    device.form("/drills/mine/erase")
    assert claims.waiting(services.database) == ()


def test_only_the_organiser_confirms(app: Flask, services: Services, komachi: int) -> None:
    device, own = phone(app, services)
    says(device, komachi)
    helper, _ = phone(app, services, Role.HELPER)
    for looking in (device, helper):
        assert looking.get("/drills/claims").status_code in (303, 403)
        looking.form(f"/drills/claims/{own.id}", person=str(komachi), answer="yes")
    assert member_of(services, own) is None
    assert "says whose it is" not in device.get("/").text
