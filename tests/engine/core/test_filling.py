"""Frozen dataclasses that are filled open are frozen dataclasses in everything but their price."""

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest

from engine.core.filling import filled_open
from engine.core.game import View
from engine.games import ENTRIES, make


@dataclass(frozen=True, slots=True)
class Plain(View):
    """A view with every kind of default."""

    hand: int
    seen: tuple[int, ...] = ()
    listed: list[int] = field(default_factory=list)


@filled_open
@dataclass(frozen=True, slots=True)
class Quick(View):
    """The same, filled open."""

    hand: int
    seen: tuple[int, ...] = ()
    listed: list[int] = field(default_factory=list)


def _values(view: View) -> list[object]:
    return [getattr(view, one.name) for one in fields(view)]


def test_it_holds_what_it_is_given_by_place_by_name_and_by_default() -> None:
    assert _values(Quick(0, 1, "play", hand=5)) == _values(Plain(0, 1, "play", hand=5))
    assert _values(Quick(0, 1, "play", hand=5)) == [0, 1, "play", 5, (), []]
    assert _values(Quick(0, 1, "play", 5, (7,), [8])) == [0, 1, "play", 5, (7,), [8]]
    assert Quick(0, 1, "play", 5).listed is not Quick(0, 1, "play", 5).listed


def test_once_made_it_is_frozen_and_of_its_own_class() -> None:
    view = Quick(0, 1, "play", 5)
    assert type(view) is Quick
    with pytest.raises(FrozenInstanceError):
        view.hand = 6  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del view.hand
    with pytest.raises((AttributeError, TypeError)):
        view.more = 1  # type: ignore[attr-defined]
    assert view.hand == 5


def test_it_compares_copies_and_shows_itself_as_any_dataclass() -> None:
    view = Quick(0, 1, "play", 5, (7,))
    assert view == Quick(0, 1, "play", 5, (7,))
    assert view != Quick(0, 1, "play", 6, (7,))
    assert repr(view) == "Quick(viewer=0, to_act=1, phase='play', hand=5, seen=(7,), listed=[])"
    assert replace(view, hand=6) == Quick(0, 1, "play", 6, (7,))
    assert copy.copy(view) == copy.deepcopy(view) == pickle.loads(pickle.dumps(view)) == view
    assert str(inspect.signature(Quick)) == str(inspect.signature(Plain))


@pytest.mark.parametrize("wrong", [{}, {"hand": 5, "foot": 1}])
def test_fields_that_lack_or_do_not_exist_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(TypeError):
        Quick(0, 1, "play", **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ENTRIES)
def test_the_views_of_every_game_are_frozen(name: str) -> None:
    view = make(name).new().view(0)
    with pytest.raises(FrozenInstanceError):
        view.phase = ""
