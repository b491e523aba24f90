"""The loudspeakers through a PortAudio that does what the test says: tuning, loss, and what is never done."""

import ctypes.util
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from reader.outputs import devices as device_list
from reader.outputs import library, noise, portaudio, sound_server
from reader.outputs.devices import Device
from reader.outputs.portaudio import PortAudioSink, levelled, open_portaudio
from reader.outputs.sink import NoSoundLibraryError, SpeakersUnavailableError
from reader.outputs.sound_server import Sink
from reader.outputs.tuning import Tuning

BLOCK = 480
LATE = BLOCK / 48_000
"""Seconds that a full store lacks when a block is asked for: that very block. Nothing is known more exactly."""


class FakeError(Exception):
    """What `sounddevice` raises."""


class FakeAbort(Exception):  # noqa: N818 - its name
    """What a callback raises to end its stream."""


@dataclass
class FakeStream:
    """A stream that fetches only when the test says so."""

    latency: float
    callback: Callable[..., None]
    channels: int
    beyond: float = 0.0
    store: float = 1.0
    time: float = 0.0
    active: bool = False
    closed: bool = False

    def start(self) -> None:
        self.active = True

    def abort(self) -> None:
        self.active = False

    stop = abort

    def close(self) -> None:
        self.closed = True

    def fetch(self, blocks: int) -> NDArray[np.float32]:
        out = []
        for _ in range(blocks):
            block = np.full((BLOCK, self.channels), 9, np.float32)
            try:
                self.callback(
                    block,
                    BLOCK,
                    SimpleNamespace(
                        outputBufferDacTime=self.time + self.beyond + self.latency * self.store - LATE
                    ),
                    SimpleNamespace(output_underflow=False),
                )
            except FakeAbort:
                self.active = False
            out.append(block[:, 0].copy())
        return np.concatenate(out)


@dataclass
class FakePortAudio:
    """The module `sounddevice` with devices by name; the first output is the default."""

    names: list[str]
    streams: list[FakeStream] = field(default_factory=list)
    restarts: int = 0
    broken: bool = False
    system: str = "ALSA"

    PortAudioError = FakeError
    CallbackAbort = FakeAbort

    def query_devices(self, device: int | None = None, kind: str = "") -> Any:
        rows = [
            {"index": place, "name": name, "hostapi": 0, "max_output_channels": 2}
            for place, name in enumerate(self.names)
        ]
        if not kind:
            return [*rows, {"index": 9, "name": "Microphone", "hostapi": 0, "max_output_channels": 0}]
        if not rows:
            raise FakeError("no such device")
        return rows[device or 0]

    def query_hostapis(self, host: int) -> dict[str, Any]:
        return {"name": self.system, "index": host}

    def OutputStream(self, **options: Any) -> FakeStream:  # noqa: N802 - its name
        if self.broken:
            raise FakeError("device unavailable")
        made = FakeStream(options["latency"], options["callback"], options["channels"])
        self.streams.append(made)
        return made

    def _terminate(self) -> None:
        self.restarts += 1

    def _initialize(self) -> None:
        pass


class Counting:
    """A player whose samples count up, so that each is known."""

    def __init__(self) -> None:
        self.taken = 0
        self.rests: list[float] = []
        self.sounds = False
        self.gone = threading.Event()
        self.message = ""

    def fill(self, count: int, slipped: int) -> NDArray[np.float32]:
        start, self.taken = self.taken, self.taken + count
        return (np.arange(start, self.taken) % 1000 / 2000).astype(np.float32)

    def rest(self, seconds: float) -> bool:
        self.rests.append(seconds)
        return self.sounds

    def tick(self) -> None:
        pass

    def lost(self, message: str) -> None:
        self.message = message
        self.gone.set()


@pytest.fixture
def audio(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePortAudio]:
    made = FakePortAudio(["Desk", "Hall"])
    for module in (portaudio, device_list, library):
        monkeypatch.setattr(module, "load", lambda: made)
    monkeypatch.setattr(sound_server, "sinks", lambda: ())
    monkeypatch.setattr(sound_server, "default_state", lambda: (None, None))
    monkeypatch.setattr(library, "_open_streams", set())
    monkeypatch.setattr(library, "hurry", lambda: None)
    monkeypatch.setattr(portaudio, "hurry", lambda: None)
    # nothing fetches here by itself
    monkeypatch.setattr(portaudio, "_ASKS_AGAIN", 0.0)
    yield made
    for stream in made.streams:
        stream.active = False


def opened(tuning: Tuning, audio: FakePortAudio) -> tuple[PortAudioSink, FakeStream]:
    sink = open_portaudio("Hall", lambda _device: tuning)
    sink.start(Counting())
    return sink, audio.streams[-1]


def test_a_device_is_found_by_its_name_wherever_it_stands_in_the_list(audio: FakePortAudio) -> None:
    assert device_list.named("Hall").index == 1
    audio.names = ["Radio", "Hall", "Desk"]
    assert device_list.named("desk").index == 2
    assert device_list.named(None).name == "Radio"


def test_a_name_that_fits_none_or_two_is_refused_with_those_there_are(audio: FakePortAudio) -> None:
    audio.names = ["Hall left", "Hall right"]
    with pytest.raises(
        SpeakersUnavailableError, match="no loudspeaker 'Desk' now; there is Hall left, Hall right"
    ):
        device_list.named("Desk")
    with pytest.raises(SpeakersUnavailableError, match="may be any of Hall left, Hall right"):
        device_list.named("hall")


def test_a_sound_servers_outputs_stand_in_for_its_one_device(
    audio: FakePortAudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    audio.names = ["hw:0", "pulse", "default"]
    found = (
        Sink("alsa.usb", "Speakers", default=False, sleepy=False, muted=True, volume=0.5),
        Sink("alsa.pci", "Speakers", default=False, sleepy=False, muted=False, volume=1.0),
        Sink("bluez.1", "Box", default=True, sleepy=True, muted=False, volume=0.1),
    )
    monkeypatch.setattr(sound_server, "sinks", lambda: found)
    assert device_list.devices() == (
        Device("Box", 1, default=True, sink="bluez.1", sleepy=True, muted=False, volume=0.1),
        Device("Speakers (alsa.usb)", 1, sink="alsa.usb", muted=True, volume=0.5),
        Device("Speakers (alsa.pci)", 1, sink="alsa.pci", muted=False, volume=1.0),
    )
    assert [device.too_quiet for device in device_list.devices()] == [True, False, False]


def test_what_nobody_can_tell_of_a_volume_is_not_claimed(audio: FakePortAudio) -> None:
    (first, _) = device_list.devices()
    assert (first.muted, first.volume, first.too_quiet) == (None, None, False)


def test_noise_that_keeps_a_loudspeaker_awake_moves_no_sample(audio: FakePortAudio) -> None:
    plain, stream = opened(Tuning(), audio)
    asleep = stream.fetch(200)
    plain.abort()
    noisy, stream = opened(Tuning(awake=True), audio)
    awake = stream.fetch(200)
    noisy.abort()
    added = awake - asleep
    assert np.max(np.abs(added)) < 10 ** (-65 / 20)
    assert 20 * np.log10(np.sqrt(np.mean(noise.awake(0, 8 * 48_000) ** 2))) == pytest.approx(-80, abs=0.1)
    # as 16-bit numbers it is never silent for as long as loudspeakers need to fall asleep
    steps = np.flatnonzero(np.round(added * 32_768))
    assert np.max(np.diff(steps)) < 4_800


def test_the_noise_runs_on_without_a_seam_and_holds_nothing_that_ears_are_good_at() -> None:
    whole = noise.awake(0, 16 * 48_000)
    assert np.array_equal(np.concatenate([noise.awake(0, 1_000), noise.awake(1_000, 500)]), whole[:1_500])
    assert np.max(np.abs(np.diff(whole))) < 1e-5
    power = np.abs(np.fft.rfft(whole)) ** 2
    hertz = np.fft.rfftfreq(len(whole), 1 / 48_000)
    assert power[hertz > 210].sum() < 1e-6 * power.sum()


@pytest.mark.parametrize("trim", [-30.0, -6.0, 0.0])
def test_a_level_is_a_factor(trim: float) -> None:
    samples = np.linspace(-0.7, 0.7, 1001).astype(np.float32)
    assert levelled(samples, trim) == pytest.approx(samples * 10 ** (trim / 20), abs=1e-6)


def test_a_raised_level_bends_and_does_not_clip() -> None:
    out = levelled(np.linspace(-1, 1, 2001).astype(np.float32), 6.0)
    assert np.max(np.abs(out)) < 1.0
    assert np.all(np.diff(out) >= 0)
    quiet = np.linspace(-0.4, 0.4, 801).astype(np.float32)
    assert levelled(quiet, 6.0) == pytest.approx(quiet * 10**0.3, abs=1e-6)


@pytest.mark.parametrize("delay", [0.0, 0.08, 0.25])
def test_a_delay_that_people_measured_comes_on_top_of_the_devices(audio: FakePortAudio, delay: float) -> None:
    sink, stream = opened(Tuning(delay=delay), audio)
    stream.fetch(20)
    first = sink.heard_at(0)
    known, stream = opened(Tuning(), audio)
    stream.fetch(20)
    other = known.heard_at(0)
    assert sink.latency - known.latency == pytest.approx(delay)
    assert first is not None
    assert other is not None
    with sink._lock:
        reported = sink._timeline.heard_at(0)
    assert reported is not None
    assert first - reported == pytest.approx(delay)
    sink.abort()
    known.abort()


def test_a_lead_in_is_counted_in_samples(audio: FakePortAudio) -> None:
    sink, _ = opened(Tuning(lead_in=2.5), audio)
    assert sink.lead_in == 120_000
    sink.abort()


@pytest.mark.parametrize("beyond", [0.0, 0.3, 2.0])
def test_in_silence_only_a_little_lies_in_store(audio: FakePortAudio, beyond: float) -> None:
    """The player may wait until 60 ms are left of what lies in store; the first second runs without waiting.

    What the sound server or the radio adds is not in store: using it up would make holes without end.
    """
    sink = open_portaudio("Hall", lambda _device: Tuning(store=0.4))
    player = Counting()
    sink.start(player)
    stream = audio.streams[-1]
    stream.beyond = beyond
    stream.fetch(100)
    assert player.rests == []
    stream.fetch(100)
    assert player.rests == pytest.approx([0.4 - 0.06] * 100, abs=LATE + 1e-3)
    stream.store = 0.25
    stream.fetch(1)
    assert player.rests[-1] == pytest.approx(0.1 - 0.06, abs=LATE + 1e-3)
    stream.store = 0.05
    asked = len(player.rests)
    stream.fetch(1)
    assert len(player.rests) == asked, "less than 60 ms: no wait at all"
    sink.abort()


def test_a_loudspeaker_that_becomes_slower_is_not_starved_for_it(audio: FakePortAudio) -> None:
    """A radio link that adds 0.2 s all at once, while a voice sounds, is known by the next silence."""
    sink = open_portaudio("Hall", lambda _device: Tuning(store=0.4))
    player = Counting()
    sink.start(player)
    stream = audio.streams[-1]
    stream.fetch(200)
    stream.beyond, player.sounds = 0.2, True
    stream.fetch(10)
    player.sounds = False
    stream.fetch(1)
    assert player.rests[-1] == pytest.approx(0.4 - 0.06, abs=LATE + 1e-3)
    sink.abort()


def test_where_audio_threads_must_not_wait_they_never_do(audio: FakePortAudio) -> None:
    audio.system = "Core Audio"
    sink, stream = opened(Tuning(), audio)
    stream.fetch(300)
    assert isinstance(sink._player, Counting)
    assert sink._player.rests == []
    sink.abort()


def test_a_stream_that_is_broken_off_ends_in_its_own_thread(
    audio: FakePortAudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PortAudio kills the thread of a stream that is aborted, in the middle of Python if need be, with its locks."""
    monkeypatch.setattr(portaudio, "_ASKS_AGAIN", 30.0)
    sink, stream = opened(Tuning(), audio)
    stream.fetch(1)
    heard: list[NDArray[np.float32]] = []
    active: list[bool] = []

    def device() -> None:
        while stream.active:
            heard.append(stream.fetch(1))

    abort = stream.abort
    monkeypatch.setattr(stream, "abort", lambda: (active.append(stream.active), abort()))
    thread = threading.Thread(target=device)
    thread.start()
    sink.abort()
    thread.join()
    assert active == [False]
    assert not heard[-1].any(), "what it was about to play is silence"


@pytest.mark.parametrize(("store", "parts"), [(0.4, 20), (0.1, 5), (0.05, 4)])
def test_the_device_takes_its_store_in_parts_of_20_ms(
    monkeypatch: pytest.MonkeyPatch, store: float, parts: int
) -> None:
    told: list[int] = []
    monkeypatch.setattr(
        library.ctypes, "CDLL", lambda name: SimpleNamespace(PaAlsa_SetNumPeriods=told.append)
    )
    library.divided(SimpleNamespace(_libname="portaudio"), store)
    assert told == [parts]


def test_a_portaudio_that_cannot_be_told_of_parts_keeps_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library.ctypes, "CDLL", lambda name: SimpleNamespace())
    library.divided(SimpleNamespace(_libname="portaudio"), 0.4)
    library.divided(SimpleNamespace(), 0.4)


def test_a_stream_that_stops_by_itself_is_lost_once_and_named(audio: FakePortAudio) -> None:
    sink = open_portaudio("Hall")
    player = Counting()
    sink.start(player)
    audio.streams[-1].active = False
    assert player.gone.wait(30)
    assert player.message == "the loudspeakers are gone: Hall takes no more sound"
    assert audio.streams[-1].closed


def test_without_the_library_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`sounddevice` finds no PortAudio when it is imported, and says so with an OSError."""
    (tmp_path / "sounddevice.py").write_text('raise OSError("PortAudio library not found")\n')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    with pytest.raises(NoSoundLibraryError) as missing:
        open_portaudio(None)
    assert "PortAudio library is missing; install it: " in str(missing.value)
    assert missing.value.cure
    assert "\n" not in str(missing.value)


_STRAY_PCM = """
import ctypes, sys
if sys.argv[1] == "quiet":
    from reader.outputs.library import load
    load()
ctypes.CDLL("libasound.so.2").snd_pcm_open(ctypes.byref(ctypes.c_void_p()), b"nosuch", 0, 0)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="ALSA is Linux's")
def test_alsa_writes_nothing_into_the_display() -> None:
    """It tells the terminal of each hole that a busy machine makes, in the midst of what stands there."""
    if not (ctypes.util.find_library("asound") and ctypes.util.find_library("portaudio")):
        pytest.skip("no ALSA, or no PortAudio")
    said = {
        manner: subprocess.run(
            [sys.executable, "-c", _STRAY_PCM, manner], capture_output=True, check=True, text=True
        ).stderr
        for manner in ("loud", "quiet")
    }
    assert "nosuch" in said["loud"]
    assert said["quiet"] == ""


def test_devices_are_looked_for_anew_unless_another_hall_reads(audio: FakePortAudio) -> None:
    audio.broken = True
    with pytest.raises(SpeakersUnavailableError, match="device unavailable"):
        open_portaudio("Hall")
    assert audio.restarts == 1
    audio.broken = False
    reading, _ = opened(Tuning(), audio)
    audio.broken = True
    with pytest.raises(SpeakersUnavailableError):
        open_portaudio("Desk")
    assert audio.restarts == 1, "starting PortAudio anew would have ended the other reading"
    reading.abort()
    library.look_again()
    assert audio.restarts == 2
