"""Taking packs in: complete or not, one file a poem, on and off the shelf again."""

import json
import os
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from reader.packs.checking import Note, check, suiting
from reader.packs.document import PackClip
from reader.packs.exporting import export
from reader.packs.faults import PackError
from reader.packs.halves import HALVES
from reader.packs.importing import check_source, import_pack
from reader.packs.measured import Measured
from reader.packs.shelf import Shelf
from reader.pattern import Half
from tests.support.packs import Way, both, encoded, said, write_pack


def whole_poem(poem: int) -> bytes:
    """Both halves in one file, with a second of silence between them and half a second around."""
    pause = np.zeros(24_000, np.float32)
    upper, lower = said(Half(poem, "kami")).samples, said(Half(poem, "shimo")).samples
    sound = np.concatenate([pause, upper, pause, pause, lower, pause])
    return encoded(
        sound + 1e-4 * np.random.default_rng(4).standard_normal(len(sound)).astype(np.float32), Way("ogg")
    )


def test_a_pack_is_taken_in_whole_and_handed_on_with_its_marks(tmp_path: Path) -> None:
    write_pack(tmp_path / "mai", both(1, 17))
    (tmp_path / "mai" / "Mai-license.txt").write_text("For the club only.")
    (tmp_path / "mai" / "mai_100_1.flac").write_bytes(b"nothing")
    (tmp_path / "mai" / "hello.wav").write_bytes(b"nothing")
    (tmp_path / "mai" / "mai_000_1.ogg").write_bytes(whole_poem(0))  # Wasuramoti's own pack has it so
    shelf = Shelf(tmp_path / "voices")
    seen: list[tuple[int, int]] = []
    pack, found = import_pack(
        tmp_path / "mai", shelf, "Mai", credit="A test", progress=lambda *step: seen.append(step)
    )
    assert set(pack.clips) == set(both(0, 1, 17))
    assert seen[-1] == (6, 6)
    assert len(found.cells) == 202
    assert found.missing == tuple(half for half in HALVES if half.poem not in (0, 1, 17))
    assert found.opener_missing == ()
    assert {cell.half: cell.notes for cell in found.cells}[Half(100, "kami")] == (Note.UNDECODABLE,)
    assert found.strangers == ("hello.wav",)
    said = list(map(str, found.unread))
    assert len(said) == 2, "one line for each file of which nothing came"
    assert "names tell of no poem" in said[0]
    assert "hello.wav" in said[0]
    assert said[1].startswith("mai_100_1.flac: ")
    assert pack.document.licence == "For the club only."
    assert abs(pack.clips[Half(17, "kami")].on - (9_600 + 240)) < 48 * 8

    moved = pack.clips[Half(17, "kami")].marked(kimariji=40_000)
    pack = shelf.change("mai", Half(17, "kami"), moved)
    export(pack, tmp_path / "mai.zip")
    first = (tmp_path / "mai.zip").read_bytes()
    export(pack, tmp_path / "again.zip")
    assert first == (tmp_path / "again.zip").read_bytes(), "the same pack gives the same bytes"
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "device")
        with pytest.raises(PackError, match="name a file"):
            export(pack, tmp_path / "device")
    names = zipfile.ZipFile(tmp_path / "mai.zip").namelist()
    assert "mai/mai_017_1.flac" in names
    assert "mai/mai_000.flac" in names
    other, _ = import_pack(tmp_path / "mai.zip", shelf, "Copy")
    assert other.document.credit == "A test"
    assert {half: (clip.measured, clip.kimariji, clip.by_hand) for half, clip in other.clips.items()} == {
        half: (clip.measured, clip.kimariji, clip.by_hand) for half, clip in pack.clips.items()
    }


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep names in Unicode")
def test_names_in_another_code_are_taken_in(tmp_path: Path) -> None:
    """A zip of Japanese Windows that was unpacked on Linux has names that are no UTF-8."""
    write_pack(tmp_path / "mai", [Half(1, "kami")])
    (file,) = (tmp_path / "mai").iterdir()
    file.rename(tmp_path / "mai" / os.fsdecode("読手_001_1".encode("cp932") + file.suffix.encode()))
    pack, _ = import_pack(tmp_path / "mai", Shelf(tmp_path / "voices"), "Mai")
    assert set(pack.clips) == {Half(1, "kami")}
    pack.clips[Half(1, "kami")].source.encode()


@pytest.mark.parametrize("credit", ["\ud800", "a\udcffb", "\0\x1b[31m"])
def test_whatever_a_pack_says_of_itself_can_be_kept(tmp_path: Path, credit: str) -> None:
    write_pack(tmp_path / "mai", [Half(1, "kami")])
    says = {"format": "naniwazu-pack/1", "credit": credit, "licence": credit, "clips": {}}
    (tmp_path / "mai" / "pack.json").write_text(json.dumps(says))
    pack, _ = import_pack(tmp_path / "mai", Shelf(tmp_path / "voices"), "Mai")
    assert pack.document.credit == credit.encode("utf-8", "replace").decode()


def test_one_file_a_poem_is_cut_in_two(tmp_path: Path) -> None:
    for poem in (5, 70):
        (tmp_path / f"{poem:03d}番.ogg").write_bytes(whole_poem(poem))
    found = check_source(tmp_path)
    good = [cell for cell in found.cells if cell.usable]
    assert [cell.half for cell in good] == both(5, 70)
    assert all(abs(cell.seconds - 2.0) < 0.05 for cell in good)
    assert all(Note.CUT_GUESSED not in cell.notes for cell in good)


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({}, "no sound files in it"),
        ({"a.m4a": b"x"}, "no file is named after a poem"),
        ({"hello.mp3": b"x"}, "no file is named after a poem"),
        ({"a_001_1.ogg": b"x", "b_001_1.ogg": b"x"}, "there are 2 packs in it"),
        ({"17.wav": b"x", "017.mp3": b"x"}, "are both poem 17, upper half"),
        ({"a_001_1.ogg": b"x"}, "none of its 1 recordings can be used"),
        ({"a_001_1.ogg": b"x", "pack.json": b"{"}, "pack.json: not JSON"),
    ],
)
def test_what_is_no_pack_is_told_why_and_leaves_nothing(
    tmp_path: Path, files: dict[str, bytes], why: str
) -> None:
    (tmp_path / "source").mkdir()
    for name, content in files.items():
        (tmp_path / "source" / name).write_bytes(content)
    with pytest.raises(PackError) as caught:
        import_pack(tmp_path / "source", Shelf(tmp_path / "voices"), "Mai")
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
    assert Shelf(tmp_path / "voices").names() == ()


def test_a_check_says_what_is_doubtful() -> None:
    good = Measured(4_800, 4_800 + 6 * 48_000, 250_000, 400_000, -23, -70, -8, 44_100, 1, 0)
    cases = {
        Note.TOO_SHORT: good.__class__(4_800, 40_000, 30_000, 400_000, -23, -70, -8, 44_100, 1, 0),
        Note.CLIPPED: good.__class__(4_800, 4_800 + 288_000, 250_000, 400_000, -23, -70, 0, 44_100, 1, 900),
        Note.NOISY: good.__class__(4_800, 4_800 + 288_000, 250_000, 400_000, -23, -30, -8, 44_100, 1, 0),
        Note.FAINT: good.__class__(4_800, 4_800 + 288_000, 250_000, 400_000, -55, -99, -40, 44_100, 1, 0),
        Note.NO_LEAD: good.__class__(10, 10 + 288_000, 250_000, 400_000, -23, -70, -8, 44_100, 1, 0),
        Note.TOO_LONG: good.__class__(
            4_800, 4_800 + 1_440_000, 250_000, 1_500_000, -23, -70, -8, 44_100, 1, 0
        ),
    }
    halves = [half for half in HALVES if half.part == "kami"][1:]
    clips = {
        half: PackClip("a.flac", "x", one) for half, one in zip(halves, [good, *cases.values()], strict=False)
    }
    found = check(clips)
    noted = {cell.half: cell.notes for cell in found.cells if cell.usable}
    assert noted[halves[0]] == ()
    assert [noted[half] for half in halves[1 : 1 + len(cases)]] == [(note,) for note in cases]
    assert not found.complete


def test_a_pack_names_the_pace_that_suits_it() -> None:
    upper = Measured(0, 5_600 * 48, 4_700 * 48, 6_000 * 48, -23, -70, -8, 44_100, 1, 0)
    lower = Measured(0, 7_400 * 48, 4_400 * 48, 8_000 * 48, -23, -70, -8, 44_100, 1, 0)
    clips = {half: PackClip("a.flac", "x", upper if half.part == "kami" else lower) for half in HALVES}
    found = check(clips)
    assert found.complete
    assert str(suiting(found)) == "4.5-3-1-5.5"
