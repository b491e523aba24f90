"""What follows from a read: fouls, claims, who owes whom how many cards (docs/rules/karuta.md §3).

fouls(P) = territories P touched that do not hold the read card
claim(P) = 1 if P took the card from the other side, plus fouls(other)
the larger claim sends the difference
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from engine.karuta.player import PLAYERS, Pair, Player, Side
from engine.karuta.read import Breach, Facts, Touch, unpack
from engine.karuta.rulesets import Ruleset


class Call(StrEnum):
    """The referee's words for a foul (§3.2)."""

    KATA_OTE = "kata_ote"
    TOMO_OTE = "tomo_ote"
    KARA_DABU = "kara_dabu"
    DABU = "dabu"
    SEMI_DABU = "semi_dabu"
    TORI_ZON = "tori_zon"


@dataclass(frozen=True, slots=True)
class Label:
    """A call and whose it is; tomo-ote is both players'. Written `kara_dabu:B`, `tomo_ote`."""

    call: Call
    player: Player | None = None

    def __str__(self) -> str:
        return self.call if self.player is None else f"{self.call}:{self.player.name}"


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled read, before any card is sent.

    `touched` has the taker's side filled in. `owed` is the net claim before it is capped by what the sender holds;
    `sender` is None when it is 0.
    """

    side: Side
    took: Player | None
    touched: Pair[Touch]
    pushed_across: bool
    """The taker touched, but not the side that held the card: it was pushed out from the other territory."""
    fouls: Pair[int]
    claims: Pair[int]
    owed: int
    sender: Player | None
    labels: tuple[Label, ...]

    @property
    def credit(self) -> Pair[int]:
        """1 for the player who took the card from the other side."""
        return _credit(self.side, self.took)


def territory(side: Side, player: Player) -> Touch:
    """Return the territory that holds the read card, from a player's seat; none for a dead card."""
    if side is Side.DEAD:
        return Touch.NONE
    return Touch.OWN if side.owner is player else Touch.OPP


def penalty(holds: Touch, touched: Touch, rules: Ruleset, *, took: bool, wrong_card: bool) -> int:
    """Return one player's fouls for touching (§3.1 and §11, rows 3 to 5).

    `holds` is the territory with the read card, `wrong_card` whether a card other than it was touched: sweeping
    past it on the way to the read card is free.
    """
    if not holds:
        return touched.bit_count()
    strayed = bool(touched & ~holds)
    if touched == Touch.BOTH and rules.both_sides == 2:
        return 2
    if holds is Touch.OWN and rules.wrong_own_side == 2:
        return 2 if strayed or (wrong_card and not took) else 0
    if holds is Touch.OPP and rules.wrong_opp_side == 0:
        return 0
    return int(strayed)


def breach_cards(breaches: Breach, rules: Ruleset) -> int:
    """Return the cards that a player's breaches cost (§11, rows 2, 6, 7, 8)."""
    return (
        (Breach.WRONG_HAND in breaches and rules.wrong_hand == 1)
        + (Breach.EARLY_TOUCH in breaches and rules.early_touch_penalty)
        + (Breach.PRE_READ_TOUCH in breaches and rules.pre_read_touch == 1)
        + (Breach.BREACH in breaches and rules.any_breach == 1)
    )


def settle(side: Side, facts: Facts, rules: Ruleset) -> Settlement:
    """Settle a read whose card lies on `side`. Raises ValueError for a dead card that somebody took."""
    if side is Side.DEAD and facts.took is not None:
        raise ValueError("a dead card cannot be taken")
    touched, pushed_across = _filled_in(side, facts)
    by_touch = _contact(facts, rules, _fouls_by_touch(side, facts, touched, rules))
    extra = (breach_cards(facts.breaches[0], rules), breach_cards(facts.breaches[1], rules))
    fouls = (by_touch[0] + extra[0], by_touch[1] + extra[1])
    credit = _credit(side, facts.took)
    claims = (credit[0] + fouls[1], credit[1] + fouls[0])
    net = claims[0] - claims[1]
    return Settlement(
        side=side,
        took=facts.took,
        touched=touched,
        pushed_across=pushed_across,
        fouls=fouls,
        claims=claims,
        owed=abs(net),
        sender=None if net == 0 else Player.A if net > 0 else Player.B,
        labels=_labels(side, facts.took, fouls, by_touch) if rules.name == "official" else (),
    )


def _credit(side: Side, took: Player | None) -> Pair[int]:
    a, b = (int(took is player and side.owner is player.other) for player in PLAYERS)
    return a, b


def _filled_in(side: Side, facts: Facts) -> tuple[Pair[Touch], bool]:
    """The taker always touched the side that held the card."""
    if facts.took is None:
        return facts.touched, False
    touched = list(facts.touched)
    before = touched[facts.took]
    touched[facts.took] = before | territory(side, facts.took)
    return (touched[0], touched[1]), before != Touch.NONE and touched[facts.took] != before


def _fouls_by_touch(side: Side, facts: Facts, touched: Pair[Touch], rules: Ruleset) -> Pair[int]:
    a, b = (
        penalty(
            holds := territory(side, player),
            touched[player],
            rules,
            took=facts.took is player,
            # touching a territory without the read card is touching a wrong card, known or not
            wrong_card=facts.wrong_card[player] or bool(touched[player] & ~holds),
        )
        for player in PLAYERS
    )
    return a, b


def _contact(facts: Facts, rules: Ruleset, fouls: Pair[int]) -> Pair[int]:
    """Charge a joint foul: whoever touched the fouling hand fouled as often as it did."""
    if rules.name != "official":
        return fouls
    a, b = (max(fouls) if player in facts.contact_by else fouls[player] for player in PLAYERS)
    return a, b


def _labels(side: Side, took: Player | None, fouls: Pair[int], by_touch: Pair[int]) -> tuple[Label, ...]:
    doubles = tuple(
        Label(Call.KARA_DABU, player) for player in PLAYERS if side is Side.DEAD and by_touch[player] == 2
    )
    if all(fouls):
        return (Label(Call.TOMO_OTE), *doubles)
    fouler = next((player for player in PLAYERS if fouls[player]), None)
    if fouler is None:
        return ()
    if took is fouler:
        return (Label(Call.TORI_ZON, fouler),)
    if took is not None:
        return (Label(Call.DABU if side.owner is fouler else Call.SEMI_DABU, fouler),)
    return doubles or (Label(Call.KATA_OTE, fouler),)


class SettlementTable(dict[int, Settlement]):
    """Settlements by packed facts and side (`facts_key * 4 + side`), each worked out when first asked for."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, key: int) -> Settlement:
        found = self[key] = settle(Side(key & 3), unpack(key >> 2), self.rules)
        return found


@lru_cache(maxsize=32)
def table_for(rules: Ruleset) -> SettlementTable:
    """Return the table of a ruleset: 74 settlements without pushes and breaches, a few thousand with everything."""
    return SettlementTable(rules)
