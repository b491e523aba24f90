"""Players, option grids and logged playouts for the laws that every game must keep."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from engine.core.events import Event
from engine.core.game import Game, State
from engine.core.log import Log
from engine.core.options import OptionError, OptionValue, Values
from engine.games import ENTRIES, load, make
from poems.chance import shuffled
from tests.support.rigged import RIGS

Chooser = Callable[[State[Any], Sequence[int], random.Random], int]


def uniform(state: State[Any], legal: Sequence[int], rng: random.Random) -> int:
    return legal[rng.randrange(len(legal))]


def meek(state: State[Any], legal: Sequence[int], rng: random.Random) -> int:
    """Take the first action mostly: passes, low cards."""
    return legal[0] if rng.random() < 0.95 else uniform(state, legal, rng)


def bold(state: State[Any], legal: Sequence[int], rng: random.Random) -> int:
    """Take a late action often: high bids, declarations."""
    return legal[-1 - rng.randrange(min(len(legal), 3))] if rng.random() < 0.5 else uniform(state, legal, rng)


LONG = 5
LARGE = 8
CHOOSERS: tuple[Chooser, ...] = (uniform, meek, bold)

SHORT: dict[str, dict[str, OptionValue]] = {
    "judan": {"rounds": 2},
    "kakeya": {"stones": 2},
    "kan": {"rounds": 2},
    "kyo_kabu": {"rounds": 2},
    "mekuri": {"rounds": 2},
    "mighty": {"hands": 2},
    "mutsu_ichi": {"rounds": 2},
    "oicho_kabu": {"rounds": 2},
    "shirinma": {"rounds": 2, "max_bid": 1},
    "yomi": {"rounds": 2},
}
"""What keeps a session short where an option does not say otherwise; the usual options are tried as they are."""


def grid(game: str, extra: int = 12) -> Iterator[Game[Any]]:
    """Yield the game with its defaults, with every other value of every option, and with `extra` mixtures."""
    values = load(game).options_type.values()
    short = SHORT.get(game, {})
    choices = {name: samples(value, 1 if short else 2) for name, value in values.items()}
    yield make(game)
    usual = make(game, short).options.all()
    for name, listed in choices.items():
        for value in listed:
            if value != usual[name]:
                with suppress(OptionError):  # values that do not go together
                    yield make(game, {**short, name: value})
    rng = random.Random(game)
    for _ in range(extra):
        with suppress(OptionError):
            yield make(game, {**{name: rng.choice(listed) for name, listed in choices.items()}, **short})


def samples(values: Values, numbers_of_a_range: int) -> list[OptionValue]:
    """Return every listed value (of a long list of numbers the least and the greatest), and some numbers of a range."""
    if values.low is None:
        numbers = [one for one in values.listed if type(one) is int]
        return [min(numbers), max(numbers)] if len(numbers) > LONG else list(values.listed)
    return [*values.listed, *range(values.low, values.low + numbers_of_a_range)]


GAMES = tuple(ENTRIES)
MIXTURES = dict.fromkeys(("hachinin_meri", "napoleon", "kakkuri", "ao_kammuri", "bozu_mekuri"), 12)
"""Of how many mixtures of options the laws are asked, where more than a few mix: 2 for the other games."""


def mixtures(game: str) -> int:
    return MIXTURES.get(game, 2)


GRID = list(dict.fromkeys(game for name in GAMES for game in grid(name, mixtures(name))))


def viewers(game: Game[Any]) -> list[int | None]:
    """Return seats to look from, and a spectator: all of a small table, three of a large one."""
    seats = range(game.seats)
    return [*(seats if len(seats) <= LARGE else (0, len(seats) // 2, len(seats) - 1)), None]


def name_of(game: Game[Any]) -> str:
    changed = game.options.changed().items()
    return "-".join([game.id, *(f"{name}={value}" for name, value in changed)])


@dataclass
class Playout:
    """A session being played at random, with its log."""

    game: Game[Any]
    rng: random.Random
    choose: Chooser = uniform
    dealer: int = 0
    state: State[Any] = field(init=False)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = self.game.new(self.dealer)

    def step(self) -> tuple[Event, ...]:
        """Deal or play once; return what happened, nothing when the session is over."""
        wanted = self.state.wants()
        if wanted is not None:
            happened = self.state.deal(self.shuffle(wanted))
        elif self.state.to_act() is not None:
            legal = self.state.legal_actions()
            happened = self.state.play(self.choose(self.state, legal, self.rng))
        else:
            return ()
        self.events.extend(happened)
        return happened

    def shuffle(self, wanted: Sequence[int]) -> tuple[int, ...]:
        """Return the cards in a random order; in some games, now and then one that makes rare things happen."""
        pack = shuffled(wanted, self.rng)
        rig = RIGS.get(self.game.id)
        if rig is None or len(pack) < len(self.game.pack) or self.rng.random() < 0.7:
            return pack
        return rig(pack, self.game.seats, self.rng)

    def steps(self, hands: int = 1) -> Iterator[tuple[Event, ...]]:
        """Step until so many hands are over, or the session is."""
        while len(self.state.hand_scores) < hands and (happened := self.step()):
            yield happened

    def log(self) -> Log:
        return Log(self.game, self.dealer, tuple(self.events))


OPEN_HANDS = ("bozu_mekuri", "ginko", "ginkoya", "kyo_kabu", "mutsu_ichi", "oicho_kabu", "shirinma")
"""Games in which nobody holds cards that others may not see, or whose places begin with no hands."""

FEW_WORLDS = ("mutsu_ichi",)
"""Games that hide so little that a banker knows all; their own tests see that it varies."""


def secret_hands(state: State[Any], viewer: int | None) -> list[int]:
    """Return the seats that hold cards which the viewer cannot see."""
    if state.game.id in OPEN_HANDS:
        return []
    return [seat for seat, hand in enumerate(state.places()[: state.game.seats]) if hand and seat != viewer]


def finished(game: Game[Any], seed: int, hands: int = 1, choose: Chooser = uniform) -> Playout:
    """Return a playout of so many hands."""
    playout = Playout(game, random.Random(seed), choose, seed % game.seats)
    for _ in playout.steps(hands):
        pass
    return playout
