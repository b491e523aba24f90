"""Captions: which syllables of a reading have sounded by now, as far as the log and the clips tell.

What is heard is told by the page that plays, by its own clock. How far that clock is off follows from when the server
heard of it: of all differences the smallest is the truest, since a word is never heard of before it was said. So a
caption may come late and never early.
"""

from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from reader.chant.phonemes import line_morae
from reader.clip import Clip
from reader.pattern import Half
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.voices import VoiceUnavailableError
from webapp.db.store import EventStore, StoredEvent
from webapp.reading.log import stream_of
from webapp.reading.operations import now
from webapp.reading.readings import Desk
from webapp.reading.studio import studio
from webapp.reading.views import kimariji_of
from webapp.services import Services

MARGIN = 0.25
"""Seconds that a caption waits after its sound: a hold is heard of within them, so what was cut off is not shown."""
AFTER_HOLD = 0.15
"""Seconds more after each hold in a half, since nobody tells to the sample where it was."""
KNOWN = SAMPLE_RATE // 5
"""Samples of a vowel after which its mora is known, however long it is held."""
SMALL = "ゃゅょぁぃぅぇぉ"
KEPT = 32


@dataclass(frozen=True, slots=True)
class Sounding:
    """The half that sounds or sounded last, by the server's clock where `offset` is known, in seconds.

    `began` is by the player's clock. `held` is since when it stands still, `stood` how long it did before, `holds` how
    often. `before` is the half that was heard before it in the same call.
    """

    seq: int = 0
    offset: float | None = None
    call: int = 0
    half: Half | None = None
    began: float = 0.0
    over: bool = True
    held: float | None = None
    stood: float = 0.0
    holds: int = 0
    before: Half | None = None

    def age(self, at: float) -> float:
        """Return for how long the half has sounded at a time of the server's."""
        start = self.began + (self.offset or 0.0)
        return (self.held if self.held is not None else at) - start - self.stood


@dataclass(frozen=True, slots=True)
class CaptionView:
    """What has sounded. `morae` are the kana of the half with the second of it at which each is known.

    `lines` says how many of them each line of the poem has: a caption breaks between lines of a poem and nowhere else.
    `age` is how long the half has sounded, and it grows while it is `running`; `margin` is how much later a caption
    comes. The first `deciding` morae are the kimari-ji; 0 in a lower half.
    """

    seq: int
    phase: str
    call: int
    poem: int | None
    part: str | None
    over: bool
    running: bool
    age: float
    margin: float
    morae: tuple[tuple[str, float], ...]
    lines: tuple[int, ...]
    deciding: int
    before: tuple[int, str] | None
    waiting: bool


def after(known: Sounding, event: StoredEvent) -> Sounding:
    """Return what sounds after one more event of the log."""
    payload = event.payload
    known = replace(known, seq=event.seq)
    match event.kind:
        case "sound_taken":
            return replace(known, offset=None)
        case "called":
            return replace(known, call=payload["number"], before=None, half=None, over=True)
        case "half_began":
            half = Half(payload["half"][0], payload["half"][1])
            return replace(
                known,
                offset=_offset(known, event),
                before=known.half,
                half=half,
                began=payload["at"],
                over=False,
                held=None,
                stood=0.0,
                holds=0,
            )
        case "half_ended":
            return replace(known, over=True)
        case "held" if known.held is None:
            return replace(known, held=stored_at(event), holds=known.holds + 1)
        case "resumed" if known.held is not None:
            return replace(known, stood=known.stood + stored_at(event) - known.held, held=None)
        case _:
            return known


def _offset(known: Sounding, event: StoredEvent) -> float:
    """Return how far the player's clock is behind the server's, at most."""
    latency = event.payload.get("heard", {}).get("latency", 0.0) / 1000
    found: float = stored_at(event) - (event.payload["at"] - latency)
    return found if known.offset is None else min(found, known.offset)


def stored_at(event: StoredEvent) -> float:
    """Return when the server heard of an event, in seconds since 1970."""
    return event.at.timestamp()


class Captions:
    """The readings' sounding halves, kept folded."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Sounding] = OrderedDict()
        self._morae: OrderedDict[tuple[str, Verse], tuple[tuple[str, float], ...]] = OrderedDict()
        self._lock = Lock()

    def sounding(self, store: EventStore, reading: str) -> Sounding:
        """Return what sounds in a reading now."""
        with self._lock:
            known = self._known.get(reading, Sounding())
            known = reduce(after, store.load(stream_of(reading), known.seq), known)
            _keep(self._known, reading, known)
            return known

    def morae(self, services: Services, voice: str, verse: Verse) -> tuple[tuple[str, float], ...]:
        """Return the morae of a clip with the second at which each is known, from the voice's start on."""
        with self._lock:
            found = self._morae.get((voice, verse))
        if found is None:
            found = known_at(studio(services).clip(voice, verse))
            with self._lock:
                _keep(self._morae, (voice, verse), found)
        return found


def known_at(clip: Clip) -> tuple[tuple[str, float], ...]:
    """Return each mora with the second, from the voice's start on, from which it can have been understood."""
    return tuple(
        (mark.kana, (min(mark.end, mark.vowel + KNOWN) - clip.voice_start) / SAMPLE_RATE)
        for mark in clip.marks
    )


def caption_view(services: Services, desk: Desk) -> CaptionView:
    """Return what everybody may read of what has sounded."""
    known = captions(services).sounding(services.store, desk.id)
    half = known.half
    morae: tuple[tuple[str, float], ...] = ()
    lines: tuple[int, ...] = ()
    if half is not None:
        verse = desk.state.programme.verse(half)
        lines = tuple(len(line_morae(line)) for line in verse.phonetic)
        # a voice that is gone has said what it said; there are no marks to follow
        with suppress(VoiceUnavailableError):
            morae = captions(services).morae(services, desk.settings.voice, verse)
    sign = kimariji_of(desk, half.poem) if half is not None and half.part == "kami" else ""
    return CaptionView(
        seq=known.seq,
        phase=desk.state.phase.value,
        call=known.call,
        poem=half.poem if half else None,
        part=half.part if half else None,
        over=known.over,
        running=half is not None and not known.over and known.held is None,
        age=known.age(now()),
        margin=MARGIN + AFTER_HOLD * known.holds,
        morae=morae,
        lines=lines,
        deciding=sum(letter not in SMALL for letter in sign),
        before=(known.before.poem, known.before.part) if known.before else None,
        waiting=bool(desk.state.hands),
    )


def _keep(kept: "OrderedDict[Any, Any]", key: object, value: object) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > KEPT:
        kept.popitem(last=False)


_CAPTIONS: WeakKeyDictionary[EventStore, Captions] = WeakKeyDictionary()
_MAKING = Lock()


def captions(services: Services) -> Captions:
    """Return the captions of a server."""
    with _MAKING:
        return _CAPTIONS.setdefault(services.store, Captions())
