"""How a learner wants to practise: one row for each, read when a run begins and written into its ticket.

So a run that was begun stays as it is when its learner changes their mind. What nobody chose has its usual value.
"""

import datetime as dt
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sqlalchemy import delete
from sqlalchemy.orm import Session

from engine.training.daily import LONG_MIN, SHORT_MIN
from engine.training.exercises.reaction import Instruction
from engine.training.items import Skill
from engine.training.schedule import Settings
from webapp.db.database import Database
from webapp.db.drill_models import DrillSettings, Learner
from webapp.db.writer import Transaction


class Goal(StrEnum):
    """What somebody practises for."""

    LEARN = "learn"
    """All hundred cards."""
    COMPETE = "compete"
    """Matches: surer, and so more often, and still new cards."""
    KEEP = "keep"
    """What is known is kept; nothing new comes."""


class Wait(StrEnum):
    """How long a right answer stands before the next question."""

    SHORT = "short"
    LONG = "long"
    TAP = "tap"


RETENTION: Final = {Goal.LEARN: 0.94, Goal.COMPETE: 0.95, Goal.KEEP: 0.93}
NEW_CARDS: Final = {SHORT_MIN: 4, LONG_MIN: 7}
"""Cards that are met on one day, by the minutes of a plan."""
FARTHEST: Final = dt.timedelta(days=3 * 366)
"""How far off a tournament may be."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A learner's settings. `instruction` is how speed is weighed against faults where an exercise asks for it."""

    goal: Goal = Goal.LEARN
    minutes: int = SHORT_MIN
    tournament: dt.date | None = None
    in_season: bool = True
    sound: bool = False
    letters: bool = False
    furigana: bool = True
    large: bool = False
    left_handed: bool = False
    adaptive: bool = True
    wait: Wait = Wait.SHORT
    instruction: Instruction = Instruction.NORMAL

    @property
    def schedule(self) -> Settings:
        """What the schedule goes by; one skill first is what five minutes have room for, and all that is silent."""
        return Settings(
            retention=RETENTION[self.goal],
            in_season=self.in_season,
            tournament=self.tournament,
            skills=(Skill.FACE, Skill.SOUND) if self.sound else (Skill.FACE,),
            new_cards=0 if self.goal is Goal.KEEP else NEW_CARDS[self.minutes],
        )


def to_texts(chosen: Chosen) -> dict[str, str]:
    """Return the settings as texts, for a row or a ticket."""
    return {
        "goal": chosen.goal,
        "minutes": str(chosen.minutes),
        "tournament": "" if chosen.tournament is None else chosen.tournament.isoformat(),
        "in_season": _yes(chosen.in_season),
        "sound": _yes(chosen.sound),
        "letters": _yes(chosen.letters),
        "furigana": _yes(chosen.furigana),
        "large": _yes(chosen.large),
        "left_handed": _yes(chosen.left_handed),
        "adaptive": _yes(chosen.adaptive),
        "wait": chosen.wait,
        "instruction": chosen.instruction,
    }


def from_texts(texts: dict[str, str]) -> Chosen:
    """Return the settings of such texts; what is missing, or is no longer known, has its usual value."""
    usual = to_texts(Chosen())
    known = usual | {name: text for name, text in texts.items() if name in usual}
    try:
        return Chosen(
            goal=Goal(known["goal"]),
            minutes=LONG_MIN if known["minutes"] == str(LONG_MIN) else SHORT_MIN,
            tournament=dt.date.fromisoformat(known["tournament"]) if known["tournament"] else None,
            in_season=known["in_season"] == "yes",
            sound=known["sound"] == "yes",
            letters=known["letters"] == "yes",
            furigana=known["furigana"] == "yes",
            large=known["large"] == "yes",
            left_handed=known["left_handed"] == "yes",
            adaptive=known["adaptive"] == "yes",
            wait=Wait(known["wait"]),
            instruction=Instruction(known["instruction"]),
        )
    except ValueError:
        return Chosen()


def day(text: str, today: dt.date) -> dt.date | None:
    """Return a typed day; None for an empty text. Raises ValueError for what is none, is over, or is years away."""
    plain = unicodedata.normalize("NFKC", text).strip().replace("/", "-").replace(".", "-")
    if not plain:
        return None
    found = dt.date.fromisoformat(plain)
    if not today <= found <= today + FARTHEST:
        raise ValueError(f"{found} is over, or more than {FARTHEST.days} days away")
    return found


def _yes(value: bool) -> str:  # noqa: FBT001 - it is the thing itself
    return "yes" if value else "no"


def load(database: Database, learner: int | None) -> Chosen:
    """Return what a learner chose; the usual settings for one who never did, and for nobody."""
    texts = None if learner is None else kept(database, learner)
    return Chosen() if texts is None else from_texts(texts)


def kept(database: Database, learner: int) -> dict[str, str] | None:
    """Return what is kept of a learner's settings, as it is kept; None where nothing is."""
    with database.session() as session:
        row = session.get(DrillSettings, learner)
        return None if row is None else dict(row.chosen)


def save(database: Database, learner: int, chosen: Chosen) -> None:
    """Keep what a learner chose; nothing where the learner was erased meanwhile."""

    def job(transaction: Transaction) -> None:
        if transaction.session.get(Learner, learner) is not None:
            transaction.session.merge(DrillSettings(learner_id=learner, chosen=to_texts(chosen)))

    database.write(job)


def erase(session: Session, learners: list[int]) -> None:
    """Take out what learners chose, in a session that writes."""
    session.execute(delete(DrillSettings).where(DrillSettings.learner_id.in_(learners)))
