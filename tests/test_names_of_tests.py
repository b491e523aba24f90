"""The names of tests are the same in every worker of a run, whenever it began."""

import io
import zipfile

from tests.conftest import pytest_make_parametrize_id


def made_in(year: int) -> bytes:
    """Return a packed file as a library writes it, with the time in it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(zipfile.ZipInfo("when", (year, 1, 1, 0, 0, 0)), "x" * (year - 1980))
    return out.getvalue()


def test_what_holds_the_time_names_no_test() -> None:
    early, late = made_in(1990), made_in(2026)
    assert len(early) != len(late)
    assert (
        pytest_make_parametrize_id(early, "data") == pytest_make_parametrize_id(late, "data") == "long data"
    )


def test_what_can_be_read_names_its_test_itself() -> None:
    assert pytest_make_parametrize_id(b"short", "data") is None
    assert pytest_make_parametrize_id("text" * 40, "data") is None
