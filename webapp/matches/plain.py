"""Views as plain JSON values; `dataclasses.asdict` copies deeply what is frozen anyway, and takes much longer."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any


def plain(view: Any) -> Any:
    """Return a view (a frozen dataclass, a mapping, a tuple or list of them) as dicts, lists and simple values."""
    if isinstance(view, (str, int)) or view is None:
        return view
    if isinstance(view, (tuple, list)):
        return [plain(item) for item in view]
    if isinstance(view, Mapping):
        return {key: plain(value) for key, value in view.items()}
    return {name: plain(getattr(view, name)) for name in _names(type(view))}


_NAMES: dict[type, tuple[str, ...]] = {}


def _names(kind: type) -> tuple[str, ...]:
    if kind not in _NAMES:
        if not is_dataclass(kind):
            raise TypeError(f"{kind.__name__} is no view")
        _NAMES[kind] = tuple(field.name for field in fields(kind))
    return _NAMES[kind]
