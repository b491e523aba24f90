"""What the pages are shown: derived from the state, and only what the one who looks may see."""

from dataclasses import asdict

import pytest
from flask import Flask
from flask_babel import force_locale
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.karuta.explain import Because
from engine.karuta.player import PLAYERS
from engine.karuta.refused import Refused, Why
from poems import kimariji
from tests.support.match_table import A_CARDS, B_CARDS, DEAD, Play, opened
from webapp.matches import explanations, refusals
from webapp.matches.consequences import consequences
from webapp.matches.names import Names, card_name, card_names
from webapp.matches.past import before_read
from webapp.matches.plain import plain
from webapp.matches.reads import read_views
from webapp.matches.views import Stage, TableView, table_view
from webapp.services import Services

NAMES = Names(("小町", "業平"))


@pytest.fixture
def play(services: Services) -> Play:
    return Play(services, opened(services))


@pytest.fixture(autouse=True)
def in_english(app: Flask) -> object:
    with app.test_request_context(headers={"Accept-Language": "en"}):
        yield


def seen(play: Play, *, referee: bool = True) -> TableView:
    return table_view(play.table, referee=referee)


def test_a_table_waits_reads_sends_and_is_over(play: Play) -> None:
    assert seen(play).stage is Stage.WAITING
    play.do({"type": "call", "card": 30})
    assert seen(play).stage is Stage.READING
    play.do({"type": "settle", "read": {"card": 30, "took": "A"}})
    view = seen(play)
    assert view.stage is Stage.SENDING
    assert view.owed is not None
    assert (view.owed.sender, view.owed.receiver, view.owed.left) == ("A", "B", 1)
    assert view.says == "小町 sends 1 card: tap it."
    play.send(5)
    assert seen(play).stage is Stage.WAITING
    play.do({"type": "forfeit", "player": "A", "how": "concession"})
    view = seen(play)
    assert view.stage is Stage.OVER
    assert view.result is not None
    assert view.result.text == "業平 wins: 小町 gave up."


def test_the_poem_being_read_is_told_with_its_place(play: Play) -> None:
    play.do({"type": "call", "card": 30})
    view = seen(play)
    slot = play.table.state.layout[1].slot_of(30)
    assert slot is not None
    assert view.read is not None
    assert view.read.where == "B"
    assert view.read.place.startswith("B's side: ")
    assert view.read.place.endswith(str(slot.ordinal))
    assert view.read.kimariji == kimariji.full(30)


def test_a_dead_card_is_called_dead(play: Play) -> None:
    play.do({"type": "call", "card": DEAD[0]})
    view = seen(play)
    assert view.read is not None
    assert (view.read.where, view.read.place) == ("dead", "Dead card")
    assert view.previews is not None
    assert set(view.previews) == {"nobody"}
    assert view.previews["nobody"].text == "Nothing is sent."
    assert DEAD[0] in view.kimariji


def test_the_consequences_are_said_before_anything_is_entered(play: Play) -> None:
    play.do({"type": "call", "card": 30})
    previews = seen(play).previews
    assert previews is not None
    assert {key: one.short for key, one in previews.items()} == {
        "A": "A sends 1 card",
        "B": "Nothing is sent",
        "nobody": "Nothing is sent",
    }
    assert previews["A"].owed is not None
    assert play.table.seq == 2


def test_kara_dabu_is_said_in_words(play: Play) -> None:
    play.do({"type": "call", "card": DEAD[0]})
    entered = play.do(
        {"type": "settle", "read": {"card": DEAD[0], "touched": {"A": [], "B": ["own", "opp"]}}}
    )
    (view,) = read_views(entered.table.state)
    assert view.text == "Dead card. 業平 touched both sides. Kara-dabu: 業平. 小町 sends 2 cards."


def test_spectators_see_the_field_and_not_what_the_referee_considers(play: Play) -> None:
    play.read(30, "A")
    play.do({"type": "call", "card": 31})
    view = seen(play, referee=False)
    assert view.previews is None
    assert view.undo is None
    assert view.redo is None
    assert view.read is not None
    assert asdict(view)["sides"] == asdict(seen(play))["sides"]


def test_undo_is_named_by_what_it_takes_back(play: Play) -> None:
    assert seen(play).undo is None
    play.read(30, "A")
    assert seen(play).undo == "ありあ: 小町"
    play.send(5)
    assert seen(play).undo == "sent: おく"
    play.do({"type": "undo"})
    assert (seen(play).undo, seen(play).redo) == ("ありあ: 小町", "sent: おく")
    play.do({"type": "call", "card": 17})
    assert seen(play).undo == "poem ちは"


def test_what_was_noted_of_a_read_is_there_again_when_it_is_undone(play: Play) -> None:
    touched = {"A": ["opp"], "B": ["own", "opp"]}
    play.read(30, "A", touched=touched, wrong_hand=["B"])
    assert seen(play).noted is None
    play.do({"type": "undo"})
    noted = seen(play).noted
    assert noted is not None
    assert (noted["card"], noted["touched"], noted["wrong_hand"]) == (30, touched, ["B"])
    assert plain(seen(play))["noted"] == noted
    assert seen(play, referee=False).noted is None
    play.do({"type": "undo"})
    play.do({"type": "call", "card": 31})
    assert seen(play).noted is None


def test_a_card_that_nobody_took_is_marked_and_one_that_came_over_is_fresh(play: Play) -> None:
    play.read(30)
    play.read(31, "A")
    play.send(5)
    view = seen(play)
    assert view.spent == (30,)
    assert view.fresh == (5,)
    assert any(laid.card == 30 for laid in view.sides["B"])


def test_what_became_shorter_is_told_for_cards_on_the_field(play: Play) -> None:
    # 18 (す) is alone; 2 はるす and 96 はなさ, 9 はなの share は
    play.read(2, "A")
    assert seen(play).changes == ()
    play.read(96)
    assert "はなの → はな" in seen(play).changes


def test_every_change_of_an_earlier_read_leaves_a_line_with_old_and_new(play: Play) -> None:
    play.read(7, "A")
    play.do({"type": "correct", "index": 0, "read": {"card": 7, "took": "B", "sent": [40]}})
    (view,) = read_views(play.table.state)
    old, new = view.notes[0].removeprefix("Corrected: ").split(" → ")
    assert old == "あまの: 小町"
    assert new.startswith("あまの: 業平; sent: ")
    play.do({"type": "undo"})
    (view,) = read_views(play.table.state)
    assert view.notes == ()


def test_a_change_that_no_sentence_tells_of_does_not_say_that_nothing_changed(play: Play) -> None:
    play.read(30, "A")
    play.send(5)
    (before,) = read_views(play.table.state)
    play.do(
        {
            "type": "correct",
            "index": 0,
            "read": {"card": 30, "took": "A", "sent": [5]},
            "laid": [{"card": 5, "place": {"end": "right", "row": "lower"}}],
        }
    )
    (view,) = read_views(play.table.state)
    assert view.text == before.text
    (note,) = view.notes
    assert note.startswith("Corrected in what this does not tell, such as places: ")
    assert "→" not in note


def test_a_read_that_nobody_entered_says_so(services: Services, play: Play) -> None:
    play.do({"type": "call", "card": 30})
    play.do({"type": "call", "card": 31})
    (view,) = read_views(play.table.state)
    assert view.notes == ("Nobody entered it before the reader went on.",)
    assert view.took == "nobody"
    (missed,) = seen(play).missed
    assert (missed.index, missed.text) == (0, "ありあ was not entered: enter it now")
    assert seen(play, referee=False).missed == ()
    play.do({"type": "correct", "index": 0, "read": {"card": 30, "took": "B"}})
    assert seen(play).missed == ()
    assert play.table.state.counts == (25, 24)


def test_every_read_that_nobody_entered_is_told_until_it_is(play: Play) -> None:
    for card in (30, 31, 32):
        play.do({"type": "call", "card": card})
    assert [missed.index for missed in seen(play).missed] == [0, 1]
    play.do({"type": "settle", "read": {"card": 32, "took": "B"}})
    assert [missed.index for missed in seen(play).missed] == [0, 1]
    play.do({"type": "settle", "read": {"card": 31, "took": "B"}})
    assert [missed.index for missed in seen(play).missed] == [0]
    play.do({"type": "correct", "index": 0, "read": {"card": 30, "took": "B"}})
    assert seen(play).missed == ()
    assert play.table.state.counts == (25, 22)


def test_a_read_passed_over_after_an_end_that_was_undone_is_told(play: Play) -> None:
    play.do({"type": "call", "card": 30})
    play.do({"type": "forfeit", "player": "A", "how": "concession"})
    play.do({"type": "call", "card": 31})
    play.do({"type": "undo"})
    assert seen(play).stage is Stage.READING
    play.do({"type": "call", "card": 32})
    state = play.table.state
    told = [state.reads[missed.index].card for missed in seen(play).missed]
    assert told == [read.card for read in state.reads] == [30, 31]


def test_a_send_that_the_reader_went_past_is_told_until_it_is_entered(play: Play) -> None:
    play.read(DEAD[0], None, touched={"A": ["own", "opp"]})
    play.send(40)
    assert seen(play).missed == ()
    play.do({"type": "call", "card": 3})
    (missed,) = seen(play).missed
    assert missed.index == 0
    assert missed.text.endswith(": a card owed was not sent. Enter it now")
    play.do({"type": "settle", "read": {"card": 3, "took": "A"}})
    assert [one.index for one in seen(play).missed] == [0]
    read = {"card": DEAD[0], "touched": {"A": ["own", "opp"]}, "sent": [40, 41]}
    play.do({"type": "correct", "index": 0, "read": read})
    assert seen(play).missed == ()
    assert play.table.state.counts == (26, 23)


def test_a_send_forgone_in_words_is_not_told_again(play: Play) -> None:
    play.read(30, "A")
    play.do({"type": "forgo"})
    play.do({"type": "call", "card": 3})
    assert seen(play).missed == ()


def test_what_a_late_entry_owes_is_told_once_the_next_read_is_entered(play: Play) -> None:
    play.do({"type": "call", "card": 30})
    play.do({"type": "call", "card": 31})
    with pytest.raises(Refused):
        play.do({"type": "correct", "index": 0, "read": {"card": 30, "took": "A"}})
    play.do({"type": "correct", "index": 0, "read": {"card": 30, "took": "A"}, "forgotten": True})
    play.do({"type": "settle", "read": {"card": 31, "took": "B"}})
    assert [one.index for one in seen(play).missed] == [0]


def test_a_forgotten_send_is_a_note_only_once_it_is_lost(play: Play) -> None:
    play.read(30, "A")
    assert read_views(play.table.state)[0].notes == ()
    play.do({"type": "call", "card": 31})
    assert read_views(play.table.state)[0].notes == ("A send was forgotten.",)


def test_an_earlier_read_is_shown_as_it_stood(play: Play) -> None:
    play.read(30, "A")
    play.send(5)
    play.read(5, "B")
    then = before_read(play.table.state, 1)
    assert then.called == 5
    assert then.counts == (24, 25)
    assert set(consequences(then, NAMES)) == {"A", "B", "nobody"}
    with pytest.raises(IndexError):
        before_read(play.table.state, 2)


def test_namesakes_are_told_apart() -> None:
    assert Names.of(("佐藤", "佐藤")).shown == ("佐藤 (A)", "佐藤 (B)")
    assert Names.of((None, "佐藤")).shown == ("A", "佐藤")


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_view_shows_every_card_once_and_counts_what_it_shows(
    services: Services, data: st.DataObject
) -> None:
    play = Play(services, opened(services))
    for _ in range(data.draw(st.integers(0, 6))):
        state = play.table.state
        card = data.draw(st.sampled_from([n for n in range(1, 101) if not state.read >> n & 1]))
        took = data.draw(st.sampled_from([None, "A", "B"])) if state.side(card).owner is not None else None
        play.read(card, took)
        if play.table.state.pending is not None and data.draw(st.booleans()):
            sender = play.table.state.pending.sender
            held = [n for n in range(1, 101) if play.table.state.held[sender] >> n & 1]
            play.send(
                data.draw(st.sampled_from(held)), "right", data.draw(st.sampled_from(["upper", "float"]))
            )
    view = table_view(play.table, referee=True)
    for player in PLAYERS:
        laid = [one.card for one in view.sides[player.name]]
        assert len(laid) == len(set(laid)) == view.counts[player.name]
        assert sorted(laid) == [n for n in range(1, 101) if play.table.state.held[player] >> n & 1]
    assert set(view.spent) <= {one.card for side in view.sides.values() for one in side}
    assert set(A_CARDS) | set(B_CARDS) >= {one.card for side in view.sides.values() for one in side}


def test_every_statement_and_every_refusal_has_its_sentence(play: Play) -> None:
    known = {*explanations._PLAIN, *explanations._COUNTED}
    assert known == set(Because)
    assert set(refusals._REFUSALS) == set(Why)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ({"type": "forgo"}, "Nobody owes a card here."),
        ({"type": "undo"}, "There is nothing more to undo."),
        ({"type": "settle", "read": {"card": 99, "took": "A"}}, "はなさ is a dead card: nobody can take it."),
        ({"type": "withdraw"}, "No poem is being read."),
        ({"type": "correct", "index": 4, "read": {"card": 1}}, "There is no read 5."),
    ],
)
def test_a_refusal_is_a_sentence(play: Play, command: dict[str, object], sentence: str) -> None:
    command = {**command, "read": {"card": 96, "took": "A"}} if command["type"] == "settle" else command
    with pytest.raises(Refused) as refused:
        play.do(command)
    assert refusals.refusal(refused.value, NAMES) == sentence


def test_a_collision_names_the_read_counted_from_one_and_why(play: Play) -> None:
    for card in (1, 2, 3, 4):
        play.read(card, "A")
    with pytest.raises(Refused) as refused:
        play.do({"type": "correct", "index": 1, "read": {"card": 4, "took": "A"}})
    text = refusals.refusal(refused.value, NAMES)
    assert text == "Then read 4 could not have happened: The card たご was taken already, in read 2."


def test_a_hand_that_is_up_is_not_said_twice(play: Play) -> None:
    play.read(3, "A")
    before = seen(play).says
    play.do({"type": "hand", "player": "A", "up": True})
    assert seen(play).says == before
    assert seen(play).heard.endswith("hand up, the reader waits")


def test_cards_are_listed_with_the_comma_of_the_page(app: Flask) -> None:
    told = {}
    for language in ("en", "ja", "ru"):
        with app.test_request_context("/"), force_locale(language):
            told[language] = card_names((73, 91))
    a, b = card_name(73), card_name(91)
    assert told == {"en": f"{a}, {b}", "ja": f"{a}、{b}", "ru": f"{a}, {b}"}
