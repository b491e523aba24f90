"""A reading into the room, with a display and keys."""

import threading
import unicodedata
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.live import Live

from poems.anthology import poem
from reader.cache import ClipCache
from reader.clip import Clip
from reader.outputs.owner import owning
from reader.outputs.performance import Performance
from reader.outputs.portaudio import open_portaudio
from reader.outputs.sink import Clock, OpenSink, SpeakersUnavailableError
from reader.rendering import Renderer
from reader.verse import Verse
from reader.voices import VoiceUnavailableError
from reader.yomite import open_reading
from reader.yomite_commands import Back, Command, Hold, Next, Refused, Replay, Resume, Skip, Start, Stop
from reader.yomite_facts import Called, Fact, HoldReason
from reader.yomite_log import to_dict
from reader.yomite_state import Phase, Reading
from webapp.aloud.choosing import ENTER, LEAVE, chosen, typed
from webapp.aloud.display import REFUSALS, one_line, screen
from webapp.aloud.keys import has_keys, listening
from webapp.aloud.order_slip import OrderSlip
from webapp.aloud.report import described, laid_lines, voice_failed
from webapp.refusal import Refusal

_POLL: Final = 0.1
"""Seconds between two looks at the keyboard; nothing that is heard depends on them."""


_TIME_UP: Final = "the time is up: the next call is the last lower half (n)"


class Recital:
    """One reading from the first sound to the last, in front of one terminal."""

    def __init__(
        self,
        slip: OrderSlip,
        cache: ClipCache,
        console: Console | None,
        *,
        open_sink: OpenSink = open_portaudio,
        device: str = "",
        clock: Clock = monotonic,
    ) -> None:
        self._slip = slip
        self._cache = cache
        self._console = console
        self._open_sink = open_sink
        self._device = device
        self._clock = clock
        self._keys = has_keys()
        self._redrawn = console is not None and console.is_terminal
        self.log: list[Fact] = []
        self._shown = threading.Event()
        self._note = ""
        self._typed: str | None = None

    def run(self, owned: Path) -> dict[str, Any]:
        """Read to the end or until somebody stops it; returns what `--json` answers. Raises Refusal.

        `owned` is the folder in which the loudspeakers are claimed.
        """
        try:
            with ExitStack() as stack:
                stack.enter_context(owning(owned, "naniwazu read", self._device))
                renderer = stack.enter_context(Renderer(self._cache, self._slip.voice))
                state = self._perform(self._performance(renderer))
        except SpeakersUnavailableError as error:
            raise Refusal(str(error)) from None
        read = [state.programme.cards[place] for place in state.read]
        return {
            "read": read,
            "finished": state.phase is Phase.DONE,
            "device": self._device,
            **described(self._slip),
            "log": [to_dict(fact) for fact in self.log],
        }

    def _performance(self, renderer: Renderer) -> Performance:
        slip = self._slip
        # Without keys nobody could say when to go on.
        by_itself = slip.pause_given or not self._keys
        opened = open_reading(
            slip.programme, self._clock(), voice=slip.voice.name, commitment=slip.draw.commitment(slip.seed)
        )
        return Performance(
            opened,
            partial(self._clip, renderer),
            self._open_sink,
            self._listen,
            play_pause=slip.programme.play_pause if by_itself else None,
            clock=self._clock,
        )

    def _clip(self, renderer: Renderer, verse: Verse) -> Clip:
        try:
            return renderer.clip(verse)
        except VoiceUnavailableError as error:
            raise VoiceUnavailableError(voice_failed(self._slip, error)) from error

    def _listen(self, fact: Fact, state: Reading) -> None:
        self.log.append(fact)
        if (
            isinstance(fact, Called)
            and fact.kind == "card"
            and self._console
            and not self._console.is_terminal
        ):
            self._console.print(one_line(state, self._slip.draw), highlight=False, soft_wrap=True)
        self._shown.set()

    def _say(self, line: str) -> None:
        if self._console:
            self._console.print(line, highlight=False, soft_wrap=True)

    def _perform(self, performance: Performance) -> Reading:
        try:
            performance.open()
            for line in laid_lines(self._slip):
                self._say(line)
            if self._slip.by_chance:
                self._say(f"The order is fixed; its SHA-256: {self._slip.draw.commitment(self._slip.seed)}")
            performance.tell(Start())
            self._attend(performance)
        finally:
            performance.close(at_once=performance.state.phase is not Phase.DONE)
        return performance.state

    def _attend(self, performance: Performance) -> None:
        """Pass on keys and redraw until the reading is over."""
        with listening() as keys, ExitStack() as stack:
            live = None
            if self._redrawn:
                live = stack.enter_context(Live(console=self._console, auto_refresh=False, transient=True))
            while performance.state.phase not in (Phase.DONE, Phase.STOPPED):
                self._press(performance, keys.poll(_POLL, typing=self._typed is not None))
                self._mind_trouble(performance.state)
                self._mind_the_clock(performance)
                if live and self._shown.is_set():
                    self._shown.clear()
                    live.update(self._screen(performance.state), refresh=True)

    def _screen(self, state: Reading) -> RenderableType:
        return screen(
            state,
            self._slip.draw,
            self._note,
            self._slip.voice.credit,
            keys=self._keys,
            typed=self._typed,
        )

    def _press(self, performance: Performance, key: str) -> None:
        if not key:
            return
        # whoever types kana may have full-width letters on
        plain = unicodedata.normalize("NFKC", key).lower()
        if self._typed is not None and plain != " ":
            self._type(performance, key)
        elif plain == "j":
            self._typed = ""
        elif command := command_for(plain, performance.state):
            answer = performance.tell(command)
            self._note = REFUSALS.get(answer.why, "") if isinstance(answer, Refused) else ""
        self._shown.set()

    def _type(self, performance: Performance, key: str) -> None:
        """Go on with the name of a poem that is to come next. Space stays what it is: nobody waits for a hold."""
        text = self._typed or ""
        if key in ENTER:
            self._typed = None
            self._note = self._choose(performance, text) if text else ""
        elif key == LEAVE:
            self._typed, self._note = None, ""
        else:
            self._typed = typed(text, key)

    def _choose(self, performance: Performance, text: str) -> str:
        """Let a poem come next; returns what is to be said of it."""
        wish = chosen(performance.state, self._slip.draw, text)
        if isinstance(wish, Refused):
            return REFUSALS[wish.why]
        answer = performance.tell(wish)
        if isinstance(answer, Refused):
            return REFUSALS.get(answer.why, "")
        number = self._slip.programme.cards[wish.position]
        return f"{number}  {poem(number).kimariji}  comes next"

    def _mind_the_clock(self, performance: Performance) -> None:
        """End the reading between two cards when its minutes are over: with the last lower half, if one is owing."""
        minutes = self._slip.minutes
        state = performance.state
        began = next((fact.at for fact in self.log if isinstance(fact, Called)), None)
        over = began is not None and self._clock() - began >= minutes * 60
        if not minutes or not over or state.phase is not Phase.PLAY:
            return
        performance.end()
        if not state.owing:
            performance.tell(Next())
        elif self._note != _TIME_UP:
            self._note = _TIME_UP
            self._shown.set()

    def _mind_trouble(self, state: Reading) -> None:
        """Give up where something is wrong and nobody is there to mend it."""
        trouble = state.phase is Phase.HELD and state.held_for is not HoldReason.HAND
        if trouble and not self._keys:
            raise Refusal(state.message)


def command_for(key: str, state: Reading) -> Command | None:
    """Return what a key means while a reading stands so; None for nothing."""
    match key:
        case " ":
            return Resume() if state.phase is Phase.HELD else Hold()
        case "n":
            return Next()
        case "r":
            return Resume(from_shimo=True) if state.phase is Phase.HELD and state.call else Replay()
        case "b":
            return Back()
        case "s":
            return Skip()
        case "q":
            return Stop()
        case _:
            return None
