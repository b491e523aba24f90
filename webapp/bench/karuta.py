"""How fast the referee's engine folds, decides and replays, in seconds of one core."""

import random
import time
from collections.abc import Callable

from engine.karuta import commands as ask
from engine.karuta import record
from engine.karuta.deal import deal
from engine.karuta.events import Event, Opened
from engine.karuta.field import End, Row, Slot, spread
from engine.karuta.match import decide, fold
from engine.karuta.player import PLAYERS, A, B, Side
from engine.karuta.read import Move, Read, Touch
from engine.karuta.replay import answer
from engine.karuta.state import MatchState
from poems.cards import numbers
from poems.chance import Seed
from webapp.bench.figure import Figure

Log = tuple[Event, ...]

MATCHES = 20
TOUCHES = (Touch.NONE, Touch.NONE, Touch.OWN, Touch.OPP, Touch.BOTH)


def run() -> list[Figure]:
    """Measure the fold, an undo and a record's replay; takes about three seconds."""
    states = [_evening_match(random.Random(seed)) for seed in range(MATCHES)]  # noqa: S311 - the same matches each time
    logs = [state.log for state in states]
    events = sum(map(len, logs))
    folded = events / _seconds(lambda: [fold(log) for log in logs])
    calibration = CALIBRATION_TURNS / _seconds(_calibration_loop)
    undo = _seconds(lambda: [fold(decide(state, ask.Undo()), state) for state in states]) / MATCHES
    files = [record.dumps(record.to_record(state)).encode() for state in states]
    replayed = _seconds(lambda: [answer(record.replay(record.parse(file))) for file in files]) / MATCHES
    return [
        Figure(
            "fold a match's log",
            folded,
            "events/s",
            f"{MATCHES} matches, {events} events, CPU time; at least 300,000",
        ),
        Figure(
            "fold, against plain Python",
            folded / calibration,
            "events a turn",
            f"turns of a loop with one dictionary access and one shift: {calibration / 1e6:.1f} million/s here",
        ),
        Figure("undo in a whole match", undo * 1e3, "ms", "refolded without the event; at most 1"),
        Figure("parse, check and settle a record", replayed * 1e3, "ms", f"{len(files[0])} bytes, mean"),
    ]


def _evening_match(rng: random.Random) -> MatchState:
    """Return a match as a table enters it: called, settled, hand up, sent and placed, hand down."""
    cards = deal(Seed(rng.randbytes(16)))
    state = fold(decide(None, ask.Open(Opened(cards, layout=(spread(cards[A]), spread(cards[B]))))))
    for card in rng.sample(range(1, 101), 100):
        if state.result is not None:
            break
        state = _enter(state, ask.Call(card), ask.Settle(_a_read(state, card, rng)))
        if state.pending is not None:
            state = _send(state, rng)
        elif state.result is None and rng.random() < 0.1:
            state = _tidy(state, rng)
    return state


def _enter(state: MatchState, *commands: ask.Command) -> MatchState:
    for command in commands:
        state = fold(decide(state, command), state)
    return state


def _a_read(state: MatchState, card: int, rng: random.Random) -> Read:
    dead = state.side(card) is Side.DEAD
    fouled = rng.random() < 0.15
    touched = (rng.choice(TOUCHES), rng.choice(TOUCHES)) if fouled else (Touch.NONE, Touch.NONE)
    return Read(card, took=None if dead else rng.choice(PLAYERS), touched=touched)


def _send(state: MatchState, rng: random.Random) -> MatchState:
    pending = state.pending
    assert pending is not None
    sender, receiver = pending.sender, pending.sender.other
    state = _enter(state, ask.RaiseHand(sender))
    for card in rng.sample(numbers(state.held[sender]), pending.count):
        slot = state.layout[receiver].next_free(Row.UPPER, rng.choice(tuple(End)))
        state = _enter(state, ask.Send((card,), (slot,)))
    return _enter(state, ask.LowerHand(sender))


def _tidy(state: MatchState, rng: random.Random) -> MatchState:
    player = rng.choice(PLAYERS)
    card = rng.choice(numbers(state.held[player]))
    slot: Slot = state.layout[player].next_free(Row.LOWER, rng.choice(tuple(End)))
    return _enter(state, ask.Lay((Move(player, card, slot),)))


CALIBRATION_TURNS = 1_000_000


def _calibration_loop() -> None:
    seen: dict[int, int] = {}
    for turn in range(CALIBRATION_TURNS):
        seen[turn & 63] = turn >> 1


def _seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the fastest of five runs."""
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best
