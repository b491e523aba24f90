"""The schedule: held against FSRS itself, rebuilt from the log, capped, and true to the practice day."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from fsrs import Card, Rating, ReviewLog, Scheduler
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.training.items import Item, Skill
from engine.training.learning_order import Order
from engine.training.schedule import (
    MOST_DUE,
    Aims,
    Schedule,
    Settings,
    backlog,
    counts,
    due,
    fold,
    interval,
    new_cards,
)
from engine.training.trial import Grade, Trial
from tests.engine.training.makers import DAY, trial

ITEM = Item(17, Skill.SOUND)
RATINGS = dict(zip(Grade, (Rating.Again, Rating.Hard, Rating.Good, Rating.Easy), strict=True))
GAPS = st.lists(st.tuples(st.integers(0, 40), st.sampled_from(Grade)), min_size=1, max_size=12)


def reviews(gaps: list[tuple[int, Grade]], poem: int = 17) -> list[Trial]:
    out, day = [], DAY
    for number, (gap, given_grade) in enumerate(gaps):
        day += timedelta(days=gap)
        out.append(trial(number, poem, day, auto_grade=given_grade, correct=given_grade.passed))
    return out


@given(GAPS, st.sampled_from([0.8, 0.9, 0.94, 0.97]), st.sampled_from([30, 60]))
def test_it_is_fsrs_itself(gaps: list[tuple[int, Grade]], retention: float, cap: int) -> None:
    scheduler = Scheduler(
        desired_retention=retention,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=cap,
        enable_fuzzing=False,
    )
    log, schedule = [], Schedule()
    for one in reviews(gaps):
        assert one.auto_grade is not None
        if counts(schedule.memories.get(ITEM), one.auto_grade, one.practice_day):
            schedule = schedule.after(ITEM, one.auto_grade, one.practice_day)
            at = datetime.combine(one.practice_day, time(), UTC)
            log.append(ReviewLog(ITEM.number, RATINGS[one.auto_grade], at, None))
    card = scheduler.reschedule_card(Card(ITEM.number, due=log[0].review_datetime), log)
    memory = schedule.memories[ITEM]
    assert (memory.stability, memory.difficulty) == (card.stability, card.difficulty)
    aims = Aims(retention, cap, 0)
    assert schedule.due_on(ITEM, aims) == card.due.date()
    later = memory.last + timedelta(days=9)
    assert schedule.recall(ITEM, later) == pytest.approx(
        scheduler.get_card_retrievability(card, datetime.combine(later, time(), UTC))
    )
    assert memory.reviews == len(log)


def test_what_was_just_missed_is_not_called_sure() -> None:
    missed, known = (fold(reviews([(0, one)])) for one in (Grade.AGAIN, Grade.GOOD))
    tomorrow = DAY + timedelta(days=1)
    assert missed.recall(ITEM, DAY) == known.recall(ITEM, DAY) == 1
    told = missed.sure(ITEM, DAY)
    assert told is not None
    assert told == missed.recall(ITEM, tomorrow) == missed.sure(ITEM, tomorrow)
    assert told < 0.8 < (known.sure(ITEM, DAY) or 0)
    later = DAY + timedelta(days=9)
    assert known.sure(ITEM, later) == known.recall(ITEM, later)
    assert Schedule().sure(ITEM, DAY) is None


@given(GAPS, GAPS)
def test_rebuilt_from_the_log_it_is_the_same(
    one: list[tuple[int, Grade]], other: list[tuple[int, Grade]]
) -> None:
    trials = sorted([*reviews(one), *reviews(other, 18)], key=lambda each: each.practice_day)
    step = Schedule()
    for each in trials:
        item, given_grade = each.item, each.auto_grade
        assert item is not None
        assert given_grade is not None
        if counts(step.memories.get(item), given_grade, each.practice_day):
            step = step.after(item, given_grade, each.practice_day)
    assert fold(trials) == step == fold(trials)


def test_all_good_from_new() -> None:
    aims = Aims(0.9, 36500, 0)
    schedule, day, gaps = Schedule(), DAY, []
    for _ in range(4):
        schedule = schedule.after(ITEM, Grade.GOOD, day)
        next_day = schedule.due_on(ITEM, aims)
        assert next_day is not None
        gaps.append((next_day - day).days)
        day = next_day
    assert gaps == [2, 11, 46, 163]


def test_a_second_pass_on_a_day_tells_nothing_and_a_failure_always_does() -> None:
    once = fold(reviews([(0, Grade.GOOD)]))
    assert fold(reviews([(0, Grade.GOOD), (0, Grade.GOOD), (0, Grade.EASY)])) == once
    failed = fold(reviews([(0, Grade.GOOD), (0, Grade.AGAIN)]))
    assert failed.memories[ITEM].failed
    recovered = fold(reviews([(0, Grade.AGAIN), (0, Grade.GOOD)]))
    assert recovered.memories[ITEM].reviews == 2


def test_hard_counts_as_remembered_and_again_does_not() -> None:
    base = [(0, Grade.GOOD), (2, Grade.GOOD)]
    stable = {
        last: fold(reviews([*base, (9, last)])).memories[ITEM].stability for last in (Grade.AGAIN, Grade.HARD)
    }
    assert stable[Grade.AGAIN] < fold(reviews(base)).memories[ITEM].stability < stable[Grade.HARD]
    plain = fold(reviews([*base, (9, Grade.HARD)]), pass_fail=True)
    assert plain == fold(reviews([*base, (9, Grade.GOOD)]))


@given(st.floats(0.01, 5000), st.sampled_from([0.8, 0.94, 0.97]), st.sampled_from([21, 30, 60]))
def test_an_interval_is_a_day_at_least_and_the_cap_at_most(
    stability: float, retention: float, cap: int
) -> None:
    days = interval((), stability, Aims(retention, cap, 0))
    assert 1 <= days <= cap
    assert interval((), stability * 2, Aims(retention, cap, 0)) >= days
    assert interval((), stability, Aims(0.99, cap, 0)) <= days


def known(count: int, ago: int, skill: Skill = Skill.SOUND) -> list[Trial]:
    day = DAY - timedelta(days=ago)
    return [trial(card, card, day, auto_grade=Grade.GOOD, skill=skill) for card in range(1, count + 1)]


def test_no_more_than_fourteen_are_due_the_least_sure_first() -> None:
    lately = [trial(card, card, DAY - timedelta(days=3), auto_grade=Grade.GOOD) for card in range(51, 61)]
    schedule = fold([*known(30, 20), *lately])
    plan = Settings(skills=(Skill.SOUND,))
    found = due(schedule, plan, DAY)
    assert len(found) == MOST_DUE
    assert backlog(schedule, plan, DAY) == 40
    assert all(one.item.poem <= 30 for one in found)
    recalls = [one.recall for one in found]
    assert recalls == sorted(recalls, key=float)


@settings(max_examples=30)
@given(st.integers(0, 300))
def test_missed_days_never_pile_up(missed: int) -> None:
    found = due(fold(known(100, 1)), Settings(skills=(Skill.SOUND,)), DAY + timedelta(days=missed))
    assert len(found) <= MOST_DUE


def test_new_cards_come_only_while_few_are_due() -> None:
    plan = Settings(skills=(Skill.SOUND,))
    for waiting, new in ((0, 4), (8, 4), (9, 0)):
        found = due(fold(known(waiting, 20)), plan, DAY)
        assert [sum(one.new for one in found), len(found)] == [new, waiting + new]


@pytest.mark.parametrize(
    ("met_today", "waiting", "known", "more"),
    [
        (0, 0, 0, 0),  # the usual ones come first
        (3, 0, 0, 0),
        (4, 0, 0, 4),
        (9, 0, 0, 4),
        (4, 8, 0, 4),
        (4, 9, 0, 0),
        (4, 0, 94, 2),
        (4, 0, 96, 0),
    ],
)
def test_more_new_cards_come_once_the_usual_ones_were_met_and_few_are_due(
    met_today: int, waiting: int, known: int, more: int
) -> None:
    """Cards that wait were failed long ago; those that are known were passed yesterday."""
    plan, schedule = Settings(skills=(Skill.SOUND,), new_cards=4), Schedule()
    for card in range(1, 101):
        ago = 0 if card <= met_today else 1 if card <= met_today + known else 30
        grade = Grade.EASY if ago < 30 else Grade.AGAIN
        if card <= met_today + known + waiting:
            schedule = schedule.after(Item(card, Skill.SOUND), grade, DAY - timedelta(days=ago))
    found = new_cards(schedule, plan, DAY)
    assert (found.met, found.waiting, found.more) == (met_today, waiting, more)
    allowed = Settings(skills=(Skill.SOUND,), new_cards=met_today + more)
    assert sum(one.new for one in due(schedule, allowed, DAY)) == more


def test_a_new_card_is_met_with_every_skill_and_counts_once() -> None:
    found = due(Schedule(), Settings(new_cards=3), DAY)
    assert [str(one.item) for one in found] == [
        "87.face", "87.sound", "18.face", "18.sound", "57.face", "57.sound",
    ]  # fmt: skip
    assert all(one.new for one in found)
    met = fold([trial(1, 87, DAY, auto_grade=Grade.GOOD, skill=Skill.FACE)])
    again = due(met, Settings(new_cards=3), DAY)
    assert [str(one.item) for one in again] == ["87.sound", "18.face", "18.sound", "57.face", "57.sound"]


def test_the_order_of_new_cards_can_be_chosen() -> None:
    orders = {order: due(Schedule(), Settings(order=order), DAY)[0].item.poem for order in Order}
    assert len(set(orders.values())) > 1


def test_what_failed_today_comes_again_today_and_then_tomorrow() -> None:
    plan = Settings(skills=(Skill.SOUND,), new_cards=0)
    failed = fold([*known(3, 9), trial(1, 17, DAY, auto_grade=Grade.AGAIN, correct=False)])
    found = due(failed, plan, DAY)
    assert (found[-1].item, found[-1].again) == (ITEM, True)
    passed = failed.after(ITEM, Grade.GOOD, DAY)
    assert ITEM not in [one.item for one in due(passed, plan, DAY)]
    assert ITEM in [one.item for one in due(passed, plan, DAY + timedelta(days=1))]


def test_before_a_tournament_more_is_wanted_and_nothing_new() -> None:
    plan = Settings(skills=(Skill.SOUND,), tournament=DAY, in_season=False)
    days = {left: plan.aims(DAY - timedelta(days=left)) for left in (8, 7, 4, 3, 0, -1)}
    assert [days[left].retention for left in days] == [0.94, 0.97, 0.97, 0.97, 0.97, 0.94]
    assert [days[left].new_cards for left in days] == [4, 4, 4, 0, 0, 4]
    assert [days[left].cap for left in days] == [60, 30, 30, 30, 30, 60]
    schedule = fold([*known(60, 20), *reviews([(0, Grade.GOOD)])])
    easy = Settings(skills=(Skill.SOUND,), retention=0.8)
    assert backlog(schedule, plan, DAY + timedelta(days=1)) >= backlog(
        schedule, easy, DAY + timedelta(days=1)
    )


def test_a_skill_that_is_not_wanted_waits_without_being_lost() -> None:
    schedule = fold(known(10, 30, Skill.PLACE))
    assert not any(one.item.skill is Skill.PLACE for one in due(schedule, Settings(), DAY))
    wanted = Settings(skills=(Skill.PLACE,))
    assert len(due(schedule, wanted, DAY)) == 10


def test_no_item_is_lost_when_the_clocks_or_the_zone_change() -> None:
    """The stored day decides: a review counted on a day that another zone had not reached yet is no fault."""
    tomorrow, today = DAY + timedelta(days=1), DAY
    there = fold([trial(1, 17, tomorrow, auto_grade=Grade.GOOD), trial(2, 18, today, auto_grade=Grade.GOOD)])
    plan = Settings(skills=(Skill.SOUND,), new_cards=0)
    seen: set[Item] = set()
    for ahead in range(40):
        seen |= {one.item for one in due(there, plan, today + timedelta(days=ahead))}
    assert seen == {ITEM, Item(18, Skill.SOUND)}
    # a review on an earlier date than the last one is put on the last one's
    back = there.after(ITEM, Grade.AGAIN, today)
    assert back.memories[ITEM].last == tomorrow


def test_a_month_of_perfect_days_keeps_the_load_small() -> None:
    plan, schedule, day = Settings(skills=(Skill.SOUND,), new_cards=4), Schedule(), DAY
    loads = []
    for _ in range(60):
        asked = due(schedule, plan, day)
        loads.append(len(asked))
        for one in asked:
            schedule = schedule.after(one.item, Grade.GOOD, day)
        day += timedelta(days=1)
    assert max(loads) <= MOST_DUE
    assert len(schedule.memories) == 100
    assert sum(loads[-10:]) / 10 <= 9


@pytest.mark.parametrize("retention", [0.5, 1.0, 0.995])
def test_a_retention_out_of_bounds_is_refused(retention: float) -> None:
    with pytest.raises(ValueError, match="it may be"):
        Settings(retention=retention)


def test_a_day_is_no_moment() -> None:
    assert fold(reviews([(0, Grade.GOOD)])).due_on(ITEM, Aims(0.9, 30, 0)) == date(2026, 1, 12)
