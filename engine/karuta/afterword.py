"""What a match's file says beyond its reads: how it was given up, and the seal of its deal.

Both stand under keys of their own, which the format lets others keep and ignore. So what does not fit is not refused:
it is somebody else's key. The answer of `replay --json` does not look at them.
"""

import json
from dataclasses import replace
from typing import Final

from engine.core.document import DocumentError, Json, Node
from engine.karuta.commands import GiveUp, RevealSeed
from engine.karuta.events import Event, Forfeit, Opened
from engine.karuta.fold import fold
from engine.karuta.match import decide
from engine.karuta.player import Player
from engine.karuta.state import MatchState
from poems.chance import Seed

GIVEN_UP: Final = "given_up"
"""`{"by": "A", "how": "concession" | "forfeit" | "disqualification", "reason": "…"}`; no reason may be left out."""
SEAL: Final = "deal_seal"
"""`{"commitment": SHA-256 of the seed, "seed": 32 hexadecimal digits}`; no seed before the match is over."""
LONGEST_REASON: Final = 200
"""Characters of a reason that are read."""


def written(state: MatchState) -> dict[str, Json]:
    """Return the keys that a match's file carries beside the format's own."""
    out: dict[str, Json] = {}
    forfeited, commitment = state.forfeited, state.opened.commitment
    if forfeited is not None:
        because: dict[str, Json] = {"reason": forfeited.reason} if forfeited.reason else {}
        out[GIVEN_UP] = {"by": forfeited.player.name, "how": forfeited.kind.value, **because}
    if commitment is not None:
        shown: dict[str, Json] = {} if state.seed is None else {"seed": state.seed}
        out[SEAL] = {"commitment": commitment, **shown}
    return out


def put(extra: str, state: MatchState) -> str:
    """Return a record's kept keys with the afterword of a match as it stands."""
    return _text(_kept(extra) | written(state))


def taken_in(opened: Opened) -> Opened:
    """Return a record's opening as that of a match: what we understand of its afterword is no stranger's key."""
    kept = _kept(opened.extra)
    sealed = _seal(kept)
    if sealed is not None:
        del kept[SEAL]
    if _given_up(kept) is not None:
        del kept[GIVEN_UP]
    commitment = opened.commitment if sealed is None else sealed.commitment()
    return replace(opened, extra=_text(kept), commitment=commitment)


def follows(state: MatchState, extra: str) -> tuple[Event, ...]:
    """Return what a record's afterword makes of its match after the reads; a match that is over cannot be given up."""
    found: tuple[Event, ...] = ()
    kept = _kept(extra)
    given_up, sealed = _given_up(kept), _seal(kept)
    if given_up is not None and state.result is None:
        found = decide(state, given_up)
        state = fold(found, state)
    if sealed is not None and state.opened.commitment is not None and state.result is not None:
        found += decide(state, RevealSeed(sealed.hex))
    return found


def _given_up(kept: dict[str, Json]) -> GiveUp | None:
    try:
        node = Node(kept.get(GIVEN_UP))
        how = Forfeit(node.need("how").choice(*Forfeit))
        reason = node.get("reason")
        because = "" if reason is None else reason.text()[:LONGEST_REASON]
        return GiveUp(Player[node.need("by").choice("A", "B")], how, because)
    except DocumentError:
        return None


def _seal(kept: dict[str, Json]) -> Seed | None:
    """Return the seed that was shown; None without one, or where it is not the one that was committed to."""
    try:
        node = Node(kept.get(SEAL))
        seed = Seed.from_hex(node.need("seed").text())
        return seed if seed.fits(node.need("commitment").text()) else None
    except ValueError:
        return None


def _kept(extra: str) -> dict[str, Json]:
    found = json.loads(extra) if extra else {}
    return found if isinstance(found, dict) else {}


def _text(keys: dict[str, Json]) -> str:
    return json.dumps(keys, ensure_ascii=False) if keys else ""
