"""What is wrong with a record's file is said in the language of the page."""

import re
import string

import pytest
from flask import Flask
from flask_babel import force_locale

from engine.core.document import DocumentError
from engine.core.flaws import Flaw
from engine.karuta.flaws import RecordFlaw
from engine.karuta.record import parse
from webapp.matches.faults import FLAWS, file_fault


def test_every_code_has_its_words_and_knows_what_they_ask_for() -> None:
    assert set(FLAWS) == {*Flaw, *RecordFlaw}
    for flaw, words in FLAWS.items():
        given = {name for _, name, _, _ in string.Formatter().parse(flaw) if name} | {"key"}
        assert set(re.findall(r"%\((\w+)\)", str(words))) <= given, flaw


@pytest.mark.parametrize(
    ("data", "english", "japanese"),
    [
        (b"\xff", "This is no text in UTF-8", "UTF-8"),
        (b"{", "line 1, column 2", "1行2列"),
        (b"[]", "An object is wanted here, not a list", "オブジェクトのはずですが、リスト"),
        (b'{"format": "naniwazu-match/2"}', "At format: The version", "版"),
        (b'{"format": "naniwazu-match/1"}', "At ruleset: This is missing.", "ありません"),
        (b'{"format": 1}', "A text is wanted here, not 1.", "文字列"),
    ],
)
def test_a_malformed_file_is_explained(app: Flask, data: bytes, english: str, japanese: str) -> None:
    with pytest.raises(DocumentError) as error:
        parse(data)
    with app.test_request_context():
        assert english in file_fault(error.value, "evening.json")
        with force_locale("ja"):
            told = file_fault(error.value, "evening.json")
            assert japanese in told
            assert "wanted" not in told
