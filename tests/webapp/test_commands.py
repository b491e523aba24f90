"""`doctor` and `bench`: they tell, as a table and as one JSON document."""

import importlib
import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from reader.packs import phones
from reader.voices import known
from tests.support.own_thread import in_own_thread
from webapp import checkup
from webapp.bench import web
from webapp.bench.figure import Figure
from webapp.checkup import Finding
from webapp.cli import main
from webapp.commands import bench


def test_doctor_looks_at_every_area(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path), "--json"])
    assert done.exit_code == 0, done.output
    findings = json.loads(done.stdout)
    areas = {finding["area"] for finding in findings}
    assert areas >= {"system", "storage", "network", "voices", "sound", "fonts", "browsers"}
    assert all(finding["cure"] for finding in findings if not finding["works"])
    table = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path)])
    assert "data folder" in table.output


def test_doctor_finds_a_damaged_database(tmp_path: Path) -> None:
    (tmp_path / "club.sqlite3").write_bytes(b"SQLite format 3\0" + b"\xff" * 9000)
    done = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path), "--json"])
    assert done.exit_code == 1
    (finding,) = [finding for finding in json.loads(done.stdout) if finding["name"] == "database"]
    assert not finding["works"]
    assert "restore" in finding["cure"]


def test_doctor_goes_on_after_a_part_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known.Voices, "survey", lambda self: 1 / 0)
    done = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path), "--json"])
    findings = json.loads(done.stdout)
    assert not next(finding for finding in findings if finding["area"] == "voices")["works"]
    assert findings[-1]["area"] == "browsers"


def test_doctor_says_what_a_machine_without_the_model_of_speech_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones._model.cache_clear()
    monkeypatch.setitem(
        sys.modules, "pydomino", None
    )  # as where it is not installed, or a library of it is missing
    done = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path), "--json"])
    found = next(one for one in json.loads(done.stdout) if one["name"].startswith("decision points"))
    assert (found["works"], found["needed"]) == (False, False)
    assert "pydomino" in found["detail"]
    assert "by hand" in found["cure"]


def test_doctor_names_the_cure_with_its_brackets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finding = Finding(
        "storage", "PostgreSQL", works=False, needed=False, detail="", cure="pip install naniwazu[postgres]"
    )
    monkeypatch.setattr(checkup, "examine", lambda config: [finding])
    monkeypatch.setattr("webapp.commands.doctor.examine", lambda config: [finding])
    assert "naniwazu[postgres]" in CliRunner().invoke(main, ["doctor", "--data", str(tmp_path)]).output


def test_bench_prints_what_an_area_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = Figure("taps [fast]", 1234.5, "events/s", "a note")
    monkeypatch.setattr(web, "run", lambda: [figure])
    done = CliRunner().invoke(main, ["bench", "web", "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["areas"] == {
        "web": [{"name": "taps [fast]", "value": 1234.5, "unit": "events/s", "note": "a note"}]
    }
    assert told["machine"]["processors"]
    assert "taps [fast]" in CliRunner().invoke(main, ["bench", "web"]).output


@pytest.mark.parametrize("area", [*bench.AREAS, *bench.LONG])
def test_every_area_of_bench_has_its_modules(area: str) -> None:
    for name in (bench.AREAS | bench.LONG)[area]:
        assert callable(importlib.import_module(f"webapp.bench.{name}").run)


def test_an_area_that_cannot_be_measured_is_refused_by_name() -> None:
    done = CliRunner().invoke(main, ["bench", "nothing"])
    assert done.exit_code == 2
    assert "nothing" in done.output


def test_a_small_bench_of_the_web_delivers_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "SECONDS", 1)
    figures = {figure.name: figure for figure in in_own_thread(lambda: web.followers(10))}
    assert figures["10 followers at 10 events/s: delivered"].value == 100
    assert (
        0
        < figures["10 followers at 10 events/s: median"].value
        <= figures["10 followers at 10 events/s: 99 of 100"].value
    )


def test_a_long_path_is_broken_and_not_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = "sqlite:////home/somebody/.local/share/naniwazu/a-club-with-a-long-name/club.sqlite3"
    finding = Finding("storage", "database", works=True, needed=True, detail=path)
    monkeypatch.setattr("webapp.commands.doctor.examine", lambda config: [finding])
    shown = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path)], env={"COLUMNS": "60"}).output
    assert path in "".join(line[len("storage  database  yes    ") :] for line in shown.splitlines())
