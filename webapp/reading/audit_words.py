"""The log of a reading in words, in the language of the request."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from reader.proof import Choices, Flaw
from webapp.reading.audit import THIS_MACHINE, Entry


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the verdict."""

    good: bool
    text: str


def verdict(wrong: frozenset[str]) -> tuple[Finding, ...]:
    """Return what was checked and how it turned out."""
    seed, order = Flaw.SEED.value in wrong, Flaw.ORDER.value in wrong
    log = bool({Flaw.CALLED.value, Flaw.POEM.value} & wrong)
    return (
        Finding(
            not seed,
            _("The number does not have the fingerprint that was shown before the first poem.")
            if seed
            else _("The number has the fingerprint that was shown before the first poem."),
        ),
        Finding(
            not order,
            _("The order does not come of the number.") if order else _("The order comes of the number."),
        ),
        Finding(
            not log,
            _("A poem was called out of turn though nobody had chosen it.")
            if log
            else _("Every poem was called in its turn, but for what people chose."),
        ),
    )


def choices(made: Choices) -> tuple[str, ...]:
    """Return what people chose while it was read."""
    parts = (
        (made.taken_back, ngettext("%(num)d poem taken back", "%(num)d poems taken back", made.taken_back)),
        (made.left_out, ngettext("%(num)d poem left out", "%(num)d poems left out", made.left_out)),
        (
            made.brought_forward,
            ngettext("%(num)d poem brought forward", "%(num)d poems brought forward", made.brought_forward),
        ),
        (made.set_aside, ngettext("%(num)d poem set aside", "%(num)d poems set aside", made.set_aside)),
    )
    return tuple(text for count, text in parts if count)


_KINDS: Mapping[str, Callable[[], str]] = {
    "ordered": lambda: _("The reading was ordered"),
    "opened": lambda: _("The order was drawn; its fingerprint is public from here on"),
    "sound_taken": lambda: _("The sound was taken"),
    "sound_left": lambda: _("The sound was given up"),
    "paced": lambda: _("The pause between two poems was changed"),
    "voiced": lambda: _("Another voice reads on"),
    "table_joined": lambda: _("A table follows"),
    "table_left": lambda: _("A table follows no more"),
    "clock": lambda: _("The clock of the memorisation time was set"),
    "seed_shown": lambda: _("The number of the order was shown"),
    "called": lambda: _("A call began"),
    "half_began": lambda: _("The voice began"),
    "half_ended": lambda: _("The voice ended"),
    "decided": lambda: _("The kimari-ji was heard: the poem counts as read"),
    "call_ended": lambda: _("A call ended"),
    "held": lambda: _("Held"),
    "resumed": lambda: _("Went on"),
    "taken_back": lambda: _("A poem was taken back"),
    "left_out": lambda: _("A poem was left out"),
    "brought_forward": lambda: _("A poem was brought forward"),
    "set_aside": lambda: _("A poem was set aside"),
    "hand_raised": lambda: _("A hand went up"),
    "hand_lowered": lambda: _("A hand went down"),
    "stopped": lambda: _("The reading was stopped"),
    "finished": lambda: _("All poems have been read"),
}


def tell(entry: Entry) -> str:
    """Return what happened, in a few words."""
    words = _KINDS[entry.fact]() if entry.fact in _KINDS else entry.fact
    return ": ".join(filter(None, (words, _more(entry.details))))


def _more(details: Mapping[str, Any]) -> str:
    half = details.get("half")
    if half:
        part = _("upper half") if half[1] == "kami" else _("lower half")
        whose = _("opener") if half[0] == 0 else str(_("poem %(number)s", number=half[0]))
        return f"{whose}, {part}"
    if "poem" in details:
        return str(_("poem %(number)s", number=details["poem"]))
    if "position" in details and details["position"] is not None:
        return str(_("place %(number)s of the order", number=details["position"] + 1))
    return str(details.get("label") or details.get("table") or details.get("message") or "")


def role_name(word: str) -> str:
    """Return who did it, as far as everybody may know."""
    known = {"organiser": _("organiser"), "helper": _("helper"), "spectator": _("spectator")}
    return str(known.get(word, _("the program")))


def device_name(device: str) -> str:
    """Return what the page calls a device of the log."""
    return str(_("this machine")) if device == THIS_MACHINE else device


def page_words() -> Mapping[str, str]:
    """Return the words of the page's own check."""
    return {
        "seed_good": _("This browser: the number has the fingerprint."),
        "seed_bad": _("This browser: the number does not have the fingerprint."),
        "order_good": _("This browser: the same order comes of the number."),
        "order_bad": _("This browser: another order comes of the number."),
    }
