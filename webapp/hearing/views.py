"""What scripts and pages of sound in the drills show: pure, from questions."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import url_for
from flask_babel import gettext as _

from engine.training.decision import cue
from engine.training.exercises.question import Heard, Question
from poems.cards import ALL_CARDS
from webapp.hearing.voices import ROTATING
from webapp.redirects import own_path


def heard_json(question: Question) -> dict[str, Any]:
    """Return what `ear.js` plays for a question that is heard. Raises TypeError for one that is not."""
    prompt = question.prompt
    if not isinstance(prompt, Heard):
        raise TypeError("this question is not heard")
    return {
        **item_json(prompt.card, prompt.voice, question.unread),
        "stop": str(prompt.stop),
        "cut": prompt.cut_ms,
    }


def item_json(card: int, voice: str, unread: int | None = None) -> dict[str, Any]:
    """Return a card to be heard whole, with the kana that decides it among what is `unread`; all where that is None."""
    found = cue(card, 0 if unread is None else ALL_CARDS & ~unread)
    return {
        "card": card,
        "voice": voice,
        "stop": "runs_on",
        "cut": None,
        "length": found.length,
        "vowel": found.vowel,
    }


def whole_json(voices: Sequence[str], speed: str = "100") -> dict[str, Any]:
    """Return what `sound.js` needs for a whole run: where clips come from, and which voices may stand in.

    Where a voice cannot say a card, or not say where it is decided, a bundled one reads it.
    """
    return {
        "url": url_for("hearing.clips"),
        "delay": url_for("hearing.delay"),
        "speed": int(speed),
        "voices": list(dict.fromkeys((*voices, *ROTATING))),
    }


def back(target: str) -> str:
    """Return where the page of the delay leads back to: a page of this server, the drills by default."""
    found = own_path(target)
    return found if found.startswith("/drills/") else "/drills/"


def delay_words() -> Mapping[str, str]:
    """Return the words of the page that measures a device's delay."""
    return {
        "listen": _("Tap with every click: {n} of {total}"),
        "done": _("{device}: {ms} ms, spread {spread} ms."),
        "good": _("Times in the drills count with it from now on."),
        "unsteady": _(
            "That is too uneven: over {most} ms no speed is told. Answers count all the same. Measure it again."
        ),
        "few": _("Too few taps were close to a click. Please try again."),
        "again": _("Measure again"),
        "unnamed": _("this device's sound"),
        "known": _("{device}: {ms} ms, spread {spread} ms, measured on {day}."),
        "other": _("The sound output has changed since. Measure it again."),
    }


def sound_words() -> dict[str, str]:
    """Return the words that every drill with sound needs."""
    return {
        "which_read": _("Which card is read?"),
        "warm_up_heard": _("Press as soon as the voice sounds."),
        "sound_loading": _("Getting the sounds: {ready} of {total}"),
        "sound_offline": _("No connection. The sounds come as soon as it is back."),
        "sound_ready": _("The sounds are here. From now on no connection is needed."),
        "sound_start": _("Start with sound"),
        "sound_credit": _("Voice: {credit}"),
        "sound_unmeasured": _("The delay of this sound output was not measured, so no speed is told."),
        "sound_unsteady": _("The delay was tapped too unevenly (spread {spread} ms), so no speed is told."),
        "sound_measured": _("{device}: {ms} ms, spread {spread} ms."),
        "sound_measure": _("Measure the delay (20 seconds)"),
        "sound_refused": _("The voice {voice} is left out: {message}"),
        "sound_lacking": _(
            "The voice {voice} has no decision point for {cards}, so another voice reads there."
            " Mark it by hand on the pack's page."
        ),
        "sound_none": _("No voice can be heard here. Practise in silence, or ask whoever runs the server."),
        "sound_broken": _("The sound was interrupted. This question does not count."),
    }
