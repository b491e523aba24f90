from dataclasses import dataclass

import pytest

from engine.core.codec import decode, decode_event, dumps, encode, encode_event, kinds
from engine.core.deck import HIDDEN
from engine.core.document import DocumentError, Node, loads
from engine.core.events import NOBODY, Dealt, Event, HandScored, Passed, Played
from engine.decks.french import card, french
from engine.games.mechanics.tricks import Trick


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """An event that says all by its name."""


DECK = french()
KINDS = kinds((Dealt, Passed, Played, HandScored, Turned))

EVENTS: list[tuple[Event, str]] = [
    (Dealt(2, (card("SA"), HIDDEN, card("JK"))), '{"type":"dealt","dealer":2,"pack":["SA","?","JK"]}'),
    (Passed(NOBODY), '{"type":"passed","seat":null}'),
    (Played(0, HIDDEN), '{"type":"played","seat":0,"card":"?"}'),
    (Turned(), '{"type":"turned"}'),
    (HandScored((2, -1, -1)), '{"type":"hand_scored","scores":[2,-1,-1]}'),
]


@pytest.mark.parametrize(("event", "text"), EVENTS)
def test_events_are_written_and_read_back(event: Event, text: str) -> None:
    assert dumps(encode_event(event, DECK)) == text
    assert decode_event(Node(loads(text.encode())), KINDS, DECK) == event


FAULTS = [
    (
        '{"type":"sold","seat":0}',
        'type: "dealt", "passed", "played", "hand_scored" or "turned" is wanted here, not "sold"',
    ),
    ('{"seat":0}', "type: is missing"),
    ('{"type":"played","seat":0}', "card: is missing"),
    ('{"type":"played","seat":0,"card":"SX"}', "card: 'SX' is no card here"),
    ('{"type":"played","seat":0,"card":7}', "card: a text is wanted here"),
    ('{"type":"played","seat":-1,"card":"SA"}', "seat: a seat from 0 to 99 is wanted here"),
    ('{"type":"played","seat":0,"card":"SA","joker":true}', "joker: is unknown here"),
    ('{"type":"dealt","dealer":0,"pack":["SA",0]}', "pack[1]: a text is wanted here"),
    ('{"type":"hand_scored","scores":[true]}', "scores[0]: a whole number"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_faults_name_their_place(text: str, message: str) -> None:
    with pytest.raises(DocumentError) as refused:
        decode_event(Node(loads(text.encode())), KINDS, DECK)
    assert str(refused.value).startswith(message)


@dataclass(frozen=True)
class Everything:
    pair: tuple[int, bool]
    tricks: tuple[Trick, ...]
    word: str | None


def test_pairs_named_tuples_and_nothing() -> None:
    whole = Everything((3, True), (Trick(0, 1, (card("S2"), HIDDEN)),), None)
    told = encode(whole, DECK)
    assert told == {
        "pair": [3, True],
        "tricks": [{"leader": 0, "winner": 1, "cards": ["S2", "?"]}],
        "word": None,
    }
    assert decode(Everything, Node(told), DECK) == whole
    with pytest.raises(DocumentError, match="pair: a list of 2 is wanted here"):
        decode(Everything, Node({**told, "pair": [3]}), DECK)


def test_a_type_without_a_form_in_json_is_an_error() -> None:
    @dataclass(frozen=True)
    class Odd:
        when: complex

    with pytest.raises(TypeError, match="has no form in JSON"):
        encode(Odd(1j), DECK)
