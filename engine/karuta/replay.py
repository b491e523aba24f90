"""The answer to a match record: every read settled, in the words of `naniwazu match replay --json`."""

from engine.core.document import Json
from engine.karuta.outcome import Outcome, outcomes
from engine.karuta.player import PLAYERS, Pair
from engine.karuta.state import MatchState


def answer(state: MatchState) -> dict[str, Json]:
    """Return the document of `replay --json` for a match as its cards stand now.

    A send that is still open counts as forgotten, and the end by cards alone: a concession is no key of the format.
    """
    reads = outcomes(state)
    counts = state.counts
    winner = next((player for player in PLAYERS if counts[player] == 0), None)
    return {
        "reads": [_read(outcome) for outcome in reads],
        "counts": _by_letter(counts),
        "winner": None if winner is None else winner.name,
        "margin": None if winner is None else counts[winner.other],
        "flags": [f"{flag}:{outcome.index}" for outcome in reads for flag in outcome.flags],
    }


def _read(outcome: Outcome) -> dict[str, Json]:
    settlement = outcome.settlement
    return {
        "card": outcome.read.card,
        "side": settlement.side.label,
        "fouls": _by_letter(settlement.fouls),
        "claims": _by_letter(settlement.claims),
        "owed": outcome.owed,
        "sender": None if outcome.sender is None else outcome.sender.name,
        "sent": list(outcome.read.sent),
        "labels": [str(label) for label in settlement.labels],
        "counts": _by_letter(outcome.counts),
    }


def _by_letter(counts: Pair[int]) -> dict[str, Json]:
    return {player.name: counts[player] for player in PLAYERS}
