"""Who wins a trick, and what a led card asks for: docs/rules/napoleon.md §6 and §7.

Everything that the options and the trump suit decide is worked out once into tables: strength by (trick with or without
powers, trump, led suit), requests by (trump, led card). Playing looks them up.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.core.bits import mask_of
from engine.core.hands import NONE, ONE
from engine.decks.french import JOKER, NO_SUIT, SUIT_MASKS, card, same_colour
from engine.games.mechanics.tricks import Duty
from engine.games.napoleon.actions import CARDS
from engine.games.napoleon.options import NapoleonOptions

SPADE_ACE: Final = card("SA")
HEART_QUEEN: Final = card("HQ")
SPADE_THREE: Final = card("S3")
JACK: Final = 9
DUEL: Final = 1 << SPADE_ACE | 1 << HEART_QUEEN
JOKER_BIT: Final = 1 << JOKER
TWOS: Final = tuple(1 << 13 * suit for suit in range(4))
POINTS: Final = mask_of(13 * suit + rank for suit in range(4) for rank in range(8, 13))
"""A K Q J T of each suit."""

# strengths; within trumps and the led suit the card's rank 0-12 is added
_MIGHTY, _JOKER_2, _TRUMP_JACK, _MATE_JACK, _JOKER_4 = 90, 80, 70, 60, 50
SAME_TWO: Final = 40
"""Above every trump, below every special."""
_TRUMP, _WEAK_JOKER, _LED = 20, 19, 1


@dataclass(frozen=True, slots=True)
class Tables:
    """What the options make of the cards.

    `power[1 or 0][trump][led]` are strengths by card, with or without powers, `led` NO_SUIT for a led joker;
    `duty[trump][card]` is what a led card asks for; `no_first_lead` what may not be led to the first trick;
    without a card of `turning[card]` the strongest card wins the trick that this card leads.
    """

    power: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
    duty: tuple[tuple[Duty, ...], ...]
    no_first_lead: bytes
    turning: tuple[int, ...]


@cache
def tables(options: NapoleonOptions) -> Tables:
    """Return the tables of these options."""
    suits = range(5)
    return Tables(
        power=tuple(
            tuple(tuple(_power(options, trump, led, powers=powers) for led in suits) for trump in suits)
            for powers in (False, True)
        ),
        duty=tuple(tuple(_duty(options, trump, led) for led in range(CARDS)) for trump in suits),
        turning=tuple(_turning(options, led) for led in range(CARDS)),
        no_first_lead=NONE if options.joker_may_lead_first else ONE[JOKER],
    )


def _power(options: NapoleonOptions, trump: int, led: int, *, powers: bool) -> tuple[int, ...]:
    power = [0] * CARDS
    for number in range(JOKER):
        suit, rank = divmod(number, 13)
        if powers and suit == trump:
            power[number] = _TRUMP + rank
        elif suit == led:
            power[number] = _LED + rank
    if led == NO_SUIT:
        strong = _JOKER_2 if options.joker_rank == 2 else _JOKER_4
        power[JOKER] = strong if not powers or options.joker == "strong" else _WEAK_JOKER
    if powers:
        power[SPADE_ACE] = _MIGHTY
        if trump != NO_SUIT:
            power[13 * trump + JACK] = _TRUMP_JACK
            power[13 * same_colour(trump) + JACK] = _MATE_JACK
    return tuple(power)


def _duty(options: NapoleonOptions, trump: int, led: int) -> Duty:
    if led == JOKER:
        trumps = SUIT_MASKS[trump]
        return Duty(trumps) if options.joker == "strong" else Duty(trumps, POINTS)
    suit = SUIT_MASKS[led // 13]
    if options.joker is None:
        return Duty(suit)
    if led == SPADE_THREE and options.joker_hunter:
        return Duty(JOKER_BIT, suit)
    return Duty(suit, 0, JOKER_BIT)


def _turning(options: NapoleonOptions, led: int) -> int:
    duel = 1 << HEART_QUEEN if options.yoromeki else 0  # there is no duel without her
    return duel if led == JOKER or not options.same_two_from else duel | TWOS[led // 13]


def turned_winner(
    options: NapoleonOptions, cards: list[int], mask: int, trick: int, best_power: int
) -> int | None:
    """Return the card that a full trick goes to against its strengths, if any: heart queen or a same-two.

    `mask` are the cards as a set, `trick` counts from 1, `best_power` is the greatest strength among them.
    """
    powers = trick >= 2 or options.first_trick_trumps
    if options.yoromeki and powers and mask & DUEL == DUEL:
        return HEART_QUEEN
    if best_power >= SAME_TWO or cards[0] == JOKER or not 0 < options.same_two_from <= trick:
        return None
    if options.same_two_joker == "ignores":
        mask &= ~JOKER_BIT
    suit = cards[0] // 13
    if mask & TWOS[suit] and not mask & ~SUIT_MASKS[suit]:
        return 13 * suit
    return None


def winner(options: NapoleonOptions, cards: list[int], trump: int, trick: int) -> int:
    """Return the index of the card that wins a full trick, in the order of play."""
    powers = trick >= 2 or options.first_trick_trumps
    led = cards[0] // 13
    power = tables(options).power[powers][trump][led]
    best = max(range(len(cards)), key=lambda at: power[cards[at]])
    turned = turned_winner(options, cards, mask_of(cards), trick, power[cards[best]])
    return best if turned is None else cards.index(turned)
