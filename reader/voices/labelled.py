"""A voice whose upper halves say where their morae are heard, as well as that can be known.

What the bundled voice says it knows by itself. In a recording, and in what a voice of the system says, the words are
looked for; what a person marked in a pack is left as it is.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from poems.anthology import poem
from reader.clip import Clip, MoraMark
from reader.packs import phones
from reader.packs.aligning import aligned
from reader.packs.document import PackClip
from reader.packs.fitting import hurried
from reader.pattern import Half
from reader.verse import Verse
from reader.voices import Precision, Voice
from reader.voices.bundled import BundledVoice
from reader.voices.recorded import RecordedVoice

_REVISION: Final = 4
"""Goes up whenever the times change."""


class LabelledVoice:
    """Another voice with its upper halves aligned. A voice can be sent to another process."""

    def __init__(self, inner: Voice) -> None:
        self.inner = inner
        self.language = inner.language

    @property
    def name(self) -> str:
        """The name it is chosen by."""
        return self.inner.name

    @property
    def version(self) -> str:
        """What decides samples and times. Raises VoiceUnavailableError."""
        return f"{self.inner.version} aligned {_REVISION} {phones.model_version() or 'by nobody'}"

    @property
    def credit(self) -> str:
        """Whose voice it is."""
        return self.inner.credit

    @property
    def precision(self) -> Precision:
        """Always approximate: what is exact in it says so by its spread."""
        return "approximate"

    def render(self, verse: Verse) -> Clip:
        """Chant the verse. Raises VoiceUnavailableError."""
        clip = self.inner.render(verse)
        if verse.part != "kami" or not verse.poem:
            return clip
        found = self._recording(verse)
        if isinstance(self.inner, RecordedVoice) and found is None:
            # another voice reads it, and knows by itself where its morae lie, or nobody does
            instead = self.inner.instead
            knows = instead is not None and instead.precision == "exact"
            return replace(clip, spreads=(0,) * len(clip.marks)) if knows else clip
        clip = estimated(clip, verse, None if found is None else clip.marks[-1].vowel)
        return clip if found is None else by_hand(clip, found, verse)

    def _recording(self, verse: Verse) -> PackClip | None:
        if not isinstance(self.inner, RecordedVoice):
            return None
        return self.inner.pack.clips.get(Half(verse.poem, verse.part))


def estimated(clip: Clip, verse: Verse, hold: int | None = None) -> Clip:
    """Return a verse's clip with where its morae are heard, as far as that can be found.

    `hold` is the sample from which its last vowel is only held, if that is known. Where nothing can look for words the
    marks stay as they are, and may be off by the whole clip.
    """
    try:
        marks, spreads = aligned(clip, verse, hold)
    except (phones.NoModelError, ValueError):  # hardly any sound
        marks, spreads = clip.marks, (len(clip.samples),) * len(clip.marks)
    return replace(clip, marks=marks, spreads=spreads)


def labelled(voice: Voice) -> Voice:
    """Return the voice with the best times that can be had; itself where it knows them by itself."""
    if isinstance(voice, BundledVoice) or (
        voice.precision == "exact" and not isinstance(voice, RecordedVoice)
    ):
        return voice
    return LabelledVoice(voice)


def plain(voice: Voice) -> Voice:
    """Return the voice that a labelled one was made from."""
    return voice.inner if isinstance(voice, LabelledVoice) else voice


def by_hand(clip: Clip, found: PackClip, verse: Verse) -> Clip:
    """Return a clip with what a person marked of its recording in the place of what was found.

    The kimari-ji of the full deck is what is marked: where its last kana decides, and where it ends. Both move with the
    words where these are hurried.
    """
    length = poem(verse.poem).kimariji_length
    words = found.hold - found.on
    if not 0 < length < len(clip.marks) or words <= 0:
        return clip

    def place(sample: int) -> int:
        return clip.voice_start + round((sample - found.on) / hurried(found, verse.length))

    marks, spreads = list(clip.marks), list(clip.spreads)
    last = marks[length - 1]
    if found.decision is not None:
        at = place(found.decision)
        # what the person heard wins over where the sounds before were thought to end
        marks[: length - 1] = [_until(mark, at) for mark in marks[: length - 1]]
        marks[length - 1] = last = replace(last, audible=at, vowel=at)
        spreads[length - 1] = 0
    if found.kimariji is not None:
        marks[length - 1] = replace(last, end=place(found.kimariji))
    return replace(clip, marks=in_order(marks), spreads=tuple(spreads))


def _until(mark: MoraMark, at: int) -> MoraMark:
    """Return a mark of which nothing lies after a sample."""
    start, audible, vowel, end = (min(one, at) for one in (mark.start, mark.audible, mark.vowel, mark.end))
    return MoraMark(mark.kana, start, audible, vowel, end)


def in_order(marks: Sequence[MoraMark]) -> tuple[MoraMark, ...]:
    """Return marks that follow each other: each mora begins where the one before it ends."""
    out = [marks[0]]
    for mark in marks[1:]:
        start = out[-1].end
        audible = max(mark.audible, start)
        vowel = max(mark.vowel, audible)
        out.append(replace(mark, start=start, audible=audible, vowel=vowel, end=max(mark.end, vowel)))
    return tuple(out)
