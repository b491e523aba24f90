"""A reading in a pocket: one secret file, and facts that follow from how far it has been heard."""

import io
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import soundfile

from reader.samples import SAMPLE_RATE
from tests.support.club import PageClient, enter
from tests.support.sound_page import SilentStudio, SoundPage, order
from webapp.access.roles import Role
from webapp.reading import operations, play_on
from webapp.reading import presence as presences
from webapp.reading.log import stream_of
from webapp.reading.play_on import SLIP, Warned, seconds_left
from webapp.reading.presence import ASLEEP, GONE, POCKET, Presence
from webapp.services import Services

QUICK = {
    "cards": "own",
    "own_cards": "3,1,2",
    "order": "as-given",
    "joka": "1",
    "pace": "own",
    "own_pace": "2-0-0.5-2",
}


class PocketPage(SoundPage):
    """The page of a phone in a pocket: winds reels and says how far the sound is."""

    reel: dict[str, Any]
    at = 0

    def wind(self, coding: str = "wav", *, anew: bool = False) -> dict[str, Any]:
        before = {"reel": self.reel["reel"], "sample": self.at} if anew else {}
        body = {"owner": self.name, "coding": coding, **before}
        answer = self.client.script(f"/readings/{self.reading}/pocket", body)
        assert answer.status_code == 200, answer.text
        self.reel = answer.get_json()
        self.at = self.reel["sample"]
        return self.reel

    def hear(self, seconds: float = 0.0) -> dict[str, Any]:
        """Let the sound go on so long, and say so."""
        self.at += round(seconds * SAMPLE_RATE)
        answer = self.client.script(self.reel["hearUrl"], {"owner": self.name, "sample": self.at})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.get_json()
        return found


@pytest.fixture
def pocket(client: PageClient, studio: SilentStudio) -> PocketPage:
    """A phone that has taken the sound of a short reading."""
    page = PocketPage(client, order(client, **QUICK, play_pause="3"))
    page.do("take", owner=page.name, pocket=True)
    page.wind()
    return page


def test_the_position_tells_what_is_read(pocket: PocketPage) -> None:
    assert pocket.hear()["state"]["phase"] == "speaking"
    state = pocket.hear(1.0)["state"]
    assert (state["poem"], state["part"]) == (0, "kami")
    state = pocket.hear(2.5)["state"]
    assert (state["poem"], state["part"]) == (0, "shimo")
    state = pocket.hear(4.5)["state"]
    assert (state["poem"], state["part"], state["phase"]) == (3, None, "play")
    assert [heard["poem"] for heard in state["read"]] == [3]


def test_a_phone_that_slept_catches_up_in_one_word(pocket: PocketPage, services: Services) -> None:
    pocket.hear()
    state = pocket.hear(60)["state"]
    assert state["phase"] == "done"
    assert [heard["poem"] for heard in state["read"]] == [3, 1, 2]
    facts = services.store.load(stream_of(pocket.reading))
    began = [event.payload for event in facts if event.kind == "half_began"]
    halves = [(poem, part) for poem in (0, 3, 1, 2) for part in ("kami", "shimo")]
    assert [tuple(one["half"]) for one in began] == halves
    times = [one["at"] for one in began]
    assert np.allclose(np.diff(times), [2.5, 2.5, 5.0, 2.5, 5.0, 2.5, 5.0], atol=0.05)


def test_the_file_is_the_reading(pocket: PocketPage) -> None:
    url, size = pocket.reel["url"], pocket.reel["size"]
    whole = b""
    while len(whole) < size:
        piece = pocket.client.get(url, headers={"Range": f"bytes={len(whole)}-"})
        assert piece.status_code == 206
        assert piece.headers["Content-Range"].startswith(f"bytes {len(whole)}-")
        assert piece.headers["Content-Range"].endswith(f"/{size}")
        whole += piece.data
    assert pocket.client.get(url).data == whole
    assert pocket.client.get(url, headers={"Range": "bytes=100-199"}).data == whole[100:200]
    assert pocket.client.get(url, headers={"Range": f"bytes={size}-"}).status_code == 416
    with soundfile.SoundFile(io.BytesIO(whole)) as file:
        assert file.copyright == "Tones from a test"
        samples = file.read(dtype="float32")
    # six voices of two seconds, and two more that close the reading
    assert np.count_nonzero(np.abs(samples) > 1e-4) / SAMPLE_RATE == pytest.approx(16, abs=0.1)


def test_the_file_is_for_the_page_with_the_sound_alone(
    app: Any, pocket: PocketPage, phone: PageClient
) -> None:
    url = pocket.reel["url"]
    assert phone.get(url).status_code in (303, 401)
    enter(app, phone, Role.SPECTATOR)
    assert phone.get(url).status_code == 403
    head, _, name = url.rpartition("/")
    assert pocket.client.get(f"{head}/{'0' * 32}.wav").status_code == 404
    assert pocket.client.get(f"{head}/歌.wav").status_code == 404
    assert pocket.client.get(url.replace(".wav", ".mp3")).status_code == 404
    # another page cannot wind one, and when it has taken the sound this file is gone
    other = PocketPage(pocket.client, pocket.reading)
    body = {"owner": other.name, "coding": "mp3"}
    assert other.client.script(f"/readings/{other.reading}/pocket", body).status_code == 422
    pocket.do("leave", owner=pocket.name)
    other.do("take", owner=other.name)
    assert pocket.client.get(url).status_code == 404
    assert name not in pocket.client.get(f"/readings/{pocket.reading}/state").text


def test_a_hold_stands_still_and_goes_on_at_the_sample(pocket: PocketPage) -> None:
    pocket.hear()
    pocket.hear(1.0)
    pocket.do("hold")
    held = pocket.hear()
    assert (held["state"]["phase"], held["void"]) == ("held", False)
    pocket.do("resume")
    on = pocket.hear()
    assert (on["state"]["phase"], on["void"]) == ("speaking", False)
    assert on["low"] <= pocket.at


def test_by_hand_the_sound_waits_at_each_call(pocket: PocketPage) -> None:
    pocket.do("pause", automatic=False, play_pause=3.0)
    pocket.hear()
    pocket.hear(8.0)
    waits = pocket.hear(2.4)
    assert waits["stop"] is not None
    assert waits["stop"] in waits["asks"]
    assert waits["state"]["phase"] == "play"
    pocket.at = waits["stop"]
    pocket.do("next")
    on = pocket.hear()
    assert (on["stop"], on["low"], on["state"]["phase"]) == (None, waits["stop"], "speaking")


@pytest.mark.parametrize("wish", ["back", "skip", "replay"])
def test_what_changes_the_rest_makes_another_file(pocket: PocketPage, wish: str) -> None:
    pocket.hear()
    pocket.hear(9.0)
    pocket.do(wish)
    assert pocket.hear()["void"]
    pocket.wind(anew=True)
    assert not pocket.hear()["void"]
    state = pocket.hear(60)["state"]
    read = [heard["poem"] for heard in state["read"]]
    assert read == {"back": [3, 1, 2], "skip": [3, 2], "replay": [3, 1, 2]}[wish]


def test_another_pause_keeps_the_call_where_it_is(pocket: PocketPage) -> None:
    pocket.hear()
    pocket.hear(1.5)
    pocket.do("pause", automatic=True, play_pause=10.0)
    assert pocket.hear()["void"]
    before = pocket.at
    pocket.wind(anew=True)
    assert pocket.at == before
    assert pocket.hear()["state"]["part"] == "kami"


def test_while_the_phone_sleeps_nothing_is_wished_of_it(
    pocket: PocketPage, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    watched = Presence(lambda: clock[0])
    monkeypatch.setitem(presences._PRESENCES, services.store, watched)
    pocket.hear()
    clock[0] += ASLEEP + 0.1
    other = SoundPage(pocket.client, pocket.reading)
    for wish in ("hold", "skip", "back"):
        assert other.refused(wish)["refused"] == "asleep"
    pocket.hear(1.0)
    other.do("hold")
    # it counts as there for longer than a page that must be heard of
    clock[0] += GONE + 1
    assert other.state()["here"]
    clock[0] += POCKET
    assert not other.state()["here"]


def test_after_a_restart_nobody_takes_the_sound_from_a_phone_that_may_play_on_unless_they_mean_it(
    pocket: PocketPage, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setitem(play_on._WARNED, services.store, Warned(lambda: clock[0]))
    pocket.hear()
    pocket.hear(9.0)
    # the server begins anew, knows of no page, and the phone sleeps
    watched = Presence(lambda: clock[0])
    monkeypatch.setitem(presences._PRESENCES, services.store, watched)
    clock[0] += GONE + 1
    other = SoundPage(pocket.client, pocket.reading)
    assert not other.state()["here"]
    take = {"owner": other.name}
    told = other.refused("take", **take)
    assert told["refused"] == "may_play_on"
    assert "1 minute" in told["message"]
    clock[0] += SLIP / 2
    assert other.refused("take", **take)["refused"] == "may_play_on", "a trembling finger means nothing"
    # the phone wakes: it still has the sound
    pocket.hear(1.0)
    assert other.refused("take", **take)["refused"] == "sound_elsewhere"
    clock[0] += POCKET + 1
    assert other.refused("take", **take)["refused"] == "may_play_on"
    clock[0] += SLIP
    assert other.do("take", **take)["yours"]
    assert (
        pocket.client.script(pocket.reel["hearUrl"], {"owner": pocket.name, "sample": 0}).status_code == 422
    )


def test_a_phone_that_stands_still_or_has_read_to_the_end_of_its_file_keeps_nobody_waiting(
    pocket: PocketPage, services: Services
) -> None:
    pocket.hear()
    pocket.hear(9.0)
    desk = operations.book(services).load(pocket.reading)
    # two poems of 5 s and their pauses of 3 s are left
    assert 12 < seconds_left(desk, desk.told_at) < 25
    assert seconds_left(desk, desk.told_at + 25) == 0
    assert seconds_left(replace(desk, pocket=False), desk.told_at) == 0
    pocket.do("hold")
    assert seconds_left(operations.book(services).load(pocket.reading), desk.told_at) == 0
