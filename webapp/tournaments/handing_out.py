"""A tournament's results for the command line, from the club's database."""

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from flask_babel import force_locale

from webapp.app import create_app
from webapp.config import from_environment
from webapp.prints import listing, values
from webapp.refusal import Refusal
from webapp.services import open_services
from webapp.tournaments import wide
from webapp.tournaments.contests import Contest, NoSuchTournament, all_tournaments, contests
from webapp.tournaments.export import to_csv
from webapp.workbook import to_xlsx


def results_of(code: str, kind: str, *, language: str, database: str | None, folder: Path | None) -> bytes:
    """Return the results as a file of a kind of `FILES`, what is printed in a language of ours.

    Raises Refusal for a tournament that is not there, or not drawn where a file needs that.
    """
    config = from_environment(folder=folder, database=database)
    with closing(open_services(config)) as known:
        try:
            found = contests(known, code)
        except NoSuchTournament:
            names = ", ".join(f"{one.code} ({one.name})" for one in all_tournaments(known)[:5])
            there = f"there are {names}" if names else "there is none"
            raise Refusal(f"{code}: there is no such tournament; {there}") from None
        with create_app(config, known).app_context(), force_locale(language):
            return FILES[kind](found)


def _workbook(found: tuple[Contest, ...]) -> bytes:
    return to_xlsx(wide.sheets(_drawn(found)))


def _document(found: tuple[Contest, ...]) -> bytes:
    drawn = _drawn(found)
    sheets = [sheet for one in drawn for sheet in values.result_sheets(one)]
    return listing.document(sheets, drawn[0].tournament.day, values.notes(), landscape=True)


def _drawn(found: tuple[Contest, ...]) -> list[Contest]:
    drawn = [one for one in found if one.state.drawn]
    if not drawn:
        raise Refusal("no class is drawn yet: there is nobody to have met anybody")
    return drawn


FILES: Final[Mapping[str, Callable[[tuple[Contest, ...]], bytes]]] = {
    "csv": to_csv,
    "xlsx": _workbook,
    "pdf": _document,
}
"""What each kind of file is made by."""
