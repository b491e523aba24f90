"""From a class of a tournament or a round of a practice to what its sheets say, in the language of the request."""

from collections.abc import Iterable, Sequence

from flask_babel import format_date
from flask_babel import gettext as _

from engine.tournament.outcome import Outcome
from engine.tournament.standings import Line, State
from webapp.club.words import dan_name
from webapp.i18n import language
from webapp.practice.games import Game
from webapp.practice.session import Session
from webapp.practice.views import RoundView, Somebody
from webapp.practice.words import how_name, role_name
from webapp.prints.bracket_sheet import BracketSheets
from webapp.prints.cards import CardWords, Seat, TableCard
from webapp.prints.listing import Column, Heading, Listing
from webapp.prints.paper import Notes
from webapp.prints.wording import japanese_class
from webapp.tournaments import hall, words
from webapp.tournaments.bracket_view import tree
from webapp.tournaments.contests import Contest
from webapp.tournaments.fixtures import Fixture
from webapp.tournaments.league_view import BlockTable, block_table
from webapp.tournaments.people import Entry, by_kana
from webapp.tournaments.wide import LOST, STATUS, WON, Met, wide_table

MOST_ROUNDS = 7
"""So many rounds stand beside each other on a result sheet."""


def notes() -> Notes:
    """Return what stands at the feet of pages."""
    return Notes(
        page=str(_("page {page} of {pages}")),
        missing=str(_("〓 stands for a sign that no font here has: {signs}")),
    )


def class_name(found: Contest) -> str:
    """Return what a class is called above its sheets."""
    if language() == "ja":
        return japanese_class(found.row.name)
    return str(_("Class %(name)s", name=found.row.name))


def heading(found: Contest, what: str) -> Heading:
    """Return what stands above a sheet of a class."""
    day = format_date(found.tournament.day, "long")
    place = found.tournament.place
    return Heading(f"{found.tournament.name}  {class_name(found)}", f"{what}  {place}".strip(), day)


def bracket_sheets(found: Contest) -> BracketSheets | None:
    """Return the bracket of a class; None where it has none."""
    bracket = found.state.main
    if bracket is None or not bracket.matches:
        return None
    ids = [one.id for one in found.entries]
    return BracketSheets(
        heading=heading(found, str(_("Bracket"))),
        tree=tree(bracket),
        names={who: found.names.plain(who) for who in ids},
        clubs={who: found.names.club(who) for who in ids},
        marks=words.marks(found),
        rounds=words.round_names(found),
        sheet=str(_("sheet {number}")),
        winner_of=str(_("from sheet {number}")),
    )


def name_list(found: Contest) -> Listing:
    """Return who plays in a class, by kana; once it is drawn, those who were."""
    drawn = found.drawn_ids
    people = [one for one in found.entries if one.id in drawn] if drawn else found.field.playing
    return Listing(
        heading(found, str(_("Names"))),
        (
            Column(_("No."), 1, "right"),
            Column(_("Name"), 5),
            Column(_("Kana"), 5),
            Column(_("Club"), 6),
            Column(_("Dan"), 2, "center"),
            Column(_("Here"), 1.4, "center"),
        ),
        tuple(row for one in by_kana(people) for row in _entry_rows(one)),
    )


def _entry_rows(one: Entry) -> Iterable[tuple[str, ...]]:
    name = one.name or f"#{one.id}"
    yield str(one.number), name, one.kana, one.club, dan_name(one.dan), WON if one.here else ""
    for player in one.squad:
        yield "", f"  {player.name or '#' + player.id}", player.kana, "", "", ""


def result_sheets(found: Contest) -> tuple[Listing, ...]:
    """Return who met whom round by round, as far as it is decided, with empty places to write into."""
    table = wide_table(found)
    sheets = []
    for first in range(0, max(len(table.rounds), 1), MOST_ROUNDS):
        rounds = table.rounds[first : first + MOST_ROUNDS]
        columns = [Column(_("No."), 1.5, "right"), Column(_("Name"), 6), Column(_("Club"), 5)]
        for _round in rounds:
            columns += [
                Column(_("Opponent"), 5),
                Column(_("Cards"), 1.7, "center"),
                Column("○×", 1.6, "center"),
            ]
        sheets.append(
            Listing(
                heading(found, str(_("Results"))),
                tuple(columns),
                tuple(
                    _result_row(found, row.who, row.rounds[first : first + MOST_ROUNDS]) for row in table.rows
                ),
                (
                    ("", 3),
                    *(
                        (_round_title(found, first + number, name), 3)
                        for number, name in enumerate(rounds, 1)
                    ),
                ),
                size=9,
            )
        )
    return tuple(sheets)


def _result_row(found: Contest, who: str, rounds: Sequence[Met]) -> tuple[str, ...]:
    cells = [
        cell
        for one in rounds
        for cell in (found.names.plain(one.opponent) if one.opponent else "", one.cards, one.mark)
    ]
    return who, found.names.plain(who), found.names.club(who), *cells


def _round_title(found: Contest, number: int, japanese: str) -> str:
    if language() == "ja":
        return japanese
    first = next((one for one in found.fixtures if found.round_of(one) == number), None)
    return japanese if first is None else words.round_name(found, first)


def card_words() -> CardWords:
    """Return what stands in the boxes of table cards."""
    return CardWords(str(_("won")), str(_("cards")))


def table_cards(found: Contest, number: int) -> tuple[TableCard, ...]:
    """Return the cards of a round: those matches whose players are known, in the order of the tables."""
    here = [one for one in found.fixtures if found.round_of(one) == number and one.pair is not None]
    slot = hall.slot_of(found, number)
    below = "  ".join(filter(None, (slot.room, slot.starts)))
    cards = [card for one in here for card in _cards(found, one, below)]
    return tuple(sorted(cards, key=lambda one: one.table))


def _cards(found: Contest, fixture: Fixture, below: str) -> Iterable[TableCard]:
    assert fixture.pair is not None
    above = f"{class_name(found)}  {words.round_name(found, fixture)}"
    first = found.tables[fixture.key]
    for board in range(fixture.boards or 1):
        seats = [
            Seat(found.names.plain(who), found.names.kana(who), found.names.club(who)) for who in fixture.pair
        ]
        said = f"{above}  {words.seat_name(board + 1)}" if fixture.boards else above
        yield TableCard(first + board, said, (seats[0], seats[1]), below)


def rounds_with_cards(found: Contest) -> tuple[tuple[int, str], ...]:
    """Return the rounds of which somebody is known to meet somebody, with their names, the latest first."""
    rounds = {
        found.round_of(one): words.round_name(found, one) for one in found.fixtures if one.pair is not None
    }
    return tuple(sorted(rounds.items(), reverse=True))


def league_tables(found: Contest) -> tuple[Listing, ...]:
    """Return the tables of a league's blocks as they stand: who beat whom by how many cards, and the sums."""
    return tuple(
        _league_table(found, number, block_table(block, number, found.state.teams))
        for number, block in enumerate(found.state.blocks, 1)
    )


def _league_table(found: Contest, number: int, table: BlockTable) -> Listing:
    name = words.block_name(number) if len(found.state.blocks) > 1 else str(_("Table"))
    ties = ", ".join(str(words.TIE_BREAKS[one]) for one in found.rules.tie_breaks)
    sums = (_("Points"), _("Won"), _("Lost"), _("Margin"))
    return Listing(
        heading(found, name),
        (
            Column(_("Place"), 1.6, "center"),
            Column(_("Name"), 6),
            Column(_("Club"), 5),
            *(Column(str(at), 1.7, "center") for at in range(1, len(table.order) + 1)),
            *(Column(str(one), 1.8, "center") for one in sums),
        ),
        tuple(_league_row(found, table, at, line) for at, line in enumerate(table.lines, 1)),
        row_height=9,
        notes=(f"{_('Order')}: {ties}", *filter(None, [words.lots_text(found, number)])),
    )


def _league_row(found: Contest, table: BlockTable, at: int, line: Line) -> tuple[str, ...]:
    against = [
        "＼" if who == line.player else _against(line.player, table.between(line.player, who))
        for who in table.order
    ]
    name = f"{at}. {found.names.plain(line.player)}"
    if line.state is State.WITHDRAWN:
        name = f"{name} ({_('left')})"
    place = str(line.rank) if line.state is State.PLAYED else "–"
    sums = (str(line.points), str(line.wins), str(line.losses), f"{line.margin:+d}" if line.margin else "0")
    return place, name, found.names.club(line.player), *against, *sums


def _against(who: str, outcome: Outcome | None) -> str:
    if outcome is None:
        return ""
    cards = (outcome.margin or "") if outcome.played else STATUS[outcome.how]
    return f"{WON if outcome.of(who) else LOST}{cards}"


def practice_sheet(session: Session, view: RoundView) -> Listing:
    """Return the pairs of a practice's round, with places for results, and the cards that are played."""
    below = [_("Round %(number)s", number=view.number), session.plan.place]
    extra = [view.division] if view.division else []
    extra += [f"{role_name(one.role)}: {one.person.name}" for one in view.out]
    return Listing(
        Heading(str(_("Practice")), "  ".join(filter(None, below)), format_date(session.plan.day, "long")),
        (
            Column(_("Table"), 1.5, "center"),
            Column("○×", 1.2, "center"),
            Column(_("Name"), 6),
            Column(_("Cards"), 2, "center"),
            Column(_("Name"), 6),
            Column("○×", 1.2, "center"),
        ),
        tuple(_practice_row(one.number, one.people, one.game) for one in view.tables),
        row_height=11,
        size=13,
        notes=tuple(extra),
    )


def _practice_row(number: int, people: tuple[Somebody, Somebody], game: Game) -> tuple[str, ...]:
    outcome = game.outcome
    if outcome is None:
        return str(number), "", people[0].name, "", people[1].name, ""
    marks = [WON if one.id == outcome.winner else LOST for one in people]
    cards = how_name(outcome.how) if outcome.margin is None else str(outcome.margin)
    return str(number), marks[0], people[0].name, cards, people[1].name, marks[1]
