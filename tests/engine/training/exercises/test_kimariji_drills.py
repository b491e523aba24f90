"""E5 and E6: the kimari-ji as it is now, and how many of a sound are left, against the poems themselves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.training.exercises import kimariji_now, nakamawake
from engine.training.exercises.question import Cards, Group, Kana, Press, Response, Unread
from engine.training.items import Skill
from engine.training.trial import ErrorKind, Exercise, Trial
from poems.cards import ALL_CARDS, mask, numbers
from poems.chance import Seed
from poems.kimariji import changes, current, full, safe_prefix
from tests.engine.training.exercises.runs import perfect, play
from tests.engine.training.makers import trial

CARD = {full(number): number for number in range(1, 101)}
SEED = Seed.numbered(9)


def kana(*openings: str) -> int:
    return mask(CARD[one] for one in openings)


@pytest.mark.parametrize(
    ("card", "read", "text", "error"),
    [
        ("はるす", ("はるの",), "はる", None),
        ("はるす", ("はるの",), "haru", None),
        ("はるす", ("はるの",), "はるす", ErrorKind.TOO_LONG),
        ("はるす", ("はるの",), "は", ErrorKind.TOO_SHORT),
        ("はるす", ("はるの",), "なつ", ErrorKind.OTHER),
        ("はるす", ("はるの",), "", ErrorKind.NO_ANSWER),
        ("おおえ", ("おおけ", "おおこ"), "おほ", None),
        ("あさぼらけあ", ("あさぼらけう", "あさじ"), "アサ", None),
    ],
)
def test_too_long_is_a_change_missed_and_too_short_a_fault(
    card: str, read: tuple[str, ...], text: str, error: ErrorKind | None
) -> None:
    asked = kimariji_now.question(0, CARD[card], kana(*read), 0, 3)
    verdict = kimariji_now.judged(asked, Response(Kana(text), 900.0))
    assert (verdict.correct, verdict.error) == (error is None, error)


def test_the_safe_prefix_of_a_layout() -> None:
    mine = kana("あさぼらけあ", "あさぼらけう", "あさじ")
    asked = kimariji_now.question(0, CARD["あさぼらけあ"], 0, mine, None)
    assert asked.answer == Kana("あさ")
    assert asked.skill is None


@settings(max_examples=30)
@given(st.integers(0, 10_000), st.integers(0, 2))
def test_a_snapshot_asks_what_the_poems_say(number: int, level: int) -> None:
    question = kimariji_now.Snapshot(Seed.numbered(number), level=level).ask(())
    assert question is not None
    assert isinstance(question.prompt, Unread)
    read = question.prompt.read
    assert read.bit_count() == kimariji_now.LENGTHS[level]
    assert not read >> question.prompt.card & 1
    assert question.answer == Kana(current(question.prompt.card, read))
    assert question.unread == ALL_CARDS & ~read
    assert question.skill is Skill.CURRENT


def test_snapshots_grow_longer_with_success() -> None:
    done = play(kimariji_now.Snapshot(SEED, questions=12), perfect)
    sizes = [one.question.prompt.read.bit_count() for one in done if isinstance(one.question.prompt, Unread)]
    assert (sizes[0], sizes[5], sizes[10]) == kimariji_now.LENGTHS


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_the_safe_prefix_of_a_drawn_territory(number: int) -> None:
    territory = mask(range(1, 26))
    question = kimariji_now.Snapshot(Seed.numbered(number), level=2, territory=territory).ask(())
    assert question is not None
    assert isinstance(question.prompt, Unread)
    assert question.answer == Kana(safe_prefix(question.prompt.card, question.prompt.read, territory))


def test_a_stream_asks_most_about_what_changed_lately() -> None:
    done = [one for n in range(6) for one in play(kimariji_now.Stream(Seed.numbered(n), reads=90), perfect)]
    lag = [one.question.level for one in done]
    assert len(done) > 100
    assert sum(one is not None and one <= kimariji_now.MOST_LAG for one in lag) > len(lag) / 2
    rows = kimariji_now.summary(done).by_lag
    assert sum(of for _, _, of in rows) == len(done)
    assert all(right == of for _, right, of in rows)


def test_how_many_reads_ago_it_changed() -> None:
    order = [CARD[one] for one in ("はるの", "む", "はなの", "す", "はなさ")]
    found = kimariji_now.lags(order)
    assert found[CARD["はるす"]] == 1  # は since はなさ
    assert kimariji_now.lags(order[:4])[CARD["はるす"]] == 4  # はる since はるの
    assert CARD["はなさ"] not in found


def test_the_alarm_is_pressed_for_every_change_of_the_group_and_no_other() -> None:
    group = kimariji_now.drawn_group(SEED)
    drill = kimariji_now.Alarm(group, SEED)
    assert group.bit_count() >= 4
    read, wanted = 0, []
    for card in drill.order:
        wanted.append(any(group >> one.card & 1 for one in changes(read, card)))
        read |= 1 << card
    done = play(drill, perfect)
    assert [one.question.answer == Press(pressed=True) for one in done] == wanted
    assert any(wanted)
    first = wanted.index(True)
    assert drill.judge(done[first].question, Response(None)).error is ErrorKind.MISSED
    quiet = wanted.index(False)
    assert drill.judge(done[quiet].question, Response(Press(pressed=True))).error is ErrorKind.FALSE_ALARM


def test_how_many_are_left() -> None:
    done = play(nakamawake.Nakamawake(SEED), perfect)
    assert [
        one.question.prompt.read.bit_count() for one in done if isinstance(one.question.prompt, Group)
    ] == [*range(8, 72, 8)]
    for one in done:
        assert isinstance(one.question.prompt, Group)
        alike = [card for card in range(1, 101) if full(card).startswith(one.question.prompt.kana)]
        left = [card for card in alike if not one.question.prompt.read >> card & 1]
        assert one.question.answer == Cards(mask(left))
        assert one.question.options == tuple(alike)


def test_what_was_forgotten_is_named() -> None:
    drill = nakamawake.Nakamawake(SEED)
    question = next(one.question for one in play(drill, perfect) if one.question.answer != Cards(0))
    assert isinstance(question.answer, Cards)
    left = question.answer.cards
    without = left & (left - 1)
    short = drill.judge(question, Response(Cards(without)))
    assert (short.correct, short.error) == (False, ErrorKind.MISSED)
    assert 0 < short.points < 1
    over = drill.judge(question, Response(Cards(left | ALL_CARDS & ~left)))
    assert over.error is ErrorKind.FALSE_ALARM
    assert drill.judge(question, Response(None)).error is ErrorKind.NO_ANSWER
    done = play(drill, lambda asked: Response(Cards(0)))
    assert len(nakamawake.summary(done).forgotten) == sum(
        one.question.answer.cards.bit_count() for one in done if isinstance(one.question.answer, Cards)
    )


def test_which_sounds_are_single_now() -> None:
    assert "".join(nakamawake.singles(0)) == "むすめふさほせ"
    assert nakamawake.singles(ALL_CARDS) == ()
    assert "う" in nakamawake.singles(kana("うら"))


def asked_on(length: int, *, right: int, wrong: int = 0) -> list[Trial]:
    """Return answers to lists of a length, the wrong ones first."""
    unread = ALL_CARDS & ~mask(range(1, length + 1))
    return [
        trial(exercise=Exercise.KIMARIJI_NOW, unread=unread, correct=number >= wrong)
        for number in range(right + wrong)
    ]


@pytest.mark.parametrize(
    ("given", "level"),
    [
        ([], 0),
        (asked_on(5, right=4), 0),
        (asked_on(5, right=5), 1),
        (asked_on(5, right=4, wrong=1), 1),
        (asked_on(5, right=3, wrong=3), 0),
        (asked_on(20, right=9), 0),
        ([*asked_on(5, right=5), *asked_on(20, right=2, wrong=9)], 1),
        ([*asked_on(5, right=5), *asked_on(20, right=5)], 2),
        ([*asked_on(5, right=5), *asked_on(20, right=5), *asked_on(50, right=0, wrong=9)], 2),
    ],
)
def test_lists_grow_over_runs_by_the_rule_of_one_run(given: list[Trial], level: int) -> None:
    assert kimariji_now.level_of(given) == level


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_single_sounds_are_those_with_one_card_left(number: int) -> None:
    drill = nakamawake.Singles(Seed.numbered(number), questions=11)
    for one in play(drill, perfect):
        assert isinstance(one.question.answer, Cards)
        assert isinstance(one.question.prompt, Group)
        read = one.question.prompt.read
        left: dict[str, list[int]] = {}
        for card in numbers(ALL_CARDS & ~read):
            left.setdefault(full(card)[0], []).append(card)
        every: dict[str, int] = {}
        for card in numbers(ALL_CARDS):
            every[full(card)[0]] = every.get(full(card)[0], 0) + 1
        single = [cards[0] for kana, cards in left.items() if len(cards) == 1 and every[kana] > 1]
        assert one.question.answer.cards == mask(single)
        # naming a kana that is not single is wrong, whatever else is named
        for kana in nakamawake.GROUPS:
            named = one.question.answer.cards | nakamawake.choice(kana, read)
            verdict = drill.judge(one.question, Response(Cards(named)))
            assert verdict.correct is (len(left.get(kana, ())) == 1)
