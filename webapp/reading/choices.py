"""What the form of a new reading offers, in the language of the request."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from poems.sets import CardSet, System, of_system
from reader.order import Order
from reader.pattern import NAMED
from webapp.characters import shortened
from webapp.reading.saved import Saved
from webapp.reading.settings import card_list
from webapp.reading.studio import studio
from webapp.services import services


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a list: its value, its name and what it means."""

    value: str
    label: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Choices that belong together."""

    label: str
    options: tuple[Option, ...]


def card_sets(saved: Sequence[Saved] = ()) -> tuple[Group, ...]:
    """Return the sets of cards: the club's own, then by what divides the hundred."""
    own = tuple(Option(one.quoted, f"{one.name} ({_cards(one.mask)})") for one in saved)
    return (
        *((Group(_("Saved in this club"), own),) if own else ()),
        Group(_("Thirds of the hundred (三分の百首)"), tuple(map(_set_option, of_system(System.THIRD)))),
        Group(_("Five colours (五色百人一首)"), tuple(map(_set_option, of_system(System.GOSHIKI)))),
        Group(
            _("Five colours by kimari-ji (きまり字五色二十人一首)"),
            tuple(map(_set_option, of_system(System.KIMARIJI_COLOR))),
        ),
        Group(_("By the length of the kimari-ji"), tuple(map(_set_option, of_system(System.LENGTH)))),
        Group(_("By first sound"), tuple(map(_set_option, of_system(System.GROUP)))),
        Group(_("By the last digit of the number"), tuple(map(_set_option, of_system(System.ONES)))),
        Group(_("By the tens of the number"), tuple(map(_set_option, of_system(System.TENS)))),
    )


def orders() -> tuple[Option, ...]:
    """Return the orders of reading."""
    return (
        Option(Order.SHUFFLE.value, _("Shuffled"), _("Every poem once, in an order that nobody knows.")),
        Option(Order.NUMBER.value, _("By number"), _("From poem 1 to poem 100.")),
        Option(Order.MUSUME.value, _("By sound group"), _("Mu-su-me-fu-sa-ho-se and so on.")),
        Option(Order.AS_GIVEN.value, _("As typed"), _("In the order of your own list.")),
        Option(Order.RANDOM.value, _("Drawn anew each time"), _("A poem may come again: for drills.")),
    )


def patterns() -> tuple[Option, ...]:
    """Return what is read of each poem and when."""
    known = {
        "competition": Option(
            "competition", _("Competition"), _("Lower half of the last poem, upper half of the next.")
        ),
        "beginner": Option(
            "beginner", _("Beginners"), _("As in competition, with the lower half read out after each take.")
        ),
        "full": Option("full", _("Whole poems"), _("Upper half, then lower half.")),
        "full-twice": Option("full-twice", _("Whole poems, lower half twice")),
        "kami": Option("kami", _("Upper halves only")),
        "shimo": Option("shimo", _("Lower halves only")),
    }
    return tuple(known[name] for name in NAMED)


def paces() -> tuple[Option, ...]:
    """Return the usual paces."""
    return (
        Option("5-3-1-6", "5-3-1-6", _("The certified readers' pace since 2021.")),
        Option("4-3-1-5", "4-3-1-5", _("The classic pace.")),
    )


def jokas() -> tuple[Option, ...]:
    """Return how the opener is read."""
    return (
        Option("2", _("Lower half twice"), _("As at competitions.")),
        Option("1", _("Lower half once")),
        Option("0", _("No opener")),
    )


def times() -> tuple[Option, ...]:
    """Return how often a half of the opener may be read."""
    return Option("0", _("not at all")), Option("1", _("once")), Option("2", _("twice"))


def wordings() -> tuple[Option, ...]:
    """Return the wordings of the opener's fourth line."""
    return (
        Option("ajka", "今を春べと", _("The association's wording.")),
        Option("kokin_kanajo", "今は春べと", _("The wording of the Kokinshu's preface.")),
    )


def voices() -> tuple[Option, ...]:
    """Return the voices of this server, whether they work or not."""
    return tuple(map(voice_option, studio(services()).voices))


def voice_option(name: str) -> Option:
    """Return a voice by its name, in words; of a recorded pack its own name is all there is."""
    known = {
        "mei": Option(name, _("Mei, bundled"), _("Exact to the sample.")),
        "mei-low": Option(name, _("Mei, low"), _("A larger speaker; the opening is slow.")),
        "mei-clear": Option(name, _("Mei, bright"), _("A smaller speaker; the opening is quick.")),
        "mei-level": Option(name, _("Mei, level"), _("One tone, all syllables equally long.")),
        "mei-falling": Option(name, _("Mei, falling"), _("High at first, lower with every line.")),
        "system": Option(name, _("This machine's own voice"), _("Where it has a Japanese one; less exact.")),
    }
    pack, _plus, other = name.removeprefix("pack:").partition("+")
    mixed = Option(name, _("%(pack)s, with Mei", pack=pack), _("Recorded; Mei reads what the pack lacks."))
    return known.get(name, mixed if other else Option(name, pack, _("Recorded.")))


LONGEST_NAME = 24
"""Signs of a typed list that is still shown as it was typed."""


def set_name(name: str) -> str:
    """Return a chosen set in words; a short list stays as it was typed, a long one is counted."""
    if name == "all":
        return str(_("All hundred poems"))
    named = {one.name: one for system in _SETS for one in of_system(system)}
    if name in named:
        return _set_label(named[name])
    if len(name) <= LONGEST_NAME:
        return name
    if not re.fullmatch(r"[\d\s,-]+", name):
        return f"{shortened(name, LONGEST_NAME).rstrip()} …"
    return str(ngettext("Own list of %(num)d poem", "Own list of %(num)d poems", len(card_list(name))))


_SETS = (
    System.THIRD,
    System.GOSHIKI,
    System.KIMARIJI_COLOR,
    System.LENGTH,
    System.GROUP,
    System.ONES,
    System.TENS,
)


def _set_option(one: CardSet) -> Option:
    return Option(one.name, f"{_set_label(one)} ({_cards(one.cards)})")


def _cards(cards: int) -> str:
    return str(ngettext("%(num)d card", "%(num)d cards", cards.bit_count()))


def _set_label(one: CardSet) -> str:
    last = one.name.rpartition("-")[2]
    kana = one.title.rpartition(" ")[2]
    match one.system:
        case System.THIRD:
            return str(_("Third %(letter)s", letter=last.upper()))
        case System.GOSHIKI:
            return str(_("Goshiki: %(color)s", color=_colors()[last]))
        case System.KIMARIJI_COLOR:
            return str(_("Kimari-ji colour: %(color)s", color=_colors()[last]))
        case System.LENGTH:
            return str(ngettext("Decided by %(num)d kana", "Decided by %(num)d kana", int(last)))
        case System.ONES:
            return str(_("Numbers that end in %(digit)s", digit=last))
        case System.TENS:
            if last == "0":
                return str(_("Numbers 1 to 9, and 100"))
            return str(_("Numbers %(first)s to %(last)s", first=last + "0", last=last + "9"))
        case _:
            return kana


def _colors() -> Mapping[str, str]:
    return {
        "blue": _("blue"),
        "pink": _("pink"),
        "yellow": _("yellow"),
        "green": _("green"),
        "orange": _("orange"),
        "red": _("red"),
        "purple": _("purple"),
    }
