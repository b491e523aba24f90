"""The packs of one suit: four (or eight) cards alike of each number, some of them printed specially.

Codes are the numbers, so they repeat; a card's own number (its bit) tells cards apart. The special prints are written
with a star, such as `1*`.
"""

from functools import cache

from engine.core.deck import Card, Deck


@cache
def kabu40() -> Deck:
    """Return the kabufuda: 1 to 10 of clubs, four each, with special prints of the 1 and the 4."""
    return _one_suit("kabufuda", range(1, 11), 4, ("1*", "4*"), ())


@cache
def irinokichi48(extra: int = 0) -> Deck:
    """Return the irinokichi: 1 to 12 of clubs, four each, with so many onifuda."""
    return _one_suit("irinokichi", range(1, 13), 4, ("1*", "4*"), ("onifuda",) * extra)


@cache
def daini40(*, oni: bool = False, jizo: bool = False) -> Deck:
    """Return the daini: 1 to 10 of coins, four each, with or without an onifuda and a jizō."""
    extra = ("red_onifuda",) * oni + ("jizo",) * jizo
    return _one_suit("daini", range(1, 11), 4, ("1*", "3*", "4*"), extra)


@cache
def kudoyama48() -> Deck:
    """Return the kudoyama: 1 to 12 of coins, four each, one of every number printed specially, and a red onifuda."""
    special = tuple(f"{face}*" for face in range(1, 13))
    return _one_suit("kudoyama", range(1, 13), 4, special, ("red_onifuda",))


@cache
def ichiroku48() -> Deck:
    """Return the mame-ichiroku or harifuda: 1 to 6, eight each."""
    return _one_suit("ichiroku", range(1, 7), 8, (), ())


def _one_suit(id_: str, faces: range, copies: int, special: tuple[str, ...], extra: tuple[str, ...]) -> Deck:
    codes = []
    for face in faces:
        starred = f"{face}*"
        last = [starred] if starred in special else []
        codes += [str(face)] * (copies - len(last)) + last
    cards = [Card(at, code, (f"{id_}.{code}",)) for at, code in enumerate(codes)]
    extras = [Card(len(cards) + at, f"E{at + 1}", (f"extra.{kind}",)) for at, kind in enumerate(extra)]
    return Deck(id_, (*cards, *extras))
