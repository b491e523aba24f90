"""The bytes of a file that a command is given by name."""

from pathlib import Path

from webapp.refusal import Refusal


def contents(file: str, largest: int, what: str) -> bytes:
    """Return the bytes of a file. Raises Refusal where it cannot be read, or is larger than a `what` can be."""
    try:
        with Path(file).open("rb") as stream:
            data = stream.read(largest + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Refusal(f"{file}: {reason[:1].lower()}{reason[1:]}") from None
    if len(data) > largest:
        raise Refusal(f"{file}: is too large for a {what}")
    return data
