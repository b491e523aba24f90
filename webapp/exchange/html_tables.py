"""Results from a page's tables of the class `tournament_tree`: a row for each player, a cell such as `○ 4 相手`."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

from flask_babel import gettext as _

from webapp.exchange.said import At, Said, SaidFile, cards, mark
from webapp.tournaments.grades import class_called
from webapp.tournaments.sheet import SheetError, plain, tidy

TABLE: Final = "tournament_tree"
TAB: Final = "TabbedPanelsTab"
_DAY: Final = re.compile(r"(\d{4})年\s*(\d{1,2})月\s*(\d{1,2})日")
_NAME: Final = re.compile(r"^(?P<name>.*?)\s*(?:[（(](?P<club>[^（）()]*)[）)])?$", re.DOTALL)
_MOST_CELLS: Final = 2_000_000


@dataclass
class _Cell:
    text: str = ""
    plain: bool = True
    """Whether it has no class of its own."""


@dataclass
class _Table:
    line: int
    rows: list[tuple[int, list[_Cell]]] = field(default_factory=list)


class _Page(HTMLParser):
    """Collects the tables, the tabs that name their classes, and all text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[_Table] = []
        self.tabs: list[tuple[str, bool]] = []
        self.text: list[str] = []
        self.title = ""
        self._depth = 0
        self._cell: _Cell | None = None
        self._tab = self._in_title = False
        self._cells = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        if tag == "table" and (self._depth or TABLE in classes):
            self._depth += 1
            if self._depth == 1:
                self.tables.append(_Table(self.getpos()[0]))
        elif tag == "tr" and self._depth:
            self.tables[-1].rows.append((self.getpos()[0], []))
        elif tag in ("td", "th") and self._depth and self.tables[-1].rows:
            self._cells += 1
            if self._cells > _MOST_CELLS:
                raise SheetError(self.getpos()[0], _("too many cells"))
            self._cell = _Cell(plain=not classes)
            self.tables[-1].rows[-1][1].append(self._cell)
        elif tag == "br" and self._cell is not None:
            self._cell.text += "\n"
        if TAB in classes:
            self._tab = True
            self.tabs.append(("", f"{TAB}Selected" in classes))
        self._in_title = self._in_title or tag == "title"

    def handle_endtag(self, tag: str) -> None:
        if tag == "table" and self._depth:
            self._depth -= 1
        if tag in ("td", "th", "tr", "table"):
            self._cell = None
        if tag == "title":
            self._in_title = False
        if tag in ("li", "div", "span", "a"):
            self._tab = False

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.text += data
        elif self._in_title:
            self.title += data
        else:
            self.text.append(data)
        if self._tab and self.tabs:
            self.tabs[-1] = (self.tabs[-1][0] + data.strip(), self.tabs[-1][1])


def read_html(text: str) -> SaidFile:
    """Return what a page says. Raises SheetError for one without such a table."""
    page = _Page()
    page.feed(text)
    page.close()
    if not page.tables:
        raise SheetError(None, _("no table of the class %(name)s is on this page", name=TABLE))
    found = [
        one for number, table in enumerate(page.tables) for one in _of_table(table, _class_of(page, number))
    ]
    if not found:
        raise SheetError(None, _("the tables of the class %(name)s hold no results", name=TABLE))
    day = _DAY.search(page.title + "".join(page.text))
    told = "-".join(f"{int(part):02}" for part in day.groups()) if day is not None else ""
    return SaidFile(tuple(found), tidy(page.title), told)


def _class_of(page: _Page, number: int) -> str:
    """Return the class of a table: its tab's, where each table has one, else the tab that is chosen."""
    if len(page.tabs) == len(page.tables):
        name = page.tabs[number][0]
    else:
        name = next((text for text, chosen in page.tabs if chosen), "")
    return class_called(name)


def _of_table(table: _Table, class_name: str) -> list[Said]:
    labels: list[str] = []
    found = []
    for line, raw in table.rows:
        cells = _joined(raw)
        if not cells:
            continue
        named = _NAME.match(tidy(cells[0]))
        player = tidy(named["name"]) if named is not None else ""
        if not labels and not any(_said(cell) for cell in cells[1:]):
            labels = [tidy(cell) for cell in cells[1:]]
            continue
        if named is None or not player:
            continue
        for number, cell in enumerate(cells[1:], 1):
            if not cell.strip():
                continue
            label = labels[number - 1] if number <= len(labels) else ""
            found.append(
                _of_cell(cell, At("", line), (class_name, number, label), (player, tidy(named["club"] or "")))
            )
    return found


def _joined(raw: list[_Cell]) -> list[str]:
    """Return the texts of cells; a cell of 不戦 that was closed too early goes on in the next, which has no class."""
    texts: list[str] = []
    classed = any(not cell.plain for cell in raw[1:])
    for cell in raw:
        if texts and classed and cell.plain and "不戦" in texts[-1] and len(texts) > 1:
            texts[-1] += f" {cell.text}"
        else:
            texts.append(cell.text)
    return texts


def _said(cell: str) -> bool:
    first, *_rest = plain(cell).split() or [""]
    return mark(first) is not None or first.startswith(("不戦", "棄"))


def _of_cell(cell: str, at: At, of: tuple[str, int, str], who: tuple[str, str]) -> Said:
    """Read `○ 4 相手`, `○ 不戦 相手`, `不戦勝`; what is left over is the opponent."""
    words = plain(cell).split()
    won, margin, how, unread = None, None, cards("")[1], ""
    left: list[str] = []
    for word in words:
        number, ended, not_read = cards(word)
        if won is None and mark(word) is not None:
            won = mark(word)
            if not not_read:
                how = ended
        elif not left and not not_read and margin is None:
            margin, how = number, ended if number is None else how
        else:
            left.append(word)
    opponent = " ".join(left)
    named = _NAME.match(opponent)
    club = tidy(named["club"] or "") if named is not None else ""
    name = tidy(named["name"]) if named is not None else opponent
    if won is None:
        unread = cell.strip()
    class_name, number_of_round, label = of
    return Said(at, class_name, number_of_round, label, who[0], who[1], name, club, won, margin, how, unread)
