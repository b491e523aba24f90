"""The two rulesets and every option in which they differ (docs/rules/karuta.md §11)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal, Self, TypeAlias

from engine.core.document import Json, show
from engine.karuta.refused import Refused, Why

RulesetName: TypeAlias = Literal["official", "article"]
OptionValue: TypeAlias = str | int | bool | tuple[int, int]
Overrides: TypeAlias = tuple[tuple[str, OptionValue], ...]
"""The options that a match changes, as given: `(("touch_from", "kami_start"),)`."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Every option's value; the defaults are the official ones."""

    name: RulesetName = "official"
    touch_from: Literal["kami_start", "shimo_start"] = "kami_start"
    early_touch_penalty: Literal[0, 1] = 0
    wrong_own_side: Literal["territory", 2] = "territory"
    wrong_opp_side: Literal["territory", 0] = "territory"
    both_sides: Literal["territory", 2] = "territory"
    wrong_hand: Literal["void", 1] = "void"
    pre_read_touch: Literal["warn", 1] = "warn"
    any_breach: Literal["referee", 1] = "referee"
    declare_hand: bool = False
    joka: Literal["designated,repeat_shimo", "any,once"] = "designated,repeat_shimo"
    read_order: Literal["shimo_gap_kami", "finish_then_next"] = "shimo_gap_kami"
    card_mm: tuple[int, int] = (75, 53)
    memorise_s: int | Literal["free"] = 900
    push_out: Literal["fully", "any"] = "fully"
    signal_to: Literal["reader", "judge"] = "reader"
    arbiter: Literal["players_first", "judge"] = "players_first"
    genpei_team_size: int | Literal["2..n"] = "2..n"

    @classmethod
    def named(cls, name: str, overrides: Iterable[tuple[str, OptionValue]] = ()) -> Self:
        """Return a ruleset with single options changed. Raises `Refused` for an unknown name, option or value."""
        if name not in _ARTICLE_OR_OFFICIAL:
            raise Refused(Why.UNKNOWN_RULESET, "ruleset", name=show(name))
        values: dict[str, OptionValue] = dict(_ARTICLE_OR_OFFICIAL[name])
        for key, value in overrides:
            values[key] = OPTIONS[key].checked(value) if key in OPTIONS else _unknown(key)
        return cls(name=name, **values)  # type: ignore[arg-type]  # each value was checked against its option

    @property
    def by_territory(self) -> bool:
        """Whether touches are fouls by the territory rule alone (§3.1)."""
        return self.wrong_own_side == self.wrong_opp_side == self.both_sides == "territory"


@dataclass(frozen=True, slots=True)
class Option:
    """One row of §11: the key, both rulesets' values, and what else may stand there."""

    key: str
    official: OptionValue
    article: OptionValue
    whole: tuple[int, int] | None = None
    """Bounds of a whole number that is allowed beside the two values; for a pair, of each of its numbers."""

    def checked(self, value: OptionValue | Json) -> OptionValue:
        """Return the value, or raise `Refused` naming option and value."""
        for known in (self.official, self.article):
            if type(value) is type(known) and value == known:
                return known
        if (
            self.whole
            and type(value) is int
            and not isinstance(self.official, tuple)
            and _within(value, self.whole)
        ):
            return value
        if self.whole and isinstance(self.official, tuple):
            pair = tuple(value) if isinstance(value, (list, tuple)) else ()
            if len(pair) == 2 and all(type(part) is int and _within(part, self.whole) for part in pair):
                return pair  # type: ignore[return-value]  # two ints, as just checked
        shown = show(value) if not isinstance(value, tuple) else str(value)
        raise Refused(
            Why.UNKNOWN_VALUE, f"options.{self.key}", option=self.key, value=shown, allowed=self.allowed
        )

    @property
    def allowed(self) -> str:
        """What may stand there, for a message."""
        words = [_shown(self.official), _shown(self.article)]
        if self.whole:
            words.append(f"whole numbers from {self.whole[0]} to {self.whole[1]}")
        return " or ".join(dict.fromkeys(words))


def overrides_from_json(options: Mapping[str, Json]) -> Overrides:
    """Return the options of a record or an event. Raises `Refused` for an unknown option or value."""
    return tuple(
        (key, OPTIONS[key].checked(value) if key in OPTIONS else _unknown(key))
        for key, value in options.items()
    )


def overrides_to_json(overrides: Overrides) -> dict[str, Json]:
    """Return the options as a record or an event holds them."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in overrides}


def _within(number: object, bounds: tuple[int, int]) -> bool:
    return isinstance(number, int) and bounds[0] <= number <= bounds[1]


def _shown(value: OptionValue) -> str:
    return f"[{value[0]}, {value[1]}]" if isinstance(value, tuple) else show(value)


def _unknown(key: str) -> OptionValue:
    raise Refused(Why.UNKNOWN_OPTION, f"options.{key[:40]}", option=show(key))


OPTIONS: Final[Mapping[str, Option]] = {
    option.key: option
    for option in (
        Option("touch_from", "kami_start", "shimo_start"),
        Option("early_touch_penalty", 0, 1),
        Option("wrong_own_side", "territory", 2),
        Option("wrong_opp_side", "territory", 0),
        Option("both_sides", "territory", 2),
        Option("wrong_hand", "void", 1),
        Option("pre_read_touch", "warn", 1),
        Option("any_breach", "referee", 1),
        Option("declare_hand", official=False, article=True),
        Option("joka", "designated,repeat_shimo", "any,once"),
        Option("read_order", "shimo_gap_kami", "finish_then_next"),
        Option("card_mm", (75, 53), (74, 43), whole=(10, 300)),
        Option("memorise_s", 900, "free", whole=(0, 86_400)),
        Option("push_out", "fully", "any"),
        Option("signal_to", "reader", "judge"),
        Option("arbiter", "players_first", "judge"),
        Option("genpei_team_size", "2..n", 2, whole=(2, 50)),
    )
}

_ARTICLE_OR_OFFICIAL: Final[Mapping[str, Mapping[str, OptionValue]]] = {
    "official": {key: option.official for key, option in OPTIONS.items()},
    "article": {key: option.article for key, option in OPTIONS.items()},
}

OFFICIAL: Final = Ruleset.named("official")
ARTICLE: Final = Ruleset.named("article")

assert {field.name for field in fields(Ruleset)} == {"name", *OPTIONS}
