"""What follows from a read, and by which rule: codes and parameters, which a page puts into words.

Players are named by their letters in the parameters. `rule` is the section of docs/rules/karuta.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.karuta.outcome import Outcome
from engine.karuta.player import PLAYERS, Player, Side
from engine.karuta.read import Breach, Read, Touch
from engine.karuta.refused import Param
from engine.karuta.rulesets import Ruleset
from engine.karuta.settlement import Call, Settlement, breach_cards, territory


class Because(StrEnum):
    """One thing that happened, or follows. The parameters stand behind each."""

    VOID = "void"  # reason
    DEAD_CARD = "dead_card"  # card
    TOOK_OWN = "took_own"  # player, card
    TOOK_OPP = "took_opp"  # player, card: the taker may send one
    NOBODY_TOOK = "nobody_took"  # card, side: it stays on the field
    PUSHED_ACROSS = "pushed_across"  # player
    FOUL = "foul"  # player, side ("own" or "opp"): touched, and it does not hold the card
    FOUL_CARDS = "foul_cards"  # player, cards: the article's price of wrong touches
    WRONG_HAND = "wrong_hand"  # player, cards
    EARLY_TOUCH = "early_touch"  # player, cards
    PRE_READ_TOUCH = "pre_read_touch"  # player, cards
    BREACH = "breach"  # player, cards
    CONTACT = "contact"  # player, on
    KATA_OTE = "kata_ote"  # player
    TOMO_OTE = "tomo_ote"
    KARA_DABU = "kara_dabu"  # player
    DABU = "dabu"  # player
    SEMI_DABU = "semi_dabu"  # player
    TORI_ZON = "tori_zon"  # player
    CANCEL = "cancel"  # claims: equal claims, so nothing is sent
    OVERRIDE = "override"  # sender or None, cards, reason
    SENDS = "sends"  # sender, receiver, cards
    CAPPED = "capped"  # sender, owed, cards: the sender holds no more
    NOTHING_LEFT = "nothing_left"  # sender, owed: the sender holds no card
    SENT = "sent"  # sender, receiver, cards
    FORGOTTEN_SEND = "forgotten_send"  # sender, cards
    WIN = "win"  # winner, margin


@dataclass(frozen=True, slots=True)
class Statement:
    """One line of an explanation."""

    because: Because
    params: Mapping[str, Param]
    rule: str


RULES: Final[Mapping[Because, str]] = {
    Because.VOID: "§7.2",
    Because.DEAD_CARD: "§3.1",
    Because.TOOK_OWN: "§2",
    Because.TOOK_OPP: "§4.1",
    Because.NOBODY_TOOK: "§2",
    Because.PUSHED_ACROSS: "§2",
    Because.FOUL: "§3.1",
    Because.FOUL_CARDS: "§11",
    Because.WRONG_HAND: "§11",
    Because.EARLY_TOUCH: "§11",
    Because.PRE_READ_TOUCH: "§11",
    Because.BREACH: "§11",
    Because.CONTACT: "§3.1",
    Because.KATA_OTE: "§3.2",
    Because.TOMO_OTE: "§3.2",
    Because.KARA_DABU: "§3.2",
    Because.DABU: "§3.2",
    Because.SEMI_DABU: "§3.2",
    Because.TORI_ZON: "§3.2",
    Because.CANCEL: "§3.1",
    Because.OVERRIDE: "§6",
    Because.SENDS: "§4.1",
    Because.CAPPED: "§4.3",
    Because.NOTHING_LEFT: "§4.3",
    Because.SENT: "§4.1",
    Because.FORGOTTEN_SEND: "§4.1",
    Because.WIN: "§4.4",
}
"""The section of docs/rules/karuta.md for each statement."""

_BREACHES: Final = (
    (Breach.WRONG_HAND, Because.WRONG_HAND),
    (Breach.EARLY_TOUCH, Because.EARLY_TOUCH),
    (Breach.PRE_READ_TOUCH, Because.PRE_READ_TOUCH),
    (Breach.BREACH, Because.BREACH),
)


def explain(outcome: Outcome, rules: Ruleset, *, send_open: bool = False) -> tuple[Statement, ...]:
    """Say what happened in a read and what follows, in the order in which a referee would.

    With `send_open` cards that are owed can still be sent; else those not sent are forgotten.
    """
    return tuple(_statements(outcome, rules, send_open=send_open))


def _statements(outcome: Outcome, rules: Ruleset, *, send_open: bool) -> Iterator[Statement]:
    read = outcome.read
    if read.void is not None:
        yield say(Because.VOID, reason=read.void)
        return
    yield from _take(read, outcome.settlement)
    yield from _fouls(read, outcome.settlement, rules)
    for label in outcome.settlement.labels:
        who = {} if label.player is None else {"player": label.player.name}
        yield say(_CALLS[label.call], **who)
    yield from _sends(outcome, send_open=send_open)
    if outcome.winner is not None and not (send_open and outcome.unsent):
        yield say(Because.WIN, winner=outcome.winner.name, margin=outcome.counts[outcome.winner.other])


def say(because: Because, **params: Param) -> Statement:
    """Return a statement with its rule."""
    return Statement(because, params, RULES[because])


_CALLS: Final = {call: Because(call.value) for call in Call}


def _take(read: Read, settlement: Settlement) -> Iterator[Statement]:
    if settlement.side is Side.DEAD:
        yield say(Because.DEAD_CARD, card=read.card)
    elif settlement.took is None:
        yield say(Because.NOBODY_TOOK, card=read.card, side=settlement.side.label)
    else:
        own = settlement.side.owner is settlement.took
        yield say(Because.TOOK_OWN if own else Because.TOOK_OPP, player=settlement.took.name, card=read.card)
        if settlement.pushed_across:
            yield say(Because.PUSHED_ACROSS, player=settlement.took.name)


def _fouls(read: Read, settlement: Settlement, rules: Ruleset) -> Iterator[Statement]:
    for player in PLAYERS:
        charged = breach_cards(read.breaches[player], rules)
        joint = rules.name == "official" and player in read.contact_by
        if rules.by_territory:
            yield from _territories(settlement, player)
        elif settlement.fouls[player] > charged and not joint:
            yield say(Because.FOUL_CARDS, player=player.name, cards=settlement.fouls[player] - charged)
        for breach, because in _BREACHES:
            cards = breach_cards(read.breaches[player] & breach, rules)
            if cards:
                yield say(because, player=player.name, cards=cards)
        if joint and settlement.fouls[player]:
            yield say(Because.CONTACT, player=player.name, on=player.other.name)


def _territories(settlement: Settlement, player: Player) -> Iterator[Statement]:
    strayed = settlement.touched[player] & ~territory(settlement.side, player)
    for touch, side in ((Touch.OWN, "own"), (Touch.OPP, "opp")):
        if touch in strayed:
            yield say(Because.FOUL, player=player.name, side=side)


def _sends(outcome: Outcome, *, send_open: bool) -> Iterator[Statement]:
    ruling = outcome.read.override
    if ruling is not None:
        sender = None if ruling.sender is None else ruling.sender.name
        yield say(Because.OVERRIDE, sender=sender, cards=ruling.net, reason=ruling.reason)
    elif outcome.owed == 0 and any(outcome.settlement.claims):
        yield say(Because.CANCEL, claims=outcome.settlement.claims[0])
    if outcome.sender is None:
        return
    sender, receiver = outcome.sender.name, outcome.sender.other.name
    if outcome.could_send == 0:
        yield say(Because.NOTHING_LEFT, sender=sender, owed=outcome.owed)
        return
    yield say(Because.SENDS, sender=sender, receiver=receiver, cards=outcome.could_send)
    if outcome.could_send < outcome.owed:
        yield say(Because.CAPPED, sender=sender, owed=outcome.owed, cards=outcome.could_send)
    if outcome.read.sent:
        yield say(Because.SENT, sender=sender, receiver=receiver, cards=len(outcome.read.sent))
    if outcome.unsent and not send_open:
        yield say(Because.FORGOTTEN_SEND, sender=sender, cards=outcome.unsent)
