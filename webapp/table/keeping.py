"""Where a game is kept: a record on the disk, always whole."""

import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from engine.core.record import Record, dump
from webapp.config import data_folder, make_folder
from webapp.refusal import Refusal


def keep(record: Record, file: Path) -> None:
    """Write a record so that the file is the old one or the new one, and never half of it. Raises Refusal."""
    if file.exists() and not file.is_file():
        raise Refusal(f"{file}: is no file that can be kept anew; --save names another")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", suffix=".part", dir=file.parent)
        unfinished = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(dump(record))
                stream.flush()
                os.fsync(stream.fileno())
            unfinished.replace(file)
        finally:
            unfinished.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Refusal(f"{file}: {reason[:1].lower()}{reason[1:]}; --save names another file") from None


def somewhere(game: str) -> Path:
    """Return a new file in the data folder, for a game that is left without a word on where to keep it."""
    folder = make_folder(data_folder()) / "games"
    folder.mkdir(exist_ok=True)
    return folder / f"{game}-{datetime.now(UTC):%Y%m%d-%H%M%S}.json"
