"""`naniwazu match replay`: the answer, the table, and one line for every bad file."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.support.records import A_CARDS, B_CARDS, a_record, own_takes
from webapp.cli import main
from webapp.commands.match import LARGEST

EVENING = a_record(
    {
        "card": 30,
        "took": "A",
        "touched": {"A": ["opp"], "B": []},
        "cards_touched": {"A": [30, 40]},
        "sent": [5],
    },
    {"card": 88, "took": None, "touched": {"A": [], "B": ["own", "opp"]}, "sent": [1, 9]},
    {"card": 6, "took": "B", "touched": {"B": ["own"]}, "moved": {"B": {"5": "左上1"}}},
    {"card": 7, "void": "the reader slipped"},
    {"card": 31, "touched": {"A": ["own"]}, "contact": [{"by": "B", "on": "A"}], "early_touch": ["B"]},
    {"card": 32, "took": "A", "override": {"net": 2, "sender": "A", "reason": "agreed"}, "sent": [2, 3]},
    options={"touch_from": "kami_start", "memorise_s": 300},
    players={"A": {"name": "在原業平"}, "B": {"name": "小野小町"}},
    layout={"A": {"3": "右下1"}, "B": {"26": "浮右1"}},
    venue="第一",
)


def replay(path: Path | str, *options: str) -> Result:
    return CliRunner().invoke(main, ["match", "replay", str(path), *options], env={"COLUMNS": "140"})


def written(folder: Path, document: Any) -> Path:
    path = folder / "match.json"
    path.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
    return path


def test_json_is_one_document_and_nothing_else(tmp_path: Path) -> None:
    done = replay(written(tmp_path, EVENING), "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert list(found) == ["reads", "counts", "winner", "margin", "flags"]
    keys = ["card", "side", "fouls", "claims", "owed", "sender", "sent", "labels", "counts"]
    assert all(list(read) == keys for read in found["reads"])
    assert found["counts"] == {"A": 19, "B": 28}
    assert found["flags"] == ["cross_territory_push:2", "void:3", "override:5"]


def test_the_table_tells_read_by_read(tmp_path: Path) -> None:
    done = replay(written(tmp_path, EVENING))
    assert (done.exit_code, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert "match.json: A 在原業平 against B 小野小町, official rules" in done.stdout
    assert ["1", "30", "B", "A", "-", "A→B", "5", "24", "25"] in lines
    assert "double foul on a dead card" in done.stdout
    assert "pushed out from the other side" in done.stdout
    assert "ruled by the referee" in done.stdout
    assert done.stdout.splitlines()[-1] == "The match goes on at 19-28."


def test_the_table_names_the_winner(tmp_path: Path) -> None:
    done = replay(written(tmp_path, a_record(*own_takes("A", 24), *own_takes("B", 25))))
    assert done.stdout.splitlines()[-1] == "B wins by 1 card."
    done = replay(written(tmp_path, a_record(*own_takes("A", 25), players={"A": {"name": "[/bold]\x1b[2J"}})))
    assert done.stdout.splitlines()[-1] == "A [/bold]�[2J wins by 25 cards."


def test_a_record_with_a_bom(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + json.dumps(EVENING).encode()
    assert replay(written(tmp_path, data), "--json").exit_code == 0


def assert_refused(done: Result, path: Path, reason: str) -> None:
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"naniwazu: {path}: ")
    assert reason in done.stderr
    assert done.stderr.endswith("\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("options", [(), ("--json",)])
@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (b"", "is not JSON: Expecting value"),
        (b"\x00\x01\xff", "is not UTF-8 text"),
        ("{}".encode("utf-16"), "is not UTF-8 text"),
        (b"[" * 50_000, "is nested too deeply"),
        (b'{"format": ' + b"9" * 5000 + b"}", "thousands of digits"),
        (b'{"format": "naniwazu-match/1", "format": "x"}', 'the key "format" comes twice'),
        ({}, "format: is missing"),
        ([], "an object is wanted here, not a list"),
        ({**EVENING, "format": "naniwazu-match/2"}, 'format: version "naniwazu-match/2" is not known'),
        ({**EVENING, "ruleset": "house"}, 'ruleset: there is no ruleset "house"'),
        ({**EVENING, "options": {"x": 1}}, 'options.x: there is no option "x"'),
        ({**EVENING, "deal": {"A": A_CARDS, "B": A_CARDS}}, "deal.B[0]: card 1 was dealt twice"),
        ({**EVENING, "deal": {"A": A_CARDS, "B": B_CARDS[1:]}}, "deal.B: B was dealt 24 cards instead of 25"),
        (a_record({"card": 1}, {"card": 1}), "reads[1].card: poem 1 was read already, at reads[0]"),
        (a_record({"card": True}), "reads[0].card: a poem number from 1 to 100 is wanted here, not true"),
        (a_record({"card": 10**30}), "reads[0].card: a poem number"),
        (a_record({"card": 88, "took": "A"}), "reads[0].took: A cannot have taken card 88"),
        (a_record({"card": 1, "touched": {"A": ["\n\n"]}}), 'reads[0].touched.A[0]: "own" or "opp"'),
        (a_record(*own_takes("A", 25), {"card": 88}), "reads[25]: the match is over, A has won"),
    ],
)
def test_a_bad_file_is_one_line_and_status_2(
    tmp_path: Path, document: Any, reason: str, options: tuple[str, ...]
) -> None:
    path = written(tmp_path, document)
    assert_refused(replay(path, *options), path, reason)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "match.json"
    assert_refused(replay(path), path, "no such file or directory")


def test_a_directory(tmp_path: Path) -> None:
    assert_refused(replay(tmp_path), tmp_path, "is a directory")


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(path: Path, mode: str) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "open", forbidden)
    assert_refused(replay(tmp_path / "match.json"), tmp_path / "match.json", "permission denied")


def test_a_file_too_large_for_a_match(tmp_path: Path) -> None:
    path = written(tmp_path, b" " * (LARGEST + 1))
    assert_refused(replay(path), path, "is too large for a match record")


def test_a_name_that_is_no_path() -> None:
    done = replay("a\0b")
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1


def test_the_real_command_shows_no_traceback(tmp_path: Path) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from webapp.cli import main; main()",
            "match",
            "replay",
            written(tmp_path, b"{"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


SMALL_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 102)
    | st.sampled_from([10**25, 1.5, 1e300, "", "A", "B", "own", "opp", "右下1", "official", "x\n\ud7ff"])
    | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["A", "B", "net", "3"]), inner)
    ),
    max_leaves=5,
)


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(spot for key, item in inner for spot in spots(item, (*path, key)))]


def few_dealt(paths: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The places without most of the fifty cards dealt, which would draw all the blows."""
    return [path for path in paths if path[:1] != ("deal",) or len(path) < 3 or path[2] in (0, 24)]


def mutated(document: Any, path: tuple[Any, ...], change: str, value: Any) -> Any:
    """A copy of a document with one place replaced, taken out, doubled or given another key."""
    if not path:
        return value
    copy = json.loads(json.dumps(document))
    parent = copy
    for key in path[:-1]:
        parent = parent[key]
    last = path[-1]
    if change == "drop":
        del parent[last]
    elif change == "double" and isinstance(parent, list):
        parent.insert(last, parent[last])
    elif change == "rename" and isinstance(parent, dict):
        parent[str(value)[:20]] = parent.pop(last)
    else:
        parent[last] = value
    return copy


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), changes=st.integers(1, 4), cut=st.none() | st.integers(0, 2000))
@example(data=None, changes=0, cut=0)
def test_a_mutated_record_gives_an_answer_or_one_line(
    tmp_path: Path, data: Any, changes: int, cut: int | None
) -> None:
    document: Any = EVENING
    for _ in range(changes):
        path = data.draw(st.sampled_from(few_dealt(spots(document))))
        change = data.draw(st.sampled_from(["put", "put", "drop", "double", "rename"]))
        document = mutated(document, path, change, data.draw(SMALL_JSON))
    path = written(tmp_path, json.dumps(document).encode()[:cut])
    done = replay(path, "--json")
    if done.exit_code == 0:
        found = json.loads(done.stdout)
        assert done.stderr == ""
        assert len(found["reads"]) == len(document["reads"])
        assert 0 < sum(found["counts"].values()) <= 50
    else:
        assert_refused(done, path, "")
        assert done.exception is None or isinstance(done.exception, SystemExit)
    table = replay(path)
    assert table.exit_code == done.exit_code
    assert table.stderr == done.stderr
