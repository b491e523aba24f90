"""A learner's settings: kept, fed into the plan of a day, handed out and erased with everything else."""

import datetime as dt
import re
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from engine.training.exercises.reaction import Instruction
from engine.training.items import Skill
from engine.training.layout import suggested
from engine.training.schedule import Settings
from poems.chance import Seed
from tests.support.club import PageClient, client_at
from tests.support.learners import learner
from tests.webapp.drills.test_exercises import answer, begun, page_of, send
from webapp.club import members
from webapp.club.members import Person
from webapp.club.personal import HOLDERS
from webapp.db.columns import now
from webapp.db.models import Base
from webapp.drills import operations, settings
from webapp.drills.kind import Start
from webapp.drills.run import knowledge
from webapp.drills.settings import Chosen, Goal, Wait
from webapp.practice_day import practice_day
from webapp.services import Services

TODAY = dt.date(2026, 11, 2)

OF_LEARNERS = [
    table
    for table in Base.metadata.sorted_tables
    if table.name == "learners" or any(one.column.table.name == "learners" for one in table.foreign_keys)
]
"""Every table that keeps something of learners, also those of the future."""


def daily(client: PageClient) -> dict[str, Any]:
    return page_of(client, client.form("/drills/daily").headers["Location"])


def new_cards(page: dict[str, Any]) -> int:
    return sum(step.get("isNew", False) for step in page["steps"])


def test_settings_are_written_and_read_back() -> None:
    chosen = Chosen(
        goal=Goal.COMPETE,
        minutes=10,
        tournament=TODAY,
        in_season=False,
        sound=True,
        letters=True,
        furigana=False,
        large=True,
        left_handed=True,
        adaptive=False,
        wait=Wait.TAP,
        instruction=Instruction.SAFE,
    )
    every, usual = settings.to_texts(chosen), settings.to_texts(Chosen())
    assert all(every[name] != usual[name] for name in every)  # so that none is forgotten
    assert settings.from_texts(settings.to_texts(chosen)) == chosen


@pytest.mark.parametrize(
    "texts", [{}, {"goal": "fame"}, {"tournament": "soon"}, {"other": "x"}, {"minutes": "7"}]
)
def test_what_is_missing_or_no_longer_known_is_as_usual(texts: dict[str, str]) -> None:
    assert settings.from_texts(texts) == Chosen()


def test_whoever_chose_nothing_is_scheduled_as_before() -> None:
    assert Chosen().schedule == Settings(skills=(Skill.FACE,))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("", None),
        (" ", None),
        ("2026-11-02", TODAY),
        ("2026/11/03", dt.date(2026, 11, 3)),
        ("２０２６-１２-０１", dt.date(2026, 12, 1)),
    ],
)
def test_a_day_is_read_as_people_write_it(text: str, day: dt.date | None) -> None:
    assert settings.day(text, TODAY) == day


@pytest.mark.parametrize("text", ["soon", "2026-11-01", "2040-01-01", "2026-13-01", "0", "9999-12-31"])
def test_a_day_that_is_none_is_over_or_far_away_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of whatever wording
        settings.day(text, TODAY)


def test_ten_minutes_and_keeping_change_the_plan(client: PageClient) -> None:
    assert new_cards(daily(client)) == 4
    assert client.form("/drills/settings", minutes="10").status_code == 303
    assert new_cards(daily(client)) == 7
    assert "Ten minutes a day" in client.get("/drills/").text
    client.form("/drills/settings", goal="keep")
    assert new_cards(daily(client)) == 0


def test_nothing_new_comes_shortly_before_a_tournament(client: PageClient) -> None:
    day = practice_day(now()) + dt.timedelta(days=2)
    client.form("/drills/settings", tournament=day.isoformat())
    assert new_cards(daily(client)) == 0
    assert f'value="{day.isoformat()}"' in client.get("/drills/settings").text


def test_a_run_that_was_begun_stays_as_it_was(client: PageClient) -> None:
    url = client.form("/drills/daily").headers["Location"]
    before = page_of(client, url)["steps"]
    client.form("/drills/settings", minutes="10", goal="keep")
    assert page_of(client, url)["steps"] == before


def test_a_wrong_day_is_refused_and_what_was_chosen_stays(client: PageClient) -> None:
    refused = client.form("/drills/settings", tournament="2001-01-01", goal="compete", letters="yes")
    assert refused.status_code == 422
    assert "Write the day of the tournament" in refused.text
    assert re.search(r'name="goal" value="compete" checked', refused.text)
    assert re.search(r'name="letters" value="yes" checked', refused.text)
    assert client.form("/drills/settings", goal="fame").status_code == 422
    assert client.get_cookie("naniwazu_drills", domain="localhost") is None


def test_without_adaptation_the_end_of_a_day_says_so(client: PageClient) -> None:
    client.form("/drills/settings", goal="learn")  # a box that is not ticked is off
    page = daily(client)
    ended = send(client, page, [answer(step) for step in page["steps"]], over=True).json
    assert ["Adaptation", "It is off: the contrasts were drawn at random."] in ended["lines"]
    client.form("/drills/settings", adaptive="yes")
    page = daily(client)
    ended = send(client, page, [answer(step) for step in page["steps"]], over=True).json
    assert "Adaptation" not in [head for head, _ in ended["lines"]]


def test_looks_reach_the_page(client: PageClient) -> None:
    client.form("/drills/settings", letters="yes", left_handed="yes", wait="tap", furigana="yes")
    url, page = begun(client, "faces")
    assert page["look"] == {"letters": True, "furigana": True, "wait": "tap"}
    assert "left-handed" in client.get(url).text


def test_a_tournament_that_is_over_stands_in_nobodys_way(client: PageClient, services: Services) -> None:
    person = learner(services, client=client)
    settings.save(services.database, person.id, Chosen(tournament=dt.date(2026, 1, 1)))
    assert settings.load(services.database, person.id).tournament is not None
    assert 'name="tournament" type="date" value=""' in client.get("/drills/settings").text


def test_settings_are_handed_out_with_the_answers(client: PageClient) -> None:
    practised(client, "1-2")
    client.form("/drills/settings", goal="keep")
    *rows, chosen = client.get("/drills/mine.json").json["rows"]
    assert [row["kind"] for row in rows] == ["trial", "trial"]
    assert (chosen["kind"], chosen["goal"]) == ("settings", "keep")


def test_all_that_is_kept_beside_the_answers_is_handed_out(client: PageClient, services: Services) -> None:
    komachi = members.add(services, Person("小町"))
    learner(services, client=client, member=komachi)
    client.form("/drills/mine/coach", agreed="yes")
    client.form("/drills/ghost/lend", on="yes")
    client.form("/teiichi/new", name="冬")
    claimed, coach, ghost, layout = client.get("/drills/mine.json").json["rows"]
    assert claimed == {"kind": "claimed", "member": komachi}
    assert (coach["kind"], coach["to"], len(coach["at"])) == ("agreed", "coach", 32)
    assert ghost == {"kind": "agreed", "to": "ghost"}
    assert (layout["kind"], layout["name"], len(layout)) == ("layout", "冬", 8)
    with services.database.session() as session:
        holder = next(one for one in HOLDERS if one.name == "drills")
        (told,) = holder.rows(session, frozenset({komachi}))
    assert (told["coach_since"], told["lends_ghost"], told["home_layouts"]) == (coach["at"], True, 1)
    client.form("/drills/ghost/lend", on="no")
    client.form("/drills/mine/coach", agreed="no")
    kinds = [row["kind"] for row in client.get("/drills/mine.json").json["rows"]]
    assert kinds == ["claimed", "layout"]
    client.form("/drills/mine/erase")
    with services.database.session() as session:
        for table in OF_LEARNERS:
            assert session.scalar(select(func.count()).select_from(table)) == 0, table.name


def test_settings_go_with_the_learner(app: Flask, client: PageClient, services: Services) -> None:
    number = learner(services, client=client).id
    client.form("/drills/settings", goal="keep")
    assert settings.load(services.database, number).goal is Goal.KEEP
    other = client_at(app, "127.0.0.1", "localhost:8100")
    assert re.search(r'name="goal" value="learn" checked', other.get("/drills/settings").text)
    client.form("/drills/mine/erase")
    assert settings.load(services.database, number) == Chosen()
    settings.save(services.database, number, Chosen(goal=Goal.KEEP))
    assert settings.load(services.database, number) == Chosen()


def practised(client: PageClient, cards: str) -> None:
    _, page = begun(client, "faces", cards="own", own=cards)
    send(client, page, [answer(step) for step in page["steps"]], over=True)


def offered(client: PageClient) -> list[str]:
    """Return what stands beside the plan."""
    _before, said, after = client.get("/drills/").text.partition("Also this week:")
    return re.findall(r'href="/drills/exercises/(\w+)"', after.partition("</form>")[0]) if said else []


def test_what_is_due_every_week_is_offered_to_whoever_knows_enough_cards(client: PageClient) -> None:
    practised(client, "1-19")
    assert offered(client) == []
    practised(client, "20-30")
    assert set(offered(client)) == {"faces", "memorising", "updating"}
    practised(client, "1-50")
    assert set(offered(client)) == {"memorising", "updating"}


def test_the_own_layout_of_that_moment_goes_into_the_plan_of_a_day(
    app: Flask, client: PageClient, services: Services
) -> None:
    def home() -> str | None:
        address = client.form("/drills/daily").headers["Location"]
        with app.test_request_context():
            found = operations.ticket(services, address.rpartition("/")[2])
        assert found is not None
        drill = found.kind
        start = Start(str(found.learner), Seed.from_hex(found.seed), found.day, (), found.options)
        assert drill.steps(start) == drill.steps(start)
        return found.options.get("_home")

    assert home() is None
    client.form("/teiichi/new", start="empty")
    assert home() is None
    client.form("/teiichi/new", start="suggested")
    assert home() == suggested().code()
    across = suggested().across()
    assert knowledge((), TODAY, across).across == across
