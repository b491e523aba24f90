"""The players of a team: who of them is whom of the club."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.club.members import present
from webapp.club.names import folded
from webapp.db.people_models import Member
from webapp.db.tournament_models import TournamentEntrant, TournamentPlayer
from webapp.tournaments.objections import Because, Objection
from webapp.tournaments.people import clubs_of
from webapp.tournaments.recognising import Club


@dataclass(frozen=True, slots=True)
class Mate:
    """A player as given; `member` is their number in the club, None for nobody there."""

    name: str
    kana: str = ""
    member: int | None = None


@dataclass(frozen=True, slots=True)
class Squad:
    """What is given of a team's players: names to be added, members to be added, and changes by players' numbers."""

    names: tuple[str, ...] = ()
    members: tuple[int, ...] = ()
    changed: Mapping[int, Mate] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.names or self.members or self.changed)


def set_squad(session: Session, row: TournamentEntrant, given: Squad) -> None:
    """Bring a team's squad up to what is given; who is in it keeps their number, and nobody is taken out.

    A new name that fits exactly one member is that member. Raises Objection where a member would be in two teams of
    the class, or twice in this one.
    """
    if not given:
        return
    query = select(TournamentPlayer).where(TournamentPlayer.team_id == row.id)
    there = list(session.scalars(query.order_by(TournamentPlayer.number)))
    for player in there:
        if (mate := given.changed.get(player.number)) is not None:
            player.name, player.kana = _nfc(mate.name) or player.name, _nfc(mate.kana)
            player.member_id = mate.member
    everybody = present(session)
    members = {one.id: one for one in everybody}
    new = [
        *_of_names(there, given.names, clubs_of(row.club), everybody),
        *(Mate(members[one].name, members[one].kana, one) for one in given.members if one in members),
    ]
    last = max((player.number for player in there), default=0)
    for number, mate in enumerate(new, last + 1):
        session.add(
            TournamentPlayer(
                team_id=row.id,
                number=number,
                name=_nfc(mate.name),
                kana=_nfc(mate.kana),
                member_id=mate.member,
            )
        )
    session.flush()
    _check_once(session, row)


def _of_names(
    there: Sequence[TournamentPlayer], names: Sequence[str], clubs: Sequence[str], everybody: Sequence[Member]
) -> list[Mate]:
    """Return the names that are new, each with the member whom it is."""
    left = list(names)
    for player in there:
        known = next((name for name in left if folded(name) == folded(player.name)), None)
        if known is not None:
            left.remove(known)
    club = Club(everybody)
    taken = {player.member_id for player in there}
    found = []
    for name in left:
        member = club.recognise(name, clubs=clubs).member
        if member is None or member.id in taken:
            found.append(Mate(name))
            continue
        taken.add(member.id)
        found.append(Mate(name, member.kana, member.id))
    return found


def _check_once(session: Session, row: TournamentEntrant) -> None:
    query = (
        select(TournamentPlayer)
        .join(TournamentEntrant, TournamentEntrant.id == TournamentPlayer.team_id)
        .where(
            TournamentEntrant.class_id == row.class_id,
            TournamentEntrant.withdrawn_at.is_(None),
            TournamentPlayer.member_id.is_not(None),
        )
    )
    seen: set[int | None] = set()
    for player in session.scalars(query):
        if player.member_id in seen:
            raise Objection(Because.MEMBER_TWICE, name=player.name)
        seen.add(player.member_id)


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)
