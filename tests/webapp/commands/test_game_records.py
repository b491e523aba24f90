"""`naniwazu game replay` on one record by hand for each of the shedding, drawing and banking games."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.support.naive_bozu_mekuri import NaiveBozuMekuri
from webapp.cli import main

HUNDRED = [f"#{n}" for n in range(1, 101)]
KOMATSU = [f"{suit}{face}" for suit in "PICO" for face in range(1, 13)]


def replayed(folder: Path, record: dict[str, Any], *options: str) -> Result:
    path = folder / "record.json"
    path.write_text(json.dumps({"format": "naniwazu-game/1", **record}), encoding="utf-8")
    return CliRunner().invoke(main, ["game", "replay", str(path), *options])


def answer(folder: Path, record: dict[str, Any], *options: str) -> dict[str, Any]:
    result = replayed(folder, record, "--json", *options)
    assert (result.exit_code, result.stderr) == (0, "")
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def filled(first: str, pack: list[str], last: str = "") -> list[str]:
    named = first.split() + last.split()
    return [*first.split(), *(code for code in pack if code not in named), *last.split()]


KAKKURI: dict[str, Any] = {
    "game": "kakkuri",
    "options": {"players": 5},
    "dealer": 0,
    "deck": filled(
        "I5 C6 O7 I4 C4 O4 P10 I10 I2 P8 I8 C9 P1 O3 I7 "  # seats 1, 2, 3, 4, 0
        "I9 C3 P12 P5 P6 C10 P11 I11 C2 P9 O8 I6 C8 O9 I12 "
        "P3 C11",
        KOMATSU,
    ),
    "actions": [
        *("keep", "swap", "keep", "keep"),  # seat 2 and the dealer change hands; the box shows P3
        *("play I4 C4 O4", "play P5", "play P6", "end"),
        *("play O7", "end"),
        *("play C8", "play O9", "end"),
        *("sansoku", "play P10 I10", "play P11 I11", "end"),
        *("end", "end"),  # seats 4 and 0 pass
        *("play P12", "play I5", "play C6", "end"),
        *("play I7", "play P1", "play O3", "end"),
        *("end", "end", "end", "end"),  # seats 3, 4, 0, 1 pass, and seat 2 turns C11
        "play I12",
    ],
}


def test_kakkuri(tmp_path: Path) -> None:
    found = answer(tmp_path, KAKKURI, "--trace")
    assert found["hand_scores"] == [[-3, -2, 10, -2, -3]]
    assert (found["game"], found["finished"], found["hand"], found["to_act"]) == ("kakkuri", True, 1, None)
    assert found["legal"] == []
    assert found["public"]["pot"] == 6
    assert found["public"]["moves"][-1] == {"seat": 2, "did": "out", "cards": []}
    trace = found["trace"]
    assert len(trace) == len(KAKKURI["actions"])
    assert trace[4] == {
        "seat": 0,
        "legal": ["play I4", "play C4", "play O4", "end", "play I4 C4 O4"],
        "action": "play I4 C4 O4",
    }
    assert trace[13] == {"seat": 3, "legal": ["play P10", "play I10", "end", "sansoku"], "action": "sansoku"}
    assert trace[14]["legal"] == ["end", "play P10 I10"]
    assert trace[-1] == {"seat": 2, "legal": ["play I12", "end"], "action": "play I12"}


def test_kakkuri_of_eight_by_the_yafune_rules(tmp_path: Path) -> None:
    seats = {1: "C9 O10 P4 P5 P6 P7", 5: "P3 I8 C8 O8 I3 C3", 0: "I12 C12 O12 P12 I1 O11"}
    rest = [code for code in KOMATSU if not any(code in hand.split() for hand in seats.values())]
    hands = [
        seats[seat].split() if seat in seats else [rest.pop(0) for _ in range(6)]
        for seat in (1, 2, 3, 4, 5, 6, 7, 0)
    ]
    record = {
        "game": "kakkuri",
        "options": {"players": 8, "preset": "yafune"},
        "deck": [card for half in (slice(0, 3), slice(3, 6)) for hand in hands for card in hand[half]],
        "decks": [["I8", "P3", "C8", "O8", "I3", "C3"]],
        "actions": [*["keep"] * 6, "drop", "play C9", "play O10", "end", *["end"] * 5, "turn_box"]
        + [f"play {card}" for card in ("P4", "P5", "P6", "P7")],
    }
    found = answer(tmp_path, record)
    assert found["hand_scores"] == [[-1, 6, -1, -1, -1, 0, -1, -1]]
    assert found["finished"]
    assert found["public"]["paid"] == [1, 0, 0, 0, 0, 0, 0, 0]
    without_box = {**record, "decks": []}
    stopped = answer(tmp_path, {**without_box, "actions": []})
    assert (stopped["finished"], stopped["to_act"], stopped["hand"], stopped["legal"]) == (False, None, 0, [])


CROWNS = "#6 #13 #14 #15 #16 #18 #20 #24 #25 #26 #27 #28 #29 #31 #33 #35 #36 #43 #44 #45 #49 #55 #64 #68 #71"
MONKS_AND_WOMEN = (
    "#8 #10 #12 #21 #47 #66 #69 #70 #82 #85 #86 #87 #95 #2 #9 #19 #38 #53 #54 #56 #57 #58 #59 #60 #61"
)
TENCHI_WOMEN_AND_HATS = (
    "#1 #62 #65 #67 #72 #80 #88 #89 #90 #92 #11 #17 #30 #39 #52 #63 #75 #7 #34 #41 #51 #74 #79 #84 #98"
)
OPENING = ["attack kammuri", "pass", "attack kammuri", "receive tenchi", "attack hime"]
AO_KAMMURI: dict[str, Any] = {
    "game": "ao_kammuri",
    "options": {"rounds": 1, "scoring": "remaining"},
    "dealer": 0,
    "deck": filled(MONKS_AND_WOMEN, HUNDRED, f"{TENCHI_WOMEN_AND_HATS} {CROWNS}"),  # seats 1, 2, 3, 0
    "actions": OPENING,
}


def test_ao_kammuri(tmp_path: Path) -> None:
    found = answer(tmp_path, AO_KAMMURI, "--trace")
    assert (found["to_act"], found["public"]["attack"], found["public"]["attacker"]) == (0, "hime", 3)
    assert found["legal"] == ["pass"]
    assert found["public"]["hand_sizes"] == [24, 25, 24, 23]
    assert found["trace"][3] == {"seat": 3, "legal": ["receive tenchi", "pass"], "action": "receive tenchi"}
    assert found["trace"][1]["legal"] == ["receive jito", "pass"]


def test_ao_kammuri_to_the_end(tmp_path: Path) -> None:
    mine = ["bozu"] * 13 + ["hime"] * 10
    partners = ["hime"] * 8 + ["yagoro"] * 7 + ["tate"] * 8
    laps = [
        action
        for first, third in zip(mine, partners, strict=True)
        for action in ("pass", f"attack {first}", "pass", f"attack {third}")
    ]
    found = answer(tmp_path, {**AO_KAMMURI, "actions": OPENING + laps})
    assert found["hand_scores"] == [[0, 48, 0, 48]]
    assert (found["finished"], found["hand"], found["public"]["hand_sizes"]) == (True, 1, [24, 2, 24, 0])
    refused = replayed(tmp_path, {**AO_KAMMURI, "actions": [*OPENING, "pass", "attack bozu", "receive bozu"]})
    assert refused.exit_code == 2
    assert refused.stderr.endswith(
        "actions[7]: 'receive bozu' is not legal: you hold no bozu; 1 legal action: pass\n"
    )


def test_bozu_mekuri(tmp_path: Path) -> None:
    record = {
        "game": "bozu_mekuri",
        "options": {"players": 3, "semimaru": "take_all", "dan": "none", "hime_empty_again": True},
        "dealer": 2,
        "deck": HUNDRED,
        "actions": ["draw"] * 100,
    }
    by_hand = NaiveBozuMekuri(list(range(1, 101)), 3, 2, semimaru="take_all", hime_empty_again=True)
    while by_hand.stack:
        by_hand.draw()
    found = answer(tmp_path, record, "--trace")
    assert found["hand_scores"] == [list(map(len, by_hand.hands))]
    assert found["trace"][0] == {"seat": 2, "legal": ["draw"], "action": "draw"}
    # 1 to seat 2; 2 to seat 0, again; 3 to 0, 4 to 1, 5 to 2, 6 to 0, 7 to 1; the monk 8 costs seat 2 its cards
    eight = answer(tmp_path, {**record, "actions": ["draw"] * 8})
    assert (eight["public"]["pot"], eight["to_act"]) == (["#1", "#5", "#8"], 0)
    assert eight["public"]["hands"] == [["#2", "#3", "#6"], ["#4", "#7"], []]
    # the woman 9 gets the pot for seat 0, and Semimaru all of it for seat 1
    ten = answer(tmp_path, {**record, "actions": ["draw"] * 10})
    assert list(map(len, ten["public"]["hands"])) == [0, 10, 0]


def test_bozu_mekuri_with_stacks(tmp_path: Path) -> None:
    record = {
        "game": "bozu_mekuri",
        "options": {"players": 2, "stacks": 3},
        "deck": HUNDRED,
        "actions": ["draw 2", "draw 3", "draw 1"],
    }
    found = answer(tmp_path, record)
    assert found["public"]["stacks"] == [33, 32, 32]
    assert found["public"]["hands"] == [["#35", "#1"], ["#68"]]
    assert found["legal"] == ["draw 1", "draw 2", "draw 3"]


def test_ginko(tmp_path: Path) -> None:
    record = {
        "game": "ginko",
        "options": {"players": 3, "rounds": 2, "bank_rotation": True},
        "dealer": 1,
        "deck": filled("#9 #3 #6 #8 #10", HUNDRED),
        "decks": [filled("#10 #8 #1 #3 #9", HUNDRED)],
        "actions": [
            *("bet 1 3", "bet 2 2", "done"),  # seat 2: +3 and -2
            *("bet 4 5", "done"),  # seat 0: +5
            *("done", "bet 2 4", "bet 3 1", "done"),  # seat 2 banks with Semimaru: nothing beats it
        ],
    }
    found = answer(tmp_path, record, "--trace")
    assert found["hand_scores"] == [[5, -6, 1], [0, -5, 5]]
    assert (found["scores"], found["hand"], found["finished"]) == ([5, -11, 6], 2, True)
    assert found["public"]["holdings"] == [25, 9, 26]
    assert found["public"]["bank"] == "#10"
    assert [step["seat"] for step in found["trace"]] == [2, 2, 2, 0, 0, 0, 1, 1, 1]
    assert len(found["trace"][0]["legal"]) == 21
    before = answer(tmp_path, {**record, "actions": record["actions"][:4]})
    assert (before["public"]["bank"], before["public"]["slots"]) == ("?", ["?"] * 4)


def test_ginkoya(tmp_path: Path) -> None:
    record = {
        "game": "ginkoya",
        "options": {"players": 2, "rounds": 1, "start": 6},
        "deck": filled("#3 #8 #9 #10", HUNDRED),
        "actions": ["bet 1 1", "bet 3 2", "bet 4 2", "done"],
    }
    found = answer(tmp_path, record)
    assert found["hand_scores"] == [[4, -4]]
    assert found["public"]["bank"] is None
    refused = replayed(tmp_path, {**record, "actions": ["bet 1 5", "bet 2 2"]})
    assert refused.exit_code == 2
    assert (
        "actions[1]: 'bet 2 2' is not legal: a stake of 2 is more than the 1 that you have left"
        in refused.stderr
    )
    assert "4 legal actions: done, bet 2 1, bet 3 1, bet 4 1" in refused.stderr


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        ({**KAKKURI, "options": {"players": 4}}, "options.players: 4 is none of its values"),
        ({**KAKKURI, "options": {"preset": "home"}}, "options.preset: there is no preset 'home'"),
        ({**KAKKURI, "deck": KAKKURI["deck"][:-1]}, "deck: 47 cards, not 48"),
        ({**KAKKURI, "dealer": 5}, "dealer: there is no seat 5"),
        ({**KAKKURI, "actions": ["keep", "play I6"]}, "hands are being swapped unseen now"),
        ({**KAKKURI, "actions": ["keep", "play I6 I7"]}, "a play is one card, or two or three of one number"),
        ({**AO_KAMMURI, "options": {"picture_set": "rank_default"}}, "options.picture_set"),
        ({**AO_KAMMURI, "actions": ["attack prince"]}, "attack or receive with a kind"),
    ],
)
def test_bad_records_are_refused_in_one_line(tmp_path: Path, record: dict[str, Any], complaint: str) -> None:
    result = replayed(tmp_path, record)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert complaint in result.stderr


@pytest.mark.parametrize("game", ["kakkuri", "ao_kammuri", "bozu_mekuri", "ginko", "ginkoya"])
@pytest.mark.parametrize("rng", [1, 2])
def test_a_random_hand_replays(tmp_path: Path, game: str, rng: int) -> None:
    printed = CliRunner().invoke(main, ["game", "random", game, "--rng", str(rng), "--json"])
    assert printed.exit_code == 0
    record = json.loads(printed.stdout)
    assert record["deck"]
    assert answer(tmp_path, record)["hand"] == 1


def test_a_preset_may_be_named_on_the_command_line() -> None:
    printed = CliRunner().invoke(
        main, ["game", "random", "kakkuri", "--rng", "3", "--json", "--option", "preset=yafune"]
    )
    assert json.loads(printed.stdout)["options"] == {"pass_penalty": 0, "drop_out": True, "box_choice": True}
