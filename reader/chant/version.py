"""What the sound depends on besides the verse and the style, as one short text."""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

_PACKAGES = ("pyopenjtalk-plus", "numpy")
_SOURCES = ("reader.chant", "reader")
_BESIDE_THE_CHANT = frozenset({"loudness.py", "clip.py"})


@cache
def sound_version() -> str:
    """Return the versions of voice and numbers package, and a digest of the code that makes the sound.

    A digest cannot be forgotten as a hand-kept number can; the price is that a changed comment renders anew.
    """
    digest = hashlib.sha256()
    for package in _SOURCES:
        for source in sorted(files(package).iterdir(), key=lambda entry: entry.name):
            if source.name.endswith((".py", ".json")) and (
                package == "reader.chant" or source.name in _BESIDE_THE_CHANT
            ):
                digest.update(source.name.encode() + b"\0" + source.read_bytes())
    packages = " ".join(f"{name} {_installed(name)}" for name in _PACKAGES)
    return f"{packages} chant {digest.hexdigest()[:12]}"


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"
