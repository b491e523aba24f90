"""A tournament of the club's own, set up and played by its use cases."""

import datetime as dt
from collections.abc import Callable, Iterable

from engine.tournament.outcome import How, Outcome
from webapp.services import Services
from webapp.tournaments import drawing, entering, running, sealing, setup
from webapp.tournaments.contests import Contest, contest
from webapp.tournaments.entering import Typed
from webapp.tournaments.fixtures import Fixture
from webapp.tournaments.rules import ClassRules
from webapp.tournaments.running import Spot

ACTOR = "test"


def club_tournament(
    known: Services, entries: Iterable[Typed | str], rules: ClassRules | None = None, grade: str = "C"
) -> Contest:
    """Return a class with these entries, not drawn yet."""
    code = setup.create(known, setup.Details("名人戦", dt.date(2026, 11, 29)))
    number = setup.add_class(known, code, setup.ClassDetails(grade, grade, rules or ClassRules()))
    entering.add(known, code, number, [Typed(one) if isinstance(one, str) else one for one in entries])
    return contest(known, code, number)


def drawn(known: Services, found: Contest, *, only_here: bool = False) -> Contest:
    """Draw what is due."""
    sealing.commit_seed(known, found.code, found.number, actor=ACTOR)
    found = contest(known, found.code, found.number)
    plan = drawing.planned_now(known, found, only_here=only_here)
    confirm = drawing.confirm
    return confirm(known, found.code, found.number, plan.fingerprint, actor=ACTOR, only_here=only_here)


def lower_wins(one: str, other: str) -> str:
    """Whoever entered first wins."""
    return min(one, other, key=lambda who: [float(part) for part in who.split(".")])


def play(
    known: Services, found: Contest, key: str, winner: str, margin: int | None = 5, how: How = How.NORMAL
) -> Contest:
    """Enter who won a match."""
    pair = running.pair_at(found, Spot.parse(key))
    assert pair is not None
    outcome = Outcome(pair, winner, how, margin if how is How.NORMAL else None)
    return running.enter(known, found.code, found.number, Spot.parse(key), outcome, actor=ACTOR)


def ready(found: Contest) -> list[Fixture]:
    """Return the matches that can be played now."""
    return [one for one in found.fixtures if one.ready]


def play_on(known: Services, found: Contest, wins: Callable[[str, str], str] = lower_wins) -> Contest:
    """Play everything that can be played, until nothing is left or something has to be drawn."""
    while now := ready(found):
        for one in now:
            assert one.pair is not None
            found = play(known, found, one.key, wins(*one.pair))
    return found
