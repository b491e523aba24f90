"""The voices of a machine, by name."""

from pathlib import Path

import pytest

from reader.voices import VoiceUnavailableError
from reader.voices.known import DEFAULT, Voices
from tests.support.fake_voice import FakeVoice


class MissingVoice(FakeVoice):
    """Not installed."""

    def __getattribute__(self, name: str) -> object:
        if name == "version":
            raise VoiceUnavailableError("no engine; install one")
        return super().__getattribute__(name)


def test_every_voice_is_made_under_its_own_name_and_loads_nothing_yet() -> None:
    voices = Voices()
    assert voices.names()[0] == DEFAULT == "mei"
    assert "system" in voices.names()
    assert [voices.make(name).name for name in voices.names()] == list(voices.names())


def test_a_voice_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(ValueError, match=r"there is no voice 'kyoko'; choose mei, .* or "):
        Voices().make("kyoko")


def test_another_voice_is_offered_that_does_not_fail_for_the_same_reason() -> None:
    voices = Voices()
    assert voices.instead_of("system") == voices.instead_of("pack:hanako") == "mei"
    assert {voices.instead_of(name) for name in voices.names() if name.startswith("mei")} == {"system"}


def test_a_folder_of_packs_may_be_absent(tmp_path: Path) -> None:
    assert Voices(tmp_path / "voices").names() == Voices().names()
    assert not (tmp_path / "voices").exists()


def test_a_survey_tells_of_each_voice_whether_it_works_and_what_would_help() -> None:
    voices = Voices(makers={"fake": FakeVoice, "missing": lambda: MissingVoice(name="missing")})
    fake, missing = voices.survey()
    assert (fake.name, fake.works, fake.precision, fake.reason) == ("fake", True, "exact", "")
    assert (missing.name, missing.works, missing.reason) == ("missing", False, "no engine; install one")
