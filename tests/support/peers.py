"""Other libraries' test suites on our games: the extra `peers`. OpenSpiel has no wheel for every system."""

import importlib
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from typing import Any

import pytest


def library(name: str) -> Any:
    """Return a module; without it the tests of a file are skipped, or fail where REQUIRE_PEERS=1 forbids that."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what they say of the libraries below them is not about us
            return importlib.import_module(name)
    except ImportError as error:
        reason = f"no {name} here ({error}): pip install naniwazu[peers], where it has wheels for this Python"
        if os.environ.get("REQUIRE_PEERS") == "1":
            pytest.fail(reason)
        pytest.skip(reason, allow_module_level=True)


@contextmanager
def quiet() -> Iterator[None]:
    """Keep to ourselves what their suites print."""
    with redirect_stdout(StringIO()):
        yield
