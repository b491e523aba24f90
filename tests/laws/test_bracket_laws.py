"""A single elimination under random results, absences, late entries and corrections, held against the plain way."""

from itertools import product
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.tournament import desk
from engine.tournament.bracket import OPEN, Bracket, fold
from engine.tournament.changes import changes
from engine.tournament.entrant import Entrant
from engine.tournament.events import Absence, Drawn, Recorded
from engine.tournament.late import offers
from engine.tournament.outcome import How, Outcome
from engine.tournament.placing import best_of, placing
from engine.tournament.refused import Refused
from tests.support.knockout import Plain, after, knockout, shown, won


class Desk(RuleBasedStateMachine):
    """A desk at which anything is entered, corrected and taken back."""

    def __init__(self) -> None:
        super().__init__()
        self.bracket = knockout("a", "b")
        self.plain = Plain({})
        self.late = 0

    @initialize(people=st.integers(2, 11))
    def open(self, people: int) -> None:
        self.bracket = knockout(*(f"p{number:02}" for number in range(people)))
        self.plain = Plain(dict(self.bracket.leaves))

    def go(self, events: Any) -> None:
        before = self.bracket
        self.bracket = after(before, events)
        told = {change.match for change in changes(before, self.bracket)}
        for number, match in self.bracket.matches.items():
            old = before.matches.get(number)
            if old is not None and old.winner is not OPEN and old.winner != match.winner:
                assert number in told

    @precondition(lambda self: any(len(match.players) == 2 for match in self.bracket.matches.values()))
    @rule(data=st.data())
    def result(self, data: st.DataObject) -> None:
        matches = [match for match in self.bracket.matches.values() if len(match.players) == 2]
        match = data.draw(st.sampled_from(matches))
        one, other = match.players
        how = data.draw(st.sampled_from(How))
        winner = data.draw(st.sampled_from((one, other, *([None] if how is not How.NORMAL else []))))
        margin = data.draw(st.integers(1, 25)) if how is How.NORMAL else None
        outcome = Outcome((one, other), winner, how, margin)
        enter = desk.correct if match.entered else desk.enter
        try:
            events = enter(self.bracket, match.match, outcome)
        except Refused:
            assert any(self.plain.away.get(who, -1) >= match.depth for who in (one, other))
            return
        self.go(events)
        self.plain.results[match.match, outcome.pair] = winner

    @precondition(lambda self: any(match.entered for match in self.bracket.matches.values()))
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        entered = [match for match in self.bracket.matches.values() if match.entered]
        match = data.draw(st.sampled_from(entered))
        self.go(desk.take_back(self.bracket, match.match))
        del self.plain.results[match.match, frozenset(match.players)]

    @rule(data=st.data(), why=st.sampled_from(Absence))
    def leave(self, data: st.DataObject, why: Absence) -> None:
        who = data.draw(st.sampled_from(sorted(self.bracket.entrants)))
        self.go(desk.leave(self.bracket, who, why))
        if who in self.bracket.absent:
            self.plain.away.setdefault(who, self.bracket.absent[who].depth)

    @precondition(lambda self: self.plain.away.keys() & self.bracket.entrants)
    @rule(data=st.data())
    def come_back(self, data: st.DataObject) -> None:
        who = data.draw(st.sampled_from(sorted(self.plain.away.keys() & self.bracket.entrants)))
        self.go(desk.come_back(self.bracket, who))
        del self.plain.away[who]

    @rule(data=st.data())
    def come_late(self, data: st.DataObject) -> None:
        self.late += 1
        newcomer = f"z{self.late:02}"
        found = offers(self.bracket, Entrant(newcomer), [])
        if not found or self.late > 4:
            return
        offer = data.draw(st.sampled_from(found))
        entered = {number: match.outcome for number, match in self.bracket.matches.items() if match.entered}
        self.go(offer.events(self.bracket, newcomer))
        assert {n: self.bracket.matches[n].outcome for n in entered} == entered  # nothing played is lost
        leaves = self.plain.leaves
        if offer.place in self.bracket.leaves:
            leaves[offer.place] = newcomer
        else:
            leaves[2 * offer.place] = leaves.pop(offer.place)
            leaves[2 * offer.place + 1] = newcomer

    @invariant()
    def stands_as_worked_out_the_plain_way(self) -> None:
        if self.plain.leaves:
            assert shown(self.bracket) == {n: self.plain.out_of(n) for n in self.bracket.matches}

    @invariant()
    def stands_as_if_it_had_been_right_from_the_start(self) -> None:
        """From scratch, without any history: only the tree, who is absent, and every result that was not taken back."""
        bracket = self.bracket
        recorded = [event for event in bracket.log if isinstance(event, Recorded)]
        last = {(event.match, event.outcome.pair): event for event in recorded}
        kept = [last[key] for key in self.plain.results]
        fresh = fold(
            [
                Drawn(tuple(bracket.leaves.items())),
                *bracket.absent.values(),
                *kept,
            ]
        )
        assert shown(fresh) == shown(bracket)
        assert {n: m.outcome for n, m in fresh.matches.items()} == {
            n: m.outcome for n, m in bracket.matches.items()
        }
        assert placing(fresh) == placing(bracket)

    @invariant()
    def places_are_few_and_right(self) -> None:
        places = placing(self.bracket)
        by_place = [list(places.values()).count(place) for place in (1, 2, 3, 4)]
        assert all(count <= most for count, most in zip(by_place, (1, 2, 4, 8), strict=True))
        how_far = best_of(self.bracket)
        for who, place in places.items():
            assert how_far[who] == (1, 2, 4, 8)[place - 1]

    @invariant()
    def a_match_is_in_one_state(self) -> None:
        for match in self.bracket.matches.values():
            assert not (match.ready and match.outcome is not None)
            assert match.set_aside is None or match.winner is OPEN
            assert not match.entered or (
                match.outcome is not None and set(match.outcome.players) == set(match.sides)
            )


TestDesk = Desk.TestCase
TestDesk.settings = settings(max_examples=40, stateful_step_count=25)


def every_course(bracket: Bracket) -> Any:
    """Yield the finished bracket of every course the matches can take."""
    if not bracket.ready:
        yield bracket
        return
    match = bracket.ready[0]
    one, other = match.players
    for winner, loser in ((one, other), (other, one)):
        yield from every_course(after(bracket, desk.enter(bracket, match.match, won(winner, loser))))


def test_every_course_of_small_fields() -> None:
    """Of 2 to 6 entrants: every course is told apart, and places are what the losses say."""
    for people in range(2, 7):
        names = "abcdef"[:people]
        ends = list(every_course(knockout(*names)))
        assert len({tuple(shown(end).items()) for end in ends}) == len(ends) == 2 ** (people - 1)
        for end in ends:
            losses = {match.outcome.loser: match.depth for match in end.matches.values() if match.outcome}
            (champion,) = set(names) - set(losses)
            assert end.champion == champion
            expected = {champion: 1, **{who: depth + 2 for who, depth in losses.items()}}
            assert placing(end) == expected


def test_any_single_correction_of_a_finished_bracket() -> None:
    """Turn each result of a finished bracket of five: only what was played by those two later is touched."""
    for course in product((0, 1), repeat=4):
        bracket = knockout(*"abcde")
        for turn in course:
            match = bracket.ready[0]
            winner, loser = match.players[turn], match.players[1 - turn]
            bracket = after(bracket, desk.enter(bracket, match.match, won(winner, loser)))
        for number, match in bracket.matches.items():
            assert match.outcome is not None
            assert match.outcome.loser is not None
            old = match.outcome.winner
            turned = won(match.outcome.loser, str(old))
            now = after(bracket, desk.correct(bracket, number, turned))
            for other, was in bracket.matches.items():
                is_later = depth_above(other, number)
                if not is_later and other != number:
                    assert now.matches[other] == was
                if is_later and old in was.players:
                    assert old not in now.matches[other].players
            assert now.champion is (
                OPEN if number != 1 and old in bracket.matches[number >> 1].players else turned.winner
            )


def depth_above(place: int, match: int) -> bool:
    while match > 1:
        match >>= 1
        if match == place:
            return True
    return False
