"""A hundred poems through a real sound server: every silence as long as it was asked for, and no drift.

Strokes stand for the halves, so that it is over in a quarter of a minute; five calls of twenty poems each, the second
half of them on a machine that is kept busy. What the device is given is compared with what was asked for, and what the
recorder heard with what the device was given: the first is the program's work, the second the machine's.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest

from reader.outputs.devices import Device, devices
from reader.outputs.portaudio import open_portaudio
from reader.outputs.tuning import Tuning
from tests.support.drumming import RATE, Drummer, Heard, busy
from tests.support.null_sink import NullSink

pytestmark = [pytest.mark.sound, pytest.mark.xdist_group("sound")]

CALLS = 5
POEMS_A_CALL = 20
PAUSE = round(0.65 * RATE)
MOST_HOLES = 5
"""Interruptions of the machine's that are forgiven after a second try: a fortieth of all silences."""


def drum(sink: NullSink, tuning: Tuning) -> Heard:
    drummer = Drummer(
        lambda: open_portaudio(None, lambda _device: tuning),
        CALLS,
        2 * POEMS_A_CALL,
        PAUSE,
        stroke=RATE * 15 // 1000,
        silence=RATE * 25 // 1000,
    )
    with sink.recording() as recorded, ThreadPoolExecutor(1) as pool:
        playing = pool.submit(drummer.play)
        drummer.middle.wait(60)
        with busy(4):
            playing.result()
    return drummer.judged(recorded[0].samples)


def test_a_hundred_poems_keep_every_silence_also_on_a_busy_machine(own_sink: NullSink) -> None:
    """With the noise that keeps a loudspeaker awake, which must change nothing."""
    tuning = Tuning(awake=True)
    heard = drum(own_sink, tuning)
    if heard.holes:
        heard = drum(own_sink, tuning)
    assert heard.strokes == CALLS * POEMS_A_CALL * 2
    assert abs(heard.unprovoked).max(initial=0) == 0, "what the program gives is the plan, to the sample"
    assert heard.holes <= MOST_HOLES
    if not heard.holes:
        assert heard.p99 <= 1
        assert abs(heard.drift) <= 1


def test_the_sound_servers_outputs_are_listed_by_name(own_sink: NullSink) -> None:
    assert [(one.name, one.default, one.muted, one.volume) for one in devices()] == [
        ("Null Output", True, False, 1.0)
    ]
    assert isinstance(devices()[0], Device)
