from dataclasses import dataclass

import pytest

from engine.core.options import OptionError, Options, choice, count, flag, typed


@dataclass(frozen=True, slots=True)
class Some(Options):
    players: int = choice(5, 4, 6)
    joker: str | None = choice(None, "strong", "weak")
    loud: bool = flag(False)
    hands: int | None = count(None, 1)
    stake: int = count(5, 1, 9)

    def check(self) -> None:
        if self.loud and self.players == 6:
            raise OptionError("loud", "six players are never loud")


def test_defaults_and_changes() -> None:
    assert Some.read({}) == Some()
    some = Some.read({"joker": "weak", "hands": 3, "loud": True})
    assert some.changed() == {"joker": "weak", "loud": True, "hands": 3}
    assert some.all() == {"players": 5, "joker": "weak", "loud": True, "hands": 3, "stake": 5}
    assert Some.read({"joker": None, "hands": None}).changed() == {}


@pytest.mark.parametrize(
    ("given", "option", "message"),
    [
        (
            {"plaers": 5},
            "plaers",
            "there is no option 'plaers'; there are players, joker, loud, hands, stake",
        ),
        ({"players": 7}, "players", "7 is none of its values: 5, 4 or 6"),
        ({"players": "5"}, "players", '"5" is none of its values'),
        ({"players": 5.0}, "players", "5.0 is none of its values"),
        ({"players": True}, "players", "true is none of its values"),
        ({"loud": 1}, "loud", "1 is none of its values: false or true"),
        ({"loud": None}, "loud", "null is none of its values"),
        ({"joker": "none"}, "joker", '"none" is none of its values: null, "strong" or "weak"'),
        ({"hands": 0}, "hands", "0 is none of its values: null or a whole number from 1"),
        ({"stake": 10}, "stake", "10 is none of its values: a whole number from 1 to 9"),
        ({"stake": None}, "stake", "null is none of its values"),
        ({"stake": []}, "stake", "a list is none of its values"),
        (
            {"hands": 10**6 + 1},
            "hands",
            "1000001 is none of its values: null or a whole number from 1 to 1000000",
        ),
        ({"loud": True, "players": 6}, "loud", "six players are never loud"),
    ],
)
def test_faults_are_refused_by_name(given: dict[str, object], option: str, message: str) -> None:
    with pytest.raises(OptionError) as refused:
        Some.read(given)
    assert refused.value.option == option
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    "given", [{"x" * 5000: 1}, {"joker": "x" * 5000}, {"hands": 10**4000}, {"stake": [1] * 5000}]
)
def test_a_refusal_is_short_whatever_was_given(given: dict[str, object]) -> None:
    with pytest.raises(OptionError) as refused:
        Some.read(given)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("6", 6),
        ("-1", -1),
        ("true", True),
        ("False", False),
        ("none", None),
        ("null", None),
        ("strong", "strong"),
        ("", ""),
        ("²", "²"),
        ("1.5", "1.5"),
    ],
)
def test_values_are_read_as_typed(text: str, value: object) -> None:
    assert typed(text) == value
    assert type(typed(text)) is type(value)
