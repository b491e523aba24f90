"""What a board's commands come to: stored once, decided by the rules, refused when somebody else was faster."""

import threading

import pytest

from engine.karuta import record
from engine.karuta.field import End, Row, Slot
from engine.karuta.player import A, B
from engine.karuta.refused import Refused, Why
from poems.chance import Seed
from tests.support.match_table import DEAD, Play, new_id, opened
from webapp.db.store import Conflict
from webapp.matches import operations
from webapp.matches.tables import NoSuchMatch, Tables, tables
from webapp.services import Services

SEED = Seed.from_hex("00112233445566778899aabbccddeeff")


@pytest.fixture
def play(services: Services) -> Play:
    return Play(services, opened(services))


def test_an_ordinary_read_is_one_command(play: Play) -> None:
    play.do({"type": "call", "card": 3})
    entered = play.do({"type": "settle", "read": {"card": 3, "took": "A"}})
    assert [event.kind for event in entered.events] == ["settled"]
    assert entered.table.state.counts == (24, 25)


def test_a_command_sent_twice_counts_once(play: Play) -> None:
    play.do({"type": "call", "card": 3})
    name, seen = new_id(), play.table.seq
    first = play.do({"type": "settle", "read": {"card": 3, "took": "A"}}, seen=seen, client_id=name)
    second = play.do({"type": "settle", "read": {"card": 3, "took": "A"}}, seen=seen, client_id=name)
    assert not first.repeated
    assert second.repeated
    assert second.events == first.events
    assert play.table.state.counts == (24, 25)


def test_a_stale_page_is_told_what_it_missed(play: Play) -> None:
    play.do({"type": "call", "card": 3})
    seen = play.table.seq
    play.do({"type": "settle", "read": {"card": 3, "took": "A"}}, seen=seen)
    with pytest.raises(Conflict) as conflict:
        play.do({"type": "settle", "read": {"card": 3, "took": "B"}}, seen=seen)
    assert [event.kind for event in conflict.value.missing] == ["settled"]
    assert play.table.state.counts == (24, 25)


@pytest.mark.parametrize(
    "command", [{"type": "call", "card": 4}, {"type": "hand", "player": "A", "up": True}, {"type": "undo"}]
)
def test_a_page_cannot_have_seen_what_has_not_happened(play: Play, command: dict[str, object]) -> None:
    play.read(3, "A")
    now = play.table.seq
    with pytest.raises(Conflict) as conflict:
        play.do(command, seen=now + 1)
    assert (conflict.value.head, conflict.value.missing) == (now, ())
    assert play.table.seq == now


def test_a_hand_that_went_up_meanwhile_stops_nobody_from_entering_a_read(play: Play) -> None:
    play.do({"type": "call", "card": 3})
    seen = play.table.seq
    play.do({"type": "hand", "player": "B", "up": True})
    play.do({"type": "settle", "read": {"card": 3, "took": "A"}}, seen=seen)
    assert play.table.state.counts == (24, 25)
    assert play.table.state.hands == (False, True)


def test_a_hand_goes_up_however_old_the_page_is(play: Play) -> None:
    seen = play.table.seq
    play.read(3, "A")
    entered = play.do({"type": "hand", "player": "A", "up": True}, seen=seen)
    assert entered.moves_reader
    again = play.do({"type": "hand", "player": "A", "up": True})
    assert again.events == ()
    assert not again.moves_reader


def test_a_send_goes_where_the_receiver_wants_it(play: Play) -> None:
    play.read(30, "A")
    entered = play.send(5, "left", "middle")
    assert entered.table.state.counts == (24, 25)
    layout = entered.table.state.layout[B]
    slot = layout.slot_of(5)
    assert slot is not None
    assert str(slot).startswith("左中")
    assert slot.ordinal == len(layout.row(slot.row, slot.end))


def test_a_sent_card_can_be_put_outside_of_another(play: Play) -> None:
    play.read(30, "A")
    before = play.table.state.layout[B]
    outermost = before.card_at(Slot.parse("右下1"))
    assert outermost is not None
    place = {"end": "right", "row": "lower", "outside": outermost}
    entered = play.do({"type": "send", "card": 5, "place": place})
    after = entered.table.state.layout[B]
    assert after.card_at(Slot.parse("右下1")) == 5
    row = [card for card, _ in before.row(Slot.parse("右下1").row, Slot.parse("右下1").end)]
    assert [card for card, _ in after.row(Slot.parse("右下1").row, Slot.parse("右下1").end)] == [5, *row]


def test_a_card_is_moved_on_its_own_side(play: Play) -> None:
    play.do({"type": "move", "card": 7, "place": {"end": "right", "row": "float"}})
    assert play.table.state.start_layout[A].slot_of(7) == Slot.parse("浮右1")
    with pytest.raises(Refused) as refused:
        play.do({"type": "move", "card": 99, "place": {"end": "right", "row": "float"}})
    assert refused.value.code is Why.MOVED_NOT_HELD


def test_what_the_rules_refuse_is_not_stored(play: Play) -> None:
    play.do({"type": "call", "card": DEAD[0]})
    seq = play.table.seq
    with pytest.raises(Refused) as refused:
        play.do({"type": "settle", "read": {"card": DEAD[0], "took": "A"}})
    assert refused.value.code is Why.TOOK_DEAD_CARD
    assert play.table.seq == seq


def test_undo_is_many_deep_and_goes_past_the_end(play: Play) -> None:
    counts = [play.table.state.counts]
    for card in range(1, 26):
        play.read(card, "A")
        counts.append(play.table.state.counts)
    assert play.table.state.result is not None
    for card, expected in reversed(list(enumerate(counts[:-1], 1))):
        play.do({"type": "undo"})
        assert (play.table.state.counts, play.table.state.called) == (expected, card)
        play.do({"type": "undo"})
        assert (play.table.state.counts, play.table.state.called) == (expected, None)
    with pytest.raises(Refused):
        play.do({"type": "undo"})
    for expected in counts[1:]:
        play.do({"type": "redo"})
        play.do({"type": "redo"})
        assert play.table.state.counts == expected
    assert play.table.state.result is not None


def test_a_poem_that_was_typed_is_the_first_thing_that_undo_takes_back(play: Play) -> None:
    """What was entered while it was being read goes before it, and what was entered earlier stays."""
    play.read(3, "A")
    play.do({"type": "call", "card": 4})
    play.do({"type": "move", "card": 5, "place": {"end": "left", "row": "upper"}})
    for called in (4, None):
        play.do({"type": "undo"})
        assert (play.table.state.called, len(play.table.state.reads)) == (called, 1)
    play.do({"type": "redo"})
    assert play.table.state.called == 4


def test_a_poem_typed_in_the_place_of_another_makes_that_one_final(play: Play) -> None:
    play.read(3, "A")
    for _ in range(2):
        play.do({"type": "undo"})
    play.do({"type": "call", "card": 4})
    with pytest.raises(Refused):
        play.do({"type": "redo"})


def test_where_a_reading_says_what_is_read_undo_takes_back_entries_alone(
    services: Services, play: Play
) -> None:
    play.read(3, "A")
    operations.follow(services, play.code, "abcdefg")
    operations.call(services, play.code, 4)
    play.do({"type": "undo"})
    assert play.table.state.called == 4


def test_editing_an_earlier_read_works_everything_out_again(play: Play) -> None:
    """Problem 30: read 7 of 30 was not A's own card kept, but taken by B, who sent one."""
    for card in range(1, 21):
        play.read(card, "A")
    for card in DEAD[:10]:
        play.read(card)
    before = play.table.state
    corrected = {"card": 7, "took": "B", "sent": [40]}
    play.do({"type": "correct", "index": 6, "read": corrected})
    after = play.table.state
    assert len(after.reads) == 30
    assert (after.counts[0] - before.counts[0], after.counts[1] - before.counts[1]) == (1, -1)
    assert after.held[A] >> 40 & 1


def test_an_impossible_edit_is_refused_naming_the_read_it_meets(play: Play) -> None:
    for card in (1, 2, 3, 4, 5, 6):
        play.read(card, "A")
    with pytest.raises(Refused) as refused:
        play.do({"type": "correct", "index": 1, "read": {"card": 4, "took": "A"}})
    assert refused.value.code is Why.COLLIDES
    assert refused.value.params["read"] == 3
    assert play.table.state.counts == (19, 25)


def test_a_correction_keeps_the_moves_that_can_still_have_been_made(play: Play) -> None:
    play.read(30, "A")
    play.send(5, "left", "lower")
    play.do({"type": "move", "card": 8, "place": {"end": "right", "row": "float"}})
    play.do({"type": "correct", "index": 0, "read": {"card": 30, "took": "A", "sent": [6]}})
    state = play.table.state
    assert state.layout[A].slot_of(8) == Slot.parse("浮右1")
    assert state.held[B] >> 6 & 1
    assert state.held[A] >> 5 & 1


def test_several_cards_float_at_one_end_and_the_file_counts_them(play: Play) -> None:
    play.read(DEAD[0], touched={"A": ["own", "opp"]})
    play.send(40, "left", "float")
    play.send(41, "left", "float")
    play.do({"type": "move", "card": 8, "place": {"end": "right", "row": "float"}})
    text = record.dumps(record.to_record(play.table.state))
    assert '"moved": {"A": {"8": "浮右1", "40": "浮左1", "41": "浮左2"}}' in text
    assert record.replay(record.parse(text.encode())).layout == play.table.state.layout


def laid(card: int, end: str = "left", row: str = "upper", outside: int | None = None) -> dict[str, object]:
    return {"card": card, "place": {"end": end, "row": row, "outside": outside}}


def test_a_correction_lays_its_cards_as_after_any_read(play: Play) -> None:
    """Innermost, or outside of a card; and the file of the match tells where they lie."""
    play.read(DEAD[0])
    play.read(3, "A")
    read = {"card": DEAD[0], "touched": {"A": ["own", "opp"]}, "sent": [40, 41]}
    places = [laid(40), laid(41, outside=40)]
    play.do({"type": "correct", "index": 0, "read": read, "laid": places})
    state = play.table.state
    upper = [card for card, _ in state.layout[A].row(Row.UPPER, End.LEFT)]
    assert upper[-2:] == [41, 40]
    assert state.unplaced == (0, 0)
    told = record.replay(record.parse(record.dumps(record.to_record(state)).encode()))
    assert told.layout == state.layout
    # the same again, said or not said where they lie, changes nothing
    assert play.do({"type": "correct", "index": 0, "read": read}).events == ()
    play.do({"type": "undo"})
    assert play.table.state.held[B] >> 40 & 1


def test_a_corrected_card_finds_a_place_that_nothing_came_to_later(play: Play) -> None:
    """The later card lies where the corrected one would have gone: it goes inside of it, and is not refused."""
    play.read(DEAD[0])
    play.read(DEAD[1], touched={"A": ["own"]})
    play.send(42, "left", "upper")
    before = play.table.state.layout[A].slot_of(42)
    read = {"card": DEAD[0], "touched": {"A": ["own", "opp"]}, "sent": [40, 41]}
    last = play.table.state.layout[A].row(Row.UPPER, End.LEFT)[-2][0]
    play.do({"type": "correct", "index": 0, "read": read, "laid": [laid(40), laid(41, outside=last)]})
    state = play.table.state
    assert state.layout[A].slot_of(42) == before
    assert {40, 41, 42} <= {card for card, _ in state.layout[A].row(Row.UPPER, End.LEFT)}
    assert state.unplaced == (0, 0)


def test_a_correction_to_fewer_or_another_sender_lets_the_cards_lie_where_they_lay(play: Play) -> None:
    start = play.table.state
    play.read(DEAD[0], touched={"A": ["own", "opp"]})
    play.send(40)
    play.send(41)
    fewer = {"card": DEAD[0], "touched": {"A": ["own"]}, "sent": [41]}
    kept = play.table.state.layout[A].slot_of(41)
    play.do({"type": "correct", "index": 0, "read": fewer})
    state = play.table.state
    assert state.layout[A].slot_of(41) == kept
    assert state.layout[B].slot_of(40) == start.layout[B].slot_of(40)
    other = {"card": DEAD[0], "touched": {"B": ["own"]}, "sent": [5]}
    play.do({"type": "correct", "index": 0, "read": other, "laid": [laid(5, "right", "lower")]})
    state = play.table.state
    assert state.layout[B].row(Row.LOWER, End.RIGHT)[-1][0] == 5
    assert state.layout[A] == start.layout[A].without(5)


def test_a_kept_move_into_a_slot_that_is_not_free_any_more_falls_away(play: Play) -> None:
    """A took the outermost card and laid another into its slot; if nobody took it, the other lies where it lay."""
    start = play.table.state.layout[A]
    first, second = (card for card, _ in start.row(Row.LOWER, End.RIGHT)[:2])
    other = start.row(Row.UPPER, End.LEFT)[0][0]
    play.read(first, "A")
    play.do({"type": "move", "card": other, "place": {"end": "right", "row": "lower", "outside": second}})
    assert play.table.state.layout[A].slot_of(other) == start.slot_of(first)
    play.do({"type": "correct", "index": 0, "read": {"card": first}})
    assert play.table.state.layout[A] == start


def test_a_read_can_be_declared_void_at_once_and_later(play: Play) -> None:
    play.read(3, None, void="the reader erred")
    play.read(4, "A")
    play.do({"type": "correct", "index": 1, "read": {"card": 4, "void": "a cat"}})
    state = play.table.state
    assert [read.void for read in state.reads] == ["the reader erred", "a cat"]
    assert state.counts == (25, 25)
    assert state.read == 0


def test_the_seed_of_a_deal_is_shown_with_the_end_and_not_before(services: Services) -> None:
    play = Play(services, opened(services, seed=SEED))
    assert play.table.state.opened.commitment == SEED.commitment()
    mine = play.table.state.opened.deal[0]
    for card in mine:
        assert play.table.state.seed is None
        last = play.read(card, "A")
    assert [event.kind for event in last.events] == ["settled", "seed_revealed"]
    assert play.table.state.seed == SEED.hex


def test_a_result_is_confirmed_until_the_match_changes(play: Play) -> None:
    with pytest.raises(Refused):
        play.do({"type": "confirm"})
    play.do({"type": "call", "card": 3})
    with pytest.raises(Refused) as being_read:
        play.do({"type": "confirm"})
    assert being_read.value.code is Why.NOTHING_OWED
    play.do({"type": "withdraw"})
    play.do({"type": "forfeit", "player": "B", "how": "concession"})
    play.do({"type": "confirm"})
    assert play.table.confirmed
    play.do({"type": "undo"})
    assert not play.table.confirmed
    assert play.table.state.result is None


def test_the_reader_calls_poems_at_a_table_and_never_fails_there(services: Services, play: Play) -> None:
    assert operations.call(services, play.code, 3).state.called == 3
    assert operations.call(services, play.code, 3).seq == 2
    play.do({"type": "settle", "read": {"card": 3, "took": "A"}})
    assert operations.call(services, play.code, 3).state.called is None
    assert operations.call(services, play.code, 4).state.called == 4
    assert operations.withdraw(services, play.code, 4).state.called is None


def test_a_table_follows_a_reading_or_reads_for_itself(services: Services, play: Play) -> None:
    assert play.table.manual
    assert operations.follow(services, play.code, "r1").reading == "r1"
    assert operations.follow(services, play.code, "r1").seq == 2
    assert operations.follow(services, play.code, None).manual


def test_two_referees_at_once_lose_nothing_and_double_nothing(services: Services, play: Play) -> None:
    """Both enter the same read at the same moment: one is stored, the other is told."""
    outcomes: list[str] = []
    for card in range(1, 11):
        play.do({"type": "call", "card": card})
        seen = play.table.seq

        def tap(card: int = card, seen: int = seen) -> None:
            try:
                play.do({"type": "settle", "read": {"card": card, "took": "A"}}, seen=seen)
                outcomes.append("stored")
            except Conflict:
                outcomes.append("conflict")

        threads = [threading.Thread(target=tap) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(outcomes) == ["conflict"] * 10 + ["stored"] * 10
    assert play.table.state.counts == (15, 25)


def test_tables_are_folded_from_what_is_stored_whoever_stored_it(services: Services, play: Play) -> None:
    fresh = Tables(services.store)
    for card in (1, 2, 3):
        play.read(card, "A")
        assert fresh.load(play.code) == play.table
    assert tables(services.store) is tables(services.store)
    with pytest.raises(NoSuchMatch):
        fresh.load("nobody")


def test_a_correction_that_owes_cards_names_them_or_says_that_none_was_sent(play: Play) -> None:
    play.read(DEAD[0])
    play.read(3, "A")
    read = {"card": DEAD[0], "touched": {"A": ["own", "opp"]}}
    for sent in ([], [40]):
        with pytest.raises(Refused) as refused:
            play.do({"type": "correct", "index": 0, "read": {**read, "sent": sent}})
        assert refused.value.code is Why.NOT_SENT
        assert refused.value.params == {"sender": "B", "cards": 2 - len(sent), "read": 0}
    play.do({"type": "correct", "index": 0, "read": read, "forgotten": True})
    assert play.table.state.counts == (24, 25)
    play.do({"type": "correct", "index": 0, "read": {**read, "sent": [40, 41]}})
    assert play.table.state.counts == (26, 23)


def test_the_cards_of_a_corrected_last_read_can_still_be_sent(play: Play) -> None:
    play.read(DEAD[0])
    play.do({"type": "correct", "index": 0, "read": {"card": DEAD[0], "touched": {"A": ["own", "opp"]}}})
    play.send(40)
    play.send(41)
    assert play.table.state.counts == (27, 23)
