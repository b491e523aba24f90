"""Packs on their shelf: whole or not at all, changed in one step, and a document that is never trusted."""

import json
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st

from reader.packs.document import Document, PackClip, dumped, parsed
from reader.packs.faults import PackError
from reader.packs.halves import HALVES
from reader.packs.measured import Measured
from reader.packs.shelf import Shelf
from reader.pattern import Half

HALF = Half(17, "kami")
MEASURED = Measured(4_800, 90_000, 80_000, 96_000, -21.5, -61.0, -8.0, 22_050, 1, 0)

measurements = st.builds(
    lambda cuts, length, loudness, sure: Measured(
        cuts[0], cuts[2] + 1, cuts[1], cuts[2] + 1 + length, loudness, -60.0, -3.0, 44_100, 2, 0, sure
    ),
    st.lists(st.integers(0, 2_000_000), min_size=3, max_size=3).map(sorted),
    st.integers(0, 1_000),
    st.floats(-80, 0).map(lambda value: round(value, 2)),
    st.booleans(),
)
documents = st.builds(
    lambda title, clips: Document(
        title,
        "a reader",
        "",
        MappingProxyType({half: PackClip("a.flac", "x", one) for half, one in clips.items()}),
    ),
    st.text(max_size=30).filter(lambda text: text.encode("utf-8", "ignore").decode() == text),
    st.dictionaries(st.sampled_from(HALVES), measurements, max_size=5),
)


def sound(folder: Path, length: int = 96_000, value: float = 0.1) -> Path:
    path = folder / "take.flac"
    soundfile.write(path, np.full(length, value), 48_000, subtype="PCM_16")
    return path


@given(documents)
def test_a_document_reads_back_as_it_was_written(document: Document) -> None:
    assert parsed(dumped(document).encode(), "x") == document


@given(documents, st.data())
def test_a_document_with_something_else_in_it_is_refused_with_its_place(
    document: Document, data: st.DataObject
) -> None:
    whole = json.loads(dumped(document))
    if not whole["clips"]:
        return
    name = data.draw(st.sampled_from(sorted(whole["clips"])))
    field = data.draw(st.sampled_from(["file", "on", "off", "length", "rate", "by_hand"]))
    whole["clips"][name][field] = data.draw(st.sampled_from([None, -1, 1.5, "../x", [1], {}, True]))
    with pytest.raises(PackError, match=f"clips\\[{name}\\]"):
        parsed(json.dumps(whole).encode(), "x")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "no pack"),
        (b'{"format": "naniwazu-pack/2"}', "naniwazu-pack/2"),
        (b'{"format": "naniwazu-pack/1"}', "clips"),
        (b'{"format": "naniwazu-pack/1", "title": 5, "clips": {}}', "title"),
        (b'{"format": "naniwazu-pack/1", "clips": {"101-kami": {}}}', "101-kami"),
    ],
)
def test_what_is_no_document_is_told_why(text: bytes, why: str) -> None:
    with pytest.raises(PackError, match=why):
        parsed(text, "x")


def test_a_pack_is_begun_filled_changed_and_removed(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "voices")
    assert shelf.names() == ()
    shelf.begin(Document("Mai"))
    assert shelf.names() == ("mai",)
    with pytest.raises(PackError, match="already"):
        shelf.begin(Document("ＭＡＩ"))
    first = shelf.add("mai", HALF, sound(tmp_path), MEASURED, "x")
    assert (first.clips[HALF].on, len(first.missing)) == (4_800, 201)
    assert len(first.sound(HALF)) == 96_000
    again = shelf.add("mai", HALF, sound(tmp_path, value=0.2), MEASURED, "x")
    assert len(list(again.folder.glob("*.flac"))) == 1, "the older recording is gone"
    assert first.fresh().clips[HALF].file == again.clips[HALF].file
    shelf.change("mai", HALF, None)
    assert shelf.open("mai").clips == {}
    shelf.remove("mai")
    assert list((tmp_path / "voices").iterdir()) == []
    with pytest.raises(PackError, match="gone"):
        first.fresh()


def test_a_pack_that_fails_on_the_way_leaves_nothing(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    building = shelf.building("mai")
    (building.__enter__() / "pack.json").write_text("{}")
    assert shelf.names() == ()
    assert building.__exit__(RuntimeError, RuntimeError("power cut"), None) is False
    assert list(tmp_path.iterdir()) == []


def test_a_recording_that_was_deleted_counts_as_missing(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "voices")
    shelf.begin(Document("Mai"))
    pack = shelf.add("mai", HALF, sound(tmp_path), MEASURED, "x")
    (pack.folder / pack.clips[HALF].file).unlink()
    assert HALF in shelf.open("mai").missing


def test_a_recording_that_was_changed_is_told_so(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "voices")
    shelf.begin(Document("Mai"))
    pack = shelf.add("mai", HALF, sound(tmp_path), MEASURED, "x")
    sound(tmp_path, length=50_000).replace(pack.folder / pack.clips[HALF].file)
    with pytest.raises(PackError, match="was changed"):
        pack.sound(HALF)


def test_marks_keep_their_order_and_remember_whose_they_are() -> None:
    clip = PackClip("a.flac", "x", replace(MEASURED, sure=False))
    moved = clip.marked(on=5_000, kimariji=30_000)
    assert (moved.on, moved.kimariji, moved.by_hand) == (5_000, 30_000, {"on", "kimariji"})
    assert moved.measured.sure, "a person has looked at the cut"
    assert moved.marked(kimariji=None).by_hand == {"on"}
    for wrong in ({"on": 85_000}, {"off": 70_000}, {"hold": 91_000}, {"off": 96_001}, {"kimariji": 4_000}):
        with pytest.raises(PackError, match=r"out of order|outside the voice"):
            clip.marked(**wrong)


def test_a_decision_point_lies_before_the_end_of_the_kimariji_and_is_kept() -> None:
    clip = PackClip("a.flac", "x", MEASURED).marked(kimariji=30_000, decision=22_000)
    assert clip.by_hand == {"kimariji", "decision"}
    assert clip.marked(decision=None).by_hand == {"kimariji"}
    for wrong in ({"decision": 30_000}, {"decision": MEASURED.on - 1}, {"kimariji": 22_000}):
        with pytest.raises(PackError, match="decision point"):
            clip.marked(**wrong)
    document = Document("Mai", clips={HALF: clip})
    assert parsed(dumped(document).encode(), "pack.json").clips[HALF] == clip
    old = dumped(Document("Mai", clips={HALF: clip.marked(decision=None)}))
    assert "decision" not in old, "a pack that nobody marked so is read by older programs too"
    bad = dumped(document).replace("22000", '"soon"').encode()
    with pytest.raises(PackError, match=r"decision: a whole number of samples"):
        parsed(bad, "pack.json")
