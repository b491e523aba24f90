"""The coach's view: figures of those who agree, while they do; of all others only what nobody stands out of."""

import csv
import io
import zipfile
from datetime import timedelta

import pytest
from flask import Flask

from engine.training.trial import Exercise, Trial
from tests.engine.training.makers import trial
from tests.support.club import HOST, PHONE, PageClient, client_at, enter
from tests.support.learners import confirm, learner
from webapp.access.roles import Role
from webapp.club import erasing, leaving, members, merging
from webapp.club.members import Person
from webapp.db.columns import now
from webapp.drills import coach, log
from webapp.drills.coach import FEWEST_PEOPLE, Summary, summary
from webapp.practice_day import practice_day
from webapp.services import Services


def faces(count: int, right: int, first: int = 0) -> list[Trial]:
    """Return answers of today, so many of them right."""
    today = practice_day(now())
    return [
        trial(first + n, 17, today, exercise=Exercise.FUDANAGASHI, correct=n < right, rt_ms=800.0 + n)
        for n in range(count)
    ]


def handed_out(client: PageClient, member: int) -> list[dict[str, str]]:
    """Return what is handed out to a person of their drills."""
    packed = zipfile.ZipFile(io.BytesIO(client.get(f"/club/members/{member}/data.zip").data))
    return list(csv.DictReader(io.StringIO(packed.read("drills.csv").decode("utf-8-sig"))))


@pytest.fixture
def komachi(services: Services) -> int:
    return members.add(services, Person("小町"))


@pytest.fixture
def device(app: Flask, services: Services, komachi: int) -> PageClient:
    """Return the phone that komachi practises on."""
    client = client_at(app, PHONE, HOST)
    enter(app, client, Role.SPECTATOR)
    learner(services, faces(12, 9), client=client, member=komachi)
    return client


def test_nobody_is_seen_who_did_not_agree(client: PageClient, device: PageClient, komachi: int) -> None:
    assert "小町" in device.get("/drills/mine").text
    assert "小町" not in client.get("/drills/coach").text
    assert client.get(f"/drills/coach/{komachi}").status_code == 404
    assert client.get(f"/drills/coach/{komachi}/cards.csv").status_code == 404


def test_a_persons_data_show_the_organiser_no_answer_and_no_layout(
    client: PageClient, device: PageClient, komachi: int
) -> None:
    device.form("/teiichi/new", name="冬の定位置")
    (told,) = handed_out(client, komachi)
    assert (told["rows"], told["home_layouts"]) == ("12", "1")
    packed = zipfile.ZipFile(io.BytesIO(client.get(f"/club/members/{komachi}/data.zip").data))
    every = "".join(packed.read(name).decode() for name in packed.namelist())
    assert "冬の定位置" not in every
    assert not any(one.trial_id in every for one in faces(12, 9))


def test_who_agrees_is_seen_and_is_gone_at_once(client: PageClient, device: PageClient, komachi: int) -> None:
    assert device.form("/drills/mine/coach", agreed="yes").status_code == 303
    assert "Agreed on" in device.get("/drills/mine").text
    assert "小町" in client.get("/drills/coach").text
    (told,) = handed_out(client, komachi)
    assert told["coach_since"]
    page = client.get(f"/drills/coach/{komachi}").text
    assert "From 12 answers." in page
    assert "/drills/progress/cards/" not in page, "figures, and no single answers"
    lines = list(csv.DictReader(io.StringIO(client.get("/drills/coach.csv").text.lstrip("\ufeff"))))
    assert [(line["name"], line["answers_30"], line["time_n"]) for line in lines] == [("小町", "12", "9")]
    device.form("/drills/mine/coach", agreed="no")
    assert "小町" not in client.get("/drills/coach").text
    for address in (f"/drills/coach/{komachi}", f"/drills/coach/{komachi}/faces.csv"):
        assert client.get(address).status_code == 404


@pytest.mark.parametrize("end", ["/drills/mine/unclaim", "/drills/mine/erase"])
def test_agreeing_ends_with_what_it_was_for(
    client: PageClient, device: PageClient, komachi: int, services: Services, end: str
) -> None:
    device.form("/drills/mine/coach", agreed="yes")
    device.form(end)
    assert client.get(f"/drills/coach/{komachi}").status_code == 404
    if end.endswith("unclaim"):
        device.form("/drills/mine/claim", person=str(komachi))
        confirm(client, services, komachi)
        assert client.get(f"/drills/coach/{komachi}").status_code == 404, "it has to be said again"


def test_another_member_does_not_inherit_it(
    client: PageClient, device: PageClient, services: Services
) -> None:
    narihira = members.add(services, Person("業平"))
    device.form("/drills/mine/coach", agreed="yes")
    device.form("/drills/mine/claim", person=str(narihira))
    confirm(client, services, narihira)
    assert client.get(f"/drills/coach/{narihira}").status_code == 404


def test_for_a_minor_a_guardian_has_to_agree_too(
    client: PageClient, device: PageClient, komachi: int
) -> None:
    device.form("/drills/mine/coach", agreed="yes")
    client.form(f"/club/members/{komachi}/shown", shown_to="club", guardian="母")
    assert client.get(f"/drills/coach/{komachi}").status_code == 404
    assert "guardian has to agree" in device.get("/drills/mine").text
    client.form(f"/club/members/{komachi}/shown", shown_to="club", guardian="母", coach_guardian="母 11/30")
    assert "母 11/30" in client.get(f"/club/members/{komachi}").text
    assert client.get(f"/drills/coach/{komachi}").status_code == 200
    assert "guardian has to agree" not in device.get("/drills/mine").text


def test_what_was_agreed_holds_for_one_person_however_often_entered(
    client: PageClient, device: PageClient, komachi: int, services: Services
) -> None:
    device.form("/drills/mine/coach", agreed="yes")
    twin = members.add(services, Person("小町", note="二度目"))
    other = learner(services, faces(3, 3, 40), member=twin)
    coach.agree(services.database, other, agreed=True)
    learner(services, faces(5, 5, 60), member=twin)
    merging.merge(services, twin, komachi)
    assert "From 15 answers." in client.get(f"/drills/coach/{komachi}").text, "the third device did not agree"
    assert client.get(f"/drills/coach/{twin}").status_code == 404


def test_a_device_of_nobody_agrees_to_nothing(services: Services) -> None:
    person = learner(services, faces(3, 3))
    coach.agree(services.database, person, agreed=True)
    assert not coach.consent(services.database, person).shown
    assert coach.learners(services.database).shown == {}


def test_who_is_forgotten_is_not_seen(
    client: PageClient, device: PageClient, komachi: int, services: Services
) -> None:
    device.form("/drills/mine/coach", agreed="yes")
    erasing.forget(services, komachi)
    assert client.get(f"/drills/coach/{komachi}").status_code == 404


def test_only_the_organiser_is_the_coach(app: Flask, device: PageClient, komachi: int) -> None:
    helper = client_at(app, PHONE, HOST)
    enter(app, helper, Role.HELPER)
    for looking in (device, helper):
        for address in ("/drills/coach", "/drills/coach.csv", f"/drills/coach/{komachi}"):
            assert looking.get(address).status_code in (303, 403)


@pytest.mark.parametrize(
    ("claimed", "few", "enough"),
    [
        (True, "Fewer than five people", "5 people practised"),
        (False, "Fewer than five devices", "5 devices were"),
    ],
)
def test_the_others_are_told_of_only_from_five_on(
    client: PageClient, services: Services, claimed: bool, few: str, enough: str
) -> None:
    def one(rows: list[Trial], name: str) -> None:
        learner(services, rows, member=members.add(services, Person(name)) if claimed else None)

    for number in range(FEWEST_PEOPLE - 1):
        one(faces(10, 5 + number), "甲乙丙丁"[number])
    assert few in client.get("/drills/coach").text
    one(faces(10, 9), "戊")
    one([trial(0, 17, practice_day(now()) - timedelta(days=60))], "己")
    page = client.get("/drills/coach").text
    assert enough in page
    assert ("Fewer than five people" in page) is not claimed, "neither counts among the other"
    assert ("Fewer than five devices" in page) is claimed
    assert "70% (n = 5)" in page
    assert "50%" not in page, "the ends would be two persons' own figures"
    assert "90%" not in page
    assert "小町" not in page


def test_two_devices_of_one_member_are_one_of_the_others(services: Services, komachi: int) -> None:
    one, two = (learner(services, faces(3, 3, 10 * n), member=komachi) for n in range(2))
    nobodys = learner(services, faces(3, 3))
    assert coach.learners(services.database).others == ((one.id, two.id),)
    assert coach.learners(services.database).devices == ((nobodys.id,),)
    assert len(coach.trials_of(services.database, (one.id, two.id))) == 6


def test_five_devices_of_one_person_are_no_five_people(services: Services, komachi: int) -> None:
    today = practice_day(now())
    for number in range(FEWEST_PEOPLE):
        learner(services, faces(10, 5, 20 * number), member=komachi)
    seen = coach.learners(services.database)
    found = coach.others((coach.trials_of(services.database, own) for own in seen.others), today)
    assert (found.count, found.told, found.rows) == (0, False, ())


# Membership.


def test_who_leaves_the_club_is_seen_no_more_and_keeps_their_answers(
    client: PageClient, device: PageClient, komachi: int, services: Services
) -> None:
    device.form("/drills/mine/coach", agreed="yes")
    assert client.form(f"/club/members/{komachi}/leave").status_code == 303
    seen = coach.learners(services.database)
    assert (seen.shown, seen.others, seen.devices) == ({}, (), ())
    for address in (f"/drills/coach/{komachi}", f"/drills/coach/{komachi}/faces.csv"):
        assert client.get(address).status_code == 404
    shown = device.get("/drills/mine").text
    assert "Who left the club is not seen" in shown
    assert "Agreed on" not in shown
    device.form("/drills/mine/coach", agreed="yes")
    assert coach.learners(services.database).shown == {}, "there is no coach to agree to"
    assert len(device.get("/drills/mine.csv").text.splitlines()) == 13
    device.form("/drills/mine/erase")
    assert "Nothing is kept of this device" in device.get("/drills/mine").text


def test_who_comes_back_has_to_agree_again(
    client: PageClient, device: PageClient, komachi: int, services: Services
) -> None:
    device.form("/drills/mine/coach", agreed="yes")
    leaving.leave(services, komachi)
    leaving.come_back(services, komachi)
    assert client.get(f"/drills/coach/{komachi}").status_code == 404
    assert "Agreed on" not in device.get("/drills/mine").text
    device.form("/drills/mine/coach", agreed="yes")
    assert client.get(f"/drills/coach/{komachi}").status_code == 200


@pytest.mark.parametrize(("days", "seen"), [(-400, True), (-2, False), (0, False), (30, True)])
def test_agreeing_ends_on_the_day_on_which_they_leave(
    services: Services,
    device: PageClient,
    komachi: int,
    monkeypatch: pytest.MonkeyPatch,
    days: int,
    seen: bool,
) -> None:
    """They agreed a week ago, and come back today from whatever it was: only what lies between ends it."""
    monkeypatch.setattr(coach, "now", lambda: now() - timedelta(days=7))
    device.form("/drills/mine/coach", agreed="yes")
    monkeypatch.undo()
    today = practice_day(now())
    leaving.leave(services, komachi, today + timedelta(days=days))
    leaving.come_back(services, komachi, today)
    assert (komachi in coach.learners(services.database).shown) is seen


def test_a_summary_counts_the_last_thirty_days(services: Services) -> None:
    today = practice_day(now())
    old = [trial(n, 18, today - timedelta(days=40), exercise=Exercise.FUDANAGASHI) for n in range(4)]
    found = summary(1, [*old, *faces(6, 6)], today)
    assert isinstance(found, Summary)
    assert (found.days, found.answers, found.time.n) == (1, 6, 6)
    assert found.forecast is None
    person = learner(services)
    assert log.trials(services.database, person) == ()
