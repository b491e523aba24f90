"""A loudspeaker of the server as the owner of a reading's sound: does what the page with the sound does.

The server's log decides what comes next, the device's clock when. One thread of the player's own follows the log and
reports what was heard; the audio thread never waits for a database.
"""

import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from reader.clip import Clip
from reader.outputs.performer import ClipSource, Performer
from reader.outputs.sink import Clock, OpenSink
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.yomite_commands import Began, Deciding, Ended, Failed, Lost, Over, Report
from reader.yomite_facts import Called
from reader.yomite_state import Phase
from webapp import evening
from webapp.db.store import new_client_id
from webapp.door import CommandBody
from webapp.live.command import Refusal
from webapp.reading import operations
from webapp.reading.log import Entry, Note, Paced
from webapp.reading.operations import Behind, Caller, Done
from webapp.reading.presence import presence
from webapp.reading.readings import Desk, folded
from webapp.reading.wishes import (
    HalfReport,
    Heard,
    MomentReport,
    Next,
    Resume,
    Sound,
    TroubleReport,
    Wish,
    fingerprint,
)
from webapp.services import Services

log = logging.getLogger(__name__)

BEAT: Final = 4.0
"""Seconds between two signs of life."""
UNUSED: Final = 180.0
"""Seconds after which a loudspeaker that was made ready and not used is let go."""
ASK_AGAIN: Final = 1.0
"""Seconds after which the next call is asked for again while a table needs more time."""
AT_ONCE: Final = 1.0
"""Seconds left at least where the pause is changed, or the room takes the sound over, while cards are taken."""
TRIES: Final = 5
"""How often a report is tried where the database does not take it."""
_LONGEST_MESSAGE: Final = 200

Job = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Equipment:
    """What a player plays with: the loudspeaker by its name, what opens it, the voices, and the device's clock."""

    device: str
    open_sink: OpenSink
    clips: Callable[[str, Verse], Clip]
    clock: Clock = time.monotonic


class RoomPlayer:
    """Plays one reading through one loudspeaker. `closed` is called once, when it has fallen silent for good."""

    def __init__(
        self,
        services: Services,
        reading: str,
        equipment: Equipment,
        held: ExitStack,
        closed: Callable[["RoomPlayer"], None],
    ) -> None:
        """Take over `held`, which is closed with the player; raises nothing and opens nothing yet."""
        self.device = equipment.device
        self.reading = reading
        self._services = services
        self._book = operations.book(services)
        self._held = held
        self._closed = closed
        self._secret = secrets.token_hex(16)
        self._owner = fingerprint(self._secret)
        self._clock = equipment.clock
        self._clips = equipment.clips
        self._epoch = time.time() - equipment.clock()
        self._desk = self._book.load(reading)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._had_it = False
        self._opened_at = 0.0
        self._beat_due = 0.0
        self._performer = Performer(
            self._desk.state, self._voice(), equipment.open_sink, self, clock=equipment.clock
        )
        self._thread = threading.Thread(target=self._run, name=f"room {reading}", daemon=True)

    @property
    def playing(self) -> bool:
        """Whether it has the sound of the reading, as far as its own thread has followed."""
        return self._desk.played_by(self._owner)

    def has_the_sound(self) -> bool:
        """Return whether it has the sound of the reading by the log, which its own thread may not have read yet."""
        return self._book.load(self.reading).played_by(self._owner)

    def open(self) -> None:
        """Open the loudspeaker, so that the first sound need not wait for it. Raises SpeakersUnavailableError."""
        try:
            self._performer.open()
        except BaseException:
            self._held.close()
            raise
        self._opened_at = time.monotonic()
        self._book.watch(self._changed)
        self._thread.start()

    def take(self, caller: Caller, *, start: bool) -> Done | Refusal | Behind:
        """Take the sound of the reading, and begin it if it has not begun; what follows is heard in a moment."""
        wish = Sound(do="start" if start else "take", owner=self._secret)
        here = replace(caller, label=self.device, room=self.device)
        answer = self._perform(wish, here)
        if start or not isinstance(answer, Done):
            return answer
        if answer.desk.state.phase is not Phase.HELD or answer.desk.state.hands:
            return answer
        return self._perform(Resume(do="resume", from_shimo=True), here)

    def leave(self, caller: Caller) -> None:
        """Give the sound up and fall silent; the call being spoken is held."""
        if self.has_the_sound():
            self._perform(Sound(do="leave", owner=self._secret), caller)
        self._jobs.put(None)

    def join(self) -> None:
        """Wait until it has fallen silent."""
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join()

    # -- what the performer tells, from threads of the device and the voice --------------------------------------------

    def report(self, report: Report, at: float) -> None:
        """Take down what was heard, or what failed."""
        self._jobs.put(partial(self._reported, report, at))

    def go_on(self, pause: int) -> None:
        """Bring up the next call."""
        self._jobs.put(partial(self._go_on, pause))

    # -- the player's own thread ---------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._follow()
            while not self._over() and (job := self._next_job()) is not None:
                self._try(job)
        finally:
            self._book.forget(self._changed)
            self._performer.close()
            self._held.close()
            self._closed(self)

    def _next_job(self) -> Job | None:
        """Wait for the next job, None for the last one. A sign of life comes when it is due, whatever else there is."""
        left = self._beat_due - time.monotonic()
        if left > 0:
            with suppress(queue.Empty):
                return self._jobs.get(timeout=left)
        self._beat_due = time.monotonic() + BEAT
        return self._beat

    def _try(self, job: Job) -> None:
        """Do a job; a database that is busy gets a little time."""
        for attempt in range(TRIES):
            try:
                job()
            except Exception:
                if attempt + 1 == TRIES:
                    log.exception(
                        "the loudspeaker %s could not go on with reading %s", self.device, self.reading
                    )
                time.sleep(0.1 * 2**attempt)
            else:
                return

    def _over(self) -> bool:
        unused = not self._had_it and time.monotonic() - self._opened_at > UNUSED
        return self._desk.over or unused or (self._had_it and not self.playing)

    def _beat(self) -> None:
        if self.playing:
            presence(self._services.store).note(self.reading, self._owner)

    def _changed(self, reading: str) -> None:
        if reading == self.reading:
            self._jobs.put(self._follow)

    def _follow(self, pause: int = 0) -> None:
        """Do what the log says since the last look; `pause` lies before a call that was asked for after it."""
        for entry in self._book.entries(self.reading, self._desk.seq):
            before = self._desk
            self._desk = folded(before.id, before.seq + 1, (entry,), before)
            self._obey(entry, before, pause)

    def _obey(self, entry: Entry, before: Desk, pause: int) -> None:
        if isinstance(entry, Note):
            taken = self.playing and not before.played_by(self._owner)
            self._had_it = self._had_it or taken
            if self._desk.settings.voice != before.settings.voice:
                self._performer.use(self._voice())
            if taken or (isinstance(entry, Paced) and self.playing):
                self._set_pause()
        elif self.playing:
            fact = replace(entry, at=entry.at - self._epoch)
            asked = pause if isinstance(fact, Called) else 0
            self._performer.follow(fact, before.state, self._desk.state, asked)

    def _voice(self) -> ClipSource:
        return partial(self._clips, self._desk.settings.voice)

    def _set_pause(self) -> None:
        settings = self._desk.settings
        self._performer.play_pause = round(settings.play_pause * SAMPLE_RATE) if settings.automatic else None
        if self._desk.state.phase is Phase.PLAY:
            # from the end of the last call on, as all pages count
            soonest = self._clock() + AT_ONCE - settings.play_pause
            self._performer.plan_next(max(self._desk.rested_at - self._epoch, soonest))

    def _go_on(self, pause: int) -> None:
        evening.count_hands(self._services, self.reading)
        self._follow()
        if not self.playing or self._desk.state.phase is not Phase.PLAY:
            return
        if evening.waits(self._services, self.reading):
            self._performer.ask_again(ASK_AGAIN)
            return
        answer = self._perform(Next(do="next", by_itself=True))
        if isinstance(answer, Refusal):
            self._performer.wait_for_hands(waiting=bool(self._desk.state.hands))
        elif isinstance(answer, Behind):
            self._jobs.put(partial(self._go_on, pause))
        else:
            self._follow(pause)

    def _reported(self, report: Report, at: float) -> None:
        wish = self._wish(report, at)
        if self.playing:
            self._perform(wish)
            self._follow()

    def _perform(self, wish: Wish, caller: Caller = operations.SERVER) -> Done | Refusal | Behind:
        sent = CommandBody[Wish](client_id=new_client_id(), expected_seq=self._desk.seq, command=wish)
        answer = operations.perform(self._services, self.reading, sent, caller)
        if isinstance(answer, Done):
            evening.reading_moved(self._services, answer.desk)
        return answer

    def _wish(self, report: Report, at: float) -> Wish:
        heard = Heard(
            context=at,
            performance=at * 1000,
            epoch=(at + self._epoch) * 1000,
            latency=self._performer.speakers.latency * 1000,
        )
        owner = self._secret
        match report:
            case Began(call=call, place=place):
                return HalfReport(do="began", owner=owner, call=call, place=place, heard=heard)
            case Ended(call=call, place=place):
                return HalfReport(do="ended", owner=owner, call=call, place=place, heard=heard)
            case Deciding(call=call):
                return MomentReport(do="deciding", owner=owner, call=call, heard=heard)
            case Over(call=call):
                return MomentReport(do="over", owner=owner, call=call, heard=heard)
            case Lost(message=message):
                return TroubleReport(do="lost", owner=owner, message=_line(message))
            case Failed(call=call, message=message):
                return TroubleReport(do="failed", owner=owner, message=_line(message), call=call)


def _line(message: str) -> str:
    return " ".join(message.split())[:_LONGEST_MESSAGE]
