"""Rounds that could be won at once, and rounds that are given away: the games of shedding."""

from collections.abc import Sequence

from engine.bots.blunders.kinds import Blunder, Found
from engine.bots.thumbs.kakkuri import goes_out
from engine.games.ao_kammuri import AoKammuri, AoKammuriView
from engine.games.ao_kammuri.kinds import RECEIVERS
from engine.games.kakkuri import Kakkuri, KakkuriView
from engine.games.kakkuri.actions import SANSOKU
from engine.games.kakkuri.ranks import SEQUENCE
from engine.games.mechanics.shedding import ANY, MASKS
from engine.games.mechanics.shedding_attack import PASS

LAST_TWO = 2
"""With so many cards who receives an attack goes out: one to receive it, one to attack with."""


class KakkuriWins:
    """Kakkuri: whoever can lay the whole hand in this turn does."""

    def __init__(self, game: Kakkuri) -> None:
        """Take the game; the options change nothing here."""

    def __call__(self, view: KakkuriView, legal: Sequence[int]) -> Found:
        """Return the blunders among the legal actions."""
        if view.phase != "play" or len(legal) == 1:
            return {}
        hand, top = view.hand, ANY if view.top is None else view.top
        pairs_only = view.pairs_only[view.viewer]
        if not goes_out(hand, top, pairs_only=pairs_only):
            return {}
        return {
            action: Blunder.WIN_MISSED
            for action in legal
            if not _still_goes_out(hand, top, action, pairs_only=pairs_only)
        }


def _still_goes_out(hand: int, top: int, action: int, *, pairs_only: bool) -> bool:
    if action == SANSOKU:
        return goes_out(hand, top, pairs_only=True)
    laid = MASKS[action]
    return bool(laid) and goes_out(hand & ~laid, SEQUENCE.tops[action], pairs_only=pairs_only)


class AoKammuriWins:
    """Ao-kammuri: with two cards or one, receiving wins; and a pass must not hand the last card to an enemy."""

    def __init__(self, game: AoKammuri) -> None:
        self._chain = game.options.goita_chain
        self._names, self._masks = game.kinds.names, game.kinds.masks

    def __call__(self, view: AoKammuriView, legal: Sequence[int]) -> Found:
        """Return the blunders among the legal actions."""
        if view.attack is None or len(legal) == 1:
            return {}
        seats = len(view.hand_sizes)
        if view.hand.bit_count() <= LAST_TWO:
            return {PASS: Blunder.WIN_MISSED}
        attacker = view.attacker
        if (attacker - view.viewer) % 2 == 0:
            stopped = view.hand_sizes[attacker] == 1 and not self._others_receive(view)
            return dict.fromkeys(legal[:-1], Blunder.PARTNER_STOPPED) if stopped else {}
        following = (view.viewer + 1) % seats
        free = not self._chain or following == attacker
        return {PASS: Blunder.WIN_GIVEN} if free and view.hand_sizes[following] == 1 else {}

    def _others_receive(self, view: AoKammuriView) -> bool:
        """Say whether any other hand may hold what receives the attack."""
        assert view.attack is not None
        fitting = RECEIVERS[self._names.index(view.attack)]
        gone = [0] * len(self._masks)
        for play in view.plays:
            if play.kind is not None and play.seat != view.viewer:
                gone[self._names.index(play.kind)] += 1
        return any(
            (mask & ~view.dealt).bit_count() > gone[kind]
            for kind, mask in enumerate(self._masks)
            if fitting >> kind & 1
        )
