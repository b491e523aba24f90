import pytest

from engine.core.deck import HIDDEN, Deck, NotationError
from engine.decks.french import french
from engine.decks.kabufuda import daini40, ichiroku48, irinokichi48, kabu40
from engine.decks.mekuri import mekuri48
from engine.decks.names import LANGUAGES, card_name
from engine.decks.patterns import PATTERNS
from engine.decks.unsun import unsun
from engine.decks.yomifuda import yomifuda

DECKS = {
    "french": (french(), 53, "S2", "JK"),
    "french52": (french(joker=False), 52, "S2", "CA"),
    "unsun": (unsun(), 75, "P1", "GX"),
    "mekuri": (mekuri48(), 48, "P1", "O12"),
    "yomifuda": (yomifuda(), 100, "#1", "#100"),
    "kabu": (kabu40(), 40, "1", "10"),
    "irinokichi": (irinokichi48(1), 49, "1", "E1"),
    "daini": (daini40(oni=True, jizo=True), 42, "1", "E2"),
    "ichiroku": (ichiroku48(), 48, "1", "6"),
}
EVERY = {name: deck for name, (deck, *_) in DECKS.items()} | {
    f"pattern {pattern.id}": pattern.deck for pattern in PATTERNS.values()
}


@pytest.mark.parametrize("name", DECKS)
def test_packs_are_complete_and_in_order(name: str) -> None:
    deck, size, first, last = DECKS[name]
    codes = deck.codes(deck.mask)
    assert (len(deck), codes[0], codes[-1]) == (size, first, last)
    assert list(deck.numbers) == sorted(set(deck.numbers))
    assert deck.mask.bit_count() == size


@pytest.mark.parametrize("name", EVERY)
def test_codes_read_back(name: str) -> None:
    deck = EVERY[name]
    assert deck.numbers_of(card.code for card in deck.cards) == deck.numbers
    assert deck.code(HIDDEN) == "?"


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_and_cards_of_other_codes_have_other_names(name: str, language: str) -> None:
    deck: Deck = EVERY[name]
    names = {card.code: card_name(card, language) for card in deck.cards}
    assert all(names.values())
    own = [shown for code, shown in names.items() if not code.startswith("E")]
    assert len(set(own)) == len(own)


def test_names_by_hand() -> None:
    def of(deck: Deck, code: str) -> list[str]:
        card = next(card for card in deck.cards if card.code == code)
        return [card_name(card, language) for language in LANGUAGES]

    assert of(french(), "SA") == ["ace of spades", "スペードのエース", "туз пик"]
    assert of(unsun(), "CX") == ["Sun of cups", "コツのスン", "сун чаш"]
    assert of(unsun(), "PR") == [
        "tenka, the dragon of clubs",
        "天下（パオのロバイ）",
        "тэнка, дракон дубинок",
    ]
    assert of(mekuri48(), "I12") == ["king of swords", "赤のキリ", "король мечей"]
    assert of(kabu40(), "4*") == ["special 4 of clubs", "青の役札四", "особая четвёрка дубинок"]
    assert of(yomifuda(), "#10")[1] == "10 蝉丸"


def test_alike_cards_are_told_apart_by_their_place() -> None:
    deck = kabu40()
    assert deck.numbers_of(["1", "1", "1*", "1"]) == (0, 1, 3, 2)
    with pytest.raises(NotationError, match="1 comes 4 times"):
        deck.numbers_of(["1"] * 4)


def test_unknown_codes_are_refused_with_examples_and_their_place() -> None:
    with pytest.raises(
        NotationError, match="'XX' is no card here: cards are written as S2, D2 or JK"
    ) as refused:
        french().numbers_of(["SA", "XX"])
    assert refused.value.index == 1
    with pytest.raises(NotationError, match="SA comes twice"):
        french().numbers_of(["SA", "SA"])


def test_the_regional_packs() -> None:
    assert len(PATTERNS) == 19
    sizes = {pattern.id: len(pattern.deck) for pattern in PATTERNS.values()}
    assert sizes["komatsu"] == 49
    assert sizes["sakuragawa"] == 48
    assert sizes["kojishi"] == 52
    assert (sizes["kinseizan"], sizes["hosonokichi"], sizes["kudoyama"]) == (49, 48, 49)
    assert sum(card.code.endswith("*") for card in PATTERNS["kudoyama"].deck.cards) == 12
    for pattern in PATTERNS.values():
        for language in LANGUAGES:
            assert pattern.name(language)
            assert pattern.history(language)
