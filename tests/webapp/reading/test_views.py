"""What pages are shown of a reading: kimari-ji, changes, counts, and the call to play."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from poems import kimariji
from poems.cards import ALL_CARDS, mask
from reader.pattern import Half
from reader.plan import transition
from reader.yomite_state import Phase
from tests.support.club import PageClient
from tests.support.sound_page import SilentStudio, SoundPage, order
from webapp import i18n
from webapp.reading import operations, views
from webapp.reading.readings import Desk
from webapp.services import Services


def play_all(reader: SoundPage, count: int) -> dict[str, Any]:
    reader.start()
    state = reader.play()
    for _ in range(count - 1):
        reader.do("next")
        state = reader.play()
    return state


def test_each_read_tells_which_kimariji_it_changed_and_why(client: PageClient, studio: SilentStudio) -> None:
    cards = (9, 33, 67, 96, 2)  # は: はなの, はなさ, はるの, はるす … and one more
    reader = SoundPage(
        client, order(client, cards="own", own_cards="9,96,67,2,33", order="as-given", joka="0")
    )
    state = play_all(reader, 5)
    read = [heard["poem"] for heard in state["read"]]
    assert sorted(read) == sorted(cards)
    gone = ALL_CARDS & ~mask(cards)
    for heard in state["read"]:
        assert heard["kimariji"] == kimariji.current(heard["poem"], gone)
        expected = [(c.card, c.before, c.after, c.because) for c in kimariji.changes(gone, heard["poem"])]
        assert [(c["card"], c["before"], c["after"], c["because"]) for c in heard["changes"]] == expected
        gone |= 1 << heard["poem"]
    assert state["read"][0]["changes"] == [{"card": 96, "before": "はなさ", "after": "はな", "because": 9}]


def test_with_dead_cards_every_poem_may_still_come(client: PageClient, studio: SilentStudio) -> None:
    reader = SoundPage(
        client, order(client, cards="own", own_cards="9,96", order="as-given", dead="1", joka="0")
    )
    state = play_all(reader, 1)
    assert state["read"][0]["kimariji"] == kimariji.full(state["read"][0]["poem"])


def test_where_a_poem_may_come_again_nothing_changes(client: PageClient, studio: SilentStudio) -> None:
    reader = SoundPage(client, order(client, cards="own", own_cards="9,96", order="random", joka="0"))
    state = play_all(reader, 2)
    assert all(heard["changes"] == [] for heard in state["read"])
    assert {heard["kimariji"] for heard in state["read"]} <= {"はなの", "はなさ"}


def test_the_kimariji_shown_is_the_one_that_counted_when_the_poem_was_read(reader: SoundPage) -> None:
    state = play_all(reader, 2)
    assert (state["poem"], state["kimariji"]) == (2, kimariji.current(2, mask([1])))
    reader.do("next")
    # the lower half of poem 2 sounds: its kimari-ji stays what it was
    state = reader.play(until="began 0")
    assert (state["poem"], state["kimariji"]) == (2, kimariji.current(2, mask([1])))
    assert state["total"] == 100


def test_the_call_is_the_plan_to_the_sample(reader: SoundPage, services: Services) -> None:
    reader.start()
    call = reader.state()["call"]
    programme = operations.book(services).load(reader.reading).state.programme
    halves = (Half(0, "kami"), Half(0, "shimo"), Half(0, "shimo"), Half(1, "kami"))
    planned = transition(programme, halves).voiced
    voiced = [(segment["voice_start"], segment["voice_end"]) for segment in call["segments"]]
    assert voiced == [(segment.voice_start, segment.voice_end) for segment in planned]
    gaps = [
        b["voice_start"] - a["voice_end"]
        for a, b in zip(call["segments"], call["segments"][1:], strict=False)
    ]
    assert gaps == [48_000, 48_000, 48_000]
    assert [s["deciding"] for s in call["segments"]] == [None, None, None, 3]  # あきの
    assert call["segments"][1]["clip"] == call["segments"][2]["clip"]


def test_lower_halves_alone_count_as_read_at_their_end(client: PageClient, studio: SilentStudio) -> None:
    reader = SoundPage(client, order(client, pattern="shimo", joka="0", order="number"))
    reader.start()
    assert [s["deciding"] for s in reader.state()["call"]["segments"]] == [0]
    assert [heard["poem"] for heard in reader.play()["read"]] == [1]


def test_a_poem_left_out_is_not_counted(reader: SoundPage) -> None:
    reader.start()
    reader.play()
    state = reader.do("skip")
    assert (state["total"], state["to_come"]) == (99, 98)


def test_clips_that_come_next_are_named_ahead(reader: SoundPage, studio: SilentStudio) -> None:
    reader.start()
    ahead = reader.state()["call"]["ahead"]
    assert len(ahead) == len(set(ahead)) == 4  # lower 1, upper 2, lower 2, upper 3
    reader.play()
    reader.do("next")
    now = [segment["clip"] for segment in reader.state()["call"]["segments"]]
    assert now == ahead[:2]


def test_times_are_those_of_the_clock_on_the_wall(
    client: PageClient, studio: SilentStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i18n, "LOCALTZ", dt.timezone(dt.timedelta(hours=9)))
    monkeypatch.setattr(
        operations, "now", lambda: dt.datetime(2026, 1, 31, 14, 30, tzinfo=dt.UTC).timestamp()
    )
    order(client)
    page = client.get("/readings/", headers={"Accept-Language": "ru"}).text
    assert "31 янв. 2026 г., 23:30:00" in page.replace("\u202f", " ")


def test_all_pages_count_down_to_the_next_call_of_the_room(
    reader: SoundPage, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader.start()
    reader.play()
    assert reader.state()["next_in"] is None, "a page with the sound counts by its own clock"
    desk = operations.book(services).load(reader.reading)
    here = replace(desk, room="Hall A", settings=replace(desk.settings, automatic=True, play_pause=8.0))
    assert here.rested_at > here.started_at > 0

    def next_in(desk: Desk, after: float) -> float | None:
        monkeypatch.setattr(views, "clock", lambda: here.rested_at + after)
        return views.reading_view(desk, (), None, fault="", here=True, yours=False).next_in

    assert (next_in(here, 3.0), next_in(here, 8.0)) == (5.0, None)
    waits = replace(here, settings=replace(here.settings, automatic=False))
    a_hand_is_up = replace(here, state=replace(here.state, hands=frozenset({"table"})))
    for other in (waits, a_hand_is_up, replace(here, state=replace(here.state, phase=Phase.HELD))):
        assert next_in(other, 3.0) is None
    next_call = reader.do("next")
    assert next_call["next_in"] is None
