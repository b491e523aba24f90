"""The actions of Kakkuri as ints and as text: docs/rules/kakkuri.md §10.

0-47 play a card, then `end` and the game's own, then every pair and every triple.
"""

from typing import Final

from engine.core.deck import NotationError
from engine.decks.mekuri import mekuri48
from engine.games.mechanics.shedding import ACTIONS, END, OWN0, PAIR0, parse_play, text_of

SANSOKU: Final = OWN0
TURN_BOX: Final = OWN0 + 1
DROP: Final = OWN0 + 2
KEEP: Final = OWN0 + 3
SWAP: Final = OWN0 + 4

_WORDS: Final = {
    "end": END,
    "sansoku": SANSOKU,
    "turn_box": TURN_BOX,
    "drop": DROP,
    "keep": KEEP,
    "swap": SWAP,
}
_PLAYS: Final = (*range(END), *range(PAIR0, ACTIONS))
_TEXTS: Final[dict[int, str]] = {action: word for word, action in _WORDS.items()} | {
    action: text_of(action) for action in _PLAYS
}
WORDS: Final = {written: action for action, written in _TEXTS.items()}
"""All actions by their texts; `parse` also takes the cards of a set in another order."""


def text(action: int) -> str:
    """Return an action as text."""
    return _TEXTS[action]


def parse(written: str) -> int:
    """Return the action of a text. Raises NotationError."""
    word = _WORDS.get(written)
    if word is not None:
        return word
    verb, *codes = written.split(" ")
    if verb != "play" or not codes:
        raise NotationError(
            "it is no action of this game: write play I6, play P4 I4, end, sansoku, swap, keep, drop or turn_box"
        )
    return parse_play(codes, mekuri48())
