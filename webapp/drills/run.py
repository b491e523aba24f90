"""The run of a day, whole, as it is handed out with the page: so it goes on without network once it is loaded.

A run follows from its seed and from the log as it stood when it began, so nothing of it is stored. In silence what
would be heard is shown: the verse's opening in kana. A trial without a sound says so by having none. With sound the
warm-up and the contrasts are heard, and what is due by ear too, in voices that take turns.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from engine.training.calibration import judge_grades
from engine.training.chance import pick
from engine.training.confusion import Counts, matrix
from engine.training.cuts import Ears, heard_so_far
from engine.training.daily import CUTS, Kind, done, plan
from engine.training.exercises.contrast import Contrast, Telling
from engine.training.exercises.fudanagashi import judged as judged_face
from engine.training.exercises.kimariji_now import Snapshot, level_of
from engine.training.exercises.kimariji_now import judged as judged_now
from engine.training.exercises.question import (
    Answered,
    Card,
    Face,
    Heard,
    Kana,
    Named,
    Press,
    Question,
    Response,
    Unread,
    Verdict,
)
from engine.training.exercises.sound_to_card import SoundToCard, chosen, faces
from engine.training.exercises.sound_to_card import level_of as closeness_of
from engine.training.items import Item, Skill
from engine.training.pairs import SINGLES, Pair
from engine.training.schedule import Due, Schedule, fold
from engine.training.sets import LONGEST, ContrastSet, Knowledge
from engine.training.trial import DeviceClass, ErrorKind, Exercise, Trial
from poems.anthology import POEMS
from poems.cards import ALL_CARDS, mask
from poems.chance import SEED_BYTES, Bits, Seed, below, shuffled
from poems.kimariji import full
from poems.sets import in_musume_order
from webapp.drills.settings import Chosen
from webapp.hearing.voices import KEPT, ROTATING

USUAL: Final = Chosen()
"""The settings of whoever chose nothing."""
NO_COUNTS: Final[Mapping[Pair, Counts]] = MappingProxyType({})
FEWEST_MET: Final = 20
"""Cards that were met before the kimari-ji of a reading is asked; till then the new cards come again."""
MOST_AGAIN: Final = 8
"""Cards of such a round."""
SHORTEST_WAIT_MS: Final = 700
LONGEST_WAIT_MS: Final = 2000
"""How long the warm-up keeps one waiting for a sign to press at."""
SHORTEST_SILENCE_MS: Final = 400
LONGEST_SILENCE_MS: Final = 1200
"""How long it is before one of the seven is heard."""
PLACES: Final = in_musume_order(mask(SINGLES))
"""The seven of one kana, as they lie in every warm-up: so that places are known, and what is measured is hearing."""
FEWEST_CHOICES: Final = 3


class Part(StrEnum):
    """The parts of a run, in their order."""

    WARM_UP = "warm_up"
    DUE = "due"
    SOUND = "sound"
    """What is due by ear."""
    AGAIN = "again"
    CONTRAST = "contrast"
    CUT = "cut"
    """What is heard of two cards of a contrast set, cut short."""
    NOW = "now"


@dataclass(frozen=True, slots=True)
class Step:
    """One question of a run. `new` shows the card with its answer first; `wait_ms` is the pause before a sign.

    `choices` are what can be answered, as texts: kimari-ji, or numbers of cards.
    """

    number: int
    part: Part
    question: Question
    choices: tuple[str, ...] = ()
    new: bool = False
    wait_ms: int = 0

    @property
    def card(self) -> int:
        """The card that is asked."""
        return self.question.poem or 0


@dataclass(frozen=True, slots=True)
class Run:
    """A day's run. `waiting` is how many items are due in all, `longer` that ten minutes would be better.

    `reads` is how many reads on a mat come at its end, 0 for none; of the cards `known`, half of those `favoured`.
    """

    seed: Seed
    day: date
    steps: tuple[Step, ...]
    seconds: float
    waiting: int
    longer: bool
    reads: int = 0
    known: int = 0
    favoured: int = 0


def daily(
    trials: Sequence[Trial],
    day: date,
    seed: Seed,
    chosen_by: Chosen = USUAL,
    *,
    across: frozenset[Pair] = frozenset(),
    matches: Mapping[Pair, Counts] = NO_COUNTS,
    new: int | None = None,
) -> Run:
    """Return the run of a day after these settled trials, as the learner chose it.

    `across` are pairs at opposite ends of the own layout, where a mix-up is a foul: they weigh more. `matches` is what
    matches on the board told of mix-ups. `new` is how many cards may be met for the first time on this day where that
    is not the usual number.
    """
    wanted = chosen_by.schedule if new is None else replace(chosen_by.schedule, new_cards=new)
    schedule, known = schedule_of(trials), knowledge(trials, day, across, matches)
    planned = plan(
        schedule,
        known,
        wanted,
        day,
        seed,
        minutes=chosen_by.minutes,
        before=done(trials, KEPT),
        adaptive=chosen_by.adaptive,
        heard=chosen_by.sound,
    )
    blocks = {block.kind: block for block in planned.blocks}
    items = blocks[Kind.DUE].items if Kind.DUE in blocks else ()
    sets = blocks[Kind.CONTRAST].sets if Kind.CONTRAST in blocks else ()
    part = blocks.get(Kind.SLICE)
    reads = part.reads if part is not None else 0
    cards = blocks[Kind.WARM_UP].cards if Kind.WARM_UP in blocks else ()
    voices = ROTATING if chosen_by.sound else ()
    level = closeness_of(trials) if chosen_by.adaptive else 0
    seven_met = schedule.met.issuperset(SINGLES)
    warm_up = _chosen_warm_up(cards, seed, voices) if seven_met else _pressed_warm_up(cards, seed, voices)
    steps = [*warm_up, *_due(items, known, seed, voices, level)]
    ears = heard_so_far(trials) if voices else Ears()
    for number, one in enumerate(sets):
        own = _seed(seed, f"contrast {number}")
        steps += _contrast(one, own, voices)
        steps += _cut(one, own, voices, ears, known) if voices else ()
    mat = None
    if met(schedule) < FEWEST_MET:
        fresh = [one.item.poem for one in items if one.new and one.item.skill is Skill.FACE]
        steps += _again(fresh or sorted(schedule.met), known, seed)
    elif voices and part is not None and part.exercise is Exercise.FULL_MAT:
        mat = part  # a mat in silence is an exercise by itself: here what is read is heard
    else:
        steps += _now(kimariji_level(trials), reads, seed)
    numbered = tuple(replace(step, number=number) for number, step in enumerate(steps))
    return Run(
        seed,
        day,
        numbered,
        planned.seconds,
        planned.waiting,
        planned.longer,
        reads=0 if mat is None else mat.reads,
        known=mask(schedule.met),
        favoured=0 if mat is None else mat.favoured,
    )


def schedule_of(trials: Sequence[Trial]) -> Schedule:
    """Return what a learner knows; grades that do not forecast better than right and wrong are left out of it."""
    judged = judge_grades(trials)
    return fold(trials, pass_fail=judged is not None and not judged.keep_grades)


def knowledge(
    trials: Sequence[Trial],
    day: date,
    across: frozenset[Pair] = frozenset(),
    matches: Mapping[Pair, Counts] = NO_COUNTS,
) -> Knowledge:
    """Return what contrast sets are made from: mix-ups, and when pairs were last practised.

    Not how slow cards are: no learner's speed is known well enough early on, and nobody tried what it would change.
    """
    practised: dict[Pair, date] = {}
    for trial in trials:
        if trial.exercise is Exercise.CONTRAST:
            for other in trial.options:
                if trial.poem is not None and other != trial.poem:
                    practised[Pair.of(trial.poem, other)] = trial.practice_day
    return Knowledge(matrix=matrix(trials, day).with_more(matches), practised=practised, across=across)


def usual_device(trials: Sequence[Trial], exercise: Exercise) -> DeviceClass:
    """Return what an exercise was answered on the most: times of different kinds are not compared."""
    used = Counter(one.device for one in trials if one.exercise is exercise).most_common(1)
    return used[0][0] if used else DeviceClass.OTHER


def met(schedule: Schedule) -> int:
    """Return how many cards were asked at least once."""
    return len(schedule.met)


def judge(step: Step, response: Response) -> Answered:
    """Return a step with how its answer counts."""
    return Answered(step.question, response, verdict(step.part, step.question, response))


def verdict(part: Part, question: Question, response: Response) -> Verdict:
    """Return how a response to a question of a part counts."""
    card = question.poem or 0
    match part:
        case Part.WARM_UP if not question.options:
            pressed = response.given == Press(pressed=True)
            return Verdict.right() if pressed else Verdict.wrong(ErrorKind.NO_ANSWER)
        case Part.WARM_UP | Part.CONTRAST | Part.SOUND | Part.CUT:
            return chosen(card, response)
        case Part.NOW:
            return judged_now(question, response)
        case _:
            if isinstance(response.given, Kana) and response.given.text.strip():
                return judged_face(card, response.given.text)
            return Verdict.wrong(ErrorKind.NO_ANSWER)


# The parts.


def _chosen_warm_up(cards: Sequence[int], seed: Seed, voices: Sequence[str]) -> Iterator[Step]:
    """Yield reads of the seven, each with all seven to choose from: the day, the device, and their mix-ups.

    Only these seven can come, so what tells them apart decides: す, さ and せ part with their vowels.
    """
    bits = seed.stream("waits")
    for number, card in enumerate(cards):
        prompt = Heard(card, pick(voices, bits) if voices else "")
        question = Question(Exercise.WARM_UP, number, prompt, Card(card), PLACES, card, unread=mask(PLACES))
        # what is shown can be answered at once; a read comes when it comes
        wait = _between(SHORTEST_SILENCE_MS, LONGEST_SILENCE_MS, bits) if voices else 0
        yield Step(0, Part.WARM_UP, question, tuple(map(str, PLACES)), wait_ms=wait)


def _pressed_warm_up(cards: Sequence[int], seed: Seed, voices: Sequence[str]) -> Iterator[Step]:
    """Yield signs to press at, for whoever has not met the seven: nothing has to be known."""
    bits = seed.stream("waits")
    for number, card in enumerate(cards):
        question = Question(Exercise.WARM_UP, number, Named(card), Press(pressed=True), poem=card)
        if voices:
            # only this card can come, so the first sound decides
            prompt = Heard(card, pick(voices, bits))
            question = replace(question, prompt=prompt, unread=mask((card,)))
        yield Step(0, Part.WARM_UP, question, wait_ms=_between(SHORTEST_WAIT_MS, LONGEST_WAIT_MS, bits))


def _between(shortest: int, longest: int, bits: Bits) -> int:
    return shortest + below(longest - shortest, bits)


def _due(
    items: Sequence[Due], known: Knowledge, seed: Seed, voices: Sequence[str], level: int
) -> Iterator[Step]:
    for number, one in enumerate(items):
        if one.item.skill is Skill.SOUND:
            drill = SoundToCard(
                (one.item.poem,),
                _seed(seed, f"heard {number}"),
                tuple(voices),
                matrix=known.matrix,
                level=level,
            )
            yield _heard(number, drill)
        else:
            yield _face(Part.DUE, number, one.item, known, seed, new=one.new)


def _heard(number: int, drill: SoundToCard) -> Step:
    question = drill.ask(())
    assert question is not None
    return Step(0, Part.SOUND, replace(question, number=number), tuple(map(str, question.options)))


def _again(cards: Sequence[int], known: Knowledge, seed: Seed) -> Iterator[Step]:
    """Yield the new cards twice more, or some of those that were met, as a beginner's rest of the day."""
    for lap in range(2):
        for number, card in enumerate(shuffled(cards, seed.stream(f"lap {lap}"))[:MOST_AGAIN]):
            yield _face(Part.AGAIN, lap * MOST_AGAIN + number, Item(card, Skill.FACE), known, seed, new=False)


def _face(part: Part, number: int, item: Item, known: Knowledge, seed: Seed, *, new: bool) -> Step:
    bits = seed.stream(f"{part} {number}")
    card = item.poem
    turned = not new and part is Part.DUE and below(2, bits) == 1
    options = tuple(sorted(faces(card, 0, 1, known.matrix, bits), key=full))
    question = Question(
        Exercise.FUDANAGASHI, number, Face(card, turned), Kana(full(card)), options, card, Skill.FACE
    )
    return Step(0, part, question, tuple(map(full, options)), new=new)


def _contrast(chosen_set: ContrastSet, seed: Seed, voices: Sequence[str]) -> Iterator[Step]:
    """Yield as many questions as a set can take; the page stops where the set is over."""
    drill = Telling(chosen_set, seed, tuple(voices) or ("",))
    asked: list[Answered] = []
    while len(asked) < LONGEST:
        question = drill.ask(asked)
        if question is None:  # never: nothing here counts as right
            return
        asked.append(Answered(question, Response(None), Verdict.wrong(ErrorKind.NO_ANSWER)))
        yield Step(0, Part.CONTRAST, question, tuple(map(str, question.options)))


def _cut(
    chosen_set: ContrastSet, seed: Seed, voices: Sequence[str], ears: Ears, known: Knowledge
) -> Iterator[Step]:
    """Yield a few sounds of the set's hardest pair, cut short; the page asks them where whole ones were told apart."""
    pair = ears.hardest(chosen_set.cards, known.matrix)
    if pair is None:
        return
    drill = Contrast(pair.cards, _seed(seed, "cut"), pick(voices, seed.stream("cut voice")))
    asked: list[int] = []
    for _ in range(CUTS):
        question = replace(drill.question(asked, ears.cut_ms(pair)), set_id=chosen_set.id)
        asked.append(question.poem or 0)
        yield Step(0, Part.CUT, question, tuple(map(str, question.options)))


def _now(level: int, count: int, seed: Seed) -> Iterator[Step]:
    for number in range(count):
        question = Snapshot(_seed(seed, f"now {number}"), 1, level).ask(())
        assert question is not None
        assert isinstance(question.prompt, Unread)
        yield Step(0, Part.NOW, replace(question, number=number), openings(question.poem or 0))


def openings(card: int) -> tuple[str, ...]:
    """Return what can be chosen as the kimari-ji of a card: every opening up to the full one, three at least."""
    longest = max(len(full(card)), FEWEST_CHOICES)
    whole = kana_of(card)
    return tuple(whole[:length] for length in range(1, longest + 1))


def kana_of(card: int) -> str:
    """Return the opening of a poem by sound: its kimari-ji, and what follows where that is short."""
    short = full(card)
    sounds = "".join(POEMS[card - 1].kana_modern)
    return short + sounds[len(short) : len(short) + FEWEST_CHOICES]


def kimariji_level(trials: Sequence[Trial]) -> int:
    """Return how long the readings before a kimari-ji are by now: the engine's own rule, over all runs."""
    asked = [one for one in trials if one.exercise is Exercise.KIMARIJI_NOW and one.skill is Skill.CURRENT]
    return level_of([one for one in asked if one.unread is not None and not one.interrupted])


def _seed(seed: Seed, purpose: str) -> Seed:
    """Return a seed of its own for a purpose."""
    return Seed(seed.stream(purpose).getrandbits(8 * SEED_BYTES).to_bytes(SEED_BYTES, "big"))


def read_before(step: Step) -> int:
    """Return the mask of what was read before a step of the kimari-ji now; 0 elsewhere."""
    return ALL_CARDS & ~step.question.unread if step.part is Part.NOW and step.question.unread else 0
