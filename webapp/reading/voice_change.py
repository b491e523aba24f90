"""Another voice for a reading that has begun: chosen by people, most of all where the first one fails.

Nothing that was read changes with it, and a poem whose kimari-ji was not heard is read anew.
"""

from collections.abc import Collection, Sequence

from reader.yomite_commands import Refused, Why
from reader.yomite_state import Phase
from webapp.live.command import Refusal
from webapp.reading import words
from webapp.reading.log import Entry, Voiced
from webapp.reading.readings import Desk

_CLOSED = {Phase.SPEAKING: Why.SPEAKING, Phase.DONE: Why.DONE, Phase.STOPPED: Why.STOPPED}
"""When a voice is not changed: a half that sounds is heard to its end by whoever began it."""


def judged(desk: Desk, voice: str, known: Collection[str]) -> Sequence[Entry] | Refusal:
    """Return what follows from the wish for a voice, or why nothing does."""
    if desk.state.phase in _CLOSED:
        return words.refusal(Refused(_CLOSED[desk.state.phase]))
    if voice not in known:
        return words.voice_gone()
    return () if voice == desk.settings.voice else (Voiced(voice),)
