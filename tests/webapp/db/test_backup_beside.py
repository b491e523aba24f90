"""Recorded packs and the settings of loudspeakers go with a backup, and come back proven."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import soundfile
from click.testing import CliRunner

from reader.packs.document import Document
from reader.packs.measured import Measured
from reader.packs.shelf import Shelf
from reader.pattern import Half
from tests.webapp.db.test_backup import club, fill
from webapp.cli import main
from webapp.config import VOICES
from webapp.db import beside
from webapp.db.backup import backup, restore
from webapp.loudspeakers import TUNINGS
from webapp.refusal import Refusal

KAMI, SHIMO = Half(17, "kami"), Half(17, "shimo")


def record(folder: Path, half: Half, loudness: float, name: str = "mai") -> None:
    """Put a recording of a half into a pack, which is made at the first."""
    shelf = Shelf(folder / VOICES)
    if name not in shelf.names():
        shelf.begin(Document(name.title(), "Mai Yamada"))
    sound = folder / "take.flac"
    soundfile.write(sound, np.full(48_000, loudness, np.float32), 48_000, subtype="PCM_16")
    measured = Measured(100, 40_000, 30_000, 48_000, -23.0, -70.0, -8.0, 48_000, 1, 0)
    shelf.add(name, half, sound, measured, "recorded here")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data folder with a club, a pack of two halves, and settings of a loudspeaker."""
    folder = tmp_path / "home"
    folder.mkdir()
    fill(url(folder))
    record(folder, KAMI, 0.1)
    record(folder, SHIMO, 0.2)
    (folder / TUNINGS).write_text('{"hall": 1}')
    return folder


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'club.sqlite3'}"


def packs(folder: Path) -> dict[str, bytes]:
    """Return every file of every pack."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted((folder / VOICES).rglob("*"))
        if path.is_file()
    }


def test_packs_and_settings_move_to_another_machine(home: Path, tmp_path: Path) -> None:
    taken = backup(url(home), tmp_path / "b", home)
    assert (taken.packs, taken.damaged) == (("mai",), ())
    other = tmp_path / "other"
    other.mkdir()
    restored = restore(tmp_path / "b", url(other), other)
    assert (restored.beside.packs, restored.beside.aside) == (("mai",), None)
    assert packs(other) == packs(home)
    assert (other / TUNINGS).read_text() == '{"hall": 1}'
    assert club(url(other)) == club(url(home))
    assert sorted(path.name for path in other.iterdir()) == ["club.sqlite3", TUNINGS, VOICES]
    with closing(sqlite3.connect(other / "club.sqlite3")) as opened:
        assert not opened.execute("SELECT 1 FROM sqlite_master WHERE name = 'files_beside'").fetchone()
    # and again: nothing differs, so nothing is put aside
    assert restore(tmp_path / "b", url(other), other).beside.aside is None


def test_a_pack_that_is_there_is_never_lost(home: Path, tmp_path: Path) -> None:
    backup(url(home), tmp_path / "b", home)
    record(home, KAMI, 0.3)
    record(home, KAMI, 0.4, "ken")
    (home / TUNINGS).write_text('{"hall": 2}')
    changed = packs(home)
    aside = restore(tmp_path / "b", url(home), home).beside.aside
    assert aside is not None
    kept = {f"{VOICES}/mai/{path.name}": path.read_bytes() for path in (aside / "mai").iterdir()}
    assert kept == {name: content for name, content in changed.items() if "/mai/" in name}
    assert Shelf(home / VOICES).names() == ("ken", "mai")
    assert [path.read_text() for path in home.glob("speakers.before-restore-*.json")] == ['{"hall": 2}']


def test_packs_can_be_left_out_and_then_stay_as_they_are(home: Path, tmp_path: Path) -> None:
    backup(url(home), tmp_path / "b", home, packs=False)
    record(home, KAMI, 0.3)
    before = packs(home)
    assert restore(tmp_path / "b", url(home), home).beside.packs == ()
    assert packs(home) == before


def test_a_damaged_pack_is_named_and_does_not_keep_the_club_from_its_backup(
    home: Path, tmp_path: Path
) -> None:
    record(home, KAMI, 0.1, "ken")
    (home / VOICES / "ken" / "pack.json").write_text("{")
    taken = backup(url(home), tmp_path / "b", home)
    assert taken.packs == ("mai",)
    assert taken.damaged[0].startswith("ken: ")


def test_a_recording_that_is_replaced_meanwhile_is_read_anew(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, done = beside._pack_files, []

    def meddled(shelf: Shelf, name: str):  # type: ignore[no-untyped-def]
        for path, content in read(shelf, name):
            if not done:
                done.append(path)
                record(home, KAMI, 0.5)
            yield path, content

    monkeypatch.setattr(beside, "_pack_files", meddled)
    backup(url(home), tmp_path / "b", home)
    other = tmp_path / "other"
    other.mkdir()
    restore(tmp_path / "b", url(other), other)
    assert packs(other) == packs(home)


SPOILT = {
    "a byte changed": "UPDATE files_beside SET content = x'00' WHERE path LIKE '%.flac'",
    "leads elsewhere": "UPDATE files_beside SET path = 'voices/../../evil.flac' WHERE path LIKE '%17-kami%'",
    "another file": "UPDATE files_beside SET path = 'secret.key' WHERE path LIKE '%17-kami%'",
    "a recording is gone": "DELETE FROM files_beside WHERE path LIKE '%17-kami%'",
    "no pack": "UPDATE files_beside SET content = x'7b', digest ="
    " '021fb596db81e6d02bf3d2586ee3981fe519f275c0ac9ca76bbcf2ebb4097d96' WHERE path LIKE '%pack.json'",
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_what_is_damaged_is_refused_and_changes_nothing(home: Path, tmp_path: Path, spoil: str) -> None:
    backup(url(home), tmp_path / "b", home)
    with closing(sqlite3.connect(tmp_path / "b")) as opened, opened:
        assert opened.execute(spoil).rowcount > 0
    record(home, KAMI, 0.3)
    before = sorted(path.relative_to(home) for path in home.rglob("*"))
    with pytest.raises(Refusal, match=str(tmp_path / "b")):
        restore(tmp_path / "b", url(home), home)
    assert sorted(path.relative_to(home) for path in home.rglob("*")) == before


def test_the_commands_say_which_packs(home: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke
    done = run(main, ["backup", str(tmp_path / "b"), "--data", str(home)])
    assert "Packs: mai." in done.output, done.output
    done = run(main, ["restore", str(tmp_path / "b"), "--data", str(tmp_path / "other")])
    assert done.output == "Restored.\nRecorded packs: mai\n"
    assert json.loads((tmp_path / "other" / VOICES / "mai" / "pack.json").read_text())["title"] == "Mai"
    done = run(main, ["backup", str(tmp_path / "c"), "--data", str(home), "--without-packs"])
    assert "Packs" not in done.output
