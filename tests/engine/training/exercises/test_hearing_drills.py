"""E1 to E4 and E9: faces, sounds, contrasts, reactions and the full mat."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.karuta.player import Side
from engine.training.confusion import Counts, Matrix
from engine.training.exercises import contrast, fudanagashi, full_mat, reaction, sound_to_card
from engine.training.exercises.question import (
    Answered,
    Card,
    Face,
    Heard,
    Kana,
    Press,
    Question,
    Response,
    Stop,
    Told,
    Verdict,
)
from engine.training.pairs import Pair, SoundClass, family, partners, shared_kana
from engine.training.sets import LONGEST, ContrastSet, Why
from engine.training.threshold import right_share
from engine.training.trial import ErrorKind
from poems.cards import ALL_CARDS, mask, numbers
from poems.chance import Seed
from poems.kimariji import friends, full
from tests.engine.training.exercises.runs import perfect, play, taken_for

CARD = {full(number): number for number in range(1, 101)}
SEED = Seed.numbered(4)
CARDS = st.integers(1, 100)


@pytest.mark.parametrize(
    ("card", "text", "error"),
    [
        (44, "おおこ", None),
        (44, "あふこ", None),
        (44, "オオコ", None),
        (44, "ooko", None),
        (60, "おほえ", None),
        (26, "をぐ", None),
        (44, "おお", ErrorKind.TOO_SHORT),
        (44, "あふ", ErrorKind.OTHER),
        (16, "たご", ErrorKind.OTHER_CARD),
        (16, "たれ", ErrorKind.LOOK_ALIKE_FACE),
        (44, " ", ErrorKind.NO_ANSWER),
        (44, "xyz", ErrorKind.OTHER),
    ],
)
def test_a_kimariji_counts_in_every_spelling(card: int, text: str, error: ErrorKind | None) -> None:
    drill = fudanagashi.Fudanagashi((card,), SEED)
    question = drill.ask(())
    assert question is not None
    verdict = drill.judge(question, Response(Kana(text), 800.0))
    assert (verdict.correct, verdict.error) == (error is None, error)


def test_faces_come_once_each_and_about_half_of_them_upside_down() -> None:
    done = play(fudanagashi.Fudanagashi(tuple(range(1, 101)), SEED), perfect)
    assert sorted(one.question.poem or 0 for one in done) == list(range(1, 101))
    turned = sum(isinstance(one.question.prompt, Face) and one.question.prompt.turned for one in done)
    assert 35 <= turned <= 65
    upright = play(fudanagashi.Fudanagashi(tuple(range(1, 101)), SEED, turning=False), perfect)
    assert not any(isinstance(one.question.prompt, Face) and one.question.prompt.turned for one in upright)


def test_a_mistake_costs_three_seconds_and_the_next_run_has_more_of_it() -> None:
    def rule(question: Question) -> Response:
        if question.poem == 16:
            return Response(Told(right=False), 900.0)
        return Response(question.answer, 2500.0 if question.poem == 7 else 900.0)

    done = play(fudanagashi.Fudanagashi(tuple(range(1, 21)), SEED), rule)
    found = fudanagashi.summary(done)
    assert found.total_ms == 19 * 900 + 2500 + 3000
    assert found.goal_s == 0.2 * 90
    assert found.by_card_ms[0] == (7, 2500.0)
    hard = fudanagashi.next_cards(done, 20)
    assert hard[:2] == (16, 7)
    assert 34 in hard  # まつも looks like まつと
    assert fudanagashi.next_cards((), 5) == ()
    assert fudanagashi.slowest(found.by_card_ms, 1) == (7,)


@settings(max_examples=60)
@given(CARDS, st.sets(CARDS, max_size=80), st.integers(0, 4), st.integers(0, 99))
def test_the_friends_of_the_card_are_among_the_faces(
    card: int, gone: set[int], close: int, number: int
) -> None:
    read = mask(gone - {card})
    found = sound_to_card.faces(card, read, close, Matrix(), random.Random(number))
    assert card in found
    assert len(set(found)) == len(found) == min(sound_to_card.FACES, 100 - read.bit_count())
    assert not mask(found) & read
    must = set(numbers(friends(card, read)))
    assert must <= set(found) if len(must) < sound_to_card.FACES else set(found) <= {card, *must}


def test_closer_faces_are_those_that_are_mixed_up() -> None:
    pair = Pair.of(17, 77)
    known = Matrix({pair: Counts(20, 9, 20, 9)})
    near = sum(77 in sound_to_card.faces(17, 0, 1, known, random.Random(n)) for n in range(20))
    far = sum(77 in sound_to_card.faces(17, 0, 0, Matrix(), random.Random(n)) for n in range(20))
    assert far < near


def test_success_brings_closer_faces_and_voices_take_turns() -> None:
    drill = sound_to_card.SoundToCard(tuple(range(1, 61)), SEED, ("one", "two"))
    done = play(drill, perfect)
    assert sound_to_card.closeness(done) == 4
    assert [one.question.level for one in (done[0], done[10], done[59])] == [0.0, 1.0, 4.0]
    voices = {one.question.prompt.voice for one in done if isinstance(one.question.prompt, Heard)}
    assert voices == {"one", "two"}
    poor = play(drill, lambda question: taken_for(question, question.options[0]))
    assert sound_to_card.closeness(poor) == 0


def test_who_was_taken_for_whom_is_counted() -> None:
    drill = sound_to_card.SoundToCard((50, 50, 50, 50), SEED)
    done = play(drill, lambda question: taken_for(question, 15))
    assert sound_to_card.summary(done).mixed_up == {Pair(15, 50): 4}
    assert {one.verdict.error for one in done} == {ErrorKind.LOOK_ALIKE_SOUND}
    early = drill.judge(done[0].question, Response(Card(15), -30.0))
    assert early.error is ErrorKind.EARLY
    none = drill.judge(done[0].question, Response(Card(0), 300.0))
    assert (none.error, none.chosen) == (ErrorKind.NO_ANSWER, 0)


@pytest.mark.parametrize(
    ("names", "classes"),
    [
        ("よを よも", {SoundClass.OTHER}),
        ("す ふ む", {SoundClass.FRICATIVES, SoundClass.OTHER}),
        ("おおこ おおえ おおけ", {SoundClass.VOWEL, SoundClass.OTHER}),
    ],
)
def test_a_contrast_finds_where_hearing_begins(names: str, classes: set[SoundClass]) -> None:
    rng, cards = random.Random(6), tuple(sorted(CARD[name] for name in names.split()))

    def listener(question: Question) -> Response:
        assert isinstance(question.prompt, Heard)
        assert question.prompt.stop is Stop.CUT
        assert question.options == cards
        hears = rng.random() < right_share((question.prompt.cut_ms or 0) - 90, 15, len(cards))
        other = next(card for card in question.options if card != question.poem)
        return Response(Card(question.poem or 0) if hears else Card(other), 500.0)

    drill = contrast.Contrast(cards, SEED)
    done = play(drill, listener)
    found = contrast.summary(drill, done)
    assert found.threshold.found is not None
    assert abs(found.threshold.found.value - 90) <= 30
    assert set(found.sound_classes) == classes
    assert {one.question.poem for one in done} == set(cards)
    assert all(one.question.skill is None for one in done)


@pytest.mark.parametrize("cards", [(15,), (15, 15), (1, 2, 3, 4)])
def test_a_contrast_is_between_two_or_three(cards: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="two or three"):
        contrast.Contrast(cards, SEED)


def test_the_next_contrasts_are_the_hardest_that_matter() -> None:
    one, other, third = (15, 50), (3, 4, 5), (5, 6)
    found = contrast.next_contrasts({one: 100.0, other: 150.0, third: -20.0}, {other: 0.5}, 2)
    assert found == (one, other)


def test_a_set_stops_when_it_is_known_or_after_twenty() -> None:
    drill = contrast.Telling(ContrastSet((15, 50), Why.VALUE, 1.0), SEED)
    assert len(play(drill, perfect)) == 10
    wrong = play(drill, lambda question: taken_for(question, 15 if question.poem == 50 else 50))
    assert len(wrong) == LONGEST


def test_four_in_ten_reads_are_no_target_and_half_of_those_begin_alike() -> None:
    targets = (CARD["なげき"], CARD["はるす"])
    done = play(
        reaction.Reaction(targets, SEED, reads=400), lambda question: Response(Press(pressed=True), 300.0)
    )
    found = reaction.counts(done)
    assert 0.33 <= found.others / 400 <= 0.47
    lures = [one.question.poem or 0 for one in done if one.question.poem not in targets]
    alike = sum(any(shared_kana(card, target) for target in targets) for card in lures)
    assert 0.4 <= alike / len(lures) <= 0.72
    assert found.false_alarms == found.others
    assert reaction.closeness(done) == 0


def test_few_false_alarms_bring_closer_lures() -> None:
    drill = reaction.Reaction((CARD["なげき"],), SEED, reads=200)
    done = play(drill, perfect)
    assert reaction.closeness(done) == reaction.MOST_CLOSE
    found = reaction.summary(drill, done)
    assert found.counts.d_prime is not None
    assert found.counts.d_prime.value > 3
    assert found.false_alarms == 0
    assert found.tally.n == found.counts.targets


@pytest.mark.parametrize(
    ("target", "response", "error"),
    [
        (True, Response(Press(pressed=True), 200.0), None),
        (True, Response(Press(pressed=False)), ErrorKind.MISSED),
        (True, Response(None), ErrorKind.MISSED),
        (False, Response(None), None),
        (False, Response(Press(pressed=True), 200.0), ErrorKind.FALSE_ALARM),
        (False, Response(Press(pressed=True), -20.0), ErrorKind.EARLY),
    ],
)
def test_go_and_no_go(target: bool, response: Response, error: ErrorKind | None) -> None:
    drill = reaction.Reaction((15,), SEED)
    done: tuple[Answered, ...] = play(drill, perfect)
    question = next(one.question for one in done if (one.question.answer == Press(pressed=True)) is target)
    verdict = drill.judge(question, response)
    assert (verdict.correct, verdict.error) == (error is None, error)


@pytest.mark.parametrize("targets", [(), (1, 1), (1, 2, 3, 4, 5, 6)])
def test_one_to_five_targets(targets: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="targets"):
        reaction.Reaction(targets, SEED)


def test_half_of_the_reads_on_a_mat_are_dead_and_none_comes_twice() -> None:
    done = play(full_mat.FullMat.dealt(SEED, reads=60), perfect)
    read = [one.question.poem for one in done]
    assert len(set(read)) == 60
    dead = sum(one.question.answer == Card(0) for one in done)
    assert 20 <= dead <= 40
    assert full_mat.summary(done).takes == 60 - dead
    assert full_mat.summary(done).faults == 0


def test_success_brings_more_dead_cards_whose_partner_lies_on_the_mat() -> None:
    shares = []
    for level in (0, 2):
        risky = dead = 0
        for number in range(40):
            drill = full_mat.FullMat.dealt(Seed.numbered(number))
            drill = full_mat.FullMat(drill.mat, drill.seed, 10, level=level)
            mat = drill.mat[0] | drill.mat[1]
            for one in play(drill, perfect):
                card = one.question.poem or 0
                if one.question.answer == Card(0):
                    dead += 1
                    risky += bool((partners(card) | family(card)) & mat)
        shares.append(risky / dead)
    assert shares[0] < shares[1]
    done = play(full_mat.FullMat.dealt(SEED, reads=40), perfect)
    assert [done[at].question.level for at in (0, 10, 20)] == list(full_mat.DANGEROUS)


@given(
    st.integers(0, 40),
    st.integers(0, 2),
    st.lists(st.sampled_from([*["right"] * 12, "wrong", "interrupted"]), min_size=50, max_size=50),
)
@settings(max_examples=30, deadline=None)
def test_a_page_that_has_every_way_goes_as_the_run_itself_would(
    number: int, level: int, answers: list[str]
) -> None:
    drill = replace(full_mat.FullMat.dealt(Seed.numbered(number), reads=50), level=level)
    ways = drill.ways()
    done: tuple[Answered, ...] = ()
    while (question := drill.ask(done)) is not None:
        at = len(done)
        # by hand: one level more wherever nine of the ten reads before were right and undisturbed
        own = [level]
        for end in range(10, at + 1, 10):
            good = answers[end - 10 : end].count("right") >= 9
            own.append(min(own[-1] + good, 2))
        assert drill.way(done) == tuple(own)
        assert ways[at][tuple(own)] == question
        assert question.level == full_mat.DANGEROUS[own[-1]]
        assert question.poem not in {one.question.poem for one in done}
        right = answers[at] != "wrong"
        verdict = Verdict.right() if right else Verdict.wrong(ErrorKind.NO_ANSWER)
        given_back = Response(question.answer, 400.0, interrupted=answers[at] == "interrupted")
        done = (*done, Answered(question, given_back, verdict))
    assert len(ways) == len(done) == 50
    assert all(way[:1] == (level,) for each in ways for way in each)


def reads_of(level: int, favoured: int) -> list[tuple[bool, bool, int]]:
    """Return of 60 mats' first reads: whether it was dead, whether its partner lay on the mat, and the card."""
    out = []
    for number in range(60):
        dealt = full_mat.FullMat.dealt(Seed.numbered(number), reads=5)
        drill = replace(dealt, level=level, favoured=favoured, climbs=False)
        mat = drill.mat[0] | drill.mat[1]
        for one in play(drill, perfect):
            card = one.question.poem or 0
            mat_now = mask(one.question.options)
            out.append((not mat >> card & 1, bool((partners(card) | family(card)) & mat_now), card))
    return out


@pytest.mark.parametrize("level", [0, 2])
def test_a_mat_that_favours_cards_is_as_dangerous_as_any_other(level: int) -> None:
    """And it does read them: with 20 of the cards favoured, far oftener than one read in five."""
    favoured = mask(card for card in range(1, 101) if full(card)[0] in "かたこ")
    usual, those = reads_of(level, 0), reads_of(level, favoured)
    for reads in (usual, those):
        dead = [risky for is_dead, risky, _card in reads if is_dead]
        assert abs(sum(dead) / len(dead) - full_mat.DANGEROUS[level]) < 0.12
        assert abs(len(dead) / len(reads) - full_mat.DEAD) < 0.1
    counts = [sum(favoured >> card & 1 for _dead, _risky, card in reads) for reads in (usual, those)]
    assert counts[1] > 2 * counts[0]


def test_whoever_is_not_adapted_to_has_one_way_through_the_mat() -> None:
    drill = replace(full_mat.FullMat.dealt(SEED, reads=50), climbs=False)
    assert {len(each) for each in drill.ways()} == {1}
    assert {one.question.level for one in play(drill, perfect)} == {full_mat.DANGEROUS[0]}


def test_faults_on_a_mat_have_their_kind() -> None:
    mine, theirs = mask([15, 17, 20]), mask([3, 77])
    drill = full_mat.FullMat((mine, theirs), SEED, reads=5)

    def judge(card: int, given: int | None, rt: float = 300.0) -> ErrorKind | None:
        here = (mine | theirs) >> card & 1
        question = Question(drill_exercise, 0, Heard(card), Card(card if here else 0), poem=card)
        return drill.judge(question, Response(None if given is None else Card(given), rt)).error

    drill_exercise = play(drill, perfect)[0].question.exercise
    assert judge(50, 15) is ErrorKind.KARAFUDA
    assert judge(50, 0) is None
    assert judge(50, None) is None
    assert judge(15, 3) is ErrorKind.WRONG_SIDE
    assert judge(15, 17) is ErrorKind.OTHER_CARD
    assert judge(15, 0) is ErrorKind.MISSED
    assert judge(15, None) is ErrorKind.NO_ANSWER
    assert judge(15, 3, -10.0) is ErrorKind.EARLY
    assert judge(15, 15) is None
    assert drill.side(15) is Side.A
    assert drill.side(99) is Side.DEAD


def test_only_cards_that_were_met_are_read() -> None:
    known = mask(range(1, 21))
    done = play(full_mat.FullMat.dealt(SEED, reads=50, known=known), perfect)
    assert {one.question.poem for one in done} <= set(numbers(known))
    assert done[0].question.unread == ALL_CARDS
