"""Kimari-ji: the kana at which a poem can no longer be any other (`docs/rules/karuta.md §8`).

Three lengths are told apart. The *full* kimari-ji is the shortest opening that no other of the 100 poems
shares. The *current* one is the shortest that no other poem still to be read shares; dead cards count,
since their poems are still in the box. The *safe prefix* of a layout is the shortest opening at which every
poem that can still come has its card in the same territory, so that the hand may go early without a foul.

Poems are compared by sound, in the spelling of `Poem.kimariji_key`. `read` is always the mask of the poems
already read, `1 << n` for poem n.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from poems.anthology import POEMS
from poems.cards import ALL_CARDS, numbers


@dataclass(frozen=True, slots=True)
class Change:
    """The kimari-ji of `card` was `before` and is `after`, because the poem `because` has been read."""

    card: int
    before: str
    after: str
    because: int


@dataclass(frozen=True, slots=True)
class Shortening:
    """Why `card` is known at `current` and not at `full`: all cards of the mask `because` have been read."""

    card: int
    full: str
    current: str
    because: int


def full(card: int) -> str:
    """Return the kimari-ji in a full deck."""
    return _ladder(card)[-1][0]


def current(card: int, read: int) -> str:
    """Return the shortest opening of `card`, one kana at least, that no other poem still to be read shares."""
    ladder = _ladder(card)
    for prefix, others in ladder:
        if not others & ~read:
            return prefix
    raise AssertionError(ladder)


def current_all(read: int) -> dict[int, str]:
    """Return the current kimari-ji of every poem still to be read, by ascending number."""
    return {card: current(card, read) for card in numbers(ALL_CARDS & ~read)}


def changes(read: int, now_read: int) -> tuple[Change, ...]:
    """Return what the reading of poem `now_read`, after `read`, changes for the poems still to be read."""
    after = read | 1 << now_read
    # only cards that share its first kana can hear the difference
    touched = _ladder(now_read)[0][1] & ~after
    pairs = ((card, current(card, read), current(card, after)) for card in numbers(touched))
    return tuple(Change(card, was, now, now_read) for card, was, now in pairs if was != now)


def history(order: Iterable[int]) -> tuple[Change, ...]:
    """Return every change of a reading, in the order in which they came about."""
    out: list[Change] = []
    read = 0
    for card in order:
        out += changes(read, card)
        read |= 1 << card
    return tuple(out)


def why(card: int, read: int) -> Shortening | None:
    """Return which poems had to be read for the present kimari-ji; None while it is the full one."""
    now = current(card, read)
    if now == full(card):
        return None
    return Shortening(card, full(card), now, _ladder(card)[len(now) - 1][1])


def friends(card: int, read: int = 0) -> int:
    """Return the mask of the tomofuda: poems still to be read that only the last kana tells apart from `card`.

    A card of one kana has none.
    """
    now = current(card, read)
    return _ladder(card)[len(now) - 2][1] & ~read if len(now) > 1 else 0


def safe_prefix(card: int, read: int, territory: int) -> str:
    """Return the shortest opening at which every poem that can still come lies in the territory of `card`.

    `territory` is the mask of the cards on the side that holds `card`. A dead card whose poem is still to
    be read lies in neither and so blocks. Raises ValueError when `territory` does not hold `card`.
    """
    if not territory >> card & 1:
        raise ValueError(f"card {card} does not lie in this territory, so no touch there is safe")
    safe = territory | read
    for prefix, others in _ladder(card):
        if not others & ~safe:
            return prefix
    raise AssertionError(territory)


def starting_with(prefix: str) -> int:
    """Return the mask of the poems that begin with this hiragana, by sound; all of them for no kana."""
    return _STARTING.get(prefix, 0)


def _ladder(card: int) -> tuple[tuple[str, int], ...]:
    if not 1 <= card <= 100:
        raise ValueError(f"{card} is no card: cards are numbered 1 to 100")
    return _LADDERS[card]


def _starting() -> dict[str, int]:
    """Return the trie of openings as a flat map: prefix to the mask of the poems that have it."""
    trie: dict[str, int] = {}
    for poem in POEMS:
        for length in range(len(poem.kimariji_key) + 1):
            prefix = poem.kimariji_key[:length]
            trie[prefix] = trie.get(prefix, 0) | 1 << poem.number
    return trie


def _climb(number: int, key: str) -> tuple[tuple[str, int], ...]:
    """Return the openings of a poem, from one kana to the full kimari-ji, each with the others that share it."""
    steps: list[tuple[str, int]] = []
    for length in range(1, len(key) + 1):
        prefix = key[:length]
        steps.append((prefix, _STARTING[prefix] & ~(1 << number)))
        if not steps[-1][1]:
            break
    return tuple(steps)


_STARTING = _starting()
_LADDERS = ((), *(_climb(poem.number, poem.kimariji_key) for poem in POEMS))
