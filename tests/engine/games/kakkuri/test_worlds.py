"""A sampled world is one that could have come about, and every such world is as likely as any other."""

import random
from collections import Counter
from itertools import permutations

import pytest

from engine.core.bits import cards
from engine.core.codec import decode, dumps, encode
from engine.core.document import Node, loads
from engine.core.events import Dealt, Reshuffled
from engine.games.kakkuri import Kakkuri, KakkuriState, KakkuriView
from engine.games.kakkuri.ranks import UTAZU
from engine.games.kakkuri.worlds import KakkuriWorlds
from tests.support.games import CHOOSERS, Playout, grid, name_of
from tests.support.kakkuri import kakkuri, pack

GRID = [game for game in grid("kakkuri", extra=25) if isinstance(game, Kakkuri)]


def packs_of(world: KakkuriState) -> list[tuple[int, ...]]:
    """Return the packs that deal this world."""
    game, dealer = world.game, world.moves[0].seat
    hands = [list(cards(hand)) for hand in world.hands]
    turned: list[int] = []
    for move in world.moves:
        if move.did == "laid":
            hands[move.seat] += cards(move.cards)
        elif move.did == "turned":
            turned += cards(move.cards)
    for move in reversed(world.moves):
        if move.did == "swapped":
            leader = world.leader
            hands[move.seat], hands[leader] = hands[leader], hands[move.seat]
    box = (*turned, *world.box)
    if game.seats == 8 and world.phase != 1:
        hands[next(seat for seat in range(8) if not hands[seat])] = sorted(box)
    order = [hands[(dealer + 1 + place) % game.seats] for place in range(game.seats)]
    dealt = [card for half in (slice(0, 3), slice(3, 6)) for hand in order for card in hand[half]]
    return [(*dealt, *box)] if game.seats < 8 else [tuple(dealt), tuple(box)]


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_the_same_actions_lead_to_a_sampled_world(game: Kakkuri) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        playout = Playout(game, rng, CHOOSERS[seed % 3], seed % game.seats)
        actions: list[int] = []
        for happened in playout.steps():
            state = playout.state
            actions += [action for event in happened if (action := game.action_of(event)) is not None]
            if not isinstance(state, KakkuriState) or state.phase in (0, 4) or rng.random() < 0.5:
                continue
            seat = rng.randrange(game.seats)
            world = game.sample_world(state.view(seat), rng)
            assert isinstance(world, KakkuriState)
            again = game.new(playout.dealer)
            packs = packs_of(world)
            again.deal(packs[0])
            if again.wants() and packs[1:] and world.phase != 1:
                again.deal(packs[1])
            for action in actions:
                again.play(action)
            assert again == world


def seen(state: KakkuriState, seat: int) -> str:
    return dumps(encode(state.view(seat), state.game.deck))


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_whoever_cannot_tell_two_deals_apart_is_shown_and_asked_the_same_all_along(game: Kakkuri) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        playout = Playout(game, rng, CHOOSERS[seed % 3], seed % game.seats)
        seat, stop = rng.randrange(game.seats), rng.randrange(3, 60)
        state = playout.state
        assert isinstance(state, KakkuriState)
        actions, shown, asked = list[int](), list[str](), list[object]()
        for happened in playout.steps():
            if state.turn < 0 and not state.hand_scores:
                continue
            actions += [action for event in happened if (action := game.action_of(event)) is not None]
            if state.hand_scores or len(actions) > stop:
                break
            shown.append(seen(state, seat))
            asked.append((state.turn, state.legal_actions() if state.turn == seat else None))
        if state.hand_scores:
            continue
        actions.pop()
        world = game.sample_world(decode(KakkuriView, Node(loads(shown[-1].encode())), game.deck), rng)
        assert isinstance(world, KakkuriState)
        again = game.new(playout.dealer)
        for pack_ in packs_of(world):
            again.deal(pack_)
        for at in range(len(shown)):
            assert seen(again, seat) == shown[at]
            assert (again.turn, again.legal_actions() if again.turn == seat else None) == asked[at]
            if at < len(actions):
                again.play(actions[at])


def fits(view: KakkuriView, hands: list[tuple[int, ...]]) -> bool:
    laid = Counter[int]()
    for move in view.moves:
        if move.did == "laid":
            laid[move.seat] |= move.cards
    for seat, hand in enumerate(hands):
        first = laid[seat] | sum(1 << card for card in hand)
        numbers = sorted(card % 12 for card in hand)
        if first & UTAZU == UTAZU:
            return False
        if view.pairs_only[seat]:
            played = {card % 12 for card in cards(laid[seat])}
            in_pairs = numbers[::2] == numbers[1::2] and len(set(numbers)) == len(numbers) / 2
            if not in_pairs or played & set(numbers):
                return False
    return True


def every_world(view: KakkuriView, unseen: tuple[int, ...]) -> Counter[tuple[int, ...]]:
    """Count the orders of the unseen cards that fit, by the hands and the box that they make."""
    found = Counter[tuple[int, ...]]()
    for order in permutations(unseen):
        at, hands = 0, []
        for seat, size in enumerate(view.hand_sizes):
            hidden = 0 if seat == view.viewer else size
            hands.append(cards(view.hand) if seat == view.viewer else order[at : at + hidden])
            at += hidden
        if fits(view, hands):
            found[(*(sum(1 << card for card in hand) for hand in hands), *order[at:])] += 1
    return found


def late_view(game: Kakkuri, unseen: int, *, sansoku: bool) -> tuple[KakkuriView, tuple[int, ...]]:
    """Return a view in which so few cards are unseen that all deals can be listed."""
    for seed in range(20_000):
        playout = Playout(game, random.Random(seed))
        for _ in playout.steps():
            state = playout.state
            assert isinstance(state, KakkuriState)
            if len(state.box) + sum(state.sizes) > unseen + 3 or not state.seen or state.turn < 0:
                continue
            for seat in range(game.seats):
                hidden = [
                    *state.box,
                    *(c for s in range(game.seats) if s != seat for c in cards(state.hands[s])),
                ]
                others = [s for s in range(game.seats) if s != seat and state.sizes[s]]
                pairs = any(state.in_pairs >> s & 1 for s in others)
                if len(hidden) == unseen and len(others) > 1 and pairs == sansoku:
                    return state.view(seat), tuple(hidden)
    raise AssertionError("no such view among the first games")


@pytest.mark.parametrize(("sansoku", "unseen"), [(False, 5), (True, 7)])
def test_all_worlds_that_fit_are_drawn_equally_often(sansoku: bool, unseen: int) -> None:
    game = kakkuri(players=5, drop_out=False)
    view, hidden = late_view(game, unseen, sansoku=sansoku)
    possible = every_world(view, hidden)
    rng = random.Random(4)
    worlds = game.worlds(view)
    assert isinstance(worlds, KakkuriWorlds)
    drawn = Counter[tuple[int, ...]]()
    each = 60
    for _ in range(each * len(possible)):
        world = worlds.sample(rng)
        drawn[(*world.hands, *world.box)] += 1
    assert set(drawn) == set(possible)
    # chi-squared, 4 standard deviations above its mean
    squares = sum((count - each) ** 2 / each for count in drawn.values())
    freedom = len(possible) - 1
    assert squares < freedom + 4 * (2 * freedom) ** 0.5
    assert worlds.built == 0


def test_a_world_is_built_where_drawing_does_not_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.games.kakkuri.worlds.TRIES", 0)
    rng = random.Random(5)
    for sansoku in (False, True):
        game = kakkuri(players=5)
        view, _ = late_view(game, 9, sansoku=sansoku)
        worlds = game.worlds(view)
        assert isinstance(worlds, KakkuriWorlds)
        for count in range(1, 40):
            world = worlds.sample(rng)
            assert world.view(view.viewer) == view
            assert fits(view, [cards(hand) for hand in world.hands])
            assert worlds.built == count


def test_nobody_is_given_utazu_that_nobody_had() -> None:
    game = kakkuri(swap_phase=False)
    state = game.new()
    state.deal(pack(game, {0: "I1", 1: "C1", 2: "O1"}))
    rng = random.Random(6)
    worlds = game.worlds(state.view(3))
    for _ in range(3000):
        world = worlds.sample(rng)
        assert isinstance(world, KakkuriState)
        assert not any(hand & UTAZU == UTAZU for hand in world.hands)


def test_the_three_of_clubs_is_in_the_box_of_eight() -> None:
    game = kakkuri(players=8)
    playout = Playout(game, random.Random(7))
    for _, happened in zip(range(12), playout.steps(), strict=False):
        if isinstance(happened[0], Dealt | Reshuffled):
            continue
        for seat in (*range(8), None):
            world = game.sample_world(playout.state.view(seat), random.Random(8))
            assert isinstance(world, KakkuriState)
            assert any(card == 2 for card in world.box)
