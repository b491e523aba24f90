"""`naniwazu game blunders`: what it counts, and what it refuses."""

import json

from click.testing import CliRunner

from engine.bots.blunders.count import blunders
from engine.bots.bot import Budget
from engine.bots.uniform import Uniform
from engine.games import make
from poems.chance import Seed
from webapp.cli import main


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["game", "blunders", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_the_answer_is_the_count_over_these_deals() -> None:
    status, out, errors = run("kakkuri", "--level", "uniform", "--deals", "20", "--rng", "4", "--json")
    assert (status, errors) == (0, "")
    tally = blunders(make("kakkuri"), Uniform(), [Seed.numbered(4 + n) for n in range(20)], Budget())
    said = json.loads(out)
    [(kind, made)] = tally.made.items()
    assert said["hands"] == 20
    assert said["decisions"] == tally.decisions
    assert said["blunders"] == {"win_missed": {"chances": tally.chances[kind], "made": made}}


def test_people_get_a_table() -> None:
    status, out, _ = run("kakeya", "--level", "thumb", "--deals", "2", "--rng", "4")
    assert status == 0
    assert "Kakeya-torampu, thumb: 2 hands" in out
    assert "beats a trick that is sure to be a partner's" in " ".join(out.split())


def test_a_game_without_such_blunders_and_a_wrong_number_are_refused() -> None:
    assert run("judan")[0] == 2
    assert "judan: no blunders are known" in run("judan")[2]
    assert "'-1' is no whole number from 0 to 2^64 - 1" in run("kakkuri", "--rng", "-1")[2]
