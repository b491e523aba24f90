"""The loudspeakers through PortAudio (`sounddevice`, loaded only when they are used).

The device's callback fetches the samples, and is told when the block that it fills will be heard. Measured on a
PulseAudio null sink against a recording of its monitor, that time is right to the recorder's own 5 ms, with a spread
below 0.1 ms; stream time plus stream latency, which is all that PortAudio's blocking writes offer, is early by one
period of the device (75 ms at 0.3 s of latency, 100 ms at 0.4 s).

What a device's tuning changes comes last: the level, the noise that keeps it awake, and the delay that only people can
tell. No sample moves against another by it.
"""

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any, Final

import numpy as np

from reader.clip import Samples
from reader.outputs import noise
from reader.outputs.devices import Device, named
from reader.outputs.library import (
    Sounddevice,
    closed,
    divided,
    hurry,
    load,
    look_again,
    no_device,
    opened,
    waits,
)
from reader.outputs.sink import Player, SpeakersUnavailableError
from reader.outputs.sound_server import Watch, directed_to
from reader.outputs.timeline import Timeline
from reader.outputs.tuning import Tuning
from reader.samples import SAMPLE_RATE
from reader.undisturbed import undisturbed

_TICK: Final = 0.02
_SILENT_FOR: Final = 2.0
"""Seconds without a sign of life after which a device counts as gone."""

_ASKS_AGAIN: Final = 0.5
"""Seconds within which a device that is still there asks for more."""

_TOGETHER: Final = 0.0002
"""Seconds within which two clocks are read together."""

_LONGEST_DELAY: Final = 10.0
"""Seconds beyond which a device's clock cannot be meant."""

_SCANT: Final = 0.06
_SCANT_PARTS: Final = 3
"""Seconds that lie in store while nothing sounds, and the parts that they are at least: a sound server takes one at a
time. A hole in silence hurts nobody, and the next sound comes the sooner. Once something sounds the device asks without
a pause until its store is full again.
"""

_FULL: Final = 64
"""Blocks by which it is known how far ahead a full store reaches: somewhat more than a second of them."""

_KNEE: Final = 0.8
"""Above this level samples are bent, so that a raised level does not clip hard."""


def open_portaudio(
    device: str | None = None, tuning: Callable[[Device], Tuning] = lambda _device: Tuning()
) -> "PortAudioSink":
    """Open the loudspeakers, the system's default ones or those named. Raises SpeakersUnavailableError."""
    sounddevice = load()
    try:
        found = named(device)
        return PortAudioSink(sounddevice, found, tuning(found))
    except (SpeakersUnavailableError, sounddevice.PortAudioError, ValueError):
        # PortAudio knows the devices that there were when it was started.
        look_again()
    try:
        found = named(device)
        return PortAudioSink(sounddevice, found, tuning(found))
    except (sounddevice.PortAudioError, ValueError) as error:
        raise no_device(error) from error


def device_name() -> str:
    """Return the name of the device that would be used. Raises SpeakersUnavailableError."""
    return named(None).name


def levelled(samples: Samples, trim: float) -> Samples:
    """Return samples at another level, in dB; what would go beyond full scale is bent, not cut off."""
    out = samples * np.float32(10 ** (trim / 20))
    loud = np.abs(out) > _KNEE
    if loud.any():
        room = 1 - _KNEE
        out[loud] = np.sign(out[loud]) * (_KNEE + room * np.tanh((np.abs(out[loud]) - _KNEE) / room))
    return out


class PortAudioSink:
    """An open stream; see `reader.outputs.sink.AudioSink`."""

    def __init__(self, sounddevice: Sounddevice, device: Device, tuning: Tuning) -> None:
        found = sounddevice.query_devices(device.index, "output")
        self.device = device
        self._tuning = tuning
        self._error = sounddevice.PortAudioError
        self._abort = sounddevice.CallbackAbort
        self._full: deque[float] = deque(maxlen=_FULL)
        self._patient = waits(sounddevice, found["hostapi"])
        self._lock = threading.Lock()
        self._timeline = Timeline()
        self._taken = 0
        self._alive = 0.0
        self._player: Player | None = None
        self._ending = threading.Event()
        self._aborting = False
        self._gone = threading.Event()
        divided(sounddevice, tuning.store)
        with directed_to(device.sink):
            self._stream = sounddevice.OutputStream(
                samplerate=SAMPLE_RATE,
                device=device.index,
                # Some devices refuse one channel.
                channels=min(2, int(found["max_output_channels"])),
                dtype="float32",
                latency=tuning.store,
                callback=self._fill,
            )
        opened(self)
        self._watch = Watch(device.sink, self._gone.set)
        self._ticker = threading.Thread(target=self._tick, name="speakers", daemon=True)

    @property
    def latency(self) -> float:
        """Seconds, at most, from fetching a sample to hearing it."""
        return float(self._stream.latency) + self._tuning.delay

    @property
    def lead_in(self) -> int:
        """Samples of silence before the first sound."""
        return round(self._tuning.lead_in * SAMPLE_RATE)

    def start(self, player: Player) -> None:
        """Begin to fetch. Raises SpeakersUnavailableError."""
        self._player = player
        self._alive = monotonic()
        try:
            self._stream.start()
        except self._error as error:
            self._let_go()
            raise no_device(error) from error
        with undisturbed():
            self._ticker.start()

    def heard_at(self, sample: int) -> float | None:
        """Return when this sample is heard, on `time.monotonic`."""
        with self._lock:
            at = self._timeline.heard_at(sample)
        return None if at is None else at + self._tuning.delay

    def abort(self) -> None:
        """Fall silent at once."""
        self._end(self._break_off)

    def close(self) -> None:
        """Let what was fetched be heard, then end."""
        self._end(self._stream.stop)

    def _break_off(self) -> None:
        """Let the audio thread end itself: PortAudio would kill it, and with it whatever lock it holds."""
        self._aborting = True
        deadline = monotonic() + _ASKS_AGAIN
        while self._stream.active and monotonic() < deadline:
            sleep(_TICK / 10)
        self._stream.abort()

    def _end(self, stop: Any) -> None:
        self._ending.set()
        try:
            stop()
            self._stream.close()
        except self._error:
            # A device that is gone cannot be closed either, and nothing is lost by it.
            return
        finally:
            self._let_go()
            if self._ticker.ident is not None and threading.current_thread() is not self._ticker:
                self._ticker.join()

    def _let_go(self) -> None:
        self._watch.close()
        closed(self)

    def _fill(self, out: Any, frames: int, time: Any, status: Any) -> None:
        """Fetch a block for the device; runs in the audio thread."""
        if not self._taken:
            hurry()
        at = self._heard(time.outputBufferDacTime)
        with self._lock:
            slipped = self._timeline.note(self._taken, at, broken=bool(status.output_underflow))
        assert self._player is not None
        if self._patient and not self._ending.is_set():
            self._rest(at - monotonic(), frames / SAMPLE_RATE)
        if self._aborting:
            out.fill(0)
            raise self._abort
        samples = levelled(self._player.fill(frames, slipped), self._tuning.trim)
        if self._tuning.awake:
            samples = samples + noise.awake(self._taken, frames)
        out[:] = np.clip(samples, -1.0, 1.0)[:, np.newaxis]
        self._taken += frames
        self._alive = monotonic()

    def _rest(self, ahead: float, part: float) -> None:
        """Let the store run low while nothing sounds; `ahead` seconds from now the next block will be heard.

        A part of that lies beyond the store, in the sound server or on the radio, and is not ours to use up. It is
        what is left when the store is full: while something sounds.
        """
        assert self._player is not None
        store = float(self._stream.latency)
        beyond = max(0.0, max(self._full, default=0.0) - store)
        spare = ahead - beyond - max(_SCANT, _SCANT_PARTS * part)
        begun = self._taken >= self.lead_in
        if not begun or spare <= 0 or self._player.rest(min(spare, store)):
            self._full.append(ahead)

    def _heard(self, dac_time: float) -> float:
        """Translate the device's own time, at which this block will be heard, to `time.monotonic`.

        The two clocks are read close together: where another thread came in between, they are read again.
        """
        for _ in range(4):
            asked = monotonic()
            delay = dac_time - self._stream.time
            if monotonic() - asked < _TOGETHER:
                break
        # Some devices leave their clock at nought; then the latency they promise has to do.
        return asked + (delay if 0 < delay < _LONGEST_DELAY else float(self._stream.latency))

    def _tick(self) -> None:
        """Let the player look after things, and notice when the device asks no more."""
        assert self._player is not None
        while not self._ending.wait(_TICK):
            if self._dead() or self._gone.is_set():
                if self._ending.is_set():
                    return
                self._end(self._break_off)
                self._player.lost(f"the loudspeakers are gone: {self.device.name} takes no more sound")
                return
            self._player.tick()

    def _dead(self) -> bool:
        try:
            return not self._stream.active or monotonic() - self._alive > _SILENT_FOR
        except self._error:
            # somebody closed the stream a moment ago
            return True
