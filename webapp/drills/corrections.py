"""Answers that are put right by whoever gave them: a row of its own says why one does not count. The log keeps both."""

from typing import Annotated, Final, Literal

from pydantic import Field

from engine.training.trial import Trial, Voided
from webapp.db.columns import now
from webapp.db.database import Database
from webapp.door import Body, Count
from webapp.drills import log
from webapp.drills.log import Person

NOT_ME: Final = "not_me"
"""Somebody else had the device."""
SLIPPED: Final = "slipped"
"""The finger went elsewhere than the head."""


class CorrectionForm(Body):
    """The answer that does not count, why, and the card whose page it stands on."""

    trial: Annotated[str, Field(min_length=1, max_length=64)]
    reason: Literal["not_me", "slipped"]
    card: Annotated[Count, Field(ge=1, le=100)]


class NotThere(LookupError):  # noqa: N818 - an answer, not a fault of the program
    """The learner has no such answer, or it was put right already."""


def void(database: Database, person: Person | None, trial: str, reason: str) -> None:
    """Let an answer of a learner not count any more. Raises NotThere, log.LearnerGone."""
    if person is None or not any(one.trial_id == trial for one in log.trials(database, person)):
        raise NotThere(trial)
    log.add(database, person, [Voided(trial, reason, now())])


def voided(database: Database, person: Person) -> tuple[tuple[Trial, str], ...]:
    """Return the answers that do not count, each with the reason, the latest first."""
    rows = log.rows(database, person)
    trials = {row.trial_id: row for row in rows if isinstance(row, Trial)}
    found = [(trials[row.trial_id], row.reason) for row in rows if isinstance(row, Voided)]
    return tuple(reversed(found))
