"""The plan of a day: what is in it, how long it takes, who gets what."""

import random
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.training.confusion import Counts, Matrix
from engine.training.daily import (
    Done,
    Extra,
    Kind,
    Plan,
    advice,
    contrasts,
    done,
    first_meetings,
    plan,
)
from engine.training.items import Skill
from engine.training.learning_order import Order
from engine.training.pairs import LAST_KANA, SINGLES, Pair
from engine.training.schedule import Schedule, Settings, fold
from engine.training.sets import Knowledge, Why
from engine.training.trial import Exercise, Grade, Sound, Trial
from poems.cards import mask
from poems.chance import Seed
from poems.kimariji import full
from tests.engine.training.makers import DAY, trial

SEED = Seed.numbered(2)
ONE = Settings(skills=(Skill.SOUND,))


def known(count: int, ago: int = 20, skill: Skill = Skill.SOUND) -> list[Trial]:
    day = DAY - timedelta(days=ago)
    return [trial(card, card, day, auto_grade=Grade.GOOD, skill=skill) for card in range(1, count + 1)]


def made(trials: list[Trial], plan_settings: Settings = ONE, minutes: int = 5) -> Plan:
    return plan(fold(trials), Knowledge(), plan_settings, DAY, SEED, minutes=minutes)


def test_the_five_blocks_and_their_time() -> None:
    found = made(known(60))
    assert [block.kind for block in found.blocks] == list(Kind)
    assert 270 <= found.seconds <= 330
    by = {block.kind: block for block in found.blocks}
    assert len(by[Kind.DUE].items) == 14
    assert len(by[Kind.WARM_UP].cards) == 8
    assert all(len(full(card)) == 1 for card in by[Kind.WARM_UP].cards)
    assert max(map(by[Kind.WARM_UP].cards.count, SINGLES)) <= 2
    assert len(by[Kind.CONTRAST].sets) == 2
    assert by[Kind.SLICE].reads == 10
    assert found.waiting == 60


@settings(max_examples=25)
@given(st.integers(0, 100), st.integers(0, 60), st.integers(0, 99))
def test_a_plan_of_five_minutes_never_takes_longer_than_five_and_a_half(
    count: int, ago: int, number: int
) -> None:
    found = plan(fold(known(count, ago)), Knowledge(), ONE, DAY, Seed.numbered(number))
    assert found.seconds <= 330
    assert found == plan(fold(known(count, ago)), Knowledge(), ONE, DAY, Seed.numbered(number))
    for block in found.blocks:
        assert all(set(one.cards) <= set(range(1, count + 1)) for one in block.sets)


@pytest.mark.parametrize("minutes", [5, 10])
@pytest.mark.parametrize("heard", [True, False])
@pytest.mark.parametrize("count", range(0, 60, 4))
def test_where_little_is_due_the_last_part_fills_the_plan(minutes: int, heard: bool, count: int) -> None:
    schedule, usual = fold(known(count)), 10 if minutes == 5 else 20
    found = plan(schedule, Knowledge(), ONE, DAY, SEED, minutes=minutes, heard=heard)
    by = {block.kind: block for block in found.blocks}
    reads = by[Kind.SLICE].reads
    assert usual <= reads <= 2 * usual
    if reads < 2 * usual:
        assert 0.93 * 60 * minutes <= found.seconds
    if reads > usual:  # one read less would be too short
        assert found.seconds - by[Kind.SLICE].seconds / reads < 0.93 * 60 * minutes


def test_a_new_player_has_something_to_do_at_once() -> None:
    found = made([], Settings())
    assert [block.kind for block in found.blocks] == [Kind.WARM_UP, Kind.DUE, Kind.SLICE, Kind.CLOSE]
    assert all(one.new for one in found.blocks[1].items)
    assert found.longer
    assert advice(Schedule(), Settings()) is Skill.FACE
    assert advice(fold(known(100)), Settings()) is None
    assert advice(Schedule(), ONE) is None


def test_ten_minutes_have_more_of_everything() -> None:
    short, long = made(known(100)), made(known(100), minutes=10)
    assert short.longer
    assert not long.longer
    assert 540 <= long.seconds <= 660
    assert len(next(block for block in long.blocks if block.kind is Kind.DUE).items) == 32
    with pytest.raises(ValueError, match="5 or 10 minutes"):
        made([], minutes=7)


def test_the_day_of_a_tournament_is_light() -> None:
    found = made(known(100), Settings(skills=(Skill.SOUND,), tournament=DAY))
    assert found.seconds < 240
    assert found.extras == ()


def test_partners_that_meet_get_a_contrast() -> None:
    # 15 was known, and its partner 50 comes today
    trials = [*known(30), trial(1, 50, DAY, auto_grade=Grade.GOOD)]
    sets = contrasts(fold(trials), Knowledge(), ONE, DAY, SEED)
    assert sets[0].cards == (15, 50)
    practised = Knowledge(practised={Pair(15, 50): DAY})
    assert contrasts(fold(trials), practised, ONE, DAY, SEED)[0].cards != (15, 50)
    assert first_meetings([50], mask([15, 50])) == (Pair(15, 50),)
    assert first_meetings([50], mask([50])) == ()


def test_whoever_goes_through_all_hundred_meets_no_partners_for_the_first_time() -> None:
    trials = [trial(card, card, DAY, auto_grade=Grade.GOOD) for card in range(1, 101)]
    for number in range(20):
        sets = contrasts(fold(trials), Knowledge(), ONE, DAY, Seed.numbered(number))
        assert all(one.focus is not None for one in sets)  # chosen, not blocked by twos
        if any(one.why is not Why.RANDOM for one in sets):
            assert len(set(sets[0].cards) & set(sets[1].cards)) < 2  # no pair twice


def test_every_pair_of_partners_gets_its_contrast_as_the_cards_are_learned() -> None:
    plan_settings = Settings(skills=(Skill.SOUND,), new_cards=5, order=Order.SOUND_GROUP)
    schedule, day = Schedule(), DAY
    seen: set[Pair] = set()
    for number in range(60):
        today = plan(schedule, Knowledge(), plan_settings, day, Seed.numbered(number))
        for block in today.blocks:
            for one in block.items:
                schedule = schedule.after(one.item, Grade.GOOD, day)
        fresh = [item.poem for item, memory in schedule.memories.items() if memory.first == day]
        met = mask(item.poem for item in schedule.memories)
        seen |= set(first_meetings(fresh, met))
        day += timedelta(days=1)
    assert seen == set(LAST_KANA)


@pytest.mark.parametrize(
    ("others", "least"), [(12, 27), (0, 12)], ids=["found", "while others may be hidden"]
)
def test_what_is_mixed_up_is_in_the_plan(others: int, least: int) -> None:
    tried = {pair: Counts(others, 0, others, 0) for pair in LAST_KANA if others}
    bad = Knowledge(Matrix({**tried, Pair(15, 50): Counts(20, 9, 20, 9)}))
    in_it = 0
    for number in range(30):
        found = plan(fold(known(60)), bad, ONE, DAY, Seed.numbered(number))
        in_it += any({15, 50} <= set(one.cards) for block in found.blocks for one in block.sets)
    assert in_it >= least


def test_extras_come_weekly_and_monthly() -> None:
    everything = Done(*[DAY] * 5)
    day_after = DAY + timedelta(days=6)
    week = DAY + timedelta(days=7)
    month = DAY + timedelta(days=30)

    def extras(day: object, before: Done, plan_settings: Settings = ONE) -> set[Extra]:
        found = plan(Schedule(), Knowledge(), plan_settings, day, SEED, before=before)  # type: ignore[arg-type]
        return set(found.extras)

    assert extras(DAY, Done()) == set(Extra)
    assert extras(day_after, everything) == set()
    assert extras(week, everything) == {Extra.FACES, Extra.FIELD, Extra.UPDATE}
    assert extras(month, everything) == set(Extra)
    near = Settings(skills=(Skill.SOUND,), tournament=DAY + timedelta(days=6))
    assert extras(DAY + timedelta(days=2), everything, near) == {Extra.FIELD, Extra.UPDATE}


def test_what_was_done_is_in_the_trials() -> None:
    faces = [trial(n, 1 + n, exercise=Exercise.FUDANAGASHI) for n in range(50)]
    few = [trial(n, 1 + n, DAY + timedelta(days=1), exercise=Exercise.FUDANAGASHI) for n in range(49)]
    voice = trial(99, 5, DAY + timedelta(days=2), sound=Sound("kept"))
    field = [
        trial(100 + n, 5, DAY + timedelta(days=3 + n), exercise=Exercise.MEMORISING, layout_id=name)
        for n, name in enumerate("aab")
    ]
    found = done([*faces, *few, voice, *field], "kept")
    assert found == Done(
        faces=DAY,
        field=DAY + timedelta(days=5),
        update=None,
        test_voice=DAY + timedelta(days=2),
        fresh_layout=DAY + timedelta(days=5),
    )
    assert done([]) == Done()
    looked = trial(200, 5, DAY, exercise=Exercise.MEMORISING, correct=None, response="/ 60.0")
    assert done([looked]) == Done()


def test_missed_days_never_punish() -> None:
    rng = random.Random(3)
    for _ in range(5):
        away = rng.randrange(1, 200)
        found = plan(fold(known(100, 1)), Knowledge(), ONE, DAY + timedelta(days=away), SEED)
        assert len(next(block for block in found.blocks if block.kind is Kind.DUE).items) <= 14
