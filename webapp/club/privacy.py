"""To whom a person is shown: for a minor the guardian decides."""

from webapp.club.members import found
from webapp.db.people_models import ShownTo
from webapp.db.writer import Transaction
from webapp.services import Services


def show_to(
    known: Services, member: int, shown_to: str, guardian: str = "", coach_guardian: str = ""
) -> None:
    """Say who may see a person's name and figures, and who decided it and what the coach sees. Raises NoSuchMember."""

    def job(transaction: Transaction) -> None:
        row = found(transaction.session, member)
        row.shown_to, row.guardian, row.coach_guardian = ShownTo(shown_to), guardian, coach_guardian

    known.database.write(job)
