"""What a file holds, by its name: the layouts that people have."""

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reader.packs.document import pack_name
from reader.packs.faults import PackError
from reader.packs.halves import HALVES, half_of, key, listed
from reader.packs.names import recognise
from reader.pattern import Half


@pytest.mark.parametrize(
    ("path", "poem", "part"),
    [
        ("serino_017_1.ogg", 17, "kami"),
        ("serino_017_2.ogg", 17, "shimo"),
        ("wasuramoti_reader/serino/serino_000_1.ogg", 0, "kami"),
        ("my_reader_2_100_2.ogg", 100, "shimo"),
        ("karuta_017.mp3", 17, None),
        ("017.mp3", 17, None),
        ("000.mp3", 0, None),
        ("017番.wav", 17, None),
        ("１７.wav", 17, None),
        ("first-verse/poem-7.mp3", 7, "kami"),
        ("second-verse/poem-100.mp3", 100, "shimo"),
        ("017上.wav", 17, "kami"),
        ("17_下の句.wav", 17, "shimo"),
        ("上の句/017.wav", 17, "kami"),
        ("kami/17.flac", 17, "kami"),
        ("17-shimo.flac", 17, "shimo"),
        ("17-1.wav", 17, "kami"),
        ("17 (2).mp3", 17, "shimo"),
        ("08.mp3", 8, None),
        ("009_upper.wav", 9, "kami"),
    ],
)
def test_a_name_tells_what_a_file_holds(path: str, poem: int, part: str | None) -> None:
    found = recognise(PurePosixPath(path))
    assert found is not None
    assert (found.poem, found.part) == (poem, part)


@pytest.mark.parametrize(
    "path", ["101.mp3", "hello.mp3", "reader_999_1.ogg", "kami.wav", "12345678901234567890.wav"]
)
def test_other_names_tell_nothing(path: str) -> None:
    assert recognise(PurePosixPath(path)) is None


def test_two_readers_in_one_folder_are_told_apart() -> None:
    groups = {recognise(PurePosixPath(f"{who}_001_1.ogg")) for who in ("inaba", "serino")}
    assert len({found.group for found in groups if found}) == 2


@given(st.text(max_size=60))
def test_any_name_is_looked_at_without_a_fault(text: str) -> None:
    recognise(PurePosixPath(text or "x"))


def test_halves_have_names_that_lead_back() -> None:
    assert len(HALVES) == 202
    assert [half_of(key(half)) for half in HALVES] == list(HALVES)
    for wrong in ("17-kami", "101-kami", "017-upper", "", "017-kami "):
        with pytest.raises(ValueError, match="names no half"):
            half_of(wrong)


def test_missing_halves_are_named_as_shortly_as_they_can_be() -> None:
    assert listed([]) == ""
    assert listed(HALVES) == "1-100, opener"
    some = [Half(0, "shimo"), Half(3, "kami"), *(Half(n, p) for n in (20, 21, 23) for p in ("kami", "shimo"))]  # type: ignore[arg-type]
    assert listed(some) == "20-21, 23, opener (lower), 3 (upper)"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Mai", "mai"),
        ("稲葉 修至", "稲葉-修至"),
        ("  A / B  ", "a-b"),
        ("Ｍａｉ ２", "mai-2"),
        ("../../etc", "etc"),
    ],
)
def test_a_title_becomes_a_folder_name(title: str, name: str) -> None:
    assert pack_name(title) == name


@pytest.mark.parametrize("title", ["", " ", "../..", "CON", "new", "Uploads", "previews", "!?"])
def test_some_titles_name_no_pack(title: str) -> None:
    with pytest.raises(PackError, match="no name for a pack"):
        pack_name(title)
