"""What a set is called on the command line: as everywhere, by a link of Wasuramoti's, or by the club's name for it."""

import os
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import reduce
from operator import or_

from poems import wasuramoti
from poems.cards import mask
from poems.choice import choose, chosen
from webapp.config import data_folder, database_address
from webapp.refusal import Refusal

Names = Callable[[], Mapping[str, int]]
"""Answers with masks of cards by their names."""


def cards_of(text: str, names: Names) -> int:
    """Return the cards that a text means. Raises ValueError that says what is wrong with it.

    `names` is asked only where the text names something that no set of the program is called.
    """
    if "fudaset/" in text:
        return reduce(or_, (one.cards for one in wasuramoti.read(text)), 0)
    try:
        return choose(text).cards
    except ValueError:
        also = names()
        if not also:
            raise
        return choose(text, also).cards


def of_the_club() -> Mapping[str, int]:
    """Return the sets that the club saved; none where there is no club, or nobody can read of it just now."""
    # loaded where it is needed: a reading aloud begins sooner without it
    from sqlalchemy import select  # noqa: PLC0415
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415

    from webapp.db.backup import sqlite_file  # noqa: PLC0415
    from webapp.db.engine import make_engine  # noqa: PLC0415
    from webapp.db.models import SavedSet  # noqa: PLC0415

    try:
        address = database_address(os.environ.get("NANIWAZU_DB"), data_folder())
        file = sqlite_file(address)
        if file is not None and not file.exists():
            return {}
        engine = make_engine(address, writes=False)
    except Refusal:
        return {}
    try:
        with closing(engine.connect()) as connection:
            rows = connection.execute(select(SavedSet.name, SavedSet.cards)).all()
    except SQLAlchemyError:
        return {}
    finally:
        engine.dispose()
    return {name: mask(chosen(cards)) for name, cards in rows}
