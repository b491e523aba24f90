"""Napoleon's tricks and payments as they are told, one `if` after another, with lists of codes."""

from collections.abc import Sequence

from engine.games.napoleon.options import NapoleonOptions

RANKS = "23456789TJQKA"
SUITS = "SHDC"
MATE = {"S": "C", "C": "S", "H": "D", "D": "H"}
POINT_RANKS = "TJQKA"

ToldTrick = tuple[int, list[str], int]
"""The leader, the cards from the leader on, the winner."""


def told_winner(o: NapoleonOptions, cards: list[str], trump: str | None, trick: int) -> str:
    """docs/rules/napoleon.md §6 and §7, read aloud."""
    led_joker = cards[0] == "JK"
    plain = [card for card in cards if card != "JK"]
    powers = o.first_trick_trumps or trick >= 2
    two = told_same_two(o, cards, trick)
    led = cards[0][0]
    of_led = sorted((card for card in plain if card[0] == led), key=lambda card: RANKS.index(card[1]))
    if not powers:
        return "JK" if led_joker else two or of_led[-1]
    if o.yoromeki and "SA" in cards and "HQ" in cards:
        return "HQ"
    if "SA" in cards:
        return "SA"
    strong = led_joker and o.joker == "strong"
    if strong and o.joker_rank == 2:
        return "JK"
    if trump is not None and f"{trump}J" in cards:
        return f"{trump}J"
    if trump is not None and f"{MATE[trump]}J" in cards:
        return f"{MATE[trump]}J"
    if strong:
        return "JK"
    if two:
        return two
    trumps = sorted((card for card in plain if card[0] == trump), key=lambda card: RANKS.index(card[1]))
    if trumps:
        return trumps[-1]
    return "JK" if led_joker else of_led[-1]


def told_same_two(o: NapoleonOptions, cards: list[str], trick: int) -> str | None:
    if o.same_two_from == 0 or trick < o.same_two_from or cards[0] == "JK":
        return None
    considered = [card for card in cards if card != "JK"] if o.same_two_joker == "ignores" else cards
    suits = {card[0] for card in considered}
    two = f"{cards[0][0]}2"
    return two if suits == {cards[0][0]} and two in cards else None


def told_followers(o: NapoleonOptions, hand: list[str], led: str, trump: str | None) -> list[str]:
    """docs/rules/napoleon.md §5 and §7, read aloud."""
    if led == "JK":
        trumps = [card for card in hand if card[0] == trump]
        points = [card for card in hand if card != "JK" and card[1] in POINT_RANKS]
        if trumps:
            return trumps
        return points if o.joker == "weak" and points else hand
    if o.joker is not None and o.joker_hunter and led == "S3" and "JK" in hand:
        return ["JK"]
    suited = [card for card in hand if card != "JK" and card[0] == led[0]]
    return [card for card in hand if card in suited or card == "JK"] if suited else hand


def told_payment(
    o: NapoleonOptions, tricks: Sequence[ToldTrick], napoleon: int, number: int, called: str | None
) -> tuple[int, ...]:
    """docs/rules/napoleon.md §8, with the table of cases."""
    points, played_by = [0] * o.players, {}
    for leader, codes, winner in tricks:
        for at, card in enumerate(codes):
            played_by[card] = (leader + at) % o.players
            points[winner] += card[1] in POINT_RANKS and card != "JK"
    adjutant = played_by.get(called) if called is not None else None
    side = {napoleon} | ({adjutant} if adjutant is not None else set())
    taken = sum(points[seat] for seat in side)
    won = taken >= number and not (o.siberia and number < 20 and taken == 20)
    unit = (2 if number == 20 else 1) * (1 if won else -1)
    opponents = o.players - len(side)
    paid = []
    for seat in range(o.players):
        if seat not in side:
            paid.append(-unit)
        elif len(side) == 1:
            paid.append(opponents * unit)
        else:
            paid.append((opponents - 1) * unit if seat == napoleon else unit)
    return tuple(paid)
