"""A recorded half made to keep the pace, its words left as they were spoken.

The first sound comes where the plan has it and the voice ends where the plan says. In between only the last vowel gives
way: it is held longer, by laying its steady part anew without a change of pitch, or it fades earlier. Words that do not
fit before the end at all are hurried, no more than is needed and never by more than `MOST_HURRY`.
"""

from itertools import pairwise
from typing import Final

import numpy as np

from poems.anthology import poem
from reader.chant.phonemes import line_morae
from reader.clip import Clip, MoraMark, Samples
from reader.loudness import normalised
from reader.packs.document import PackClip
from reader.packs.faults import PackError, PackFlaw
from reader.pattern import OPENER
from reader.reason import Reason
from reader.samples import SAMPLE_RATE, to_seconds
from reader.verse import SHORTEST, Verse
from reader.voices.system_fit import stretched

MOST_HURRY: Final = 1.35
"""Words hurried by more are no longer the reader's own."""
LEAST_TAIL: Final = SAMPLE_RATE // 5
"""Samples that the last vowel keeps at least."""
_BEFORE: Final = SAMPLE_RATE // 200
_AFTER: Final = SAMPLE_RATE // 100
"""Samples of the recording around the voice, in which it rises from and falls to silence."""
_JOIN: Final = SAMPLE_RATE // 100
_ATTACK: Final = SAMPLE_RATE // 16
_RELEASE: Final = SAMPLE_RATE // 5
"""Samples at the vowel's two ends that are not laid anew; a vowel that is shorter keeps a third at each end."""
_FADE: Final = SAMPLE_RATE // 4
_LINE_END, _CONSONANT = 1.4, 0.4
"""Weights for estimating where morae lie: the last of a line lingers; of the last of all only the consonant counts."""


def fit(sound: Samples, clip: PackClip, verse: Verse) -> Clip:
    """Return a verse from the recording it lies in. Raises PackError where its words cannot be said so fast."""
    if why := too_fast(clip, verse):
        raise PackError(why)
    words = clip.hold - clip.on
    spoken = min(words, verse.length - LEAST_TAIL)
    voice = np.concatenate(
        [_words(sound, clip, spoken), _tail(sound, clip, verse.length - spoken, joined=spoken == words)]
    )
    before, after = _around(sound, clip, natural=clip.off - clip.hold <= verse.length - spoken)
    made = np.concatenate([before, voice, after]).astype(np.float32)
    start = len(before)
    marks = _marks(clip, verse, start, spoken)
    return Clip(normalised(made), start, start + verse.length, start + verse.words, marks)


def hurried(clip: PackClip, length: int) -> float:
    """Return how many times faster a clip's words are said where the half lasts `length` samples; 1 for as spoken."""
    return max(1.0, (clip.hold - clip.on) / max(1, length - LEAST_TAIL))


def too_fast(clip: PackClip, verse: Verse) -> Reason | None:
    """Return why a half cannot be said in a verse's length, and what it needs; None where it can."""
    if hurried(clip, verse.length) <= MOST_HURRY:
        return None
    needed = -(-(clip.hold - clip.on + LEAST_TAIL) * 10 // SAMPLE_RATE) / 10
    opener = verse.poem == OPENER
    return Reason.of(
        PackFlaw.LOWER_TOO_SLOW if verse.part == "shimo" else PackFlaw.UPPER_TOO_SLOW,
        which=Reason(PackFlaw.OPENER) if opener else Reason.of(PackFlaw.POEM, number=verse.poem),
        words=f"{to_seconds(clip.hold - clip.on):.1f}",
        length=f"{to_seconds(verse.length):g}",
        needed=f"{needed:g}",
    )


def _words(sound: Samples, clip: PackClip, spoken: int) -> Samples:
    words = sound[clip.on : clip.hold]
    return words if len(words) == spoken else stretched(words, [0, len(words)], [0, spoken])


def _tail(sound: Samples, clip: PackClip, length: int, *, joined: bool) -> Samples:
    """Return the last vowel at another length; it follows the words without a seam where they are `joined` to it."""
    vowel = sound[clip.hold : clip.off]
    if length == len(vowel):
        return vowel
    if length < len(vowel):
        cut = vowel[:length].copy()
        fade = min(_FADE, length // 2)
        cut[-fade:] *= np.linspace(1, 0, fade, dtype=np.float32) ** np.float32(0.7)
        return cut
    attack, release = (min(part, len(vowel) // 3) for part in (_ATTACK, _RELEASE))
    source = [0, attack, len(vowel) - release, len(vowel)]
    target = [0, attack, length - release, length]
    long = stretched(vowel, source, target)
    if joined:
        # pieces are laid over each other: the first moments are the recording's own, to the sample
        ramp = np.linspace(0, 1, min(_JOIN, attack), dtype=np.float32)
        long[: len(ramp)] = vowel[: len(ramp)] * (1 - ramp) + long[: len(ramp)] * ramp
    return long


def _around(sound: Samples, clip: PackClip, *, natural: bool) -> tuple[Samples, Samples]:
    """Return what comes before the first sound, rising, and after the last one, falling; nothing after a cut."""
    before = sound[max(0, clip.on - _BEFORE) : clip.on]
    after = sound[clip.off : clip.off + _AFTER] if natural else sound[:0]
    rise = np.linspace(0, 1, len(before), endpoint=False, dtype=np.float32)
    fall = np.linspace(1, 0, len(after), dtype=np.float32)
    return before * rise, after * fall


def _marks(clip: PackClip, verse: Verse, start: int, spoken: int) -> tuple[MoraMark, ...]:
    """Estimate where the morae lie; exact is only the end of the kimari-ji, where somebody set it."""
    lines = [len(line_morae(line)) for line in verse.phonetic]
    weights = [_LINE_END if place == size - 1 else 1.0 for size in lines for place in range(size)]
    weights[-1] = _CONSONANT
    edges = np.concatenate([[0.0], np.cumsum(weights)]) / sum(weights)
    length = poem(verse.poem).kimariji_length if verse.part == "kami" else 0
    if clip.kimariji is not None and 0 < length < len(weights):
        share = min(1.0, (clip.kimariji - clip.on) / max(1, clip.hold - clip.on))
        edges = np.interp(edges, [0.0, edges[length], 1.0], [0.0, share, 1.0])
    at = [start + round(float(edge) * spoken) for edge in edges]
    last = len(weights) - 1
    return tuple(
        MoraMark(
            kana,
            begin,
            begin,
            at[-1] if place == last else begin,
            start + verse.length if place == last else end,
        )
        for place, (kana, (begin, end)) in enumerate(zip(verse.morae, pairwise(at), strict=True))
    )


def kimariji_guess(clip: PackClip, poem_number: int) -> int:
    """Return the sample at which an upper half's kimari-ji ends, as set by hand or estimated."""
    verse = Verse(poem_number, "kami", max(clip.off - clip.on, SHORTEST))
    length = poem(poem_number).kimariji_length
    if clip.kimariji is not None or not length:
        return clip.kimariji or clip.off
    return _marks(clip, verse, clip.on, clip.hold - clip.on)[length - 1].end
