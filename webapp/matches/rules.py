"""The rulesets and those of their options that change what the board works out, as a form offers them."""

from dataclasses import dataclass
from typing import Any

from flask_babel import lazy_gettext as _l

from engine.karuta.rulesets import OPTIONS, Overrides
from webapp.matches.forms import NewMatch

RULESETS: dict[str, Any] = {
    "official": _l("Official: All-Japan Karuta Association"),
    "article": _l("As the article on uta-karuta tells it"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """A difference between the rulesets: its key, what it is about, and what it says in either."""

    key: str
    label: Any
    official: Any
    article: Any


CHOICES = (
    Option(
        "touch_from",
        _l("Cards may be touched"),
        _l("from the first sound of the upper half"),
        _l("from the lower half on"),
    ),
    Option("early_touch_penalty", _l("Touching too early"), _l("costs nothing"), _l("costs 1 card")),
    Option(
        "wrong_own_side",
        _l("A wrong card, the right one on one's own side"),
        _l("a foul for the other side only"),
        _l("costs 2 cards"),
    ),
    Option(
        "wrong_opp_side",
        _l("A wrong card, the right one on the other side"),
        _l("a foul for one's own side only"),
        _l("costs nothing"),
    ),
    Option(
        "both_sides", _l("Touching both sides"), _l("one foul a side without the card"), _l("costs 2 cards")
    ),
    Option("wrong_hand", _l("The wrong hand"), _l("takes nothing"), _l("costs 1 card")),
    Option("pre_read_touch", _l("Touching before the reading"), _l("a warning"), _l("costs 1 card")),
    Option("any_breach", _l("Any other breach"), _l("as the referee says"), _l("costs 1 card")),
)


def overrides(form: NewMatch) -> Overrides:
    """Return the options that a form changes, against the ruleset that it chose."""
    chosen = []
    for option in CHOICES:
        ruleset = getattr(form, option.key)
        if ruleset and ruleset != form.ruleset:
            known = OPTIONS[option.key]
            chosen.append((option.key, known.official if ruleset == "official" else known.article))
    return tuple(chosen)
