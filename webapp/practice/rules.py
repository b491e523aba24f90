"""Pairs that the club wants, or never wants, in any practice."""

from sqlalchemy import select

from webapp.club.members import found
from webapp.db.people_models import PairRule
from webapp.db.writer import Transaction
from webapp.practice.events import pair
from webapp.services import Services


def all_rules(known: Services) -> tuple[PairRule, ...]:
    """Return the rules, those that were made last first."""
    with known.database.session() as session:
        return tuple(session.scalars(select(PairRule).order_by(PairRule.id.desc())))


def set_rule(known: Services, one: int, other: int, *, apart: bool) -> None:
    """Let two be paired where it can be, or never; a rule about them before is replaced. Raises NoSuchMember."""
    a, b = pair(one, other)

    def job(transaction: Transaction) -> None:
        session = transaction.session
        for person in (a, b):
            found(session, person)
        query = select(PairRule).where(PairRule.one_id == a, PairRule.other_id == b)
        rule = session.scalar(query)
        if rule is None:
            session.add(PairRule(one_id=a, other_id=b, apart=apart))
        else:
            rule.apart = apart

    known.database.write(job)


def drop_rule(known: Services, rule: int) -> None:
    """Take a rule out; nothing where it is gone."""

    def job(transaction: Transaction) -> None:
        row = transaction.session.get(PairRule, rule)
        if row is not None:
            transaction.session.delete(row)

    known.database.write(job)
