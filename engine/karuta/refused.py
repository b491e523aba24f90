"""How the referee says no: a code and its parameters, which a page can put into any language."""

from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Param: TypeAlias = int | str | None


class Why(StrEnum):
    """Why a command or a line of a record is refused. The sentences are in `engine.karuta.sentences`."""

    # opening
    UNKNOWN_RULESET = "unknown_ruleset"
    UNKNOWN_OPTION = "unknown_option"
    UNKNOWN_VALUE = "unknown_value"
    UNKNOWN_FORMAT = "unknown_format"
    DEAL_SIZE = "deal_size"
    DEALT_TWICE = "dealt_twice"
    NO_CARD = "no_card"
    LAYOUT_NOT_DEALT = "layout_not_dealt"
    BAD_COMMITMENT = "bad_commitment"
    NO_COMMITMENT = "no_commitment"
    WRONG_SEED = "wrong_seed"
    SEED_TOO_EARLY = "seed_too_early"
    ALREADY_OPEN = "already_open"
    NOT_OPEN = "not_open"
    # reading and settling
    OVER = "over"
    ALREADY_READ = "already_read"
    ALREADY_TAKEN = "already_taken"
    NOT_CALLED = "not_called"
    NOTHING_CALLED = "nothing_called"
    TOOK_DEAD_CARD = "took_dead_card"
    TOOK_WITH_WRONG_HAND = "took_with_wrong_hand"
    TOUCHED_NOT_ON_FIELD = "touched_not_on_field"
    SIDE_NOT_TOUCHED = "side_not_touched"
    SENT_IN_VOID = "sent_in_void"
    READ_IS_VOID = "read_is_void"
    BAD_OVERRIDE = "bad_override"
    BLANK_REASON = "blank_reason"
    # sending and placing
    NOTHING_OWED = "nothing_owed"
    SEND_LOST = "send_lost"
    SENT_TOO_MANY = "sent_too_many"
    SENT_NOT_HELD = "sent_not_held"
    SEND_COMES_FIRST = "send_comes_first"
    SLOTS_DO_NOT_MATCH = "slots_do_not_match"
    MOVED_NOT_HELD = "moved_not_held"
    MOVED_TWICE = "moved_twice"
    SLOT_TAKEN = "slot_taken"
    # correcting
    NO_SUCH_READ = "no_such_read"
    COLLIDES = "collides"
    BEING_READ = "being_read"
    NOT_SENT = "not_sent"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"


class Refused(ValueError):  # noqa: N818 - an answer of the referee, not a fault of the program
    """The rules do not allow it.

    `place` is the spot inside the read (`card`, `sent[1]`, `moved.B.5`), empty where there is none. `cause` is
    the refusal of the later read, where a correction collides with one. Parameters named `read` are indexes from 0.
    """

    def __init__(self, code: Why, place: str = "", cause: "Refused | None" = None, **params: Param) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.place = place
        self.cause = cause
        self.params: Mapping[str, Param] = params
        self.read_index: int | None = None
        """The read it is about, where reads are checked in a row."""
