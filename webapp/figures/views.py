"""Figures as pages and files show them: tables, each with its chart where one helps. Pure but for the words."""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask_babel import gettext as _

from engine.tournament.promotion import Outlook, class_of
from engine.tournament.rating import Rating, ratings, steps
from engine.training.interval import share
from webapp.db.people_models import FactKind, Member
from webapp.figures import chart
from webapp.figures.chart import Chart
from webapp.figures.games import Game, Own, Person, Tally, by_person, outcomes, own, tallies, tally
from webapp.figures.words import outlook_words, where_name
from webapp.reading.choices import voice_option

FEW: Final = 6
"""Of fewer games no share is shown."""


@dataclass(frozen=True, slots=True)
class Called:
    """What people are called on a page: `names` of those whom whoever asks may see, `unnamed` for all others."""

    names: Mapping[Person, str]
    unnamed: str

    def name(self, person: Person | None, typed: str = "") -> str:
        """Return a name; the one that was typed for somebody without a number."""
        if person is None:
            return typed or self.unnamed
        return self.names.get(person, self.unnamed)

    def seen(self, person: Person | None) -> Person | None:
        """Return the number of somebody who may be seen, None of anybody else."""
        return person if person in self.names else None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; `number` says that it is set to the right."""

    title: str
    number: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table of figures. `key` stands in the address of its file."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    chart: Chart | None = None
    people: tuple[Person | None, ...] = ()
    """Whom each row is about, where it is about somebody with a page."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A figure to be seen first."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """A page of figures."""

    tiles: tuple[Tile, ...]
    tables: tuple[Table, ...]

    def table(self, key: str) -> Table | None:
        """Return a table by its key."""
        return next((one for one in self.tables if one.key == key), None)


def rate(one: Tally) -> str:
    """Return the share of games won with its interval of 95 %; a dash of too few games."""
    found = share(one.won, one.games)
    if found is None or found.n < FEW:
        return "–"
    low, high = round(100 * found.low), round(100 * found.high)
    return f"{round(100 * found.value)} % ({low}–{high})"


def margin(value: float | None) -> str:
    """Return an average margin with its sign."""
    return "–" if value is None else f"{value:+.1f}".replace("-", "−")


def _tally_columns(first: str) -> tuple[Column, ...]:
    numbers = (_("Games"), _("Won"), _("Lost"), _("Won, % (95 %)"), _("Margin"))
    return (Column(first), *(Column(str(one), number=True) for one in numbers))


def _tally_row(name: str, one: Tally) -> tuple[str, ...]:
    return name, str(one.games), str(one.won), str(one.lost), rate(one), margin(one.margin)


def _by(key: str, title: str, first: str, found: Mapping[str, Tally], *, drawn: bool = True) -> Table:
    rows = tuple(_tally_row(name, one) for name, one in found.items())
    picture = chart.stacked([(name, one.won, one.lost) for name, one in found.items()]) if drawn else None
    return Table(key, title, _tally_columns(first), rows, picture)


def level(member: Member | None, day: dt.date) -> str:
    """Return the class that somebody played in on a day: by the class, else by the dan; empty where nobody knows."""
    if member is None:
        return ""
    grade = member.value(FactKind.GRADE, day)
    dan = member.value(FactKind.DAN, day)
    return grade or (class_of(int(dan)) if dan not in ("", "0") else "")


def of_person(
    games: Sequence[Game], person: Person, people: Mapping[Person, Member], called: Called
) -> Figures:
    """Return what games say of somebody."""
    mine = own(games, person)
    total, unknown = tally(mine), str(_("not known"))
    now = ratings(outcomes(games)).get(str(person), Rating())

    def opponent(one: Own) -> str:
        return called.name(one.opponent, one.game.names[1 - one.side])

    def other_class(one: Own) -> str:
        number = called.seen(one.opponent)
        return level(people.get(number) if number is not None else None, one.game.day) or unknown

    def own_class(one: Own) -> str:
        return level(people.get(person), one.game.day) or unknown

    def reader(one: Own) -> str:
        read = one.game.reader
        if read is None and one.game.voice:
            return voice_option(one.game.voice).label
        return unknown if read is None else read if isinstance(read, str) else called.name(read)

    tables = (
        _rating_course(games, person),
        _by(
            "months", str(_("By month")), str(_("Month")), tallies(mine, lambda one: f"{one.game.day:%Y-%m}")
        ),
        _margins(total),
        _head_to_head(mine, opponent, called),
        _by(
            "levels",
            str(_("By the opponent's class")),
            str(_("Class")),
            _sorted(tallies(mine, other_class), unknown),
        ),
        _by(
            "classes",
            str(_("By your own class")),
            str(_("Class")),
            _sorted(tallies(mine, own_class), unknown),
        ),
        _by("readers", str(_("By reader")), str(_("Reader")), _most(tallies(mine, reader)), drawn=False),
        _by(
            "places",
            str(_("By occasion")),
            str(_("Where")),
            tallies(mine, lambda one: where_name(one.game.where)),
        ),
        _history(mine, opponent),
    )
    return Figures(_tiles(total, now), tuple(one for one in tables if one.rows))


def _tiles(total: Tally, now: Rating) -> tuple[Tile, ...]:
    won, lost = total.by_one
    share_of, _open, interval = rate(total).removesuffix(")").partition(" (")
    of = str(_("%(won)s of %(games)s", won=total.won, games=total.games))
    rating = str(round(now.points)) if now.matches else "–"
    return (
        Tile(str(_("Games")), str(total.games)),
        Tile(str(_("Won")), share_of, f"{of} · 95 %: {interval}" if interval else of),
        Tile(str(_("Margin")), margin(total.margin), str(_("cards, losses negative"))),
        Tile(str(_("Games by one card")), f"{won}–{lost}", str(_("won–lost"))),
        Tile(str(_("Rating")), rating, str(_("provisional")) if now.matches and now.provisional else ""),
    )


def _rating_course(games: Sequence[Game], person: Person) -> Table:
    """Return somebody's rating after each day."""
    counted = [game for game in games if outcomes([game])]
    by_day: dict[str, tuple[float, int]] = {}
    key = str(person)
    for game, step in zip(counted, steps(outcomes(counted)), strict=True):
        if key not in (step.winner, step.loser):
            continue
        before, gain = (step.before[0], step.gain) if step.winner == key else (step.before[1], -step.gain)
        by_day[game.day.isoformat()] = (before.points + gain, before.matches + 1)
    rows = tuple((day, str(round(points)), str(count)) for day, (points, count) in by_day.items())
    picture = chart.line([(day, points) for day, (points, _count) in by_day.items()])
    columns = (
        Column(str(_("Day"))),
        Column(str(_("Rating")), number=True),
        Column(str(_("after games")), number=True),
    )
    return Table("rating", str(_("Rating")), columns, rows, picture)


def _margins(total: Tally) -> Table:
    """Return how often games were won and lost by how many cards."""
    ahead, behind = Counter(total.ahead), Counter(total.behind)
    most = max([*ahead, *behind], default=0)
    rows = tuple((str(cards), str(ahead[cards]), str(behind[cards])) for cards in range(1, most + 1))
    picture = chart.stacked([(str(cards), ahead[cards], behind[cards]) for cards in range(1, most + 1)])
    columns = (
        Column(str(_("Cards")), number=True),
        Column(str(_("Won by so many")), number=True),
        Column(str(_("Lost by so many")), number=True),
    )
    return Table("margins", str(_("Margins")), columns, rows, picture)


def _head_to_head(mine: Iterable[Own], opponent: Callable[[Own], str], called: Called) -> Table:
    found = tallies(mine, lambda one: (called.seen(one.opponent), opponent(one)))
    ordered = sorted(found.items(), key=lambda one: (-one[1].games, one[0][1]))
    rows = tuple(_tally_row(name, one) for (_number, name), one in ordered)
    people = tuple(number for (number, _name), _one in ordered)
    return Table("opponents", str(_("Head to head")), _tally_columns(str(_("Opponent"))), rows, people=people)


def _history(mine: Sequence[Own], opponent: Callable[[Own], str]) -> Table:
    columns = (_("Day"), _("Where"), _("Event"), _("Opponent"), _("Result"), _("Margin"))
    rows = tuple(
        (
            one.game.day.isoformat(),
            where_name(one.game.where),
            one.game.event,
            opponent(one),
            _result(one),
            "" if one.margin is None else f"{one.margin:+d}".replace("-", "−"),
        )
        for one in reversed(mine)
    )
    return Table("history", str(_("Every game")), tuple(Column(str(one)) for one in columns), rows)


def _result(one: Own) -> str:
    said = "○" if one.won else "×"
    return said if one.game.counts else f"{said} ({_('does not count')})"


def _sorted(found: Mapping[str, Tally], last: str) -> Mapping[str, Tally]:
    return dict(sorted(found.items(), key=lambda one: (one[0] == last, one[0])))


def _most(found: Mapping[str, Tally]) -> Mapping[str, Tally]:
    return dict(sorted(found.items(), key=lambda one: (-one[1].games, one[0])))


def outlook_table(ways: Iterable[Outlook]) -> Table:
    """Return what is still needed for the next dan, the nearest way first."""
    columns = (
        Column(str(_("Way"))),
        *(Column(str(one), number=True) for one in (_("Done"), _("Needed"), _("Still"))),
    )
    rows = tuple((outlook_words(one), str(one.have), str(one.rule.needed), str(one.missing)) for one in ways)
    return Table("promotion", str(_("To the next dan")), columns, rows)


def of_club(games: Sequence[Game], shown: Sequence[tuple[Person, str]], since: dt.date | None) -> Figures:
    """Return what games say of these people, by rating. All games make the ratings, those since a day the rest."""
    now = ratings(outcomes(games))
    late = [game for game in games if since is None or game.day >= since]
    played = by_person(late)
    lines = []
    for person, name in shown:
        found = tally(played.get(person, ()))
        if found.games:
            lines.append((now.get(str(person), Rating()), person, name, found))
    lines.sort(key=lambda line: (-line[0].points, line[1]))
    columns = (
        Column(str(_("Rank")), number=True),
        Column(str(_("Name"))),
        *(
            Column(str(one), number=True)
            for one in (_("Rating"), _("Games"), _("Won"), _("Lost"), _("Won, % (95 %)"), _("Margin"))
        ),
        Column(str(_("By one card")), number=True),
    )
    rows = tuple(
        (
            str(rank),
            name,
            f"{round(rating.points)}{'?' if rating.provisional else ''}",
            *_tally_row("", found)[1:],
            "–".join(map(str, found.by_one)),
        )
        for rank, (rating, _person, name, found) in enumerate(lines, 1)
    )
    ranking = Table("ranking", str(_("Ranking")), columns, rows, people=tuple(line[1] for line in lines))
    counted = Counter(f"{game.day:%Y-%m}" for game in late if game.counts)
    months = sorted(counted)
    activity = Table(
        "months",
        str(_("Games by month")),
        (Column(str(_("Month"))), Column(str(_("Games")), number=True)),
        tuple((month, str(counted[month])) for month in months),
        chart.stacked([(month, counted[month], 0) for month in months]),
    )
    ones = sum(game.counts and game.margin == 1 for game in late)
    tiles = (
        Tile(str(_("Games")), str(sum(counted.values()))),
        Tile(str(_("Games by one card")), str(ones)),
        Tile(str(_("Members who played")), str(len(lines))),
    )
    return Figures(tiles, tuple(one for one in (ranking, activity) if one.rows))
