"""What the card to be taken prints."""

import pytest

from poems.anthology import POEMS, torifuda
from poems.poem import Poem

EVERY = pytest.mark.parametrize("one", POEMS, ids=lambda one: str(one.number))
KANA = set("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑを")
VOICED = dict(
    zip("がぎぐげござじずぜぞだぢづでどばびぶべぼ", "かきくけこさしすせそたちつてとはひふへほ", strict=True)
)


@EVERY
def test_card_is_the_lower_half_without_dakuten(one: Poem) -> None:
    card = torifuda(one.number)
    assert card.with_dakuten == "".join(one.kana_historical[Poem.shimo])
    assert card.text == "".join(VOICED.get(kana, kana) for kana in card.with_dakuten)
    assert set(card.text) <= KANA


@EVERY
def test_columns_of_five_five_and_the_rest(one: Poem) -> None:
    columns = torifuda(one.number).columns
    assert "".join(columns) == torifuda(one.number).text
    assert [len(column) for column in columns[:2]] == [5, 5]
    assert 4 <= len(columns[2]) <= 6


def test_long_third_columns() -> None:
    long = {one.number for one in POEMS if len(torifuda(one.number).columns[2]) > 4}
    assert len(long) == 12
    assert torifuda(21).columns == ("ありあけの", "つきをまち", "いてつるかな")


def test_no_two_cards_alike() -> None:
    assert len({torifuda(one.number).text for one in POEMS}) == 100


@EVERY
def test_lower_half_kimariji_is_the_shortest_opening_of_its_own(one: Poem) -> None:
    card = torifuda(one.number).text
    others = [torifuda(other.number).text for other in POEMS if other is not one]
    length = next(n for n in range(1, 20) if not any(other.startswith(card[:n]) for other in others))
    assert one.shimo_kimariji == card[:length]
