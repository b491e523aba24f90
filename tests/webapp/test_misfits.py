"""What does not fit in a form is told in the reader's language, by the field's label, with the cure and a way back."""

import re

import pytest

from tests.support.club import PageClient

KINDS = {
    "too long": ("/matches/new", {"name_a": "x" * 201}, "Name of A: this is too long; shorten it to 200 signs"),
    "pattern": ("/matches/new", {"member_a": "x"}, "Player A: this does not fit here"),
    "literal": ("/matches/new", {"ruleset": "own"}, "Rules: this is none of the choices"),
    "unknown": ("/matches/new", {"colour": "red"}, "“colour”: the page has no such field"),
    "control": ("/matches/new", {"name_b": "a\0b"}, "Name of B: this has signs that cannot be kept"),
    "choice": ("/drills/settings", {"goal": "win"}, "Goal: this is none of the choices"),
    "missing": ("/practice/rules", {"one": "1", "apart": "no"}, "The other: this is missing; fill it in"),
    "empty": ("/practice/rules", {"one": "", "other": "2", "apart": "no"}, "One: this is missing; fill it in"),
    "type": ("/practice/rules", {"one": "x", "other": "2", "apart": "no"}, "One: this is no number that can be used"),
    "too small": ("/practice/rules", {"one": "0", "other": "2", "apart": "no"}, "One: this is too small; type 1"),
}  # fmt: skip
ENGLISH = re.compile(r"should|String|Input|Value error|valid|[a-z]_[a-z]")


@pytest.mark.parametrize("kind", KINDS)
def test_a_field_that_does_not_fit_is_named_with_the_cure(client: PageClient, kind: str) -> None:
    address, fields, words = KINDS[kind]
    told = refused(client, address, fields, "en")
    assert words in told
    assert ENGLISH.search(told) is None, told
    for language, letters in (("ja", r"[ぁ-ん]"), ("ru", r"[а-я]{3}")):
        told = refused(client, address, fields, language)
        assert re.search(letters, told.partition(":")[2]), told
        assert ENGLISH.search(told) is None, told


def refused(client: PageClient, address: str, fields: dict[str, str], language: str) -> str:
    """Send a form that does not fit from its page; return what is said of it."""
    client.set_cookie("language", language, domain="localhost")
    data = fields | {"csrf_token": client.token()}
    answer = client.post(address, data=data, headers={"Referer": f"http://localhost:8100{address}?x=1"})
    assert answer.status_code == 422
    assert f'href="{address}?x=1"' in answer.text, "the way back"
    found = re.search(r'<p role="alert">(.*?)</p>', answer.text)
    assert found is not None, answer.text
    return found[1]


def test_the_way_back_leads_to_this_server_only(client: PageClient) -> None:
    data = {"csrf_token": client.token(), "ruleset": "own"}
    for referrer in ("http://evil.example/x", "http://localhost:8100//evil.example", "x", ""):
        answer = client.post("/matches/new", data=data, headers={"Referer": referrer})
        assert answer.status_code == 422
        assert "Back to the form" not in answer.text, referrer


def test_an_address_that_is_not_there_speaks_of_matches_only_where_it_is_one(client: PageClient) -> None:
    assert "the match belongs to another club" in client.get("/matches/zzzzzz").text
    for address in ("/nothing", "/club/import/7", "/tournaments/zzzzzz", "/practice/zzzzzz"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert "the match" not in answer.text, address
