"""A throw-away PostgreSQL server for tests, where its programs and the driver are installed."""

import contextlib
import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, make_url, text

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
BIN = next((place for place in PLACES if (place / "initdb").exists()), None)
MISSING = (
    "no PostgreSQL programs here" if BIN is None
    else "psycopg is not installed: pip install naniwazu[postgres]" if importlib.util.find_spec("psycopg") is None
    else ""
)  # fmt: skip

PARAMETERS = [] if MISSING else [pytest.param("postgresql", marks=pytest.mark.xdist_group("postgresql"))]
"""What a fixture adds to its parameters; one test tells when this is nothing."""


@contextlib.contextmanager
def running() -> Iterator[str]:
    """Run a server that listens on a socket in a short path only, and end it."""
    assert BIN is not None
    folder = Path(tempfile.mkdtemp(prefix="nwpg"))
    become: list[str] = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        become = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        shutil.chown(folder, "postgres", "postgres")

    def call(*words: str) -> None:
        command = [*become, str(BIN / words[0]), *words[1:]]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)

    data = str(folder / "data")
    options = f"-c listen_addresses='' -k {folder} -c fsync=off"
    try:
        call("initdb", "-D", data, "-U", "club", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8")
        call("pg_ctl", "-D", data, "-o", options, "-l", str(folder / "log"), "-w", "start")
        try:
            yield f"postgresql+psycopg://club@/postgres?host={folder}"
        finally:
            call("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(server: str) -> str:
    """Return the address of a new, empty database."""
    name = f"club_{uuid4().hex[:12]}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return make_url(server).set(database=name).render_as_string(hide_password=False)
