"""What `naniwazu read` draws, and `naniwazu reading verify`, which checks it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from poems.choice import choose
from tests.support.fake_voice import FakeVoice
from webapp.cli import main

FAST = ("--pace", "2-0-0.5-2", "--play-pause", "1", "--joka", "0", "--out", "a.wav")


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep clips and locks of these tests to themselves, and let a test voice stand in for the bundled one."""
    monkeypatch.setenv("NANIWAZU_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("reader.voices.known.KNOWN", {"mei": FakeVoice})
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def read(*arguments: str) -> dict[str, Any]:
    """Read into a file and return the answer."""
    status, out, errors = run("read", *FAST, *arguments, "--json")
    assert (status, errors) == (0, ""), errors
    found: dict[str, Any] = json.loads(out)
    return found


def test_a_set_may_be_written_out() -> None:
    found = read("--set", "third-a & length-2 -17 あさ", "--order", "number")
    assert found["cards"] == [3, 31, 36, 37, 39, 40, 43, 52, 61, 64, 65, 74]
    assert set(found["cards"]) == {
        card for card in range(1, 101) if choose("third-a & length-2 -17 あさ").cards >> card & 1
    }


def test_look_alikes_absent_cards_rounds_and_an_early_end() -> None:
    found = read(
        *(
            "--set",
            "あさ",
            "--dead",
            "2",
            "--look-alike",
            "1",
            "--absent",
            "1-29,64",
            "--rounds",
            "2",
            "--most",
            "7",
        ),
        *("--order", "as-given", "--rng", "3"),
    )
    dead = set(found["dead"])
    assert len(found["cards"]) == 7
    assert not set(found["cards"]) & {*range(1, 30), 64}
    assert len(dead) == 2
    assert dead <= {card for card in range(1, 101) if choose("あ").cards >> card & 1}, (
        "by kana alone only あ remains"
    )
    assert found["draw"] == {
        "cards": [31, 39, 64], "order": "as-given", "dead": 2, "look_alike": 1.0,
        "absent": [*range(1, 30), 64], "rounds": 2, "most": 7,
    }  # fmt: skip


def test_an_end_by_the_clock() -> None:
    whole = read("--set", "third-a", "--order", "number")
    ended = read("--set", "third-a", "--order", "number", "--minutes", "1")
    assert whole["seconds"] > 60 >= ended["seconds"]
    one_more = len(ended["cards"]) + 1
    assert read("--set", "third-a", "--order", "number", "--most", str(one_more))["seconds"] > 60
    assert ended["cards"] == whole["cards"][: one_more - 1]


def test_the_laid_cards_are_checked_before() -> None:
    status, out, _ = run("read", *FAST, "--set", "1..3", "--laid", "2,3,50-51")
    assert status == 0
    assert (
        "2 of the 4 laid cards will be read.\nNever read, though they lie: 50, 51. Is it the right set?"
        in out
    )
    assert read("--set", "1..3", "--laid", "2,3,50-51")["laid"] == {
        "will": [2, 3],
        "may": [],
        "never": [50, 51],
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--set", "third-a & third-b"), "--set: no cards in this set"),
        (("--set", "(あ"), "--set: a bracket was opened"),
        (("--set", "あさ", "--absent", "あ"), "--absent: no cards in this set"),
        (("--absent", "x"), "--absent: there is no set 'x'"),
        (("--laid", "101"), "--laid: no poem has a number like '101': they run from 1 to 100"),
        (("--look-alike", "2"), "--look-alike: '2' is no number from 0 to 1"),
        (("--look-alike", "1.5"), "--look-alike: '1.5' is no number from 0 to 1"),
        (("--rounds", "0"), "--rounds: '0' is no whole number from 1 to 20"),
        (("--most", "x"), "--most: 'x' is no whole number"),
        (("--minutes", "-1"), "--minutes: '-1' is no whole number"),
        (("--set", "third-a", "--absent", "third-b", "--dead", "34"), "--dead: 34 dead cards"),
    ],
)
def test_what_cannot_be_drawn_is_refused_by_its_option(options: tuple[str, ...], message: str) -> None:
    status, out, errors = run("read", *FAST, *options)
    assert (status, out, errors.count("\n")) == (2, "", 1)
    assert errors.startswith(f"naniwazu: {message}")


ORDERS = ("shuffle", "random", "number", "musume", "as-given")


def test_every_order_goes_with_every_opener_and_size() -> None:
    for order in ORDERS:
        for joka in "012":
            for cards, size in (("7", 1), ("9,5", 2)):
                found = read("--order", order, "--joka", joka, "--cards", cards)
                assert len(found["cards"]) == size
            assert (
                "no cards in this set"
                in run("read", *FAST, "--order", order, "--joka", joka, "--cards", "")[2]
            )


# -- verify ----------------------------------------------------------------------------------------------------------


def verified(document: object) -> tuple[int, dict[str, Any]]:
    Path("r.json").write_text(json.dumps(document), encoding="utf-8")
    status, out, errors = run("reading", "verify", "r.json", "--json")
    assert errors == ""
    return status, json.loads(out)


@pytest.mark.parametrize("order", ORDERS)
def test_what_read_tells_can_be_verified(order: str) -> None:
    told = read("--set", "あさ うか", "--dead", "2", "--look-alike", "0.5", "--rounds", "2", "--order", order)
    status, found = verified(told)
    assert (status, found["fits"], found["flaws"], found["log"]) == (0, True, [], False)
    status, out, _ = run("reading", "verify", "r.json")
    assert (status, out.count("\n")) == (0, 2)
    assert ("comes of them" in out) != ("not by chance" in out)
    told["cards"][0], told["cards"][-1] = told["cards"][-1], told["cards"][0]
    changed = told["cards"][0] != told["cards"][-1]
    status, found = verified(told)
    assert (status, found["flaws"]) == ((1, [{"flaw": "order", "place": 0}]) if changed else (0, []))


def test_another_seed_is_told_in_words() -> None:
    told = read("--set", "あさ うか", "--rng", "5")
    Path("r.json").write_text(json.dumps(told | {"seed": f"{6:032x}"}), encoding="utf-8")
    status, out, _ = run("reading", "verify", "r.json")
    assert status == 1
    assert "The seed, or the draw made with it, is not the one whose hash was shown before." in out


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"\xff", "codec can't decode"),
        (b"{}", "format None is unknown"),
        (b'{"format": "naniwazu-reading/1"}', "seed: it is missing"),
    ],
)
def test_a_file_that_is_no_record_ends_with_one_line(content: bytes, reason: str) -> None:
    Path("r.json").write_bytes(content)
    status, out, errors = run("reading", "verify", "r.json")
    assert (status, out, errors.count("\n")) == (2, "", 1)
    assert reason in errors
    assert run("reading", "verify", "none.json")[2] == "naniwazu: none.json: no such file or directory\n"
