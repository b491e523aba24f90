"""Captions: what they show has sounded, whatever clocks and lines do."""

import datetime as dt
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from poems.anthology import OPENER
from poems.poem import Poem
from reader.verse import Verse
from tests.support.club import PageClient, enter
from tests.support.fake_voice import FakeVoice
from tests.support.sound_page import SoundPage
from webapp.access.roles import Role
from webapp.db.store import StoredEvent, Stream
from webapp.reading.captions import AFTER_HOLD, MARGIN, Sounding, after, known_at

BASE = 1_800_000_000.0


def event(seq: int, kind: str, stored: float, **payload: Any) -> StoredEvent:
    """Return an event that the server heard of `stored` seconds after the evening's beginning."""
    when = dt.datetime.fromtimestamp(BASE + stored, dt.UTC)
    return StoredEvent(Stream("reading", "r"), seq, kind, payload, "c", when, "a")


def half_began(seq: int, sounds: float, *, delay: float, clock: float, latency: float) -> StoredEvent:
    """Return the report of a half that sounds at a time of the server's, by a page whose clock is off."""
    # the page speaks when the sound leaves it, before it has left the loudspeaker
    heard = {"latency": latency * 1000}
    said = sounds - latency + delay
    return event(
        seq, "half_began", said, at=BASE + sounds - clock, half=[3, "kami"], call=1, place=0, heard=heard
    )


DELAY = st.floats(0.005, 0.2)


@given(
    st.lists(DELAY, min_size=1, max_size=5), st.floats(-300, 300), st.floats(0, 0.3), st.floats(0, 5), DELAY
)
def test_no_caption_is_early(
    delays: list[float], clock: float, latency: float, later: float, line: float
) -> None:
    known = Sounding()
    for number, delay in enumerate(delays):
        began = number * 20.0
        known = after(known, half_began(number + 1, began, delay=delay, clock=clock, latency=latency))
    asked = began + later
    age = known.age(BASE + asked)
    # the answer takes its time; what has passed since is left out
    assert age <= later + 1e-3
    assert age >= later - max(delays) - 1e-3
    assert line >= 0


@given(
    st.floats(0.5, 2.0),
    st.floats(-0.1, 0.2),
    st.floats(0.1, 3.0),
    st.floats(0.0, 0.2),
    st.floats(0, 2.0),
    DELAY,
)
def test_what_was_cut_off_by_a_hold_is_not_shown(
    held: float, reaction: float, stood: float, slow: float, later: float, line: float
) -> None:
    """`reaction` is how long after the server has heard of a hold the sound stops; the page that holds stops before."""
    assume(line - reaction <= MARGIN)
    known = after(Sounding(), half_began(1, 0.0, delay=0.005, clock=50.0, latency=0.0))
    truth = held + reaction
    # a page that has not heard of the hold yet goes on counting
    assert known.age(BASE + held + line) - MARGIN <= truth + 1e-3
    known = after(known, event(2, "held", held, at=BASE + held, reason="hand", message=""))
    assert known.age(BASE + held + 60) - MARGIN - AFTER_HOLD <= truth + 1e-3
    known = after(known, event(3, "resumed", held + stood, at=BASE + held + stood))
    sounded = truth + max(0.0, later - slow)
    assert known.age(BASE + held + stood + later) - MARGIN - AFTER_HOLD * known.holds <= sounded + 1e-3


def test_a_mora_is_known_when_it_has_sounded_and_a_held_one_soon() -> None:
    verse = Verse(3, "kami", 6 * 48_000, 3 * 48_000)
    clip = FakeVoice().render(verse)
    known = known_at(clip)
    assert len(known) == len(clip.marks)
    times = [at for _, at in known]
    assert times == sorted(times)
    for (kana, at), mark in zip(known, clip.marks, strict=True):
        assert kana == mark.kana
        assert (mark.vowel - clip.voice_start) / 48_000 <= at <= (mark.end - clip.voice_start) / 48_000


def test_everybody_reads_what_sounds_and_nothing_that_is_to_come(
    app: Any, reader: SoundPage, phone: PageClient
) -> None:
    enter(app, phone, Role.SPECTATOR)
    url = f"/readings/{reader.reading}/captions.json"
    assert phone.get(url).get_json()["morae"] == []
    reader.start()
    assert phone.get(url).get_json()["poem"] is None
    reader.play(until="began 0")
    caption = phone.get(url).get_json()
    assert (caption["poem"], caption["part"], caption["running"]) == (0, "kami", True)
    assert caption["lines"] == [5, 7, 5]
    assert [kana for kana, _ in caption["morae"]] == [
        mora for line in OPENER.morae[Poem.kami] for mora in line
    ]
    reader.report("ended", call=1, place=0)
    assert phone.get(url).get_json()["over"]
    reader.do("hold")
    assert not phone.get(url).get_json()["running"]
    assert phone.get(f"/readings/{reader.reading}/captions").status_code == 200
