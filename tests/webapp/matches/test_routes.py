"""The pages and commands of matches as browsers meet them."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from werkzeug.test import TestResponse

from engine.karuta import record as records
from engine.karuta.refused import Why
from poems.anthology import POEMS
from poems.chance import Seed
from tests.support.club import HOST, PHONE, PageClient, client_at, enter
from tests.support.match_table import DEAD, Play, new_id, opened, post
from tests.support.sound_page import SilentStudio, order
from webapp import evening
from webapp.access.roles import Role
from webapp.cli import main
from webapp.club.demo import fill_if_empty
from webapp.matches import operations
from webapp.reading import studio as studios
from webapp.results import latest
from webapp.services import Services

SEED = Seed.from_hex("00112233445566778899aabbccddeeff")


@pytest.fixture
def play(services: Services) -> Play:
    return Play(services, opened(services))


def page_data(text: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="page">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    value = json.loads(found[1])
    assert isinstance(value, dict)
    return value


def test_the_board_comes_with_its_state_and_goes_on_from_there(client: PageClient, play: Play) -> None:
    play.read(3, "A")
    text = client.get(f"/matches/{play.code}/board").text
    page = page_data(text)
    assert page["view"]["counts"] == {"A": 24, "B": 25}  # type: ignore[index]
    assert page["view"]["seq"] == 3  # type: ignore[index]
    assert str(page["mark"]).endswith(f",match:{play.code}=3")
    assert "style=" not in text
    assert 'type="module"' in text


def test_a_command_is_answered_with_the_new_state(client: PageClient, play: Play) -> None:
    answer = post(client, play.code, {"type": "call", "card": 30}, 1)
    assert answer.status_code == 200
    body = answer.json
    assert body["seq"] == 2
    assert [event["kind"] for event in body["events"]] == ["called"]
    assert body["repeated"] is False
    assert body["view"]["stage"] == "reading"
    assert body["view"]["previews"]["A"]["owed"] == {"sender": "A", "count": 1}


def test_a_command_sent_again_is_answered_the_same(client: PageClient, play: Play) -> None:
    name = new_id()
    first = post(client, play.code, {"type": "call", "card": 30}, 1, name).json
    again = post(client, play.code, {"type": "call", "card": 30}, 1, name).json
    assert again["repeated"] is True
    assert (again["seq"], again["events"]) == (first["seq"], first["events"])


def test_a_stale_command_gets_what_it_missed_and_the_state(client: PageClient, play: Play) -> None:
    play.read(3, "A")
    answer = post(client, play.code, {"type": "call", "card": 30}, 1)
    assert answer.status_code == 409
    assert [event["kind"] for event in answer.json["events"]] == ["called", "settled"]
    assert answer.json["view"]["counts"] == {"A": 24, "B": 25}


def test_a_refusal_says_why_in_the_page_s_language(client: PageClient, play: Play) -> None:
    play.do({"type": "call", "card": DEAD[0]})
    command = {"type": "settle", "read": {"card": DEAD[0], "took": "B"}}
    answer = post(client, play.code, command, 2)
    assert answer.status_code == 422
    assert answer.json["refused"] == Why.TOOK_DEAD_CARD
    english = answer.json["message"]
    for language in ("ja", "ru"):
        client.set_cookie("language", language)
        message = post(client, play.code, command, 2).json["message"]
        assert message
        assert message != english


@pytest.mark.parametrize(
    "command",
    [
        {"type": "nonsense"},
        {"type": "call"},
        {"type": "call", "card": 0},
        {"type": "call", "card": 101},
        {"type": "call", "card": "3"},
        {"type": "call", "card": True},
        {"type": "call", "card": 3, "more": 1},
        {"type": "settle", "read": {"card": 3, "took": "C"}},
        {"type": "settle", "read": {"card": 3, "touched": {"A": ["left"]}}},
        {"type": "settle", "read": {"card": 3, "touched": {"A": ["own", "own", "own"]}}},
        {"type": "settle", "read": {"card": 3, "override": {"net": 5, "sender": "A"}}},
        {"type": "settle", "read": {"card": 3, "contact": [{"by": "A"}]}},
        {"type": "settle", "read": {"card": 3, "void": "x" * 201}},
        {"type": "send", "card": 3, "place": {"end": "top", "row": "upper"}},
        {"type": "hand", "player": "A", "up": 1},
        {"type": "correct", "index": -1, "read": {"card": 3}},
        {"type": "forfeit", "player": "A", "how": "tired"},
    ],
)
def test_a_body_that_does_not_fit_is_answered_422_and_stores_nothing(
    client: PageClient, play: Play, command: dict[str, object]
) -> None:
    answer = post(client, play.code, command, 1)
    assert answer.status_code == 422
    assert answer.json["refused"] == "body"
    assert play.table.seq == 1


@pytest.mark.parametrize(
    ("read", "code"),
    [
        ({"card": 30, "touched": {"A": ["own", "own"]}}, 422),
        ({"card": 30, "cards_touched": {"A": [99]}}, 422),
        ({"card": 30, "contact": [{"by": "A", "on": "A"}]}, 422),
        ({"card": 30, "override": {"net": 1, "sender": None}}, 422),
        ({"card": 30, "override": {"net": 0, "sender": "A"}}, 422),
        ({"card": 30, "void": "   "}, 200),
    ],
)
def test_facts_that_contradict_themselves_are_no_server_error(
    client: PageClient, play: Play, read: dict[str, object], code: int
) -> None:
    play.do({"type": "call", "card": 30})
    answer = post(client, play.code, {"type": "settle", "read": read}, 2)
    assert answer.status_code == code
    if code == 422:
        assert answer.json["message"]
    preview = client.script(f"/matches/{play.code}/preview", {"read": read, "index": None})
    assert preview.status_code in (200, 422)


def test_the_preview_changes_nothing(client: PageClient, play: Play) -> None:
    play.do({"type": "call", "card": DEAD[0]})
    question = {"read": {"card": DEAD[0], "touched": {"A": [], "B": ["own", "opp"]}}, "index": None}
    answer = client.script(f"/matches/{play.code}/preview", question)
    assert answer.json["follows"]["nobody"]["owed"] == {"sender": "A", "count": 2}
    assert "Kara-dabu" in answer.json["follows"]["nobody"]["text"]
    assert play.table.seq == 2


def test_an_earlier_read_comes_with_its_facts_and_its_field(client: PageClient, play: Play) -> None:
    play.read(30, "A", touched={"A": ["opp"], "B": []})
    play.send(5)
    play.read(6, "A")
    answer = client.get(f"/matches/{play.code}/reads/0").json
    assert answer["facts"]["took"] == "A"
    assert answer["facts"]["sent"] == [5]
    assert answer["view"]["counts"] == {"A": 25, "B": 25}
    assert answer["view"]["read"]["card"] == 30
    assert client.get(f"/matches/{play.code}/reads/2").status_code == 404
    question = {"read": {"card": 30, "took": "B"}, "index": 0}
    foreseen = client.script(f"/matches/{play.code}/preview", question).json
    assert foreseen["follows"]["B"]["owed"] is None
    assert foreseen["field"]["sent"] == []


def test_the_preview_of_a_correction_says_how_the_field_lies(client: PageClient, play: Play) -> None:
    """Cards that another sends, or that are not owed, are left out; the read card still lies there."""
    play.read(30, "A")
    seq = play.send(5, "right", "lower").table.seq
    read = {"card": 30, "took": "A", "touched": {"B": ["opp"]}, "sent": [5, 40, 7, 8]}
    laid = [{"card": 7, "place": {"end": "right", "row": "lower", "outside": 5}}]
    question = {"read": read, "index": 0, "laid": laid}
    field = client.script(f"/matches/{play.code}/preview", question).json["field"]
    assert field["sent"] == [5, 7]
    lower = [one["card"] for one in field["sides"]["B"] if (one["end"], one["row"]) == ("right", "lower")]
    assert lower[-2:] == [7, 5]
    assert 30 in {one["card"] for one in field["sides"]["B"]}
    assert {5, 7}.isdisjoint(one["card"] for one in field["sides"]["A"])
    assert client.script(f"/matches/{play.code}/preview", {**question, "index": 1}).status_code == 404
    assert play.table.seq == seq


@pytest.mark.parametrize(
    ("typed", "card"), [("87", 87), ("８７", 87), ("むら", 87), ("murasame", 87), ("寂蓮", 87)]
)
def test_a_poem_is_found_by_what_is_typed(client: PageClient, play: Play, typed: str, card: int) -> None:
    hits = client.get(f"/matches/{play.code}/poems", query_string={"q": typed}).json["hits"]
    assert hits[0]["card"] == card
    assert hits[0]["where"] == "Dead card"
    assert hits[0]["read"] is False


def test_a_poem_that_was_read_is_shown_as_read(client: PageClient, play: Play) -> None:
    play.read(87)
    (hit,) = client.get(f"/matches/{play.code}/poems?q=87").json["hits"]
    assert hit["read"] is True


def test_the_cards_file_has_all_cards_and_stays_with_the_browser(client: PageClient) -> None:
    answer = client.get("/matches/cards.json")
    cards = answer.json
    assert [card["number"] for card in cards] == list(range(1, 101))
    assert all(
        "".join(card["columns"]) == poem.torifuda.text for card, poem in zip(cards, POEMS, strict=True)
    )  # type: ignore[union-attr]
    for card, poem in zip(cards, POEMS, strict=True):
        assert ["".join(text for text, _ in line) for line in card["lines"]] == list(poem.kanji)
    assert "immutable" in answer.headers["Cache-Control"]


def test_a_match_that_is_not_here_is_404(client: PageClient) -> None:
    for path in ("", "/board", "/watch", "/state", "/reads", "/reads/0", "/poems", ".json"):
        assert client.get(f"/matches/abcdef{path}").status_code == 404, path
    assert post(client, "abcdef", {"type": "undo"}, 0).status_code == 404


def test_a_spectator_follows_and_cannot_write(app: Flask, play: Play) -> None:
    play.do({"type": "call", "card": 30})
    spectator = client_at(app, PHONE, HOST)
    enter(app, spectator, Role.SPECTATOR)
    assert spectator.get(f"/matches/{play.code}/watch").status_code == 200
    view = spectator.get(f"/matches/{play.code}/state").json
    assert view["previews"] is None
    assert view["undo"] is None
    assert spectator.get(f"/matches/{play.code}/board").status_code == 403
    answer = post(spectator, play.code, {"type": "hand", "player": "A", "up": True}, 2)
    assert answer.status_code == 403
    assert play.table.seq == 2


def test_the_record_tells_the_match_read_by_read(client: PageClient, play: Play) -> None:
    play.read(30, "A")
    play.send(5)
    play.read(DEAD[0], touched={"A": ["own", "opp"], "B": []})
    play.do({"type": "forfeit", "player": "B", "how": "forfeit", "reason": "ill"})
    text = client.get(f"/matches/{play.code}").text
    assert "業平 did not go on." in text
    assert "小町 took it from the other side." in text
    assert "Kara-dabu: 小町." in text
    assert "24–25" in text


def test_an_exported_record_replays_to_the_same_match(client: PageClient, play: Play) -> None:
    play.read(30, "A")
    play.send(5)
    play.read(3, "B")
    play.send(40)
    answer = client.get(f"/matches/{play.code}.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    document = json.loads(answer.data)
    assert document["format"] == "naniwazu-match/1"
    replayed = records.replay(records.parse(answer.data))
    state = play.table.state
    assert (replayed.held, replayed.reads, replayed.layout) == (state.held, state.reads, state.layout)


def test_the_command_line_accepts_an_exported_record(client: PageClient, play: Play, tmp_path: Path) -> None:
    play.read(30, "A")
    play.send(5)
    file = tmp_path / "match.json"
    file.write_bytes(client.get(f"/matches/{play.code}.json").data)
    result = CliRunner().invoke(main, ["match", "replay", str(file), "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["counts"] == {"A": 24, "B": 25}


def posted(client: PageClient, data: bytes, name: str = "evening.json") -> TestResponse:
    """Upload a file; the body is made here, as the test client leaves long ones in files that it does not close."""
    parts = {'name="csrf_token"': client.token().encode(), f'name="record"; filename="{name}"': data}
    body = b"".join(
        f"--edge\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + part + b"\r\n"
        for head, part in parts.items()
    )
    kind = "multipart/form-data; boundary=edge"
    return client.post("/matches/import", data=body + b"--edge--\r\n", content_type=kind)


def upload(client: PageClient, data: bytes, name: str = "evening.json") -> str:
    answer = posted(client, data, name)
    assert answer.status_code == 303
    return answer.headers["Location"]


def test_a_record_is_taken_in(client: PageClient, services: Services, play: Play) -> None:
    play.read(30, "A")
    play.send(5)
    location = upload(client, client.get(f"/matches/{play.code}.json").data)
    code = location.rpartition("/")[2]
    assert code != play.code
    assert Play(services, code).table.state.held == play.table.state.held
    assert "小町" in client.get(location).text


def test_a_record_of_half_a_million_characters_is_taken_in_and_a_longer_file_is_not(
    client: PageClient, services: Services, play: Play
) -> None:
    play.read(3, "A")
    record = json.loads(client.get(f"/matches/{play.code}.json").data)
    record["notes"] = "x" * 500_000
    code = upload(client, json.dumps(record).encode()).rpartition("/")[2]
    assert Play(services, code).table.state.counts == (24, 25)
    assert posted(client, b" " * (1024 * 1024)).status_code == 413
    elsewhere = client.form("/matches/new", again="x" * 100_000)
    assert elsewhere.status_code == 413


@pytest.mark.parametrize(
    ("how", "page", "line"),
    [
        ("concession", "小町 wins: 業平 gave up.", "A 小町 wins: B 業平 gave up at 24-25 (too late)."),
        (
            "forfeit",
            "小町 wins: 業平 did not go on.",
            "A 小町 wins: B 業平 did not go on at 24-25 (too late).",
        ),
        (
            "disqualification",
            "小町 wins: 業平 was ruled out.",
            "A 小町 wins: B 業平 was ruled out at 24-25 (too late).",
        ),
    ],
)
def test_a_match_that_was_given_up_keeps_its_result_and_its_seal_in_a_file(
    client: PageClient, services: Services, tmp_path: Path, how: str, page: str, line: str
) -> None:
    play = Play(services, opened(services, seed=SEED))
    play.read(play.table.state.opened.deal[0][0], "A")
    file = tmp_path / "match.json"
    file.write_bytes(client.get(f"/matches/{play.code}.json").data)
    assert SEED.hex not in file.read_text()
    play.do({"type": "forfeit", "player": "B", "how": how, "reason": "too late"})
    file.write_bytes(client.get(f"/matches/{play.code}.json").data)

    told = CliRunner().invoke(main, ["match", "replay", str(file)])
    assert told.output.splitlines()[-1] == line
    plain = json.loads(CliRunner().invoke(main, ["match", "replay", str(file), "--json"]).output)
    assert list(plain) == ["reads", "counts", "winner", "margin", "flags"]
    assert (plain["winner"], plain["margin"]) == (None, None)

    location = upload(client, file.read_bytes())
    text = client.get(location).text
    assert page in text
    assert SEED.hex in text
    again = Play(services, location.rpartition("/")[2]).table.state
    assert again.forfeited == play.table.state.forfeited
    assert again.opened == play.table.state.opened
    assert client.get(f"{location}.json").data == file.read_bytes()


@pytest.mark.parametrize(
    "strange",
    [
        {"given_up": "yes"},
        {"given_up": {"by": "C", "how": "concession"}},
        {"given_up": {"by": "A", "how": "tired"}},
        {"deal_seal": {"commitment": "00", "seed": SEED.hex}},
        {"deal_seal": {"commitment": SEED.commitment(), "seed": "no"}},
        {"deal_seal": {"commitment": SEED.commitment()}},
    ],
)
def test_keys_that_only_look_like_ours_are_kept_and_ignored(
    client: PageClient, services: Services, play: Play, strange: dict[str, object]
) -> None:
    document = {**json.loads(client.get(f"/matches/{play.code}.json").data), **strange}
    location = upload(client, json.dumps(document).encode())
    taken = Play(services, location.rpartition("/")[2]).table.state
    assert taken.result is None
    assert taken.opened.commitment is None
    assert json.loads(client.get(f"{location}.json").data) == document


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "Choose a file first."),
        (b"{", "evening.json cannot be used."),
        (b'{"format": "naniwazu-match/2"}', "At format:"),
        (
            json.dumps(
                {
                    "format": "naniwazu-match/1",
                    "ruleset": "official",
                    "deal": {"A": list(range(1, 26)), "B": list(range(26, 51))},
                    "reads": [{"card": 30, "took": "A"}, {"card": 99, "took": "A"}],
                }
            ).encode(),
            "At reads[1].took:",
        ),
    ],
)
def test_a_record_that_cannot_be_used_is_refused_with_its_place(
    client: PageClient, data: bytes, words: str
) -> None:
    location = upload(client, data)
    assert location == "/matches/"
    assert words in client.get(location).text
    assert "No match is being played." in client.get("/matches/").text


def test_a_match_between_members_is_opened_by_the_form(client: PageClient, services: Services) -> None:
    fill_if_empty(services.database)
    text = client.get("/matches/new").text
    ids = re.findall(r'<option value="([0-9]+)"', text)
    answer = client.form("/matches/new", member_a=ids[0], member_b=ids[1], deal="random")
    assert answer.status_code == 303
    code = answer.headers["Location"].split("/")[2]
    opened_event = Play(services, code).table.state.opened
    assert opened_event.commitment is not None
    assert all(len(side) == 25 for side in opened_event.deal)
    assert len({*opened_event.deal[0], *opened_event.deal[1]}) == 50
    assert opened_event.commitment in client.get(f"/matches/{code}").text


def test_the_form_keeps_what_was_typed_and_names_the_slip(client: PageClient) -> None:
    answer = client.form(
        "/matches/new",
        name_a="小町",
        deal="list",
        cards_a="1-25",
        cards_b="26-49, むらさめ、ぬぬ",
        ruleset="article",
    )
    assert answer.status_code == 422
    assert "“ぬぬ” names no card" in answer.text
    assert 'value="小町"' in answer.text
    assert "26-49, むらさめ、ぬぬ" in answer.text
    assert 'value="article" checked' in answer.text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"deal": "list", "cards_a": "1-25", "cards_b": "25-49"}, "is on A&#39;s side already"),
        ({"deal": "list", "cards_a": "1-24", "cards_b": "26-50"}, "here are 24"),
        ({"member_a": "99999"}, "This member is not in the club any more."),
        ({"reading": "gone"}, "This reading is over"),
    ],
)
def test_a_wrong_form_is_told_at_the_field(client: PageClient, fields: dict[str, str], words: str) -> None:
    answer = client.form("/matches/new", **fields)
    assert answer.status_code == 422
    assert words in answer.text
    assert 'aria-invalid="true"' in answer.text


def test_nobody_plays_against_themselves(client: PageClient, services: Services) -> None:
    fill_if_empty(services.database)
    ids = re.findall(r'<option value="([0-9]+)"', client.get("/matches/new").text)
    answer = client.form("/matches/new", member_a=ids[0], member_b=ids[0])
    assert answer.status_code == 422
    assert "Nobody plays against themselves" in answer.text


def test_a_listed_deal_and_changed_rules_are_what_was_chosen(client: PageClient, services: Services) -> None:
    answer = client.form(
        "/matches/new",
        nameless="yes",
        deal="list",
        cards_a="１-25",
        cards_b="26-50",
        ruleset="official",
        early_touch_penalty="article",
        both_sides="official",
    )
    code = answer.headers["Location"].split("/")[2]
    state = Play(services, code).table.state
    assert state.opened.deal == (tuple(range(1, 26)), tuple(range(26, 51)))
    assert state.opened.options == (("early_touch_penalty", 1),)
    assert state.rules.early_touch_penalty == 1
    assert all(len(layout) == 25 for layout in state.layout)


def test_a_typed_deal_is_checked_while_it_is_typed(client: PageClient) -> None:
    answer = client.get("/matches/deal.json", query_string={"a": "1-3", "b": "3 むら"}).json
    assert answer["cards"] == {"A": [1, 2, 3], "B": [87]}
    assert "is on A's side already" in answer["fault"]


def test_the_same_players_again(client: PageClient, services: Services) -> None:
    fill_if_empty(services.database)
    ids = re.findall(r'<option value="([0-9]+)"', client.get("/matches/new").text)
    first = client.form("/matches/new", member_a=ids[3], member_b=ids[7])
    code = first.headers["Location"].split("/")[2]
    text = client.get("/matches/new", query_string={"again": code}).text
    assert re.findall(r'<option value="([0-9]+)" selected', text) == [ids[3], ids[7]]


def test_the_list_and_the_hall_show_the_tables(client: PageClient, services: Services, play: Play) -> None:
    play.read(30, "A")
    play.do({"type": "hand", "player": "B", "up": True})
    other = Play(services, opened(services))
    other.do({"type": "forfeit", "player": "A", "how": "concession"})
    text = client.get("/matches/").text
    assert f"/matches/{play.code}/board" in text
    assert "25–24" in text
    strips = client.get("/matches/hall.json").json["tables"]
    assert [(strip["code"], strip["counts"], strip["hands"]) for strip in strips] == [
        (play.code, [25, 24], [False, True]),
        (other.code, [25, 25], [False, False]),
    ]
    assert strips[0]["lead"] == "B"
    assert strips[1]["result"] == "業平 wins: 小町 gave up."
    assert client.get("/matches/hall").status_code == 200


def test_a_match_follows_the_reading_that_the_form_names(
    client: PageClient, services: Services, tmp_path: Path
) -> None:
    studios.use(services, SilentStudio(tmp_path / "clips"))
    reading = order(client, order="number", joka="0")
    text = client.get("/matches/new").text
    assert f'value="{reading}"' in text
    assert f'value="{reading}" selected' not in text, "no page plays it"
    answer = client.form("/matches/new", reading=reading, nameless="yes")
    code = answer.headers["Location"].split("/")[2]
    table = Play(services, code).table
    assert table.reading == reading
    assert not table.manual
    board = page_data(client.get(f"/matches/{code}/board").text)
    assert board["reading_url"] == f"/readings/{reading}"
    hall = client.get("/matches/hall.json").json
    assert [reader["text"] for reader in hall["readers"]] == ["Reader: 0 read, ready"]
    assert hall["readers"][0]["topic"] == f"reading:{reading}"


def test_a_table_can_be_given_another_reader(client: PageClient, services: Services, tmp_path: Path) -> None:
    studios.use(services, SilentStudio(tmp_path / "clips"))
    reading = order(client, order="number", joka="0")
    play = Play(services, opened(services))
    assert "Who reads" in client.get(f"/matches/{play.code}").text
    answer = client.form(f"/matches/{play.code}/reader", reading=reading)
    assert answer.headers["Location"] == f"/matches/{play.code}/board"
    assert play.table.reading == reading
    client.form(f"/matches/{play.code}/reader", reading="")
    assert play.table.manual
    answer = client.form(f"/matches/{play.code}/reader", reading="gone")
    assert answer.headers["Location"] == f"/matches/{play.code}"
    assert "This reading is over" in client.get(answer.headers["Location"]).text
    assert client.form("/matches/abcdef/reader", reading="").status_code == 404


def test_a_request_that_names_no_reader_changes_none(client: PageClient, services: Services) -> None:
    play = Play(services, opened(services))
    operations.follow(services, play.code, "r1")
    seen = play.table.seq
    assert client.form(f"/matches/{play.code}/reader").status_code == 422
    headers = {"X-CSRFToken": client.token()}
    answer = client.post(
        f"/matches/{play.code}/reader", data=b"\x00garbage", content_type="text/plain", headers=headers
    )
    assert answer.status_code in (415, 422)
    assert (play.table.seq, play.table.reading) == (seen, "r1")


def test_a_match_set_aside_leaves_every_list_and_can_be_put_back(
    client: PageClient, services: Services, play: Play
) -> None:
    def aside(away: str) -> None:
        data = {"csrf_token": client.token(), "away": away}
        assert client.post(f"/matches/{play.code}/aside", data=data).status_code == 303

    def seen() -> list[bool]:
        lists = client.get("/matches/").text.partition('<details class="sheet"')[0], client.get("/").text
        hall = [strip["code"] for strip in client.get("/matches/hall.json").json["tables"]]
        return [*("小町" in text for text in lists), play.code in hall, bool(latest(services))]

    play.do({"type": "forfeit", "player": "A", "how": "concession"})
    before = play.table
    assert seen() == [True, True, True, True]
    aside("true")
    assert seen() == [False, False, False, False]
    assert "was set aside" in client.get(f"/matches/{play.code}").text
    assert play.code in client.get("/matches/").text
    aside("true")
    assert play.table.seq == before.seq + 1
    aside("false")
    assert seen() == [True, True, True, True]
    assert play.table.state == before.state


def test_only_the_organiser_sets_a_match_aside(app: Flask, services: Services, play: Play) -> None:
    phone = enter(app, client_at(app, PHONE, HOST), Role.HELPER)
    page = phone.get(f"/matches/{play.code}").text
    assert "Opened by mistake?" not in page
    answer = phone.post(f"/matches/{play.code}/aside", data={"csrf_token": phone.token(), "away": "true"})
    assert answer.status_code == 403
    assert not play.table.set_aside


def test_a_hand_up_at_a_table_set_aside_holds_no_reader(
    client: PageClient, services: Services, tmp_path: Path
) -> None:
    studios.use(services, SilentStudio(tmp_path / "clips"))
    reading = order(client, order="number", joka="0")
    play = Play(services, opened(services))
    evening.follow(services, play.code, reading, "test")
    play.do({"type": "hand", "player": "A", "up": True})
    evening.table_moved(services, play.table)
    assert evening.count_hands(services, reading).state.hands
    evening.set_aside(services, play.code, away=True, actor="test")
    assert not evening.count_hands(services, reading).state.hands


def test_nobody_sits_down_unnamed_unless_that_is_wanted(client: PageClient) -> None:
    answer = client.form("/matches/new")
    assert answer.status_code == 422
    assert "Choose two players, or press “Open it without names”." in answer.text
    half = client.form("/matches/new", name_a="小町")
    assert half.status_code == 422
    assert re.findall(r'id="(member_.)-fault"', half.text) == ["member_b"]
    assert client.form("/matches/new", nameless="yes").status_code == 303
