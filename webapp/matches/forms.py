"""What comes in from the pages: commands of the board, the form of a new match, a record's file."""

from typing import Annotated, Literal, Self, TypeVar

from pydantic import AfterValidator, Field, model_validator

from webapp.door import Body, CommandBody, Line

Items = TypeVar("Items", bound=tuple[object, ...])


def each_once(items: Items) -> Items:
    """Return the items; ValueError where one comes twice."""
    if len(set(items)) < len(items):
        raise ValueError("something comes twice")
    return items


Letter = Literal["A", "B"]
Card = Annotated[int, Field(ge=1, le=100)]
Cards = Annotated[tuple[Card, ...], Field(max_length=50), AfterValidator(each_once)]
Sides = Annotated[tuple[Literal["own", "opp"], ...], Field(max_length=2), AfterValidator(each_once)]
Letters = Annotated[tuple[Letter, ...], Field(max_length=2), AfterValidator(each_once)]
Index = Annotated[int, Field(ge=0, le=10_000)]


class Place(Body):
    """Where a card is to lie, as its owner sees it; `outside`: just outside of that card."""

    end: Literal["left", "right"]
    row: Literal["upper", "middle", "lower", "float"]
    outside: Card | None = None


class TouchedSides(Body):
    """The territories that each player's hand touched, from the player's own seat."""

    A: Sides = ()
    B: Sides = ()


class TouchedCards(Body):
    """The cards that each player touched."""

    A: Cards = ()
    B: Cards = ()


class Contact(Body):
    """A hand that touched the other's fouling hand."""

    by: Letter
    on: Letter

    @model_validator(mode="after")
    def of_two(self) -> Self:
        """Refuse a hand that fouls on itself."""
        if self.by == self.on:
            raise ValueError("a player cannot foul on the own hand")
        return self


class Ruling(Body):
    """The referee's ruling on the sends."""

    net: Annotated[int, Field(ge=0, le=4)]
    sender: Letter | None
    reason: Line = ""

    @model_validator(mode="after")
    def says_who(self) -> Self:
        """Refuse cards that nobody sends, and a sender of none."""
        if (self.sender is None) != (self.net == 0):
            raise ValueError("a ruling says how many cards are sent, and by whom")
        return self


class ReadFacts(Body):
    """What happened in a read, in the keys of a match record."""

    card: Card
    took: Letter | None = None
    touched: TouchedSides = TouchedSides()
    cards_touched: TouchedCards = TouchedCards()
    wrong_hand: Letters = ()
    early_touch: Letters = ()
    pre_read_touch: Letters = ()
    breach: Letters = ()
    contact: Annotated[tuple[Contact, ...], Field(max_length=2)] = ()
    override: Ruling | None = None
    void: Line | None = None
    sent: Annotated[tuple[Card, ...], Field(max_length=4)] = ()


class LaidCard(Body):
    """Where a card that an earlier read sent goes, as it would be laid after a read that is not corrected."""

    card: Card
    place: Place


LaidCards = Annotated[tuple[LaidCard, ...], Field(max_length=4)]


class CallPoem(Body):
    """Somebody read a poem aloud."""

    type: Literal["call"]
    card: Card


class WithdrawPoem(Body):
    """The poem that was called was not read after all."""

    type: Literal["withdraw"]


class SettleRead(Body):
    """What happened in the poem being read."""

    type: Literal["settle"]
    read: ReadFacts


class SendCard(Body):
    """A card goes over to the other side."""

    type: Literal["send"]
    card: Card
    place: Place


class ForgoSend(Body):
    """What is owed is not sent."""

    type: Literal["forgo"]


class MoveCard(Body):
    """A card is laid elsewhere on its own side."""

    type: Literal["move"]
    card: Card
    place: Place


class Hand(Body):
    """A player's hand goes up, so that the reader waits, or down."""

    type: Literal["hand"]
    player: Letter
    up: bool


class CorrectRead(Body):
    """An earlier read was different; `laid` are the cards that it sent and that did not lie where they went.

    `forgotten`: fewer cards were sent than were owed, and the referee knows it.
    """

    type: Literal["correct"]
    index: Index
    read: ReadFacts
    laid: LaidCards = ()
    forgotten: bool = False


class GiveUp(Body):
    """A player loses with cards left on both sides."""

    type: Literal["forfeit"]
    player: Letter
    how: Literal["concession", "forfeit", "disqualification"]
    reason: Line = ""


class TakeBack(Body):
    """The last entry is taken back, or entered again."""

    type: Literal["undo", "redo"]


class ConfirmResult(Body):
    """The other player or the desk agrees with the result."""

    type: Literal["confirm"]


Command = Annotated[
    CallPoem
    | WithdrawPoem
    | SettleRead
    | SendCard
    | ForgoSend
    | MoveCard
    | Hand
    | CorrectRead
    | GiveUp
    | TakeBack
    | ConfirmResult,
    Field(discriminator="type"),
]


class TableCommand(CommandBody[Command]):
    """A command of the board, with its id and the number of the last event that its maker had seen."""


class PreviewQuestion(Body):
    """What would follow from this; `index` and `laid` where an earlier read is being corrected."""

    read: ReadFacts
    index: Index | None = None
    laid: LaidCards = ()


class ChooseReader(Body):
    """Which reading a table follows from now on; blank for a person."""

    reading: str = Field(pattern="^[A-Za-z0-9_-]{0,64}$")


class SetAside(Body):
    """Whether a match is to be in the club's lists."""

    away: bool


Choice = Literal["", "official", "article"]
"""An option's value: as the ruleset has it, or one of the two."""


class NewMatch(Body):
    """The form of a new match. A player is a member, by id, or a typed name; the cards are drawn or listed."""

    name_a: Line = ""
    name_b: Line = ""
    member_a: str = Field(default="", pattern="^[0-9]{0,9}$")
    member_b: str = Field(default="", pattern="^[0-9]{0,9}$")
    nameless: Literal["", "yes"] = ""
    """Whether nobody is to be named: the players are called A and B then."""
    reading: str = Field(default="", pattern="^[A-Za-z0-9_-]{0,64}$")
    deal: Literal["random", "list"] = "random"
    cards_a: str = Field(default="", max_length=2000)
    cards_b: str = Field(default="", max_length=2000)
    home_a: Literal["own", "sounds", "code"] = "own"
    home_b: Literal["own", "sounds", "code"] = "own"
    """How the cards are laid: by the home layout that the member marked for the board, by sounds, or by a code."""
    code_a: str = Field(default="", max_length=1000)
    code_b: str = Field(default="", max_length=1000)
    ruleset: Literal["official", "article"] = "official"
    touch_from: Choice = ""
    early_touch_penalty: Choice = ""
    wrong_own_side: Choice = ""
    wrong_opp_side: Choice = ""
    both_sides: Choice = ""
    wrong_hand: Choice = ""
    pre_read_touch: Choice = ""
    any_breach: Choice = ""
