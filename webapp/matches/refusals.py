"""Why a command is refused, in words: the codes are the engine's (`engine.karuta.refused`), the sentences are here."""

from collections.abc import Mapping
from typing import Any

from flask_babel import lazy_gettext as _l

from engine.karuta.refused import Refused, Why
from webapp.matches.names import Names, card_name


def refusal(refused: Refused, names: Names) -> str:
    """Return why a command is refused. Reads are counted from 1 for people."""
    p: dict[str, Any] = dict(refused.params)
    for key in ("player", "sender", "winner"):
        if p.get(key):
            p[key] = names[p[key]]
    for key in ("card", "called", "by"):
        if isinstance(p.get(key), int):
            p[key] = card_name(p[key])
    if isinstance(p.get("read"), int):
        p["read"] += 1
    p["cause"] = refusal(refused.cause, names) if refused.cause is not None else ""
    return str(_REFUSALS[refused.code]) % p


_REFUSALS: Mapping[Why, Any] = {
    Why.UNKNOWN_RULESET: _l("There is no ruleset %(name)s."),
    Why.UNKNOWN_OPTION: _l("There is no option %(option)s."),
    Why.UNKNOWN_VALUE: _l("%(option)s cannot be %(value)s; it is %(allowed)s."),
    Why.UNKNOWN_FORMAT: _l("There is no match format %(name)s."),
    Why.DEAL_SIZE: _l("%(player)s was dealt %(cards)s cards instead of %(each)s."),
    Why.DEALT_TWICE: _l("The card %(card)s was dealt twice."),
    Why.NO_CARD: _l("%(card)s is no card; cards are numbered 1 to 100."),
    Why.LAYOUT_NOT_DEALT: _l("The card %(card)s was not dealt to %(player)s."),
    Why.BAD_COMMITMENT: _l("The deal's seal cannot be read."),
    Why.WRONG_SEED: _l("This is not the seed of the deal."),
    Why.SEED_TOO_EARLY: _l("The seed is shown when the match is over."),
    Why.NO_COMMITMENT: _l("This deal has no seed: its cards were drawn by hand."),
    Why.ALREADY_OPEN: _l("This match is open already."),
    Why.NOT_OPEN: _l("This match is not open yet."),
    Why.OVER: _l("The match is over: %(winner)s has won."),
    Why.ALREADY_READ: _l("The poem %(card)s was read already, in read %(read)s."),
    Why.ALREADY_TAKEN: _l("The card %(card)s was taken already, in read %(read)s."),
    Why.NOT_CALLED: _l("The poem being read is %(called)s, not %(card)s."),
    Why.NOTHING_CALLED: _l("No poem is being read."),
    Why.TOOK_DEAD_CARD: _l("%(card)s is a dead card: nobody can take it."),
    Why.TOOK_WITH_WRONG_HAND: _l("%(player)s cannot take with the wrong hand: the touch is void."),
    Why.TOUCHED_NOT_ON_FIELD: _l("%(player)s cannot have touched %(card)s: it is not on the field."),
    Why.SIDE_NOT_TOUCHED: _l("%(card)s lies on a side that %(player)s is not noted to have touched."),
    Why.SENT_IN_VOID: _l("Nothing is sent in a read that does not count."),
    Why.READ_IS_VOID: _l("Read %(read)s does not count; there is nothing to rule on."),
    Why.BAD_OVERRIDE: _l("A ruling is on 0 to 4 cards, and says who sends them."),
    Why.BLANK_REASON: _l("The reason is missing."),
    Why.NOTHING_OWED: _l("Nobody owes a card here."),
    Why.SEND_LOST: _l("The next poem has begun, so the send of read %(read)s is lost."),
    Why.SENT_TOO_MANY: _l("%(sender)s sends %(sent)s cards but owes %(owed)s."),
    Why.SENT_NOT_HELD: _l("%(sender)s does not hold the card %(card)s."),
    Why.SEND_COMES_FIRST: _l("%(sender)s still has to send; without that the match would be over."),
    Why.SLOTS_DO_NOT_MATCH: _l("There are %(slots)s places for %(cards)s cards."),
    Why.MOVED_NOT_HELD: _l("%(player)s does not hold the card %(card)s."),
    Why.MOVED_TWICE: _l("The card %(card)s is moved twice."),
    Why.SLOT_TAKEN: _l("That place is taken by %(by)s."),
    Why.NO_SUCH_READ: _l("There is no read %(read)s."),
    Why.COLLIDES: _l("Then read %(read)s could not have happened: %(cause)s"),
    Why.BEING_READ: _l("The poem %(card)s is being read now."),
    Why.NOT_SENT: _l(
        "%(sender)s still owes %(cards)s for this read: choose the cards, or say that none was sent."
    ),
    Why.NOTHING_TO_UNDO: _l("There is nothing more to undo."),
    Why.NOTHING_TO_REDO: _l("There is nothing more to redo."),
}
