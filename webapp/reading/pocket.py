"""A reading in a pocket: the phone plays one file, and where it is in the file says what has been read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reader.outputs.file import Label
from reader.reel.coding import CODINGS
from reader.reel.heard import agrees, heard_to, reached
from reader.reel.press import Press
from reader.reel.reel import Mark, Reel, wind
from reader.samples import SAMPLE_RATE
from reader.yomite_commands import Next
from reader.yomite_state import Reading
from webapp.db.store import Conflict, new_client_id
from webapp.live.command import Refusal
from webapp.reading import words
from webapp.reading.operations import TRIES, Caller, book, closed, follow_up, now
from webapp.reading.presence import presence
from webapp.reading.readings import Desk
from webapp.reading.reels import Kept, reels
from webapp.reading.studio import studio
from webapp.services import Services

LEAST_PAUSE = SAMPLE_RATE
"""Samples of silence that are always left before a call, however long the pause has lasted."""


@dataclass(frozen=True, slots=True)
class Wound:
    """A reel that was wound for a page, and the sample from which the page plays it."""

    kept: Kept
    sample: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where the sound should be. `void`: the reel is no longer what is read; wind it anew.

    `low` is the sample up to which the reading has certainly heard it, `stop` the one at which it must wait. `marks`
    are the samples that are worth a word, and `asks` those of them at which the reading may tell it to wait.
    """

    desk: Desk
    moved: bool
    void: bool
    low: int = 0
    stop: int | None = None
    marks: tuple[int, ...] = ()
    asks: tuple[int, ...] = ()


def wind_for(
    services: Services, desk: Desk, owner: str, coding: str, before: tuple[str, int] | None
) -> Wound | Refusal:
    """Wind what is left of a reading for the page with the sound.

    `before` is the reel that the page has played until now and the sample it had reached: a call that is on both goes
    on where it was, and of a pause only the rest is left.
    """
    if not desk.played_by(owner):
        return words.not_yours()
    made, voice = CODINGS[coding], desk.settings.voice
    reel = wind(desk.state, pause_of(desk), made.delay)
    credit = studio(services).credit(voice)
    label = Label(words.reel_title(len(desk.state.programme.cards)), "Naniwazu", credit)
    press = Press(
        reel, desk.state.programme, made, label, lambda verse: studio(services).clip(voice, verse), voice
    )
    old = reels(services).find(desk.id, before[0]) if before else None
    sample = _carried_over(desk.state, reel, old.press.reel, before[1]) if old and before else 0
    sample = max(sample, reached(desk.state, reel.marks(press.deciding)))
    kept = reels(services).keep(desk.id, owner, press, reel.stretch_at(sample))
    presence(services.store).note(desk.id, owner, pocket=True)
    return Wound(kept, sample)


def hear(
    services: Services,
    reading: str,
    name: str,
    caller: Caller,
    *,
    owner: str,
    sample: int,
    may_go_on: Callable[[], bool],
) -> Place | Refusal:
    """Write down what follows from the sound's having reached a sample now.

    Times are the server's: a phone's clock may be minutes off, and a call that began in the future would make every
    later tap a double one.
    """
    at = now()
    kept = reels(services).find(reading, name)
    for _ in range(TRIES):
        desk = book(services).load(reading)
        if not desk.played_by(owner):
            return words.not_yours()
        presence(services.store).note(reading, owner, pocket=True)
        if kept is None or not fits(kept, desk):
            return Place(desk, moved=False, void=True)
        marks = tuple(kept.press.reel.marks(kept.press.deciding))
        goes_on = not desk.state.calls or (desk.settings.automatic and may_go_on())
        heard = heard_to(desk.state, marks, sample, at, may_go_on=goes_on)
        if not heard.facts:
            return _place(desk, marks, heard.stop, moved=False)
        entries = closed(desk, heard.facts)
        assert not isinstance(entries, Refusal)
        try:
            book(services).append(reading, entries, desk.seq, client_id=new_client_id(), actor=caller.actor)
        except Conflict:
            continue
        after = book(services).load(reading)
        follow_up(services, desk, after, entries)
        return _place(after, marks, heard.stop, moved=True)
    raise TimeoutError(f"reading {reading} changes faster than it is heard")


def fits(kept: Kept, desk: Desk) -> bool:
    """Whether a file is what is left of a reading, in its voice; looked at once after each event."""
    press = kept.press
    if kept.fitted != desk.seq:
        same = (press.voice, press.reel.pause) == (desk.settings.voice, pause_of(desk))
        if not same or not agrees(press.reel, desk.state):
            return False
        kept.fitted = desk.seq
    return True


def pause_of(desk: Desk) -> int:
    """Return the samples between two calls."""
    return round(desk.settings.play_pause * SAMPLE_RATE)


def _place(desk: Desk, marks: Sequence[Mark], stop: int | None, *, moved: bool) -> Place:
    calls = desk.state.calls
    soon = [mark for mark in marks if calls <= mark.call <= calls + 1]
    return Place(
        desk,
        moved,
        void=False,
        low=reached(desk.state, marks),
        stop=stop,
        marks=tuple(mark.sample for mark in soon),
        asks=tuple(mark.sample for mark in soon if isinstance(mark.told, Next)),
    )


def _carried_over(state: Reading, reel: Reel, old: Reel, sample: int) -> int:
    """Return where a sound goes on that had reached a sample of another reel."""
    if state.call is not None:
        was, now = old.begins(state.call.number), reel.begins(state.call.number)
        same = any(
            call.number == state.call.number and call.halves == state.call.halves for call in old.calls
        )
        return max(0, sample - was + now) if same and was is not None and now is not None else 0
    ended = old.ends(state.calls)
    if ended is None or not reel.calls:
        return 0
    latest = reel.marks(lambda _number: None)
    voice = next((mark.voice for mark in latest), 0)
    return max(0, min(sample - ended, voice - LEAST_PAUSE))
