"""A club to try things with: its members are the poets of the anthology, nobody invented."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from poems.anthology import POEMS
from webapp.db.columns import now
from webapp.db.database import Database
from webapp.db.models import Member, Setting
from webapp.db.writer import Transaction

CLUB = "小倉百人一首"
REMOVED = "demo_removed"
"""The setting of a club that had the poets taken off its lists."""
NAMES = frozenset(poem.author.name for poem in POEMS)


def fill_if_empty(database: Database) -> bool:
    """Enter the hundred poets if the club has no member yet; return whether they were entered."""

    def job(transaction: Transaction) -> bool:
        if transaction.session.scalar(select(func.count()).select_from(Member)):
            return False
        if transaction.session.get(Setting, REMOVED) is not None:
            return False
        at = now()
        transaction.session.add_all(
            Member(name=poem.author.name, kana=poem.author.kana, club=CLUB, created=at) for poem in POEMS
        )
        return True

    return database.write(job)


def is_demo(member: Member) -> bool:
    """Whether a member is one of the hundred poets as the demo enters them."""
    return member.club == CLUB and member.name in NAMES


def note_removed(session: Session) -> None:
    """Note that this club does not want the poets again, however empty it is."""
    session.merge(Setting(key=REMOVED, value="yes"))
