"""Numbers for rows that can be taken out: what an open page or an address says of an old row must reach no new one."""

import secrets
from typing import Final

from sqlalchemy.orm import Session

from webapp.db.base import Base

MOST: Final = 999_999_999
"""Nine digits, as forms and addresses take them."""


def unused(session: Session, table: type[Base]) -> int:
    """Return a number that no row of a table has, and, as good as surely, none ever had; in a session that writes.

    The database's own numbering would not do: SQLite gives the highest number again once its row is gone.
    """
    while True:
        number = 1 + secrets.randbelow(MOST)
        if session.get(table, number) is None:
            return number
