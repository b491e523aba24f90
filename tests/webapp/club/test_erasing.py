"""Forgetting a person: no name is left in any file, and everybody else's results stay."""

import io
import json
import zipfile
from pathlib import Path

from flask import Flask

from tests.support.club import PageClient
from tests.support.match_table import A_CARDS, B_CARDS, Play
from webapp import results
from webapp.club import members, merging
from webapp.club.importing import drafts
from webapp.club.members import Person
from webapp.config import Config
from webapp.matches import opening
from webapp.matches.opening import Dealt, Seat
from webapp.matches.tables import stream_of
from webapp.services import Services

SECRET = ("絶対秘密", "ぜったいひみつ", "旧姓秘密", "秘密会", "目印秘密")


def club(services: Services) -> tuple[int, int, str]:
    """Somebody with every kind of trace, a rival, and the code of their match."""
    name, kana, former, group, note = SECRET
    person = members.add(services, Person(former, kana, group, "B", 3, note=note))
    members.change(services, person, Person(name, kana, group, "B", 3, note=note))
    rival = members.add(services, Person("業平"))
    code = opening.open_match(services, (Seat(name, person), Seat("業平", rival)), Dealt((A_CARDS, B_CARDS)))
    Play(services, code).do({"type": "forfeit", "player": "B", "how": "concession"})
    drafts.start(services, "名簿.csv", f"氏名,かな\n{name},{kana}\n".encode())
    return person, rival, code


def files(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


def test_no_byte_of_a_name_is_left(client: PageClient, services: Services, config: Config) -> None:
    person, rival, code = club(services)
    merging.merge(services, members.add(services, Person("絶対秘密 二")), person)
    assert any(word.encode() in files(config.folder) for word in SECRET)
    assert client.form(f"/club/members/{person}/forget", sure="yes").status_code == 303
    assert [word for word in SECRET if word.encode() in files(config.folder)] == []
    services.store.verify(stream_of(code))
    assert results.of_member(services, rival)[0].names == ("a former member", "業平")
    assert drafts.drafts(services) == ()


def test_pages_say_a_former_member(client: PageClient, services: Services) -> None:
    person, rival, code = club(services)
    assert SECRET[0] in client.get(f"/matches/{code}").text
    client.form(f"/club/members/{person}/forget", sure="yes")
    for url in (
        f"/matches/{code}",
        f"/club/members/{rival}",
        f"/club/members/{person}",
        "/club/results",
        "/",
    ):
        page = client.get(url).text
        assert "a former member" in page, url
        assert not any(word in page for word in SECRET), url
    assert client.get(f"/club/members/{person}/edit").status_code == 404
    assert client.get(f"/matches/{code}.json").get_json()["players"] == {"B": {"name": "業平"}}
    assert [one.member.name for one in members.everybody(services)] == ["業平"]


def test_nobody_is_forgotten_by_one_press(client: PageClient, services: Services) -> None:
    person, _, _ = club(services)
    page = client.get(f"/club/members/{person}/forget").text
    assert "Forget 絶対秘密?" in page
    assert client.form(f"/club/members/{person}/forget").status_code == 422
    assert members.one(services, person).name == SECRET[0]


def test_a_name_that_was_only_typed_is_pointed_at(client: PageClient, services: Services) -> None:
    person = members.add(services, Person("小町"))
    opening.open_match(services, (Seat("小町"), Seat("業平")), Dealt((A_CARDS, B_CARDS)))
    assert "In 1 match this name was typed by hand" in client.get(f"/club/members/{person}/forget").text


def test_no_event_names_anybody(services: Services) -> None:
    _, _, code = club(services)
    stored = json.dumps([one.public() for one in services.store.load(stream_of(code))], ensure_ascii=False)
    assert not any(name in stored for name in (*SECRET, "業平"))


def test_all_data_of_a_person_is_handed_out(client: PageClient, services: Services) -> None:
    person, _, code = club(services)
    answer = client.get(f"/club/members/{person}/data.zip")
    with zipfile.ZipFile(io.BytesIO(answer.data)) as packed:
        whole = json.loads(packed.read("person.json"))
        tables = {name for name in packed.namelist() if name.endswith(".csv")}
        assert packed.read("person.csv").startswith(b"\xef\xbb\xbf")
    assert {"person.csv", "facts.csv", "matches.csv"} <= tables
    assert whole["format"] == "naniwazu-person/1"
    assert whole["person"][0]["name"] == SECRET[0]
    assert {"kind": "former_name", "value": SECRET[2]}.items() <= whole["facts"][-1].items()
    assert (whole["matches"][0]["match"], whole["matches"][0]["won"]) == (code, True)


def test_a_backup_made_before_is_named(client: PageClient, app: Flask, services: Services) -> None:
    person, _, _ = club(services)
    client.form(f"/club/members/{person}/forget", sure="yes")
    assert "Copies that were saved before still have the name" in client.get("/club/").text
