"""Which voices a drill is heard in: several in turn, so that none is learned by itself, and one kept for tests."""

from collections.abc import Mapping, Sequence
from typing import Final

from flask_babel import gettext as _

from engine.training.trial import Trial
from webapp.drills.kind import Choice, Field
from webapp.hearing.library import SPEEDS, library
from webapp.reading.choices import voice_option
from webapp.services import services

ROTATING: Final = ("mei", "mei-low", "mei-clear")
"""Voices that take turns: they differ in pitch, size and tempo."""
KEPT: Final = "mei-level"
"""The voice that no exercise uses of itself, for hearing once a month whether what was learned is the sounds."""
TURNS: Final = "turns"


def voice_fields() -> tuple[Field, Field]:
    """Return the fields of the voice and of the speed."""
    names = [name for name in library(services()).voices.names() if name != KEPT]
    usual = (Choice(TURNS, str(_("Three voices in turn"))),)
    others = tuple(Choice(name, voice_option(name).label) for name in names)
    test = Choice(KEPT, str(_("%(voice)s: kept for tests, once a month", voice=voice_option(KEPT).label)))
    voice = Field("voice", str(_("Voice")), TURNS, groups=(("", (*usual, *others)), ("", (test,))))
    labels = (str(_("As at competitions")), str(_("A quarter quicker")))
    speeds = tuple(Choice(str(speed), label) for speed, label in zip(SPEEDS, labels, strict=True))
    return voice, Field("speed", str(_("Speed")), str(SPEEDS[0]), speeds)


def can_be_heard() -> bool:
    """Whether the voices that take turns speak on this machine."""
    return all(map(library(services()).speaks, ROTATING))


def voices_of(options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the voices of a run."""
    return ROTATING if options.get("voice", TURNS) == TURNS else (options["voice"],)


def in_turn(trials: Sequence[Trial], options: Mapping[str, str]) -> str:
    """Return the voice of a run that has only one: the one of the turn that was heard the least lately."""
    choice = voices_of(options)
    heard = [one.sound.voice for one in trials if one.sound is not None]
    last = {voice: place for place, voice in enumerate(heard)}
    return min(choice, key=lambda voice: last.get(voice, -1))
