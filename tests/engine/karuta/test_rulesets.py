"""Every option of §11 in both rulesets."""

from typing import Any

import pytest

from engine.karuta.refused import Refused, Why
from engine.karuta.rulesets import ARTICLE, OFFICIAL, OPTIONS, Ruleset, overrides_from_json, overrides_to_json

TABLE: list[tuple[str, Any, Any]] = [
    ("touch_from", "kami_start", "shimo_start"),
    ("early_touch_penalty", 0, 1),
    ("wrong_own_side", "territory", 2),
    ("wrong_opp_side", "territory", 0),
    ("both_sides", "territory", 2),
    ("wrong_hand", "void", 1),
    ("pre_read_touch", "warn", 1),
    ("any_breach", "referee", 1),
    ("declare_hand", False, True),
    ("joka", "designated,repeat_shimo", "any,once"),
    ("read_order", "shimo_gap_kami", "finish_then_next"),
    ("card_mm", [75, 53], [74, 43]),
    ("memorise_s", 900, "free"),
    ("push_out", "fully", "any"),
    ("signal_to", "reader", "judge"),
    ("arbiter", "players_first", "judge"),
    ("genpei_team_size", "2..n", 2),
]


def test_the_table_is_whole() -> None:
    assert [row[0] for row in TABLE] == list(OPTIONS)


@pytest.mark.parametrize(("key", "official", "article"), TABLE)
def test_option(key: str, official: Any, article: Any) -> None:
    def value(rules: Ruleset) -> Any:
        found = getattr(rules, key)
        return list(found) if isinstance(found, tuple) else found

    assert value(OFFICIAL) == official
    assert value(ARTICLE) == article
    assert type(value(OFFICIAL)) is type(official)
    for known in (official, article):
        overrides = overrides_from_json({key: known})
        assert overrides_to_json(overrides) == {key: known}
        for name in ("official", "article"):
            changed = Ruleset.named(name, overrides)
            assert value(changed) == known
            assert changed.name == name


@pytest.mark.parametrize(("key", "official", "article"), TABLE)
@pytest.mark.parametrize(
    "value", ["", "x" * 500, 3.5, None, [], {}, -1, 10**9, [1, 2, 3], True, 1.0, "2", "0"]
)
def test_an_unknown_value_is_refused_by_name(key: str, official: Any, article: Any, value: Any) -> None:
    if any(type(value) is type(known) and value == known for known in (official, article)):
        return
    with pytest.raises(Refused) as error:
        overrides_from_json({key: value})
    assert error.value.code is Why.UNKNOWN_VALUE
    assert error.value.place == f"options.{key}"
    assert error.value.params["option"] == key


@pytest.mark.parametrize("key", ["Touch_from", "touch_from ", "", "name", "x" * 300, "both sides"])
def test_an_unknown_option_is_refused_by_name(key: str) -> None:
    with pytest.raises(Refused) as error:
        overrides_from_json({key: 1})
    assert error.value.code is Why.UNKNOWN_OPTION
    assert key[:40] in str(error.value.params["option"])


@pytest.mark.parametrize("name", ["Official", "", "house", "article "])
def test_an_unknown_ruleset_is_refused_by_name(name: str) -> None:
    with pytest.raises(Refused) as error:
        Ruleset.named(name)
    assert error.value.code is Why.UNKNOWN_RULESET


@pytest.mark.parametrize(
    ("key", "value"),
    [("memorise_s", 0), ("memorise_s", 300), ("genpei_team_size", 3), ("card_mm", [73, 52])],
)
def test_measures_can_be_set_freely(key: str, value: Any) -> None:
    rules = Ruleset.named("official", overrides_from_json({key: value}))
    found = getattr(rules, key)
    assert (list(found) if isinstance(found, tuple) else found) == value


@pytest.mark.parametrize(
    ("key", "value"),
    [("memorise_s", 86_401), ("genpei_team_size", 1), ("card_mm", [True, 52]), ("card_mm", [9, 9])],
)
def test_within_sense(key: str, value: Any) -> None:
    with pytest.raises(Refused):
        overrides_from_json({key: value})


def test_rulesets_by_territory() -> None:
    assert OFFICIAL.by_territory
    assert not ARTICLE.by_territory
    assert not Ruleset.named("official", [("both_sides", 2)]).by_territory
