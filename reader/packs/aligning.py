"""Where the morae of a recording are heard, found by laying it against voices that know that of themselves.

The recording and each model say the same words. Their looks over time are laid against each other, and the model's
marks are carried over. Another speaker looks different in five ways, and each is taken care of:

- Pauses, which no model makes, are taken out, and the models speak as long as the words do (`words`, `LabelledVoice`).
- A smaller or larger speaker has the same colours higher or lower: the scale that fits best is taken.
- A room adds its noise: it is added to the model's looks as well.
- Every voice has its own colours: what turns the model's into the speaker's is learned from the way that was found,
  and the way is looked for again.
- A false start before the words may be left out.

What was found so is put where a sound first gives way to the next (`onsets`). How far the model that disagrees most is
off tells how sure a mark is; where no sound plainly gives way to another, it is not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from reader.clip import Clip, MoraMark
from reader.packs import onsets
from reader.packs.looks import HOP, KEPT, Frames, bands, moving, noise, power, shape
from reader.packs.warping import misfit, warp
from reader.packs.words import Words, words_of
from reader.samples import SAMPLE_RATE

_SCALES: Final = (0.82, 0.88, 0.94, 1.0, 1.07, 1.14, 1.22)
"""How much larger or smaller than the model a speaker may be."""
_COARSE: Final = 4
"""For choosing the scale every fourth look will do."""
_LEARNED: Final = 2
"""How often the speaker's colours are learned; a third time changes next to nothing."""
_CAUTION: Final = 30.0
"""Looks' worth of belief that the speaker's colours are the model's own."""
_LEAST: Final = SAMPLE_RATE // 100
"""Samples: no estimate is called surer than 10 ms."""
_FALSE_START: Final = SAMPLE_RATE // 10
"""Samples: words that are found to begin no later than this begin where the voice does."""
_NOWHERE: Final = 75 * SAMPLE_RATE // 1000
"""Samples that a mark may be off at which nothing plainly changes: more than any time may be counted from."""
_ONE: Final = SAMPLE_RATE // 100
"""Samples: a mora whose vowel begins no later after it is heard has no consonant."""
_STOPS: Final = frozenset("かきくけこがぎぐげごたてとだでどばびぶべぼぱぴぷぺぽ")
"""Their burst is so short beside the vowel after it that no sound gives way to it: they stay where they were found."""


def aligned(
    clip: Clip, models: Sequence[Clip], words: Words | None = None
) -> tuple[tuple[MoraMark, ...], tuple[int, ...]]:
    """Return the marks of a clip, and how far each mora's sound may lie from there, in samples.

    `models` are the same words in other voices with their marks, best as long as the clip's `words` are. Raises
    ValueError without any.
    """
    if not models:
        raise ValueError("nothing to lay the clip against")
    words = words_of(clip) if words is None else words
    spectrum = power(words.sound)
    own = {scale: bands(spectrum, scale) for scale in _SCALES}
    found = np.asarray([_carried(words, own, model) for model in models])
    median = np.median(found, axis=0)
    spread = np.abs(found - median)[:, :, 1:3].max(axis=(0, 2))
    middle = np.rint(median).astype(int).tolist()
    if middle[0][1] - clip.voice_start <= _FALSE_START:
        middle[0][1] = clip.voice_start
    spread = np.maximum(spread, _settled(clip, [mark.kana for mark in models[0].marks], middle))
    marks: list[MoraMark] = []
    for model, (_start, audible, vowel, end) in zip(models[0].marks, middle, strict=True):
        start = marks[-1].end if marks else clip.voice_start
        heard = max(audible, start)
        marks.append(MoraMark(model.kana, start, heard, max(vowel, heard), max(end, vowel, heard)))
    marks[-1] = replace(marks[-1], end=max(clip.voice_end, marks[-1].vowel))
    return tuple(marks), tuple(max(_LEAST, round(one)) for one in spread.tolist())


def _settled(clip: Clip, kana: Sequence[str], middle: list[list[int]]) -> list[int]:
    """Put each sound where it first shows, in place; return how far each mora may be off where nothing shows."""
    seen = onsets.levels(clip.samples)
    unsure = []
    for place, (mora, times) in enumerate(zip(kana, middle, strict=True)):
        _start, audible, vowel, _end = times
        first = audible if place == 0 or mora[0] in _STOPS else _onset(seen, audible)
        second = first if vowel - audible < _ONE else _onset(seen, vowel)
        unsure.append(0 if first is not None and second is not None else _NOWHERE)
        times[1] = audible if first is None else first
        if place:
            middle[place - 1][3] = min(middle[place - 1][3], times[1])
        times[2] = vowel if second is None else max(second, times[1])
    return unsure


def _onset(seen: Frames, near: int) -> int | None:
    found = onsets.begins(seen, near / onsets.STEP)
    return None if found is None else found * onsets.STEP


def _carried(words: Words, own: Mapping[float, Frames], model: Clip) -> Frames:
    """Return a model's marks on the clip's time: start, audible, vowel and end of each mora, in samples."""
    theirs, mine = _fitting(own, bands(power(model.samples[model.voice_start : model.voice_end]), 1.0))
    goal = moving(mine)
    way = warp(moving(theirs), goal)
    for _ in range(_LEARNED):
        theirs = _learned(theirs, mine[np.rint(way).astype(int)])
        way = warp(moving(theirs), goal)
    at = np.asarray([[mark.start, mark.audible, mark.vowel, mark.end] for mark in model.marks], np.float64)
    looks = np.interp((at - model.voice_start) / HOP, np.arange(len(way)), way) * HOP
    return np.asarray(np.interp(looks, np.arange(len(words.at)), words.at))


def _fitting(own: Mapping[float, Frames], theirs: Frames) -> tuple[Frames, Frames]:
    """Return the shapes of a model, in the recording's room, and of the recording at the scale that fits best."""
    tried = []
    for seen in own.values():
        one, other = shape(theirs + noise(seen)), shape(seen)
        tried.append((misfit(moving(one)[::_COARSE], moving(other)[::_COARSE]), one, other))
    _, one, other = min(tried, key=lambda each: each[0])
    return one, other


def _learned(theirs: Frames, mine: Frames) -> Frames:
    """Return a model's shapes in the colours of a speaker, by a linear map that is as near to none as can be."""
    known = np.hstack([theirs, np.ones((len(theirs), 1))])
    belief = np.diag([_CAUTION] * KEPT + [1e-3])
    none = np.vstack([np.eye(KEPT), np.zeros((1, KEPT))])
    return np.asarray(known @ np.linalg.solve(known.T @ known + belief, known.T @ mine + belief @ none))
