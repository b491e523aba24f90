"""Why a voice or a pack cannot be used is said in the language of the page."""

import pickle
import re
import string
from enum import StrEnum

import pytest
from flask import Flask
from flask_babel import force_locale

from reader.packs.faults import PackFlaw
from reader.pattern import Half
from reader.reason import Reason, from_dict, to_dict
from reader.voices.faults import Cure, Missing, VoiceFlaw, VoiceUnavailableError
from webapp.i18n import LANGUAGES
from webapp.reasons import FLAWS, in_words


def asked_for(flaw: StrEnum) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(flaw) if name}


def test_every_code_has_its_words_and_knows_what_they_ask_for(app: Flask) -> None:
    assert set(FLAWS) == {*PackFlaw, *VoiceFlaw, *Missing, *Cure}
    for language in LANGUAGES:
        with app.test_request_context(), force_locale(language):
            for flaw, words in FLAWS.items():
                assert set(re.findall(r"%\((\w+)\)", str(words))) <= asked_for(flaw), flaw


def test_a_page_names_no_folder_of_the_server(app: Flask) -> None:
    outside = [flaw for flaw in PackFlaw if flaw.startswith("{place}: ")]
    own_file = {"NOT_JSON", "NO_PACK", "OTHER_FORMAT", "NO_CLIPS", "LONG_TEXT", "OBJECT_WANTED", "AT"}
    with app.test_request_context():
        named = {flaw.name for flaw in outside if "%(place)s" in str(FLAWS[flaw])}
    assert named <= own_file | {"TEXT_WANTED", "NUMBER_WANTED", "SAMPLES_WANTED", "TRUTH_WANTED"}


LACKS = Reason.of(
    VoiceFlaw.LACKS,
    pack="mai",
    halves=(Half(3, "kami"), Half(3, "shimo"), Half(9, "shimo")),
    other="pack:mai+mei",
)
SILENT = Reason.of(
    VoiceFlaw.SYSTEM_MISSING, why=Reason.of(Missing.JAPANESE, count=2), cure=Reason(Cure.LINUX)
)


@pytest.mark.parametrize(
    ("reason", "english", "japanese"),
    [
        (LACKS, "has no recording of 3, 9 (lower half)", "3, 9 (下の句)"),
        (SILENT, "no voice that speaks Japanese. Install one there", "日本語"),
        ("No space left on device", "No space left on device", "No space left on device"),
    ],
)
def test_a_reason_is_told_with_all_that_is_inside_it(
    app: Flask, reason: Reason | str, english: str, japanese: str
) -> None:
    with app.test_request_context():
        assert english in in_words(reason)
        with force_locale("ja"):
            assert japanese in in_words(reason)


def test_a_reason_comes_whole_out_of_another_process() -> None:
    """Clips are made in a process of their own: by pickle; engines and decoders answer in JSON."""
    error = pickle.loads(pickle.dumps(VoiceUnavailableError(LACKS)))
    assert (error.reason, str(error)) == (LACKS, str(LACKS))
    missing = Reason.of(Missing.JAPANESE, count=2)
    assert from_dict(Missing, to_dict(missing)) == missing
    assert str(missing) == "none of the system's 2 voices speaks Japanese"
