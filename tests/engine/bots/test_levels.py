import pytest

from engine.bots.levels import DEFAULT, LEVELS, UnknownLevel, at_level, careful
from engine.bots.uniform import Uniform
from engine.games import make


def test_the_levels_are_there_from_weak_to_strong() -> None:
    assert list(LEVELS) == ["uniform", "thumb", "pimc"]
    assert DEFAULT == "pimc"
    assert isinstance(at_level("uniform", make("napoleon")), Uniform)


def test_where_there_is_nothing_to_decide_chance_plays() -> None:
    assert isinstance(careful(make("bozu_mekuri")), Uniform)


def test_an_unknown_level_is_refused_by_name() -> None:
    with pytest.raises(UnknownLevel, match="no level 'hard'; there are uniform, thumb, pimc"):
        at_level("hard", make("yomi"))
