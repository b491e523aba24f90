"""What follows from a read, in words: the codes are the engine's (`engine.karuta.explain`), the sentences are here.

Sentences avoid cases and genders of names, which not every language can leave alone.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from engine.karuta.explain import Because, Statement
from webapp.matches.names import Names

Params = Mapping[str, Any]


_CONCLUSIONS = frozenset(
    {
        Because.KATA_OTE,
        Because.TOMO_OTE,
        Because.KARA_DABU,
        Because.DABU,
        Because.SEMI_DABU,
        Because.TORI_ZON,
        Because.CANCEL,
        Because.SENDS,
        Because.CAPPED,
        Because.NOTHING_LEFT,
        Because.SENT,
        Because.FORGOTTEN_SEND,
        Because.WIN,
    }
)
"""What follows; the others are what happened."""


def in_words(statements: Iterable[Statement], names: Names) -> str:
    """Return an explanation as one text."""
    return joined(_statement(one, names) for one in _both_sides(tuple(statements)))


def joined(sentences: Iterable[str]) -> str:
    """Return sentences as a text; a Japanese full stop brings its own space."""
    text = ""
    for sentence in sentences:
        text += f" {sentence}" if text and not text.endswith("。") else sentence
    return text


def parted(statements: Iterable[Statement], names: Names) -> tuple[str, str]:
    """Return an explanation in two parts: what happened, and what follows."""
    all_of_them = tuple(statements)
    happened = [one for one in all_of_them if one.because not in _CONCLUSIONS]
    follows = [one for one in all_of_them if one.because in _CONCLUSIONS]
    return in_words(happened, names), in_words(follows, names)


def _both_sides(statements: tuple[Statement, ...]) -> Iterable[Statement]:
    """Say "both sides" once where a player fouled on either."""
    fouls: dict[str, int] = {}
    for one in statements:
        if one.because is Because.FOUL:
            fouls[str(one.params["player"])] = fouls.get(str(one.params["player"]), 0) + 1
    said: set[str] = set()
    for one in statements:
        player = str(one.params.get("player"))
        if one.because is not Because.FOUL or fouls[player] == 1:
            yield one
        elif player not in said:
            said.add(player)
            yield Statement(one.because, {**one.params, "side": "both"}, one.rule)


def _statement(one: Statement, names: Names) -> str:
    letters = ("player", "on", "sender", "receiver", "winner")
    who = {key: names[str(one.params[key])] for key in letters if one.params.get(key)}
    params: Params = {**one.params, **who}
    if one.because in _COUNTED:
        return _COUNTED[one.because](params)
    return str(_PLAIN[one.because]) % params


def _foul(p: Params) -> str:
    texts = {
        "both": _l("%(player)s touched both sides."),
        "own": _l("%(player)s touched their own side."),
        "opp": _l("%(player)s touched the other side."),
    }
    return str(texts[p["side"]]) % p


def _costs(text: Any) -> Callable[[Params], str]:
    def say(p: Params) -> str:
        costs = ngettext("That costs %(num)d card.", "That costs %(num)d cards.", p["cards"])
        return f"{str(text) % p} {costs}"

    return say


def _override(p: Params) -> str:
    cards = p["cards"]
    text = ngettext(
        "The referee ruled: %(num)d card is sent.", "The referee ruled: %(num)d cards are sent.", cards
    )
    text = text if cards else _("The referee ruled: nothing is sent.")
    return f"{text} ({p['reason']})" if p["reason"] else str(text)


_PLAIN: Mapping[Because, Any] = {
    Because.VOID: _l("Does not count: %(reason)s"),
    Because.DEAD_CARD: _l("Dead card."),
    Because.TOOK_OWN: _l("%(player)s kept their own card."),
    Because.TOOK_OPP: _l("%(player)s took it from the other side."),
    Because.NOBODY_TOOK: _l("Nobody took it: it stays on the field."),
    Because.PUSHED_ACROSS: _l("%(player)s pushed it out from across."),
    Because.CONTACT: _l("%(player)s touched the fouling hand and fouls with it."),
    Because.KATA_OTE: _l("Otetsuki: %(player)s."),
    Because.TOMO_OTE: _l("Tomo-ote: both fouled."),
    Because.KARA_DABU: _l("Kara-dabu: %(player)s."),
    Because.DABU: _l("Dabu: %(player)s."),
    Because.SEMI_DABU: _l("Semi-dabu: %(player)s."),
    Because.TORI_ZON: _l("Tori-zon: %(player)s took the card and fouled."),
    Because.CANCEL: _l("The claims cancel: nothing is sent."),
    Because.NOTHING_LEFT: _l("%(sender)s has no card left to send."),
}

_COUNTED: Mapping[Because, Callable[[Params], str]] = {
    Because.FOUL: _foul,
    Because.FOUL_CARDS: _costs(_l("%(player)s touched wrong cards.")),
    Because.WRONG_HAND: _costs(_l("%(player)s used the wrong hand.")),
    Because.EARLY_TOUCH: _costs(_l("%(player)s touched too early.")),
    Because.PRE_READ_TOUCH: _costs(_l("%(player)s touched before the reading.")),
    Because.BREACH: _costs(_l("%(player)s broke another rule.")),
    Because.OVERRIDE: _override,
    Because.SENDS: lambda p: sends(p["sender"], p["cards"]),
    Because.CAPPED: lambda p: str(
        ngettext("%(num)d was owed, no more are there.", "%(num)d were owed, no more are there.", p["owed"])
    ),
    Because.SENT: lambda p: str(ngettext("%(num)d card was sent.", "%(num)d cards were sent.", p["cards"])),
    Because.FORGOTTEN_SEND: lambda p: str(
        ngettext(
            "%(num)d card was not sent, and is lost.",
            "%(num)d cards were not sent, and are lost.",
            p["cards"],
        )
    ),
    Because.WIN: lambda p: wins(p["winner"], p["margin"]),
}


def sends(sender: str, cards: int) -> str:
    """Return who sends how many cards."""
    return str(
        ngettext("%(sender)s sends %(num)d card.", "%(sender)s sends %(num)d cards.", cards, sender=sender)
    )


def wins(winner: str, margin: int) -> str:
    """Return who has won by how many cards."""
    return str(
        ngettext(
            "%(winner)s wins by %(num)d card.", "%(winner)s wins by %(num)d cards.", margin, winner=winner
        )
    )
