"""What can be wrong with a match record before the rules are asked: a code each, with the sentence in English."""

from enum import StrEnum


class RecordFlaw(StrEnum):
    """A fault of a match record's form. `{…}` are the parameters."""

    OTHER_VERSION = "version {name} is not known; this program reads {known}"
    OTHER_FORMAT = "{name} is no match record; this program reads {known}"
    NO_PLAYER = 'the players are "A" and "B"'
    NO_CARD_KEY = "the key {fault}"
    CARD_AGAIN = "card {card} comes twice"
    NO_SLOT = "{slot} is no slot: write 右下1, 左中2 or 浮左1"
    SLOT_SHARED = "{slot} holds card {card} and card {other}"
    TWICE = "comes twice"
    CARD_TWICE = "names a card twice"
    PLAYER_TWICE = "names a player twice"
    OWN_HAND = "a player cannot foul on the own hand"
    VOID_WITHOUT_REASON = "a void read needs its reason"
    NOBODY_SENDS_NONE = "nobody sends no cards"
    WHO_SENDS = 'who sends the {net}? "A" or "B"'
