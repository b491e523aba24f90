"""A reading driven by hand in tests: a clock that moves when told, and an output that plays a call when told."""

from dataclasses import dataclass, field

from reader.pattern import Half, Pattern
from reader.programme import Programme
from reader.yomite import decide, open_reading
from reader.yomite_commands import Began, Command, Deciding, Ended, Over, Refused, Why
from reader.yomite_facts import Fact
from reader.yomite_state import Reading, evolve, fold


@dataclass
class PuppetReader:
    """Keeps log and state side by side, as a program does, and remembers what a listener would have heard."""

    programme: Programme
    guard: float = 0.0
    now: float = 100.0
    log: list[Fact] = field(default_factory=list)
    heard: list[Half] = field(default_factory=list)
    state: Reading = field(init=False)

    def __post_init__(self) -> None:
        self.log.append(open_reading(self.programme, self.now))
        self.state = fold(self.log)

    @classmethod
    def of(
        cls,
        *cards: int,
        pattern: str = "competition",
        joka: int = 0,
        uppers: int | None = None,
        guard: float = 0.0,
    ) -> "PuppetReader":
        return cls(Programme(cards, Pattern.parse(pattern), joka=joka, joka_upper=uppers), guard)

    def tell(self, command: Command, *, after: float = 1.0) -> tuple[Fact, ...]:
        """Give a command that must be accepted, `after` seconds later."""
        answer = self.ask(command, after=after)
        assert not isinstance(answer, Refused), answer
        return answer

    def refused(self, command: Command, *, after: float = 1.0) -> Why:
        """Give a command that must be refused."""
        answer = self.ask(command, after=after)
        assert isinstance(answer, Refused), answer
        return answer.why

    def ask(self, command: Command, *, after: float = 1.0) -> tuple[Fact, ...] | Refused:
        self.now += after
        answer = decide(self.state, command, self.now, guard=self.guard)
        if not isinstance(answer, Refused):
            self.log.extend(answer)
            for fact in answer:
                self.state = evolve(self.state, fact)
        return answer

    def play(self, *, halves: int | None = None, decide_last: bool = True) -> list[Half]:
        """Let the output play the call on, to its end or for so many halves; returns what was heard."""
        call = self.state.call
        assert call is not None
        mine = len(self.heard)
        card = None if call.position is None else self.programme.cards[call.position]
        for place in range(self.state.place, len(call.halves))[:halves]:
            half = call.halves[place]
            self.tell(Began(call.number, place))
            self.heard.append(half)
            if call.kind == "card" and half.poem == card and decide_last:
                self.tell(Deciding(call.number))
            self.tell(Ended(call.number, place))
        if self.state.call is not None and self.state.place == len(call.halves):
            self.tell(Over(call.number))
        return self.heard[mine:]
