"""Where a server keeps its things and whom it serves: read once from the environment and the command line."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from webapp.refusal import Refusal

PORT = 8100
VOICES = "voices"
"""The folder of recorded packs within the data folder."""
LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Config:
    """One server's settings.

    `folder` holds the database, the secret key, recordings and the lock; `host` is the address listened on,
    loopback unless asked otherwise; `port_is_given` says that no other
    port will do; `public` lets a guest follow matches without an entry code; `names` are
    further host names under which browsers may call this server (IP addresses and this machine's own name
    are always accepted).
    """

    folder: Path
    database_url: str
    secret_key: str
    host: str = LOOPBACK
    port: int = PORT
    port_is_given: bool = False
    public: bool = False
    names: tuple[str, ...] = ()
    testing: bool = False

    @property
    def voices_folder(self) -> Path:
        """Where recorded packs lie, one subfolder each; not there before the first one."""
        return self.folder / VOICES

    @property
    def lock_file(self) -> Path:
        """The file whose lock says that a server is running on this folder."""
        return self.folder / "server.lock"


def from_environment(
    *,
    folder: Path | None = None,
    database: str | None = None,
    host: str | None = None,
    port: int | None = None,
    public: bool | None = None,
) -> Config:
    """Return the settings, each from its option, else from `NANIWAZU_…`, else the default.

    Makes the data folder and, at the first start, the secret key. Raises Refusal with the place and the cure.
    """
    home = make_folder(folder or data_folder())
    return Config(
        folder=home,
        database_url=database_address(database or os.environ.get("NANIWAZU_DB"), home),
        secret_key=secret_key(home / "secret.key"),
        host=host or os.environ.get("NANIWAZU_HOST") or LOOPBACK,
        port=port if port is not None else _port(os.environ.get("NANIWAZU_PORT")),
        port_is_given=port is not None or bool(os.environ.get("NANIWAZU_PORT")),
        public=public if public is not None else os.environ.get("NANIWAZU_PUBLIC") == "1",
        names=tuple(os.environ.get("NANIWAZU_NAMES", "").split()),
    )


def data_folder() -> Path:
    """Return where the program keeps its things unless told otherwise; it may not be there yet."""
    return Path(os.environ.get("NANIWAZU_DATA") or platformdirs.user_data_path("naniwazu"))


def make_folder(folder: Path) -> Path:
    """Make the data folder, readable by its owner only, and return its full path."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(
            f"cannot make the data folder {folder}: {error.strerror}; choose another with NANIWAZU_DATA"
        ) from error
    return folder.resolve()


def database_address(given: str | None, folder: Path) -> str:
    """Return the database's URL: SQLite in the folder unless one is given; PostgreSQL always by psycopg."""
    if not given:
        return f"sqlite:///{folder / 'club.sqlite3'}"
    try:
        url = make_url(given)
    except ArgumentError as error:
        raise Refusal(
            "the database address cannot be read; it looks like postgresql://user:password@host/name"
        ) from error
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and url.database in (None, "", ":memory:"):
        raise Refusal("a club's records need a file: sqlite:////full/path/to/club.sqlite3")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise Refusal(
            f"{url.drivername} is no database that Naniwazu keeps its records in: SQLite or PostgreSQL"
        )
    return url.render_as_string(hide_password=False)


def secret_key(file: Path) -> str:
    """Return the key that signs cookies; the first start writes it, readable by the owner only."""
    try:
        if not file.exists():
            _write_secret(file)
        if os.name == "posix" and file.stat().st_mode & 0o077:
            file.chmod(0o600)
        key = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Refusal(f"cannot use the secret key in {file}: {error}") from error
    if len(key) < 32:
        raise Refusal(f"{file} holds no usable key; delete it and start again (everybody enters anew)")
    return key


def _write_secret(file: Path) -> None:
    new = file.with_name(f"{file.name}.{os.getpid()}")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as out:
        out.write(secrets.token_hex(32))
    new.replace(file)


def _port(text: str | None) -> int:
    if not text:
        return PORT
    if not (text.isascii() and text.isdigit() and int(text) < 65536):
        raise Refusal(f"NANIWAZU_PORT is {text!r}; a port is a number from 0 to 65535")
    return int(text)
