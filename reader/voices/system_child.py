"""The process in which a system's speech engine runs: `python -m reader.voices.system_child`.

Such engines hang, race and may be entered once only, so one lives for one request and is killed when it takes too long.
It reads `{"texts": […], "folder": "…"}` from standard input and writes one line of JSON: the voice and a sound file for
each text, or why not: `{"missing": {…}}` where something is to be installed, else `{"error": "…"}`.
"""

import importlib.metadata
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from reader.reason import Reason, to_dict
from reader.voices.faults import Missing
from reader.voices.system_choice import japanese
from reader.voices.system_engines import Engine, NoVoiceError, ways

_NOTHING_WRITTEN: Final = 44
"""Bytes of a sound file's head: one that has no more has no sound."""


def answer(request: dict[str, Any], tried: Sequence[Callable[[], Engine]] | None = None) -> dict[str, Any]:
    """Return what the request asked for, by the first way that speaks; else what is missing, or what went wrong."""
    refusals: list[dict[str, Any]] = []
    for way in ways() if tried is None else tried:
        try:
            return _spoken(way(), request["texts"], Path(request["folder"]))
        except NoVoiceError as error:
            refusals.append({"missing": to_dict(error.reason)})
        except Exception as error:  # noqa: BLE001 - whatever an engine raises is said to the parent, who decides
            refusals.append({"error": f"{type(error).__name__}: {error}"})
    return next((refusal for refusal in refusals if "missing" in refusal), refusals[0])


def _spoken(engine: Engine, texts: Sequence[str], folder: Path) -> dict[str, Any]:
    listed = engine.voices()
    chosen = japanese(listed)
    if chosen is None:
        raise NoVoiceError(Reason.of(Missing.JAPANESE, count=len(listed)))
    engine.choose(chosen)
    files = []
    for place, text in enumerate(texts):
        path = folder / f"{place}.wav"
        engine.say(text, path)
        if not path.exists() or path.stat().st_size <= _NOTHING_WRITTEN:
            raise RuntimeError("the engine wrote no sound")
        files.append(path.name)
    return {
        "driver": engine.driver,
        "voice": str(chosen.id),
        "name": str(chosen.name),
        "version": _version(),
        "files": files,
    }


def _version() -> str:
    try:
        return importlib.metadata.version("pyttsx3")
    except importlib.metadata.PackageNotFoundError:
        return ""


def main() -> None:
    """Answer one request; what the engine prints goes to standard error."""
    out, sys.stdout = sys.stdout, sys.stderr
    request = json.loads(sys.stdin.read())
    out.write(json.dumps(answer(request)) + "\n")
    out.flush()
    # The engine's own clean-up at exit may hang or crash; nothing is left to be cleaned.
    os._exit(0)


if __name__ == "__main__":
    main()
