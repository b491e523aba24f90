"""Why the desk of a tournament cannot do something, where it is not the engine that says so."""

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Because(StrEnum):
    """A reason."""

    NOBODY = "nobody"
    TOO_FEW = "too_few"
    DRAWN = "drawn"
    NOT_DRAWN = "not_drawn"
    BEGUN = "begun"
    NO_SEED = "no_seed"
    OVER = "over"
    NOT_DECIDED = "not_decided"
    MOVED = "moved"
    NO_FIXTURE = "no_fixture"
    BY_PARTS = "by_parts"
    NO_LOTTERY = "no_lottery"
    CLOSED = "closed"
    NO_ENTRY = "no_entry"
    MEMBER_TWICE = "member_twice"
    BLOCKS_NOT_OVER = "blocks_not_over"
    TIED = "tied"
    NO_LATE = "no_late"
    IS_PLAYED = "is_played"
    CLASS_HAS_ENTRIES = "class_has_entries"
    ALREADY_PLAYING = "already_playing"


class Objection(ValueError):  # noqa: N818 - an answer of the desk, not a fault of the program
    """It cannot be done; `because` and `params` say why, entrants named by their ids."""

    def __init__(self, because: Because, **params: int | str) -> None:
        super().__init__(f"{because} {params}" if params else str(because))
        self.because = because
        self.params: Mapping[str, int | str] = params
