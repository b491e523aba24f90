"""What `naniwazu read` was asked for, understood: every option checked, the order drawn."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Final

from poems.cards import ALL_CARDS, numbers, parse_numbers
from poems.chance import Seed
from poems.lookalike import STRONGEST
from reader.gaps import LONGEST_GAP, NAMES, USUAL, Gaps
from reader.order import MOST_CARDS, MOST_ROUNDS, Draw, Order
from reader.pace import Pace
from reader.pattern import Pattern
from reader.plan import plan
from reader.programme import DEFAULT_PLAY_PAUSE, LONGEST_PLAY_PAUSE, MOST_JOKA, Programme
from reader.samples import to_samples, to_seconds
from reader.voices import Voice, VoiceUnavailableError
from reader.voices.known import Voices
from reader.voices.recorded import check_can
from webapp.aloud.named_sets import Names, cards_of
from webapp.bounds import MOST_SEED, decimal, whole
from webapp.refusal import Refusal
from webapp.seeds import fresh
from webapp.typed import together

CARDS: Final = 100
MOST_MINUTES: Final = 600
"""After which a reading may be told to end, as on its form."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options as typed; an empty text or tuple means that it was not given. What a tuple names adds up."""

    sets: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    order: str = Order.SHUFFLE
    rng: str = ""
    dead: str = "0"
    look_alike: str = "0"
    absent: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()
    rounds: str = "1"
    most: str = "0"
    minutes: str = "0"
    joka: str = str(MOST_JOKA)
    joka_upper: str = ""
    pattern: str = "competition"
    pace: str = "5-3-1-6"
    play_pause: str = ""
    half_gap: str = ""
    poem_gap: str = ""
    lead: str = ""
    tail: str = ""
    voice: str = "mei"
    device: str = ""
    out: Path | None = None
    timings: Path | None = None


@dataclass(frozen=True, slots=True)
class OrderSlip:
    """A reading that can be begun.

    The cards of the draw that are there are alive; all others that are read are dead. `instead` names the voice to
    offer where `voice` fails. `laid` are the cards on the mats, 0 where nobody said; it ends after `minutes`, 0: never
    by the clock.
    """

    programme: Programme
    draw: Draw
    seed: Seed
    voice: Voice
    pause_given: bool
    instead: str
    laid: int = 0
    minutes: int = 0

    @property
    def dead(self) -> tuple[int, ...]:
        """The poems that are read although their cards are not in the set, in reading order."""
        inside = self.draw.inside
        return tuple(dict.fromkeys(card for card in self.programme.cards if card not in inside))

    @property
    def by_chance(self) -> bool:
        """Whether the seed had a say in the order."""
        return self.draw.by_chance


def understand(options: Options, voices: Voices, club_sets: Names = dict) -> OrderSlip:
    """Return what the options ask for. Raises Refusal that names the option at fault.

    `club_sets` answers with the club's own sets, where one is named.
    """
    with _of("--order"):
        order = _order(options.order)
    with _of("--rng"):
        seed = Seed.numbered(whole(options.rng, 0, MOST_SEED)) if options.rng else fresh()
    draw = _draw(options, order, club_sets)
    cards = draw.drawn(seed)
    with _of("--laid"):
        laid = _named(options.laid, club_sets)
    with _of("--minutes"):
        minutes = whole(options.minutes, 0, MOST_MINUTES)
    with _of("--joka"):
        joka = whole(options.joka, 0, MOST_JOKA)
    with _of("--joka-upper"):
        uppers = whole(options.joka_upper, 0, MOST_JOKA) if options.joka_upper else None
    with _of("--pattern"):
        pattern = Pattern.parse(options.pattern)
    with _of("--pace"):
        pace = Pace.parse(options.pace)
    with _of("--play-pause"):
        pause = _play_pause(options.play_pause)
    gaps = _gaps(options)
    with _of("--voice"):
        voice = voices.make(options.voice)
    with _of("--joka"):
        programme = Programme(cards, pattern, pace, joka, pause, gaps=gaps)
    with _of("--joka-upper"):
        programme = replace(programme, joka_upper=uppers)
    try:
        check_can(voice, plan(programme).verses)
    except VoiceUnavailableError as error:
        raise Refusal(f"--voice {options.voice}: {error}") from None
    return OrderSlip(
        programme,
        draw,
        seed,
        voice,
        bool(options.play_pause),
        voices.instead_of(options.voice),
        laid,
        minutes,
    )


def _draw(options: Options, order: Order, club_sets: Names) -> Draw:
    cards = _cards(options, club_sets)
    with _of("--absent"):
        absent = _named(options.absent, club_sets)
        alone = Draw(cards, order, absent=absent)
    with _of("--look-alike"):
        alone = replace(alone, look_alike=round(decimal(options.look_alike, 0, 1) * STRONGEST))
    with _of("--rounds"):
        alone = replace(alone, rounds=whole(options.rounds, 1, MOST_ROUNDS))
    with _of("--most"):
        alone = replace(alone, most=whole(options.most, 0, MOST_CARDS))
    with _of("--dead"):
        return replace(alone, dead=whole(options.dead, 0, CARDS - 1))


def _order(text: str) -> Order:
    plain = unicodedata.normalize("NFKC", text).strip().lower()
    if plain not in tuple(Order):
        raise ValueError(f"{text!r} is no order: use {', '.join(Order)}")
    return Order(plain)


def _cards(options: Options, club_sets: Names) -> tuple[int, ...]:
    if options.sets and options.cards:
        raise Refusal("--set and --cards both say what to read: give one of them")
    if options.sets:
        with _of("--set"):
            return numbers(reduce(or_, (cards_of(text, club_sets) for text in options.sets)))
    if options.cards:
        with _of("--cards"):
            cards = parse_numbers(together(options.cards))
            if not cards:
                raise ValueError("no cards in this set: nothing to read")
            return cards
    return numbers(ALL_CARDS)


def _named(texts: tuple[str, ...], club_sets: Names) -> int:
    """Return the cards that an option's texts mean, all together; a blank text means none."""
    return reduce(or_, (cards_of(text, club_sets) for text in texts if text), 0)


def _play_pause(text: str) -> int:
    return to_samples(_seconds(text, LONGEST_PLAY_PAUSE)) if text.strip() else DEFAULT_PLAY_PAUSE


def _gaps(options: Options) -> Gaps:
    gaps = USUAL
    for name in NAMES:
        with _of(f"--{name.replace('_', '-')}"):
            text = getattr(options, name)
            if text.strip():
                gaps = replace(gaps, **{name: to_samples(_seconds(text, LONGEST_GAP))})
    return gaps


def _seconds(text: str, most: int) -> float:
    """Return seconds as they are typed; `most` is in samples. Raises ValueError."""
    return decimal(text, 0, to_seconds(most), "seconds")


@contextmanager
def _of(option: str) -> Iterator[None]:
    """Let a ValueError refuse the command, with the option's name before it, and only there."""
    try:
        yield
    except ValueError as error:
        name = option.removeprefix("--").replace("-", " ")
        raise Refusal(f"{option}: {str(error).removeprefix(f'{name} ')}") from None
