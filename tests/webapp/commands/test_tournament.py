"""`naniwazu tournament draw`: the document, the sheet, and one line for every bad file."""

import csv
import io
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from tests.support.tournament import club_tournament, drawn, play_on
from webapp.cli import main
from webapp.services import Services
from webapp.workbook import first_table

CLUBS = ["東会", "西会", "南会", "東会/西会", ""]


def run(path: Path | str, *options: str) -> Result:
    return CliRunner().invoke(main, ["tournament", "draw", str(path), *options], env={"COLUMNS": "140"})


def written(folder: Path, *lines: str, encoding: str = "utf-8") -> Path:
    path = folder / "entries.csv"
    path.write_text("\n".join(lines) + "\n", encoding=encoding)
    return path


def document(path: Path, *options: str) -> dict[str, Any]:
    done = run(path, "--json", *options)
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def some(people: int) -> list[str]:
    return [f"n{row},{CLUBS[row % 5]},{'AB'[row % 2]}" for row in range(people)]


def walk(drawn: dict[str, Any]) -> list[int]:
    """Check that the rounds hang together, and return the rows of everybody in the draw."""
    rounds = drawn["rounds"]
    fed = {
        (by, index, side): match[side]
        for by, row in enumerate(rounds)
        for index, match in enumerate(row)
        for side in "ab"
    }
    winners = [tuple(match["winner_to"]) for row in rounds for match in row if match["winner_to"] is not None]
    assert sorted(winners) == sorted(place for place, who in fed.items() if who is None)
    for by, row in enumerate(rounds):
        assert [match["table"] for match in row] == list(range(1, len(row) + 1))
        assert all(match["winner_to"][0] == by + 1 for match in row if match["winner_to"] is not None)
    assert [len(row) for row in rounds[1:]] == [1 << len(rounds) - by - 1 for by in range(1, len(rounds))]
    second = [who["entry"] for (by, _, _), who in fed.items() if by == 1 and who is not None]
    assert sorted(second) == sorted(bye["entry"] for bye in drawn["byes"])
    return sorted(who["entry"] for who in fed.values() if who is not None)


@pytest.mark.parametrize("people", [2, 3, 5, 8, 13, 74])
def test_json_is_one_whole_tree(tmp_path: Path, people: int) -> None:
    path = written(tmp_path, "name,club", *(f"n{row},{CLUBS[row % 5]}" for row in range(people)))
    found = document(path, "--rng", "5")
    assert list(found) == [""]
    drawn = found[""]
    assert list(drawn) == ["rounds", "byes", "same_club_meetings", "lower_bound"]
    assert walk(drawn) == list(range(people))
    rounds = [f"round {by}" for by in range(1, len(drawn["rounds"]) + 1)]
    assert list(drawn["same_club_meetings"]) == list(drawn["lower_bound"]) == rounds
    clubs = [set(CLUBS[row % 5].split("/")) - {""} for row in range(people)]
    met = sum(
        bool(clubs[match["a"]["entry"]] & clubs[match["b"]["entry"]])
        for match in drawn["rounds"][0]
        if match["a"] and match["b"]
    )
    assert drawn["same_club_meetings"]["round 1"] == met == drawn["lower_bound"]["round 1"]


def test_a_class_each_with_rows_of_the_file(tmp_path: Path) -> None:
    found = document(written(tmp_path, "name,club,class", *some(21)), "--rng", "1")
    assert list(found) == ["A", "B"]
    assert walk(found["A"]) == list(range(0, 21, 2))
    assert walk(found["B"]) == list(range(1, 21, 2))
    match = found["A"]["rounds"][0][0]
    assert match["a"]["name"] == f"n{match['a']['entry']}"


def test_one_entry_alone(tmp_path: Path) -> None:
    path = written(tmp_path, "name,class", "髙橋,A")
    assert document(path) == {
        "A": {
            "rounds": [],
            "byes": [{"entry": 0, "name": "髙橋"}],
            "same_club_meetings": {},
            "lower_bound": {},
        }
    }
    assert "Class A: 髙橋 entered alone and wins." in run(path).stdout


def people_of(found: dict[str, Any], names: list[str]) -> str:
    """Return a document with names in the place of rows."""

    def named(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: names[one] if key == "entry" else named(one) for key, one in value.items()}
        return [named(one) for one in value] if isinstance(value, list) else value

    return json.dumps(named(found))


def test_the_same_seed_and_people_in_another_order(tmp_path: Path) -> None:
    lines = some(40)
    first = document(written(tmp_path, "name,club,class", *lines), "--rng", "9")
    mixed = random.Random(1).sample(lines, 40)
    again = document(written(tmp_path, "name,club,class", *mixed), "--rng", "9")
    names = [[line.split(",")[0] for line in order] for order in (lines, mixed)]
    assert people_of(first, names[0]) == people_of(again, names[1])
    assert document(written(tmp_path, "name,club,class", *lines), "--rng", "10") != first


def test_without_a_seed_it_says_which(tmp_path: Path) -> None:
    path = written(tmp_path, "name,club,class", *some(9))
    done = run(path, "--json")
    seed = done.stderr.split("--rng ")[1].strip()
    assert json.loads(done.stdout) == document(path, "--rng", seed)
    assert run(path, "--rng", seed, "--json").stderr == ""


def test_family_is_told_where_there_is_any(tmp_path: Path) -> None:
    drawn = document(written(tmp_path, "name,family", "a,x", "b,x", "c,", "d,"), "--rng", "2")[""]
    assert drawn["same_family_meetings"] == drawn["family_lower_bound"] == {"round 1": 0, "round 2": 1}
    assert "Pairs of family who could meet" in run(tmp_path / "entries.csv", "--rng", "2").stdout


def test_the_sheet_for_people(tmp_path: Path) -> None:
    path = written(tmp_path, "name,club,class,seed_group", "[/b]\x1b[2J,東,A,1", "b,東,A,", "c,西,A,")
    done = run(path, "--rng", "4")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Class A: 3 entries, 1 match in round 1, 1 bye" in done.stdout
    assert "[/b]�[2J [1]" in done.stdout
    assert "\x1b" not in done.stdout
    lines = [line.split() for line in done.stdout.splitlines()]
    assert {line[-1] for line in lines if line and line[0] in ("1", "bye")} <= {
        "─┬─┬",
        "─┘",
        "│",
        "───┬",
        "───┘",
        "─┬─┘",
    }
    assert "No draw of these entries has fewer." in done.stdout


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp932", "utf-16"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    path = written(tmp_path, "氏名,級", "髙橋,Ａ", "佐藤,A", encoding=encoding)
    (match,) = document(path)["A"]["rounds"][0]
    assert {match[side]["name"] for side in "ab"} == {"佐藤", "髙橋"}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("name,class",), "line 1: no entries follow the headings"),
        (("name,class", "a,A", "b,"), "line 3: b has no class, and others have one (line 2)"),
        (("club", "x"), 'line 1: a heading "name" (or 氏名) is wanted here; found: club'),
    ],
)
def test_a_bad_file_is_one_line(tmp_path: Path, lines: tuple[str, ...], says: str) -> None:
    path = written(tmp_path, *lines)
    for options in ((), ("--json",)):
        done = run(path, *options)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr == f"naniwazu: {path}: {says}\n"


def test_no_file_and_no_seed(tmp_path: Path) -> None:
    done = run(tmp_path / "none.csv")
    assert (done.exit_code, done.stderr) == (
        2,
        f"naniwazu: {tmp_path / 'none.csv'}: no such file or directory\n",
    )
    assert run(tmp_path).stderr == f"naniwazu: {tmp_path}: is a directory\n"
    for seed in ("-1", "x", str(1 << 128)):
        done = run(written(tmp_path, "name", "a"), "--rng", seed)
        assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_a_draw_does_not_load_what_it_does_not_need(tmp_path: Path) -> None:
    """networkx and numpy take longer to load than a draw takes."""
    path = written(tmp_path, "name,club,class", *some(9))
    program = (
        "import sys; from webapp.cli import main; "
        f"main(['tournament', 'draw', {str(path)!r}, '--rng', '1', '--json'], standalone_mode=False); "
        "assert not {'networkx', 'numpy', 'flask'} & set(sys.modules), sorted(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_export_of_a_tournament_of_the_club(services: Services) -> None:
    found = play_on(services, drawn(services, club_tournament(services, ["小野小町", "在原業平"])))
    database = ["--db", services.config.database_url, "--data", str(services.config.folder)]
    done = CliRunner().invoke(main, ["tournament", "export", found.code, *database])
    assert done.exit_code == 0, done.output
    rows = list(csv.DictReader(io.StringIO(done.stdout_bytes.decode("utf-8-sig"))))
    assert [(row["player"], row["opponent"], row["result"], row["diff"]) for row in rows] == [
        ("小野小町", "在原業平", "win", "5"),
        ("在原業平", "小野小町", "lose", "5"),
    ]
    out = services.config.folder / "results.csv"
    CliRunner().invoke(main, ["tournament", "export", found.code, "--out", str(out), *database])
    assert out.read_bytes() == done.stdout_bytes
    refused = CliRunner().invoke(main, ["tournament", "export", "nosuch", *database])
    assert refused.exit_code == 2
    assert (
        refused.stderr == f"naniwazu: nosuch: there is no such tournament; there are {found.code} (名人戦)\n"
    )


def exported(services: Services, code: str, *options: str) -> Result:
    database = ["--db", services.config.database_url, "--data", str(services.config.folder)]
    return CliRunner().invoke(main, ["tournament", "export", code, *options, *database])


def test_export_as_a_workbook_has_a_row_for_each_player(services: Services) -> None:
    found = play_on(services, drawn(services, club_tournament(services, ["小野小町", "在原業平"])))
    done = exported(services, found.code, "--format", "xlsx")
    assert (done.exit_code, done.stderr) == (0, "")
    headings, *people = (row.cells for row in first_table(done.stdout_bytes) if "決勝" not in row.cells)
    assert headings[-3:] == ("相手", "枚数", "勝敗")
    assert {(row[1], *row[-3:]) for row in people} == {
        ("小野小町", "在原業平", "5", "○"),
        ("在原業平", "小野小町", "5", "×"),
    }


@pytest.mark.parametrize(("language", "says"), [("en", "Results"), ("ja", "相手"), ("ru", "Результаты")])
def test_export_to_print_in_a_language(services: Services, language: str, says: str) -> None:
    found = play_on(services, drawn(services, club_tournament(services, ["小野小町", "在原業平"])))
    out = services.config.folder / "results.pdf"
    done = exported(services, found.code, "--format", "pdf", "--language", language, "--out", str(out))
    assert (done.exit_code, done.output) == (0, "")
    text = "".join(page.extract_text() for page in PdfReader(out).pages)
    assert says in text
    assert "小野小町" in text


@pytest.mark.parametrize("kind", ["xlsx", "pdf"])
def test_export_before_the_draw_says_so_and_writes_nothing(services: Services, kind: str) -> None:
    found = club_tournament(services, ["小野小町", "在原業平"])
    out = services.config.folder / "results"
    done = exported(services, found.code, "--format", kind, "--out", str(out))
    said = "naniwazu: no class is drawn yet: there is nobody to have met anybody\n"
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", said)
    assert not out.exists()
