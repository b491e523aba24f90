"""Why an action of Ao-kammuri is refused."""

from typing import TYPE_CHECKING

from engine.core.why import NO_TURN, Why
from engine.games.ao_kammuri.kinds import NAMES, RECEIVERS
from engine.games.mechanics.shedding_attack import ACTIONS, NO_ATTACK, PASS, RECEIVE0

if TYPE_CHECKING:
    from engine.games.ao_kammuri.state import AoKammuriState


def why(state: "AoKammuriState", action: int) -> Why:
    """Return the reason against an action that is not legal."""
    if state.turn < 0:
        return NO_TURN
    if state.attack == NO_ATTACK:
        return _why_no_attack(state, action)
    return _why_not_received(state, action)


def _why_no_attack(state: "AoKammuriState", action: int) -> Why:
    if action == PASS:
        return Why("no attack stands, so you must attack")
    if not 0 <= action < RECEIVE0:
        return Why("no attack stands that could be received: attack")
    return _missing(state, action)


def _why_not_received(state: "AoKammuriState", action: int) -> Why:
    attack = NAMES[state.attack]
    if not RECEIVE0 <= action < ACTIONS:
        return Why("an attack with {kind} stands: receive it or pass", kind=attack)
    kind = action - RECEIVE0
    if not RECEIVERS[state.attack] >> kind & 1:
        return Why("{card} does not receive {kind}", card=NAMES[kind], kind=attack)
    return _missing(state, kind)


def _missing(state: "AoKammuriState", kind: int) -> Why:
    if kind >= len(state.game.kinds.names):
        return Why("{kind} is no kind of its own at this table", kind=NAMES[kind])
    return Why("you hold no {kind}", kind=NAMES[kind])
