"""`naniwazu pack`: what it prints, what it keeps, and how it says no."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.packs import both, write_pack
from webapp.cli import main

Run = Callable[..., Result]


@pytest.fixture
def naniwazu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("NANIWAZU_DATA", str(tmp_path / "data"))

    def run(*words: str) -> Result:
        return CliRunner().invoke(main, ["pack", *words])

    return run


def test_a_pack_from_check_to_removal(naniwazu: Run, tmp_path: Path) -> None:
    write_pack(tmp_path / "mai", both(1, 17))
    checked = naniwazu("check", str(tmp_path / "mai"), "--json")
    assert checked.exit_code == 1, "it is not complete"
    found = json.loads(checked.stdout)
    assert (found["halves"], found["expected"], found["complete"]) == (4, 202, False)
    assert found["missing"][:3] == ["000-kami", "000-shimo", "002-kami"]
    assert naniwazu("list").stdout.startswith("There are no packs yet")

    taken = naniwazu("import", str(tmp_path / "mai"), "--name", "Mai", "--credit", "A test")
    assert taken.exit_code == 0
    assert "4 of 202 halves can be read" in taken.stdout
    assert "Missing: 2-16, 18-100" in taken.stdout
    assert "--voice pack:mai" in taken.stdout
    (row,) = json.loads(naniwazu("list", "--json").stdout)["packs"]
    assert (row["voice"], row["halves"], row["credit"]) == ("pack:mai", 4, "A test")
    assert "pack:mai" in naniwazu("list").stdout

    assert "4 halves" in naniwazu("export", "pack:mai", str(tmp_path / "mai.zip")).stdout
    assert naniwazu("remove", "mai").exit_code == 0
    assert naniwazu("import", str(tmp_path / "mai.zip"), "--name", "Mai", "--json").exit_code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("check", "nowhere"),
        ("check", "here.zip"),
        ("import", "nowhere", "--name", "Mai"),
        ("import", "here.zip", "--name", "!"),
        ("remove", "nobody"),
        ("export", "nobody", "x.zip"),
    ],
)
def test_bad_input_is_one_line_and_status_two(naniwazu: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "here.zip").write_bytes(b"nothing")
    answer = naniwazu(*[str(tmp_path / word) if word in ("nowhere", "here.zip") else word for word in words])
    assert answer.exit_code == 2
    assert answer.stdout == ""
    assert len(answer.stderr.splitlines()) == 1
    assert answer.stderr.startswith("naniwazu: ")
