"""The clock of the memorisation time, and how long a reader goes on by itself."""

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.club import PageClient
from tests.support.sound_page import SilentStudio, SoundPage, order
from webapp.reading import operations, views
from webapp.reading.memorising import CALL, MINUTES, Clock, ClockWish, after, clock_view
from webapp.services import Services


def wish(act: str, **more: object) -> ClockWish:
    return ClockWish.model_validate({"do": "clock", "act": act, **more})


def test_fifteen_minutes_and_a_call_two_minutes_before_the_end() -> None:
    clock = after(None, wish("start"), 1000.0)
    assert clock is not None
    assert clock.left_at(1000.0) == MINUTES * 60 == 900
    assert clock.left_at(1000.0 + 780) == CALL == 120
    assert clock.left_at(1e9) == 0


def test_a_pause_keeps_what_is_left() -> None:
    running = after(None, wish("start", minutes=10, then_start=True), 0.0)
    paused = after(running, wish("pause"), 100.0)
    assert paused == Clock(100.0, 500.0, 600.0, running=False, then_start=True)
    again = after(paused, wish("start", then_start=False), 1000.0)
    assert again == Clock(1000.0, 500.0, 600.0, running=True, then_start=False)


@given(st.lists(st.tuples(st.sampled_from(["start", "pause", "reset"]), st.floats(0, 400)), max_size=20))
def test_only_running_time_is_used_up(wishes: list[tuple[str, float]]) -> None:
    """Against a clock that is wound second by second, so to speak: a plain sum of the stretches in which it ran."""
    clock: Clock | None = None
    left, running, now = 0.0, False, 0.0
    for act, wait in wishes:
        now += wait
        left = max(0.0, left - wait) if running else left
        running = running and left > 0
        if act == "start":
            left, running = (left, True) if left else (900.0, True)
        elif act == "pause":
            running = False
        else:
            left, running = 0.0, False
        clock = after(clock, wish(act), now) or clock
        found = clock.left_at(now) if clock else 0.0
        assert found == pytest.approx(left, abs=1e-6)


def test_a_clock_that_was_reset_is_not_shown() -> None:
    clock = after(Clock(0.0, 900.0, 900.0, running=True, then_start=False), wish("reset"), 5.0)
    assert clock_view(clock, 6.0) is None
    assert clock_view(None, 6.0) is None


def test_every_page_sees_the_same_clock_and_only_helpers_set_it(
    client: PageClient, phone: PageClient, reader: SoundPage
) -> None:
    assert reader.state()["clock"] is None
    state = reader.do("clock", act="start", minutes=15, then_start=True)
    assert state["clock"]["running"]
    assert 890 < state["clock"]["left"] <= 900
    assert client.get(f"/readings/{reader.reading}/state").get_json()["clock"]["then_start"]
    state = reader.do("clock", act="pause")
    assert not state["clock"]["running"]
    before = state["seq"]
    assert reader.do("clock", act="pause")["seq"] == before, "what is so already is not written down"
    assert reader.do("clock", act="reset")["clock"] is None
    assert reader.send({"do": "clock", "act": "start", "minutes": 0}).status_code == 422
    assert reader.send({"do": "clock", "act": "start", "minutes": 61}).status_code == 422


def test_once_the_reading_has_begun_there_is_no_clock(reader: SoundPage) -> None:
    reader.do("clock", act="start")
    reader.start()
    assert reader.state()["clock"] is None
    assert reader.refused("clock", act="start")["refused"] == "started"


def test_at_its_end_the_reading_begins_once_whoever_tells_it(reader: SoundPage) -> None:
    reader.do("take", owner=reader.name)
    seen = reader.state()["seq"]
    answers = [
        SoundPage(reader.client, reader.reading).send({"do": "next", "by_itself": True}, seen=seen)
        for _ in range(3)
    ]
    assert [answer.status_code for answer in answers] == [200, 409, 409]
    assert reader.state()["phase"] == "speaking"
    assert reader.state()["call"]["segments"][0]["poem"] == 0


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Set the time of the day for readings."""

    def set_time(now: float) -> None:
        monkeypatch.setattr(operations, "now", lambda: now)
        monkeypatch.setattr(views, "clock", lambda: now)

    return set_time


def test_after_its_minutes_the_reader_waits_for_somebody(
    client: PageClient, studio: SilentStudio, services: Services, at: Callable[[float], None]
) -> None:
    at(1_000_000.0)
    reader = SoundPage(client, order(client, minutes="30", order="number"))
    reader.start()
    reader.play()
    at(1_000_000.0 + 30 * 60 - 1)
    assert reader.do("next", by_itself=True)["phase"] == "speaking"
    state = reader.play()
    assert not state["time_up"]
    at(1_000_000.0 + 30 * 60)
    state = reader.do("next", by_itself=True)
    assert (state["phase"], state["time_up"]) == ("play", True)
    assert reader.do("next")["phase"] == "speaking", "whoever asks is heard"
    assert operations.book(services).load(reader.reading).started_at == 1_000_000.0


def test_a_reading_that_ends_early_is_over_after_its_last_lower_half(
    client: PageClient, studio: SilentStudio
) -> None:
    reader = SoundPage(client, order(client, most="2", order="number", joka="0"))
    reader.start()
    reader.play()
    reader.do("next")
    state = reader.play()
    assert (state["to_come"], state["total"]) == (0, 2)
    assert reader.do("next")["call"]["segments"][0]["part"] == "shimo"
    assert reader.play()["phase"] == "done"


def test_each_round_begins_with_whole_kimariji(client: PageClient, studio: SilentStudio) -> None:
    # of 9 はなの, 96 はなさ, 67 はるの and 2 はるす the last to come is known at は
    reader = SoundPage(
        client, order(client, cards="own", own_cards="9 96 67 2", order="as-given", rounds="2", joka="0")
    )
    reader.start()
    found = []
    for _ in range(8):
        state = reader.play()
        found.append((state["round"], state["poem"], state["kimariji"]))
        state = reader.do("next")
    assert [one[2] for one in found] == ["はなの", "はな", "はるの", "は"] * 2
    assert [one[0] for one in found] == [1] * 4 + [2] * 4
    assert [heard["kimariji"] for heard in state["read"]] == ["はなの", "はな", "はるの", "は"] * 2
    assert state["read"][4]["changes"] == state["read"][0]["changes"] != []


ORDERS = ("shuffle", "random", "number", "musume", "as-given")


@pytest.mark.parametrize("joka", [0, 1, 2])
def test_play_pressed_twice_plays_for_every_order_opener_and_size(
    client: PageClient, studio: SilentStudio, joka: int
) -> None:
    opener = [(True, "kami"), *[(True, "shimo")] * joka] if joka else []
    for way, cards in itertools.product(ORDERS, ("", "7", "9 5", "all")):
        fields = {"order": way, "joka": str(joka), "cards": "own", "own_cards": cards}
        if not cards:
            answer = client.form("/readings/", **fields)
            assert answer.status_code == 422
            assert "There is no card in this set" in answer.text
            continue
        reader = SoundPage(client, order(client, **fields))
        first = reader.start()["call"]["segments"]
        halves = [(segment["poem"] == 0, segment["part"]) for segment in first]
        assert halves == [*opener, (False, "kami")], "the first poem has no lower half before it"
        read = reader.play()["read"]
        assert len(read) == 1
        second = reader.do("next")["call"]["segments"]
        assert (second[0]["part"], second[0]["poem"]) == ("shimo", read[0]["poem"])
        assert all(segment["poem"] for segment in second)
        after_two = reader.play()
        assert after_two["phase"] == "done" if cards == "7" else len(after_two["read"]) == 2
