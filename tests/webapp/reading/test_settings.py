"""What may be chosen for a reading, and the programme that comes of it."""

import datetime as dt
import itertools
import json
import re

import pytest
from flask import Flask

from poems.anthology import POEMS
from poems.cards import mask
from poems.chance import Seed
from reader.order import Order
from reader.pace import Pace
from reader.yomite import open_reading
from tests.support.club import PageClient
from tests.support.sound_page import SilentStudio, SoundPage, order
from webapp.db.store import NewEvent, StoredEvent, Stream
from webapp.reading import words
from webapp.reading.forms import NewReading, Wrong, faults
from webapp.reading.log import Ordered, read, write
from webapp.reading.settings import Settings, card_list, programme_of

SEED = Seed.numbered(7)


def test_one_button_is_a_competition() -> None:
    programme = programme_of(NewReading().settings(), SEED)
    assert sorted(programme.cards) == list(range(1, 101))
    assert programme.cards != tuple(range(1, 101))
    assert (str(programme.pattern), str(programme.pace), programme.joka) == ("competition", "5-3-1-6", 2)


def test_a_typed_list_keeps_its_order() -> None:
    settings = Settings(cards="9, 5、12 ３-4", order=Order.AS_GIVEN)
    assert programme_of(settings, SEED).cards == (9, 5, 12, 3, 4)


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("all", range(1, 101)),
        ("third-a", [poem.number for poem in POEMS if poem.first_kana in "あいうさしすせな"]),
        ("う むすめ"[:1], [65, 74]),
        ("ちは ふ", [17, 22]),
        ("21..23", [21, 22, 23]),
        ("5-7", [5, 6, 7]),
    ],
)
def test_sets_openings_and_numbers_name_cards(typed: str, cards: object) -> None:
    assert mask(card_list(typed)) == mask(cards)


def test_dead_cards_come_from_outside() -> None:
    programme = programme_of(Settings(cards="third-b", dead=10), SEED)
    inside = card_list("third-b")
    assert len(programme.cards) == 43
    assert len(set(programme.cards) - set(inside)) == 10


@pytest.mark.parametrize("typed", ["１２", "12", " 12 ", "1２"])
def test_numbers_are_read_as_people_type_them(typed: str) -> None:
    chosen = NewReading.model_validate_strings({"cards": "third-a", "dead": typed, "play_pause": typed})
    assert (chosen.dead, chosen.play_pause) == (12, 12.0)


@pytest.mark.parametrize("typed", ["8.5", "８.５", "８．５", " 8,5 ", "08.50"])
def test_seconds_may_have_a_fraction(typed: str) -> None:
    assert NewReading.model_validate_strings({"play_pause": typed}).play_pause == 8.5


@pytest.mark.parametrize("typed", ["①", "十二", "-3", "", "1 2", "1e3", "nan", "９" * 30, "0x10", "8.", ".5"])
def test_other_numbers_are_told_with_an_example(client: PageClient, studio: SilentStudio, typed: str) -> None:
    answer = client.form("/readings/", dead=typed, play_pause=typed)
    assert answer.status_code == 422
    assert "Write a whole number from 0 to 99, such as 10." in answer.text
    assert "Write a number of seconds from 0 to 600, such as 8." in answer.text


@pytest.mark.parametrize("kind", ["application/json", "text/plain"])
def test_what_is_no_form_orders_no_reading(client: PageClient, studio: SilentStudio, kind: str) -> None:
    headers = {"X-CSRFToken": client.token(), "Content-Type": kind}
    assert client.post("/readings/", data=b'{"x', headers=headers).status_code == 415
    assert "/readings/" not in client.get("/readings/").text.partition("<main")[2].replace(
        "/readings/new", ""
    )


def stored(number: int, event: NewEvent, *without: str) -> StoredEvent:
    """Return an event as the database gives it back, without keys that it did not have at its time."""
    payload = json.loads(
        json.dumps(event.payload),
        object_pairs_hook=lambda pairs: {key: value for key, value in pairs if key not in without},
    )
    return StoredEvent(Stream("reading", "x"), number, event.kind, payload, "", dt.datetime.now(dt.UTC), "")


GRID = list(itertools.product(Order, (0, 1, 2), ("7", "7,9", "all")))


@pytest.mark.parametrize(("order", "joka", "cards"), GRID)
def test_every_order_goes_with_every_opener_and_size(order: Order, joka: int, cards: str) -> None:
    programme = programme_of(Settings(cards=cards, order=order, joka=joka), SEED)
    first = programme.pattern.call(None, programme.cards[0], opener=programme.opener)
    assert (0 in {half.poem for half in first}) == (joka > 0)
    assert [half.part for half in first if half.poem == 0] == ["kami", *["shimo"] * joka][
        : 1 + joka if joka else 0
    ]


@pytest.mark.parametrize(
    ("fields", "halves"),
    [
        ({}, "kss"),
        ({"joka": "1"}, "ks"),
        ({"joka": "0"}, ""),
        ({"joka": "0", "own_joka_upper": "2"}, ""),
        *(
            ({"joka": "own", "own_joka_upper": str(upper), "own_joka": str(lower)}, "k" * upper + "s" * lower)
            for upper in range(3)
            for lower in range(3)
        ),
    ],
)
def test_both_halves_of_the_opener_can_be_chosen(
    client: PageClient, studio: SilentStudio, fields: dict[str, str], halves: str
) -> None:
    reader = SoundPage(client, order(client, **fields))
    view = reader.start()
    told = [(one["poem"], one["part"][0]) for one in view["call"]["segments"]]
    assert "".join(part for poem, part in told if poem == 0) == halves
    assert view["opener"] is bool(halves)


def test_each_silence_of_the_form_is_heard_and_an_empty_field_is_the_usual_one(
    client: PageClient, studio: SilentStudio
) -> None:
    fields = {"half_gap": "０,5", "poem_gap": "2", "lead": "3.5", "tail": ""}
    reader = SoundPage(client, order(client, joka="1", **fields))
    halves = reader.start()["call"]["segments"]
    starts = [one["voice_start"] / 48_000 for one in halves]
    ends = [0.0, *(one["voice_end"] / 48_000 for one in halves)]
    assert [b - a for a, b in zip(ends[:-1], starts, strict=True)] == pytest.approx([3.5, 0.5, 2])


def test_a_link_may_carry_the_opener_and_the_silences(client: PageClient) -> None:
    page = client.get("/readings/new?joka=own&own_joka_upper=2&own_joka=0&half_gap=0.5&tail=4").text
    assert re.search('value="own" checked', page.partition("Opener")[2])
    assert re.search(r'id="own_joka_upper".*?<option value="2" selected', page)
    assert re.search(r'id="own_joka".*?<option value="0" selected', page)
    assert re.search('id="half_gap"[^>]* value="0.5"', page)
    assert re.search('id="tail"[^>]* value="4"', page)


@pytest.mark.parametrize("name", ["half_gap", "poem_gap", "lead", "tail"])
@pytest.mark.parametrize("typed", ["60.5", "-1", "long", "nan"])
def test_a_silence_that_no_reading_has_is_marked(
    client: PageClient, studio: SilentStudio, name: str, typed: str
) -> None:
    page = client.form("/readings/", **{name: typed})
    assert page.status_code == 422
    assert f'id="{name}-error"' in page.text
    assert "Write a number of seconds from 0 to 60, such as 1.5, or nothing." in page.text


def test_a_reading_that_was_ordered_before_there_were_silences_is_still_read() -> None:
    """Its log has neither the silences nor the opener's upper half."""
    settings = Settings(cards="17,3", joka=1)
    opened = open_reading(programme_of(settings, SEED), 1.0)
    shown, sealed = [], []
    for number, entry in enumerate((Ordered(settings, SEED.hex), opened), 1):
        written = write(entry)
        assert written.sealed is not None
        shown.append(stored(number, written.shown, "joka_upper", "half_gap", "poem_gap", "lead", "tail"))
        sealed.append(stored(number, written.sealed, "joka_upper", "gaps"))
    assert read(shown, sealed) == (Ordered(settings, SEED.hex), opened)


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({}, ()),
        ({"cards": "own", "own_cards": "1,5,10-20"}, ()),
        ({"cards": "own", "own_cards": ""}, ("own_cards",)),
        ({"cards": "own", "own_cards": "101"}, ("own_cards",)),
        ({"cards": "own", "own_cards": "1,1"}, ("own_cards",)),
        ({"cards": "own", "own_cards": "nonsense"}, ("own_cards",)),
        ({"cards": "nothing-of-the-kind"}, ("cards",)),
        ({"pace": "own", "own_pace": "5-3-1"}, ("own_pace",)),
        ({"pace": "own", "own_pace": "4.5-3-1-5.25"}, ()),
        ({"pace": "0-0-0-0"}, ("pace",)),
        ({"pattern": "own", "own_pattern": "NEXT1 CUR2"}, ("own_pattern",)),
        ({"pattern": "own", "own_pattern": "CUR1 CUR2 NEXT1"}, ()),
        ({"cards": "third-a", "dead": 67}, ("dead",)),
        ({"cards": "all", "dead": 1}, ("dead",)),
        ({"cards": "own", "own_cards": "x", "pace": "x"}, ("own_cards", "pace")),
        # what hangs together is judged beside what is not understood, as far as it can be
        ({"pace": "x", "cards": "third-a", "dead": 67}, ("pace", "dead")),
        ({"cards": "own", "own_cards": "x", "dead": 67, "wording": "x"}, ("own_cards", "wording")),
        ({"cards": "third-a", "dead": 67, "wording": "x"}, ("dead", "wording")),
        ({"cards": "third-a", "absent": "third-a", "dead": 67}, ("absent", "dead")),
        ({"cards": "third-a", "nuki": True, "laid": "third-b", "dead": 67}, ("laid", "dead")),
    ],
)
def test_each_fault_is_found_at_its_field(fields: dict[str, object], wrong: tuple[str, ...]) -> None:
    assert tuple(faults(NewReading.model_validate(fields))) == wrong


def test_every_fault_of_a_form_is_marked_at_once(client: PageClient) -> None:
    """Fields that cannot be read, texts that mean nothing, what does not go together, and a voice that is gone."""
    typed = {
        "cards": "third-a",
        "rounds": "many",
        "most": "-",
        "absent": "んん",
        "dead": "67",
        "pace": "own",
        "own_pace": "fast",
        "wording": "x",
        "voice": "pack:gone",
    }
    page = client.form("/readings/", **typed)
    assert page.status_code == 422
    marked = set(re.findall(r'id="(\w+)-error"', page.text))
    assert marked >= {"rounds", "most", "absent", "dead", "own_pace", "wording", "voice"}
    for name in ("rounds", "most", "absent", "dead", "own_pace"):
        assert f'value="{typed[name]}"' in page.text, f"{name} is lost"
    told = client.get("/readings/preview.json", query_string=typed).get_json()["faults"]
    assert set(told) == {"rounds", "most", "absent", "dead", "own_pace", "wording"}


@pytest.mark.parametrize("unread", ["own_cards", "dead"])
def test_nothing_is_called_wrong_that_cannot_be_judged(client: PageClient, unread: str) -> None:
    typed = {"cards": "own", "own_cards": "1-50", "dead": "40", unread: "x" * 2000}
    told = client.get("/readings/preview.json", query_string=typed).get_json()["faults"]
    assert set(told) == {unread}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"cards": "own", "own_cards": ""}, "There is no card in this set."),
        ({"cards": "own", "own_cards": "1 & 2"}, "There is no card in this set."),
        ({"cards": "own", "own_cards": "101"}, "Write numbers from 1 to 100"),
        (
            {"pace": "own", "own_pace": "1-0-0-1"},
            "each half 2 to 30, its hold at most 15, the gap at most 60",
        ),
    ],
)
def test_what_is_said_of_a_field_is_the_cure_for_it(
    client: PageClient, fields: dict[str, str], said: str
) -> None:
    """Cards that were understood are not called misunderstood, and a pace out of bounds is told its bounds."""
    page = client.form("/readings/", **fields)
    assert page.status_code == 422
    assert said in page.text


def test_the_bounds_of_a_pace_that_the_page_tells_are_the_paces_own(client: PageClient) -> None:
    told = re.search(
        r"each half (\d+) to (\d+), its hold at most (\d+), the gap at most (\d+)",
        client.form("/readings/", pace="own", own_pace="5-3").text,
    )
    assert told is not None
    least, most, hold, gap = map(int, told.groups())
    for lengths in ((least, hold, gap, most), (most, 0, 0, least)):
        Pace.parse("-".join(map(str, lengths)))
    beyond = ((least - 1, 3, 1, 6), (5, 3, 1, most + 1), (5, hold + 1, 1, 6), (5, 3, gap + 1, 6))
    for lengths in (*beyond, (most + 1, 3, 1, 6), (5, 3, 1, least - 1)):
        with pytest.raises(ValueError, match="it may be"):
            Pace.parse("-".join(map(str, lengths)))


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("1,5,200", "200"),
        ("1 5 5", "5"),
        ("3,20-10", "20-10"),
        ("あさ blue んん", "blue"),
        ("あさ & んん", "んん"),
        ("length-2 ???-", "???-"),
        ("あさ (む", ""),
        ("x" * 90, "x" * 20 + "…"),
    ],
)
def test_the_piece_of_a_text_that_is_not_understood_is_named(
    client: PageClient, typed: str, part: str
) -> None:
    assert faults(NewReading.model_validate({"cards": "own", "own_cards": typed})) == {
        "own_cards": Wrong(part)
    }
    page = client.form("/readings/", cards="own", own_cards=typed)
    assert page.status_code == 422
    assert (f"Not understood: “{part}”." in page.text) == bool(part)


def test_a_set_by_tens_is_named_by_its_numbers(client: PageClient) -> None:
    page = client.get("/readings/new").text
    assert "Numbers 1 to 9, and 100 (10 cards)" in page
    for first in range(10, 100, 10):
        assert f"Numbers {first} to {first + 9} (10 cards)" in page


UNUSUAL: tuple[tuple[Settings, tuple[str, ...]], ...] = (
    (Settings(), ()),
    (Settings(joka_upper=1, wording="ajka"), ()),
    (Settings(joka=0), ("no opener",)),
    (Settings(joka=1), ("opener: upper half once, lower half once",)),
    (Settings(joka=0, joka_upper=2), ("opener: upper half twice, lower half not at all",)),
    (Settings(wording="kokin_kanajo"), ("今は春べと",)),
    (
        Settings(half_gap=0.5, poem_gap=2.0, lead=0.0, tail=1.0),
        (
            "0.5 s between the halves of a poem",
            "2 s between two poems",
            "0 s before the first sound",
            "1 s after the last sound",
        ),
    ),
)


def test_the_summary_says_what_is_unlike_a_competition(app: Flask) -> None:
    with app.test_request_context():
        usual = words.summary(Settings(), 100)
        assert [words.summary(settings, 100)[len(usual) :] for settings, _said in UNUSUAL] == [
            said for _settings, said in UNUSUAL
        ]


def test_the_page_of_a_reading_says_what_is_unlike_a_competition(client: PageClient) -> None:
    at = client.form("/readings/", joka="own", own_joka_upper="2", own_joka="1", half_gap="1.5").headers[
        "Location"
    ]
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", client.get(at).text, re.DOTALL)
    assert heading is not None
    assert "opener: upper half twice, lower half once, 1.5 s between the halves of a poem" in heading[1]
