"""The pages of voices without a browser: what comes in, what is kept, what is refused."""

import io
import shutil
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from flask import Flask

from reader.packs.importing import import_pack
from reader.packs.shelf import Shelf
from reader.pattern import Half
from reader.verse import Verse
from reader.voices.known import Voices
from tests.support.club import PageClient, client_at, enter, services_of
from tests.support.fake_voice import FakeVoice
from tests.support.packs import Way, both, encoded, said, write_pack
from webapp.access.roles import Role
from webapp.reading.operations import SERVER, announce
from webapp.reading.settings import Settings
from webapp.reading.studio import Studio
from webapp.reading.studio import use as use_studio
from webapp.voices import auditions as trying
from webapp.voices.auditions import Auditions
from webapp.voices.uploads import uploads

KAMI = "017-kami"
PATIENCE = 30.0


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a pack of poems 1 and 17, to copy."""
    folder = tmp_path_factory.mktemp("made")
    write_pack(folder / "source", both(1, 17))
    import_pack(folder / "source", Shelf(folder / "voices"), "Mai", credit="A test")
    return folder


@pytest.fixture
def shelf(app: Flask, made: Path) -> Shelf:
    folder = services_of(app).config.voices_folder
    folder.mkdir()
    shutil.copytree(made / "voices" / "mai", folder / "mai")
    return Shelf(folder)


def take(client: PageClient, half: str, content: bytes, *, keep: bool = False, name: str = "mai") -> Any:
    headers = {"X-CSRFToken": client.token(), "Accept": "application/json"}
    address = f"/voices/{name}/takes/{half}" + ("?keep=1" if keep else "")
    return client.post(address, data=content, content_type="audio/wav", headers=headers)


def wav(half: Half, gain: float = 1.0) -> bytes:
    clip = said(half)
    quiet = np.zeros(12_000, np.float32)
    sound = np.concatenate([quiet, clip.samples * gain, quiet])
    return encoded(
        sound + 1e-4 * np.random.default_rng(1).standard_normal(len(sound)).astype(np.float32), Way("wav")
    )


def test_the_list_and_the_page_show_what_is_there(client: PageClient, shelf: Shelf) -> None:
    page = client.get("/voices/").text
    assert "4 of 202 halves" in page
    assert "A test" in page
    page = client.get("/voices/mai").text
    assert page.count('data-state="good"') == 4 + 1  # and the legend
    assert page.count('data-state="bad"') == 198 + 1
    assert client.get("/voices/nobody").status_code == 404


def test_a_damaged_pack_is_listed_with_what_is_wrong(client: PageClient, shelf: Shelf) -> None:
    (shelf.folder / "mai" / "pack.json").write_bytes(b"{")
    assert "no JSON" in client.get("/voices/").text
    assert client.get("/voices/mai").headers["Location"] == "/voices/"
    answer = client.get(f"/voices/mai/clips/{KAMI}.json", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.get_json()["refused"]) == (422, "pack")
    assert client.get("/readings/new").status_code == 200


def test_marks_are_set_kept_and_refused_out_of_order(client: PageClient, shelf: Shelf) -> None:
    before = client.get(f"/voices/mai/clips/{KAMI}.json").get_json()["marks"]
    wanted = {"on": before["on"] - 48, "kimariji": before["on"] + 20_000}
    answer = client.script(f"/voices/mai/clips/{KAMI}/marks", wanted)
    assert answer.status_code == 200
    assert answer.get_json()["byHand"] == ["kimariji", "on"]
    assert shelf.open("mai").clips[Half(17, "kami")].on == before["on"] - 48
    assert client.script(f"/voices/mai/clips/{KAMI}/marks", {"on": before["off"]}).status_code == 422
    assert client.script(f"/voices/mai/clips/{KAMI}/marks", {"kimariji": None}).get_json()["byHand"] == ["on"]
    decided = {"decision": before["on"] + 9_000}
    assert client.script(f"/voices/mai/clips/{KAMI}/marks", decided).get_json()["byHand"] == [
        "decision",
        "on",
    ]
    assert client.script(f"/voices/mai/clips/{KAMI}/marks", {"decision": 1}).status_code == 422
    assert client.script(f"/voices/mai/clips/{KAMI}/marks", {"decision": None}).get_json()["byHand"] == ["on"]
    assert client.script("/voices/mai/clips/003-kami/marks", {"on": 1}).status_code == 404
    assert client.script("/voices/mai/clips/x/marks", {"on": 1}).status_code == 404
    assert client.script(f"/voices/mai/clips/{KAMI}/marks", {"on": -1}).status_code == 422


def test_sounds_are_given_as_flac_and_wav(client: PageClient, shelf: Shelf) -> None:
    flac, wave = (client.get(f"/voices/mai/sound/{KAMI}.{kind}") for kind in ("flac", "wav"))
    assert flac.data[:4] == b"fLaC"
    assert wave.data[:4] == b"RIFF"
    for wrong in (f"{KAMI}.mp3", "003-kami.flac", KAMI, "x.flac"):
        assert client.get(f"/voices/mai/sound/{wrong}").status_code == 404


def test_a_take_is_judged_first_and_kept_when_wanted(client: PageClient, shelf: Shelf) -> None:
    good = take(client, "002-kami", wav(Half(2, "kami"))).get_json()
    assert good["state"] == "good"
    assert 1.9 < good["voice"] < 2.1
    assert Half(2, "kami") not in shelf.open("mai").clips
    assert take(client, "002-kami", wav(Half(2, "kami")), keep=True).get_json()["state"] == "good"
    assert Half(2, "kami") in shelf.open("mai").clips
    loud = take(client, "002-kami", wav(Half(2, "kami"), gain=9.0)).get_json()
    assert (loud["state"], loud["notes"]) == ("doubtful", "too loud: clipped")
    knock = np.zeros(48_000, np.float32)
    knock[24_000:26_400] = 0.5
    for nothing in (b"", b"RIFF nonsense", wav(Half(2, "kami"), gain=0.0), encoded(knock, Way("wav"))):
        answer = take(client, "003-kami", nothing, keep=True).get_json()
        assert answer["state"] == "bad"
    assert Half(3, "kami") not in shelf.open("mai").clips
    assert take(client, "002-kami", b"x", name="nobody").status_code == 404


def test_a_whole_poem_is_cut_where_a_person_points(client: PageClient, shelf: Shelf, tmp_path: Path) -> None:
    pause = np.zeros(24_000, np.float32)
    upper, lower = said(Half(5, "kami")).samples, said(Half(5, "shimo")).samples
    (tmp_path / "whole").mkdir()
    soundfile.write(
        tmp_path / "whole" / "5.flac", np.concatenate([pause, upper, pause, lower, pause]), 48_000
    )
    found, _ = import_pack(tmp_path / "whole", shelf, "Whole")
    border = 24_000 + len(upper) + 12_000
    assert client.script("/voices/whole/clips/005-kami/cut", {"at": 100}).status_code == 422
    answer = client.script("/voices/whole/clips/005-kami/cut", {"at": border}).get_json()
    assert answer["byHand"] == ["off", "on"]
    clips = found.fresh().clips
    first, second = clips[Half(5, "kami")], clips[Half(5, "shimo")]
    assert first.file == second.file
    assert abs(first.off - (border - 12_000 - 480)) < 48 * 25
    assert abs(second.on - (border + 12_000 + 240)) < 48 * 15


def test_a_half_is_taken_out_and_a_pack_described_exported_and_removed(
    client: PageClient, shelf: Shelf
) -> None:
    assert client.script(f"/voices/mai/clips/{KAMI}/remove", {}).get_json()["there"] is False
    client.form("/voices/mai/describe", credit="Mai Yamada", licence="Club only")
    assert shelf.open("mai").document.credit == "Mai Yamada"
    zipped = client.get("/voices/mai/export.zip")
    names = zipfile.ZipFile(io.BytesIO(zipped.data)).namelist()
    assert "mai/mai_001_1.flac" in names
    assert "mai/mai_017_1.flac" not in names
    assert client.form("/voices/mai/remove").status_code == 303
    assert shelf.names() == ()


def test_a_pack_is_not_removed_under_a_reading(app: Flask, client: PageClient, shelf: Shelf) -> None:
    known = services_of(app)
    voices = Voices(shelf.folder)
    use_studio(known, Studio(known.config.folder / "clips", voices))
    announce(known, Settings(cards="1,17", joka=0, voice="pack:mai"), SERVER)
    page = client.get(client.form("/voices/mai/remove").headers["Location"]).text
    assert "End it first." in page
    assert shelf.names() == ("mai",)


def test_a_reading_that_a_pack_cannot_read_is_not_begun(client: PageClient, shelf: Shelf) -> None:
    answer = client.form("/readings/", cards="own", own_cards="1,2,17", joka="0", voice="pack:mai")
    assert answer.status_code == 503
    assert "no recording of 2" in answer.text
    assert "pack:mai+mei" in client.get("/readings/new").text


def test_an_empty_pack_is_begun_by_a_name(client: PageClient, shelf: Shelf) -> None:
    answer = client.form("/voices/new", title="花子", credit="Hanako")
    assert answer.headers["Location"].endswith("/record")
    assert client.get(answer.headers["Location"]).status_code == 200
    again = client.form("/voices/new", title="花子")
    assert again.status_code == 422
    assert "already" in again.text
    assert client.form("/voices/new", title="../..").status_code == 422
    assert "花子" not in client.get("/readings/new").text, "it reads nothing yet"


def send_zip(client: PageClient, content: bytes, title: str = "New one") -> Any:
    data = {"csrf_token": client.token(), "title": title, "file": (io.BytesIO(content), "pack.zip")}
    return client.post("/voices/uploads", data=data, content_type="multipart/form-data")


def test_a_file_of_any_content_comes_through_the_form(client: PageClient, shelf: Shelf) -> None:
    """Line ends at the edge of a piece look like the end of a field and are held back."""
    for content in (b"\r\n--" * 40_000, b"\r" * 200_000, bytes(range(256)) * 1_000):
        assert send_zip(client, content, "").status_code == 422


def followed(client: PageClient, answer: Any) -> Any:
    address = answer.get_json()["progressUrl"]
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = client.get(address).get_json()
        if found["url"] or found["fault"]:
            return found
        time.sleep(0.02)
    raise AssertionError("the pack was never done")


def test_a_zip_is_taken_in_or_told_why_not(app: Flask, client: PageClient, shelf: Shelf, made: Path) -> None:
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        for file in (made / "source").iterdir():
            archive.write(file, file.name)
    found = followed(client, send_zip(client, zipped.getvalue()))
    assert found["url"] == "/voices/new-one", "every file gave something"
    assert len(shelf.open("new-one").clips) == 4
    found = followed(client, send_zip(client, b"PK\x03\x04 nonsense", "Other"))
    assert "no zip that can be read" in found["fault"]
    assert str(shelf.folder) not in found["fault"]
    assert send_zip(client, b"x", "mai").status_code == 422
    assert send_zip(client, b"x", "").status_code == 422
    data = {"csrf_token": client.token(), "title": "x"}
    assert client.post("/voices/uploads", data=data, content_type="multipart/form-data").status_code == 422
    uploads(services_of(app)).close()
    assert not list(shelf.folder.glob(".*")), "nothing is left over"


def test_files_that_gave_nothing_are_named_with_their_cure(
    client: PageClient, shelf: Shelf, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone's M4A, a name without a poem, and a file that is broken, among recordings that are taken in."""
    monkeypatch.setattr("reader.packs.importing.available", lambda: False)
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        for file in (made / "source").iterdir():
            archive.write(file, file.name)
        for name in ("mai_003_1.m4a", "hello.wav", "mai_100_1.flac"):
            archive.writestr(name, b"nothing")
    found = followed(client, send_zip(client, zipped.getvalue()))
    address, _, taken = found["url"].partition("?")
    assert address == "/voices/new-one"
    page = client.get(found["url"]).get_data(as_text=True)
    for part in ("pip install naniwazu[m4a]", "mai_003_1.m4a", "hello.wav", "mai_100_1.flac"):
        assert part in page
    assert "mai_003_1.m4a" not in client.get(address).get_data(as_text=True)
    assert "mai_003_1.m4a" not in client.get(f"/voices/mai?{taken}").get_data(as_text=True)


@pytest.fixture
def slow(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Auditions whose voice says when it begins, and waits to be let go on."""
    begun, go_on = threading.Event(), threading.Event()

    class Renderer:
        def __init__(self, cache: Any, voice: FakeVoice) -> None:
            self.cache, self.voice = cache, voice

        def prepare(self, verse: Verse) -> None:
            begun.set()
            assert go_on.wait(PATIENCE)
            self.cache.clip(self.voice, verse)

        def close(self) -> None:
            go_on.set()

    monkeypatch.setattr(trying, "Renderer", Renderer)
    known = services_of(app)
    trying.use(known, Auditions(known.config.folder / "previews", Voices(makers={"fake": FakeVoice})))
    yield begun, go_on
    go_on.set()


def test_of_two_previews_at_once_the_second_is_told_to_wait(
    app: Flask, client: PageClient, slow: tuple[threading.Event, threading.Event]
) -> None:
    begun, go_on = slow
    answers: list[Any] = []
    first = threading.Thread(
        target=lambda: answers.append(client.script("/voices/previews", {"voice": "fake"}))
    )
    first.start()
    assert begun.wait(PATIENCE)
    answer = client_at(app, "127.0.0.1", client.host).script("/voices/previews", {"voice": "fake"})
    assert answer.status_code == 409
    assert answer.get_json()["refused"] == "busy"
    go_on.set()
    first.join(PATIENCE)
    made = answers[0].get_json()
    assert made["credit"] == "Tones from a test"
    assert client.get(made["url"] + ".flac").data[:4] == b"fLaC"
    assert not (services_of(app).config.folder / "clips").exists(), "readings' clips are kept apart"
    assert client.get("/voices/previews/x.flac").status_code == 404
    assert client.script("/voices/previews", {"voice": "nobody"}).status_code == 422


def test_a_helper_listens_and_changes_nothing(app: Flask, phone: PageClient, shelf: Shelf) -> None:
    enter(app, phone, Role.HELPER)
    page = phone.get("/voices/mai").text
    assert 'id="set-kimariji"' not in page
    assert phone.get("/voices/mai/record").status_code == 403
