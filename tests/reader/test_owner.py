"""One owner of the loudspeakers on a machine."""

import subprocess
import sys
from pathlib import Path

import pytest

from reader.outputs.owner import lock_file, owning
from reader.outputs.sink import SpeakersUnavailableError

_HOLD = """
import sys
from pathlib import Path
from reader.outputs.owner import owning
with owning(Path(sys.argv[1]), "the other reading"):
    print("owned", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_is_refused_and_told_who_has_them(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "owned\n"
        said = (
            rf"in use by the other reading \(process {other.pid}, since \d\d:\d\d\); stop that reading first"
        )
        with pytest.raises(SpeakersUnavailableError, match=said), owning(tmp_path, "this reading"):
            pytest.fail("two owners")
        other.communicate()
    with owning(tmp_path, "this reading"):
        pass


def test_a_process_that_was_killed_owns_nothing(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        other.kill()
        other.wait()
    assert "the other reading" in lock_file(tmp_path).read_text(encoding="utf-8"), "it could not sign off"
    with owning(tmp_path, "this reading"):
        pass


def test_two_readings_of_one_process_are_two_too(tmp_path: Path) -> None:
    with (
        owning(tmp_path, "one"),
        pytest.raises(SpeakersUnavailableError, match="in use by one"),
        owning(tmp_path, "two"),
    ):
        pytest.fail("two owners")
    with owning(tmp_path, "two"):
        pass


def test_a_signature_that_cannot_be_read_is_only_vaguer(tmp_path: Path) -> None:
    with owning(tmp_path, "one"):
        lock_file(tmp_path).write_text("{", encoding="utf-8")
        with (
            pytest.raises(SpeakersUnavailableError, match="in use by another reading"),
            owning(tmp_path, "two"),
        ):
            pytest.fail("two owners")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(SpeakersUnavailableError, match="cannot be claimed"),
        owning(tmp_path / "file" / "x", "one"),
    ):
        pytest.fail("nowhere")
