"""Refusals in English, one plain sentence each; a page has its own in the language of its reader."""

from typing import Final

from engine.karuta.refused import Refused, Why

SENTENCES: Final = {
    Why.UNKNOWN_RULESET: 'there is no ruleset {name}; there are "official" and "article"',
    Why.UNKNOWN_OPTION: "there is no option {option}",
    Why.UNKNOWN_VALUE: "{option} cannot be {value}; it is {allowed}",
    Why.UNKNOWN_FORMAT: "there is no match format {name}; there are {allowed}",
    Why.DEAL_SIZE: "{player} was dealt {cards} cards instead of {each}",
    Why.DEALT_TWICE: "card {card} was dealt twice, first at {first}",
    Why.NO_CARD: "{card} is no card; cards are numbered 1 to 100",
    Why.LAYOUT_NOT_DEALT: "card {card} was not dealt to {player}",
    Why.BAD_COMMITMENT: "{value} is no commitment; a SHA-256 in 64 hexadecimal digits is",
    Why.WRONG_SEED: "this is not the seed of the deal: its SHA-256 is not the one shown before",
    Why.SEED_TOO_EARLY: "the seed is shown when the match is over",
    Why.NO_COMMITMENT: "this deal has no seed: its cards were drawn by hand",
    Why.ALREADY_OPEN: "this match is open already",
    Why.NOT_OPEN: "this match is not open yet",
    Why.OVER: "the match is over, {winner} has won",
    Why.ALREADY_READ: "poem {card} was read already, at reads[{read}]",
    Why.ALREADY_TAKEN: "card {card} was taken already by {took}, at reads[{read}]",
    Why.NOT_CALLED: "the poem being read is {called}, not {card}",
    Why.NOTHING_CALLED: "poem {card} is not being read",
    Why.TOOK_DEAD_CARD: "{player} cannot have taken card {card}: it is not on the field",
    Why.TOOK_WITH_WRONG_HAND: "{player} cannot take with the wrong hand: the touch is void",
    Why.TOUCHED_NOT_ON_FIELD: "{player} cannot have touched card {card}: it is not on the field",
    Why.SIDE_NOT_TOUCHED: 'card {card} lies on the side "{side}" of {player}, which is missing from touched',
    Why.SENT_IN_VOID: "nothing is sent in a void read",
    Why.READ_IS_VOID: "reads[{read}] is void; there is nothing to rule on",
    Why.BAD_OVERRIDE: "a ruling is on 0 to 4 cards and says who sends them",
    Why.BLANK_REASON: "the reason is missing",
    Why.NOTHING_OWED: "nobody owes a card here",
    Why.SEND_LOST: "the next poem has begun, so the send of reads[{read}] is lost",
    Why.SENT_TOO_MANY: "{sender} sends {sent} cards but owes {owed}",
    Why.SENT_NOT_HELD: "{sender} does not hold card {card}",
    Why.SEND_COMES_FIRST: "without the card that {sender} still has to send, the match is over",
    Why.SLOTS_DO_NOT_MATCH: "there are {slots} slots for {cards} cards",
    Why.MOVED_NOT_HELD: "{player} does not hold card {card}",
    Why.MOVED_TWICE: "card {card} is moved twice",
    Why.SLOT_TAKEN: "{slot} is taken by card {by}",
    Why.NO_SUCH_READ: "there is no reads[{read}]",
    Why.COLLIDES: "then reads[{read}] could not have happened: {cause}",
    Why.BEING_READ: "poem {card} is being read now",
    Why.NOT_SENT: "{sender} owes {cards} more for reads[{read}]: say which are sent, or that none is",
    Why.NOTHING_TO_UNDO: "there is nothing more to undo",
    Why.NOTHING_TO_REDO: "there is nothing more to redo",
}


def sentence(refused: Refused) -> str:
    """Return why, in one English sentence without the place."""
    cause = sentence(refused.cause) if refused.cause is not None else ""
    return SENTENCES[refused.code].format(**{**refused.params, "cause": cause})
