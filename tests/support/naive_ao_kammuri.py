"""Ao-kammuri written down a second time, slowly and with nothing of the engine: lists of kinds."""

from typing import Any


class NaiveAoKammuri:
    """One round, from the hands of the four seats."""

    def __init__(self, hands: list[list[str]], dealer: int, **options: Any) -> None:
        self.hands = [list(hand) for hand in hands]
        self.seat = dealer
        self.attack: tuple[str, int] | None = None
        self.chain = options["goita_chain"]
        self.scoring = options["scoring"]
        self.result: list[int] | None = None

    def legal(self) -> set[str]:
        if self.result is not None:
            return set()
        hand = set(self.hands[self.seat])
        if self.attack is None:
            return {f"attack {kind}" for kind in hand}
        kind = self.attack[0]
        fitting: set[str] = {"tenchi"} if kind == "jito" else set()
        if kind not in ("tenchi", "jito"):
            fitting = {kind, "jito", "tenchi"}
        return {"pass"} | {f"receive {card}" for card in hand & fitting}

    def play(self, text: str) -> None:
        verb, _, kind = text.partition(" ")
        seat, following = self.seat, (self.seat + 1) % 4
        if verb == "pass":
            self.seat = following
            if not self.chain or (self.attack is not None and self.attack[1] == following):
                self.attack = None
            return
        self.hands[seat].remove(kind)
        self.attack = (kind, seat) if verb == "attack" else None
        if verb == "attack":
            self.seat = following
        if not self.hands[seat]:
            losers = [(seat + 1) % 4, (seat + 3) % 4]
            points = 1 if self.scoring == "win" else sum(len(self.hands[loser]) for loser in losers)
            self.result = [0 if one in losers else points for one in range(4)]
