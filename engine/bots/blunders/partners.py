"""Tricks that are a partner's: whoever beats them wastes a card, and the partner sees it.

A trick is sure where nobody is left to play after oneself, or where no card that one has not seen beats its best one.
Partners are those that the seat knows for certain; a hidden adjutant is nobody's partner yet.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.bots.blunders.kinds import Blunder, Found
from engine.bots.thumbs.tricks import boss
from engine.core.bits import mask_of
from engine.core.deck import HIDDEN
from engine.core.events import NOBODY
from engine.decks.french import SUIT_MASKS, SUITS
from engine.decks.unsun import SUIT_SIZE
from engine.decks.unsun import SUITS as UNSUN_SUITS
from engine.games.hachinin_meri import HachininMeri, MeriView
from engine.games.kakeya import Kakeya, KakeyaView
from engine.games.kakeya.ranks import power as kakeya_power
from engine.games.kan import Kan, KanView
from engine.games.kan.ranks import HAND as KAN_HAND
from engine.games.kan.ranks import power as kan_power
from engine.games.mechanics.asking import asked_suit
from engine.games.mechanics.tricks import played
from engine.games.mighty import Mighty, MightyView
from engine.games.mighty.actions import trump_of as mighty_trump_of
from engine.games.mighty.ranks import CALL
from engine.games.mighty.ranks import power as mighty_power
from engine.games.mighty.view import HAND as MIGHTY_HAND
from engine.games.napoleon import Napoleon, NapoleonView
from engine.games.napoleon.actions import trump_of
from engine.games.napoleon.ranks import DUEL, JOKER_BIT, SAME_TWO, TWOS, turned_winner


@dataclass(frozen=True, slots=True)
class _Trick:
    """A trick as the seat to act sees it, all its cards known."""

    table: Sequence[int]
    power: Sequence[int]
    friends: Sequence[bool]
    """By card of the table, whether a certain partner played it."""
    unseen: int
    """What the seats still to play may hold; nothing where nobody is."""

    def blunders(self, legal: Sequence[int]) -> Found:
        """Return the cards that beat a partner's sure trick, where others would not."""
        best = max(range(len(self.table)), key=lambda at: self.power[self.table[at]])
        if not self.friends[best] or not boss(self.table[best], self.power, self.unseen):
            return {}
        over = self.power[self.table[best]]
        return _unless_all([card for card in legal if self.power[card] > over], legal)


def _unless_all(beating: Sequence[int], legal: Sequence[int]) -> Found:
    return {} if len(beating) == len(legal) else dict.fromkeys(beating, Blunder.PARTNER_BEATEN)


def _sides(viewer: int, players: Sequence[int], caller: int, partner: int, *, settled: bool) -> list[bool]:
    """Say of each player whether it is certainly the viewer's partner, where a caller has one partner or none.

    `settled` says whether the viewer knows all about it; the partner itself always does.
    """
    side = {caller, partner} - {NOBODY}
    if viewer not in side and not settled:
        return [False] * len(players)
    return [(player in side) == (viewer in side) and (player in side or settled) for player in players]


class NapoleonPartners:
    """Napoleon: the adjutant's and the Napoleon's tricks, and once the adjutant is known those of the others."""

    def __init__(self, game: Napoleon) -> None:
        self._game = game
        self._pack = mask_of(game.pack)

    def __call__(self, view: NapoleonView, legal: Sequence[int]) -> Found:
        """Return the blunders among the legal actions."""
        game, table = self._game, view.table
        if view.phase != "tricks" or not table or len(legal) == 1:
            return {}
        assert view.number is not None
        assert view.denomination is not None
        trump = trump_of(game.bid(view.number, view.denomination))
        powers = bool(view.tricks) or game.options.first_trick_trumps
        power = game.tables.power[powers][trump][table[0] // 13]
        players = [(view.leader + at) % game.seats for at in range(len(table))]
        known = view.alone is not None and (view.alone or view.adjutant != NOBODY)
        friends = _sides(view.viewer, players, view.napoleon, view.adjutant, settled=known)
        best = max(range(len(table)), key=lambda at: power[table[at]])
        if not friends[best]:
            return {}
        if len(table) == game.seats - 1:
            owners = [*friends, False]
            return _unless_all([card for card in legal if not owners[self._winner(view, card, power)]], legal)
        unseen = self._pack & ~(view.hand | view.discards | played(view.tricks, table))
        if self._may_turn(mask_of(table), unseen | view.hand, power[table[best]]):
            return {}
        return _Trick(table, power, friends, unseen).blunders(legal)

    def _may_turn(self, table: int, to_come: int, over: int) -> bool:
        """Say whether a two or the heart queen may still take the trick from its strongest card."""
        options = self._game.options
        if options.yoromeki and table & DUEL and (table | to_come) & DUEL == DUEL:
            return True
        return over < SAME_TWO and any(
            not table & ~(suit | JOKER_BIT) and (table | to_come) & two
            for suit, two in zip(SUIT_MASKS, TWOS, strict=False)
        )

    def _winner(self, view: NapoleonView, card: int, power: Sequence[int]) -> int:
        """Return the place of the card that takes the trick when this one completes it."""
        table = [*view.table, card]
        best = max(range(len(table)), key=lambda at: power[table[at]])
        turned = turned_winner(
            self._game.options, table, mask_of(table), len(view.tricks) + 1, power[table[best]]
        )
        return best if turned is None else table.index(turned)


class MightyPartners:
    """Mighty: the friend's and the declarer's tricks, and once the friend is known those of the others."""

    def __init__(self, game: Mighty) -> None:
        self._game = game
        self._pack = mask_of(game.pack)

    def __call__(self, view: MightyView, legal: Sequence[int]) -> Found:
        """Return the blunders among the legal actions."""
        game, table = self._game, view.table
        if view.phase != "tricks" or not table or len(legal) == 1:
            return {}
        ask, trump = view.asks[-1], mighty_trump_of(game.bid(f"{view.number} {view.denomination}"))
        joker = 0 < len(view.tricks) < MIGHTY_HAND - 1 and ask != CALL
        power = mighty_power(trump, asked_suit(table[0], ask), game.options.mighty_alt, joker=joker)
        players = [(view.leader + at) % game.seats for at in range(len(table))]
        known = view.alone is not None and (view.alone or view.friend != NOBODY)
        friends = _sides(view.viewer, players, view.declarer, view.friend, settled=known)
        unseen = self._pack & ~(view.hand | view.discards | played(view.tricks, table))
        return _Trick(table, power, friends, _still_to_come(view, game.seats, unseen)).blunders(legal)


class KakeyaPartners:
    """Kakeya-torampu: the tricks of who sits opposite."""

    def __init__(self, game: Kakeya) -> None:
        self._pack = mask_of(game.pack)

    def __call__(self, view: KakeyaView, legal: Sequence[int]) -> Found:
        """Return the blunders among the legal actions."""
        table = view.table
        if view.phase != "tricks" or not table or len(legal) == 1:
            return {}
        power = kakeya_power(SUITS.index(view.trump), table[0] // 13)
        friends = [(view.leader + at - view.viewer) % 2 == 0 for at in range(len(table))]
        unseen = self._pack & ~(view.hand | played(view.tricks, table))
        return _Trick(table, power, friends, _still_to_come(view, 4, unseen)).blunders(legal)


class KanPartners:
    """Kan: the two kankei, and the three others."""

    def __init__(self, game: Kan) -> None:
        self._pack = mask_of(game.pack)

    def __call__(self, view: KanView, legal: Sequence[int]) -> Found:
        """Return the blunders among the legal actions."""
        table, seats = view.table, len(view.order)
        if view.phase != "tricks" or not table or len(legal) == 1 or view.trump is None:
            return {}
        last = len(view.tricks) == KAN_HAND - 1
        power = kan_power(SUITS.index(view.trump), table[0], view.asks[-1], last=last)
        first = view.order.index(view.leader)
        players = [view.order[(first + at) % seats] for at in range(len(table))]
        mine = view.viewer in view.partners
        friends = [(player in view.partners) == mine for player in players]
        unseen = self._pack & ~(view.hand | played(view.tricks, table))
        return _Trick(table, power, friends, _still_to_come(view, seats, unseen)).blunders(legal)


class MeriPartners:
    """Hachinin-meri: the tricks of one's team, judged where no trump lies face down and none can come any more.

    A trump beside other trumps may make a yaku, so it is not called a waste.
    """

    def __init__(self, game: HachininMeri) -> None:
        self._game = game
        self._pack = mask_of(game.pack)

    def __call__(self, view: MeriView, legal: Sequence[int]) -> Found:
        """Return the blunders among the legal actions."""
        table, seats = view.table, self._game.seats
        if view.phase != "tricks" or not table or HIDDEN in table or len(legal) == 1:
            return {}
        trumps, last = self._game.trumps[UNSUN_SUITS.index(view.trump or "")], len(table) == seats - 1
        if view.regime != "meri" and (not last or mask_of(table) & trumps.mask):
            return {}
        power = trumps.power[table[0] // SUIT_SIZE]
        friends = [(view.leader + at - view.viewer) % 2 == 0 for at in range(len(table))]
        seen = view.hand | played(view.tricks, table) | mask_of(one.card for one in view.face_down)
        return _Trick(table, power, friends, 0 if last else self._pack & ~seen).blunders(legal)


def _still_to_come(view: MightyView | KakeyaView | KanView, seats: int, unseen: int) -> int:
    return 0 if len(view.table) == seats - 1 else unseen
