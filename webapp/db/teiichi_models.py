"""Home layouts: where a learner has the hundred cards, under a name of their own."""

import datetime as dt

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from webapp.db.base import Base
from webapp.db.columns import Utc


class Teiichi(Base):
    """A home layout, also one that is not whole yet. It belongs to a learner, and goes with them."""

    __tablename__ = "teiichi"

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learners.id"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    corners: Mapped[list[list[int]]] = mapped_column(JSON)
    """The cards of each end of a row, from the outside in, in the order of `engine.training.layout.CORNERS`."""
    version: Mapped[int] = mapped_column(default=0)
    """Raised by every change, so that two open pages do not write over each other."""
    changed_by: Mapped[str] = mapped_column(String(32), default="")
    """The change that made this version, so that one that is sent twice is done once."""
    on_board: Mapped[bool] = mapped_column(default=False)
    """Whether the board lays its owner's cards by it; of a learner's layouts at most one."""
    changed_at: Mapped[dt.datetime] = mapped_column(Utc)
