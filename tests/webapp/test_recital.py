"""A reading into the room from the command line: keys, display, and what happens without a terminal."""

import io
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from poems.chance import Seed
from reader.cache import ClipCache
from reader.clip import Clip
from reader.order import Draw, Order
from reader.outputs.devices import Device
from reader.outputs.owner import owning
from reader.outputs.sink import SpeakersUnavailableError
from reader.outputs.tuning import Tuning
from reader.pattern import Half, Pattern
from reader.plan import plan
from reader.programme import Programme
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.voices import VoiceUnavailableError
from reader.voices.known import Voices
from reader.yomite_commands import Back, Began, Hold, Lost, Next, Replay, Resume, Skip, Stop
from reader.yomite_facts import Called, Fact, HalfBegan
from reader.yomite_log import from_dict
from reader.yomite_state import Phase, Reading, fold
from tests.support.fake_sink import FakeSink, bursts
from tests.support.fake_voice import FakeVoice
from tests.support.puppet_reader import PuppetReader
from webapp.aloud import to_speakers
from webapp.aloud.display import keys_line, one_line, screen
from webapp.aloud.order_slip import Options, understand
from webapp.aloud.to_speakers import Recital, command_for
from webapp.aloud.volume import volume_doubt
from webapp.refusal import Refusal

Step = tuple[Callable[[Reading], bool], str]


@dataclass
class Room:
    """A loudspeaker with a clock of its own, and somebody who presses keys when the reading has come so far.

    The loudspeaker's time stands still from the moment for which a key waits until it is pressed.
    """

    folder: Path
    script: list[Step] = field(default_factory=list)
    sinks: list[FakeSink] = field(default_factory=list)
    screen: io.StringIO = field(default_factory=io.StringIO)
    log: list[Fact] = field(default_factory=list)

    def recital(
        self,
        *,
        terminal: bool = False,
        open_sink: Callable[[], FakeSink] | None = None,
        cards: str = "17,3",
        laid: str = "",
        **options: str,
    ) -> Recital:
        lists = {"cards": (cards,), "laid": (laid,)}
        chosen = {"order": "as-given", "joka": "0", "pace": "2-1-1-2"} | options | lists
        made = Recital(
            understand(Options(**chosen), Voices()),  # type: ignore[arg-type]
            ClipCache(self.folder / "clips"),
            Console(file=self.screen, force_terminal=terminal, width=100),
            open_sink=open_sink or self.open_sink,
            clock=lambda: self.sinks[-1].clock() if self.sinks else 0.0,
        )
        self.log = made.log
        return made

    def run(self, recital: Recital) -> dict[str, Any]:
        return recital.run(self.folder / "state")

    def open_sink(self) -> FakeSink:
        self.sinks.append(FakeSink(may_run=lambda: not self._wanted()))
        return self.sinks[-1]

    @contextmanager
    def listening(self) -> Iterator["Room"]:
        yield self

    def poll(self, seconds: float, *, typing: bool = False) -> str:
        if self._wanted():
            return self.script.pop(0)[1]
        time.sleep(0.001)
        return ""

    def _wanted(self) -> bool:
        return bool(self.script) and bool(self.log) and self.script[0][0](fold(list(self.log)))


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setattr("reader.voices.known.KNOWN", {"mei": FakeVoice})
    return Room(tmp_path)


@pytest.fixture
def attended(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A room where somebody sits at the keys."""
    monkeypatch.setattr(to_speakers, "has_keys", lambda: True)
    monkeypatch.setattr(to_speakers, "listening", room.listening)
    return room


def _sounding(poem: int, part: str) -> Callable[[Reading], bool]:
    return lambda state: (
        state.sounding is not None and (state.sounding.poem, state.sounding.part) == (poem, part)
    )


def _playing(read: int) -> Callable[[Reading], bool]:
    return lambda state: state.phase is Phase.PLAY and len(state.read) == read


def _heard(told: dict[str, Any]) -> str:
    facts = [from_dict(raw) for raw in told["log"]]
    return " ".join(f"{fact.half.poem}{fact.half.part[0]}" for fact in facts if isinstance(fact, HalfBegan))


# -- nobody at the keys ----------------------------------------------------------------------------------------------


def test_without_a_terminal_it_goes_on_by_itself_and_says_a_line_a_card(room: Room) -> None:
    told = room.run(room.recital())
    assert (told["read"], told["finished"]) == ([17, 3], True)
    first, second = room.screen.getvalue().splitlines()
    assert first == "1 of 2  17 ち  ちはやぶる かみよもきかず たつたがわ / からくれないに みずくくるとは"
    assert second.startswith("2 of 2  3 あ  あしびきの")
    assert len(bursts(room.sinks[0].recording)) == 4


# -- so many minutes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pattern", ["competition", "beginner", "full", "CUR2 NEXT1 NEXT2"])
def test_when_the_time_is_up_no_lower_half_is_owed(attended: Room, pattern: str) -> None:
    """As in a file of so many minutes, what is heard is a whole reading of the cards that were called."""

    def late(state: Reading) -> bool:
        began = next((fact.at for fact in attended.log if isinstance(fact, Called)), 0.0)
        return state.phase is Phase.PLAY and attended.sinks[-1].clock() - began >= 60

    # the loudspeaker's time stands still while the clock is looked at
    attended.script = [(late, ""), (late, "")]
    told = attended.run(attended.recital(cards="17,3,50,9", pattern=pattern, play_pause="30", minutes="1"))
    assert told["finished"]
    assert 0 < len(told["read"]) < 4
    whole = plan(Programme(tuple(told["read"]), Pattern.parse(pattern), joka=0)).voiced
    assert _heard(told) == " ".join(f"{segment.poem}{segment.part[0]}" for segment in whole)
    if pattern in ("competition", "beginner"):
        *_, before, closing = bursts(attended.sinks[0].recording)
        # more where this loudspeaker's time ran on while the voice was asked
        assert (closing[0] - before[1]) / SAMPLE_RATE > 30 - 1e-3


def test_whoever_calls_by_hand_is_told_that_the_time_is_up(attended: Room) -> None:
    def late(state: Reading) -> bool:
        return _playing(1)(state) and attended.sinks[-1].clock() > 70

    attended.script = [(late, ""), (late, ""), (late, "n")]
    told = attended.run(attended.recital(cards="17,3", minutes="1", terminal=True))
    assert (_heard(told), told["read"]) == ("17k 17s", [17])
    assert "the time is up" in attended.screen.getvalue()


def test_the_log_in_the_answer_can_be_folded(room: Room) -> None:
    told = room.run(room.recital())
    state = fold([from_dict(raw) for raw in told["log"]])
    assert state.phase is Phase.DONE
    assert [state.programme.cards[place] for place in state.read] == told["read"]


def test_the_commitment_is_shown_before_the_first_card(room: Room) -> None:
    room.run(room.recital(order="shuffle", rng="5"))
    commitment = Draw((17, 3)).commitment(Seed.numbered(5))
    assert room.screen.getvalue().splitlines()[0] == f"The order is fixed; its SHA-256: {commitment}"


def test_no_loudspeaker_is_said_in_one_line(room: Room) -> None:
    def nothing() -> FakeSink:
        raise SpeakersUnavailableError("no loudspeakers: plug one in, or write a file with --out")

    with pytest.raises(Refusal, match="no loudspeakers: plug one in, or write a file with --out"):
        room.run(room.recital(open_sink=nothing))
    assert room.screen.getvalue() == ""


def test_loudspeakers_in_use_are_said_with_their_owner(room: Room) -> None:
    with (
        owning(room.folder / "state", "the hall"),
        pytest.raises(Refusal, match=rf"in use by the hall \(process {os.getpid()}"),
    ):
        room.run(room.recital())


def test_a_loudspeaker_that_goes_away_ends_a_reading_that_nobody_attends(room: Room) -> None:
    def short_lived() -> FakeSink:
        room.sinks.append(FakeSink(pull_out=100_000))
        return room.sinks[-1]

    with pytest.raises(Refusal, match="the loudspeakers are gone"):
        room.run(room.recital(open_sink=short_lived))


# -- somebody at the keys --------------------------------------------------------------------------------------------


def test_the_reader_waits_for_n(attended: Room) -> None:
    attended.script = [(_playing(1), "n"), (_playing(2), "n")]
    told = attended.run(attended.recital())
    assert (_heard(told), told["finished"]) == ("17k 17s 3k 3s", True)


def test_a_play_pause_that_was_given_lets_it_go_on_by_itself(attended: Room) -> None:
    told = attended.run(attended.recital(play_pause="2"))
    assert (_heard(told), told["finished"]) == ("17k 17s 3k 3s", True)


def test_space_holds_and_goes_on(attended: Room) -> None:
    def held(state: Reading) -> bool:
        return state.phase is Phase.HELD

    attended.script = [(_sounding(17, "kami"), " "), (held, " "), (_playing(1), "q")]
    told = attended.run(attended.recital())
    kinds = [raw["fact"] for raw in told["log"]]
    assert kinds.index("held") < kinds.index("resumed") < kinds.index("call_ended")
    assert (told["read"], told["finished"]) == ([17], False)


def test_r_starts_a_held_call_again_with_the_lower_half_before(attended: Room) -> None:
    def held(state: Reading) -> bool:
        return state.phase is Phase.HELD

    attended.script = [(_playing(1), "n"), (_sounding(3, "kami"), " "), (held, "r"), (_playing(2), "q")]
    assert _heard(attended.run(attended.recital())) == "17k 17s 3k 17s 3k"


def test_q_ends_it_at_once(attended: Room) -> None:
    attended.script = [(_sounding(17, "kami"), "q")]
    told = attended.run(attended.recital())
    assert not told["finished"]
    assert attended.sinks[0].aborted


def _typing(text: str, first: Callable[[Reading], bool]) -> list[Step]:
    """Return the steps that press `j` and type a text as soon as the reading has come so far."""
    return [(first, "j"), *((lambda _state: True, key) for key in text)]


@pytest.mark.parametrize("text", ["3", "３", "あし", "あしびき", "ashibiki", "88\x7f\x7f3", "人麿"])
def test_j_chooses_by_number_or_text_which_poem_comes_next(attended: Room, text: str) -> None:
    attended.script = [*_typing(f"{text}\n", _playing(1)), (_playing(1), "n"), (_playing(2), "q")]
    told = attended.run(attended.recital(cards="17,5,3,9"))
    assert _heard(told) == "17k 17s 3k"
    assert told["read"] == [17, 3]


def test_letters_of_a_poem_that_is_typed_are_no_commands_but_space_still_holds(attended: Room) -> None:
    def held(state: Reading) -> bool:
        return state.phase is Phase.HELD

    typing = _typing("nsbqrj", _sounding(17, "kami"))
    attended.script = [
        *typing,
        (_sounding(17, "kami"), " "),
        (held, "\x1b"),
        (held, "　"),
        (_playing(1), "ｑ"),
    ]
    told = attended.run(attended.recital())
    kinds = [raw["fact"] for raw in told["log"]]
    assert [kind for kind in kinds if kind in ("held", "resumed", "left_out", "taken_back", "stopped")] == [
        "held",
        "resumed",
        "stopped",
    ]
    assert told["read"] == [17]


def test_a_poem_that_cannot_come_is_not_chosen_and_the_display_says_why(attended: Room) -> None:
    attended.script = [
        *_typing("17\n", _playing(1)),
        *_typing("4\n", _playing(1)),
        *_typing("zzz\n", _playing(1)),
        *_typing("\n", _playing(1)),
        (_playing(1), "n"),
        (_playing(2), "q"),
    ]
    told = attended.run(attended.recital(cards="17,5,3", terminal=True))
    assert told["read"] == [17, 5]
    shown = attended.screen.getvalue()
    for text in (
        "has been read",
        "that poem has been read or was learned",
        "not in this reading",
        "No poem is found by this.",
    ):
        assert text in shown


def test_choosing_tells_nothing_of_dead_cards(attended: Room) -> None:
    """One that was drawn and one that was not are answered alike."""
    slip = understand(
        Options(cards=("17,5",), dead="40", rng="3", joka="0"),
        Voices(),
    )
    drawn, not_drawn = slip.dead[0], next(n for n in range(1, 101) if n not in slip.programme.cards)
    for number in (drawn, not_drawn):
        attended.log.clear()
        attended.script = [*_typing(f"{number}\n", _playing(1)), (_playing(1), "q")]
        told = attended.run(
            attended.recital(cards="17,5", dead="40", rng="3", order="shuffle", terminal=True)
        )
        assert "brought_forward" not in [raw["fact"] for raw in told["log"]]
        assert "may come or not" in attended.screen.getvalue()


def test_keys_are_commands() -> None:
    reader = PuppetReader.of(17, 3)
    assert command_for(" ", reader.state) == Hold()
    assert command_for("n", reader.state) == Next()
    assert command_for("r", reader.state) == Replay()
    assert command_for("b", reader.state) == Back()
    assert command_for("s", reader.state) == Skip()
    assert command_for("q", reader.state) == Stop()
    assert command_for("x", reader.state) is None
    reader.tell(Next())
    reader.tell(Hold())
    assert command_for(" ", reader.state) == Resume()
    assert command_for("r", reader.state) == Resume(from_shimo=True)


@pytest.mark.parametrize(
    ("device", "tuning", "said"),
    [
        (Device("Hall", 0, muted=True, volume=1.0), Tuning(), "Muted: Hall."),
        (Device("Hall", 0, muted=False, volume=0.1), Tuning(), "Low volume: Hall stands at 10%. Turn it up"),
        (Device("Hall", 0, muted=False, volume=0.9), Tuning(trim=-24.0), "Low level: Hall is set to -24 dB."),
        (Device("Hall", 0, muted=False, volume=0.9), Tuning(trim=-6.0), ""),
        (Device("Hall", 0), Tuning(), ""),
    ],
)
def test_a_loudspeaker_that_may_not_be_heard_is_doubted_with_the_cure(
    device: Device, tuning: Tuning, said: str
) -> None:
    assert volume_doubt(device, tuning).startswith(said)
    assert bool(volume_doubt(device, tuning)) == bool(said)


# -- the display -----------------------------------------------------------------------------------------------------


def _drawn(state: Reading, note: str = "", *, keys: bool = True) -> str:
    console = Console(file=io.StringIO(), width=100)
    with console.capture() as shown:
        console.print(screen(state, Draw((17, 3)), note, "Voice of a test, CC BY", keys=keys))
    return shown.get()


def test_the_display_shows_the_poem_that_sounds() -> None:
    reader = PuppetReader.of(17, 3)
    reader.tell(Next())
    reader.play()
    reader.tell(Next())
    reader.tell(Began(2, 0))
    assert reader.state.sounding == Half(17, "shimo")
    shown = _drawn(reader.state)
    for text in (
        "2 of 2",
        "reading",
        "17  ち ",
        "在原業平朝臣",
        "神代も聞かず",
        "かみよもきかず",
        "space hold",
        "Voice of a test, CC BY",
    ):
        assert text in shown


def test_the_kimariji_shown_is_the_one_that_counted_when_the_card_came_up() -> None:
    reader = PuppetReader.of(17, 75, 42)
    for _ in range(3):
        reader.tell(Next())
        reader.play()
    assert one_line(reader.state, Draw((17, 75, 42))).startswith("3 of 3  42 ち ")
    reader = PuppetReader.of(75, 42)
    for _ in range(2):
        reader.tell(Next())
        reader.play()
    # 17 cannot come, or may come as a dead card
    assert one_line(reader.state, Draw((75, 42))).startswith("2 of 2  42 ち ")
    assert one_line(reader.state, Draw((75, 42), dead=1)).startswith("2 of 2  42 ちぎ ")


@pytest.mark.parametrize(
    "draw", [Draw((17, 42), rounds=2), Draw((17, 42), Order.RANDOM)], ids=("rounds", "random")
)
def test_a_poem_that_comes_again_has_its_whole_kimariji_again(draw: Draw) -> None:
    reader = PuppetReader.of(42, 17, 17, 42)
    for _ in range(3):
        reader.tell(Next())
        reader.play()
    assert one_line(reader.state, draw).startswith("3 of 4  17 ちは ")


def test_the_display_says_why_it_stands_still_and_what_a_key_could_not_do() -> None:
    reader = PuppetReader.of(17, 3)
    assert "about to begin" in _drawn(reader.state)
    reader.tell(Next())
    reader.tell(Lost("the loudspeakers are gone"))
    shown = _drawn(reader.state, "no lower half has been read yet")
    assert "held: the loudspeakers are gone" in shown
    assert "no lower half has been read yet" in shown
    assert "space hold" not in _drawn(reader.state, keys=False)


def test_the_line_of_keys_says_what_they_do_as_the_reading_stands() -> None:
    reader = PuppetReader.of(17, 3)
    reader.tell(Next())
    assert keys_line(reader.state).startswith("space hold · n next · r last lower half again · ")
    reader.tell(Hold())
    assert keys_line(reader.state).startswith("space go on · n next · r from the lower half · ")


def test_the_display_marks_the_poem_that_enter_would_choose() -> None:
    """Of あさぼらけ the one that was read comes first by number, and cannot come any more."""
    reader = PuppetReader.of(31, 64, 17)
    reader.tell(Next())
    reader.play()
    console = Console(file=io.StringIO(), width=100)
    with console.capture() as shown:
        console.print(screen(reader.state, Draw((31, 64, 17)), "", "", keys=True, typed="あさぼらけ"))
    lines = [line for line in shown.get().splitlines() if "朝ぼらけ" in line]
    (marked,) = (line for line in lines if "›" in line)
    (read,) = (line for line in lines if " 31 " in line and "has been read" in line)
    assert " 64 " in marked
    assert "can come" in marked
    assert read != marked


def test_the_opener_has_no_kimariji_and_no_number() -> None:
    reader = PuppetReader.of(17, joka=1)
    reader.tell(Next())
    reader.tell(Began(1, 0))
    assert "opener" in _drawn(reader.state)


def test_on_a_terminal_the_display_is_redrawn(attended: Room) -> None:
    attended.script = [(_playing(1), "q")]
    attended.run(attended.recital(terminal=True))
    assert "ちはやぶる" in attended.screen.getvalue()


class HoarseVoice(FakeVoice):
    """Cannot say a word."""

    def render(self, verse: Verse) -> Clip:
        raise VoiceUnavailableError("the system's voice did not answer within 10 s")


def test_a_voice_that_fails_with_nobody_at_the_keys_ends_with_the_name_of_another(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {"mei": FakeVoice, "system": lambda: HoarseVoice(name="system")}
    monkeypatch.setattr("reader.voices.known.KNOWN", known)
    with pytest.raises(Refusal) as refused:
        room.run(room.recital(voice="system"))
    assert refused.value.message == (
        "--voice system: the system's voice did not answer within 10 s; go on with --voice mei"
    )
    assert fold(list(room.log)).read == ()
