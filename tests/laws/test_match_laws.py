"""What holds in every match, whatever the referee enters, takes back and corrects."""

import json
import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.karuta import codec, record
from engine.karuta import commands as ask
from engine.karuta.events import UNDOABLE, Event, Redone, Undone
from engine.karuta.history import history, standing
from engine.karuta.match import decide, fold
from engine.karuta.outcome import outcomes
from engine.karuta.player import PLAYERS, A, B
from engine.karuta.preview import preview
from engine.karuta.refused import Refused, Why
from engine.karuta.replay import answer
from engine.karuta.sentences import sentence
from engine.karuta.settlement import Call
from engine.karuta.state import Ending, MatchState
from poems.cards import ALL_CARDS, mask
from tests.support import mirror
from tests.support.referee import MAKERS, a_command, after, attempt, begin, nearly_over, opened, play


def check_conserved(state: MatchState) -> None:
    piles = (state.held[A], state.held[B], state.taken[A], state.taken[B], state.undealt)
    assert sum(pile.bit_count() for pile in piles) == 100
    assert state.held[A] | state.held[B] | state.taken[A] | state.taken[B] | state.undealt == ALL_CARDS
    assert state.undealt == ALL_CARDS & ~mask([*state.opened.deal[A], *state.opened.deal[B]])


def check_layout(state: MatchState) -> None:
    for player in PLAYERS:
        cards = [card for card, _ in state.layout[player]]
        slots = [slot for _, slot in state.layout[player]]
        assert mask(cards) & ~state.held[player] == 0
        assert len(set(slots)) == len(slots)


def check_fold(state: MatchState) -> None:
    """The log, written as JSON and read again, folds to the live state."""
    text = [json.dumps(codec.to_json(event)) for event in state.log]
    log = tuple(codec.from_json(json.loads(line)) for line in text)
    assert log == state.log
    assert [json.dumps(codec.to_json(event)) for event in log] == text
    assert fold(log) == state


def check_record(state: MatchState) -> None:
    """The record of a live match, replayed from its file, tells the same."""
    live = record.to_record(state)
    read_again = record.parse(record.dumps(live).encode())
    assert read_again == live
    told = record.replay(read_again)
    assert answer(told) == answer(state)
    for what in ("held", "taken", "read", "layout", "settlements", "reads", "counts"):
        assert getattr(told, what) == getattr(state, what), what


def check_counts(state: MatchState) -> None:
    told = outcomes(state)
    assert [outcome.index for outcome in told] == list(range(len(state.reads)))
    if told:
        assert told[-1].counts == state.counts
    for outcome in told[:-1]:
        assert outcome.winner is None
    assert state.counts != (0, 0)


def check_redo(state: MatchState) -> None:
    """Undo and redo lead back."""
    deepest = len(history(state.log).undoable)
    for count in {min(1, deepest), deepest // 2, deepest} - {0}:
        undone = fold(decide(state, ask.Undo(count)), state)
        check_conserved(undone)
        check_record(undone)
        kept = set(history(undone.log).undoable)
        assert undone == fold(
            event
            for position, event in enumerate(state.log)
            if position not in history(state.log).dead
            and not isinstance(event, (Undone, Redone))
            and (position in kept or not isinstance(event, UNDOABLE))
        )
        assert fold(decide(undone, ask.Redo(count)), undone) == state


def refusal(state: MatchState, command: ask.Command) -> Refused | None:
    try:
        decide(state, command)
    except Refused as refused:
        return refused
    return None


class Table(RuleBasedStateMachine):
    """A table at which anything is entered in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.state = begin()
        self.mirrored = self.state

    @initialize(ruleset=st.sampled_from(("official", "article")), laid_out=st.booleans(), late=st.booleans())
    def open(self, ruleset: str, laid_out: bool, late: bool) -> None:
        start = opened(ruleset, laid_out=laid_out)
        self.state = fold(decide(None, ask.Open(start)))
        self.mirrored = fold(decide(None, ask.Open(mirror.opened(start))))
        if late:
            self.state = nearly_over(self.state)
            reads = [ask.Settle(mirror.read(read)) for read in self.state.reads]
            self.mirrored = after(self.mirrored, *reads)

    @rule(data=st.data())
    def enter(self, data: st.DataObject) -> None:
        command = a_command(self.state, lambda options: data.draw(st.sampled_from(options)))
        before, refused = self.state, refusal(self.state, command)
        refused_there = refusal(self.mirrored, mirror.command(command))
        assert (refused is None) == (refused_there is None)
        if refused is not None and refused_there is not None:
            assert sentence(refused)
            # where both players are at fault, who is named first depends on the seat
            assert refused.place.split(".")[0] == refused_there.place.split(".")[0]
            return
        events = decide(before, command)
        self.state = fold(events, before)
        if len(events) == 1 and isinstance(events[0], UNDOABLE):
            assert fold(decide(self.state, ask.Undo()), self.state) == before
        self.mirrored = fold(decide(self.mirrored, mirror.command(command)), self.mirrored)

    @invariant()
    def laws(self) -> None:
        check_conserved(self.state)
        check_layout(self.state)
        check_counts(self.state)
        self.check_mirror()

    def check_mirror(self) -> None:
        state, other = self.state, self.mirrored
        assert mirror.pair(other.held) == state.held
        assert mirror.pair(other.taken) == state.taken
        assert mirror.pair(other.layout) == state.layout
        assert mirror.pair(other.hands) == state.hands
        assert tuple(map(mirror.read, other.reads)) == state.reads
        assert (other.called, other.read, other.send_open) == (state.called, state.read, state.send_open)
        assert (other.result is None) == (state.result is None)
        if state.result is not None and other.result is not None:
            assert other.result.winner is state.result.winner.other
            assert other.result.margin == state.result.margin

    def teardown(self) -> None:
        check_fold(self.state)
        check_record(self.state)
        check_redo(self.state)


Table.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestTable = Table.TestCase


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(("official", "article")), st.integers(20, 250))
def test_every_long_match_keeps_the_laws(seed: int, ruleset: str, steps: int) -> None:
    start = begin(ruleset)
    state = play(nearly_over(start) if seed % 2 else start, random.Random(seed).choice, steps)
    check_conserved(state)
    check_layout(state)
    check_counts(state)
    check_fold(state)
    check_record(state)
    check_redo(state)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(5, 120))
def test_a_correction_equals_entering_it_right_at_once(seed: int, steps: int) -> None:
    """A match with one read corrected equals the match whose record was right from the start."""
    choose = random.Random(seed).choice
    state = play(begin(), choose, steps, ("call", "settle", "settle", "send", "send", "lay"))
    command = MAKERS["correct"](state, choose)
    corrected = attempt(state, command)
    assert isinstance(command, ask.Correct)
    if corrected is state:
        return
    reads = list(state.reads)
    reads[command.index] = command.read
    told = record.replay(record.Record(replace(state.opened, layout=state.start_layout), tuple(reads)))
    assert answer(told) == answer(corrected)
    assert told.held == corrected.held
    assert told.layout == corrected.layout


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 120))
def test_a_read_corrected_to_what_it_was_changes_nothing(seed: int, steps: int) -> None:
    """But for the note that it was passed over, which is what the referee answers."""
    state = play(begin(), random.Random(seed).choice, steps)
    passed_over = state.assumed | state.lost
    for index, read in enumerate(state.reads):
        events = decide(state, ask.Correct(index, read))
        assert bool(events) == (index in passed_over)
        entered = fold(events, state)
        one = {index}
        assert entered == replace(state, assumed=state.assumed - one, lost=state.lost - one)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 120))
def test_a_preview_is_what_happens(seed: int, steps: int) -> None:
    choose = random.Random(seed).choice
    state = play(begin(), choose, steps)
    for kind in ("settle", "settle_late", "correct"):
        command = MAKERS[kind](state, choose)
        if isinstance(command, ask.Correct):
            shown = preview(state, command.read, command.index)
        else:
            assert isinstance(command, ask.Settle)
            shown = preview(state, command.read)
        done = attempt(state, command)
        assert shown.state == done
        assert (shown.refused is None) == (shown.outcome is not None)
        if shown.outcome is not None:
            assert shown.outcome == outcomes(done)[shown.outcome.index]
            assert shown.statements


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 100))
def test_what_is_folded_in_one_go_and_step_by_step_is_equal(seed: int, steps: int) -> None:
    state = play(begin(), random.Random(seed).choice, steps)
    one = fold(state.log[:1])
    for event in state.log[1:]:
        one = fold((event,), one)
    assert one == state == fold(state.log) == fold(standing(state.log))
    assert one.log == state.log


def test_the_laws_were_tried_on_everything() -> None:
    """Every kind of event, call and ending comes up in matches like those played here."""
    kinds: set[type[Event]] = set()
    calls: set[Call] = set()
    endings: set[Ending] = set()
    refusals: set[Why] = set()
    for seed in range(60):
        choose = random.Random(seed).choice
        state = nearly_over(begin()) if seed % 2 else begin()
        for _ in range(160):
            command = a_command(state, choose)
            try:
                state = fold(decide(state, command), state)
            except Refused as refused:
                refusals |= {refused.code} | ({refused.cause.code} if refused.cause else set())
            if state.result is not None:
                endings.add(state.result.ending)
            calls.update(label.call for settled in state.settlements[-1:] for label in settled.labels)
        kinds.update(map(type, state.log))
    assert kinds == {kind.event for kind in codec.KINDS}
    assert calls == set(Call)
    assert endings == set(Ending)
    # every code is tried in tests/engine/karuta/test_refusals.py; these must come up by themselves
    assert {
        Why.OVER,
        Why.ALREADY_TAKEN,
        Why.SEND_LOST,
        Why.SENT_NOT_HELD,
        Why.MOVED_NOT_HELD,
        Why.SLOT_TAKEN,
        Why.COLLIDES,
    } <= refusals
