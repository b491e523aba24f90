"""Learners for tests: their device, and what they answered."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from engine.training.exercises import laps
from engine.training.exercises.reaction import Instruction
from engine.training.grading import Reason
from engine.training.items import Skill
from engine.training.trial import ErrorKind, Exercise, Grade, Row, Sound, Trial
from poems.cards import ALL_CARDS, mask
from tests.engine.training.makers import trial
from tests.support.club import PageClient
from webapp.drills import claims, log
from webapp.drills.device import COOKIE
from webapp.drills.log import Person
from webapp.services import Services


def entered(services: Services, rows: Sequence[Row] = ()) -> tuple[str, Person]:
    """Enter a learner with these rows; return the token of their device too."""
    token, person = log.begin(services.database)
    if rows:
        log.add(services.database, person, rows)
    return token, person


def learner(
    services: Services,
    rows: Sequence[Row] = (),
    *,
    client: PageClient | None = None,
    member: int | None = None,
) -> Person:
    """Enter a learner with these rows; `client` becomes their device, and the drills a member's."""
    token, person = entered(services, rows)
    if member is not None:
        log.claim(services.database, person, member)
    if client is not None:
        client.set_cookie(COOKIE, token, domain=client.host.partition(":")[0])
    return Person(person.id, member)


def confirm(organiser: PageClient, services: Services, member: int, answer: str = "yes") -> None:
    """Confirm on the organiser's page the one device that says it is a member's."""
    (asked,) = (one for one in claims.waiting(services.database) if one.member == member)
    assert (
        organiser.form(f"/drills/claims/{asked.learner}", person=str(member), answer=answer).status_code
        == 303
    )


def everything(today: date) -> list[Trial]:
    """Return a little of every exercise: nine days of faces before today, and all else today."""
    return [*_faces(today), *_sets(today), *_heard(today), *_mat(today)]


def _faces(today: date) -> Iterator[Trial]:
    for ago in range(9, 0, -1):
        for n in range(6):
            card = 6 * (9 - ago) + n + 1
            yield trial(
                n, card, today - timedelta(days=ago), exercise=Exercise.FUDANAGASHI, rt_ms=700.0 + 20 * n,
                auto_grade=Grade.GOOD, grade_reason=Reason.IN_BETWEEN,
            )  # fmt: skip


def _sets(today: date) -> Iterator[Trial]:
    """Yield a contrast set on two days: four of ten mixed up on the first, one of ten on the last."""
    for ago, wrong in ((5, 4), (0, 1)):
        for n in range(10):
            card, other = (96, 97)[:: 1 if n % 2 else -1]
            yield trial(
                310 + n, card, today - timedelta(days=ago), exercise=Exercise.CONTRAST, skill=None, options=(96, 97),
                set_id="96-97", correct=n >= wrong, chosen=card if n >= wrong else other,
            )  # fmt: skip


def _heard(today: date) -> Iterator[Trial]:
    for n in range(16):
        wrong = n % 3 == 0
        yield trial(
            100 + n, 50, today, options=(15, 50), correct=not wrong, chosen=15 if wrong else 50,
            auto_grade=Grade.AGAIN if wrong else Grade.GOOD, rt_ms=-60.0 if n == 5 else 380.0 + n,
            error_kind=ErrorKind.LOOK_ALIKE_SOUND if wrong else None,
        )  # fmt: skip
    for n in range(20):
        yield trial(
            130 + n, 22, today, exercise=Exercise.CONTRAST, skill=None, options=(18, 22), level=50.0 + 100 * (n % 2),
            correct=n % 2 > 0 or n % 4 > 0, sound=Sound("mei"),
        )  # fmt: skip
    for n in range(40):
        target = n % 2 == 0
        yield trial(
            150 + n, 15 if target else 3, today, exercise=Exercise.REACTION, skill=None, options=(15,),
            set_id=tuple(Instruction)[n % 4 // 2], correct=target or n % 5 > 0, rt_ms=300.0 + n if target else None,
        )  # fmt: skip


def _mat(today: date) -> Iterator[Trial]:
    for n in range(5):
        yield trial(
            300 + n, 5, today, exercise=Exercise.MEMORISING, skill=None, set_id=laps.SET_ID, correct=None,
            response="40.0 30.0 / 90.0",
        )  # fmt: skip
    for n in range(10):
        yield trial(
            200 + n, 5, today, exercise=Exercise.MEMORISING, skill=None, level=10.0, correct=n < 7,
            set_id="card_to_place/own/上/左", confidence=1 + 3 * (n < 8), recalled=n + 1,
        )  # fmt: skip
        yield trial(220 + n, 5, today, exercise=Exercise.UPDATING, skill=None, level=3.0, correct=n < 5)
        unread = ALL_CARDS & ~mask(range(1, 31))
        yield trial(
            240 + n, 100, today, exercise=Exercise.KIMARIJI_NOW, skill=Skill.CURRENT, unread=unread,
            correct=n < 8, error_kind=None if n < 8 else ErrorKind.TOO_LONG,
        )  # fmt: skip
        yield trial(260 + n, 7, today, exercise=Exercise.MATCH, skill=None, set_id="own", correct=n < 6)
        yield trial(280 + n, 7, today, exercise=Exercise.FULL_MAT, correct=n < 9)
