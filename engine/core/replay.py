"""Replaying a record: every pack checked, every action judged, the answer of `game replay`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.codec import encode
from engine.core.deck import NotationError
from engine.core.document import DocumentError, Json
from engine.core.game import Game, State, Totals, View
from engine.core.packs import Packs, RecordedPacks
from engine.core.record import Record
from engine.core.why import IllegalAction

SHOWN_LEGAL = 20
"""How many legal actions a refusal lists."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of a trace: who decided, between what, and what was chosen."""

    seat: int
    legal: tuple[str, ...]
    action: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """Where a record leads. `view` is the spectator's; `trace` is empty unless it was asked for."""

    game: Game[Any]
    finished: bool
    to_act: int | None
    legal: tuple[str, ...]
    scores: Totals
    hand_scores: tuple[Totals, ...]
    view: View
    trace: tuple[Step, ...] | None = None

    def document(self) -> dict[str, Json]:
        """Return the answer as a JSON object."""
        out: dict[str, Json] = {
            "game": self.game.id,
            "finished": self.finished,
            "hand": len(self.hand_scores),
            "to_act": self.to_act,
            "legal": list(self.legal),
            "scores": list(self.scores),
            "hand_scores": [list(row) for row in self.hand_scores],
            "public": encode(self.view, self.game.deck),
        }
        if self.trace is not None:
            out["trace"] = [
                {"seat": step.seat, "legal": list(step.legal), "action": step.action} for step in self.trace
            ]
        return out


def replay(game: Game[Any], record: Record, *, trace: bool = False) -> Replayed:
    """Play a record through. Raises DocumentError, with the place, for a pack or an action that cannot be."""
    state = start(game, record)
    packs = RecordedPacks(record, game.deck)
    deal_all(state, packs)
    steps: list[Step] = []
    known, play = game.words.get, state.play
    for index, text in enumerate(record.actions):
        try:
            action = known(text)
            if action is None:
                action = game.parse(text)
            if trace:
                steps.append(Step(state.turn, texts(game, state.legal_actions()), game.text(action)))
            play(action)
        except (NotationError, IllegalAction) as error:
            raise _refused(game, state, text, index, str(error)) from None
        if state.turn < 0:
            deal_all(state, packs)
    return Replayed(
        game=game,
        finished=state.is_over(),
        to_act=state.to_act(),
        legal=texts(game, state.legal_actions()),
        scores=state.scores(),
        hand_scores=tuple(state.hand_scores),
        view=state.view(None),
        trace=tuple(steps) if trace else None,
    )


def start(game: Game[Any], record: Record) -> State[Any]:
    """Return the session before its first deal. Raises DocumentError for a dealer who has no seat."""
    if record.dealer >= game.seats:
        raise DocumentError("dealer", f"there is no seat {record.dealer}: seats are 0 to {game.seats - 1}")
    return game.new(record.dealer)


def deal_all(state: State[Any], packs: Packs) -> None:
    """Deal whatever is to be dealt now, as long as there are packs."""
    while (wanted := state.wants()) is not None:
        pack = packs.shuffle(wanted)
        if pack is None:
            return
        state.deal(pack)


def texts(game: Game[Any], actions: Sequence[int]) -> tuple[str, ...]:
    """Return actions as records write them."""
    return tuple(map(game.text, actions))


def _refused(game: Game[Any], state: State[Any], text: str, index: int, reason: str) -> DocumentError:
    """Return the error for an action: its index, the number of legal ones and the first of them."""
    legal = state.legal_actions()
    shown = texts(game, legal[:SHOWN_LEGAL])
    if not legal:
        why = "the session is over" if state.is_over() else "no pack is left to deal from"
        return DocumentError(f"actions[{index}]", f"{text[:80]!r}: {why}; 0 legal actions")
    first = f"the first {len(shown)}: " if len(shown) < len(legal) else ""
    one = "action" if len(legal) == 1 else "actions"
    reason = f"{text[:80]!r} is not legal: {reason}; {len(legal)} legal {one}: {first}{', '.join(shown)}"
    return DocumentError(f"actions[{index}]", reason)
