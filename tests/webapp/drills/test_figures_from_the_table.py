"""Every figure of the page of progress, worked out again from the table of answers that is handed out.

Nothing of the program's own arithmetic is used: the formulas stand here once more, and all the rest is in the table.
"""

import csv
import io
import math
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from statistics import NormalDist
from typing import TypeAlias

import pytest

from engine.training.exercises.reaction import Instruction
from engine.training.items import Skill
from engine.training.pairs import Pair, sound_class
from engine.training.trial import DelaySource, DeviceClass, ErrorKind, Exercise, Grade, Sound, Trial
from poems.anthology import POEMS
from poems.cards import ALL_CARDS, mask
from poems.kimariji import full
from tests.engine.training.makers import trial
from tests.support.club import PageClient, client_at, config_in, services_of
from tests.support.learners import learner
from webapp.app import create_app
from webapp.db.columns import now
from webapp.practice_day import practice_day

Line: TypeAlias = dict[str, str]
TODAY = practice_day(now())
COUNT = 2000
FACES = (5, 15, 18, 22, 50, 57, 87, 99)
CONTRASTS = ((18, 22, 57), (5, 87, 99), (15, 50))
TIMES = (None, -400.0, -150.0, -149.9, -20.5, 0.0, 5000.0, 5000.1)
HEARD = (Exercise.SOUND, Exercise.CONTRAST, Exercise.REACTION, Exercise.FULL_MAT)
NORMAL = NormalDist()


# A learner by chance: every exercise, with all that can keep an answer out of a figure.


def _sound(rng: random.Random) -> Sound | None:
    if rng.random() < 0.3:
        return None
    source = rng.choice(list(DelaySource))
    spread, doubt = rng.choice((None, 3.0, 25.0, 25.5)), rng.choice((None, 10.0, 50.0, 51.0))
    return Sound(
        rng.choice(("mei", "takumi")), delay_source=source, delay_spread_ms=spread, label_spread_ms=doubt
    )


def _answer(number: int, rng: random.Random) -> Trial:
    exercise = rng.choice([one for one in Exercise if one is not Exercise.MATCH])
    target = rng.choice(FACES)
    wrong = rng.choice([card for card in FACES if card != target])
    options = tuple(sorted({target, *rng.sample(FACES, 3)})) if rng.random() < 0.8 else ()
    if exercise is Exercise.REACTION and rng.random() < 0.5:
        options = tuple(card for card in FACES if card != target)[:3]
    right = rng.choice((True, True, True, False, None)) if rng.random() < 0.9 else None
    gone = mask(card for card in rng.sample(range(1, 101), rng.randrange(99)) if card != target)
    now_asked = exercise is Exercise.KIMARIJI_NOW
    found = trial(
        number,
        target,
        TODAY - timedelta(days=rng.choice((0, 0, 1, 3, 10, 29, 30, 45))),
        exercise=exercise,
        skill=rng.choice((Skill.CURRENT, Skill.CURRENT, None)) if now_asked else Skill.SOUND,
        options=options,
        correct=right,
        chosen=target if right else wrong if right is False and rng.random() < 0.8 else None,
        touched=(wrong,) if rng.random() < 0.1 else (),
        error_kind=rng.choice(list(ErrorKind)) if right is False else None,
        rt_ms=rng.choice((*TIMES, *(rng.uniform(150, 2500) for _ in range(20)))),
        interrupted=rng.random() < 0.1,
        hint=rng.random() < 0.05,
        level=rng.choice((None, 0.0, 10.0, 30.0, 120.0, 199.0, 200.0, 300.0)),
        sound=_sound(rng) if exercise in HEARD else None,
        unread=rng.choice((None, ALL_CARDS & ~gone)),
        set_id=_set_id(exercise, rng),
        confidence=number % 5 or None,
        recalled=number % 50 + 1 if exercise is Exercise.MEMORISING and number % 3 else None,
        auto_grade=rng.choice((Grade.AGAIN, Grade.GOOD)),
        device=DeviceClass.PHONE if number % 4 else DeviceClass.COMPUTER,
    )
    return _cut_off(found, random.Random(number)) if exercise is Exercise.CONTRAST else found


def _cut_off(found: Trial, rng: random.Random) -> Trial:
    """Return an answer to a cut sound of one of a few contrasts, by somebody who hears from 200 ms on, or nearly."""
    options = next(cards for cards in CONTRASTS if found.poem in cards)
    level = rng.choice((30.0, 120.0, 200.0, 300.0))
    right = rng.random() < (0.97 if level >= 200 else 1 / len(options))
    chosen = found.poem if right else rng.choice([card for card in options if card != found.poem])
    return replace(found, options=options, level=level, correct=right, chosen=chosen)


def _set_id(exercise: Exercise, rng: random.Random) -> str:
    if exercise is Exercise.REACTION:
        return rng.choice(list(Instruction))
    if exercise is not Exercise.MEMORISING:
        return ""
    parts = (
        ("card_to_place", "place_to_card", "present"),
        ("own", "opponent"),
        ("上", "中", "下"),
        ("左", "右"),
    )
    return "/".join(rng.choice(part) for part in parts)


# The table, and what is worked out of it.


@pytest.fixture(scope="module")
def device(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageClient]:
    """Return the device of somebody with two thousand answers."""
    app = create_app(config_in(tmp_path_factory.mktemp("club")))
    client = client_at(app, "127.0.0.1", "localhost:8100")
    rng = random.Random(20261130)
    learner(services_of(app), [_answer(number, rng) for number in range(COUNT)], client=client)
    yield client
    services_of(app).close()


def read(client: PageClient, address: str) -> list[Line]:
    return list(csv.DictReader(io.StringIO(client.get(address).text.lstrip("\ufeff"))))


@pytest.fixture(scope="module")
def lines(device: PageClient) -> list[Line]:
    found = read(device, "/drills/mine.csv")
    assert len(found) == COUNT
    return found


def number(text: str) -> float | None:
    return float(text) if text else None


def timed(line: Line) -> bool:
    """Whether a time tells how fast somebody was: right, undisturbed, unaided, no guess, by sure clocks."""
    rt = number(line["rt_ms"])
    sure = not line["voice"] or (
        line["delay_source"] in ("tapped", "measured", "typed")
        and (number(line["delay_spread_ms"]) or 0) <= 25
        and (number(line["label_spread_ms"]) or 0) <= 50
    )
    disturbed = line["interrupted"] == "True" or line["hint"] == "True" or line["touched"] != ""
    return rt is not None and -150 <= rt <= 5000 and line["correct"] == "True" and not disturbed and sure


def counted(lines: Iterable[Line]) -> list[Line]:
    """Return what was judged, and was not interrupted."""
    return [one for one in lines if one["correct"] and one["interrupted"] == "False"]


def wilson(yes: int, of: int) -> tuple[float, float]:
    """Return the ends of Wilson's interval: where the score test at 95 % just does not refuse a rate."""
    ends = []
    for side in (-1, 1):
        low, high = (0.0, yes / of) if side < 0 else (yes / of, 1.0)
        for _ in range(60):
            middle = (low + high) / 2
            inside = abs(yes / of - middle) <= 1.96 * math.sqrt(middle * (1 - middle) / of)
            low, high = (low, middle) if inside == (side < 0) else (middle, high)
        ends.append((low + high) / 2)
    return ends[0], ends[1]


def told(line: Line) -> tuple[float, float, float, int] | None:
    """Return what a table says: the figure, its interval, and of how many; None where it is not told."""
    if not line["value"]:
        return None
    return float(line["value"]), float(line["low"]), float(line["high"]), int(line["n"])


def check_share(line: Line, yes: int, of: int, fewest: int = 8) -> None:
    assert int(line["n"]) == of, line
    if of < fewest:
        assert told(line) is None, line
        return
    assert told(line) == pytest.approx((yes / of, *wilson(yes, of), of), rel=2e-3, abs=1e-3), line


def check_median(line: Line, values: list[float], fewest: int = 5) -> None:
    """Hold a median and its interval against the values: two of them, between which the true one nearly always lies."""
    assert int(line["n"]) == len(values), line
    if len(values) < fewest:
        assert told(line) is None, line
        return
    ordered = sorted(values)
    found = told(line)
    assert found is not None
    half = len(ordered) // 2
    middle = ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
    assert found[0] == pytest.approx(middle, rel=1e-3, abs=0.1)
    low, high = _nearest(ordered, found[1]), _nearest(ordered, found[2])
    within = sum(math.comb(len(ordered), below) for below in range(low + 1, high + 1)) / 2 ** len(ordered)
    assert within > 0.945 or (low, high) == (0, len(ordered) - 1)


def _nearest(ordered: list[float], value: float) -> int:
    """Return the place of a value that stands in a table with four digits."""
    off = [abs(one - value) for one in ordered]
    return off.index(min(off))


def right_of(lines: Iterable[Line]) -> tuple[int, int]:
    own = counted(lines)
    return sum(one["correct"] == "True" for one in own), len(own)


def length(line: Line) -> int:
    """Return how many kana are needed to tell a poem from all that could still come."""
    card = int(line["poem"])
    if not line["unread"] or line["skill"] == "face":
        return len(full(card))
    keys = {one: POEMS[one - 1].kimariji_key for one in map(int, line["unread"].split())}
    others = [key for one, key in keys.items() if one != card]
    own = POEMS[card - 1].kimariji_key
    return next(
        size for size in range(1, len(own) + 1) if not any(key.startswith(own[:size]) for key in others)
    )


@pytest.mark.parametrize(
    ("figure", "exercises"),
    [("faces", {"fudanagashi"}), ("strip", {"sound", "full_mat", "ghost", "reaction"})],
)
def test_times_by_day(device: PageClient, lines: list[Line], figure: str, exercises: set[str]) -> None:
    by: dict[tuple[str, str, str, str], list[Line]] = defaultdict(list)
    for one in lines:
        recent = TODAY - date.fromisoformat(one["practice_day"]) < timedelta(days=30)
        if one["exercise"] in exercises and one["rt_ms"] and recent:
            way = "yes" if one["voice"] else "no", one["device"]
            by[*way, one["practice_day"], "0" if figure == "faces" else str(length(one))].append(one)
    told_of = read(device, f"/drills/progress/{figure}.csv")
    found = {(one["heard"], one["device"], one["day"], one["length"]): one for one in told_of}
    assert len(found) == len(told_of)
    assert found.keys() == by.keys()
    assert len({key[:2] for key in by}) > 1, "times of several ways stand apart"
    assert len(by) > 3
    for key, own in by.items():
        check_median(
            found[key], [float(one["rt_ms"]) for one in own if timed(one) and float(one["rt_ms"]) >= 0]
        )
        sure = [one for one in own if not one["voice"] or _sure(one)]
        assert int(found[key]["early"]) == sum(float(one["rt_ms"]) < 0 for one in sure), key


def _sure(line: Line) -> bool:
    return timed(
        line | {"rt_ms": "1", "correct": "True", "interrupted": "False", "hint": "False", "touched": ""}
    )


def test_timed_is_said_of_each(lines: list[Line]) -> None:
    assert [one["timed"] == "True" for one in lines] == [timed(one) for one in lines]


def test_the_kimariji_now(device: PageClient, lines: list[Line]) -> None:
    own = [one for one in lines if one["exercise"] == "kimariji_now" and one["skill"] == "current"]
    found = {one["about"]: one for one in read(device, "/drills/progress/now.csv")}
    for low, high in ((0, 9), (10, 24), (25, 49), (50, 74), (75, 99)):
        part = [one for one in own if one["unread"] and low <= 100 - len(one["unread"].split()) <= high]
        if counted(part):
            check_share(found.pop(f"{low}-{high}"), *right_of(part))
    for kind in ("too_long", "too_short"):
        check_share(
            found.pop(kind), sum(one["error_kind"] == kind for one in counted(own)), len(counted(own))
        )
    assert not found


def test_places(device: PageClient, lines: list[Line]) -> None:
    own = [
        one for one in lines if one["exercise"] == "memorising" and not one["set_id"].startswith("present")
    ]
    moved = [one for one in lines if one["exercise"] == "updating" and one["level"]]
    found = {one["about"]: one for one in read(device, "/drills/progress/places.csv")}
    for level in {one["level"] for one in own if one["level"]}:
        part = [one for one in own if one["level"] == level]
        check_share(found.pop(f"{float(level):g} min"), *right_of(part))
    for half in ("own", "opponent"):
        check_share(found.pop(half), *right_of(one for one in own if one["set_id"].split("/")[1] == half))
    for about, low, high in (("0", 0, 0), ("1-5", 1, 5), ("6-10", 6, 10), ("11+", 11, 1000)):
        right, judged = right_of(one for one in moved if low <= float(one["level"]) <= high)
        if judged:
            check_share(found.pop(f"{about} events"), right, judged)
    assert not found
    mat = {one["about"]: one for one in read(device, "/drills/progress/mat.csv")}
    for about, line in mat.items():
        check_share(line, *right_of(one for one in own if one["set_id"].split("/")[1:] == about.split()))
    assert len(mat) == 12


def test_how_sure_and_in_which_order(device: PageClient, lines: list[Line]) -> None:
    found = {one["about"]: one for one in read(device, "/drills/progress/confidence.csv")}
    for sure in "1234":
        check_share(found.pop(f"sure {sure}"), *right_of(one for one in lines if one["confidence"] == sure))
    assert not found
    own = [one for one in lines if one["recalled"] and one["interrupted"] == "False"]
    longest: dict[tuple[str, str], int] = defaultdict(int)
    count: dict[tuple[str, str], int] = defaultdict(int)
    for one in own:
        run = one["seed"], one["level"]
        longest[run], count[run] = max(longest[run], int(one["recalled"])), count[run] + 1

    def through(line: Line) -> float:
        run = line["seed"], line["level"]
        return (int(line["recalled"]) - 0.5) / max(longest[run], count[run])

    parts = {one["about"]: one for one in read(device, "/drills/progress/recall.csv")}
    for number in (1, 2, 3):
        part = [one for one in own if number - 1 <= 3 * through(one) < number]
        check_share(parts.pop(f"recalled {number}"), *right_of(part))
    assert not parts
    for about, line in ((one["about"], one) for one in read(device, "/drills/progress/recall-order.csv")):
        check_median(line, [through(one) for one in own if one["set_id"].split("/")[1:] == about.split()], 8)


def test_speed_against_faults(device: PageClient, lines: list[Line]) -> None:
    found = {
        (one["instruction"], one["day"], one["about"]): one
        for one in read(device, "/drills/progress/curve.csv")
    }
    for day in ("all", TODAY.isoformat()):
        for name in map(str, Instruction):
            own = [
                one
                for one in counted(lines)
                if one["exercise"] == "reaction"
                and one["set_id"] == name
                and day in ("all", one["practice_day"])
            ]
            targets = [one for one in own if one["poem"] in one["options"].split()]
            others = [one for one in own if one not in targets]
            hits = sum(one["correct"] == "True" for one in targets)
            alarms = sum(one["correct"] == "False" for one in others)
            check_median(
                found.pop((name, day, "times")), [float(one["rt_ms"]) for one in targets if timed(one)]
            )
            check_share(found.pop((name, day, "false alarms")), alarms, len(others))
            line = found.pop((name, day, "d'"))
            assert int(line["n"]) == len(own)
            if len(own) >= 16:
                hit, wrong = (hits + 0.5) / (len(targets) + 1), (alarms + 0.5) / (len(others) + 1)
                value = told(line)
                assert value is not None
                assert value[0] == pytest.approx(NORMAL.inv_cdf(hit) - NORMAL.inv_cdf(wrong), abs=2e-3)
    assert not found


def test_matches_beside_drills(device: PageClient, lines: list[Line]) -> None:
    (drill,) = read(device, "/drills/progress/gap.csv")
    check_share(drill, *right_of(one for one in lines if one["exercise"] == "full_mat" and one["skill"]))


def believed(answers: list[tuple[float, bool, int]]) -> tuple[float, float, float] | None:
    """Return the threshold and its interval by Bayes, every threshold and every spread being as likely before.

    Of so many cards one guess is right, one answer in fifty slips, and at the threshold the half of the square root is
    right. None where guessing is not twenty times less likely, and where an end of the interval is an end of the grid.
    """
    weights: dict[int, float] = defaultdict(float)
    guessing = math.prod(1 / of if right else 1 - 1 / of for _, right, of in answers)
    for at in range(-100, 601, 10):
        for spread in (10.0, 20.0, 40.0, 70.0):
            likely = 1.0
            for cut, right, of in answers:
                reach = 1 - 1 / of - 0.02
                shift = NORMAL.inv_cdf((math.sqrt(0.5) - 1 / of) / reach)
                share = 1 / of + reach * NORMAL.cdf((cut - at) / spread + shift)
                likely *= share if right else 1 - share
            weights[at] += likely
    if sum(weights.values()) / (4 * len(weights)) < 20 * guessing:
        return None
    total, out = sum(weights.values()), []
    for q in (0.5, 0.025, 0.975):
        below = 0.0
        for at, weight in weights.items():
            below += weight / total
            if below >= q:
                out.append(float(at))
                break
    return None if out[1] == -100 or out[2] == 600 else (out[0], out[1], out[2])


def test_hearing(device: PageClient, lines: list[Line]) -> None:
    every: dict[tuple[str, str], list[tuple[float, bool, int]]] = defaultdict(list)
    for one in lines:
        cards = sorted(map(int, one["options"].split()))
        if one["exercise"] == "contrast" and one["level"] and one["interrupted"] == "False" and cards:
            name = sound_class(Pair(*cards)) if len(cards) == 2 else "/".join(map(full, cards))
            every[name, one["voice"]].append((float(one["level"]), one["correct"] == "True", len(cards)))
    found = {one["about"]: one for one in read(device, "/drills/progress/hearing.csv")}
    count = 0
    for (name, voice), answers in every.items():
        line = found.pop(f"{name} {voice}".strip(), None)
        value = believed(answers) if len(answers) >= 12 else None
        assert (line is None) is (value is None), (name, voice)
        if line is not None and value is not None:
            count += 1
            assert told_of(line)[3] == len(answers)
            assert told_of(line)[:3] == pytest.approx(value, abs=10.1), (name, voice)
    assert not found
    assert count > 2


def told_of(line: Line) -> tuple[float, float, float, int]:
    value = told(line)
    assert value is not None
    return value


def test_mix_ups(device: PageClient, lines: list[Line]) -> None:
    by_name = {full(card): card for card in FACES}
    shows = [
        one
        for one in counted(lines)
        if one["exercise"] in ("fudanagashi", "sound", "contrast", "warm_up", "full_mat", "ghost")
        and not (one["exercise"] == "contrast" and one["level"] and float(one["level"]) < 200)
        and not (one["exercise"] == "warm_up" and not one["options"])
    ]
    found = read(device, "/drills/progress/confusions.csv")
    assert found
    for line in found:
        pair = {by_name[name] for name in line["about"].split("/")}
        chances = mistakes = 0
        for one in shows:
            target = int(one["poem"])
            since = not line["first_set"] or one["practice_day"] >= line["first_set"]
            if target not in pair or not since:
                continue
            (other,) = pair - {target}
            taken = set(map(int, one["touched"].split()))
            if one["correct"] == "False" and one["chosen"]:
                taken.add(int(one["chosen"]))
            could = one["options"] or one["unread"]
            mistakes += other in taken
            chances += other in taken or not could or str(other) in could.split()
        check_share(line, mistakes, chances)
