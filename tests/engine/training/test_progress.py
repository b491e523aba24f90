"""What is shown of a player: never more than the trials support, and every figure with its n and interval."""

import csv
import io
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.training import progress
from engine.training.interval import share
from engine.training.items import Item, Skill
from engine.training.pairs import Pair, SoundClass
from engine.training.progress import Line
from engine.training.rows import HEADINGS, Known, Row, row, table, words
from engine.training.schedule import Schedule, Settings, fold
from engine.training.speed import Pace
from engine.training.threshold import Standing
from engine.training.trial import DelaySource, DeviceClass, ErrorKind, Exercise, Grade, Sound, Trial
from poems.cards import ALL_CARDS, mask
from tests.engine.training.makers import DAY, trial

KIND = (Exercise.SOUND, DeviceClass.OTHER)
ONE = Settings(skills=(Skill.SOUND,))


@settings(max_examples=60)
@given(st.integers(0, 40), st.integers(0, 40), st.integers(1, 20))
def test_a_figure_of_too_few_trials_is_not_there(right: int, wrong: int, fewest: int) -> None:
    n = right + wrong
    found = row("x", share(right, n), "share", fewest)
    assert (found.value is None) is (n < fewest)
    assert (found.known is Known.TOO_FEW) is (n < fewest)
    assert found.n == n
    if found.value is not None:
        assert found.low is not None
        assert found.high is not None
        assert found.low <= found.value <= found.high
    assert ("not known yet" in words(found)) is (n < fewest)
    assert str(n) in words(found)


def test_rows_are_a_table_and_words() -> None:
    told = row("よを/よも", share(3, 10), "share", 8)
    unknown = row("う", share(1, 2), "share", 8)
    text = io.StringIO()
    csv.writer(text).writerows(table([told, unknown]))
    lines = list(csv.DictReader(io.StringIO(text.getvalue())))
    assert tuple(lines[0]) == HEADINGS
    assert (lines[0]["value"], lines[0]["n"], lines[1]["value"], lines[1]["wanted"]) == ("0.3", "10", "", "8")
    assert words(told) == "よを/よも: 30% (11% to 60%, 10 trials)"
    assert words(unknown) == "う: not known yet, 2 of 8 trials"
    assert words(Row("RT", 412.0, 380.0, 450.0, 30, "ms")) == "RT: 412 ms (380 to 450, 30 trials)"


def test_the_grid_tells_only_what_is_known() -> None:
    few = [trial(n, 17, rt_ms=400.0, auto_grade=Grade.GOOD) for n in range(4)]
    many = [trial(10 + n, 18, rt_ms=400.0, auto_grade=Grade.GOOD) for n in range(30)]
    trials = [*few, *many]
    cells = {one.card: one for one in progress.grid(fold(trials), trials, ONE, DAY, which=KIND, goal_ms=700)}
    assert len(cells) == 100
    assert next(iter(cells)) == 87
    assert (cells[17].pace, cells[17].speed) == (Pace.UNKNOWN, None)
    assert cells[18].pace is Pace.FAST
    assert cells[18].speed is not None
    assert cells[18].speed.n == 30
    assert cells[17].recall[Skill.SOUND] == fold(trials).recall(
        Item(17, Skill.SOUND), DAY + timedelta(days=1)
    )
    assert cells[1].recall[Skill.SOUND] is None
    assert not any(one.confusions for one in cells.values())


def mixed(n: int, wrong: int, day: Any = DAY, first: int = 0) -> list[Trial]:
    return [
        trial(first + k, 50, day, options=(15, 50), correct=k >= wrong, chosen=50 if k >= wrong else 15)
        for k in range(n)
    ]


def test_confusions_before_and_after_their_training() -> None:
    start = DAY + timedelta(days=5)
    trials = [*mixed(20, 10), *mixed(20, 2, start)]
    (edge,) = progress.confusion_graph(trials, start, {Pair(15, 50): start})
    assert edge.before is not None
    assert (edge.before.value, edge.before.n, edge.now.value, edge.now.n) == (0.5, 20, 0.1, 20)
    (untold,) = progress.confusion_graph(mixed(7, 3), DAY, {Pair(15, 50): DAY})
    assert untold.now.value is None
    assert untold.before is not None
    assert untold.before.value is None
    assert progress.confusion_graph(mixed(7, 7), DAY, {}) == ()


def test_anticipations_stand_apart_from_times() -> None:
    trials = [trial(n, 17, rt_ms=rt) for n, rt in enumerate([300.0, 310, 320, 330, 340, -40, -300, 6000])]
    (one,) = progress.strip(trials, DAY)
    assert (one.times.value, one.times.n, one.early) == (320.0, 5, 2)
    assert one.quartiles_ms == (310.0, 330.0)
    assert progress.left_out(trials) == 2
    found = progress.anticipations(trials)
    assert (found.value, found.n) == (0.25, 8)
    assert progress.strip(trials, DAY + timedelta(days=30)) == ()
    (few,) = progress.strip(trials[:4], DAY)
    assert (few.times.value, few.quartiles_ms) == (None, None)


def test_times_that_were_taken_otherwise_stand_apart() -> None:
    sure = Sound("mei", delay_source=DelaySource.TAPPED)
    ways = [
        (sure, DeviceClass.PHONE, "1"),
        (None, DeviceClass.PHONE, "1"),
        (sure, DeviceClass.COMPUTER, "1"),
        (sure, DeviceClass.PHONE, "2"),
    ]
    trials = [
        replace(trial(10 * way + n, 17, rt_ms=400.0 + 100 * way + n, device=device, sound=sound), user=user)
        for way, (sound, device, user) in enumerate(ways)
        for n in range(5)
    ]
    unsure = [
        replace(trial(90 + n, 17, device=DeviceClass.PHONE, sound=Sound("mei"), rt_ms=9.0), user="1")
        for n in range(3)
    ]
    found = progress.strip([*trials, *unsure], DAY)
    assert len(found) == len(ways)
    assert {(one.way.heard, one.way.device, one.way.user): one.times.value for one in found} == {
        (sound is not None, device, user): 402.0 + 100 * way for way, (sound, device, user) in enumerate(ways)
    }
    assert [one.times.n for one in found] == [5] * 4, "what nobody measured counts in none"
    assert progress.unmeasured([*trials, *unsure]) == 3


def test_hearing_has_a_line_for_each_class_and_voice() -> None:
    def heard(count: int, voice: str) -> list[Trial]:
        return [
            trial(
                n,
                22,
                exercise=Exercise.CONTRAST,
                skill=None,
                options=(18, 22),
                level=150.0,
                correct=n % 3 > 0,
                sound=Sound(voice),
            )
            for n in range(count)
        ]

    rows = progress.hearing([*heard(30, "one"), *heard(5, "two")])
    assert [one.about for one in rows] == [f"{SoundClass.FRICATIVES} one", f"{SoundClass.FRICATIVES} two"]
    assert rows[1].value is None
    assert rows[1].n == 0


def cut_off(options: tuple[int, ...], heard: bool, voice: str = "one") -> list[Trial]:
    """Return thirty answers to cut sounds: all heard from 200 ms on, or guessed."""
    out = []
    for n in range(30):
        level = 50.0 + 150.0 * (n % 2)
        right = n % len(options) == 0 if not heard or n % 2 == 0 else True
        card = options[n % len(options)]
        fields: dict[str, Any] = {"exercise": Exercise.CONTRAST, "skill": None, "sound": Sound(voice)}
        out.append(trial(n, card, options=options, level=level, correct=right, **fields))
    return out


def test_a_trio_has_a_line_of_its_own_and_who_guesses_has_none() -> None:
    trio, pair = (44, 60, 95), (18, 22)
    rows = [
        one for one in progress.hearing([*cut_off(trio, heard=True), *cut_off(pair, heard=False)]) if one.n
    ]
    (told,) = rows
    assert told.about == "おおこ/おおえ/おおけ one"
    assert told.n == 30
    assert told.value is not None
    assert 50 <= told.value <= 200
    ((about, known),) = progress.not_found([*cut_off(trio, heard=True), *cut_off(pair, heard=False)])
    assert (about, known.answers, known.standing) == ("fricatives one", 30, Standing.OPEN)
    assert progress.not_found(cut_off(pair, heard=False)[:11]) == ()


def test_the_kimariji_of_the_moment_by_reads() -> None:
    def asked(number: int, read: int, kind: ErrorKind | None) -> Trial:
        unread = ALL_CARDS & ~mask(range(1, read + 1))
        return trial(
            number,
            100,
            exercise=Exercise.KIMARIJI_NOW,
            skill=Skill.CURRENT,
            unread=unread,
            correct=kind is None,
            error_kind=kind,
        )

    trials = [asked(n, 30, ErrorKind.TOO_LONG if n < 2 else None) for n in range(10)]
    rows = {one.about: one for one in progress.kimariji_by_reads(trials)}
    assert rows["25-49"].value == 0.8
    assert rows["0-9"].value is None
    assert rows["too_long"].value == 0.2
    assert rows["too_short"].value == 0


def test_speed_against_faults_by_instruction() -> None:
    def go(number: int, poem: int, right: bool, rt: float | None) -> Trial:
        return trial(
            number,
            poem,
            exercise=Exercise.REACTION,
            skill=None,
            options=(15,),
            set_id="attack",
            correct=right,
            rt_ms=rt,
        )

    trials = [
        *(go(n, 15, right=True, rt=300.0 + n) for n in range(10)),
        *(go(20 + n, 3, right=n > 1, rt=250.0 if n < 2 else None) for n in range(10)),
    ]
    points = {one.instruction.value: one for one in progress.speed_accuracy(trials)}
    assert set(points) == {"safe", "normal", "attack"}
    attack = points["attack"]
    assert (attack.times.value, attack.false_alarms.value) == (304.5, 0.2)
    assert attack.d_prime.value is not None
    assert points["safe"].times.value is None


@pytest.mark.parametrize(("now_ms", "told"), [(300.0, True), (495.0, False), (700.0, False)])
def test_better_is_said_only_beyond_doubt(now_ms: float, told: bool) -> None:
    before = [trial(n, 17, DAY - timedelta(days=9), rt_ms=500.0 + n) for n in range(20)]
    now = [trial(n, 17, rt_ms=now_ms + n) for n in range(20)]
    lines = progress.closing([*before, *now], Schedule(), ONE, DAY, DeviceClass.OTHER)
    assert [one.line for one in lines] == list(Line)
    assert bool(lines[0].rows) is told
    assert lines[1].rows == ()
    few = progress.closing([*before[:3], *now], Schedule(), ONE, DAY, DeviceClass.OTHER)
    assert few[0].rows == ()


def test_turning_to_a_quicker_exercise_is_not_becoming_faster() -> None:
    slow = [trial(n, 17, DAY - timedelta(days=8), rt_ms=900.0 + n) for n in range(12)]
    quick = [trial(50 + n, 17, exercise=Exercise.REACTION, rt_ms=350.0 + n) for n in range(12)]
    (better, *_) = progress.closing([*slow, *quick], Schedule(), ONE, DAY, DeviceClass.OTHER)
    assert better.rows == ()
    sound = Sound("mei", delay_source=DelaySource.TAPPED)
    heard = [trial(90 + n, 17, rt_ms=400.0 + n, sound=sound) for n in range(12)]
    (better, *_) = progress.closing([*slow, *heard], Schedule(), ONE, DAY, DeviceClass.OTHER)
    assert better.rows == (), "what is shown is another thing than what is heard"
    again = [trial(130 + n, 17, rt_ms=600.0 + n) for n in range(13)]
    (better, *_) = progress.closing([*slow, *heard, *again], Schedule(), ONE, DAY, DeviceClass.OTHER)
    assert [(one.about, one.value, one.n) for one in better.rows] == [
        ("sound", 905.5, 12),
        ("sound", 606.0, 13),
    ]


def test_watch_and_tomorrow() -> None:
    trials = [*mixed(20, 12), trial(90, 17, auto_grade=Grade.AGAIN, correct=False, chosen=None)]
    lines = progress.closing(trials, fold(trials), ONE, DAY, DeviceClass.OTHER)
    (watch,) = lines[1].rows
    assert set(watch.about.split("/")) == {"きみがためは", "きみがためお"}
    assert watch.n == 20
    assert [(one.about, one.value) for one in lines[2].rows] == [("due", 1), ("new", 4)]
    none_new = progress.closing(trials, fold(trials), replace(ONE, new_cards=0), DAY, DeviceClass.OTHER)
    assert [one.value for one in none_new[2].rows] == [1, 0]
