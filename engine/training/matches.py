"""What a match on the mat tells of a player: a trial for each read, which confusions and progress are made from."""

from collections.abc import Iterator
from datetime import date, datetime

from engine.karuta.player import Player, Side
from engine.karuta.read import Read
from engine.karuta.settlement import Settlement
from engine.karuta.state import MatchState
from engine.training.exercises.memorising import Half
from engine.training.pairs import sound_alike
from engine.training.trial import ErrorKind, Exercise, Trial
from poems.cards import ALL_CARDS, mask, numbers


def trials_of(
    state: MatchState, player: Player, *, match_id: str, user: str, at: datetime, day: date
) -> Iterator[Trial]:
    """Yield a trial for each read that stands: whether the player took the card, and which cards were touched for it.

    There is no time in it, as nobody measured one. A dead card that was rightly let pass is a right answer; one that
    was touched is a fault. The trials have the ids of their reads, so a corrected match gives corrected ones.
    """
    read = 0
    for index, (one, settlement) in enumerate(zip(state.reads, state.settlements, strict=True)):
        if one.void is not None:
            continue
        wrong = numbers(one.cards_touched[player] & ~mask([one.card]))
        correct = _right(one, settlement, player)
        yield Trial(
            trial_id=f"{match_id}/{index}/{player.name}",
            user=user,
            exercise=Exercise.MATCH,
            shown_at=at,
            practice_day=day,
            poem=one.card,
            set_id=_half(settlement.side, player),
            unread=ALL_CARDS & ~read,
            chosen=one.card if correct and settlement.side is not Side.DEAD else wrong[0] if wrong else None,
            touched=wrong if correct else wrong[1:],
            correct=correct,
            error_kind=None if correct else _error(one, settlement, player, wrong),
        )
        read |= mask([one.card])


def _half(side: Side, player: Player) -> Half:
    """Return whose half the card lay in, as the player sees it."""
    if side is Side.DEAD:
        return Half.AWAY
    return Half.OWN if side.owner is player else Half.OPPONENT


def _right(one: Read, settlement: Settlement, player: Player) -> bool:
    if settlement.side is Side.DEAD:
        return settlement.fouls[player] == 0
    return one.took is player


def _error(one: Read, settlement: Settlement, player: Player, wrong: tuple[int, ...]) -> ErrorKind:
    if settlement.side is Side.DEAD:
        return ErrorKind.KARAFUDA
    if any(sound_alike(one.card, card) for card in wrong):
        return ErrorKind.LOOK_ALIKE_SOUND
    return ErrorKind.WRONG_SIDE if settlement.fouls[player] else ErrorKind.MISSED
