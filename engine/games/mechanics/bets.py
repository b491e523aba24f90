"""Bets as actions: a stake on a slot is `1 + (slot - 1) * max_stake + stake - 1`, slots from 1, and 0 is done."""

from functools import cache
from typing import Final

DONE: Final = 0


def bet(slot: int, stake: int, max_stake: int) -> int:
    """Return the action that lays a stake on a slot."""
    return 1 + (slot - 1) * max_stake + stake - 1


def read_bet(action: int, max_stake: int) -> tuple[int, int]:
    """Return the slot and the stake of a bet."""
    slot, stake = divmod(action - 1, max_stake)
    return slot + 1, stake + 1


def bet_text(action: int, max_stake: int) -> str:
    """Return a bet, or done, as records write it."""
    if action == DONE:
        return "done"
    slot, stake = read_bet(action, max_stake)
    return f"bet {slot} {stake}"


def parse_bet(text: str, slots: int, max_stake: int) -> int | None:
    """Return the action of a text; None if it is neither a bet on one of the slots nor done."""
    if text == "done":
        return DONE
    words = text.split(" ")
    if len(words) == 3 and words[0] == "bet" and all(map(_is_number, words[1:])):
        slot, stake = int(words[1]), int(words[2])
        if slot <= slots and stake <= max_stake:
            return bet(slot, stake, max_stake)
    return None


@cache
def legal_bets(slots: int, max_stake: int, used: int, rest: int) -> tuple[int, ...]:
    """Return done and the bets on the slots that are not used (a mask), with stakes up to `rest`."""
    return (
        DONE,
        *(
            1 + slot * max_stake + stake
            for slot in range(slots)
            if not used >> slot & 1
            for stake in range(min(rest, max_stake))
        ),
    )


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 5 and word == str(int(word)) and word != "0"
