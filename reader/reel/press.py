"""The press: makes a reel's stretches when they are wanted, once, and reads any bytes of the file that they make up."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from reader.clip import Clip, Samples
from reader.outputs.file import Label
from reader.outputs.track import Track, track
from reader.programme import Programme
from reader.reel.coding import Coding
from reader.reel.reel import FRAME, Reel, Stretch
from reader.verse import Verse
from reader.yomite_commands import Deciding


@dataclass(frozen=True, slots=True)
class Pressed:
    """A stretch in bytes, and the sample of its plan at which its card is decided, None for none."""

    data: bytes
    deciding: int | None = None


@dataclass(eq=False)
class Press:
    """The file of one reel in a voice. `clip` gives the sound of a verse, waiting for it; what it raises comes through.

    Safe to use from several threads. The bytes are kept for as long as the press is.
    """

    reel: Reel
    programme: Programme
    coding: Coding
    label: Label
    clip: Callable[[Verse], Clip]
    voice: str = ""
    _made: dict[int, Pressed] = field(default_factory=dict)
    _making: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.head = self.coding.head(self.label, self.reel.frames)

    @property
    def size(self) -> int:
        """The file's length in bytes."""
        return len(self.head) + self.reel.frames * self.coding.frame_bytes

    @property
    def made(self) -> int:
        """How many stretches are there."""
        return len(self._made)

    @property
    def whole(self) -> bool:
        """Whether all of the file is there."""
        return self.made == len(self.reel.stretches)

    def deciding(self, number: int) -> int | None:
        """Return where a stretch's card is decided, if the stretch is there and decides one."""
        made = self._made.get(number)
        return made.deciding if made else None

    def make(self, number: int) -> Pressed:
        """Return a stretch, made now if it was not."""
        known = self._made.get(number)
        if known is not None:
            return known
        with self._making:
            if number not in self._made:
                self._made[number] = self._pressed(self.reel.stretches[number])
            return self._made[number]

    def adopt(self, other: "Press") -> None:
        """Take over what another press of the same voice has made of the same stretches."""
        if (other.coding, other.voice, other.programme) != (self.coding, self.voice, self.programme):
            return
        known = {
            key: made
            for number, made in dict(other._made).items()
            if (key := _key(other.reel.stretches[number]))
        }
        for number, stretch in enumerate(self.reel.stretches):
            if (key := _key(stretch)) in known:
                self._made.setdefault(number, known[key])

    def read(self, start: int, most: int) -> bytes:
        """Return bytes from `start` on: at least one where there is one, and no more than `most`.

        A stretch that is not there yet is made if the first byte lies in it; otherwise the answer ends before it.
        """
        out = bytearray(self.head[start : start + most])
        at = max(0, start - len(self.head))
        if at >= self.reel.frames * self.coding.frame_bytes:
            return bytes(out)
        number = self.reel.number_at(at // self.coding.frame_bytes)
        at -= self.reel.stretches[number].start // FRAME * self.coding.frame_bytes
        begun = False
        while number < len(self.reel.stretches) and len(out) < most:
            if begun and number not in self._made:
                break
            begun = True
            out += self.make(number).data[at : at + most - len(out)]
            at = 0
            number += 1
        return bytes(out)

    def _pressed(self, stretch: Stretch) -> Pressed:
        samples = np.zeros(stretch.frames * FRAME, np.float32)
        if stretch.call is None:
            return Pressed(self.coding.encode(samples))
        clips = {verse: self.clip(verse) for verse in stretch.plan.verses}
        sound = track(self.programme, stretch.call, clips)
        _lay(samples, stretch, sound.mix.read(stretch.plan.length))
        return Pressed(self.coding.encode(samples), _decided(sound))


def _lay(samples: Samples, stretch: Stretch, sound: Samples) -> None:
    first = stretch.wait * FRAME
    samples[first : first + len(sound)] = sound


def _decided(sound: Track) -> int | None:
    return next((mark.sample for mark in sound.marks if isinstance(mark.report, Deciding)), None)


def _key(stretch: Stretch) -> tuple[object, ...] | None:
    """Return what a stretch's bytes follow from; None for the silence at the end."""
    call = stretch.call
    return (stretch.wait, stretch.frames, stretch.plan, call.kind, call.position) if call else None
