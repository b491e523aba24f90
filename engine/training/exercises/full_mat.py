"""E9: a whole mat, shown or from memory, and reads of which half are dead cards: touch the place, or nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

from engine.karuta.deal import deal
from engine.karuta.player import Pair as Both
from engine.karuta.player import Player, Side
from engine.training.chance import pick, some
from engine.training.exercises.question import Answered, Card, Heard, Question, Response, Verdict
from engine.training.exercises.tally import Tally, tally
from engine.training.items import Skill
from engine.training.pairs import family, partners, sound_alike
from engine.training.trial import ErrorKind, Exercise, Trial
from poems.cards import ALL_CARDS, mask, numbers
from poems.chance import Bits, Seed, below

DEAD: Final = 0.5
DANGEROUS: Final = (0.2, 0.4, 0.6)
"""The share of dead cards whose partner lies on the mat, by level."""
HARDER_AT: Final = 0.85
HARDER_AFTER: Final = 10
"""Nine right of ten bring more of them: the share is at least so large. In a run it is looked at after every ten."""

Way: TypeAlias = tuple[int, ...]
"""How a run has climbed: the level of each ten reads that were begun."""


@dataclass(frozen=True, slots=True)
class FullMat:
    """A run of reads on a mat. `mat` are the cards of both players; poems read before are `read`."""

    mat: Both[int]
    seed: Seed
    reads: int = 20
    voices: tuple[str, ...] = ("",)
    level: int = 0
    me: Player = Player.A
    known: int = field(default=ALL_CARDS)
    """Cards that may be read; others were not met yet."""
    favoured: int = 0
    """Cards of pairs that were hardly ever tried: those are read whose partner lies on the mat, as far as they go."""
    climbs: bool = True
    """Whether success brings more dangerous dead cards while the run goes on."""

    @classmethod
    def dealt(
        cls, seed: Seed, reads: int = 20, voices: tuple[str, ...] = ("",), known: int = ALL_CARDS
    ) -> "FullMat":
        """Return a run on a mat dealt by chance."""
        mine, theirs = deal(seed)
        return cls((mask(mine), mask(theirs)), seed, reads, voices, known=known)

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next read: no poem comes twice."""
        read = mask(one.question.poem for one in done if one.question.poem)
        return self._question(len(done), read, self.way(done)[-1])

    def ways(self) -> tuple[dict[Way, Question], ...]:
        """Return for each read of the run what it is by every way in which the run may have climbed before.

        The easiest way comes first. So a page can have all of them, and go on by its answers without asking anybody.
        """
        read: dict[Way, int] = {(self.level,): 0}
        out: list[dict[Way, Question]] = []
        while True:
            number = len(out)
            if number and number % HARDER_AFTER == 0:
                read = {(*way, level): gone for way, gone in read.items() for level in self._next_levels(way)}
            found = {way: self._question(number, gone, way[-1]) for way, gone in read.items()}
            asked = {way: one for way, one in found.items() if one is not None}
            if len(asked) < len(read):
                return tuple(out)
            out.append(asked)
            read = {way: gone | mask((asked[way].poem or 0,)) for way, gone in read.items()}

    def way(self, done: Sequence[Answered]) -> Way:
        """Return how a run has climbed; an answer that was interrupted is none of the nine."""
        way = [self.level]
        for end in range(HARDER_AFTER, len(done) + 1, HARDER_AFTER):
            block = done[end - HARDER_AFTER : end]
            right = sum(one.verdict.correct is True and not one.response.interrupted for one in block)
            levels = self._next_levels(tuple(way))
            way.append(levels[-1] if right >= HARDER_AT * HARDER_AFTER else levels[0])
        return tuple(way)

    def _next_levels(self, way: Way) -> tuple[int, ...]:
        """Return the levels that the next ten reads may have: as before, and one more where there is one."""
        level = way[-1]
        return (level, level + 1) if self.climbs and level < len(DANGEROUS) - 1 else (level,)

    def _question(self, number: int, read: int, level: int) -> Question | None:
        found = self._read(number, read, level)
        if found is None:
            return None
        card, voice = found
        here = (self.mat[0] | self.mat[1]) >> card & 1
        return Question(
            Exercise.FULL_MAT,
            number,
            Heard(card, voice),
            Card(card if here else 0),
            options=numbers((self.mat[0] | self.mat[1]) & ~read),
            poem=card,
            skill=Skill.SOUND if here else None,
            unread=ALL_CARDS & ~read,
            level=DANGEROUS[level],
        )

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return how a touch counts, and a fault's kind."""
        card = question.poem or 0
        on_mat = question.answer == Card(card)
        given = response.given.card if isinstance(response.given, Card) else None
        if given in (None, 0):
            if not on_mat:
                return Verdict.right(0)
            return Verdict.wrong(ErrorKind.MISSED if given == 0 else ErrorKind.NO_ANSWER, given)
        assert given is not None
        if given == card:
            return Verdict.right(card)
        return Verdict.wrong(self._fault(card, given, response.rt_ms, on_mat=on_mat), given)

    def _read(self, number: int, read: int, level: int) -> tuple[int, str] | None:
        """Return a read and its voice: those of a run that never climbed, wherever they fit: each sound is fetched."""
        usual = _never_climbed(self)
        if number >= len(usual):
            return None
        card, voice = usual[number]
        if level == self.level and read == mask(one for one, _voice in usual[:number]):
            return card, voice
        bits = self.seed.stream(f"mat {number}")
        pool = self._pool(read, level, bits)
        if not pool:
            return None
        return (card if pool >> card & 1 else some(numbers(pool), 1, bits)[0]), voice

    def _pool(self, read: int, level: int, bits: Bits) -> int:
        """Return the mask of the cards of which one is read next."""
        mat = (self.mat[0] | self.mat[1]) & ~read
        dead = ALL_CARDS & ~(self.mat[0] | self.mat[1]) & ~read & self.known
        live = mat & self.known
        telling = mask(card for card in numbers(self.favoured) if partners(card) & mat)
        if below(100, bits) >= 100 * DEAD or not dead:
            return live & telling or live or dead
        dangerous = mask(card for card in numbers(dead) if (partners(card) | family(card)) & mat)
        risky = below(100, bits) < 100 * DANGEROUS[level]
        return (dangerous & telling or dangerous) if risky and dangerous else dead & ~dangerous or dead

    def _fault(self, card: int, given: int, rt_ms: float | None, *, on_mat: bool) -> ErrorKind:
        if rt_ms is not None and rt_ms < 0:
            return ErrorKind.EARLY
        if not on_mat:
            return ErrorKind.KARAFUDA
        if self.side(card) is not self.side(given):
            return ErrorKind.WRONG_SIDE
        return ErrorKind.LOOK_ALIKE_SOUND if sound_alike(card, given) else ErrorKind.OTHER_CARD

    def side(self, card: int) -> Side:
        """Return whose side of the mat holds a card."""
        return Side.A if self.mat[0] >> card & 1 else Side.B if self.mat[1] >> card & 1 else Side.DEAD


@lru_cache(maxsize=64)
def _never_climbed(drill: FullMat) -> tuple[tuple[int, str], ...]:
    """Return the reads of a run that stays as hard as it began, with their voices."""
    out: list[tuple[int, str]] = []
    read = 0
    while len(out) < drill.reads:
        bits = drill.seed.stream(f"mat {len(out)}")
        pool = drill._pool(read, drill.level, bits)
        if not pool:
            break
        card = some(numbers(pool), 1, bits)[0]
        out.append((card, pick(drill.voices, bits)))
        read |= 1 << card
    return tuple(out)


def level_of(trials: Sequence[Trial]) -> int:
    """Return how many of the dead cards are dangerous after these trials of several runs, by the rule of one run."""
    level = 0
    while level < len(DANGEROUS) - 1:
        own = [one.correct is True for one in trials if _counts(one) and one.level == DANGEROUS[level]]
        windows = (own[end - HARDER_AFTER : end] for end in range(HARDER_AFTER, len(own) + 1))
        if not any(sum(window) >= HARDER_AT * HARDER_AFTER for window in windows):
            break
        level += 1
    return level


def _counts(trial: Trial) -> bool:
    return trial.exercise is Exercise.FULL_MAT and not trial.interrupted


@dataclass(frozen=True, slots=True)
class Summary:
    """A run's result. A touch inside the right territory is no fault by the rules, only a slow take."""

    tally: Tally
    takes: int
    faults: int


def summary(done: Sequence[Answered]) -> Summary:
    """Return what a run shows."""
    takes = sum(one.verdict.correct is True and bool(one.verdict.chosen) for one in done)
    faulty = (ErrorKind.WRONG_SIDE, ErrorKind.KARAFUDA)
    faults = sum(one.verdict.error in faulty for one in done)
    return Summary(tally(done), takes, faults)
