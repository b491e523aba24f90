"""Frozen dataclasses that are quick to make.

The constructor of a frozen dataclass has to go around its own guard for every field, which is most of what a view of
twenty fields costs. Here the new object is filled by plain assignments while it is of an unguarded twin class, and gets
its own class at the end: nobody else sees it before.
"""

from dataclasses import Field, field, fields, make_dataclass
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")


def filled_open(cls: type[T]) -> type[T]:
    """Give a frozen dataclass with slots, which has no subclasses and no `__post_init__`, a quicker constructor."""
    assign, change = (
        object.__setattr__,
        {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__},
    )
    twin = type(cls.__name__, (cls,), {"__slots__": (), **change})
    plain: Any = make_dataclass(cls.__name__, [_copy(one) for one in fields(cls)])  # type: ignore[arg-type]
    fill = plain.__init__

    @wraps(cls.__init__)
    def __init__(self: Any, *values: Any, **named: Any) -> None:  # noqa: N807 - it becomes the class's own
        assign(self, "__class__", twin)
        fill(self, *values, **named)
        self.__class__ = cls

    cls.__init__ = __init__  # type: ignore[method-assign]
    return cls


def _copy(one: Field[Any]) -> tuple[str, Any, Any]:
    again: Any = field(default=one.default, default_factory=one.default_factory, kw_only=one.kw_only)
    return one.name, Any, again
