"""What can be done with a reading, one use case a function."""

import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from poems.chance import Seed
from reader.jump import jump, learn
from reader.pattern import Half
from reader.plan import calls, plan
from reader.verse import Verse
from reader.yomite import decide, open_reading, upcoming
from reader.yomite_commands import HandDown, HandUp, Lost, Refused, Replay, Start, Stop, Why
from reader.yomite_commands import Next as Onward
from reader.yomite_commands import Resume as Go
from reader.yomite_facts import Called, Fact, Finished, Stopped
from reader.yomite_state import Phase
from webapp.db.store import Conflict, StoredEvent, new_client_id
from webapp.door import CommandBody
from webapp.live.command import Refusal
from webapp.reading import voice_change, words
from webapp.reading.log import (
    Entry,
    Ordered,
    Paced,
    SeedShown,
    SoundLeft,
    SoundTaken,
    TableJoined,
    TableLeft,
    Voiced,
)
from webapp.reading.memorising import ClockWish, after
from webapp.reading.play_on import seconds_left, warned
from webapp.reading.presence import presence
from webapp.reading.readings import Desk, Readings, readings
from webapp.reading.settings import Settings, draw_of, programme_of
from webapp.reading.studio import studio
from webapp.reading.wishes import (
    HalfReport,
    Jump,
    Learn,
    MomentReport,
    Next,
    OtherVoice,
    Pause,
    Plain,
    Report,
    Resume,
    Sound,
    TroubleReport,
    Wish,
)
from webapp.seeds import fresh
from webapp.services import Services

GUARD = 0.5
"""Seconds within which a second tap is taken for a slip of the finger."""
TRIES = 8
"""How often a command is judged anew because something else was stored meanwhile."""
MOVES = frozenset({"next", "back", "skip", "stop", "learn", "jump"})
"""Wishes that change which poem comes next, or whether one does."""
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
LETTERS_IN_ID = 7


@dataclass(frozen=True, slots=True)
class Done:
    """A command that was carried out, or had been before: the reading now, and what was stored for it."""

    desk: Desk
    events: tuple[StoredEvent, ...]
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Caller:
    """Who gives a command: the log's name for them, and a description of their device for people.

    `room` names the loudspeaker of the server where that is to have the sound.
    """

    actor: str
    label: str
    room: str = ""


@dataclass(frozen=True, slots=True)
class Behind:
    """A command that was made against another state than the reading's; `missing` is what its maker had not seen."""

    head: int
    missing: tuple[StoredEvent, ...]


SERVER = Caller("server", "")


def book(services: Services) -> Readings:
    """Return the server's readings."""
    return readings(services.store, services.database)


def announce(services: Services, settings: Settings, caller: Caller) -> Desk:
    """Order a reading and begin to make its clips; nothing sounds yet.

    Raises ValueError for impossible settings, VoiceUnavailableError where the voice cannot read what was chosen.
    """
    seed = fresh()
    programme = programme_of(settings, seed)
    studio(services).check(settings.voice, plan(programme).verses)
    commitment = draw_of(settings).commitment(seed)
    opened = open_reading(programme, now(), voice=settings.voice, commitment=commitment)
    reading = "".join(secrets.choice(LETTERS) for _ in range(LETTERS_IN_ID))
    book(services).append(
        reading, (Ordered(settings, seed.hex), opened), 0, client_id=new_client_id(), actor=caller.actor
    )
    desk = book(services).load(reading)
    prepare(services, desk)
    return desk


def prepare(services: Services, desk: Desk) -> None:
    """See that a reading's clips are being made: what is wanted soon, then the rest by number.

    Which clips are there tells nobody more than the order of the next two calls, which the page with the sound knows.
    """
    if desk.over:
        return
    programme = desk.state.programme
    coming = [programme.verse(half) for half in _wanted(desk)]
    everything = {half for call in calls(programme) for half in call}
    rest = [programme.verse(half) for half in sorted(everything, key=lambda half: (half.poem, half.part))]
    studio(services).prepare(desk.id, desk.settings.voice, [*coming, *rest])


def get_ready(services: Services) -> None:
    """Load the voice and make the opener, so that the first reading sounds at the first tap."""
    usual = Settings()
    programme = programme_of(usual, Seed.numbered(0))
    studio(services).warm(usual.voice, map(programme.verse, programme.opener))


def perform(
    services: Services, reading: str, sent: CommandBody[Wish], caller: Caller
) -> Done | Refusal | Behind:
    """Judge a command and store what follows; the same client id is carried out once. Raises NoSuchReading.

    What its maker had seen matters to what moves the reading on: two who press *next* at once want one step. To hold
    is right at any moment, and a sound was heard whatever happened meanwhile.
    """
    wish, client_id, seen = sent.command, sent.client_id, sent.expected_seq
    if repeated := book(services).of_command(reading, client_id):
        return Done(book(services).load(reading), repeated, repeated=True)
    heard = wish.heard if isinstance(wish, HalfReport | MomentReport) else None
    if isinstance(wish, Sound):
        note_presence(services, reading, wish)
    for _ in range(TRIES):
        desk = book(services).load(reading)
        if isinstance(wish, Next | Plain | Learn | Jump) and wish.do in MOVES and desk.seq != seen:
            return Behind(desk.seq, book(services).since(reading, seen))
        decided = _judged(services, desk, wish, caller)
        if isinstance(decided, Refusal):
            return decided
        if not decided:
            return Done(desk, (book(services).last(reading),), repeated=True)
        try:
            appended = book(services).append(
                reading,
                decided,
                desk.seq,
                client_id=client_id,
                actor=caller.actor,
                heard=heard.model_dump() if heard else None,
            )
        except Conflict:
            continue
        after = book(services).load(reading)
        follow_up(services, desk, after, decided)
        return Done(after, appended.events, repeated=appended.repeated)
    raise TimeoutError(f"reading {reading} changes faster than a command can be judged")


def set_hands(services: Services, reading: str, tables: frozenset[str]) -> Desk:
    """Let the reader know at which tables a hand is up, no more and no less. Raises NoSuchReading."""
    for _ in range(TRIES):
        desk = book(services).load(reading)
        facts: list[Fact] = []
        for command in _hand_changes(desk, tables):
            answer = decide(desk.state, command, now())
            facts += () if isinstance(answer, Refused) else answer
        if not facts:
            return desk
        try:
            book(services).append(reading, facts, desk.seq, client_id=new_client_id(), actor=SERVER.actor)
        except Conflict:
            continue
        return book(services).load(reading)
    raise TimeoutError(f"reading {reading} changes faster than hands are counted")


def note_table(services: Services, reading: str, table: str, *, follows: bool) -> None:
    """Write into a reading's log that a table follows it, or no more; pages hear of it. Raises NoSuchReading."""
    note = TableJoined(table) if follows else TableLeft(table)
    for _ in range(TRIES):
        seq = book(services).load(reading).seq
        with suppress(Conflict):
            book(services).append(reading, (note,), seq, client_id=new_client_id(), actor=SERVER.actor)
            return
    raise TimeoutError(f"reading {reading} is written to without a pause")


def put_away(services: Services, reading: str, caller: Caller) -> bool:
    """End a reading of which nothing was read; one that has begun is left alone. Raises NoSuchReading."""
    for _ in range(TRIES):
        desk = book(services).load(reading)
        if desk.over or desk.state.calls:
            return desk.over
        ended = closed(desk, decide(desk.state, Stop(), now()))
        assert not isinstance(ended, Refusal)
        with suppress(Conflict):
            book(services).append(reading, ended, desk.seq, client_id=new_client_id(), actor=caller.actor)
            studio(services).drop(reading)
            return True
    raise TimeoutError(f"reading {reading} is written to without a pause")


def note_presence(services: Services, reading: str, sound: Sound) -> None:
    """Note that the page that takes the sound is there, or that the one that leaves it is gone."""
    if sound.do == "leave":
        presence(services.store).forget(reading, sound.owner)
    else:
        presence(services.store).note(reading, sound.owner)


def has_sound(services: Services, desk: Desk) -> bool:
    """Whether a page is there that plays the reading."""
    return presence(services.store).here(desk.id, desk.owner)


def abandoned(services: Services, desk: Desk) -> bool:
    """Whether a reading that goes on by its log is played by nobody; a phone that sleeps may still play its file."""
    going = desk.state.phase in (Phase.SPEAKING, Phase.PLAY)
    return going and not has_sound(services, desk) and not seconds_left(desk, now())


def now() -> float:
    """Return the time of the day in seconds since 1970, to the millisecond."""
    return round(time.time(), 3)


def _judged(services: Services, desk: Desk, wish: Wish, caller: Caller) -> Sequence[Entry] | Refusal:
    match wish:
        case Sound():
            return _sound(services, desk, wish, caller)
        case Pause() | OtherVoice() | ClockWish():
            return _arrangement(services, desk, wish)
        case HalfReport() | MomentReport() | TroubleReport():
            return _report(desk, wish)
        case Jump(poem=poem):
            return closed(desk, jump(desk.state, draw_of(desk.settings), poem, now()))
        case Learn(poem=poem):
            return closed(desk, learn(desk.state, draw_of(desk.settings), poem, now()))
        case _:
            return _tapped(services, desk, wish)


def _tapped(services: Services, desk: Desk, wish: Next | Plain | Resume) -> Sequence[Entry] | Refusal:
    command = wish.command()
    if isinstance(command, Onward | Replay | Go) and not has_sound(services, desk):
        return words.no_sound()
    if presence(services.store).asleep(desk.id, desk.owner):
        return words.asleep(desk.label)
    # a call that nobody tapped for cannot be a tap too many
    guard = 0.0 if isinstance(wish, Next) and wish.by_itself else GUARD
    answer = decide(desk.state, command, now(), guard=guard)
    if answer == Refused(Why.DOUBLE_TAP) and wish.do != "next":
        return words.just_moved(speaking=desk.state.phase is Phase.SPEAKING)
    return closed(desk, answer)


def _arrangement(
    services: Services, desk: Desk, wish: Pause | OtherVoice | ClockWish
) -> Sequence[Entry] | Refusal:
    """Judge what changes how it is read, and not what."""
    match wish:
        case Pause(automatic=automatic, play_pause=play_pause):
            same = replace(desk.settings, automatic=automatic, play_pause=play_pause) == desk.settings
            return () if same else (Paced(automatic, play_pause),)
        case OtherVoice(voice=voice):
            return voice_change.judged(desk, voice, studio(services).voices)
        case ClockWish():
            return _clock(desk, wish)


def _sound(services: Services, desk: Desk, wish: Sound, caller: Caller) -> Sequence[Entry] | Refusal:
    if wish.do == "leave":
        return (SoundLeft(wish.owner), *broken_off(desk)) if desk.played_by(wish.owner) else ()
    same = desk.played_by(wish.owner)
    if not same and (refused := _with_another(services, desk, caller)):
        return refused
    same = same and desk.pocket == wish.pocket
    taken = () if same else (SoundTaken(wish.owner, caller.label, caller.room, wish.pocket),)
    if wish.do == "take":
        return (*taken, *broken_off(desk))
    begun = closed(desk, decide(desk.state, Start(), now(), guard=GUARD))
    return begun if isinstance(begun, Refusal) else (*taken, *begun)


def _with_another(services: Services, desk: Desk, caller: Caller) -> Refusal | None:
    """Return why a page cannot have the sound: another one has it, or a phone may play on that sleeps.

    Nobody can know of a phone that is silent whether it still plays; whoever is there and asks again knows.
    """
    if has_sound(services, desk):
        return words.sound_elsewhere(desk.label)
    left = seconds_left(desk, now())
    if left and not warned(services.store).means_it(desk.id, caller.actor):
        return words.may_play_on(desk.label, left)
    return None


def broken_off(desk: Desk) -> Sequence[Fact]:
    """Return what follows for a call whose sound is gone: it is held, and goes on with the lower half before it.

    Nobody else knows the sample at which a call was held by hand.
    """
    held = desk.state.phase is Phase.HELD and desk.state.call is not None and desk.state.exact
    if not held and desk.state.phase is not Phase.SPEAKING:
        return ()
    answer = decide(desk.state, Lost(""), now())
    return () if isinstance(answer, Refused) else answer


def _clock(desk: Desk, wish: ClockWish) -> Sequence[Entry] | Refusal:
    if desk.state.phase is not Phase.READY:
        return words.refusal(Refused(Why.STARTED))
    set_now = after(desk.clock, wish, now())
    return (set_now,) if set_now else ()


def _report(desk: Desk, report: Report) -> Sequence[Entry] | Refusal:
    if not desk.played_by(report.owner):
        return words.not_yours()
    at = now() if isinstance(report, TroubleReport) else report.heard.epoch / 1000
    return closed(desk, decide(desk.state, report.command(), at))


def closed(desk: Desk, answer: tuple[Fact, ...] | Refused) -> Sequence[Entry] | Refusal:
    """Return an answer of the yomite; the fact that ends a reading brings the seed of its order to light."""
    if isinstance(answer, Refused):
        return words.refusal(answer)
    if any(isinstance(fact, Finished | Stopped) for fact in answer):
        return (*answer, SeedShown(desk.seed.hex))
    return answer


def follow_up(services: Services, before: Desk, desk: Desk, entries: Sequence[Entry]) -> None:
    """After entries were stored: see that the clips that are wanted now are made, and none for what is over."""
    wanted = verses_wanted(desk)
    if desk.over:
        studio(services).drop(desk.id)
    elif wanted != verses_wanted(before) or any(isinstance(entry, Called | Voiced) for entry in entries):
        studio(services).hurry(desk.settings.voice, wanted)
        prepare(services, desk)


def verses_wanted(desk: Desk) -> tuple[Verse, ...]:
    """Return what the call being spoken and the next two will want, in order."""
    return tuple(desk.state.programme.verse(half) for half in _wanted(desk))


def _wanted(desk: Desk) -> tuple[Half, ...]:
    spoken = desk.state.call.halves if desk.state.call else ()
    return tuple(dict.fromkeys((*spoken, *upcoming(desk.state, 2))))


def _hand_changes(desk: Desk, tables: frozenset[str]) -> list[HandUp | HandDown]:
    up = [HandUp(table) for table in sorted(tables - desk.state.hands)]
    down = [HandDown(table) for table in sorted(desk.state.hands - tables)]
    return [*up, *down]
