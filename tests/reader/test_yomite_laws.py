"""Laws of a reading, whatever people and machines do to it."""

import json
from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from reader.pattern import NAMED
from reader.yomite import decide
from reader.yomite_commands import (
    Back,
    Began,
    Close,
    Command,
    Deciding,
    Ended,
    Failed,
    HandDown,
    HandUp,
    Hold,
    Jump,
    Learn,
    Lost,
    Next,
    Over,
    Refused,
    Replay,
    Resume,
    Skip,
    Start,
    Stop,
)
from reader.yomite_facts import Called, Decided, HalfBegan, HalfEnded, TakenBack
from reader.yomite_log import from_dict, to_dict
from reader.yomite_state import Phase, fold
from tests.support.puppet_reader import PuppetReader

TABLES = st.sampled_from(["1", "2"])
WISHES = st.one_of(
    st.sampled_from(
        [Start(), Next(), Hold(), Resume(), Resume(from_shimo=True), Replay(), Back(), Skip(), Close()]
    ),
    st.builds(Jump, st.integers(-1, 5)),
    st.builds(Learn, st.integers(1, 6)),
    st.builds(HandUp, TABLES),
    st.builds(HandDown, TABLES),
    st.builds(Lost, st.just("gone")),
)
REPORTS = st.one_of(
    st.builds(Began, st.integers(0, 4), st.integers(0, 3)),
    st.builds(Ended, st.integers(0, 4), st.integers(0, 3)),
    st.builds(Deciding, st.integers(0, 4)),
    st.builds(Over, st.integers(0, 4)),
)


class AnyReading(RuleBasedStateMachine):
    """People tap at random; the output plays, loses its device, and reports nonsense now and then."""

    reader: PuppetReader

    @initialize(
        cards=st.lists(st.integers(1, 6), min_size=1, max_size=5, unique=True),
        pattern=st.sampled_from([*NAMED, "CUR1 CUR2 NEXT1", "CUR2 NEXT1 NEXT2"]),
        joka=st.integers(0, 2),
        uppers=st.none() | st.integers(0, 2),
        guard=st.sampled_from([0.0, 1.5]),
    )
    def open(self, cards: list[int], pattern: str, joka: int, uppers: int | None, guard: float) -> None:
        self.reader = PuppetReader.of(*cards, pattern=pattern, joka=joka, uppers=uppers, guard=guard)

    @rule(command=WISHES)
    def tap(self, command: Command) -> None:
        self.reader.ask(command)

    @rule()
    def go_on(self) -> None:
        self.reader.ask(Next(), after=2.0)

    @precondition(lambda self: self.reader.state.phase is Phase.SPEAKING)
    @rule(halves=st.integers(1, 4), stop_short=st.booleans())
    def sound(self, halves: int, stop_short: bool) -> None:
        self.reader.play(halves=halves)
        call = self.reader.state.call
        if stop_short and call is not None and self.reader.state.sounding is None:
            self.reader.tell(Began(call.number, self.reader.state.place))
            self.reader.heard.append(call.halves[self.reader.state.place])
            self.reader.tell(Ended(call.number, self.reader.state.place))

    @precondition(lambda self: self.reader.state.call is not None)
    @rule()
    def fail(self) -> None:
        assert self.reader.state.call is not None
        self.reader.ask(Failed(self.reader.state.call.number, "no voice"))

    @rule(report=REPORTS)
    def nonsense(self, report: Command) -> None:
        """A report is refused unless it is the very next thing that can be heard."""
        answer = decide(self.reader.state, report, self.reader.now)
        if not isinstance(answer, Refused):
            for fact in answer:
                assert isinstance(fact, HalfBegan | HalfEnded | Decided) or not fact.at < self.reader.now

    @rule()
    def stop_rarely(self) -> None:
        if len(self.reader.log) > 60:
            self.reader.ask(Stop())

    @invariant()
    def the_state_is_the_fold_of_the_log(self) -> None:
        assert fold(self.reader.log) == self.reader.state

    @invariant()
    def the_log_survives_being_stored(self) -> None:
        stored = json.dumps([to_dict(fact) for fact in self.reader.log])
        assert [from_dict(raw) for raw in json.loads(stored)] == self.reader.log

    @invariant()
    def heard_logged_and_shown_agree(self) -> None:
        logged = [fact.half for fact in self.reader.log if isinstance(fact, HalfBegan)]
        assert logged == self.reader.heard
        state = self.reader.state
        if state.sounding is not None:
            assert state.poem == state.sounding.poem == self.reader.heard[-1].poem

    @invariant()
    def everything_heard_was_called(self) -> None:
        calls = {fact.number: fact for fact in self.reader.log if isinstance(fact, Called)}
        for fact in self.reader.log:
            if isinstance(fact, HalfBegan | HalfEnded):
                assert calls[fact.call].halves[fact.place] == fact.half

    @invariant()
    def a_poem_counts_as_read_once_unless_it_was_taken_back(self) -> None:
        decided = Counter(fact.position for fact in self.reader.log if isinstance(fact, Decided))
        back = Counter(fact.position for fact in self.reader.log if isinstance(fact, TakenBack))
        assert all(count <= 1 + back[position] for position, count in decided.items())
        assert len(set(self.reader.state.read)) == len(self.reader.state.read)

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        state = self.reader.state
        learned = {place for place, card in enumerate(state.programme.cards) if card in state.aside}
        undecided = () if state.undecided is None else (state.undecided,)
        places = Counter([*state.read, *state.to_come, *undecided, *state.left_out])
        assert all(count == 1 for count in places.values())
        missing = set(range(len(state.programme.cards))) - set(places)
        stopped = state.phase in (Phase.STOPPED, Phase.DONE)
        assert missing <= learned or stopped

    @invariant()
    def nothing_asks_for_the_opener_when_it_is_off(self) -> None:
        if not self.reader.programme.joka and not self.reader.programme.joka_upper:
            assert all(half.poem for half in self.reader.heard)

    @invariant()
    def no_call_begins_while_a_hand_is_up(self) -> None:
        last = self.reader.log[-1]
        assert not (isinstance(last, Called) and self.reader.state.hands)


AnyReading.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestAnyReading = AnyReading.TestCase
