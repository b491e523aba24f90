"""The form of a new reading."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError

from poems.cards import NoCardsError, UnknownCardsError
from poems.chance import Seed
from reader.gaps import LONGEST_GAP
from reader.order import MOST_CARDS, MOST_ROUNDS, Order
from reader.pace import Pace
from reader.pattern import Pattern
from reader.programme import MOST_JOKA
from reader.samples import to_seconds
from webapp.door import Body, Decimal, Line, clean, count, decimal
from webapp.reading.settings import (
    PLAY_PAUSE,
    Settings,
    card_list,
    cards_or_none,
    draw_of,
    programme_of,
    settled,
)

LONGEST = 600
"""Minutes for which a reader may be told to go on by itself."""


def or_zero(text: object) -> object:
    """Read a whole number as people type it; an empty field is none."""
    return 0 if isinstance(text, str) and not text.strip() else count(text)


def or_none(text: object) -> object:
    """Read a number as people type it, with or without a fraction; an empty field is none."""
    return None if isinstance(text, str) and not text.strip() else decimal(text)


Silence = Annotated[float | None, Field(ge=0, le=to_seconds(LONGEST_GAP)), BeforeValidator(or_none)]
"""Seconds of a silence that is not the usual one."""
Times = Annotated[int, Field(ge=0, le=MOST_JOKA)]
"""How often a half of the opener is read."""
CardList = Annotated[str, Field(max_length=1000), AfterValidator(clean)]
"""All hundred numbers, typed out with room to spare."""


class NewReading(Body):
    """A reading as it was filled in; every field may be left out."""

    cards: Line = "all"
    own_cards: CardList = ""
    order: Order = Order.SHUFFLE
    dead: Annotated[int, Field(ge=0, le=99), BeforeValidator(count)] = 0
    look_alike: Annotated[int, Field(ge=0, le=100), BeforeValidator(count)] = 0
    absent: CardList = ""
    laid: CardList = ""
    nuki: bool = False
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS), BeforeValidator(count)] = 1
    most: Annotated[int, Field(ge=0, le=MOST_CARDS), BeforeValidator(or_zero)] = 0
    minutes: Annotated[int, Field(ge=0, le=LONGEST), BeforeValidator(or_zero)] = 0
    pattern: Line = "competition"
    own_pattern: Line = ""
    pace: Line = "5-3-1-6"
    own_pace: Line = ""
    joka: Annotated[str, Field(pattern="^([0-2]|own)$")] = "2"
    own_joka_upper: Times = 1
    own_joka: Times = 2
    wording: Line = ""
    advance: Annotated[str, Field(pattern="^(automatic|manual)$")] = "automatic"
    play_pause: Annotated[Decimal, Field(ge=0, le=600)] = PLAY_PAUSE
    half_gap: Silence = None
    poem_gap: Silence = None
    lead: Silence = None
    tail: Silence = None
    voice: Line = "mei"

    def settings(self, saved: Mapping[str, int] | None = None) -> Settings:
        """Return what was chosen; whatever was typed goes before the choice *own*.

        `saved` are the club's own sets, which are replaced by their cards. A text that is not understood stays as it
        is, and `faults` finds it.
        """
        cards = self.own_cards if self.cards == "own" else self.cards
        known = saved or {}
        plain = _settled(cards, known)
        return Settings(
            cards=plain,
            order=self.order,
            dead=self.dead,
            pattern=self.own_pattern if self.pattern == "own" else self.pattern,
            pace=self.own_pace if self.pace == "own" else self.pace,
            joka=self.own_joka if self.joka == "own" else int(self.joka),
            joka_upper=self.own_joka_upper if self.joka == "own" else None,
            wording=self.wording,
            play_pause=self.play_pause,
            automatic=self.advance == "automatic",
            voice=self.voice,
            title=_title(cards) if plain != cards else "",
            look_alike=self.look_alike / 100,
            absent=_settled(self.absent, known),
            laid=_settled(self.laid, known),
            nuki=self.nuki,
            rounds=self.rounds,
            most=self.most,
            minutes=self.minutes,
            half_gap=self.half_gap,
            poem_gap=self.poem_gap,
            lead=self.lead,
            tail=self.tail,
        )


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a field: `part` of it was not understood, where a piece is at fault; or it means no card."""

    part: str = ""
    no_cards: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """A form as it was filled in: the reading where all of it could be read, and what is wrong with which field.

    `unread` are fields that could not be read at all.
    """

    chosen: NewReading | None
    wrong: Mapping[str, Wrong]
    unread: frozenset[str]


def faults(chosen: NewReading, saved: Mapping[str, int] | None = None) -> dict[str, Wrong]:
    """Return the fields that make no reading, so that each can be marked, with what is wrong with them."""
    settings = chosen.settings(saved)
    found = {field: _fault(check, settings) for field, check in _CHECKS.items()}
    wrong = {field: why for field, why in found.items() if why is not None}
    usual = Settings()
    understood = replace(settings, **{field: getattr(usual, field) for field in wrong})
    wrong |= dict.fromkeys(_faults_together(understood, cards_known="cards" not in wrong), Wrong())
    return {f"own_{field}" if getattr(chosen, field) == "own" else field: why for field, why in wrong.items()}


def checked(fields: Mapping[str, str], saved: Mapping[str, int]) -> Checked:
    """Return what was filled in, and every fault at once: of fields that cannot be read, and of all the others."""
    try:
        chosen = NewReading.model_validate_strings(dict(fields))
    except ValidationError as error:
        unread = {str(fault["loc"][0]) for fault in error.errors()}
    else:
        return Checked(chosen, faults(chosen, saved), frozenset())
    # the others are judged with the usual in their place
    left = {name: text for name, text in fields.items() if name not in unread}
    found = faults(NewReading.model_validate_strings(left), saved)
    if {"cards", "own_cards"} & unread:
        found.pop("dead", None)  # nobody knows of which set
    return Checked(None, {name: why for name, why in found.items() if name not in unread}, frozenset(unread))


def _faults_together(settings: Settings, *, cards_known: bool) -> Iterator[str]:
    """Yield which fields are at fault where each is understood but they do not go together.

    What hangs together with a set is judged only where the set is known.
    """
    if cards_known:
        yield from _faults_of_draw(settings)
    usual = Settings()
    opener = replace(usual, wording=settings.wording)
    if not _holds(lambda order: programme_of(order, Seed.numbered(0)), opener):
        yield "wording"


def _faults_of_draw(settings: Settings) -> Iterator[str]:
    alone = replace(settings, dead=0)
    if not _holds(draw_of, alone):
        # every card of the set is absent, or none of it lies
        yield "laid" if _holds(draw_of, replace(alone, nuki=False)) else "absent"
        settings = replace(settings, nuki=False, absent="")
    if not _holds(draw_of, settings):
        yield "dead"


def _title(cards: str) -> str:
    """Return what the cards are called: a saved set's name alone needs no quotes."""
    alone = re.fullmatch('"([^"]*)"', cards)
    return alone[1] if alone else cards


def _settled(text: str, saved: Mapping[str, int]) -> str:
    try:
        return settled(text, saved) if text.strip() else ""
    except ValueError:
        return text


_CHECKS: Mapping[str, Callable[[Settings], object]] = {
    "cards": lambda settings: card_list(settings.cards),
    "absent": lambda settings: cards_or_none(settings.absent),
    "laid": lambda settings: cards_or_none(settings.laid),
    "pattern": lambda settings: Pattern.parse(settings.pattern),
    "pace": lambda settings: Pace.parse(settings.pace),
}


def _fault(check: Callable[[Settings], object], settings: Settings) -> Wrong | None:
    """Return what a check does not like; None where it holds."""
    try:
        check(settings)
    except UnknownCardsError as error:
        return Wrong(error.part)
    except NoCardsError:
        return Wrong(no_cards=True)
    except ValueError:
        return Wrong()
    return None


def _holds(check: Callable[[Settings], object], settings: Settings) -> bool:
    return _fault(check, settings) is None
