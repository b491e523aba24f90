"""`naniwazu game`: lists, replays and random hands, and everything that is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.games import ENTRIES
from webapp.cli import main

Write = Callable[[object], str]


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["game", *arguments])
    return result.exit_code, result.stdout, result.stderr


def answer(*arguments: str) -> Any:
    status, out, errors = run(*arguments, "--json")
    assert (status, errors, out.count("\n")) == (0, "", 1)
    return json.loads(out)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(document: object) -> str:
        file = tmp_path / "game.json"
        file.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
        return str(file)

    return written


def refusal(*arguments: str) -> str:
    status, out, errors = run(*arguments)
    assert (status, out) == (2, "")
    assert errors.startswith("naniwazu: ")
    assert errors.count("\n") == 1
    return errors.removeprefix("naniwazu: ").strip()


def napoleon(**changed: object) -> dict[str, object]:
    """Return a record of Napoleon, dealt in the order of the pack."""
    deck = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
    record = {"format": "naniwazu-game/1", "game": "napoleon", "deck": deck, "actions": []}
    return record | changed


def test_the_list_names_every_game_in_three_languages() -> None:
    listed = {entry["id"]: entry for entry in answer("list")}
    assert list(listed) == list(ENTRIES)
    assert listed["napoleon"]["name"] == {"en": "Napoleon", "ja": "ナポレオン", "ru": "Наполеон"}
    assert listed["hachinin_meri"]["players"] == [4, 6, 8]
    assert listed["napoleon"]["options"]["joker"] == {"default": None, "values": 'null, "strong" or "weak"'}
    status, out, _ = run("list")
    assert status == 0
    assert all(name in out for name in ENTRIES)


WITHOUT_CHANCE = ("mutsu_ichi",)
"""Games that go on without a pack."""


@pytest.mark.parametrize("game", ENTRIES)
@pytest.mark.parametrize("rng", ["0", "7", str(2**128 - 1)])
def test_a_random_hand_replays(game: str, rng: str, write: Write) -> None:
    record = answer("random", game, "--rng", rng)
    assert record["format"] == "naniwazu-game/1"
    assert ("deck" in record) == (game not in WITHOUT_CHANCE)
    assert answer("random", game, "--rng", rng) == record
    replayed = answer("replay", write(record))
    assert (replayed["game"], replayed["hand"]) == (game, 1)
    assert (replayed["to_act"] is None) == (game not in WITHOUT_CHANCE)
    assert len(replayed["hand_scores"]) == 1
    assert replayed["scores"] == replayed["hand_scores"][0]
    assert answer("random", game) != record


def test_options_are_typed_on_the_command_line() -> None:
    record = answer(
        "random", "napoleon", "--option", "players=4", "--option", "joker=weak", "--option", "siberia=false"
    )
    assert record["options"] == {"players": 4, "joker": "weak", "siberia": False}
    assert len(record["deck"]) == 53
    assert answer("random", "napoleon", "--option", "joker=none")["options"] == {}


def test_a_replay_says_how_it_stands(write: Write) -> None:
    said = ["pass", "bid 13 S", "pass", "pass", "pass"]
    stands = answer("replay", write(napoleon(actions=said)))
    assert stands["finished"] is False
    assert (stands["hand"], stands["to_act"], stands["scores"]) == (0, 2, [0] * 5)
    assert stands["legal"][0] == "call S2"
    assert len(stands["legal"]) == 52
    assert stands["public"]["napoleon"] == 2
    assert stands["public"]["hand"] == []
    assert "trace" not in stands


def test_a_trace_tells_every_decision(write: Write) -> None:
    traced = answer("replay", write(napoleon(actions=["pass", "bid 20 H", "pass"])), "--trace")["trace"]
    assert [(step["seat"], step["action"]) for step in traced] == [(1, "pass"), (2, "bid 20 H"), (3, "pass")]
    assert traced[2]["legal"] == ["pass", "bid 20 S"]
    assert len(traced[0]["legal"]) == 41


def test_a_byte_order_mark_and_unknown_keys_are_no_fault(write: Write) -> None:
    data = b"\xef\xbb\xbf" + json.dumps(napoleon(note="a club evening")).encode()
    assert answer("replay", write(data))["to_act"] == 1


def test_null_stands_for_none_and_the_dealer_counts(write: Write) -> None:
    options = {"joker": None, "max_redeals": None, "hands": None}
    assert answer("replay", write(napoleon(options=options, dealer=3)))["to_act"] == 4


def test_further_packs_come_from_decks_then_from_rng_then_not_at_all(write: Write) -> None:
    passes, deck = ["pass"] * 5, napoleon()["deck"]
    one = answer("replay", write(napoleon(actions=passes)))
    assert (one["to_act"], one["hand"], one["finished"], one["legal"]) == (None, 0, False, [])
    two = answer("replay", write(napoleon(actions=passes, decks=[deck])))
    assert two["to_act"] == 1
    three = answer("replay", write(napoleon(actions=passes * 3, decks=[deck], rng=4)))
    assert three["to_act"] == 1
    assert three["public"]["thrown_in"] == 3
    only_rng = {key: value for key, value in napoleon(rng=4).items() if key != "deck"}
    assert answer("replay", write(only_rng))["to_act"] == 1


def test_discards_may_be_written_in_any_order_and_are_shown_in_the_pack_s(write: Write) -> None:
    said = ["bid 13 S", "pass", "pass", "pass", "pass", "call SA"]
    stands = answer("replay", write(napoleon(actions=said)))
    first = stands["legal"][0]
    verb, *cards = first.split()
    shuffled = " ".join([verb, *reversed(cards)])
    traced = answer("replay", write(napoleon(actions=[*said, shuffled])), "--trace")["trace"]
    assert traced[-1]["action"] == first
    assert len(traced[-1]["legal"]) == 66


DECK = napoleon()["deck"]
assert isinstance(DECK, list)
REFUSED = [
    (b"{", "is not JSON"),
    (b"\xff", "is not UTF-8"),
    ([], "an object is wanted here"),
    ({}, "format: is missing"),
    (napoleon(format="naniwazu-game/2"), 'format: "naniwazu-game/1" is wanted here, not "naniwazu-game/2"'),
    (napoleon(game="bridge"), "game: there is no game 'bridge'"),
    (napoleon(options={"jokr": "strong"}), "options.jokr: there is no option 'jokr'"),
    (
        napoleon(options={"joker": "big"}),
        'options.joker: "big" is none of its values: null, "strong" or "weak"',
    ),
    (napoleon(options={"players": True}), "options.players: true is none"),
    (napoleon(options={"players": 5.0}), "options.players: 5.0 is none"),
    (napoleon(options={"siberia": 1}), "options.siberia: 1 is none"),
    (napoleon(options={"hands": 0}), "options.hands: 0 is none of its values: null or a whole number from 1"),
    (napoleon(dealer=5), "dealer: there is no seat 5: seats are 0 to 4"),
    (napoleon(dealer=-1), "dealer: a seat from 0"),
    (napoleon(deck=DECK[1:]), "deck: 51 cards, not 52: without S2"),
    (napoleon(deck=[*DECK[1:], "C2"]), "deck[51]: C2 comes twice"),
    (napoleon(deck=["10S", *DECK[1:]]), "deck[0]: '10S' is no card here"),
    (napoleon(deck=["JK", *DECK[1:]]), "deck[0]: JK is none of the 52 cards"),
    (napoleon(deck=[7, *DECK[1:]]), "deck[0]: a text is wanted"),
    (napoleon(deck=None), "deck: a list is wanted here"),
    (napoleon(decks=[["SA", "XX"]]), "decks[0][1]: 'XX' is no card here"),
    (napoleon(decks=[["SA"]], actions=["pass"] * 5), "decks[0]: 1 cards, not 52"),
    (napoleon(rng="4"), "rng: a whole number"),
    (napoleon(actions="pass"), "actions: a list is wanted"),
    (napoleon(actions=[1]), "actions[0]: a text is wanted"),
    ({k: v for k, v in napoleon().items() if k != "deck"}, "has no deck"),
    ({k: v for k, v in napoleon().items() if k != "actions"}, "actions: is missing"),
]


@pytest.mark.parametrize(("document", "reason"), REFUSED)
def test_what_is_no_record_is_refused_in_one_line(document: object, reason: str, write: Write) -> None:
    file = write(document)
    assert refusal("replay", file, "--json").startswith(f"{file}: {reason}")


ILLEGAL = [
    (
        ["bid 13 S", "bid 13 C"],
        "actions[1]: 'bid 13 C' is not legal: a bid must be higher than 13 S; 29 legal actions: ",
    ),
    (
        ["bid 13 NT"],
        "actions[0]: 'bid 13 NT' is not legal: this table plays no bids without trumps; 41 legal",
    ),
    (["bid 10 S"], "actions[0]: 'bid 10 S' is not legal: it is no action of this game"),
    (["Pass"], "actions[0]: 'Pass' is not legal: it is no action of this game"),
    (["play SA"], "actions[0]: 'play SA' is not legal: this is the auction: pass or bid; 41 legal actions"),
    (["pass"] * 6, "actions[5]: 'pass': no pack is left to deal from; 0 legal actions"),
]


@pytest.mark.parametrize(("actions", "reason"), ILLEGAL)
def test_an_illegal_action_is_refused_with_its_index_and_what_is_legal(
    actions: list[str], reason: str, write: Write
) -> None:
    file = write(napoleon(actions=actions))
    assert refusal("replay", file).startswith(f"{file}: {reason}")


def test_a_refusal_shows_the_first_twenty_legal_actions(write: Write) -> None:
    said = ["bid 13 S", "pass", "pass", "pass", "pass", "call XX"]
    line = refusal("replay", write(napoleon(actions=said)))
    assert "52 legal actions: the first 20: call S2, call S3" in line
    assert line.endswith("call H8")


def test_an_action_after_the_end_is_refused(write: Write) -> None:
    record = answer("random", "napoleon", "--option", "hands=1", "--rng", "3")
    record["actions"].append("pass")
    assert refusal("replay", write(record)).endswith("'pass': the session is over; 0 legal actions")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert refusal("replay", str(tmp_path / "none.json")).endswith("no such file or directory")
    assert "is a directory" in refusal("replay", str(tmp_path))


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("random", "bridge"), "there is no game 'bridge'"),
        (("random", "napoleon", "--option", "players"), "--option players: write an option as name=value"),
        (("random", "napoleon", "--option", "players=9"), "--option players: 9 is none of its values"),
        (("random", "napoleon", "--option", "size=9"), "--option size: there is no option 'size'"),
        (("random", "napoleon", "--rng", "-1"), "Invalid value for '--rng': '-1' is no whole number"),
    ],
)
def test_a_random_hand_refuses_what_it_does_not_know(arguments: tuple[str, ...], reason: str) -> None:
    assert refusal(*arguments).startswith(reason)


def test_people_are_answered_in_words(write: Write) -> None:
    record = answer("random", "hachinin_meri", "--rng", "3", "--option", "players=4")
    status, out, _ = run("replay", write(record))
    assert status == 0
    assert "Seat 3" in out
    assert "Total" in out
    status, out, _ = run("random", "napoleon", "--rng", "5")
    assert status == 0
    assert "--rng 5" in out
    assert "play" in out
