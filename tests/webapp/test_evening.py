"""A reading and the tables that follow it: poems are called there, and a hand there makes the reader wait."""

import re
from pathlib import Path

import pytest

from engine.karuta.player import Player
from tests.support.club import PageClient
from tests.support.match_table import Play, opened, post
from tests.support.sound_page import SilentStudio, SoundPage, order
from webapp import evening
from webapp.reading import operations as readings
from webapp.reading import studio as studios
from webapp.services import Services


@pytest.fixture
def reader(
    client: PageClient, services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> SoundPage:
    """The page of a reading of the hundred by number without an opener, that has not begun."""
    monkeypatch.setattr(readings, "GUARD", 0.0)
    studios.use(services, SilentStudio(tmp_path / "clips"))
    return SoundPage(client, order(client, order="number", joka="0"))


@pytest.fixture
def tables(services: Services, reader: SoundPage) -> tuple[Play, Play]:
    """Two tables that follow the reading; A holds 1 to 25 and B 26 to 50 at both."""
    codes = (opened(services), opened(services))
    for code in codes:
        evening.follow(services, code, reader.reading, "test")
    return Play(services, codes[0]), Play(services, codes[1])


def raise_hand(client: PageClient, play: Play, player: str, *, up: bool) -> None:
    """Tap the hand on a table's board."""
    answer = post(client, play.code, {"type": "hand", "player": player, "up": up}, play.table.seq)
    assert answer.status_code == 200, answer.text


def test_a_poem_begins_at_the_tables_with_its_own_first_sound(
    reader: SoundPage, tables: tuple[Play, Play]
) -> None:
    reader.start()
    assert [play.table.state.called for play in tables] == [None, None]
    reader.play()
    assert [play.table.state.called for play in tables] == [1, 1]
    reader.do("next")
    reader.play(until="ended 0")  # the lower half of poem 1
    assert [play.table.state.called for play in tables] == [1, 1]
    call = reader.state()["call"]
    reader.report("began", call=call["number"], place=1)
    assert [play.table.state.called for play in tables] == [2, 2]


def test_a_table_that_has_entered_the_take_is_left_alone(
    reader: SoundPage, tables: tuple[Play, Play]
) -> None:
    reader.start()
    reader.play(until="began 0")
    quick, slow = tables
    quick.do({"type": "settle", "read": {"card": 1, "took": "A"}})
    call = reader.state()["call"]
    reader.report("deciding", call=call["number"])
    reader.report("ended", call=call["number"], place=0)
    assert (quick.table.state.called, slow.table.state.called) == (None, 1)
    assert len(quick.table.state.reads) == 1


def test_the_reader_waits_while_any_table_has_its_hand_up(
    client: PageClient, reader: SoundPage, tables: tuple[Play, Play]
) -> None:
    one, other = tables
    reader.start()
    reader.play(until="began 0")
    raise_hand(client, one, "A", up=True)
    state = reader.state()
    assert (state["phase"], state["waiting"]) == ("speaking", True)  # what has begun is read to its end
    call = state["call"]["number"]
    reader.report("deciding", call=call)
    reader.report("ended", call=call, place=0)
    reader.report("over", call=call)
    raise_hand(client, other, "B", up=True)
    found = reader.refused("next")
    assert (found["refused"], found["message"]) == ("hand_up", "The reader waits: hands are up at 2 tables.")
    raise_hand(client, one, "A", up=False)
    assert reader.refused("next")["message"] == "The reader waits: a hand is up at 1 table."
    raise_hand(client, other, "B", up=False)
    assert reader.do("next")["phase"] == "speaking"


def test_the_reading_page_knows_which_tables_follow_and_whose_hand_is_up(
    client: PageClient, reader: SoundPage, tables: tuple[Play, Play]
) -> None:
    raise_hand(client, tables[1], "A", up=True)
    found = reader.state()["tables"]
    assert [(table["code"], table["hand_up"]) for table in found] == [
        (tables[0].code, False), (tables[1].code, True)
    ]  # fmt: skip
    assert found[0]["names"] == "小町 – 業平"


def test_a_hand_up_before_a_table_follows_counts_from_then_on(
    client: PageClient, services: Services, reader: SoundPage
) -> None:
    play = Play(services, opened(services))
    raise_hand(client, play, "A", up=True)
    reader.start()
    reader.play()
    evening.follow(services, play.code, reader.reading, "test")
    assert reader.refused("next")["refused"] == "hand_up"
    evening.follow(services, play.code, None, "test")
    assert reader.do("next")["phase"] == "speaking"
    assert reader.state()["tables"] == []


def test_a_finished_match_holds_nobody_up(
    client: PageClient, services: Services, reader: SoundPage, tables: tuple[Play, Play]
) -> None:
    reader.start()
    reader.play()
    raise_hand(client, tables[0], "A", up=True)
    answer = post(
        client, tables[0].code, {"type": "forfeit", "player": "A", "how": "concession"}, tables[0].table.seq
    )
    assert answer.status_code == 200, answer.text
    assert reader.do("next")["phase"] == "speaking"


def test_a_poem_taken_back_is_taken_back_at_the_tables(reader: SoundPage, tables: tuple[Play, Play]) -> None:
    reader.start()
    reader.play(until="began 0")
    assert tables[0].table.state.called == 1
    reader.do("hold")
    reader.do("back")
    assert [play.table.state.called for play in tables] == [None, None]
    reader.do("next")
    reader.play(until="began 0")
    assert [play.table.state.called for play in tables] == [1, 1]


def test_what_was_lost_between_the_two_logs_is_mended_by_the_next_fact(
    services: Services, reader: SoundPage, tables: tuple[Play, Play], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader.start()
    with monkeypatch.context() as cut:  # as if the server had been killed after the first of the two
        cut.setattr(evening, "reading_moved", lambda *_: None)
        reader.play(until="began 0")
    assert [play.table.state.called for play in tables] == [None, None]
    reader.report("deciding", call=reader.state()["call"]["number"])
    assert [play.table.state.called for play in tables] == [1, 1]
    # a hand that went up at the table, which knows nothing of readings
    tables[0].do({"type": "hand", "player": "A", "up": True})
    call = reader.state()["call"]["number"]
    reader.report("ended", call=call, place=0)
    reader.report("over", call=call)
    # the page is told of the hand first, and refused once it knows
    assert [event["kind"] for event in reader.send({"do": "next"}).get_json()["events"]] == ["hand_raised"]
    assert reader.refused("next")["refused"] == "hand_up"


def test_doing_it_again_changes_nothing(
    services: Services, reader: SoundPage, tables: tuple[Play, Play]
) -> None:
    reader.start()
    reader.play()
    before = [play.table.seq for play in tables], readings.book(services).load(reader.reading).seq
    for _ in range(3):
        desk = evening.count_hands(services, reader.reading)
        evening.reading_moved(services, desk)
        for play in tables:
            evening.table_moved(services, play.table)
            evening.follow(services, play.code, reader.reading, "test")
    assert ([play.table.seq for play in tables], readings.book(services).load(reader.reading).seq) == before


def test_tables_of_another_reading_hear_nothing(
    client: PageClient, services: Services, reader: SoundPage, tables: tuple[Play, Play]
) -> None:
    other = SoundPage(client, order(client, order="number", joka="0"))
    other.start()
    other.play()
    assert [play.table.state.called for play in tables] == [None, None]
    raise_hand(client, tables[0], "A", up=True)
    assert other.do("next")["phase"] == "speaking"
    assert tables[0].table.state.hands[Player.A]


def test_a_table_opened_from_a_reading_follows_it(client: PageClient, reader: SoundPage) -> None:
    other = order(client, order="number", joka="0")
    link = re.search(r'href="(/matches/new\?reading=[^"]+)"', client.get(f"/readings/{reader.reading}").text)
    assert link is not None
    form = client.get(link[1]).text
    assert (
        re.findall(r'<option value="([^"]*)" selected>', form.partition('id="reading"')[2])[0]
        == reader.reading
    )
    assert f'value="{other}"' in form


def test_a_new_match_follows_what_is_played_and_nothing_silent(
    client: PageClient, services: Services, tmp_path: Path
) -> None:
    def chosen() -> str:
        field = client.get("/matches/new").text.partition('id="reading"')[2]
        return str(re.findall(r'<option value="([^"]*)" selected>', field)[0])

    studios.use(services, SilentStudio(tmp_path / "clips"))
    silent, played = (order(client, order="number", joka="0") for _ in range(2))
    assert chosen() == ""
    SoundPage(client, silent).start()
    assert chosen() == silent
    assert played != silent


def owes(reader: SoundPage) -> list[str]:
    """What the reading page is told that its tables still owe the last read."""
    return [table["owes"] for table in reader.state()["tables"]]


def test_the_reader_goes_on_by_itself_only_when_every_table_has_entered_its_read(
    reader: SoundPage, tables: tuple[Play, Play]
) -> None:
    one, other = tables
    reader.start()
    reader.play(until="began 0")
    assert owes(reader) == ["", ""]  # while the poem sounds nobody is late
    call = reader.state()["call"]["number"]
    reader.report("deciding", call=call)
    reader.report("ended", call=call, place=0)
    reader.report("over", call=call)
    assert owes(reader) == ["read", "read"]
    one.do({"type": "settle", "read": {"card": 1, "took": "A"}})
    state = reader.do("next", by_itself=True)
    assert (state["phase"], owes(reader)) == ("play", ["", "read"])
    other.do({"type": "settle", "read": {"card": 1, "took": "A"}})
    assert reader.do("next", by_itself=True)["phase"] == "speaking"


def test_the_reader_goes_on_by_itself_only_when_no_card_is_owed(
    reader: SoundPage, tables: tuple[Play, Play]
) -> None:
    one, other = tables
    reader.start()
    reader.play()
    other.do({"type": "settle", "read": {"card": 1, "took": "A"}})
    one.do({"type": "settle", "read": {"card": 1, "took": "B"}})  # from A's field: B sends a card
    assert owes(reader) == ["send", ""]
    assert reader.do("next", by_itself=True)["phase"] == "play"
    one.send(26)
    assert reader.do("next", by_itself=True)["phase"] == "speaking"


def test_a_person_may_go_on_before_the_tables_are_done(reader: SoundPage, tables: tuple[Play, Play]) -> None:
    reader.start()
    reader.play()
    assert owes(reader) == ["read", "read"]
    assert reader.do("next")["phase"] == "speaking"


def test_a_table_with_cards_that_are_never_read_is_told_before_the_first_poem(
    client: PageClient, services: Services, reader: SoundPage
) -> None:
    reading = order(client, cards="own", own_cards="1-40", absent="7")
    code = opened(services)
    evening.follow(services, code, reading, "test")
    (table,) = client.get(f"/readings/{reading}/state").get_json()["tables"]
    assert sorted(table["never"]) == [7, *range(41, 51)]
    evening.follow(services, code, reader.reading, "test")
    (table,) = reader.state()["tables"]
    assert table["never"] == []


def test_the_cards_of_tonights_tables_can_be_taken_for_the_check(
    client: PageClient, services: Services, reader: SoundPage
) -> None:
    opened(services)
    (laid,) = evening.laid_out(services)
    assert laid.cards == tuple(range(1, 51))
    assert (
        f'<option value="{",".join(map(str, laid.cards))}">{laid.names}</option>'
        in client.get("/readings/new").text
    )


def at_the_table(client: PageClient, play: Play) -> tuple[str, str]:
    """What the board says, and what stands where the poem will."""
    view = client.get(f"/matches/{play.code}/state").get_json()
    return view["says"], view["reader"]


def test_a_table_says_what_the_reader_does_before_the_first_poem(
    client: PageClient, services: Services, reader: SoundPage
) -> None:
    opening = SoundPage(client, order(client, order="number", joka="1"))
    play = Play(services, opened(services))
    evening.follow(services, play.code, opening.reading, "test")
    assert at_the_table(client, play) == ("The reader has not begun.",) * 2
    opening.start()
    assert at_the_table(client, play) == ("The opener is being read.",) * 2
    opening.play(until="began 1")
    assert at_the_table(client, play) == ("The opener is being read.",) * 2
    opening.do("hold")
    assert at_the_table(client, play) == ("The reader is held.",) * 2
    opening.do("resume")
    call = opening.state()["call"]["number"]
    opening.report("ended", call=call, place=1)
    opening.report("began", call=call, place=2)
    assert at_the_table(client, play) == ("Who took it?", "")
    late = Play(services, opened(services))
    evening.follow(services, late.code, opening.reading, "test")
    opening.report("deciding", call=call)
    assert at_the_table(client, late)[0] == "Who took it?"


def test_a_board_follows_its_reader_until_the_first_poem_and_may_lose_it(
    client: PageClient, reader: SoundPage, tables: tuple[Play, Play]
) -> None:
    page = client.get(f"/matches/{tables[0].code}/watch").text
    assert f'"reader_topic": "reading:{reader.reading}"' in page
    assert re.search(rf'"mark": "[0-9a-f]+,match:{tables[0].code}=\d+,reading:{reader.reading}=\d+"', page)


@pytest.mark.parametrize(
    "command",
    [
        {"type": "call", "card": 30},
        {"type": "withdraw"},
        {"type": "settle", "read": {"card": 30, "took": "A"}},
    ],
    ids=lambda command: str(command["type"]),
)
def test_a_table_that_follows_is_not_told_by_hand_what_is_read(
    client: PageClient, services: Services, tables: tuple[Play, Play], command: dict[str, object]
) -> None:
    play, _ = tables
    before = play.table.seq
    answer = post(client, play.code, command, before)
    assert (answer.status_code, answer.get_json()["refused"], play.table.seq) == (422, "reading_says", before)
    assert "choose “Somebody else reads” first" in answer.get_json()["message"]
    evening.follow(services, play.code, None, "test")
    assert post(client, play.code, {"type": "call", "card": 30}, play.table.seq).status_code == 200
    assert post(client, play.code, command, play.table.seq).get_json().get("refused") != "reading_says"


def test_what_the_reader_passed_over_is_entered_at_a_table_that_follows(
    client: PageClient, reader: SoundPage, tables: tuple[Play, Play]
) -> None:
    play, _ = tables
    reader.start()
    reader.play()
    reader.do("next")
    reader.play()
    assert play.table.state.called == 2
    for card in (2, 1):  # the poem that was called, then the one that nobody entered
        answer = post(
            client, play.code, {"type": "settle", "read": {"card": card, "took": "A"}}, play.table.seq
        )
        assert answer.status_code == 200, answer.text
    assert [read.took for read in play.table.state.reads] == [Player.A, Player.A]
