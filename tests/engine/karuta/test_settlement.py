"""Settlement beyond the table: symmetry, arithmetic and every option, over all facts there can be."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.karuta.player import PLAYERS, A, B, Player, Side
from engine.karuta.read import Breach, Facts, Read, Touch, pack, unpack
from engine.karuta.rulesets import ARTICLE, OFFICIAL, Ruleset
from engine.karuta.settlement import Label, Settlement, penalty, settle, table_for
from tests.support.mirror import pair

TOUCHES = tuple(map(Touch, range(4)))
BREACHES = tuple(map(Breach, range(16)))
SIDES = {Side.A: Side.B, Side.B: Side.A, Side.DEAD: Side.DEAD}

RULES = st.builds(
    lambda name, own, opp, both, breaches: Ruleset.named(
        name, [("wrong_own_side", own), ("wrong_opp_side", opp), ("both_sides", both), *breaches]
    ),
    st.sampled_from(["official", "article"]),
    st.sampled_from(["territory", 2]),
    st.sampled_from(["territory", 0]),
    st.sampled_from(["territory", 2]),
    st.lists(
        st.sampled_from([("wrong_hand", 1), ("early_touch_penalty", 1), ("any_breach", "referee")]),
        unique=True,
    ),
)


def pairs(values: tuple[object, ...]) -> st.SearchStrategy[tuple[object, object]]:
    return st.tuples(st.sampled_from(values), st.sampled_from(values))


FACTS = st.builds(
    Facts,
    took=st.sampled_from((None, A, B)),
    touched=pairs(TOUCHES),
    wrong_card=pairs((False, True)),
    breaches=pairs(BREACHES),
    contact_by=st.sampled_from(((), (A,), (B,), (A, B))),
)


def mirrored_facts(facts: Facts) -> Facts:
    return Facts(
        took=None if facts.took is None else facts.took.other,
        touched=pair(facts.touched),
        wrong_card=pair(facts.wrong_card),
        breaches=pair(facts.breaches),
        contact_by=tuple(sorted(player.other for player in facts.contact_by)),
    )


def mirrored_label(label: Label) -> Label:
    return label if label.player is None else Label(label.call, label.player.other)


@settings(max_examples=500)
@given(st.sampled_from(tuple(Side)), FACTS, RULES)
def test_a_settlement_in_the_mirror(side: Side, facts: Facts, rules: Ruleset) -> None:
    if side is Side.DEAD and facts.took is not None:
        return
    here, there = settle(side, facts, rules), settle(SIDES[side], mirrored_facts(facts), rules)
    assert pair(there.fouls) == here.fouls
    assert pair(there.claims) == here.claims
    assert pair(there.touched) == here.touched
    assert (there.owed, there.pushed_across) == (here.owed, here.pushed_across)
    assert there.sender == (None if here.sender is None else here.sender.other)
    assert set(map(mirrored_label, there.labels)) == set(here.labels)


@settings(max_examples=500)
@given(st.sampled_from(tuple(Side)), FACTS, RULES)
def test_the_arithmetic(side: Side, facts: Facts, rules: Ruleset) -> None:
    if side is Side.DEAD and facts.took is not None:
        return
    found = settle(side, facts, rules)
    assert found.claims == (found.credit[A] + found.fouls[B], found.credit[B] + found.fouls[A])
    net = found.claims[A] - found.claims[B]
    assert found.owed == abs(net)
    assert found.sender == (A if net > 0 else B if net < 0 else None)
    assert found.labels == () if rules.name == "article" else bool(found.labels) == any(found.fouls)
    if facts.took is not None:
        assert found.touched[facts.took] & (Touch.OWN if side == facts.took.value else Touch.OPP)
    for player in PLAYERS:
        assert 0 <= found.fouls[player] <= 6


@given(
    st.integers(1, 100),
    st.sampled_from((None, A, B)),
    pairs(TOUCHES),
    pairs((0, 2, 6, 1 << 50)),
    pairs(BREACHES),
    st.sampled_from(((), (A,), (B,), (A, B))),
)
def test_packed_facts_are_unpacked(
    card: int,
    took: Player | None,
    touched: tuple[Touch, Touch],
    cards: tuple[int, int],
    breaches: tuple[Breach, Breach],
    contact_by: tuple[Player, ...],
) -> None:
    read = Read(card, took, touched, cards, breaches, contact_by)
    wrong = (bool(cards[0] & ~(1 << card)), bool(cards[1] & ~(1 << card)))
    assert unpack(read.facts_key) == Facts(took, touched, wrong, breaches, contact_by)
    assert pack(read) == read.facts_key < 1 << 18


def test_the_table_answers_as_settle() -> None:
    table = table_for(ARTICLE)
    for side, took, touched_a, touched_b in product(Side, (None, A, B), TOUCHES, TOUCHES):
        if side is Side.DEAD and took is not None:
            continue
        read = Read(5, took, (touched_a, touched_b))
        found: Settlement = table[read.facts_key << 2 | side]
        assert found == settle(side, unpack(read.facts_key), ARTICLE)
        assert table[read.facts_key << 2 | side] is found


@pytest.mark.parametrize("took", [False, True])
@pytest.mark.parametrize("wrong_card", [False, True])
def test_wrong_cards_mean_nothing_in_the_official_rules(took: bool, wrong_card: bool) -> None:
    for holds in (Touch.NONE, Touch.OWN, Touch.OPP):
        for touched in TOUCHES:
            strayed = (touched & ~holds).bit_count()
            assert penalty(holds, touched, OFFICIAL, took=took, wrong_card=wrong_card) == strayed
