"""A pack that goes while it reads, or loses a part of itself: no page fails, and another voice can go on."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from reader.packs.importing import import_pack
from reader.packs.shelf import Shelf
from tests.support.club import PageClient, services_of
from tests.support.packs import both, write_pack
from tests.support.sound_page import SoundPage, order
from webapp.reading import operations

PAGES = [
    "",
    "/state",
    "/pocket",
    "/remote",
    "/captions",
    "/captions.json",
    "/screen",
    "/proof",
    "/log.csv",
    "/record.json",
]
PACK = [
    "/voices/",
    "/voices/mai",
    "/voices/mai/record",
    "/voices/mai/export.zip",
    "/voices/mai/clips/001-kami.json",
    "/voices/mai/sound/001-kami.flac",
    "/voices/mai/sound/001-kami.wav",
]


def without_sounds(pack: Path) -> None:
    """Take the sound files away."""
    for file in pack.glob("*.flac"):
        file.unlink()


def cut_short(pack: Path) -> None:
    """Leave of every sound file the beginning."""
    for file in pack.glob("*.flac"):
        file.write_bytes(file.read_bytes()[:100])


DAMAGE: dict[str, Callable[[Path], object]] = {
    "removed": shutil.rmtree,
    "no document": lambda pack: (pack / "pack.json").unlink(),
    "no JSON": lambda pack: (pack / "pack.json").write_text("{"),
    "no clips": lambda pack: (pack / "pack.json").write_text('{"format": "naniwazu-pack/1", "clips": {}}'),
    "no sounds": without_sounds,
    "sounds cut short": cut_short,
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    write_pack(folder / "source", both(1, 17))
    import_pack(folder / "source", Shelf(folder / "voices"), "Mai")
    return folder / "voices" / "mai"


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_no_page_fails_when_a_pack_is_damaged_under_a_reading(
    app: Flask,
    client: PageClient,
    made: Path,
    damage: Callable[[Path], object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(operations, "GUARD", 0.0)
    pack = services_of(app).config.voices_folder / "mai"
    shutil.copytree(made, pack)
    reader = SoundPage(
        client,
        order(
            client, cards="own", own_cards="1,17", joka="0", voice="pack:mai", own_pace="2-0-1-2", pace="own"
        ),
    )
    damage(pack)
    reader.start()
    call = reader.state()["call"]
    clip = call["segments"][0]["clip"]
    assert all(reader.clip(f"{clip}.{kind}").status_code < 500 for kind in ("flac", "wav", "json"))
    for address in [f"/readings/{reader.reading}{page}" for page in PAGES] + PACK:
        assert client.get(address).status_code < 500, address
    for wish, body in (("marks", {"on": 5000}), ("cut", {"at": 100_000}), ("remove", {})):
        assert client.script(f"/voices/mai/clips/001-kami/{wish}", body).status_code < 500, wish
    wound = client.script(f"/readings/{reader.reading}/pocket", {"owner": reader.name, "coding": "wav"})
    if wound.status_code == 200:
        reel = wound.get_json()
        # the file may be unavailable, but never promised and then not sent
        sent = client.get(reel["url"])
        assert sent.status_code in (200, 503)
        assert sent.status_code == 503 or len(sent.data) == reel["size"]
        assert client.script(reel["hearUrl"], {"owner": reader.name, "sample": 0}).status_code == 200
    else:
        assert wound.status_code == 422
    assert reader.do("failed", owner=reader.name, call=call["number"], message="no sound")["phase"] == "held"
    assert reader.do("voice", voice="mei")["voice"] == "mei"
    reader.do("resume")
    assert reader.do("next")["phase"] == "speaking"
