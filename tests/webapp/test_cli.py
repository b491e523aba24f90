"""The group `naniwazu`: it finds its commands by file, and speaks kana under every encoding."""

import io
import json
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from webapp import __version__, commands
from webapp.cli import main, speak_kana
from webapp.refusal import Refusal


def test_every_module_of_commands_is_a_command_with_a_help_line() -> None:
    listed = CliRunner().invoke(main, ["--help"]).output
    for module in pkgutil.iter_modules(commands.__path__):
        assert f"\n  {module.name} " in listed
        shown = CliRunner().invoke(main, [module.name, "--help"])
        assert shown.exit_code == 0
        assert len(shown.output.splitlines()) > 3


def test_the_version_is_told() -> None:
    assert __version__ in CliRunner().invoke(main, ["--version"]).output


def test_an_unknown_command_is_refused_by_name() -> None:
    answer = CliRunner().invoke(main, ["yomu"])
    assert answer.exit_code == 2
    assert answer.stderr == "naniwazu: No such command 'yomu'; see naniwazu --help\n"


@pytest.mark.parametrize(
    ("typed", "see"),
    [
        (["--loud"], "naniwazu"),
        (["read", "--loud"], "naniwazu read"),
        (["read", "--out"], "naniwazu read"),
        (["read", "karuta"], "naniwazu read"),
        (["serve", "--port", "many"], "naniwazu serve"),
        (["match", "replay"], "naniwazu match replay"),
        (["match", "yomu"], "naniwazu match"),
    ],
)
def test_what_is_typed_wrongly_is_refused_in_one_line(typed: list[str], see: str) -> None:
    answer = CliRunner().invoke(main, typed)
    assert (answer.exit_code, answer.stdout, answer.stderr.count("\n")) == (2, "", 1)
    assert answer.stderr.startswith("naniwazu: ")
    assert answer.stderr.endswith(f"; see {see} --help\n")


@pytest.mark.parametrize(
    "typed",
    [
        ["match", "replay", "{}"],
        ["game", "replay", "{}"],
        ["tournament", "draw", "{}"],
        ["reading", "verify", "{}"],
        ["pack", "check", "{}"],
        ["pack", "import", "{}", "--name", "x"],
        ["restore", "{}"],
        ["backup", "{}.zip"],
        ["read", "--cards", "1", "--out", "{}.wav"],
        ["read", "--cards", "1", "--out", "a.wav", "--timings", "{}.json"],
    ],
)
def test_a_path_that_the_system_refuses_is_refused_in_one_line(
    typed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NANIWAZU_DATA", str(tmp_path / "data"))
    answer = CliRunner().invoke(main, [word.format("x" * 300) for word in typed])
    assert (answer.exit_code, answer.stdout, answer.stderr.count("\n")) == (2, "", 1)
    assert answer.stderr.startswith("naniwazu: ")
    assert "name too long" in answer.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("typed", [["kimariji"], ["kimariji", "--json"], ["--help"]])
def test_a_full_disk_is_told_in_one_line(typed: list[str]) -> None:
    program = [sys.executable, "-c", "from webapp.cli import main; main()", *typed]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    said = "naniwazu: what was to be written has no place: no space left on device\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_a_refusal_is_one_line_and_shows_what_was_typed() -> None:
    assert Refusal("'bid  13 S':\n\tno such\r\n\n action ").format_message() == "'bid  13 S': no such action"


def test_a_refusal_gives_the_terminal_no_orders(tmp_path: Path) -> None:
    answer = CliRunner().invoke(main, ["match", "replay", str(tmp_path / "a\x1b[31m\x07")])
    assert answer.exit_code == 2
    assert answer.stderr.rstrip("\n").isprintable()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp932", "utf-8"])
def test_what_is_piped_is_utf_8_whatever_the_system_says(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from webapp.cli import main; main()", "kimariji"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        check=True,
    )
    assert "はなさ" in done.stdout.decode("utf-8")


def test_json_is_one_document_for_any_reader() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from webapp.cli import main; main()", "kimariji", "--read", "99", "--json"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert len(json.loads(done.stdout)) == 99


def test_a_terminal_without_kana_shows_a_sign_in_their_place() -> None:
    class Terminal(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    raw = io.BytesIO()
    terminal = Terminal(raw, encoding="ascii")
    speak_kana(terminal)
    terminal.write("はる")
    terminal.flush()
    assert raw.getvalue() == b"??"


def options_of(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Option]]:
    """Yield the options of a command, and of those below it."""
    context = click.Context(command)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from options_of(below, (*path, name))
    yield from ((path, param) for param in command.params if isinstance(param, click.Option))


NUMBERS = (click.types.IntParamType, click.types.FloatParamType)
AS_TEXT = re.compile(r"N|S|\d-\d")
"""What stands in the help of `read` for a number, which it understands by itself."""


def numbers(path: tuple[str, ...], option: click.Option) -> bool:
    """Whether an option takes a number."""
    return isinstance(option.type, NUMBERS) or (
        path == ("read",) and bool(AS_TEXT.fullmatch(option.metavar or ""))
    )


@pytest.mark.parametrize("typed", ["abc", "-1", "1e99", "nan", "", " ", "9" * 60])
def test_an_option_that_takes_a_number_says_which_numbers(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NANIWAZU_DATA", str(tmp_path / "data"))
    options = [(path, option) for path, option in options_of(main) if numbers(path, option)]
    names = {(*path, option.opts[-1]) for path, option in options}
    assert {
        ("serve", "--port"),
        ("read", "--lead"),
        ("read", "--rng"),
        ("tournament", "draw", "--rng"),
    } <= names
    for path, option in options:
        if not typed.strip() and option.type is click.STRING and not option.default:
            continue  # nothing is what is there without it
        told = CliRunner().invoke(main, [*path, option.opts[-1], typed])
        assert (told.exit_code, told.stdout, told.stderr.count("\n")) == (2, "", 1), (path, option.opts)
        bounds = r"is no (whole )?number (of \w+ )?from \d" + (" to .+" if highest(option) else "")
        assert re.search(re.escape(repr(typed)) + " " + bounds, told.stderr), told.stderr
        assert told.stderr.count(option.opts[-1].strip("-")) == 1, told.stderr


def highest(option: click.Option) -> bool:
    """Whether an option knows how large its number may be."""
    return not isinstance(option.type, (click.IntRange, click.FloatRange)) or option.type.max is not None
