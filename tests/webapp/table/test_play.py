"""`naniwazu game play` with its input piped in: every game to its end, and everything that one may type."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.bots.levels import LEVELS
from engine.core.record import Record, dump, parse
from engine.core.replay import replay
from engine.games import ENTRIES, of_record
from tests.support.games import SHORT
from webapp.cli import main
from webapp.refusal import Refusal
from webapp.table.keeping import keep
from webapp.table.table import MANNERS


def play(game: str, *arguments: str, typed: Iterable[str] = ()) -> tuple[int, str, str]:
    lines = "".join(line + "\n" for line in typed)
    result = CliRunner().invoke(main, ["game", "play", game, *arguments], input=lines)
    return result.exit_code, result.stdout, result.stderr


def played(game: str, *arguments: str, typed: Iterable[str] = ()) -> str:
    status, out, errors = play(game, "--bots", "thumb", "--rng", "5", *arguments, typed=typed)
    assert (status, errors) == (0, "")
    return out


def refused(game: str, *arguments: str) -> str:
    status, out, errors = play(game, *arguments)
    assert (status, out, errors.count("\n")) == (2, "", 1)
    return errors


def record_in(file: Path) -> Record:
    return parse(file.read_bytes())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


@pytest.mark.parametrize("game", ENTRIES)
def test_every_game_can_be_played_and_is_kept(game: str, file: Path) -> None:
    options = [
        part for name, value in SHORT.get(game, {}).items() for part in ("--option", f"{name}={value}")
    ]
    out = played(game, "--save", str(file), *options, typed=["1"] * 30)
    record = record_in(file)
    assert record.actions
    assert f"{ENTRIES[game].english} {ENTRIES[game].japanese} · hand 1" in out
    answer = replay(of_record(record), record)
    assert ("The session is over. " in out) == answer.finished
    assert (f"The game is kept in {file}" in out) == (not answer.finished)


def test_a_game_goes_on_where_it_was_left(file: Path) -> None:
    straight = file.with_name("straight.json")
    played("napoleon", "--save", str(straight), typed=["pass", "1", "2", "1", "1"])
    played("napoleon", "--save", str(file), typed=["pass", "1", "quit"])
    out = play("napoleon", "--bots", "thumb", "--resume", str(file), typed=["2", "1", "1"])[1]
    assert "Trick 2" in out
    before = played("napoleon", typed=["pass", "1"]).splitlines()
    since = len(before) - before[::-1].index(next(line for line in before if line.startswith("You played")))
    assert out.splitlines()[0] == before[since - 1], (
        "what happened before the last own decision is not told again"
    )
    assert file.read_bytes() == straight.read_bytes()


@pytest.mark.parametrize(
    "words", ["napoleon --bots", "--bots napoleon", "--bots napoleon --rng 5", "napoleon"]
)
def test_bots_need_no_level(words: str, file: Path) -> None:
    result = CliRunner().invoke(main, ["game", "play", *words.split(), "--save", str(file)], input="quit\n")
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_level_that_is_none_is_named() -> None:
    assert "'--bots': 'x' is not one of" in refused("napoleon", "--bots", "x")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_no_game_takes_a_devices_place(file: Path) -> None:
    os.mkfifo(file)
    assert "no file that can be kept anew" in refused("napoleon", "--save", str(file))
    assert file.is_fifo()


def test_a_record_whose_packs_end_goes_on_with_packs_of_its_own(file: Path) -> None:
    deck = tuple(suit + rank for suit in "SHDC" for rank in "23456789TJQKA")
    file.write_text(dump(Record("napoleon", deck=deck, dealer=4)), encoding="utf-8")
    played_on = play("napoleon", "--bots", "uniform", "--resume", str(file), typed=["1"])
    assert played_on[0] == 0
    record = record_in(file)
    assert record.deck == deck
    assert record.rng is not None
    assert record.actions[0] == "pass"


def test_an_interruption_while_bots_think_keeps_the_game_too(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.bots.uniform.Uniform.choose", interrupted)
    status, out, errors = play(
        "yomi", "--bots", "uniform", "--save", str(file), "--rng", "5", typed=["1", "end"]
    )
    assert (status, errors) == (0, "")
    assert f"The game is kept in {file}" in out
    assert len(record_in(file).actions) in (1, 2)


def test_left_without_a_file_it_is_kept_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NANIWAZU_DATA", str(tmp_path / "club"))
    out = played("yomi", typed=["save", "quit"])
    assert "save: name a file, such as save game.json" in out
    [kept] = (tmp_path / "club" / "games").glob("yomi-*.json")
    assert f"The game is kept in {kept}; --resume {kept} goes on with it." in out
    assert record_in(kept).game == "yomi"


def test_actions_are_taken_as_text_as_number_and_without_their_verb(file: Path) -> None:
    typed = ["  PASS ", "play s9", "sq"]
    played("napoleon", "--save", str(file), typed=typed)
    texts = [text for text in record_in(file).actions if text in ("play S9", "play SQ")]
    assert texts == ["play S9", "play SQ"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("play SA", "play SA: this is the auction: pass or bid"),
        ("bid 11 S", "bid 11 S: "),
        ("999", "999: the numbers are 1 to "),
        ("0", "0: the numbers are 1 to "),
        ("rubbish", "it is no action of this game"),
        ("why play SA", "play SA: this is the auction: pass or bid"),
        ("why 1", "pass: it is allowed"),
        ("why", "why: name an action"),
        ("undo", "undo: you have not decided anything yet"),
        ("save /nowhere/at/all.json", "/nowhere/at/all.json: no such file or directory"),
        ("save", "kept in "),
        ("tricks", "no trick has been taken"),
        ("help", "a number, or an action as it is listed"),
    ],
)
def test_what_is_no_decision_is_answered_in_place(typed: str, said: str, file: Path) -> None:
    before = played("napoleon", typed=["quit"]).splitlines()
    out = played("napoleon", "--save", str(file), typed=[typed, "quit"]).splitlines()
    more = out[len(before) - 1 : -1]
    assert said in more[0]
    assert len(more) == (7 if typed == "help" else 1)
    assert "pass" not in record_in(file).actions[4:]


def test_enter_plays_what_is_allowed_alone_and_nothing_else(file: Path) -> None:
    played("kakkuri", "--save", str(file), typed=["keep", "", "", ""])
    enter = record_in(file).actions
    played("kakkuri", "--save", str(file), typed=["keep", "1", "1", "1"])
    other = record_in(file).actions
    assert enter == other[: len(enter)]
    played("napoleon", "--save", str(file), typed=["", "", "quit"])
    assert record_in(file).actions == ("bid 11 C", "bid 12 C", "bid 12 H", "pass")


def test_a_hint_is_a_legal_action_with_the_name_of_its_card(file: Path) -> None:
    out = played("napoleon", typed=["pass", "hint", "quit"])
    [hint] = [line for line in out.splitlines() if line.startswith("hint: ")]
    assert hint in ("hint: play S9 (9 of spades)", "hint: play SQ (queen of spades)")


def test_undo_goes_back_to_the_last_decision_and_the_same_packs_follow(file: Path) -> None:
    other = file.with_name("other.json")
    played("kakkuri", "--save", str(file), typed=["1", "1", "undo", "undo", "1", "1", "1"])
    played("kakkuri", "--save", str(other), typed=["1", "1", "1"])
    assert record_in(file) == record_in(other)


def test_several_people_share_the_table_and_none_takes_back(file: Path) -> None:
    seats = [part for seat in range(5) for part in ("--seat", str(seat))]
    out = played("napoleon", "--save", str(file), *seats, typed=["1", "undo", "1", "quit"])
    assert record_in(file).actions == ("pass", "pass")
    assert "undo: there is somebody else at the table" in out
    assert "▶ 1 you" in out
    assert "▶ 2 you" in out
    assert "1 human" in out


@pytest.mark.parametrize("level", LEVELS)
def test_bots_are_called_by_how_they_play(file: Path, level: str) -> None:
    out = played("kakkuri", "--save", str(file), "--bots", level, typed=["quit"])
    assert f"bot, {MANNERS[level]}" in out
    assert "pimc" not in out


def test_names_are_in_the_language_asked_for() -> None:
    told = {
        language: played("napoleon", "--language", language, typed=["quit"])
        for language in ("en", "ja", "ru")
    }
    assert "SQ queen of spades" in told["en"]
    assert "SQ スペードのクイーン" in told["ja"]
    assert "SQ дама пик" in told["ru"]


def test_the_same_number_deals_the_same_game_and_another_another() -> None:
    kept = "The game is kept in"  # a file that is named by the second
    first, again = (played("kakeya", typed=["quit"]).partition(kept) for _ in range(2))
    assert first[:2] == again[:2]
    other = play("kakeya", "--bots", "thumb", "--rng", "6", typed=["quit"])[1]
    assert other.partition(kept)[0] != first[0]


def test_what_cannot_be_played_is_refused_in_a_line(file: Path) -> None:
    assert "there is no game 'whist'" in refused("whist")
    assert "--seat 5: the seats are 0 to 4" in refused("napoleon", "--seat", "5")
    assert "--option players: 9 is none of its values" in refused("napoleon", "--option", "players=9")
    assert "'-1' is no whole number from 0 to 2^128 - 1" in refused("napoleon", "--rng", "-1")
    assert "no such file" in refused("napoleon", "--resume", str(file))
    assert "--save names another file" in refused("napoleon", "--save", str(file.parent / "no" / "f.json"))
    file.write_text(dump(Record("yomi", rng=1)), encoding="utf-8")
    assert "game: this is a record of yomi, not of napoleon" in refused("napoleon", "--resume", str(file))
    assert "leave out --option and --rng" in refused("yomi", "--resume", str(file), "--rng", "1")
    file.write_text(dump(Record("yomi", rng=1, actions=("play X9",))), encoding="utf-8")
    assert "actions[0]" in refused("yomi", "--resume", str(file))
    file.write_text("{", encoding="utf-8")
    assert str(file) in refused("yomi", "--resume", str(file))


def test_a_file_is_the_old_game_or_the_new_one(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(Record("yomi", rng=1), file)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(Refusal, match="no space left on device"):
        keep(Record("yomi", rng=2), file)
    assert json.loads(file.read_text(encoding="utf-8"))["rng"] == 1
    assert [one.name for one in file.parent.iterdir()] == ["game.json"]
