"""Words that the pages' scripts need, translated; `{player}` and the like are filled in by the script."""

from collections.abc import Mapping

from flask_babel import gettext as _

from engine.karuta.field import End, Row
from webapp.matches.names import place_name

ROWS = {"upper": Row.UPPER, "middle": Row.MIDDLE, "lower": Row.LOWER, "float": Row.FLOAT}
"""The rows as the scripts name them."""
ENDS = {"left": End.LEFT, "right": End.RIGHT}


def board_words() -> Mapping[str, str]:
    """Return the words of the referee's board."""
    return {**field_words(), **_panel(), **_noted(), **_line(), **_search()}


def watch_words() -> Mapping[str, str]:
    """Return the words of the pages that only look."""
    panel = _panel()
    return {**field_words(), **_line(), "no_reads": panel["no_reads"], "hand_is_up": panel["hand_is_up"]}


def field_words() -> Mapping[str, str]:
    """Return the words of the field: its cards, its ends, its strips."""
    return {
        "read_sign": "♪",
        "is_read": _("being read"),
        "is_chosen": _("chosen"),
        "is_sent": _("sent"),
        "is_touched": _("touched by {players}"),
        "is_spent": _("already read, cannot be taken any more"),
        "fresh_sign": "⇄",
        "is_fresh": _("just sent"),
        "hand_touched": _("{player}'s hand touched {owner}'s side"),
        "no_poem_yet": _("No poem is being read"),
        **_places(),
    }


def hall_words() -> Mapping[str, str]:
    """Return the words of the hall."""
    return {
        **_line(),
        "hand_up": _("hand up"),
        "no_tables": _("No table is at play yet."),
        "read_count": _("{count} read"),
        "sending": _("sending"),
        "over": _("over"),
    }


def deal_words() -> Mapping[str, str]:
    """Return the words of the form of a new match."""
    return {
        "side_a": _("A's side"),
        "side_b": _("B's side"),
        "not_dealt": _("not dealt"),
        "counts": _("A {a} of 25, B {b} of 25"),
        "complete": _("25 and 25: the deal is complete."),
    }


def _places() -> Mapping[str, str]:
    return {
        "places": _("Places on this side, as its player sees them"),
        **{
            f"place_{key}_{side}": place_name(row, end)
            for key, row in ROWS.items()
            for side, end in ENDS.items()
        },
    }


def _panel() -> Mapping[str, str]:
    return {
        "took_it": _("{player} took it"),
        "nobody_took": _("Nobody"),
        "if_nobody": _("If nobody takes it: {what}"),
        "dead_go_on": _("Dead card: go on"),
        "does_not_count": _("Enter: it does not count"),
        "send_nothing": _("No card is sent (forgotten)"),
        "where_to": _("Where does it go on {player}'s side?"),
        "not_to_send": _("{player} has to send: tap one of their cards."),
        "where_help": _("A place puts it innermost; a card, just outside of that card."),
        "mark_cards": _("Tap the cards that {player} touched."),
        "touched_by": _("{player} touched it"),
        "was_read": _("This poem was read"),
        "move": _("Move"),
        "close": _("Close"),
        "cancel": _("Cancel"),
        "done": _("Done"),
        "not_known": _("What follows is said when the connection is back."),
        "reader_next": _(
            "The reader goes on when told to on the reading page, or by itself if it is set so."
        ),
        "reader_waits": _("The reader waits until the hand is down."),
        "to_reading": _("To the reading"),
        "other_reader": _("Somebody else reads"),
        "memorisation": _("Memorisation time"),
        "fingerprint": _("Order:"),
        "correcting": _("Correcting read {number}"),
        "choose_sent": _("{player} sends {count} ({chosen} sent): tap a card."),
        "all_chosen": _("{player} sends {count}: all are chosen."),
        "choose_sent_help": _("Then tap where it goes. A tap on a card that is sent takes it back."),
        "save_forgotten": _("Enter it: {left} not sent (forgotten)"),
        "save_correction": _("Enter the correction"),
        "undo": _("Undo: {what}"),
        "undo_nothing": _("Nothing to undo"),
        "redo": _("Redo: {what}"),
        "hand_is_up": _("Hand up: {players}. The reader waits."),
        "press_again": _("Press once more to be sure"),
        "confirm_result": _("Confirm the result"),
        "confirm_help": _("for the other player or the desk, when they agree"),
        "record": _("Record"),
        "again": _("New match, same players"),
        "no_reads": _("Nothing has been read yet."),
        "correct_read": _("Correct read {number}: {what}"),
    }


def _noted() -> Mapping[str, str]:
    return {
        "wrong_hand": _("Wrong hand"),
        "early_touch": _("Touched too early"),
        "pre_read_touch": _("Touched before the reading"),
        "breach": _("Other breach"),
        "contact_by": _("{player} touched the fouling hand"),
        "cards_noted": _("Cards touched by {player}: {count}"),
        "void": _("Does not count"),
        "override": _("Ruling"),
        "take_back": _("Take back: {what}"),
    }


def _line() -> Mapping[str, str]:
    return {
        "online": _("Connected"),
        "offline": _("No connection"),
        "reconnected": _("Connected again"),
        "not_sent": _("{count} not sent yet"),
        "saved": _("Saved {time}"),
        "unchanged": _("Nothing has changed: it stood so already."),
        "moved_on": _(
            "Somebody else entered something meanwhile. Look, and press again: yours was not entered."
        ),
    }


def _search() -> Mapping[str, str]:
    return {
        "which_poem": _("Which poem was read?"),
        "no_poem": _("No poem begins or reads like this."),
        "no_poem_offline": _("No connection: type a number, or how the poem begins in kana."),
        "already_read": _("already read"),
        "poem_number": _("poem {number}"),
    }


def rare_words() -> tuple[tuple[str, str], ...]:
    """Return what can be noted of a player beside touches, by its field on the sheet."""
    noted = _noted()
    breaches = ("wrong_hand", "early_touch", "pre_read_touch", "breach")
    return (*((key, noted[key]) for key in breaches), ("contact", _("Touched the other's fouling hand")))


def forfeit_words() -> tuple[tuple[str, str], ...]:
    """Return the ways to lose with cards left."""
    return (
        ("concession", _("gives up")),
        ("forfeit", _("does not go on")),
        ("disqualification", _("is ruled out")),
    )


def key_words() -> tuple[tuple[str, str], ...]:
    """Return the keys of the board with what they do."""
    return (
        ("A B", _("A or B took the card")),
        ("N", _("nobody took it, or: a dead card, go on")),
        ("1 2", _("A's hand touched A's side, B's side")),
        ("3 4", _("B's hand touched A's side, B's side")),
        ("← ↑ → ↓", _("go from card to card")),
        ("Enter", _("choose the card or the button")),
        ("M", _("move the chosen card")),
        ("1 … 8", _("where a chosen card goes, as numbered on the places")),
        ("S", _("no card is sent")),
        ("U R", _("undo, redo")),
        ("H ⇧H", _("A's hand up or down, B's")),
        ("/", _("say which poem was read")),
        ("L", _("the reads so far")),
        ("O", _("more about this read")),
        ("W", _("swap sides")),
        ("Esc", _("let go of what is chosen")),
    )
