"""What comes from outside: a zip may be crafted, a folder may hold anything."""

import contextlib
import io
import stat
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reader.packs import source as sources
from reader.packs.faults import PackError
from reader.packs.source import opened


def zipped(path: Path, **files: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def refused(path: Path) -> str:
    with pytest.raises(PackError) as caught, opened(path):
        pass
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    "name", ["../evil_001_1.ogg", "/etc/evil.ogg", "a/../../b.ogg", "..\\x.ogg", "C:/x.ogg"]
)
def test_a_path_that_leads_outside_refuses_the_zip(tmp_path: Path, name: str) -> None:
    path = zipped(tmp_path / "a.zip", **{name: b"x"})
    assert "leads out of the zip" in refused(path)


def test_a_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        info = zipfile.ZipInfo("a_001_1.ogg")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    assert "is a link" in refused(tmp_path / "a.zip")


def test_a_link_in_a_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "secret").write_bytes(b"x")
    (tmp_path / "pack" / "a_001_1.ogg").symlink_to(tmp_path / "secret")
    with opened(tmp_path / "pack") as source:
        assert source.members == ()


def test_a_small_zip_that_becomes_huge_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", **{"a_001_1.wav": bytes(30 << 20)})
    assert "would unpack to 30 MB" in refused(path)


def test_a_zip_that_lies_about_its_sizes_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "LARGEST", 1000)
    path = zipped(tmp_path / "a.zip", **{"a_001_1.wav": bytes(range(256)) * 8})
    with opened(path) as source, pytest.raises(PackError, match="larger than"):
        source.copy(source.members[0], tmp_path / "out")


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_FILES", 3)
    path = zipped(tmp_path / "a.zip", **{f"a_{n:03d}_1.ogg": b"x" for n in range(4)})
    assert "more than 3 files" in refused(path)


def test_a_locked_zip_is_told_so(tmp_path: Path) -> None:
    content = bytearray(zipped(tmp_path / "a.zip", a=b"x").read_bytes())
    content[content.index(b"PK\x03\x04") + 6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "a.zip").write_bytes(content)
    assert "password" in refused(tmp_path / "a.zip")


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\x03\x04" + bytes(40), b"no zip at all" * 9])
def test_what_is_no_zip_is_told_so(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(content)
    assert "no zip that can be read" in refused(tmp_path / "a.zip")


def test_what_is_not_there_is_told_so(tmp_path: Path) -> None:
    assert "no such folder or file" in refused(tmp_path / "nowhere")


def test_a_name_that_the_system_refuses_is_told_so(tmp_path: Path) -> None:
    assert "too long" in refused(tmp_path / ("x" * 5000))


@pytest.mark.parametrize("value", [0x00, 0x5A, 0xFF])
def test_no_byte_of_a_zip_does_more_than_refuse(tmp_path: Path, value: int) -> None:
    whole = zipped(tmp_path / "whole.zip", **{"a_001_1.ogg": b"abc"}).read_bytes()
    for place in range(len(whole)):
        (tmp_path / "a.zip").write_bytes(whole[:place] + bytes([value]) + whole[place + 1 :])
        with contextlib.suppress(PackError), opened(tmp_path / "a.zip") as source:
            for member in source.members:
                source.copy(member, tmp_path / "out")


def test_names_from_japanese_windows_are_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        info = zipfile.ZipInfo("017上.wav".encode("cp932").decode("cp437"))
        archive.writestr(info, b"x")
    content = (tmp_path / "a.zip").read_bytes()
    # Windows does not say that a name is UTF-8, and it is not
    utf8 = "017上.wav".encode("cp932").decode("cp437").encode()
    raw = "017上.wav".encode("cp932").ljust(len(utf8), b"_")
    content = content.replace(utf8, raw)
    patched = bytearray(content)
    patched[patched.index(b"PK\x03\x04") + 7] &= ~8
    patched[patched.index(b"PK\x01\x02") + 9] &= ~8
    (tmp_path / "a.zip").write_bytes(patched)
    with opened(tmp_path / "a.zip") as source:
        assert str(source.members[0].path).startswith("017上")


def test_a_systems_own_notes_are_no_recordings(tmp_path: Path) -> None:
    path = zipped(
        tmp_path / "a.zip", **{"__MACOSX/._a_001_1.ogg": b"x", ".DS_Store": b"x", "a_001_1.ogg": b"x"}
    )
    with opened(path) as source:
        assert [str(one.path) for one in source.members] == ["a_001_1.ogg"]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_damaged_zip_never_does_more_than_refuse(tmp_path: Path, data: st.DataObject) -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a_001_1.ogg", bytes(range(256)) * 4)
    content = bytearray(whole.getvalue())
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    (tmp_path / "a.zip").write_bytes(content)
    with contextlib.suppress(PackError), opened(tmp_path / "a.zip") as source:
        for member in source.members:
            source.copy(member, tmp_path / "out")
