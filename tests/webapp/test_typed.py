"""What is typed at every command: lists add up, and no file's name is blank."""

import json
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from reader.voices.known import Voices
from tests.support.fake_voice import FakeVoice
from webapp.aloud.order_slip import Options, understand
from webapp.cli import main
from webapp.refusal import Refusal
from webapp.table.made import made_of
from webapp.typed import FileName, Place

Found = tuple[str, click.Command]


def below(group: click.Group, path: str = "") -> Iterator[Found]:
    """Yield every command below a group, with the words that it is called by."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        words = f"{path} {name}".strip()
        if isinstance(command, click.Group):
            yield from below(command, words)
        else:
            yield words, command


COMMANDS = dict(below(main))
NAMES = [
    (path, param)
    for path, command in COMMANDS.items()
    for param in command.params
    if isinstance(param.type, (Place, FileName))
]


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, words)
    return done.exit_code, done.stdout, done.stderr


def test_no_path_is_taken_without_a_look_at_it() -> None:
    assert len(NAMES) > 15
    for path, command in COMMANDS.items():
        for param in command.params:
            blind = isinstance(param.type, click.Path | click.File) and not isinstance(param.type, Place)
            assert not blind, (path, param.name)


@pytest.mark.parametrize(("path", "param"), NAMES, ids=[f"{path} {param.name}" for path, param in NAMES])
@pytest.mark.parametrize("blank", ["", " "])
def test_a_blank_name_is_no_file(path: str, param: click.Parameter, blank: str) -> None:
    typed = path.split()
    if isinstance(param, click.Option):
        typed += [param.opts[-1], blank]
    arguments = [one for one in COMMANDS[path].params if isinstance(one, click.Argument)]
    typed += [blank if one is param else "x" for one in arguments]
    called = param.opts[-1] if isinstance(param, click.Option) else param.human_readable_name
    assert run(*typed) == (2, "", f"naniwazu: {called}: no name is given\n")


def test_what_has_been_read_adds_up() -> None:
    apart = json.loads(run("kimariji", "--read", "5", "--read", "6-8", "--read", "", "--json")[1])
    assert apart == json.loads(run("kimariji", "--read", "5-8", "--json")[1])
    assert len(apart) == 96
    status, _, said = run("kimariji", "--read", "5", "--read", "5")
    assert (status, said.startswith("naniwazu: --read: card 5 comes twice")) == (2, True)


@pytest.fixture
def a_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reader.voices.known.KNOWN", {"mei": FakeVoice})


def draw(**options: tuple[str, ...]) -> tuple[int, ...]:
    """Return what is read for these options."""
    return understand(Options(order="as-given", **options), Voices()).programme.cards  # type: ignore[arg-type]


@pytest.mark.usefixtures("a_voice")
def test_cards_and_sets_add_up_in_the_order_given() -> None:
    assert draw(cards=("17", "3,5-6", " ")) == (17, 3, 5, 6)
    assert draw(sets=("む", "1..3 & *2", "す")) == (2, 18, 87)
    assert draw(cards=("1-9",), absent=("2", "4,6", "す む")) == (1, 3, 5, 7, 8, 9)
    slip = understand(Options(cards=("1-9",), laid=("1,2", "す"), order="number"), Voices())
    assert [card for card in range(1, 101) if slip.laid >> card & 1] == [1, 2, 18]


@pytest.mark.usefixtures("a_voice")
def test_a_fault_in_any_of_them_is_told() -> None:
    for options in ({"cards": ("1", "nix")}, {"sets": ("む", "")}, {"absent": ("1", "nix")}):
        with pytest.raises(Refusal, match=r"^--(cards|set|absent): "):
            draw(**options)


def test_an_option_of_a_game_is_given_once() -> None:
    with pytest.raises(Refusal, match="--option players: is given twice: give it once"):
        made_of("napoleon", ("players=5", "players=6"))
