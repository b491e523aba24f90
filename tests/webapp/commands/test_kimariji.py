"""`naniwazu kimariji`: what it prints, and what it refuses."""

import json

import pytest
from click.testing import CliRunner

from poems.anthology import POEMS
from webapp.cli import main


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["kimariji", *arguments])
    return result.exit_code, result.stdout, result.stderr


def answer(*arguments: str) -> dict[str, str]:
    status, out, errors = run(*arguments, "--json")
    assert (status, errors, out.count("\n")) == (0, "", 1)
    read: dict[str, str] = json.loads(out)
    return read


def test_json_of_a_full_deck() -> None:
    assert answer() == {str(one.number): one.kimariji for one in POEMS}


def test_json_leaves_out_what_has_been_read() -> None:
    now = answer("--read", "96,10-20, ２")
    assert list(now) == [str(n) for n in (1, *range(3, 10), *range(21, 96), *range(97, 101))]
    assert (now["9"], now["67"]) == ("はな", "はる")


def test_json_is_readable_kana() -> None:
    assert '"9": "はなの"' in run("--json")[1]


def test_json_at_the_end_of_a_reading() -> None:
    assert answer("--read", "1-99") == {"100": "も"}
    assert answer("--read", "1-100") == {}


def test_table_has_every_card_uncut() -> None:
    status, out, _ = run()
    assert status == 0
    assert "100 poems still to be read" in out
    for one in POEMS:
        assert f"{one.number}:{one.kimariji}" in out
    assert "Changed" not in out


def test_table_marks_what_changed_and_says_why() -> None:
    _, out, _ = run("--read", "67,96")
    assert "2:はる*" in out
    assert "9:はな*" in out
    assert "67:はるの" in out.partition("Changed")[2]
    assert "96:はなさ" in out.partition("Changed")[2]


def test_table_when_every_poem_has_been_read() -> None:
    assert run("--read", "1-100")[1] == "Every poem has been read.\n"


@pytest.mark.parametrize("read", ["101", "0", "①", "1.5", "1,,2", "20-10", "3,3", "あ", "-3"])
def test_bad_numbers_are_refused_on_one_line(read: str) -> None:
    for arguments in (("--read", read), ("--read", read, "--json")):
        status, out, errors = run(*arguments)
        assert (status, out) == (2, "")
        assert errors.startswith("naniwazu: --read: ")
        assert errors.count("\n") == 1
