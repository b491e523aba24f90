"""What the table shows a seat: everything it knows, and nothing that it may not know."""

import random
import re
from typing import Any

import pytest
from rich.console import Console

from engine.bots.bot import Budget
from engine.bots.levels import careful
from engine.bots.uniform import random_hand
from engine.core.events import Passed, type_name
from engine.core.game import Game, State
from engine.core.packs import seed_of
from engine.games import ENTRIES, load, make
from poems.chance import shuffled
from tests.support.games import SHORT
from webapp.table.board import Board
from webapp.table.choices import Choices
from webapp.table.names import Names
from webapp.table.telling import SENTENCES, SILENT, Telling


def shown(game: Game[Any], state: State[Any], seat: int) -> str:
    console, names = Console(width=100, force_terminal=False, highlight=False), Names(game.deck, "en")
    who = dict.fromkeys(range(game.seats), "thumb")
    with console.capture() as capture:
        Board(game, names).draw(console, state, seat, who)
        console.print(Choices(game, state).listed(names))
        console.print(Board(game, names).tricks(state.view(seat)))
    return capture.get()


@pytest.mark.parametrize("name", ENTRIES)
def test_the_board_is_the_same_in_every_world_that_the_seat_thinks_possible(name: str) -> None:
    game, rng = make(name, SHORT.get(name, {})), random.Random(3)
    state, bot, looked = game.new(), careful(game), 0
    while not state.hand_scores:
        seat = state.to_act()
        if seat is None:
            state.deal(shuffled(state.wants() or (), rng))
            continue
        view = state.view(seat)
        if rng.random() < 0.2 or not looked:
            looked += 1
            assert shown(game, game.sample_world(view, rng), seat) == shown(game, state, seat)
        state.play(bot.choose(view, state.legal_actions(), rng, Budget()))
    assert looked


def test_a_seat_sees_its_hand_the_table_and_who_is_who() -> None:
    game, rng = make("napoleon"), random.Random(3)
    state, bot = game.new(2), careful(game)
    while not getattr(state.view(0), "tricks", ()) or state.to_act() != 0 or not state.view(0).table:
        seat = state.to_act()
        if seat is None:
            state.deal(shuffled(state.wants() or (), rng))
        else:
            state.play(bot.choose(state.view(seat), state.legal_actions(), rng, Budget()))
    view, names, seen = state.view(0), Names(game.deck, "en"), shown(game, state, 0)
    for code in game.deck.codes(view.hand):
        assert re.search(rf"\b{code}\b", seen)
    for place, card in enumerate(view.table):
        assert re.search(rf"\b{(view.leader + place) % 5} thumb .*{names.card(card)}", seen)
    assert re.search(r"2 thumb .*dealer", seen)
    assert re.search(rf"{view.napoleon} thumb .*napoleon", seen)
    assert f"bid {view.number} {view.denomination}" in seen
    assert all(game.text(action) in seen for action in state.legal_actions())


def test_a_hand_lies_by_suits_and_columns_that_tell_nothing_are_left_out() -> None:
    game, rng = make("kakkuri"), random.Random(3)
    state, bot = game.new(), careful(game)
    state.deal(shuffled(game.pack, rng))
    while not state.view(0).hand or state.to_act() != 0:  # type: ignore[attr-defined]
        seat = state.to_act()
        assert seat is not None
        state.play(bot.choose(state.view(seat), state.legal_actions(), rng, Budget()))
    seen = shown(game, state, 0)
    hand = seen[seen.index("Your hand") :].splitlines()[1:]
    suits = [line.split()[0][0] for line in hand if re.match(r"[PICO]\d", line)]
    assert len(suits) == len(set(suits)) > 1
    assert " in " not in seen
    assert "pairs only" not in seen


@pytest.mark.parametrize("name", ENTRIES)
def test_every_event_can_be_told_in_words(name: str) -> None:
    for cls in load(name).event_types:
        assert (type_name(cls) in SENTENCES) != (type_name(cls) in SILENT), cls


@pytest.mark.parametrize("name", ENTRIES)
def test_a_story_has_no_holes_and_tells_nobody_what_is_hidden(name: str) -> None:
    game = make(name, SHORT.get(name, {}))
    for language, viewer, rng in (("en", 0, 1), ("ja", 1, 2), ("ru", None, 3)):
        telling = Telling(Names(game.deck, language), viewer)
        for event in random_hand(game, seed_of(rng)).events:
            line = telling.line(game.redact(event, viewer))
            if line is None:
                continue
            assert line[0] == line[0].upper()
            assert not re.search(r"[{}<>]|None|nobody|Annotated", line.replace("sun>un", "")), line


def test_a_kitty_is_told_to_whom_it_concerns() -> None:
    game = make("napoleon")
    events = random_hand(game, seed_of(0)).events
    taken = next(event for event in events if type_name(type(event)) == "kitty_taken")
    seat = taken.seat  # type: ignore[attr-defined]
    cards = ", ".join(Names(game.deck, "en").card(card) for card in taken.cards)  # type: ignore[attr-defined]
    other = (seat + 1) % game.seats
    assert (
        Telling(Names(game.deck, "en"), seat).line(game.redact(taken, seat)) == f"You took the kitty: {cards}"
    )
    assert (
        Telling(Names(game.deck, "en"), other).line(game.redact(taken, other))
        == f"Seat {seat} took the kitty: 2 cards unseen"
    )


def test_who_is_hidden_from_a_seat_is_somebody() -> None:
    game = make("hachinin_meri", {"dragon_poll": "holder_only"})
    passed = Passed(3)
    told = [Telling(Names(game.deck, "en"), seat).line(game.redact(passed, seat)) for seat in (3, 0, None)]
    assert told == ["You passed", "Somebody passed", "Somebody passed"]


def test_the_bankers_card_is_told_from_those_one_bets_on() -> None:
    game = make("ginko")
    shown = next(
        event for event in random_hand(game, seed_of(1)).events if type_name(type(event)) == "table_shown"
    )
    names = Names(game.deck, "en")
    bank, *slots = map(names.card, shown.cards)  # type: ignore[attr-defined]
    told = Telling(names, 1, has_bank_card=True).line(shown)
    assert told == f"All cards were turned up: the banker has {bank}, the slots are {', '.join(slots)}"


def test_poem_cards_are_named_once_by_number_and_by_who_wrote_them() -> None:
    names = Names(make("bozu_mekuri").deck, "en")
    assert names.card(5) == "#5 Sarumaru Dayū"
    assert Names(make("bozu_mekuri").deck, "ja").card(5) == "#5 猿丸大夫"


def test_a_field_with_three_cards_is_told_from_its_neighbours_and_two_cards_are_no_score() -> None:
    game, rng = make("oicho_kabu"), random.Random(3)
    state = game.new()
    state.deal(shuffled(game.pack, rng))
    for text in ("bet 2 1", "done", "done", "bet 4 1", "done", "draw_from top"):
        state.play(game.parse(text))
    for text in ("card", "stand"):  # field 2, and then field 4 where it may
        if state.view(None).phase == "field":
            action = game.parse(text)
            state.play(action if action in state.legal_actions() else state.legal_actions()[0])
    view = state.view(0)
    assert view.phase == "bank"
    seen = " ".join(shown(game, state, 0).split())
    fields = " | ".join(" ".join("?" if one is None else str(one) for one in field) for field in view.fields)
    bank = " ".join(map(str, view.bank))
    assert f"fields {fields} · bank {bank} · drawn from" in seen
    stood = [str(at) for at, one in enumerate(view.stood) if one]
    assert (f"stood {' '.join(stood)}" in seen) == bool(stood)


def test_only_what_belongs_to_two_sides_is_shown_as_a_score() -> None:
    game, rng = make("kan"), random.Random(3)
    state = game.new()
    state.deal(shuffled(game.pack, rng))
    first, second = state.view(0).partners
    assert f"partners {first} {second}" in shown(game, state, 0)
    kakeya = make("kakeya").new()
    kakeya.deal(shuffled(kakeya.game.pack, rng))
    assert "stones 5 : 5" in shown(kakeya.game, kakeya, 1)


def test_numbers_of_slots_are_not_taken_for_cards() -> None:
    names = Names(make("mutsu_ichi").deck, "en")
    assert names.action("pick 3") == ""
    assert Names(make("kakkuri").deck, "en").action("play P7 I7 C7") == "7 of clubs, 7 of swords, 7 of cups"
