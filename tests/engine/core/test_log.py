import json

import pytest

from engine.bots.uniform import random_hand
from engine.core.document import DocumentError
from engine.core.log import Log, read
from engine.core.packs import seed_of
from engine.games import make

LOG = random_hand(make("napoleon", {"players": 4}), seed_of(3), dealer=2)


def changed(**header: object) -> bytes:
    first, *rest = LOG.lines().splitlines()
    return "\n".join([json.dumps({**json.loads(first), **header}), *rest]).encode()


def test_a_log_is_read_with_its_header() -> None:
    again = read(LOG.lines().encode(), make)
    assert again == LOG
    assert (again.dealer, again.commitment) == (2, seed_of(3).commitment())
    assert read(changed(commitment=None), make).commitment is None


def test_a_feed_hides_what_its_seat_does_not_see() -> None:
    feed = LOG.feed(1)
    assert "?" in feed.lines()
    assert feed.fold().view(1) == LOG.fold().view(1)
    assert Log(LOG.game, 2, LOG.events).record() == LOG.record()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is not JSON"),
        (changed(format="naniwazu-game-log/2"), 'header.format: "naniwazu-game-log/1" is wanted here'),
        (changed(game="bridge"), "header: there is no game 'bridge'"),
        (changed(options={"players": 9}), "header: 9 is none of its values"),
        (changed(rules=99), "header.rules: this log was played by rules 99 of napoleon"),
        (changed(dealer=4), "header.dealer: a seat from 0 to 3 is wanted here"),
        (changed() + b'\n{"type":"sold"}', f"events[{len(LOG.events)}].type:"),
    ],
)
def test_faults_are_refused_with_their_place(data: bytes, message: str) -> None:
    with pytest.raises(DocumentError) as refused:
        read(data, make)
    assert str(refused.value).startswith(message)
