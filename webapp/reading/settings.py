"""What is chosen for a reading, and the programme that comes of it with the luck of a seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from poems.cards import mask
from poems.chance import Seed
from poems.choice import chosen, written
from poems.lookalike import STRONGEST
from reader.gaps import NAMES, Gaps, gaps_of
from reader.order import Draw, Order
from reader.pace import DEFAULT, Pace
from reader.pattern import COMPETITION, Pattern
from reader.programme import MOST_JOKA, Programme, play_pause_samples

PLAY_PAUSE = 8.0
"""Seconds for taking and tidying cards before the reader goes on by itself."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A reading as it is ordered.

    `cards` names a set (`all`, `third-a`), openings in kana, numbers, or what joins and parts them; `title` is what it
    is called where that says more. `dead` is how many poems from outside it are read as well, `look_alike` from 0 to 1
    how much those are chosen for their sound. `absent` are cards that are not there at all; `laid` those that lie on
    the mats, and with `nuki` no others of the set are read. `rounds` is how often the whole is read, `most` after how
    many cards it ends (0: all). `joka` and `joka_upper` are those of a programme; `half_gap`, `poem_gap`, `lead` and
    `tail` are silences in seconds, None for the usual ones. `play_pause` is in seconds; `automatic` says whether the
    reader goes on by itself after it, and `minutes` for how long (0: to the end).
    """

    cards: str = "all"
    order: Order = Order.SHUFFLE
    dead: int = 0
    pattern: str = str(COMPETITION)
    pace: str = str(DEFAULT)
    joka: int = MOST_JOKA
    wording: str = ""
    play_pause: float = PLAY_PAUSE
    automatic: bool = True
    voice: str = "mei"
    title: str = ""
    look_alike: float = 0.0
    absent: str = ""
    laid: str = ""
    nuki: bool = False
    rounds: int = 1
    most: int = 0
    minutes: int = 0
    joka_upper: int | None = None
    half_gap: float | None = None
    poem_gap: float | None = None
    lead: float | None = None
    tail: float | None = None

    @property
    def gaps(self) -> Gaps:
        """The silences. Raises ValueError for one that no reading has."""
        return gaps_of({name: getattr(self, name) for name in NAMES})


def card_list(text: str) -> tuple[int, ...]:
    """Return the cards that a text means, in the order typed where it is a list of numbers. Raises ValueError."""
    return chosen(text)


def cards_or_none(text: str) -> int:
    """Return the mask of the cards that a text means, none for an empty text. Raises ValueError."""
    return mask(chosen(text)) if text.strip() else 0


def settled(text: str, saved: Mapping[str, int]) -> str:
    """Return a text that means the same without the club's saved sets, which may change. Raises ValueError."""
    cards = chosen(text, saved)
    try:
        if chosen(text) == cards:
            return text
    except ValueError:
        pass
    return written(cards)


@lru_cache(maxsize=64)
def draw_of(settings: Settings) -> Draw:
    """Return which poems are read and how their order is drawn. Raises ValueError that says what is wrong."""
    cards = card_list(settings.cards)
    if settings.nuki and settings.laid.strip():
        laid = mask(chosen(settings.laid))
        cards = tuple(card for card in cards if laid >> card & 1)
    return Draw(
        cards=cards,
        order=settings.order,
        dead=settings.dead,
        look_alike=round(settings.look_alike * STRONGEST),
        absent=cards_or_none(settings.absent),
        rounds=settings.rounds,
        most=settings.most,
    )


def programme_of(settings: Settings, seed: Seed) -> Programme:
    """Return what is read, in order. Raises ValueError that says what is wrong with the settings."""
    return Programme(
        cards=draw_of(settings).drawn(seed),
        pattern=Pattern.parse(settings.pattern),
        pace=Pace.parse(settings.pace),
        joka=settings.joka,
        play_pause=play_pause_samples(settings.play_pause),
        wording=settings.wording,
        joka_upper=settings.joka_upper,
        gaps=settings.gaps,
    )
