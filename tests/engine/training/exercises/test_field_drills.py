"""E7, E8, E10, E11 and E14: fields, hands, last cards, poems."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.karuta.field import Slot
from engine.karuta.player import Side
from engine.training.endgame import Reason, balance, next_is_mine, position_of, sends, waits, win_chance
from engine.training.exercises import endgame_quiz, harai, knowledge, memorising, updating
from engine.training.exercises.memorising import Field, Memorising, Probe, next_level, place_points
from engine.training.exercises.question import (
    Answered,
    Card,
    Drill,
    Named,
    Place,
    Present,
    Response,
    Told,
    Verse,
)
from engine.training.exercises.updating import Updating, What, after, moves_since
from engine.training.items import Skill
from engine.training.layout import realistic, suggested
from engine.training.trial import ErrorKind
from poems.anthology import POEMS
from poems.cards import mask, numbers
from poems.chance import Seed
from poems.kimariji import full, safe_prefix
from tests.engine.training.exercises.runs import perfect, play, silent

CARD = {full(number): number for number in range(1, 101)}
SEED = Seed.numbered(21)
FIELD = Field.laid(suggested(), realistic(SEED), SEED)
DRILLS: dict[str, Drill] = {
    **{probe.value: Memorising(FIELD, SEED, probe) for probe in Probe},
    "updating": Updating(FIELD, SEED),
    "harai": harai.Harai(tuple(range(1, 31)), mask(range(1, 16)), SEED),
    "endgame": endgame_quiz.EndgameQuiz(SEED),
    **{one.value: knowledge.Knowledge(tuple(range(1, 21)), one, SEED) for one in knowledge.Knows},
}


@pytest.mark.parametrize("drill", DRILLS.values(), ids=DRILLS)
def test_the_right_answer_is_right_and_a_run_can_be_taken_up(drill: Drill) -> None:
    done = play(drill, perfect)
    assert len(done) >= 10
    assert all(one.verdict.correct for one in done)
    assert drill.ask(done[:4]) == done[4].question
    assert not any(one.verdict.correct for one in play(drill, silent))


def test_a_field_is_25_cards_a_side_and_fewer_of_the_opponents_by_level() -> None:
    assert (len(FIELD.mine), len(FIELD.theirs), FIELD.cards.bit_count()) == (25, 25, 50)
    easy = Field.laid(suggested(), realistic(SEED), SEED, memorising.OPPONENTS[0])
    assert len(easy.theirs) == 10
    for card in numbers(FIELD.cards):
        place = FIELD.place_of(card)
        assert place is not None
        assert FIELD.card_at(place) == card
    assert FIELD.place_of(next(card for card in range(1, 101) if not FIELD.cards >> card & 1)) is None


@pytest.mark.parametrize(
    ("right", "given", "points"),
    [
        ((Side.A, "右下1"), (Side.A, "右下1"), 1.0),
        ((Side.A, "右下1"), (Side.A, "右下4"), 0.6),
        ((Side.A, "右下1"), (Side.A, "左下1"), 0.3),
        ((Side.A, "右下1"), (Side.A, "右上1"), 0.3),
        ((Side.A, "右下1"), (Side.B, "右下1"), 0.0),
    ],
)
def test_a_place_near_by_is_worth_something(
    right: tuple[Side, str], given: tuple[Side, str], points: float
) -> None:
    places = [Place(side, Slot.parse(slot)) for side, slot in (right, given)]
    assert place_points(places[0], places[1]) == points


def test_own_and_opponents_halves_are_told_apart() -> None:
    drill = Memorising(FIELD, SEED, questions=50)
    done = play(
        drill,
        lambda q: Response(q.answer if isinstance(q.answer, Place) and q.answer.owner is Side.A else None),
    )
    found = memorising.summary(drill, done)
    assert found.own is not None
    assert found.opponents is not None
    assert (found.own.value, found.own.n, found.opponents.value, found.opponents.n) == (1.0, 25, 0.0, 25)
    assert found.points == 0.5
    assert found.presence is None


def test_a_recall_has_its_order_and_its_sureness() -> None:
    drill = Memorising(FIELD, SEED, Probe.PLACE_ALL)
    order = {card: number for number, (card, _) in enumerate((*FIELD.theirs, *FIELD.mine), 1)}
    done = play(
        drill,
        lambda q: Response(
            q.answer if order[q.poem or 0] > 5 else None,
            confidence=4 if order[q.poem or 0] > 10 else None if order[q.poem or 0] > 8 else 1,
            recalled=order[q.poem or 0],
        ),
    )
    found = memorising.summary(drill, done)
    assert [(sure, one.value, one.n) for sure, one in found.sure] == [(4, 1.0, 40), (1, 3 / 8, 8)]
    assert sum(one.cards for one in found.order) == 50
    halves = [one.half for one in found.order]
    assert halves == sorted(halves, key=lambda half: half is memorising.Half.OWN)
    means = []
    for end in found.order:
        layout = FIELD.mine if end.half is memorising.Half.OWN else FIELD.theirs
        own = [order[card] for card, slot in layout if (slot.row, slot.end) == (end.row, end.end)]
        assert len(own) == end.cards
        means.append(sum(own) / len(own))
    assert means == sorted(means)
    assert memorising.summary(drill, play(drill, perfect)).order == ()


def test_presence_has_its_d_prime() -> None:
    drill = Memorising(FIELD, SEED, Probe.PRESENT)
    done = play(drill, lambda question: Response(Present(here=True)))
    found = memorising.summary(drill, done).presence
    assert found is not None
    assert (found.hits, found.targets, found.false_alarms, found.others) == (10, 10, 10, 10)
    assert found.d_prime is not None
    assert found.d_prime.value == pytest.approx(0)


def test_later_probes_ask_other_cards_and_only_the_own_half_is_scheduled() -> None:
    first, later = (
        play(Memorising(FIELD, SEED, Probe.PLACE_TO_CARD, delay_min=at), perfect) for at in (0, 10)
    )
    assert [one.question.poem for one in first] != [one.question.poem for one in later]
    assert {one.question.level for one in later} == {10.0}
    for one in first:
        assert isinstance(one.question.prompt, Place)
        own = one.question.prompt.owner is Side.A
        assert one.question.skill is (Skill.PLACE if own else None)


def test_more_of_the_opponents_cards_come_with_success() -> None:
    assert [next_level(1, points) for points in (0.9, 0.7, 0.4, None)] == [2, 1, 0, 1]
    assert (next_level(3, 1.0), next_level(0, 0.0)) == (3, 0)


def test_what_happens_keeps_every_card_in_one_place() -> None:
    happened = Updating(FIELD, SEED, events=20).happenings()
    assert len(happened) == 20
    assert {one.what for one in happened} == set(What)
    now = FIELD
    for one in happened:
        assert now.place_of(one.card) == one.was
        now = after(now, one)
        assert now.place_of(one.card) == one.to
        if one.to is not None and one.what is What.SENT:
            assert one.to.owner is not one.was.owner
    taken = sum(one.to is None for one in happened)
    assert now.cards.bit_count() == 50 - taken
    assert moves_since(happened)[happened[-1].card] == 0


def test_naming_the_old_place_is_an_intrusion() -> None:
    drill = Updating(FIELD, SEED)
    old = {one.card: one.was for one in drill.happenings()}

    def rule(question: object) -> Response:
        assert hasattr(question, "poem")
        return Response(old.get(question.poem) or Present(here=False))

    done = play(drill, rule)
    found = updating.summary(done)
    assert found.intrusions >= 4
    assert sum(one.n for _, one in found.by_since if one is not None) == len(done)
    perfect_run = updating.summary(play(drill, perfect))
    assert perfect_run.intrusions == 0


def test_hands_are_counted_and_never_timed() -> None:
    drill = harai.Harai(tuple(range(1, 11)), mask(range(1, 6)), SEED)
    outcomes = {True: harai.Outcome.TOOK, False: harai.Outcome.FAULT}
    done: tuple[Answered, ...] = play(
        drill, lambda question: harai.response(outcomes[(question.poem or 0) <= 4])
    )
    found = harai.summary(done)
    assert found.taken is not None
    assert found.let_pass is not None
    assert (found.taken.value, found.taken.n) == (0.8, 5)
    assert (found.let_pass.value, found.let_pass.n) == (0.0, 5)
    assert all(one.response.rt_ms is None for one in done)
    assert drill.judge(done[0].question, Response(None)).correct is None
    assert harai.response(harai.Outcome.NOT_THERE).given == Told(right=True, outcome="not_there")


def test_swings_begin_with_a_warm_up_and_have_rests() -> None:
    sets = harai.swing_sets(25)
    assert sets[0].swing is harai.Swing.WARM_UP
    assert sum(one.seconds for one in sets) == 25 * 60
    assert max(one.rest_s for one in sets) == 60
    assert sum(one.rest_s == 60 for one in sets) == 2
    with pytest.raises(ValueError, match="a minute at least"):
        harai.swing_sets(0)
    with pytest.raises(ValueError, match="beats"):
        harai.swing_sets(5, 200)


def test_a_partner_across_makes_a_card_dear_and_sending_it_over_cheapens_it() -> None:
    # both はる on my side, one of はな over there, the other dead
    position = position_of([CARD["はるす"], CARD["はるの"]], [CARD["はなの"]], [CARD["はなさ"]])
    by_card = {one.card: one for one in waits(position)}
    assert by_card[CARD["はるす"]].safe == "はる"
    assert by_card[CARD["はるす"]].because == (Reason.PARTNER_BESIDE,)
    assert by_card[CARD["はなの"]].safe == "はなの"
    assert by_card[CARD["はなの"]].because == (Reason.PARTNER_DEAD,)
    split = position.sent(CARD["はるす"])
    after_split = {one.card: one for one in waits(split)}
    assert after_split[CARD["はるの"]].because == (Reason.PARTNER_ACROSS,)
    assert balance(split) == len("はるの") - len("はなの") - len("はるす")


@settings(max_examples=40)
@given(st.permutations(range(1, 101)), st.integers(1, 5), st.integers(0, 8))
def test_sends_and_waits_follow_from_safe_prefixes(cards: list[int], each: int, dead: int) -> None:
    position = position_of(cards[:each], cards[each : 2 * each], cards[2 * each : 2 * each + dead])
    assert position.dead == dead
    ways = waits(position)
    lengths = [len(safe_prefix(one.card, position.read, position.side(one.card))) for one in ways]
    assert lengths == sorted(lengths) == [len(one.safe) for one in ways]
    choices = sends(position)
    costs = {}
    for card in cards[:each]:
        mine, theirs = position.mine & ~(1 << card), position.theirs | 1 << card
        costs[card] = sum(len(safe_prefix(one, position.read, mine)) for one in numbers(mine)) - sum(
            len(safe_prefix(one, position.read, theirs)) for one in numbers(theirs)
        )
    assert {one.card: one.cost for one in choices} == costs
    assert choices[0].cost == min(costs.values())
    assert next_is_mine(position) == 0.5


def test_the_chance_by_counts() -> None:
    assert win_chance(1, 1) == pytest.approx(0.5)
    assert win_chance(0, 3) == 1.0
    assert win_chance(3, 0) == 0.0
    for mine in range(1, 12):
        for theirs in range(1, 12):
            assert win_chance(mine, theirs) + win_chance(theirs, mine) == pytest.approx(1)
            assert win_chance(mine, theirs + 1) > win_chance(mine, theirs) > win_chance(mine + 1, theirs)
    # one card each: whoever's card is read keeps it at 0.6, else the other wins
    assert win_chance(1, 2, 1.0) == pytest.approx(1 / 3 + 2 / 3 * 0.5)
    for wrong in ((0, 0, 0.5), (26, 1, 0.5), (1, 1, 1.5)):
        with pytest.raises(ValueError, match="counts are"):
            win_chance(*wrong)


def test_a_choice_in_the_endgame_costs_what_it_costs() -> None:
    drill = endgame_quiz.EndgameQuiz(SEED, questions=20)
    done = play(drill, lambda question: Response(Card(question.options[-1])))
    for one in done:
        cost = drill.cost(one.question, one.verdict.chosen or 0)
        assert cost >= 0
        assert one.verdict.correct is (cost == 0)
        assert one.verdict.points == 1 / (1 + cost)
        assert isinstance(one.question.prompt, Named)
    found = endgame_quiz.summary(drill, done)
    assert found.cost is not None
    assert found.cost > 0
    assert endgame_quiz.summary(drill, play(drill, perfect)).cost == 0
    assert drill.judge(done[0].question, Response(Card(0))).error is ErrorKind.NO_ANSWER
    assert {one.question.set_id for one in done} == set(endgame_quiz.Ask)


def test_poems_are_asked_both_ways_and_every_choice_is_another_poem() -> None:
    assert len({poem.author.name for poem in POEMS}) == 100
    for knows in knowledge.Knows:
        done = play(knowledge.Knowledge(tuple(range(1, 11)), knows, SEED), perfect)
        for one in done:
            assert isinstance(one.question.prompt, Verse)
            assert len(set(one.question.options)) == 4
            assert one.question.poem in one.question.options
            assert one.question.prompt.part == knows.shown
            assert one.question.skill is None
    assert knowledge.summary(done).n == 10
    wrong = play(knowledge.Knowledge((5,), knowledge.Knows.POEM_TO_POET, SEED), lambda q: Response(Card(99)))
    assert wrong[0].verdict.error is ErrorKind.OTHER_CARD


def test_the_endgame_goes_from_five_own_cards_to_one_and_is_not_always_even() -> None:
    seen = set()
    for number in range(30):
        drill = endgame_quiz.EndgameQuiz(Seed.numbered(number), questions=10)
        sizes = [(one.mine.bit_count(), one.theirs.bit_count()) for one in map(drill.position, range(10))]
        assert [mine for mine, _ in sizes] == [5, 5, 4, 4, 3, 3, 2, 2, 1, 1]
        assert all(theirs >= 1 and abs(mine - theirs) <= 1 for mine, theirs in sizes)
        seen |= {mine - theirs for mine, theirs in sizes}
    assert seen == {-1, 0, 1}
