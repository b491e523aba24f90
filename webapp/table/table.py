"""The table: shows, asks, lets the bots play, and keeps the game."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from engine.bots.bot import AnyBot
from engine.core.packs import seed_of
from webapp.refusal import Refusal
from webapp.table.board import Board
from webapp.table.choices import Choices, NoSuchAction
from webapp.table.keeping import keep
from webapp.table.names import Names
from webapp.table.session import Session
from webapp.table.telling import Telling
from webapp.table.thinking import blink

HELP: Final = """\
 a number, or an action as it is listed (play SA, or SA); Enter for the only one
 hint            what the strongest bot would do, from what you see
 why ACTION      why an action is not allowed
 undo            back to your last decision (with one human player)
 view            the table once more; tricks: all tricks of this hand
 save [FILE]     keep the game now
 quit            keep the game and leave"""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where: bots by seat, and people at all other seats; `adviser` gives the hints."""

    bots: Mapping[int, AnyBot]
    level: str
    adviser: AnyBot


MANNERS: Final = {"uniform": "by chance", "thumb": "by rule of thumb", "pimc": "careful"}
"""How the levels play, for whoever sits at the table; records and options have their names."""


class Left(Exception):  # noqa: N818
    """A player has left the table."""


class Table:
    """One evening at one table."""

    __slots__ = ("_board", "_console", "_file", "_names", "_seating", "_session", "_shown", "_told")

    def __init__(
        self, session: Session, seating: Seating, console: Console, language: str, file: Path | None
    ) -> None:
        self._session = session
        self._seating = seating
        self._console = console
        self._names = Names(session.game.deck, language)
        self._board = Board(session.game, self._names)
        self._file = file
        self._told = {seat: session.told_before(seat) for seat in range(session.game.seats)}
        self._shown = -1

    def play(self, somewhere: Callable[[], Path]) -> None:
        """Play until the session is over or a player leaves; `somewhere` finds a file for a game that has none."""
        try:
            while (seat := self._session.state.to_act()) is not None:
                bot = self._seating.bots.get(seat)
                if bot is None:
                    self._turn(seat)
                else:
                    self._session.play(self._choice(bot, seat))
                    continue
                if self._file is not None:
                    keep(self._session.record, self._file)
            self._end()
        except (Left, KeyboardInterrupt):
            file = self._file or somewhere()
            keep(self._session.record, file)
            self._say(f"The game is kept in {file}; --resume {file} goes on with it.")

    # a person's turn

    def _turn(self, seat: int) -> None:
        """Show the table to a person and ask until there is a decision."""
        self._change_over(seat)
        self._tell(seat)
        self._draw(seat)
        decided = len(self._session.decided)
        while len(self._session.decided) == decided:
            line = self._ask(f"seat {seat}> " if self._people() > 1 else "> ")
            try:
                self._obey(line, seat)
            except (NoSuchAction, Refusal) as error:
                self._say(str(error))

    def _obey(self, line: str, seat: int) -> None:
        """Do what a line says: one of the commands, or else an action."""
        word, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        match word.lower():
            case "":
                self._only_one()
            case "help" | "?":
                self._say(HELP)
            case "hint":
                self._hint(seat)
            case "why":
                self._say(self._choices().why_not(rest) if rest else "why: name an action, such as why 1")
            case "undo":
                self._undo(seat)
            case "view":
                self._draw(seat)
            case "tricks":
                self._console.print(self._board.tricks(self._session.state.view(seat)))
            case "save":
                self._save(rest)
            case "quit" | "q" | "exit":
                raise Left
            case _:
                self._session.play(self._choices().read(line.strip()))

    def _only_one(self) -> None:
        """Play what is allowed, where that is a single action."""
        legal = self._choices().legal
        if len(legal) == 1:
            self._session.play(legal[0])

    def _hint(self, seat: int) -> None:
        action = self._session.game.text(self._choice(self._seating.adviser, seat))
        name = self._names.action(action)
        self._say(f"hint: {action}" + (f" ({name})" if name else ""))

    def _undo(self, seat: int) -> None:
        """Go back to the person's last decision and show it anew."""
        if self._people() > 1:
            self._say("undo: there is somebody else at the table")
        elif not self._session.take_back(seat):
            self._say("undo: you have not decided anything yet")
        else:
            self._told[seat] = len(self._session.events)
            self._draw(seat)
            self._obey(self._ask("> "), seat)

    def _save(self, file: str) -> None:
        chosen = Path(file) if file else self._file
        if chosen is None:
            self._say("save: name a file, such as save game.json")
        else:
            keep(self._session.record, chosen)
            self._file = chosen
            self._say(f"kept in {chosen}, and there from now on")

    # what is shown

    def _tell(self, seat: int) -> None:
        """Tell a seat what happened since it was last told."""
        has_bank_card = getattr(self._session.game, "has_bank_card", False)
        telling = Telling(self._names, seat, has_bank_card=has_bank_card)
        for event in self._session.events[self._told[seat] :]:
            line = telling.line(self._session.game.redact(event, seat))
            if line is not None:
                self._say(line)
        self._told[seat] = len(self._session.events)

    def _draw(self, seat: int) -> None:
        self._board.draw(self._console, self._session.state, seat, self._who(seat))
        self._console.print(self._choices().listed(self._names))

    def _who(self, seat: int) -> dict[int, str]:
        plays = f"bot, {MANNERS[self._seating.level]}"
        sitting = {one: plays if one in self._seating.bots else "human" for one in self._told}
        return sitting | {seat: "you"}

    def _end(self) -> None:
        """Keep the whole game; tell the last events to whoever is there, and the totals."""
        if self._file is not None:
            keep(self._session.record, self._file)
        people = [seat for seat in self._told if seat not in self._seating.bots]
        self._tell(people[0])
        scores = enumerate(self._session.state.scores())
        self._say("The session is over. " + ", ".join(f"seat {seat} {score:+d}" for seat, score in scores))

    def _change_over(self, seat: int) -> None:
        """Where people share a screen, hide what the last one saw until the next one sits there."""
        if self._people() > 1 and self._shown not in (-1, seat) and self._console.is_terminal:
            self._console.clear()
            self._ask(f"Seat {seat}, press Enter when nobody else looks ")
        self._shown = seat

    # small things

    def _choices(self) -> Choices:
        return Choices(self._session.game, self._session.state)

    def _choice(self, bot: AnyBot, seat: int) -> int:
        """Return what a bot does; its bits are its own, so that thinking never moves a deal."""
        state, rng = self._session.state, self._session.record.rng or 0
        bits = seed_of(rng).stream(f"bot {seat} {len(self._session.decided)}")
        return bot.choose(state.view(seat), state.legal_actions(), bits, blink())

    def _people(self) -> int:
        return len(self._told) - len(self._seating.bots)

    def _ask(self, prompt: str) -> str:
        """Return a line; the end of the input, or Ctrl-C, leaves the table."""
        try:
            if sys.stdin.isatty():
                return input(prompt)
            line = sys.stdin.readline()
        except (EOFError, KeyboardInterrupt):
            self._say("")
            raise Left from None
        if not line:
            raise Left
        return line

    def _say(self, text: str) -> None:
        self._console.print(Text(text), soft_wrap=True)
