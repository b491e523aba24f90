"""The silent run of a day: what is asked, in which order, and how answers count."""

import datetime as dt
import random
from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest
from flask import Flask

from engine.training.confusion import Counts, matrix
from engine.training.daily import WARM_UP_S
from engine.training.exercises.question import Card, Heard, Kana, Press, Response, Stop
from engine.training.exercises.recording import Circumstances, trial_of
from engine.training.grading import history
from engine.training.items import Skill
from engine.training.pairs import LAST_KANA, Pair
from engine.training.threshold import START_MS
from engine.training.trial import ErrorKind, Exercise, Grade, Trial
from poems.answer import opening
from poems.cards import mask
from poems.chance import Seed
from poems.kimariji import full
from tests.engine.training.makers import trial
from webapp.drills.kind import Start
from webapp.drills.kinds.daily import Daily
from webapp.drills.reading_lists import Purpose, misses
from webapp.drills.run import FEWEST_CHOICES, Part, Run, Step, daily, judge, kana_of, schedule_of
from webapp.drills.settings import Chosen, to_texts
from webapp.hearing.views import heard_json
from webapp.hearing.voices import KEPT, ROTATING

DAY = dt.date(2026, 11, 2)
SEED = Seed.numbered(6)


def right(step: Step) -> Response:
    """Return the right answer, half a second after the question."""
    answer = step.question.answer
    assert isinstance(answer, (Card, Kana, Press))
    return Response(answer, 500.0)


def trials_of(run: Run, steps: Iterable[Step]) -> tuple[Trial, ...]:
    where = Circumstances("1", run.day, run.seed.hex)
    at = dt.datetime.combine(run.day, dt.time(10), dt.UTC)
    return tuple(
        trial_of(judge(one, right(one)), f"{run.seed.hex}-{one.number}", at, where, history(()))
        for one in steps
    )


def practised(days: int) -> tuple[Trial, ...]:
    """Return the trials of somebody who practised so many days running, and knew everything."""
    every: tuple[Trial, ...] = ()
    for number in range(days):
        run = daily(every, DAY - dt.timedelta(days=days - number), Seed.numbered(number))
        every += trials_of(run, run.steps)
    return every


def test_a_first_day_meets_four_cards_and_asks_them_again() -> None:
    run = daily((), DAY, SEED)
    parts = [step.part for step in run.steps]
    assert parts == [*[Part.WARM_UP] * 8, *[Part.DUE] * 4, *[Part.AGAIN] * 8]
    new = [step.card for step in run.steps if step.new]
    assert [full(card) for card in new] == ["む", "す", "め", "ふ"]
    assert sorted(step.card for step in run.steps if step.part is Part.AGAIN) == sorted([*new, *new])


def test_a_run_follows_from_its_seed_and_the_log() -> None:
    every = practised(3)
    assert daily(every, DAY, SEED) == daily(every, DAY, SEED)
    assert daily(every, DAY, SEED) != daily(every, DAY, Seed.numbered(7))


def test_whoever_met_twenty_cards_is_asked_sets_and_the_kimariji_now() -> None:
    run = daily(practised(6), DAY, SEED)
    parts = {step.part for step in run.steps}
    assert {Part.CONTRAST, Part.NOW} <= parts
    assert Part.AGAIN not in parts
    # 14 items are not due yet, so the last part has a read or two more than ten
    assert 10 < sum(step.part is Part.NOW for step in run.steps) <= 20
    assert 270 <= run.seconds <= 290
    assert [step.number for step in run.steps] == list(range(len(run.steps)))


@pytest.mark.parametrize("days", [0, 6])
def test_every_right_answer_can_be_chosen_and_counts(days: int) -> None:
    for step in daily(practised(days), DAY, SEED).steps:
        answer = step.question.answer
        assert judge(step, right(step)).verdict.correct is True
        if isinstance(answer, Card):
            assert str(answer.card) in step.choices
        if isinstance(answer, Kana):
            assert answer.text in step.choices


def test_no_answer_is_a_miss_and_another_kimariji_names_its_card() -> None:
    step = next(one for one in daily((), DAY, SEED).steps if one.part is Part.DUE)
    assert judge(step, Response(None)).verdict.error is ErrorKind.NO_ANSWER
    other = next(card for card in step.question.options if card != step.card)
    verdict = judge(step, Response(Kana(full(other)), 500.0)).verdict
    assert (verdict.correct, verdict.chosen) == (False, other)


def test_longer_readings_come_after_eight_of_ten_right() -> None:
    every = practised(5)
    lengths = []
    for later in range(4):
        run = daily(every, DAY + dt.timedelta(days=later), SEED)
        now = [one for one in run.steps if one.part is Part.NOW]
        lengths.append({100 - (one.question.unread or 0).bit_count() for one in now})
        every += trials_of(run, run.steps)
    assert lengths == [{5}, {20}, {50}, {50}]


@pytest.mark.parametrize("card", range(1, 101))
def test_the_openings_to_choose_from_are_those_of_the_poem(card: int) -> None:
    longest = max(len(full(card)), FEWEST_CHOICES)
    assert [opening(card, kana_of(card)[:length]) for length in range(1, longest + 1)] == [
        *range(1, longest + 1)
    ]


def test_the_silent_trials_have_no_sound() -> None:
    assert {one.sound for one in practised(2)} == {None}
    assert Exercise.SOUND not in {one.exercise for one in practised(6)}


# The warm-up.

LOUD = Chosen(sound=True)
CARDS = {full(card): card for card in range(1, 101)}
SEVEN = tuple(CARDS[kana] for kana in "むすめふさほせ")


def met(cards: Iterable[int]) -> tuple[Trial, ...]:
    """Return the trials of somebody who met these cards yesterday."""
    day = DAY - dt.timedelta(days=1)
    return tuple(
        trial(number, card, day, exercise=Exercise.FUDANAGASHI, auto_grade=Grade.GOOD)
        for number, card in enumerate(cards)
    )


def warm_up(trials: tuple[Trial, ...], chosen: Chosen = LOUD, seed: Seed = SEED) -> list[Step]:
    return [one for one in daily(trials, DAY, seed, chosen).steps if one.part is Part.WARM_UP]


@pytest.mark.parametrize("chosen", [Chosen(), LOUD], ids=["silent", "loud"])
def test_the_warm_up_is_a_choice_among_the_seven_once_all_of_them_were_met(chosen: Chosen) -> None:
    steps = warm_up(met(SEVEN), chosen)
    assert len(steps) == 8
    for step in steps:
        question = step.question
        assert (question.answer, question.poem) == (Card(step.card), step.card)
        assert step.card in SEVEN
        # the same places every time
        assert question.options == SEVEN
        assert step.choices == tuple(map(str, SEVEN))
        assert question.unread == mask(SEVEN)
        assert question.skill is None
        assert isinstance(question.prompt, Heard)
        assert (question.prompt.voice in ROTATING) is chosen.sound
        assert 400 <= step.wait_ms <= 1200 if chosen.sound else step.wait_ms == 0
    every = {step.card for number in range(20) for step in warm_up(met(SEVEN), chosen, Seed.numbered(number))}
    assert every == set(SEVEN)


@pytest.mark.parametrize("missing", SEVEN)
@pytest.mark.parametrize("chosen", [Chosen(), LOUD], ids=["silent", "loud"])
def test_whoever_has_not_met_all_seven_presses_at_a_sign(missing: int, chosen: Chosen) -> None:
    others = [card for card in range(1, 101) if card != missing]
    for step in warm_up(met(others), chosen):
        assert step.question.answer == Press(pressed=True)
        assert (step.choices, step.question.options) == ((), ())
        assert judge(step, Response(None)).verdict.error is ErrorKind.NO_ANSWER


def test_eight_reads_of_a_warm_up_take_25_seconds_at_most() -> None:
    answered_s, shown_s = 1.0, 0.45  # to hear, choose and press; and how long a right answer stands
    for number in range(50):
        waits = [step.wait_ms / 1000 for step in warm_up(met(SEVEN), seed=Seed.numbered(number))]
        assert sum(waits) + 8 * (answered_s + shown_s) <= WARM_UP_S


@pytest.mark.parametrize(
    ("read", "by_vowel"),
    [("む", True), ("す", True), ("め", True), ("ふ", False), ("さ", True), ("ほ", False), ("せ", True)],
)
def test_one_of_the_seven_is_decided_where_it_parts_from_the_other_six(read: str, by_vowel: bool) -> None:
    steps = (one for number in range(20) for one in warm_up(met(SEVEN), seed=Seed.numbered(number)))
    step = next(one for one in steps if one.card == CARDS[read])
    with_sound = heard_json(step.question)
    assert (with_sound["length"], with_sound["vowel"]) == (1, by_vowel)


def test_another_card_of_the_seven_is_a_mix_up_and_counts_for_nothing_else() -> None:
    before = met(SEVEN)
    step = warm_up(before)[0]
    other = next(card for card in SEVEN if card != step.card)
    verdict = judge(step, Response(Card(other), 500.0)).verdict
    assert (verdict.correct, verdict.chosen) == (False, other)
    assert judge(step, Response(Press(pressed=True), 500.0)).verdict.error is ErrorKind.NO_ANSWER
    where, at = Circumstances("1", DAY), dt.datetime.combine(DAY, dt.time(10), dt.UTC)
    done = judge(step, Response(Card(other), 500.0))
    missed = [trial_of(done, f"t{n}", at, where, history(())) for n in range(9)]
    counted = matrix(missed, DAY).counts
    assert {pair: (one.n, one.mistakes) for pair, one in counts_of(counted, step.card).items()} == {
        Pair.of(step.card, card): (9, 9 * (card == other)) for card in SEVEN if card != step.card
    }
    assert {one.auto_grade for one in missed} == {None}
    assert schedule_of((*before, *missed)) == schedule_of(before)
    assert misses(missed, DAY, Purpose.MISSED) == {}


def counts_of(counts: Mapping[Pair, Counts], card: int) -> dict[Pair, Counts]:
    return {pair: one for pair, one in counts.items() if card in pair}


# With sound.


@pytest.mark.parametrize("days", [1, 12], ids=["pressed", "chosen"])
def test_with_sound_the_warm_up_is_heard_in_several_voices(days: int) -> None:
    heard_in_turns(warm_up(practised(days)))


def test_with_sound_the_contrasts_are_heard_in_several_voices() -> None:
    steps = daily(practised(12), DAY, SEED, LOUD).steps
    heard_in_turns([one for one in steps if one.part is Part.CONTRAST])


def heard_in_turns(steps: list[Step]) -> None:
    prompts = [one.question.prompt for one in steps]
    heard = [one for one in prompts if isinstance(one, Heard)]
    assert len(heard) == len(prompts) >= 8
    assert len({one.voice for one in heard}) >= 2
    assert KEPT not in {one.voice for one in heard}


def test_a_set_that_is_heard_ends_with_two_of_its_cards_cut_short() -> None:
    steps = daily(practised(12), DAY, SEED, LOUD).steps
    sets = list(dict.fromkeys(one.question.set_id for one in steps if one.part is Part.CONTRAST))
    assert [one.question.set_id for one in steps if one.part is Part.CUT] == [
        name for name in sets for _ in range(4)
    ]
    for one in steps:
        if one.part is not Part.CUT:
            continue
        question = one.question
        assert isinstance(question.prompt, Heard)
        assert (question.prompt.stop, question.prompt.cut_ms) == (Stop.CUT, question.level)
        assert question.prompt.voice in ROTATING
        assert len(question.options) == 2
        assert set(question.options) <= {*map(int, question.set_id.split("-"))}
        assert Pair.of(*question.options) in LAST_KANA
        # only these two can come, so what tells them apart decides
        assert question.unread == mask(question.options)
        assert question.skill is None
        assert judge(one, Response(Card(one.card), 500.0)).verdict.correct is True
        other = next(card for card in question.options if card != one.card)
        assert judge(one, Response(Card(other), 500.0)).verdict.correct is False
    assert not any(one.part is Part.CUT for one in daily(practised(12), DAY, SEED).steps)


def test_a_sound_is_cut_where_the_learner_begins_to_hear() -> None:
    every = practised(12)
    first = next(one for one in daily(every, DAY, SEED, LOUD).steps if one.part is Part.CUT)
    assert first.question.level == START_MS
    pair = first.question.options
    heard = tuple(
        replace(
            every[0], trial_id=f"cut-{n}", exercise=Exercise.CONTRAST, skill=None, poem=pair[n % 2],
            options=pair, level=100.0 + 10 * (n % 5), correct=True, auto_grade=None,
        )
        for n in range(20)
    )  # fmt: skip
    later = [one for one in daily((*every, *heard), DAY, SEED, LOUD).steps if one.part is Part.CUT]
    levels = {one.question.level for one in later if one.question.options == pair}
    assert all(level is not None and level < 150 for level in levels)
    assert {one.question.level for one in later} != {START_MS}


@pytest.mark.parametrize(("level", "counts"), [(199.0, False), (200.0, True), (START_MS, True)])
def test_a_cut_sound_tells_of_a_mix_up_only_where_enough_was_left(level: float, counts: bool) -> None:
    step = next(one for one in daily(practised(12), DAY, SEED, LOUD).steps if one.part is Part.CUT)
    step = replace(step, question=replace(step.question, level=level))
    other = next(card for card in step.question.options if card != step.card)
    where, at = Circumstances("1", DAY), dt.datetime.combine(DAY, dt.time(10), dt.UTC)
    missed = [
        trial_of(judge(step, Response(Card(other), 500.0)), f"t{n}", at, where, history(())) for n in range(9)
    ]
    assert (matrix(missed, DAY).of(Pair.of(step.card, other)).n == 9) is counts


@pytest.mark.parametrize("chosen", [Chosen(), LOUD], ids=["silent", "loud"])
def test_five_minutes_are_planned_to_take_five(chosen: Chosen) -> None:
    """Of the days of learners who know nine of ten, at least 95 of 100 are planned for 4:30 to 5:30; none for more."""
    planned = []
    for number in range(2):
        rng, every = random.Random(number), list[Trial]()
        for day in range(16):
            run = daily(every, DAY + dt.timedelta(days=day), Seed.numbered(100 * number + day), chosen)
            asked = [one for one in run.steps if rng.random() < 0.97]
            fresh = trials_of(run, asked)
            every += [one if rng.random() < 0.9 else replace(one, auto_grade=Grade.AGAIN) for one in fresh]
            planned.append((day, run.seconds))
    assert max(seconds for _day, seconds in planned) <= 330
    usual = [seconds for day, seconds in planned if day >= 5]  # before that there is little to ask
    assert sum(seconds >= 270 for seconds in usual) >= 0.95 * len(usual)


def test_with_sound_what_is_due_is_due_by_face_and_by_ear() -> None:
    steps = [one for one in daily((), DAY, SEED, LOUD).steps if one.part in (Part.DUE, Part.SOUND)]
    # a new card is met by its face before it is asked by its sound
    assert [(one.part, one.card) for one in steps[:4]] == [
        (Part.DUE, CARDS["む"]),
        (Part.SOUND, CARDS["む"]),
        (Part.DUE, CARDS["す"]),
        (Part.SOUND, CARDS["す"]),
    ]
    by_ear = steps[1]
    assert by_ear.question.skill is Skill.SOUND
    assert len(by_ear.choices) == 8
    assert str(by_ear.card) in by_ear.choices
    assert judge(by_ear, Response(Card(by_ear.card), 500.0)).verdict.correct
    assert judge(by_ear, Response(Card(by_ear.card % 100 + 1), 500.0)).verdict.correct is False


def test_in_silence_nothing_is_heard_and_nothing_has_changed() -> None:
    steps = daily(practised(12), DAY, SEED).steps
    assert not any(isinstance(one.question.prompt, Heard) and one.question.prompt.voice for one in steps)
    assert not any(one.part is Part.SOUND for one in steps)


@pytest.mark.parametrize("even", [True, False])
def test_with_sound_the_end_is_a_mat_on_every_other_day(app: Flask, even: bool) -> None:
    trials = practised(12)
    day = DAY if (DAY.toordinal() % 2 == 0) is even else DAY + dt.timedelta(days=1)
    kind = Daily()
    options = to_texts(LOUD) | {"_level": "0"}
    start = Start("1", SEED, day, trials, options)
    steps = kind.steps(start)
    assert [one.number for one in steps] == list(range(len(steps)))
    on_mat = [one for one in steps if one.script == "mat_reads"]
    assert bool(on_mat) is even
    assert any(one.script == "now" for one in steps) is not even
    with app.test_request_context():
        whole = kind.whole(start)
    assert "sides" in whole if even else "sides" not in whole
    known = {one.poem for one in trials if one.item is not None}
    for one in on_mat:
        assert one.card in known
        assert one.shown["heard"]["card"] == one.card
        given = Card(int(one.right))
        assert kind.judge(one, Response(given, 500.0), start).correct
    assert kind.steps(start) == steps
    silent = Start("1", SEED, day, trials, to_texts(Chosen()))
    assert not any(one.script == "mat_reads" for one in kind.steps(silent))
