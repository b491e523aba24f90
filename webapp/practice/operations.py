"""One use case a function: load the practice, decide, store what happened."""

import secrets
from collections.abc import Callable, Iterable

from engine.tournament.division import Division, divisions
from engine.tournament.practice import Aim
from poems.cards import numbers
from poems.chance import shuffled
from webapp.club.members import Person, add, one
from webapp.db.people_models import Standing
from webapp.matches import opening
from webapp.matches import operations as matches
from webapp.matches.opening import CODE_LENGTH, SIGNS, Dealt, Seat
from webapp.practice import events as ev
from webapp.practice.events import Pair, Planned, Played
from webapp.practice.history import evening_of
from webapp.practice.log import practices
from webapp.practice.pairing import fixed_pair, kept, proposed, released, swapped
from webapp.practice.session import Session
from webapp.seeds import fresh
from webapp.services import Services

Decide = Callable[[Session], Iterable[ev.Event]]


def plan(known: Services, planned: Planned, actor: str = "server") -> str:
    """Plan a practice and return its code."""
    code = "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))
    practices(known.store).begin(code, planned, actor)
    return code


def replan(known: Services, code: str, planned: Planned, actor: str = "server") -> None:
    """Change the day, place, rounds or reader of a practice. Raises NoSuchPractice."""
    _change(known, code, lambda session: () if session.plan == planned else (planned,), actor)


def arrive(known: Services, code: str, person: int, actor: str = "server") -> None:
    """Note that somebody is there. Raises NoSuchPractice or NoSuchMember."""
    one(known, person)
    _change(known, code, lambda session: () if person in session.here else (ev.Came(person),), actor)


def depart(known: Services, code: str, person: int, actor: str = "server") -> None:
    """Note that somebody is not there any more. Raises NoSuchPractice."""
    _change(known, code, lambda session: (ev.Went(person),) if person in session.here else (), actor)


def bring_guest(known: Services, code: str, name: str, actor: str = "server") -> int:
    """Enter a guest who is there, and return their number. Raises NoSuchPractice."""
    practices(known.store).load(code)
    person = add(known, Person(name), Standing.GUEST, actor)
    arrive(known, code, person, actor)
    return person


def want(known: Services, code: str, person: int, aim: Aim, *, reads: bool, actor: str = "server") -> None:
    """Note whom somebody who came wants to play today, and whether they can read."""

    def decide(session: Session) -> Iterable[ev.Event]:
        presence = session.people.get(person)
        if presence is None or (presence.aim, presence.reads) == (aim, reads):
            return ()
        return (ev.Wanted(person, aim, reads),)

    _change(known, code, decide, actor)


def propose(known: Services, code: str, number: int, actor: str = "server") -> None:
    """Pair a round at the least cost around what was fixed or begun. Raises NoSuchPractice or NoRound."""
    seed = fresh()

    def decide(session: Session) -> Iterable[ev.Event]:
        return (proposed(evening_of(known, session), number, seed),)

    _change(known, code, decide, actor)


def swap(known: Services, code: str, number: int, people: Pair, actor: str = "server") -> None:
    """Let two change places in a round. Raises NoSuchPractice or CannotPair."""
    _change(known, code, lambda session: (swapped(session, number, *people),), actor)


def put_together(known: Services, code: str, number: int, people: Pair, actor: str = "server") -> None:
    """Let two play each other, and find places for the others. Raises NoSuchPractice, CannotPair or NoRound."""
    seed = fresh()

    def decide(session: Session) -> Iterable[ev.Event]:
        changed = fixed_pair(session, number, *people)
        return (proposed(evening_of(known, changed), number, seed),)

    _change(known, code, decide, actor)


def fix(known: Services, code: str, number: int, both: Pair, *, on: bool, actor: str = "server") -> None:
    """Keep a pair when the round is paired again, or let it go."""
    _change(
        known,
        code,
        lambda session: (kept(session, number, both) if on else released(session, number, both),),
        actor,
    )


def call(known: Services, code: str, number: int, *, on: bool, actor: str = "server") -> None:
    """Tell everybody the pairs of a round, or take them back to think."""
    _change(
        known,
        code,
        lambda session: () if session.round(number).called == on else (ev.Called(number, on),),
        actor,
    )


class MovedOn(ValueError):  # noqa: N818 - an answer, not a fault
    """Somebody else was faster: the pair does not play any more, or another result was entered."""


def enter_result(
    known: Services, code: str, played: Played, actor: str = "server", *, seen: str | None = None
) -> None:
    """Note how a game ended, or correct it. Raises MovedOn for a pair that does not play in this round.

    `seen` is the result that whoever typed this one had before them (`result_key`), where it must stand still.
    """

    def decide(session: Session) -> Iterable[ev.Event]:
        round_ = session.round(played.round)
        there = round_.results.get(played.pair)
        if played.pair not in round_.tables or played.winner not in played.pair:
            raise MovedOn
        if there == played:
            return ()
        if seen is not None and seen != result_key(there):
            raise MovedOn
        return (played,)

    _change(known, code, decide, actor)


def result_key(entered: Played | None) -> str:
    """Return what tells one entered result of a game from another; empty for none."""
    return "" if entered is None else f"{entered.winner} {entered.margin} {entered.how}"


def clear_result(known: Services, code: str, number: int, both: Pair, actor: str = "server") -> None:
    """Take back what was entered by hand; a board tells the result again, where there is one."""

    def decide(session: Session) -> Iterable[ev.Event]:
        return (ev.Cleared(number, both),) if both in session.round(number).results else ()

    _change(known, code, decide, actor)


def lesson(known: Services, code: str, number: int, both: Pair, *, on: bool, actor: str = "server") -> None:
    """Let a game be a lesson, which counts in no figure, or not."""

    def decide(session: Session) -> Iterable[ev.Event]:
        round_ = session.round(number)
        if both not in round_.tables or (both in round_.lessons) == on:
            return ()
        return (ev.Lesson(number, both, on),)

    _change(known, code, decide, actor)


def open_board(known: Services, code: str, number: int, both: Pair, actor: str = "server") -> str:
    """Open a match for a game, with its round's cards where the cards are divided; return the match's code.

    A game that has a board keeps it. Raises NoSuchPractice; KeyError for a pair that does not play in this round.
    """
    session = practices(known.store).load(code)
    round_ = session.round(number)
    if both in round_.boards:
        return round_.boards[both]
    if both not in round_.tables:
        raise KeyError(both)
    a, b = (one(known, person) for person in both)
    match = opening.open_match(
        known, (Seat(a.name, a.id), Seat(b.name, b.id)), dealt(session, number), actor=actor
    )

    def decide(session: Session) -> Iterable[ev.Event]:
        return () if both in session.round(number).boards else (ev.Boarded(number, both, match),)

    board = practices(known.store).change(code, decide, actor).round(number).boards[both]
    if board != match:
        matches.set_aside(known, match, away=True, actor=actor)  # somebody else was faster
    return board


def dealt(session: Session, number: int) -> Dealt:
    """Return a deal: of the round's fifty cards where they are divided, else of the hundred."""
    seed = fresh()
    if not session.plan.divided:
        return opening.at_random(seed)
    cards = shuffled(numbers(division_of(session, number).cards), seed.stream("deal"))
    return Dealt((tuple(cards[:25]), tuple(cards[25:])))


def division_of(session: Session, number: int) -> Division:
    """Return the cards of a round: every device that knows the practice's code works out the same."""
    return divisions(session.code, number, session.divided)[number - 1]


def divide_anew(known: Services, code: str, actor: str = "server") -> None:
    """Draw the division of the cards anew."""
    _change(known, code, lambda session: (ev.Divided(session.divided + 1),), actor)


def close(known: Services, code: str, *, on: bool, actor: str = "server") -> None:
    """Note that a practice is over, or that it goes on."""
    _change(known, code, lambda session: () if session.closed == on else (ev.Closed(on),), actor)


def _change(known: Services, code: str, decide: Decide, actor: str) -> None:
    practices(known.store).change(code, decide, actor)
