"""`naniwazu game duel`: what it prints, and what it refuses."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from engine.bots.bot import Budget
from engine.bots.duplicate import differences, duel_of
from engine.bots.levels import at_level
from engine.games import make
from poems.chance import Seed
from webapp.cli import main


def duel(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["game", "duel", *arguments])
    return result.exit_code, result.stdout, result.stderr


def answer(*arguments: str) -> Any:
    status, out, errors = duel(*arguments, "--json")
    assert (status, errors, out.count("\n")) == (0, "", 1)
    return json.loads(out)


def test_the_answer_is_the_duel_of_these_deals() -> None:
    said = answer("kakkuri", "--a", "thumb", "--b", "uniform", "--deals", "6", "--rng", "30")
    game = make("kakkuri")
    bots = at_level("thumb", game), at_level("uniform", game)
    found = duel_of(list(differences(game, *bots, (Seed.numbered(30 + n) for n in range(6)), Budget())))
    assert said == {
        "game": "kakkuri",
        "a": "thumb",
        "b": "uniform",
        "visit": False,
        "rng": 30,
        "deals": 6,
        "mean": found.mean,
        "error": found.error,
        "significance": found.significance,
    }


def test_a_visit_is_one_seat_at_a_table_of_the_others() -> None:
    said = answer("kakkuri", "--a", "thumb", "--b", "uniform", "--deals", "60", "--rng", "30", "--visit")
    assert said["visit"] is True
    assert said["significance"] > 2
    told = duel("kakkuri", "--a", "thumb", "--b", "uniform", "--deals", "9", "--rng", "30", "--visit")[1]
    assert "a hand more of a seat at a table of uniform" in " ".join(told.split())


def test_pimc_with_a_number_of_worlds_gives_the_same_again() -> None:
    match = ("yomi", "--a", "pimc", "--b", "uniform", "--deals", "3", "--worlds", "6", "--rng", "2")
    assert answer(*match) == answer(*match)


def test_a_match_may_stop_when_enough_is_known() -> None:
    said = answer("kakkuri", "--a", "thumb", "--b", "uniform", "--deals", "200", "--rng", "1", "--until", "2")
    assert 20 <= said["deals"] < 200
    assert said["significance"] >= 2


def test_deals_that_all_come_out_alike_have_no_number_of_errors() -> None:
    said = answer(
        "kakeya", "--a", "uniform", "--b", "uniform", "--deals", "2", "--option", "stones=1", "--rng", "1"
    )
    assert (said["significance"] is None) == (said["error"] == 0 and said["mean"] != 0)
    assert said["deals"] == 2


def test_people_are_told_in_a_sentence() -> None:
    status, out, _ = duel("kakkuri", "--a", "thumb", "--b", "uniform", "--deals", "5", "--rng", "9")
    assert status == 0
    said = " ".join(out.split())
    assert said.startswith("kakkuri: a seat of thumb scores +")
    assert said.endswith("5 deals played twice, --rng 9)")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("whist", "--a", "thumb", "--b", "pimc"), "there is no game 'whist'"),
        (("yomi", "--a", "thumb", "--b", "perfect"), "'perfect' is not one of"),
        (("yomi", "--a", "thumb"), "Missing option '--b'"),
        (("yomi", "--a", "thumb", "--b", "pimc", "--deals", "1"), "'--deals'"),
        (
            ("yomi", "--a", "thumb", "--b", "pimc", "--rng", "-4"),
            "'-4' is no whole number from 0 to 2^64 - 1",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_line(arguments: tuple[str, ...], said: str) -> None:
    status, out, errors = duel(*arguments)
    assert (status, out, errors.count("\n")) == (2, "", 1)
    assert said in errors
