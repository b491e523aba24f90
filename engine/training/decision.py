"""The decision point: the moment in a sound from which the poem differs from every other that could still be read.

It is no property of a poem but of what is unread, and it is measured in the sound that was played: chanting is quick at
the start and drawn out at the end, so it never follows from a count of kana.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from poems.anthology import poem
from poems.cards import ALL_CARDS, mask, numbers
from poems.kana import hiragana, morae
from poems.kimariji import current, starting_with
from poems.romaji import spellings


@dataclass(frozen=True, slots=True)
class MoraTime:
    """When one mora of the upper half sounds, in milliseconds from the start of its file.

    `audible` is the first moment of its own sound, `vowel` where its vowel begins, `end` where the next mora's turn is.
    """

    kana: str
    audible: float
    vowel: float
    end: float


@dataclass(frozen=True, slots=True)
class Cue:
    """Which moment decides a poem, before any sound is measured: it is the same in every voice.

    `length` is the current kimari-ji in kana. Its last kana decides where it is first heard, or only with its `vowel`
    where a rival has the same consonant there. Without rivals the first sound is what counts.
    """

    length: int
    vowel: bool
    rivals: int


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """Where a poem is decided. `at` and `kimariji_end` in milliseconds from the start of the file.

    `length` is the current kimari-ji in kana. `rivals` are the poems that differ last, as a mask; none when the poem is
    known before a sound comes.
    """

    at: float
    kimariji_end: float
    length: int
    rivals: int


def decision_point(target: int, read: int, times: Sequence[MoraTime]) -> DecisionPoint:
    """Return the decision point of a poem, `read` being the mask of those read before it.

    Raises ValueError when there are fewer times than kana in the kimari-ji.
    """
    found = cue(target, read)
    if len(times) < found.length:
        raise ValueError(
            f"the sound of poem {target} has times of {len(times)} morae; {found.length} are wanted"
        )
    last = times[found.length - 1]
    at = (last.vowel if found.vowel else last.audible) if found.rivals else times[0].audible
    return DecisionPoint(at, last.end, found.length, found.rivals)


def cue(target: int, read: int) -> Cue:
    """Return which kana of a poem decides it, `read` being the mask of those read before it; the same for any voice.

    The rivals all share the kimari-ji but for its last kana, so it is that kana in which they part.
    """
    length = len(now := current(target, read))
    unread = (starting_with(now[:-1]) if length > 1 else ALL_CARDS) & ~read & ~(1 << target)
    own = onset(_kana(target, length - 1))
    close = mask(rival for rival in numbers(unread) if onset(_kana(rival, length - 1)) == own)
    return Cue(length, bool(close), close or unread)


def _kana(card: int, place: int) -> str:
    """Return a kana of a poem by sound."""
    return morae(poem(card).kimariji_key)[place]


def parting(target: int, rival: int, times: Sequence[MoraTime]) -> float:
    """Return when the sound of a poem parts from that of another.

    It is where the first differing mora is heard, or its vowel when both begin with the same consonant. Raises
    ValueError for a poem and itself.
    """
    mine, theirs = morae(poem(target).kimariji_key), morae(poem(rival).kimariji_key)
    for index, (one, other) in enumerate(zip(mine, theirs, strict=False)):
        if one != other:
            same_start = onset(one) == onset(other)
            return times[index].vowel if same_start else times[index].audible
    raise ValueError(f"poem {target} does not part from poem {rival}")


def onset(mora: str) -> str:
    """Return the consonant that a mora begins with, in Hepburn; nothing for a vowel alone."""
    ways = spellings(hiragana(mora))
    return ways[0].rstrip("aiueo") if ways else mora
