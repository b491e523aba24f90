"""What the rules refuse. Every check raises `Refused` with its place inside the read, and changes nothing."""

from collections.abc import Iterable, Sequence

from engine.core.document import show
from engine.karuta import formats
from engine.karuta.events import Opened
from engine.karuta.field import Layout, Slot
from engine.karuta.player import PLAYERS, Pair, Player, Side
from engine.karuta.position import Position, debt
from engine.karuta.read import Breach, Move, Override, Read, Touch
from engine.karuta.refused import Refused, Why
from engine.karuta.rulesets import Ruleset
from engine.karuta.settlement import territory
from poems.cards import numbers


def check_opened(opened: Opened) -> None:
    """Refuse an unknown ruleset, option or format, a wrong deal, a layout of cards that were not dealt."""
    Ruleset.named(opened.ruleset, opened.options)
    each = formats.named(opened.match_format).each
    _check_deal(opened.deal, each)
    for player in PLAYERS:
        for card, _ in opened.layout[player]:
            if card not in opened.deal[player]:
                raise Refused(
                    Why.LAYOUT_NOT_DEALT, f"layout.{player.name}.{card}", card=card, player=player.name
                )
    if opened.commitment is not None and not _is_hex(opened.commitment, 64):
        raise Refused(Why.BAD_COMMITMENT, "commitment", value=show(opened.commitment))


def _check_deal(deal: Pair[tuple[int, ...]], each: int) -> None:
    seen: dict[int, str] = {}
    for player in PLAYERS:
        for index, card in enumerate(deal[player]):
            place = f"deal.{player.name}[{index}]"
            check_card(card, place)
            if card in seen:
                raise Refused(Why.DEALT_TWICE, place, card=card, first=seen[card])
            seen[card] = place
        if len(deal[player]) != each:
            raise Refused(
                Why.DEAL_SIZE, f"deal.{player.name}", player=player.name, cards=len(deal[player]), each=each
            )


def _is_hex(text: str, digits: int) -> bool:
    return len(text) == digits and all(digit in "0123456789abcdef" for digit in text)


def check_card(card: int, place: str = "card") -> None:
    """Refuse a number that is no card."""
    if type(card) is not int or not 1 <= card <= 100:
        raise Refused(Why.NO_CARD, place, card=show(card))


def check_unread(read: int, card: int, earlier: Sequence[Read]) -> None:
    """Refuse a poem that was read and stands; `read` is the mask of those."""
    check_card(card)
    if not read >> card & 1:
        return
    index = next(i for i, one in enumerate(earlier) if one.card == card and one.void is None)
    took = earlier[index].took
    if took is None:
        raise Refused(Why.ALREADY_READ, "card", card=card, read=index)
    raise Refused(Why.ALREADY_TAKEN, "card", card=card, read=index, took=took.name)


def check_read(position: Position, read: Read, earlier: Sequence[Read]) -> None:
    """Refuse a read that cannot have happened in this position, after these reads."""
    if position.emptied is not None:
        raise Refused(Why.OVER, winner=position.emptied.name)
    check_unread(position.read, read.card, earlier)
    if read.void is not None:
        if not read.void.strip():
            raise Refused(Why.BLANK_REASON, "void")
        if read.sent:
            raise Refused(Why.SENT_IN_VOID, "sent")
        return
    if read.override is not None:
        check_override(read.override)
    _check_taker(position, read)
    _check_touched(position, read)
    held = _check_sent(position, read)
    slots = {card: slot for card, slot in position.slots.items() if card not in read.sent}
    if read.took is not None:
        slots.pop(read.card, None)
    check_moves(held, slots, read.moved)


def check_override(override: Override) -> None:
    """Refuse a ruling on more than four cards, or one that does not say who sends."""
    if not 0 <= override.net <= 4 or (override.sender is None) != (override.net == 0):
        sender = None if override.sender is None else override.sender.name
        raise Refused(Why.BAD_OVERRIDE, "override", net=override.net, sender=sender)


def _check_taker(position: Position, read: Read) -> None:
    if read.took is None:
        return
    player = read.took.name
    if position.side(read.card) == Side.DEAD:
        raise Refused(Why.TOOK_DEAD_CARD, "took", card=read.card, player=player)
    if position.rules.wrong_hand == "void" and Breach.WRONG_HAND in read.breaches[read.took]:
        raise Refused(Why.TOOK_WITH_WRONG_HAND, "wrong_hand", player=player)


def _check_touched(position: Position, read: Read) -> None:
    if not any(read.cards_touched):
        return
    touched = position.settlement(read).touched
    for player in PLAYERS:
        for card in numbers(read.cards_touched[player]):
            place = f"cards_touched.{player.name}"
            side = Side(position.side(card))
            if side is Side.DEAD:
                raise Refused(Why.TOUCHED_NOT_ON_FIELD, place, card=card, player=player.name)
            where = territory(side, player)
            if where not in touched[player]:
                word = "own" if where is Touch.OWN else "opp"
                raise Refused(Why.SIDE_NOT_TOUCHED, place, card=card, player=player.name, side=word)


def _check_sent(position: Position, read: Read) -> list[int]:
    """Check the sends; return the cards held after them."""
    held = list(position.held)
    settlement = position.settlement(read)
    if read.took is not None:
        held[settlement.side] ^= 1 << read.card
    owed, sender = debt(read, settlement)
    check_sends(held, sender, owed, read.sent)
    return held


def check_sends(held: list[int], sender: Player | None, owed: int, cards: Sequence[int]) -> None:
    """Refuse more cards than are owed, and cards that the sender does not hold; move them in `held`."""
    for index, card in enumerate(cards):
        place = f"sent[{index}]"
        check_card(card, place)
        if sender is None:
            raise Refused(Why.NOTHING_OWED, place, card=card)
        if index >= owed:
            raise Refused(Why.SENT_TOO_MANY, place, sender=sender.name, owed=owed, sent=len(cards))
        bit = 1 << card
        if not held[sender] & bit:
            raise Refused(Why.SENT_NOT_HELD, place, sender=sender.name, card=card)
        held[sender] ^= bit
        held[sender.other] ^= bit


def check_moves(held: Sequence[int], slots: dict[int, Slot], moves: Iterable[Move]) -> None:
    """Refuse a card that its player does not hold, and a slot that is taken once all moved cards have left theirs."""
    moved = tuple(moves)
    if not moved:
        return
    coming = {move.card for move in moved}
    taken = {
        (Player.A if held[0] >> card & 1 else Player.B, slot): card
        for card, slot in slots.items()
        if card not in coming
    }
    seen: set[int] = set()
    for move in moved:
        place = f"moved.{move.player.name}.{move.card}"
        check_card(move.card, place)
        if not held[move.player] >> move.card & 1:
            raise Refused(Why.MOVED_NOT_HELD, place, player=move.player.name, card=move.card)
        if move.card in seen:
            raise Refused(Why.MOVED_TWICE, place, card=move.card)
        seen.add(move.card)
        other = taken.setdefault((move.player, move.slot), move.card)
        if other != move.card:
            raise Refused(Why.SLOT_TAKEN, place, card=move.card, slot=str(move.slot), by=other)


def check_reads(opened: Opened, layout: Pair[Layout], reads: Sequence[Read]) -> None:
    """Refuse the first read that cannot have happened after those before it; the refusal says which in `read_index`."""
    position = Position.at_start(opened, layout)
    for index, read in enumerate(reads):
        try:
            check_read(position, read, reads[:index])
        except Refused as refused:
            refused.read_index = index
            raise
        position.play(read)
