"""`naniwazu read`: into a file, into the room, and everything that it refuses."""

import datetime as dt
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import soundfile
from click.testing import CliRunner

from poems.chance import Seed
from reader.order import Draw
from reader.voices import VoiceUnavailableError
from tests.support.fake_sink import bursts
from tests.support.fake_voice import FakeVoice
from webapp.cli import main
from webapp.db.database import Database
from webapp.db.models import SavedSet

LINK = "wasuramoti://fudaset/eyJncm91cCI6W3sidGVzdCI6ImgifV19"
"""Base 36 `h` is 17: bits 0 and 4, the poems 1 and 5."""
FAST = ("--pace", "2-1-1-2", "--play-pause", "1.5")


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep clips and locks of these tests to themselves, and let a test voice stand in for the bundled one."""
    monkeypatch.setenv("NANIWAZU_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("reader.voices.known.KNOWN", {"mei": FakeVoice})
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["read", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def answer(*arguments: str) -> dict[str, Any]:
    status, out, errors = run(*arguments, "--json")
    assert (status, errors, out.count("\n")) == (0, "", 1)
    read: dict[str, Any] = json.loads(out)
    return read


def refusal(*arguments: str) -> str:
    """Return the one line that a command said before it ended with exit status 2."""
    status, out, errors = run(*arguments)
    assert (status, out, errors.count("\n")) == (2, "", 1), (status, out, errors)
    assert errors.startswith("naniwazu: ")
    return errors.removeprefix("naniwazu: ").rstrip()


# -- into a file -----------------------------------------------------------------------------------------------------


def test_a_reading_in_a_file_with_its_timings(tmp_path: Path) -> None:
    told = answer(
        *("--cards", "17,3", "--order", "as-given", "--joka", "1", *FAST),
        *("--out", "a.wav", "--timings", "a.json"),
    )
    sound, rate = soundfile.read("a.wav", dtype="float32")
    assert rate == 48_000
    heard = bursts(sound)
    assert [(after[0] - before[1]) / rate for before, after in pairwise(heard)] == pytest.approx(
        [1, 1, 1.5, 1, 1.5], abs=2e-4
    )
    assert [(end - begin) / rate for begin, end in heard] == pytest.approx([2, 3, 2, 3, 2, 3], abs=2e-4)
    document = json.loads(Path("a.json").read_text(encoding="utf-8"))
    segments = document.pop("segments")
    assert document == {
        "format": "naniwazu-timings/1",
        "sample_rate": 48_000,
        "pace": "2-1-1-2",
        "voice": "fake",
    }
    story = [(segment.get("poem"), segment["part"]) for segment in segments]
    silences = {"gap": (None, "gap"), "play": (None, "play")}
    assert story == [
        *((0, "kami"), silences["gap"], (0, "shimo"), silences["gap"], (17, "kami"), silences["play"]),
        *((17, "shimo"), silences["gap"], (3, "kami"), silences["play"], (3, "shimo")),
    ]
    voiced = [segment for segment in segments if "poem" in segment]
    assert [segment["voice_start"] for segment in voiced] == pytest.approx(
        [begin / rate for begin, _ in heard], abs=1e-4
    )
    assert segments[-1]["end"] == pytest.approx(len(sound) / rate)
    assert {key: told[key] for key in ("out", "timings", "cards", "dead", "order", "joka", "play_pause")} == {
        "out": "a.wav",
        "timings": "a.json",
        "cards": [17, 3],
        "dead": [],
        "order": "as-given",
        "joka": 1,
        "play_pause": 1.5,
    }
    assert told["seconds"] == pytest.approx(len(sound) / rate)
    assert told["credit"] == "Tones from a test"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "a.wav", "data"]


def test_every_silence_and_both_halves_of_the_opener_can_be_chosen(tmp_path: Path) -> None:
    told = answer(
        *("--cards", "17,3", "--order", "as-given", "--joka", "1", "--joka-upper", "2", *FAST),
        *("--half-gap", "0.5", "--poem-gap", "1.25", "--lead", "2", "--tail", "3.5"),
        *("--out", "a.wav", "--timings", "a.json"),
    )
    sound, rate = soundfile.read("a.wav", dtype="float32")
    heard = bursts(sound)
    assert heard[0][0] / rate == pytest.approx(2, abs=2e-4)
    assert [(after[0] - before[1]) / rate for before, after in pairwise(heard)] == pytest.approx(
        [0.5, 0.5, 1.25, 1.5, 1.25, 1.5], abs=2e-4
    )
    assert (len(sound) - heard[-1][1]) / rate == pytest.approx(3.5, abs=2e-4)
    document = json.loads(Path("a.json").read_text(encoding="utf-8"))
    chosen = {"half_gap": 0.5, "poem_gap": 1.25, "lead": 2.0, "tail": 3.5}
    assert {name: document[name] for name in chosen} == chosen
    assert {name: told[name] for name in (*chosen, "joka", "joka_upper")} == {
        **chosen,
        "joka": 1,
        "joka_upper": 2,
    }
    parts = [segment["part"] for segment in document["segments"]]
    assert parts[:6] == ["gap", "kami", "gap", "kami", "gap", "shimo"]
    assert set(parts) == {"kami", "shimo", "gap", "play"}
    voiced = [segment for segment in document["segments"] if "poem" in segment]
    assert [segment["voice_start"] for segment in voiced] == pytest.approx(
        [begin / rate for begin, _ in heard], abs=1e-4
    )


@pytest.mark.parametrize(
    ("times", "opener"),
    [
        (("--joka", "0"), ""),
        (("--joka", "0", "--joka-upper", "0"), ""),
        (("--joka-upper", "0"), "ss"),
        (("--joka", "0", "--joka-upper", "1"), "k"),
        (("--joka", "2", "--joka-upper", "2"), "kkss"),
        ((), "kss"),
    ],
)
def test_the_opener_is_read_as_often_as_asked(times: tuple[str, ...], opener: str) -> None:
    answer("--cards", "17", *times, *FAST, "--out", "a.wav", "--timings", "a.json")
    segments = json.loads(Path("a.json").read_text(encoding="utf-8"))["segments"]
    assert "".join(segment["part"][0] for segment in segments if segment.get("poem") == 0) == opener


def test_without_json_one_line_says_what_was_written_and_how_to_draw_it_again() -> None:
    status, out, errors = run("--cards", "17,3", "--joka", "0", *FAST, "--rng", "7", "--out", "a.flac")
    assert (status, errors) == (0, "")
    assert out == "a.flac: 2 poems, 0:14; Tones from a test\nThe order was drawn with --rng 7.\n"
    with soundfile.SoundFile("a.flac") as file:
        assert file.copyright == "Tones from a test"
        assert "seed 00000000000000000000000000000007" in file.comment


def test_a_seed_draws_the_same_order_again_and_is_committed_to() -> None:
    arguments = ("--cards", "1-20", "--pattern", "kami", *FAST, "--out", "a.ogg")
    first = answer(*arguments)
    seed = Seed.from_hex(first["seed"])
    assert first["commitment"] == Draw(tuple(range(1, 21))).commitment(seed)
    assert first["cards"] != sorted(first["cards"])
    again = answer(*arguments, "--rng", str(int(seed.hex, 16)))
    assert (again["cards"], again["plan"]) == (first["cards"], first["plan"])


def test_sets_dead_cards_and_orders() -> None:
    told = answer(
        "--set", "length-1", "--dead", "3", "--order", "number", *FAST, "--pattern", "kami", "--out", "a.ogg"
    )
    ones = [18, 22, 57, 70, 77, 81, 87]
    assert told["cards"] == sorted([*ones, *told["dead"]])
    assert len(told["dead"]) == 3
    assert not set(told["dead"]) & set(ones)


def test_full_width_digits_are_digits() -> None:
    told = answer(
        "--cards",
        "１７、３",
        "--order",
        "as-given",
        "--joka",
        "０",
        "--play-pause",
        "１．５",
        "--out",
        "a.wav",
    )
    assert (told["cards"], told["joka"], told["play_pause"]) == ([17, 3], 0, 1.5)


def test_a_file_gets_three_seconds_of_play_unless_told() -> None:
    assert answer("--cards", "17", "--out", "a.wav")["play_pause"] == 3.0


# -- refusals --------------------------------------------------------------------------------------------------------


def test_a_set_is_named_by_a_link_or_by_the_clubs_own_name(tmp_path: Path) -> None:
    told = answer("--set", LINK, "--order", "number", *FAST, "--out", "a.wav")
    assert told["cards"] == [1, 5]
    assert not (tmp_path / "data" / "club.sqlite3").exists(), "nobody asked for the club"
    assert "--set: there is no set" in refusal("--set", '"Weak ones"', "--out", "b.wav")
    assert not (tmp_path / "data" / "club.sqlite3").exists(), "a club is not made for being asked for"
    database = Database(f"sqlite:///{tmp_path / 'data' / 'club.sqlite3'}")
    saved = SavedSet(name="Weak ones", cards="17,3,9", created=dt.datetime.now(dt.UTC))
    database.write(lambda transaction: transaction.session.add(saved))
    database.close()
    told = answer(
        *("--set", '"Weak ones" -3', "--absent", "5", "--laid", '"Weak ones"', "--order", "number"),
        *(*FAST, "--joka", "0", "--out", "b.wav"),
    )
    assert (told["cards"], told["laid"]) == ([9, 17], {"will": [9, 17], "may": [], "never": [3]})
    assert "there is no set 'Weaker'" in refusal("--set", "Weaker", "--out", "c.wav")
    assert "--set: " in refusal("--set", LINK[:-9], "--out", "c.wav")


def test_a_club_that_cannot_be_read_names_no_sets(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "club.sqlite3").write_bytes(b"no database")
    assert "there is no set 'Weak'" in refusal("--set", "Weak", "--out", "a.wav")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--cards", "0"), "--cards: there is no poem 0"),
        (("--cards", "101"), "--cards: there is no poem 101"),
        (("--cards", "1,,2"), "--cards: an empty place between two commas"),
        (("--cards", "①"), "--cards: '①' is no number"),
        (("--cards", "5,5"), "--cards: card 5 comes twice"),
        (("--cards", "9-3"), "--cards: the range 9-3 runs backwards"),
        (("--cards", ""), "--cards: no cards in this set"),
        (("--cards", " "), "--cards: no cards in this set"),
        (("--set", "nix"), "--set: there is no set"),
        (("--set", "blue"), "--set: blue alone is no set: say goshiki-blue or kimariji-color-blue"),
        (("--set", "third-a", "--cards", "1"), "--set and --cards both say what to read"),
        (("--order", "up"), "--order: 'up' is no order: use shuffle, number, musume, as-given, random"),
        (("--rng", "x"), "--rng: 'x' is no whole number from 0 to 2^128 - 1"),
        (("--rng", "-1"), "--rng: '-1' is no whole number"),
        (("--rng", str(1 << 128)), f"--rng: '{1 << 128}' is no whole number from 0 to 2^128 - 1"),
        (("--dead", "1"), "--dead: 1 dead cards: outside a set of 100 there are 0 to 0"),
        (("--cards", "1-90", "--dead", "11"), "--dead: 11 dead cards: outside a set of 90 there are 0 to 10"),
        (("--dead", "many"), "--dead: 'many' is no whole number"),
        (("--joka", "3"), "--joka: '3' is no whole number from 0 to 2"),
        (("--joka", "no"), "--joka: 'no' is no whole number from 0 to 2"),
        (("--joka-upper", "3"), "--joka-upper: '3' is no whole number from 0 to 2"),
        (("--joka-upper", "no"), "--joka-upper: 'no' is no whole number from 0 to 2"),
        (("--half-gap", "61"), "--half-gap: '61' is no number of seconds from 0 to 60"),
        (("--poem-gap", "60.1"), "--poem-gap: '60.1' is no number of seconds from 0 to 60"),
        (("--lead", "-1"), "--lead: '-1' is no number of seconds from 0 to 60"),
        (("--tail", "long"), "--tail: 'long' is no number of seconds from 0 to 60"),
        (("--pattern", "sideways"), "--pattern: 'sideways': 'SIDEWAYS' is no token"),
        (("--pattern", ""), "--pattern: ''"),
        (("--pace", "5-3-1"), "--pace: '5-3-1': four numbers of seconds are needed"),
        (("--pace", "5-3-1-600"), "--pace: 5-3-1-600: the upper half (U) is 600 s"),
        (("--play-pause", "soon"), "--play-pause: 'soon' is no number of seconds"),
        (("--play-pause", "-1"), "--play-pause: '-1' is no number of seconds"),
        (("--play-pause", "nan"), "--play-pause: 'nan' is no number of seconds"),
        (("--play-pause", "601"), "--play-pause: '601' is no number of seconds from 0 to 600"),
        (("--voice", "nobody"), "--voice: there is no voice 'nobody'; choose mei"),
        (("--out", "a.mp3"), "a.mp3: the name must end in .wav, .flac, .ogg"),
        (("--out", "nowhere/a.wav"), "nowhere/a.wav: there is no folder"),
        (("--out", "."), ".: the name must end in"),
        (("--timings", "a.json"), "--timings: they tell of a file's samples; give the file with --out FILE"),
        (("--out", "a.wav", "--timings", "nowhere/a.json"), "nowhere/a.json: there is no folder"),
        (("--out", "a.wav", "--timings", "a.wav"), "a.wav: --out and --timings are the same file"),
        (("--out", "a.wav", "--timings", "."), ".: is a folder"),
        (("--set", ""), "--set: no set is named"),
        (("--set", " "), "--set: no set is named"),
        (("--set", "", "--cards", "1"), "--set and --cards both say what to read: give one of them"),
    ],
)
def test_bad_input_is_refused_in_one_line_and_nothing_is_written(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    assert said in refusal(*arguments)
    assert list(tmp_path.iterdir()) == []


def test_a_voice_that_cannot_speak_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("reader.voices.known.KNOWN", {"mei": HoarseVoice})
    said = "--voice fake: the voice is hoarse; go on with --voice mei"
    assert refusal("--cards", "1", "--out", "a.wav") == said
    assert not (tmp_path / "a.wav").exists()


class HoarseVoice(FakeVoice):
    """Cannot say a word."""

    def render(self, verse: object) -> Any:
        raise VoiceUnavailableError("the voice is hoarse")


def test_help_names_every_option_of_the_command() -> None:
    status, out, _ = run("--help")
    assert status == 0
    options = [
        "set",
        "cards",
        "order",
        "rng",
        "dead",
        "joka",
        "joka-upper",
        "half-gap",
        "poem-gap",
        "lead",
        "tail",
        "pattern",
        "pace",
        "play-pause",
        "voice",
        "out",
        "timings",
        "json",
    ]
    assert {f"--{option}" for option in options} <= set(re.findall(r"--[a-z-]+", out))


@pytest.mark.parametrize("other", ["sub/../a.wav", "link/a.wav", "other.json"])
def test_the_timings_never_take_the_place_of_the_sound(other: str, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "link").symlink_to(tmp_path)
    (tmp_path / "other.json").symlink_to("a.wav")
    said = refusal("--cards", "1", *FAST, "--out", "a.wav", "--timings", other)
    assert said == "a.wav: --out and --timings are the same file; give two names"
    assert not (tmp_path / "a.wav").exists()


def test_no_sound_is_written_where_its_timings_cannot_be(tmp_path: Path) -> None:
    long = f"{'t' * 250}.json"
    status, _, errors = run("--cards", "1", *FAST, "--out", "a.wav", "--timings", long)
    assert (status, errors.count("\n")) == (2, 1)
    assert errors.startswith(f"naniwazu: {long}: ")
    assert not list(tmp_path.glob("*.wav"))
    assert not list(tmp_path.glob(".*.part"))
