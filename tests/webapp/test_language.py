"""Which language a page is in: the chosen one, else the browser's, else English."""

import json
import re

import pytest
from flask import Flask

from tests.support.club import PageClient
from webapp.i18n import strings_island

NAMES = {"ja": "日本語", "en": "English", "ru": "Русский"}
TITLES = {"ja": "会場に入る", "en": "Enter the hall", "ru": "Вход в зал"}


def language_of(page: str) -> str:
    found = re.search(r'<html lang="(\w+)"', page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("ja", "ja"),
        ("ru-RU,ru;q=0.9,en;q=0.8", "ru"),
        ("en-GB", "en"),
        ("fr,de;q=0.9", "en"),
        ("fr,ja;q=0.2", "ja"),
        ("", "en"),
        ("*", "ja"),
        ("x" * 500, "en"),
    ],
)
def test_the_browsers_language_is_followed(client: PageClient, accepted: str, language: str) -> None:
    page = client.get("/join", headers={"Accept-Language": accepted}).text
    assert language_of(page) == language
    assert TITLES[language] in page


@pytest.mark.parametrize("language", NAMES)
def test_a_choice_is_remembered_and_wins(client: PageClient, language: str) -> None:
    answer = client.form("/language", language=language, back="/join?next=/hall")
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/join?next=/hall"
    page = client.get("/join", headers={"Accept-Language": "fr"}).text
    assert language_of(page) == language
    assert TITLES[language] in page


def test_every_page_offers_each_language_by_its_own_name(client: PageClient) -> None:
    page = client.get("/join", headers={"Accept-Language": "ru"}).text
    for code, name in NAMES.items():
        assert re.search(rf'<button[^>]*value="{code}" lang="{code}"[^>]*>{name}</button>', page)


@pytest.mark.parametrize("language", ["", "xx", "JA", "ja-JP", "../../etc", "ja\0"])
def test_another_language_is_refused(client: PageClient, language: str) -> None:
    assert client.form("/language", language=language).status_code == 422


def test_a_cookie_with_nonsense_is_passed_over(client: PageClient) -> None:
    client.set_cookie("language", "../x", domain="localhost")
    assert language_of(client.get("/join").text) == "en"


def test_texts_for_a_script_cannot_leave_their_island(app: Flask) -> None:
    texts = {"a": "</script><script>alert(1)</script>", "b": "A & B", "c": "しのぶ"}
    island = str(strings_island(texts))
    inside = island.removeprefix('<script type="application/json" id="strings">').removesuffix("</script>")
    assert "<" not in inside
    assert json.loads(inside) == texts
