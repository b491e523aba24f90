"""A match as a page shows it. Everything is derived from the state; the scripts add nothing to it.

Players are the letters A and B, cards are poem numbers; texts are in the language of the request.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from flask_babel import gettext as _
from flask_babel import ngettext

from engine.core.document import Json
from engine.karuta.events import Settled
from engine.karuta.history import History, history, last_call
from engine.karuta.player import PLAYERS, Item, Pair, Player, Side
from engine.karuta.read import Read
from engine.karuta.read_json import read_to_json
from engine.karuta.state import Ending, MatchState
from poems import kimariji
from poems.cards import numbers
from webapp.matches.consequences import Consequence, consequences
from webapp.matches.correcting import Spots, corrected, field_with, still_sent
from webapp.matches.explanations import wins
from webapp.matches.happenings import entry, last_in_words
from webapp.matches.names import Names, card_name, side_name, slot_name
from webapp.matches.reader import Reader
from webapp.matches.tables import Table
from webapp.matches.words import ENDS, ROWS

END_WORDS = {end: word for word, end in ENDS.items()}
ROW_WORDS = {row: word for word, row in ROWS.items()}


class Stage(StrEnum):
    """What a table is waiting for."""

    WAITING = "waiting"
    """The next poem."""
    READING = "reading"
    """The referee's word on the poem that was begun."""
    SENDING = "sending"
    """Cards that are owed."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in its place: `end` left or right and `row` upper, middle, lower or float, as its owner sees them."""

    card: int
    end: str
    row: str


@dataclass(frozen=True, slots=True)
class BeingRead:
    """The poem being read: `where` is A, B or dead, `place` says it in words."""

    card: int
    where: str
    place: str
    kimariji: str


@dataclass(frozen=True, slots=True)
class Owed:
    """Cards still to be sent."""

    sender: str
    receiver: str
    left: int


@dataclass(frozen=True, slots=True)
class Missed:
    """A read that nobody entered before the reader went on; it stands as taken by nobody until it is."""

    index: int
    text: str


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of a match. `text` is the result, `detail` the fouls and cards behind it."""

    winner: str
    text: str
    detail: str
    confirmed: str | None


@dataclass(frozen=True, slots=True)
class TableView:
    """All that the board, the spectators' page and the hall show of a match, as JSON.

    `sides` has each side's cards, the outermost of an end first. `kimariji` is what decides each card now.
    `spent` are cards on the field whose poem was read; `fresh` came over in the last read. `says` is what is to
    be done, `heard` what was entered last, `changes` which kimari-ji the last read shortened. `reader` is what the
    reader does until the first poem begins, and later that nobody plays the reading. `previews` is what would follow,
    by who takes the card; `noted` the facts of that read as they were entered before it was undone; `missed` the reads
    and sends that were passed over.
    """

    seq: int
    stage: Stage
    manual: bool
    counts: Mapping[str, int]
    sides: Mapping[str, tuple[Laid, ...]]
    kimariji: Mapping[int, str]
    spent: tuple[int, ...]
    fresh: tuple[int, ...]
    read: BeingRead | None
    owed: Owed | None
    hands: Mapping[str, bool]
    reads: int
    says: str
    heard: str
    changes: tuple[str, ...]
    reader: str
    previews: Mapping[str, Consequence] | None
    noted: Mapping[str, Json] | None
    undo: str | None
    redo: str | None
    missed: tuple[Missed, ...]
    result: Finish | None


def table_view(table: Table, *, referee: bool = False, reader: Reader | None = None) -> TableView:
    """Return a match as it stands; what only a referee needs is left out for others. It follows `reader`, if any."""
    state = table.state
    names = Names.of(state.opened.names)
    stage = stage_of(state)
    past = history(state.log) if referee else None
    waits_for = reader if stage is Stage.WAITING and (not state.reads or (reader and reader.lost)) else None
    return TableView(
        seq=table.seq,
        stage=stage,
        manual=table.manual,
        counts=by_letter(state.counts),
        sides={player.name: side_of(state, player) for player in PLAYERS},
        kimariji={card: kimariji.current(card, state.read) for card in _shown(state)},
        spent=numbers((state.held[0] | state.held[1]) & state.read),
        fresh=state.reads[-1].sent if state.reads and state.called is None else (),
        read=being_read(state),
        owed=_owed(state),
        hands=by_letter(state.hands),
        reads=len(state.reads),
        says=waits_for.says if waits_for else _says(table, names, stage),
        heard=last_in_words(state, names),
        changes=_changes(state) if stage is not Stage.READING else (),
        reader=waits_for.says if waits_for else "",
        previews=consequences(state, names) if referee and state.called else None,
        noted=_noted(state, past) if past else None,
        undo=_undo(table, names, past) if past else None,
        redo=entry(state.log[past.redoable[-1]], names) if past and past.redoable else None,
        missed=_missed(state) if referee else (),
        result=finish(table, names),
    )


def _noted(state: MatchState, past: History) -> Mapping[str, Json] | None:
    """Return the facts of the poem being read as they were entered before that was undone."""
    undone = state.log[past.redoable[-1]] if past.redoable else None
    if not isinstance(undone, Settled) or undone.read.card != state.called:
        return None
    return read_to_json(undone.read)


def _undo(table: Table, names: Names, past: History) -> str | None:
    """Return what *undo* takes back: where a person says what is read, also the poem that was typed."""
    state = table.state
    typed = last_call(state.log, state.called) if table.manual else None
    at = typed if typed is not None else next(reversed(past.undoable), None)
    return entry(state.log[at], names) if at is not None else None


@dataclass(frozen=True, slots=True)
class CorrectedField:
    """The field with what a correction sends; `sent` are the cards that it can still have sent, in order."""

    sent: tuple[int, ...]
    sides: Mapping[str, tuple[Laid, ...]]


def corrected_field(state: MatchState, index: int, read: Read, spots: Spots) -> CorrectedField:
    """Return the field as a read that is being corrected would leave it, but for its own card, which still lies there.

    Raises IndexError where there is no such read.
    """
    sent = still_sent(state, index, read)
    after = field_with(state, index, corrected(state, index, replace(read, sent=sent), spots))
    return CorrectedField(sent, {player.name: side_of(after, player) for player in PLAYERS})


def by_letter(pair: Pair[Item]) -> dict[str, Item]:
    """Return a pair by the players' letters."""
    return {player.name: pair[player] for player in PLAYERS}


def stage_of(state: MatchState) -> Stage:
    """Return what the table is waiting for."""
    if state.result is not None:
        return Stage.OVER
    if state.called is not None:
        return Stage.READING
    return Stage.SENDING if state.pending is not None else Stage.WAITING


def side_of(state: MatchState, player: Player) -> tuple[Laid, ...]:
    """Return a side's cards; one that was not laid anywhere yet lies apart."""
    placed = sorted(state.layout[player], key=lambda pair: pair[1].ordinal)
    laid = [Laid(card, END_WORDS[slot.end], ROW_WORDS[slot.row]) for card, slot in placed]
    loose = (Laid(card, "right", "float") for card in numbers(state.unplaced[player]))
    return (*laid, *loose)


def being_read(state: MatchState) -> BeingRead | None:
    """Return the poem being read and where its card lies."""
    card = state.called
    if card is None:
        return None
    side = state.side(card)
    # by letter: a long name has no room here
    place = side_name(side, Names(("A", "B")))
    if side.owner is not None and (slot := state.layout[side.owner].slot_of(card)) is not None:
        place = f"{place}: {slot_name(slot)}"
    where = "dead" if side is Side.DEAD else side.name
    return BeingRead(card, where, place, kimariji.current(card, state.read))


def finish(table: Table, names: Names) -> Finish | None:
    """Return the end of the match in words, None while it goes on."""
    result = table.state.result
    if result is None:
        return None
    if result.margin is not None:
        text = wins(names[result.winner], result.margin)
    else:
        text = ENDINGS[result.ending]() % {
            "winner": names[result.winner],
            "loser": names[result.winner.other],
        }
    return Finish(
        winner=result.winner.name,
        text=text,
        detail=_detail(table.state, names),
        confirmed=str(_("The result is confirmed.")) if table.confirmed else None,
    )


ENDINGS = {
    Ending.CONCESSION: lambda: str(_("%(winner)s wins: %(loser)s gave up.")),
    Ending.FORFEIT: lambda: str(_("%(winner)s wins: %(loser)s did not go on.")),
    Ending.DISQUALIFICATION: lambda: str(_("%(winner)s wins: %(loser)s was ruled out.")),
}


def _shown(state: MatchState) -> tuple[int, ...]:
    """Return the cards whose kimari-ji a page shows: those on the field and the one being read."""
    return numbers(state.held[0] | state.held[1] | (1 << state.called if state.called else 0))


def _owed(state: MatchState) -> Owed | None:
    pending = state.pending
    if pending is None or state.called is not None:
        return None
    return Owed(pending.sender.name, pending.sender.other.name, pending.count)


def _missed(state: MatchState) -> tuple[Missed, ...]:
    """Return the reads and sends that were passed over; each stays until it is entered, however many follow."""
    return tuple(Missed(index, _missed_words(state, index)) for index in sorted(state.assumed | state.lost))


def _missed_words(state: MatchState, index: int) -> str:
    card = card_name(state.reads[index].card)
    if index in state.assumed:
        return str(_("%(card)s was not entered: enter it now", card=card))
    return str(_("%(card)s: a card owed was not sent. Enter it now", card=card))


def _says(table: Table, names: Names, stage: Stage) -> str:
    state = table.state
    if stage is Stage.OVER:
        return str(_("The match is over."))
    if stage is Stage.READING:
        return str(_("Who took it?"))
    if stage is Stage.SENDING and state.pending is not None:
        return _send_words(names[state.pending.sender], state.pending.count)
    if state.reads:
        return last_in_words(state, names, hands=False)  # whose hand is up is said apart
    return str(_("The first poem is awaited."))


def _send_words(sender: str, cards: int) -> str:
    return str(
        ngettext(
            "%(sender)s sends %(num)d card: tap it.",
            "%(sender)s sends %(num)d cards: tap one of them.",
            cards,
            sender=sender,
        )
    )


def _changes(state: MatchState) -> tuple[str, ...]:
    """Return which kimari-ji of cards on the field the last read shortened."""
    last = next((read for read in reversed(state.reads) if read.void is None), None)
    if last is None:
        return ()
    field = state.held[0] | state.held[1]
    found = kimariji.changes(state.read & ~(1 << last.card), last.card)
    return tuple(f"{change.before} → {change.after}" for change in found if field >> change.card & 1)


def _detail(state: MatchState, names: Names) -> str:
    fouls = [sum(settlement.fouls[player] for settlement in state.settlements) for player in PLAYERS]
    parts = [
        str(
            _(
                "%(player)s: %(cards)s cards left, fouls %(fouls)s",
                player=names[p],
                cards=state.counts[p],
                fouls=fouls[p],
            )
        )
        for p in PLAYERS
    ]
    return " · ".join(parts)
