"""What comes in from the pages of a tournament."""

import datetime as dt
import re
from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from engine.tournament.outcome import How, Outcome
from engine.tournament.standings import USUAL, TieBreak
from webapp.door import Body, Count, Line, count
from webapp.tournaments.entering import Typed
from webapp.tournaments.recognising import Unknown
from webapp.tournaments.rules import TEAM_TIE_BREAKS, ClassRules, Format
from webapp.tournaments.setup import ClassDetails, Details
from webapp.tournaments.sheet import whole
from webapp.tournaments.squads import Mate

MOST_PLAYED = 99
"""Meets that somebody plays in a year."""
MOST_PLAYERS = 20
"""Players of a team's squad."""


def blank_is_none(text: object) -> object:
    """Read an empty field as nothing, and a number as people type it."""
    if isinstance(text, str) and not text.strip():
        return None
    return count(text)


MaybeCount = Annotated[Annotated[int, Field(ge=0, le=100_000)] | None, BeforeValidator(blank_is_none)]
MaybePlayed = Annotated[Annotated[int, Field(ge=0, le=MOST_PLAYED)] | None, BeforeValidator(blank_is_none)]
Named = Annotated[Line, Field(min_length=1)]
Tick = Annotated[Literal["", "yes"], Field()]
Number = Annotated[int, Field(ge=0, le=2**31 - 1), BeforeValidator(count)]


def as_day(text: object) -> object:
    """Read a day as a browser's field sends it, or as people type it: 2026-11-29, 2026/11/29."""
    if isinstance(text, str):
        found = re.fullmatch(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?", text.strip(), re.ASCII)
        if found is not None:
            return dt.date(*(int(part) for part in found.groups()))
    return text


def as_moment(text: object) -> object:
    """Read a deadline as a browser's field sends it, by this machine's clock; nothing for an empty field."""
    if isinstance(text, str):
        if not text.strip():
            return None
        try:
            return dt.datetime.fromisoformat(text.strip()).astimezone(dt.UTC)
        except OverflowError as error:
            raise ValueError("no such moment") from error
    return text


class TournamentForm(Body):
    """A tournament as typed."""

    name: Named
    day: Annotated[dt.date, BeforeValidator(as_day)]
    place: Line = ""
    meet: Literal["class", "national", "invitational", "title", "club"] = "class"
    closes_at: Annotated[dt.datetime | None, BeforeValidator(as_moment)] = None

    def details(self) -> Details:
        """Return what is entered."""
        return Details(self.name, self.day, self.place, self.meet, self.closes_at)


def as_tie_breaks(text: object) -> object:
    """Read tie-breaks from a line of their words."""
    if isinstance(text, str):
        return tuple(TieBreak(part) for part in text.split())
    return text


class ClassForm(Body):
    """A class as typed."""

    name: Annotated[Named, Field(max_length=40)]
    grade: Annotated[str, Field(pattern="^[A-G]?$")] = ""
    format: Annotated[Format, BeforeValidator(Format)] = Format.KNOCKOUT
    boards: Annotated[int, BeforeValidator(count)] = 0
    games: Annotated[int, BeforeValidator(count)] = 1
    games_semi: Annotated[int, BeforeValidator(count)] = 1
    games_quarter: Annotated[int, BeforeValidator(count)] = 1
    games_before: Annotated[int, BeforeValidator(count)] = 1
    games_in_block: Annotated[int, BeforeValidator(count)] = 1
    blocks: Annotated[int, BeforeValidator(count)] = 1
    qualify: Annotated[int, BeforeValidator(count)] = 0
    win: Count = 1
    loss: Count = 0
    walkover_win: Count = 1
    walkover_loss: Count = 0
    tie_breaks: Annotated[tuple[TieBreak, ...], BeforeValidator(as_tie_breaks)] = ClassRules().tie_breaks
    leaving: Literal["keep", "annul", "walkover"] = "keep"
    first: Literal["", "fewest"] = ""
    host: Line = ""
    capacity: MaybeCount = None
    lottery: Tick = ""
    fee: Annotated[int, Field(ge=0, le=10_000_000), BeforeValidator(count)] = 0

    @model_validator(mode="after")
    def has_rules(self) -> Self:
        """Refuse rules that do not fit together."""
        self.rules()
        if self.capacity == 0:
            raise ValueError("nobody can play")
        return self

    def rules(self) -> ClassRules:
        """Return how the class is played."""
        names = set(ClassRules.model_fields)
        rules = ClassRules.model_validate_json(self.model_dump_json(include=names))
        if rules.boards and rules.tie_breaks == USUAL:  # margins say nothing of teams
            return rules.model_copy(update={"tie_breaks": TEAM_TIE_BREAKS})
        return rules

    def details(self) -> ClassDetails:
        """Return what is entered."""
        return ClassDetails(
            self.name,
            self.grade,
            self.rules(),
            self.capacity,
            self.lottery == "yes" or bool(self.first),
            self.fee,
        )


def as_players(text: object) -> object:
    """Read the names of a squad, one a line."""
    if isinstance(text, str):
        return tuple(line.strip() for line in text.splitlines() if line.strip())
    return text


class EntryForm(Body):
    """An entry as typed."""

    name: Named
    kana: Line = ""
    club: Line = ""
    dan: Annotated[Annotated[int, Field(ge=0, le=10)] | None, BeforeValidator(blank_is_none)] = None
    seed_group: Annotated[Annotated[int, Field(ge=1, le=999)] | None, BeforeValidator(blank_is_none)] = None
    family: Line = ""
    member: MaybeCount = None
    played: MaybePlayed = None
    squad: Annotated[tuple[Line, ...], Field(max_length=MOST_PLAYERS), BeforeValidator(as_players)] = ()
    late: Tick = ""

    def typed(
        self,
        member: int | None = None,
        mates: tuple[int, ...] = (),
        changed: Mapping[int, Mate] | None = None,
    ) -> Typed:
        """Return what is entered."""
        return Typed(
            self.name,
            self.kana,
            self.club,
            self.dan,
            self.seed_group,
            self.family,
            member,
            self.played,
            self.squad,
            mates,
            changed or {},
        )


class MateForm(Body):
    """A player of a squad as typed."""

    name: Named
    kana: Line = ""
    member: MaybeCount = None


class TakenRow(Body):
    """A row of a file that was looked at and is to be entered; what is said of it comes along, for another look."""

    line: int = 0
    class_number: int
    """0 where the file names a class that is not there."""
    class_name: Line = ""
    doubts: tuple[str, ...] = ()
    again: bool = False
    elsewhere: bool = False
    unknown: Unknown | None = None
    """Why it is no member."""
    named: tuple[tuple[int, str], ...] = ()
    """The members of that name."""
    unkept: bool = False
    """Whether it is too long, or has signs that cannot be kept; then it is not entered."""
    name: Named
    kana: Line = ""
    club: Line = ""
    dan: Annotated[int, Field(ge=0, le=10)] | None = None
    seed_group: Annotated[int, Field(ge=1, le=999)] | None = None
    family: Line = ""
    member: int | None = None
    played: Annotated[int, Field(ge=0, le=MOST_PLAYED)] | None = None

    @property
    def clean(self) -> bool:
        """Whether nothing speaks against it."""
        return self.class_number > 0 and not (self.doubts or self.again or self.elsewhere)

    def typed(self, member: int | None) -> Typed:
        """Return what is entered, as a member or by name alone."""
        shown = (self.name, self.kana, self.club, self.dan, self.seed_group, self.family, member, self.played)
        return Typed(*shown, first=not self.again)


def as_margin(text: object) -> object:
    """Read a number of cards, in digits of any width; nothing for an empty field."""
    if isinstance(text, str):
        if not text.strip():
            return None
        number = whole(text, 0, 999)
        if number is None:
            raise ValueError("no number")
        return number
    return text


def players_of(pair: str) -> str:
    """Return `3,7` as it is; ValueError for what names no two."""
    if re.fullmatch(r"\d{1,6}(\.\d{1,3})?,\d{1,6}(\.\d{1,3})?", pair) is None:
        raise ValueError("no pair")
    return pair


class ResultForm(Body):
    """A result as typed: who won (`both` for nobody), by how many cards, and how."""

    pair: Annotated[str, AfterValidator(players_of)]
    winner: Annotated[str, Field(max_length=16)] = ""
    margin: Annotated[int | None, BeforeValidator(as_margin)] = None
    how: Literal["normal", "walkover", "forfeit"] = "normal"
    seen: Number = 0
    """The number of the last event that a correction was looked at with."""

    def outcome(self) -> Outcome:
        """Return the outcome; one that cannot be is refused when it is entered."""
        one, other = self.pair.split(",")
        winner = None if self.winner in ("", "both") else self.winner
        return Outcome((one, other), winner, How(self.how), self.margin)


class AwayForm(Body):
    """Somebody does not come, or does not play on."""

    entrant: Annotated[str, Field(max_length=16)]
    why: Literal["no_show", "withdrawn", "disqualified"] = "no_show"


class WhoForm(Body):
    """Somebody, by id."""

    entrant: Annotated[str, Field(max_length=16)]


class PlaceForm(Body):
    """A place in the draw, by its key."""

    place: Annotated[str, Field(pattern=r"^(-?\d{1,9}|b\d{1,3}(-\d{1,6})?)$")]


class DrawForm(Body):
    """A draw that was looked at."""

    looked_at: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    only_here: Tick = ""


class SplitForm(Body):
    """How many parts a class is split into."""

    count: Annotated[int, Field(ge=2, le=9), BeforeValidator(count)]


class OverForm(Body):
    """Whether a class is finished."""

    over: Literal["", "yes"] = ""


class SlotForm(Body):
    """A round in the plan of the hall."""

    class_number: Number
    round: Annotated[int, Field(ge=1, le=99), BeforeValidator(count)]
    starts: Annotated[str, Field(pattern=r"^(([01]\d|2[0-3]):[0-5]\d)?$")] = ""
    room: Annotated[Line, Field(max_length=100)] = ""
    first_table: Annotated[int, Field(ge=1, le=9999), BeforeValidator(count)] = 1
    reader: Line = ""
    reader_id: MaybeCount = None
    reading: Annotated[str, Field(max_length=64, pattern="^[A-Za-z0-9_-]*$")] = ""
