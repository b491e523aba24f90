"""Addresses that are prepared at their first use are those that Werkzeug would build at once."""

import pytest
from flask import Flask
from werkzeug.routing import BuildError, Map, Rule

from webapp.lazy_rule import LazyRule


def test_every_address_of_the_program_is_the_same_and_none_is_prepared_before(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = [rule for rule in app.url_map.iter_rules() if isinstance(rule, LazyRule)]
    assert len(usual) > 200
    prepared: list[str] = []
    original = Rule._compile_builder

    def noted(rule: Rule, append_unknown: bool = True) -> object:
        prepared.append(rule.rule)
        return original(rule, append_unknown)

    monkeypatch.setattr(Rule, "_compile_builder", noted)
    maps = []
    for kind in (LazyRule, Rule):
        rules = [kind(one.rule, endpoint=one.endpoint, defaults=one.defaults) for one in usual]
        made = Map(converters=app.url_map.converters)
        for rule in rules:
            made.add(rule)
        maps.append(made.bind("club.example"))
        if kind is LazyRule:
            assert prepared == []
    lazy, plain = maps
    for rule in usual:
        values = dict.fromkeys(rule.arguments, 7 if "int:" in rule.rule else "あ/b c")
        assert lazy.build(rule.endpoint, {**values, "more": "1"}) == plain.build(
            rule.endpoint, {**values, "more": "1"}
        )
        if values:
            with pytest.raises(BuildError):
                lazy.build(rule.endpoint, {})
