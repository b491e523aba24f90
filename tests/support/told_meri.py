"""A hand of Hachinin-meri followed as its rules are told, one `if` after another, with lists of codes."""

from engine.games.hachinin_meri import MeriState
from engine.games.hachinin_meri.dragon import is_hidden

COURT_AND_PIPS = {"long": "XUSRKH987654321", "round": "XUSRKH123456789"}
PLAIN = {"P": "XUKHS987654321", "I": "XUKHS98765432R1", "C": "XUKHSR123456789"}


def told_trumps(suit: str) -> list[str]:
    """docs/rules/hachinin_meri.md §3: tenka is the fourth, right after the maid."""
    ranks = COURT_AND_PIPS["long" if suit in "PI" else "round"]
    order = [suit + rank for rank in ranks if suit + rank != "PR"]
    return [*order[:3], "PR", *order[3:]]


def told_plain(suit: str) -> list[str]:
    return [suit + rank for rank in PLAIN.get(suit, PLAIN["C"])]


class ToldHand:
    """A hand followed with lists of codes."""

    def __init__(self, state: MeriState) -> None:
        self.options = state.game.options
        self.trumps = told_trumps("PICOG"[state.trumps.suit])
        self.suit = "PICOG"[state.trumps.suit]
        deck = state.game.deck
        self.dealt = [set(map(deck.code, hand)) for hand in state.dealt]
        self.monchi = False
        self.ko = [0, 0]
        self.hidden = is_hidden(state)
        self.dragon = f"{self.suit}R"

    def may_follow(self, seat: int, hand: list[str], table: list[str], trick: int) -> list[str]:
        held = [card for card in hand if card in self.trumps]
        if table[0] in self.trumps and trick >= 2:
            sun = f"{self.suit}X"
            if held == [sun] and [card for card in self.dealt[seat] if card in self.trumps] == [sun]:
                return hand
            return held or hand
        if self.monchi and table[0] not in self.trumps:
            suited = [card for card in hand if card[0] == table[0][0] and card not in self.trumps]
            return [card for card in hand if card in suited or card in held] if suited else hand
        return hand

    def take(self, leader: int, table: list[str], trick: int) -> int:
        """Score a trick and return its winner's seat."""
        laid = [card for card in table if card in self.trumps]
        if laid:
            best = min(laid, key=self.trumps.index)
        else:
            order = told_plain(table[0][0])
            best = min((card for card in table if card[0] == table[0][0]), key=order.index)
        winner = (leader + table.index(best)) % len(table)
        meri = table[0] in self.trumps and trick >= 2
        value = 0 if meri or not laid else self.yaku(leader, winner, best, table, trick)
        self.ko[winner % 2] += 1 + value
        self.ko[1 - winner % 2] -= value if self.options.yaku_transfer else 0
        self.monchi = self.monchi or meri
        return winner

    def yaku(self, leader: int, winner: int, best: str, table: list[str], trick: int) -> int:
        seat_of = {card: (leader + at) % len(table) for at, card in enumerate(table)}
        enemy = {card for card in table if seat_of[card] % 2 != winner % 2}
        s, value = self.suit, 0
        high = trick == 9 or (self.hidden and self.options.hidden_dragon_scope == "all_yaku")
        dragons = {self.dragon} | ({"PR"} if self.options.tenka_is_dragon else set())
        if self.runs(table, table.index(best)):
            value += 5 if high else 2
        if best == f"{s}S" and enemy & dragons:
            value += 5 if high or (self.hidden and self.dragon in enemy) else 2
        elif best in dragons and f"{s}K" in enemy:
            value += 5 if high or (self.hidden and best == self.dragon) else 2
        else:
            pairs = {f"{s}X": f"{s}U", f"{s}U": f"{s}S"} | (
                {f"{s}2": f"{s}1"} if s in "PI" else {f"{s}8": f"{s}9"}
            )
            if pairs.get(best) in enemy:
                value += 5 if high else 2
        return value

    def runs(self, table: list[str], winner: int) -> bool:
        for first in range(len(table) - 2):
            if all(table[first + step] in self.trumps for step in range(3)):
                if self.options.run_yaku == "any":
                    return True
                if self.options.run_yaku == "in_run" and first <= winner <= first + 2:
                    return True
                if self.options.run_yaku == "chaser" and winner == first + 2:
                    return True
        return False
