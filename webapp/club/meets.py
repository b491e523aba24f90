"""Which matches on boards were matches of a tournament: what a file of results says of their event."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select

from webapp.db.tournament_models import Tournament, TournamentBoard, TournamentClass
from webapp.services import Services


@dataclass(frozen=True, slots=True)
class Meet:
    """A class of a tournament; `grade` is the class A to G that its results count in, empty for none."""

    event: str
    class_name: str
    grade: str


def meets(known: Services) -> Mapping[str, Meet]:
    """Return the tournaments' classes by the codes of the matches on boards that were played in them."""
    query = (
        select(TournamentBoard.match_code, Tournament.name, TournamentClass.name, TournamentClass.grade)
        .join(TournamentClass, TournamentClass.id == TournamentBoard.class_id)
        .join(Tournament, Tournament.id == TournamentClass.tournament_id)
    )
    with known.database.session() as session:
        return {code: Meet(event, name, grade) for code, event, name, grade in session.execute(query)}
