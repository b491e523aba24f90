"""What happened, in a line an event, as a seat may know it.

The past tense serves every seat alike: `You passed`, `Seat 3 passed`. An event type without a sentence here is told by
its name and its fields, so that a new game can be played before anyone has put it into words.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, Final, get_args

from engine.core.events import NOBODY, Event, type_name
from webapp.table.marks import hints_of, mark_of
from webapp.table.names import Names

SILENT: Final = frozenset({"hands_seen", "turn_came", "bank_drew"})
"""What shows itself on the board, or tells nobody anything."""

SENTENCES: Final = {
    "all_passed": "All passed; the same dealer deals again",
    "all_shown": "The banker's number was {number}; the others had placed {placed}",
    "attacked": "{seat} attacked with {kind}",
    "bank_looked": "{seat} looked at the bank's cards: {faces}",
    "bet_laid": "{seat} laid {stake} on slot {slot}",
    "bets_done": "{seat} laid no more bets",
    "bid": "{seat} bid {number} {denomination}",
    "bottom_shown": "The bottom card was {card}: its suit is trumps",
    "box_turned": "{seat} turned up {card} from the box",
    "buried": "{seat} led {led} and buried {card} under it",
    "called": "{seat} called {card}: its holder is the adjutant",
    "card_given": "{seat} got {card}",
    "card_taken": "{seat} gave {field} a third card: {face}",
    "chose": "{seat} chose {card}",
    "dealt": "The cards were dealt; the dealer is {dealer}",
    "declared": "{seat} declared sansoku: pairs alone from now on",
    "discarded": "{seat} discarded {cards}",
    "drawn": "{seat} drew {card}",
    "drawn_blind": "{seat} took {cards} without looking",
    "dropped": "{seat} gave the hand back and sat out",
    "field_covered": "{field} got its second card: {face}",
    "field_shown": "{card} was laid on the field",
    "fished": "{seat} played {card}{take}",
    "friend_called": "{seat} called a friend: {called}",
    "hand_kept": "{seat} kept the unseen hand",
    "hand_lost": "{seat} lost {count} cards to the pot",
    "hand_scored": "The hand is over: {scores}",
    "hand_swapped": "{seat} took the dealer's unseen hand in exchange",
    "hand_taken": "{seat} took the whole hand of {other}",
    "hands_rotated": "All hands went one seat on",
    "joined": "{seat} joined the round",
    "joker_called": "{seat} played {card} and called the joker",
    "joker_led": "{seat} led the joker and asked for {suit}",
    "kabu_shown": "All was turned up: the bank has {bank}, the fields have {fields}",
    "kankei_shown": "{ace} held the ace of trumps, {joker} the joker; they play together: {partners}",
    "kitty_taken": "{seat} took the kitty: {cards}",
    "laid": "{seat} laid {cards}",
    "laid_face_down": "{seat} laid a trump face down: {card}",
    "left_over": "{seat} was left over and sat out",
    "left_round": "{seat} paid and left the round",
    "misdealt": "Four of a number lay on the field; the cards are dealt again",
    "must_bid": "All passed; {seat} must bid, holding {card}",
    "must_miss": "{seat} will miss a turn",
    "oki_taken": "{seat} took the card that was turned up",
    "opening_led": "{seat} chose the card to lead: {card}",
    "opening_said": "{seat} said who leads: {leader}",
    "out_of_game": "{seat} dropped out of the game",
    "passed": "{seat} passed",
    "picked": "{seat} picked a number: {number}",
    "placed": "{seat} placed {numbers}",
    "played": "{seat} played {card}",
    "pot_taken": "{seat} took the pot",
    "received": "{seat} received with {kind}",
    "reshuffled": "Cards were shuffled anew",
    "ride_bid": "{seat} bid {amount}",
    "robatta": "{seat} declared robatta, the trump dragon",
    "round_won": "{seat} won the round{how}",
    "sat_out": "{seat} had the P3 and sat out; the six cards are the box",
    "stood": "{seat} let {field} stand",
    "table_shown": "All cards were turned up: {table}",
    "thrown_in": "All passed; the same dealer deals again",
    "trick_taken": "{winner} took the trick",
    "trump_named": "{seat} named the trump suit: {suit}",
    "turn_ended": "{seat} ended the turn",
    "turn_missed": "{seat} missed the turn",
    "turned_up": "{turned}",
    "turns_reversed": "The turns go the other way round now",
    "yaku_scored": "{seat} made {yaku}",
}


def seat_name(seat: int, viewer: int | None) -> str:
    """Return what a seat is called: `you` for the viewer's own; who is hidden from the viewer is somebody."""
    if seat == NOBODY:
        return "somebody"
    return "you" if seat == viewer else f"seat {seat}"


class Telling:
    """Tells the events of one game to one seat."""

    __slots__ = ("_has_bank_card", "_names", "_viewer")

    def __init__(self, names: Names, viewer: int | None, *, has_bank_card: bool = False) -> None:
        """Take the names of the cards, who is told, and whether the first card on the table is the banker's."""
        self._names = names
        self._viewer = viewer
        self._has_bank_card = has_bank_card

    def line(self, event: Event) -> str | None:
        """Return what an event, already redacted for the viewer, says; None for one that is not told."""
        name = type_name(type(event))
        if name in SILENT:
            return None
        values = {key: self._value(hint, getattr(event, key)) for key, hint in hints_of(event).items()}
        if name == "hand_scored":
            values["scores"] = self._scores(getattr(event, "scores", ()))
        sentence = SENTENCES.get(name)
        if sentence is None:
            return f"{name.replace('_', ' ').capitalize()}: " + ", ".join(map(" ".join, values.items()))
        said = sentence.format_map(values | self._extras(event, values))
        return said[:1].upper() + said[1:]

    def _extras(self, event: Event, values: dict[str, str]) -> dict[str, str]:
        """Return the parts of a sentence that are not always there."""
        match type_name(type(event)):
            case "fished":
                chosen = values["take"]
                return {"take": "" if chosen == "?" else f" and chose {chosen}"}
            case "round_won":
                how = values.get("how", "")
                return {"how": f" ({how})" if how else ""}
            case "table_shown" if self._has_bank_card:
                cards: tuple[int, ...] = getattr(event, "cards", ())
                first, rest = self._names.card(cards[0]), self._names.list(cards[1:])
                told = f"the banker has {first}, the slots are {rest}"
                return {"table": told}
            case "table_shown":
                return {"table": values["cards"]}
            case "turned_up":
                lying = values.get("cards")
                up = values.get("card")
                return {"turned": f"turned up: {lying}" if up is None else f"{values['seat']} turned up {up}"}
            case "field_covered" | "card_taken" | "stood":
                field = values["field"]
                return {"field": "the bank" if field == "0" else f"field {field}"}
        return {}

    def _scores(self, scores: tuple[int, ...]) -> str:
        return ", ".join(f"{seat_name(seat, self._viewer)} {score:+d}" for seat, score in enumerate(scores))

    def _value(self, hint: Any, value: object) -> str:
        """Return a field's value in words, by its type."""
        if value is None:
            return "?"
        mark = mark_of(hint)
        if mark in self._marks():
            return self._marks()[mark](value)
        if is_dataclass(value) or hasattr(value, "_fields"):
            return " ".join(str(getattr(value, key)) for key in _keys(value))
        if isinstance(value, tuple):
            return self._several(hint, value)
        return str(value)

    def _several(self, hint: Any, values: tuple[object, ...]) -> str:
        inner = next((one for one in get_args(hint) if one is not ...), None)
        if mark_of(inner) == "card":
            numbers = [number for number in values if isinstance(number, int)]
            hidden = sum(number < 0 for number in numbers)
            if hidden > 1:
                shown = self._names.list(number for number in numbers if number >= 0) + " and "
                return ("" if hidden == len(numbers) else shown) + f"{hidden} cards unseen"
            return self._names.list(numbers)
        apart = " | " if any(isinstance(one, tuple) for one in values) else ", "
        return apart.join(self._value(inner, one) for one in values) or "nothing"

    def _marks(self) -> dict[str, Callable[[Any], str]]:
        return {
            "card": self._names.card,
            "cards": self._names.set,
            "seat": lambda seat: seat_name(seat, self._viewer),
        }


def _keys(value: object) -> tuple[str, ...]:
    if is_dataclass(value):
        return tuple(one.name for one in fields(value))
    keys: tuple[str, ...] = getattr(value, "_fields", ())
    return keys
