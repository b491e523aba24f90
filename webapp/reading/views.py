"""A reading as a page shows it. Everything is derived from the log; texts are in the language of the request."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import time as clock

from poems import kimariji
from poems.anthology import poem
from poems.cards import mask
from poems.sets import in_musume_order
from reader import current_kimariji
from reader.current_kimariji import drawn_again, never_coming
from reader.pattern import Half
from reader.plan import transition
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.yomite import upcoming
from reader.yomite_state import Phase
from webapp.reading.memorising import ClockView, clock_view
from webapp.reading.readings import Desk
from webapp.reading.settings import Settings, draw_of
from webapp.reading.studio import Progress


@dataclass(frozen=True, slots=True)
class Follower:
    """A table that follows the reading; `owes` is "send" or "read" while the reader gives it time for that.

    `never` are the cards dealt there that this reading cannot bring, in sound-group order.
    """

    code: str
    names: str
    url: str
    hand_up: bool
    owes: str = ""
    never: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Changed:
    """A kimari-ji that became shorter, and the poem whose reading did it."""

    card: int
    before: str
    after: str
    because: int


@dataclass(frozen=True, slots=True)
class Heard:
    """A poem that was read, and what its kimari-ji was at that moment."""

    poem: int
    kimariji: str
    changes: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class ReadingView:
    """What everybody may know of a reading.

    `poem` is shown (0: the opener, None: nothing yet), `part` is the half that sounds. `read` is what was read, in
    order, with what each changed. `yours` says whether the page that asks has the sound, `label` for people who has it,
    `room` which of the server's own loudspeakers, empty for a page's, `here` whether that page is there, `abandoned`
    that it goes on by its log and nobody plays it. `next_in` is
    how many seconds are left until the room's speakers go on by themselves; a page with the sound knows that itself.
    """

    seq: int
    phase: str
    poem: int | None
    part: str | None
    kimariji: str
    read: tuple[Heard, ...]
    total: int
    to_come: int
    tables: tuple[Follower, ...]
    waiting: bool
    held_for: str
    exact: bool
    can_replay: bool
    opener: bool
    yours: bool
    label: str
    room: str
    here: bool
    automatic: bool
    play_pause: float
    voice: str
    commitment: str
    seed: str
    ready: int
    clips: int
    fault: str
    clock: ClockView | None = None
    time_up: bool = False
    round: int = 1
    rounds: int = 1
    next_in: float | None = None
    abandoned: bool = False


@dataclass(frozen=True, slots=True)
class Sounding:
    """One half of a call on its way to the loudspeaker, in samples from the call's beginning.

    `deciding` is after how many morae the card counts as read; 0: at the half's end, None: not by this half.
    """

    place: int
    poem: int
    part: str
    clip: str
    voice_start: int
    voice_end: int
    deciding: int | None


@dataclass(frozen=True, slots=True)
class CallView:
    """What the page with the sound plays now, and which clips it will need soon. `pause` is in samples."""

    number: int
    again: bool
    segments: tuple[Sounding, ...]
    ahead: tuple[str, ...]
    pause: int


def reading_view(
    desk: Desk,
    tables: Sequence[Follower],
    progress: Progress | None,
    *,
    fault: str,
    here: bool,
    yours: bool,
    abandoned: bool = False,
) -> ReadingView:
    """Return what everybody may know; only `yours` depends on who asks. `fault` is the voice's, in words."""
    state = desk.state
    now = clock()
    shown = desk.shown
    heard = heard_poems(desk)
    return ReadingView(
        seq=desk.seq,
        phase=state.phase.value,
        poem=shown,
        part=state.sounding.part if state.sounding else None,
        kimariji=kimariji_of(desk, shown),
        read=heard,
        total=len(state.programme.cards) - len(state.left_out) - _set_aside(desk),
        to_come=len(state.to_come),
        tables=tuple(tables),
        waiting=bool(state.hands),
        held_for=state.held_for.value if state.held_for else "",
        exact=state.exact,
        can_replay=state.last_shimo is not None,
        opener=bool(state.programme.opener),
        yours=yours,
        label=desk.label,
        room=desk.room,
        here=here,
        automatic=desk.settings.automatic,
        play_pause=desk.settings.play_pause,
        voice=desk.settings.voice,
        commitment=desk.commitment,
        seed=desk.seed.hex if desk.seed_shown else "",
        ready=progress.ready if progress else 0,
        clips=progress.total if progress else 0,
        fault=fault,
        clock=clock_view(desk.clock, now) if state.phase is Phase.READY else None,
        time_up=desk.time_is_up(now) and not desk.over,
        round=_round_now(desk),
        rounds=desk.settings.rounds,
        next_in=_next_in(desk, now),
        abandoned=abandoned,
    )


def _next_in(desk: Desk, now: float) -> float | None:
    """Return after how many seconds the room goes on by itself; None where it waits for somebody, or is due.

    Only the room's times are the server's own: a page's clock may be minutes off.
    """
    if not desk.room or desk.state.phase is not Phase.PLAY or desk.state.hands:
        return None
    if not desk.settings.automatic or desk.time_is_up(now):
        return None
    left = desk.rested_at + desk.settings.play_pause - now
    return round(left, 3) if left > 0 else None


def call_view(desk: Desk, clips: Mapping[Verse, str]) -> CallView | None:
    """Return what the page with the sound plays now; `clips` are the clips' addresses. None between two calls."""
    state = desk.state
    call = state.call
    programme = state.programme
    coming = tuple(clips[programme.verse(half)] for half in upcoming(state, 2))
    pause = round(desk.settings.play_pause * SAMPLE_RATE)
    if call is None or state.phase not in (Phase.SPEAKING, Phase.HELD):
        return CallView(state.calls, again=False, segments=(), ahead=coming, pause=pause) if coming else None
    segments = tuple(
        Sounding(
            place,
            half.poem,
            half.part,
            clips[programme.verse(half)],
            segment.voice_start,
            segment.voice_end,
            _deciding(desk, place),
        )
        for place, (half, segment) in enumerate(
            zip(call.halves, transition(programme, call.halves, first=call.number == 1).voiced, strict=True)
        )
    )
    return CallView(call.number, call.again, segments, coming, pause)


def heard_poems(desk: Desk) -> tuple[Heard, ...]:
    """Return what was read, in order, and which kimari-ji each changed; a new round begins with all of them whole."""
    draw = draw_of(desk.settings)
    size = draw.in_a_round
    gone, number = 0, -1
    out = []
    for position in desk.state.read:
        card = desk.state.programme.cards[position]
        if drawn_again(draw):
            out.append(Heard(card, kimariji.full(card), ()))
            continue
        if position // size != number:
            gone, number = never_coming(draw), position // size
        found = kimariji.changes(gone, card)
        changes = tuple(Changed(one.card, one.before, one.after, one.because) for one in found)
        out.append(Heard(card, kimariji.current(card, gone), changes))
        gone |= 1 << card
    return tuple(out)


def kimariji_of(desk: Desk, card: int | None) -> str:
    """Return the kimari-ji that a card has, or had when it was read; empty for the opener and for no card."""
    return current_kimariji.kimariji_of(draw_of(desk.settings), desk.state, card) if card else ""


def _round_now(desk: Desk) -> int:
    """Return the round being read, from 1."""
    state = desk.state
    position = state.undecided if state.undecided is not None else (state.read[-1] if state.read else 0)
    return position // draw_of(desk.settings).in_a_round + 1


def never_read(settings: Settings, laid: Iterable[int]) -> tuple[int, ...]:
    """Return the laid cards that a reading cannot bring, in sound-group order."""
    return in_musume_order(mask(laid) & never_coming(draw_of(settings)))


def _set_aside(desk: Desk) -> int:
    state = desk.state
    aside = {place for place, card in enumerate(state.programme.cards) if card in state.aside}
    return len(aside - set(state.read) - state.left_out)


def _deciding(desk: Desk, place: int) -> int | None:
    """Return after how many morae of the half at this place the card of the call counts as read."""
    call = desk.state.call
    if call is None or call.kind != "card" or call.position is None or desk.state.undecided is None:
        return None
    pattern = desk.state.programme.pattern
    card = desk.state.programme.cards[call.position]
    own = pattern.own(card)
    first = len(call.halves) - len(own)
    kami = Half(card, "kami")
    if kami not in own:
        return 0 if place == first else None
    if place != first + own.index(kami):
        return None
    return poem(card).kimariji_length
