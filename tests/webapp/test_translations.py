"""The catalogues are complete, fit their texts, and are compiled; no page says a word that they do not know."""

import copy
import functools
import gettext
import shutil
from pathlib import Path

import pytest

import webapp
from tests.support import template_text
from tools import translate

RUSSIAN = {
    0: 2,
    1: 0,
    2: 1,
    4: 1,
    5: 2,
    11: 2,
    12: 2,
    14: 2,
    20: 2,
    21: 0,
    22: 1,
    25: 2,
    100: 2,
    101: 0,
    111: 2,
    112: 2,
}
"""The form by count: 0 as in 1 карта, 1 as in 2 карты, 2 as in 5 карт."""


def test_the_catalogues_are_complete_and_fit() -> None:
    assert translate.faults() == []


@pytest.mark.parametrize("language", translate.LANGUAGES)
def test_what_the_program_reads_is_what_was_translated(language: str) -> None:
    with translate.mo_file(language).open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in translate.said(translate.read(language)):
        if message.pluralizable:
            for count in range(30):
                assert compiled.ngettext(*message.id, count) in message.string
        else:
            assert compiled.gettext(message.id) == message.string


@pytest.mark.parametrize(("count", "form"), RUSSIAN.items())
def test_russian_has_its_three_forms(count: int, form: int) -> None:
    catalogue = translate.read("ru")
    assert catalogue.num_plurals == 3
    for message in translate.said(catalogue):
        if message.pluralizable:
            with translate.mo_file("ru").open("rb") as file:
                chosen = gettext.GNUTranslations(file).ngettext(*message.id, count)
            assert chosen == message.string[form]
            return
    pytest.fail("no text counts anything")


def test_pages_hold_no_words_of_their_own() -> None:
    assert template_text.faults(Path(webapp.__path__[0])) == []


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>{{ _('Saved') }}</p>", []),
        ("<p>Saved</p>", ["Saved"]),
        ("<p>{{ n }} cards</p>", ["… cards"]),
        ('<img alt="A card">', ["A card"]),
        ('<img alt="{{ _(\'A card\') }}" class="wide card">', []),
        ("{% if x %}Yes{% else %}{{ _('No') }}{% endif %}", ["Yes…"]),
        ("{# a remark #}<script>let word;</script><code>naniwazu serve</code> · 12 / 25", []),
        ("{% block body_class %}board{% endblock %}{% block main %}Board{% endblock %}", ["Board"]),
        ("<p>保存</p>", ["保存"]),
        ("<p>&copy; &middot; A</p>", []),
    ],
)
def test_the_search_for_bare_words_finds_them(template: str, found: list[str]) -> None:
    assert template_text.bare_texts(template) == found


what_the_program_says = functools.cache(translate.texts)
"""Searched for once: it takes seconds, and here the catalogues are spoilt, not the program."""


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the catalogues to spoil."""
    shutil.copytree(translate.CATALOGUES, tmp_path / "translations")
    monkeypatch.setattr(translate, "texts", lambda: copy.deepcopy(what_the_program_says()))
    monkeypatch.setattr(translate, "CATALOGUES", tmp_path / "translations")
    return tmp_path / "translations"


def spoil(language: str, old: str, new: str) -> None:
    file = translate.po_file(language)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


SPOILT = {
    "missing": ('msgstr "Зал"', 'msgstr ""', "'Hall' is not translated"),
    "placeholder": ("чтобы войти: %(address)s", "чтобы войти: %(adress)s", "has other placeholders"),
    "guess": ('msgid "Hall"', '#, fuzzy\nmsgid "Hall"', "marked as a guess"),
    "strange": ('msgid "Hall"', 'msgid "Ball"', "Ball is said no more"),
    "lost": ('msgid "Hall"', 'msgid "Ball"', "Hall is not in the catalogue"),
    "stale": ('msgstr "Зал"', 'msgstr "Сцена"', ".mo file is older"),
}


@pytest.mark.parametrize("kind", SPOILT)
def test_every_kind_of_fault_is_named(catalogues: Path, kind: str) -> None:
    old, new, told = SPOILT[kind]
    spoil("ru", old, new)
    assert any(told in fault for fault in translate.faults())


def test_an_update_changes_nothing_that_is_up_to_date(catalogues: Path) -> None:
    translate.update()
    before = {file: file.read_bytes() for file in sorted(catalogues.rglob("*.?o"))}
    assert len(before) == 4
    translate.update()
    assert {file: file.read_bytes() for file in sorted(catalogues.rglob("*.?o"))} == before


def test_filling_in_what_the_program_does_not_say_is_refused(
    catalogues: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "fill.json"
    file.write_text('{"Hall": {"ru": "Зал № 1"}, "Never said": {"ru": "х"}}', encoding="utf-8")
    assert translate.fill(file) == 1
    assert "the program does not say 'Never said'" in capsys.readouterr().err
    assert 'msgstr "Зал № 1"' in translate.po_file("ru").read_text(encoding="utf-8")
