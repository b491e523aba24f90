"""The proof page, the record and the log: what they tell, to whom, and when."""

import csv
import hashlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import text

from tests.support.club import PageClient, enter
from tests.support.sound_page import SilentStudio, SoundPage, order
from webapp.access.roles import Role
from webapp.cli import main
from webapp.reading import audit, audit_words, operations
from webapp.services import Services


@pytest.fixture
def finished(client: PageClient, studio: SilentStudio) -> SoundPage:
    """A reading of four cards, with a poem taken back and another left out."""
    reader = SoundPage(client, order(client, cards="own", own_cards="9 5 12 3", dead="1", look_alike="100"))
    reader.start()
    reader.play()
    reader.do("back")
    reader.do("next")
    reader.play()
    reader.do("skip")
    for _ in range(3):
        reader.do("next")
        reader.play()
    reader.do("next")
    assert reader.play()["phase"] == "done"
    return reader


def record_of(client: PageClient, reading: str) -> dict[str, Any]:
    answer = client.get(f"/readings/{reading}/record.json")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="reading-{reading}.json"'
    found: dict[str, Any] = answer.get_json()
    return found


def test_the_downloaded_record_is_verified_by_the_command(
    client: PageClient, finished: SoundPage, tmp_path: Path
) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(client.get(f"/readings/{finished.reading}/record.json").data)
    result = CliRunner().invoke(main, ["reading", "verify", str(file)])
    assert result.exit_code == 0, result.output
    assert "4 read, 1 taken back, 1 left out." in result.output
    document = json.loads(file.read_text(encoding="utf-8"))
    line = b"shuffle 9,5,12,3 dead 1 look-alike 1000 absent  rounds 1 most 0"
    assert hashlib.sha256(bytes.fromhex(document["seed"]) + line).hexdigest() == document["commitment"]
    # the poems of two calls changed places afterwards
    calls = [one for one in document["log"] if one["fact"] == "called" and one["kind"] == "card"]
    calls[-1]["position"], calls[-2]["position"] = calls[-2]["position"], calls[-1]["position"]
    file.write_text(json.dumps(document), encoding="utf-8")
    result = CliRunner().invoke(main, ["reading", "verify", str(file)])
    assert result.exit_code == 1
    assert "out of turn" in result.output


def test_the_page_says_that_it_fits_and_what_people_chose(client: PageClient, finished: SoundPage) -> None:
    page = client.get(f"/readings/{finished.reading}/proof").text
    assert page.count('data-good="true"') == 3
    assert 'data-good="false"' not in page
    assert "1 poem taken back, 1 poem left out" in page
    state = finished.state()
    assert state["commitment"] in page
    assert state["seed"] in page
    assert len(re.findall(r'<span class="kimariji verse"', page)) == 5
    assert page.count("not read") == 1


def test_before_the_end_nothing_tells_what_comes(
    app: Flask, client: PageClient, phone: PageClient, studio: SilentStudio, services: Services
) -> None:
    reader = SoundPage(client, order(client, cards="own", own_cards="9 5 12 3", dead="1"))
    reader.start()
    reader.play(until="deciding")
    cards = operations.book(services).load(reader.reading).state.programme.cards
    for visitor in (client, enter(app, phone, Role.SPECTATOR)):
        found = record_of(visitor, reader.reading)  # type: ignore[arg-type]
        assert not {"seed", "cards"} & set(found)
        told = json.dumps(found["log"])
        assert "halves" not in told
        assert "programme" not in told
        assert {one["poem"] for one in found["log"] if "poem" in one} == {cards[0]}
        page = visitor.get(f"/readings/{reader.reading}/proof").text
        assert "It comes when the reading is over." in page
        assert "order-list" not in page


def test_who_did_it_is_told_to_organisers_alone(
    app: Flask, client: PageClient, phone: PageClient, studio: SilentStudio
) -> None:
    reading = order(client, order="number")
    enter(app, phone, Role.HELPER)
    SoundPage(phone, reading).start()
    device = "Chrome, Android, 192.168.1.23"
    taken = next(one for one in record_of(client, reading)["log"] if one["fact"] == "sound_taken")
    assert (taken["who"], taken["device"]) == ("helper", device)
    ordered = record_of(client, reading)["log"][0]
    assert (ordered["who"], ordered["device"]) == ("organiser", "this machine")
    rows = list(
        csv.DictReader(io.StringIO(client.get(f"/readings/{reading}/log.csv").data.decode("utf-8-sig")))
    )
    assert [row["device"] for row in rows if row["fact"] == "sound_taken"] == [device]
    assert [int(row["seq"]) for row in rows] == list(range(1, len(rows) + 1))
    assert f"<td>{device}</td>" in client.get(f"/readings/{reading}/proof").text
    told = client.get(f"/readings/{reading}/proof", headers={"Accept-Language": "ja"}).text
    assert "<td>このパソコン</td>" in told
    assert "this machine" not in told
    taken = next(one for one in record_of(phone, reading)["log"] if one["fact"] == "sound_taken")
    assert (taken["who"], "device" in taken) == ("helper", False)
    csv_text = phone.get(f"/readings/{reading}/log.csv").data.decode("utf-8-sig")
    assert [row["device"] for row in csv.DictReader(io.StringIO(csv_text)) if row["device"]] == []
    assert '<th scope="col">Device</th>' not in phone.get(f"/readings/{reading}/proof").text


def test_an_order_that_was_changed_in_the_file_is_found_out(
    client: PageClient, finished: SoundPage, services: Services
) -> None:
    def job(transaction: Any) -> None:
        transaction.connection.execute(text("DROP TRIGGER events_no_update"))
        row = transaction.connection.execute(
            text("SELECT payload FROM events WHERE stream_kind = 'reading-sealed' AND kind = 'opened'")
        ).scalar_one()
        payload = json.loads(row)
        payload["programme"]["cards"].reverse()
        transaction.connection.execute(
            text("UPDATE events SET payload = :new WHERE stream_kind = 'reading-sealed' AND kind = 'opened'"),
            {"new": json.dumps(payload)},
        )

    services.database.write(job)
    operations.book(services)._kept.clear()
    page = client.get(f"/readings/{finished.reading}/proof").text
    assert "The order does not come of the number." in page
    assert 'data-good="false"' in page


def test_every_kind_of_fact_has_words(
    app: Flask, client: PageClient, finished: SoundPage, services: Services
) -> None:
    with app.test_request_context():
        for name in audit_words._KINDS:
            entry = audit.Entry(1, "", name, None, "server", "", {})
            assert audit_words.tell(entry) not in ("", name)
        desk = operations.book(services).load(finished.reading)
        found = audit.entries(services, desk, names=True)
        assert all(one.fact in audit_words._KINDS for one in found)
        assert "poem" in " ".join(map(audit_words.tell, found))


def test_a_cell_never_becomes_a_formula() -> None:
    entry = audit.Entry(1, "=1+1", "held", None, "helper", "@evil", {"message": "x"})
    (_, row) = csv.reader(io.StringIO(audit.to_csv((entry,)).decode("utf-8-sig")))
    assert row[1] == "'=1+1"
    assert row[5] == "'@evil"


def test_a_reading_that_nobody_knows_is_404(client: PageClient) -> None:
    for page in ("proof", "record.json", "log.csv"):
        assert client.get(f"/readings/nothing/{page}").status_code == 404
