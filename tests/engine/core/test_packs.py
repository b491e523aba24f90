import pytest

from engine.core.document import DocumentError
from engine.core.packs import RecordedPacks, SeededPacks, seed_of
from engine.core.record import Record
from engine.decks.french import french

DECK = french(joker=False)
CODES = DECK.codes(DECK.mask)


def packs(**given: object) -> RecordedPacks:
    return RecordedPacks(Record("napoleon", **given), DECK)  # type: ignore[arg-type]


def test_deck_then_decks_then_rng_then_nothing() -> None:
    source = packs(deck=CODES, decks=(CODES[::-1],), rng=7)
    assert source.shuffle(DECK.numbers) == DECK.numbers
    assert source.shuffle(DECK.numbers) == DECK.numbers[::-1]
    drawn = source.shuffle(DECK.numbers)
    assert drawn is not None
    assert sorted(drawn) == list(DECK.numbers) != list(drawn)
    assert drawn == SeededPacks(seed_of(7)).shuffle(DECK.numbers)
    assert packs(decks=(CODES,)).shuffle(DECK.numbers) == DECK.numbers
    empty = packs(deck=CODES)
    empty.shuffle(DECK.numbers)
    assert empty.shuffle(DECK.numbers) is None


def test_a_pack_of_other_cards_is_refused_with_its_place() -> None:
    six = DECK.numbers[:6]
    with pytest.raises(DocumentError, match=r"^decks\[0\]\[6\]: S8 is none of the 6 cards to be dealt$"):
        packs(decks=(CODES,)).shuffle(six)
    with pytest.raises(DocumentError, match=r"^deck: 5 cards, not 6: without S7$"):
        packs(deck=CODES[:5]).shuffle(six)
    with pytest.raises(
        DocumentError, match=r"^deck: 0 cards, not 52: without S2, S3, S4, S5, S6 and 47 more$"
    ):
        packs(deck=()).shuffle(DECK.numbers)


def test_every_order_of_a_small_pack_is_equally_likely() -> None:
    source, counts = SeededPacks(seed_of(1)), {}
    for _ in range(12_000):
        order = source.shuffle((0, 1, 2))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert all(1850 < count < 2150 for count in counts.values())
