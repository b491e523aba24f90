"""Which of the server's loudspeakers plays which reading: several halls at once, each with one of its own."""

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

from reader.outputs.owner import owning
from reader.outputs.sink import Clock, OpenSink, SpeakersUnavailableError
from reader.voices.known import DEFAULT
from webapp import loudspeakers
from webapp.db.store import new_client_id
from webapp.live.command import Refusal
from webapp.per_server import PerServer
from webapp.reading import operations
from webapp.reading.listing import RECENT
from webapp.reading.log import SoundLeft
from webapp.reading.operations import SERVER, Behind, Caller, Done
from webapp.reading.speaker_player import Equipment, RoomPlayer
from webapp.reading.speaker_trial import Trial
from webapp.reading.studio import studio
from webapp.services import Services

Opener = Callable[[str], OpenSink]
"""Returns what opens the loudspeaker of a name."""


class Rooms:
    """The players of a server. Methods may be called from any thread, and wait for the device only."""

    def __init__(
        self, services: Services, opener: Opener | None = None, clock: Clock = time.monotonic
    ) -> None:
        self._services = services
        self.tunings = loudspeakers.tunings(services.config.folder)
        self._opener = opener or partial(loudspeakers.opener, tuning=self.tunings.of)
        self._clock = clock
        self._players: dict[str, RoomPlayer] = {}
        self._trials: dict[str, Trial] = {}
        self._lock = threading.RLock()
        self._release_old()

    def device(self, reading: str) -> str:
        """Return the loudspeaker that is open for a reading, empty for none."""
        with self._lock:
            player = self._players.get(reading)
            return player.device if player else ""

    def get_ready(self, reading: str, device: str) -> None:
        """Claim a loudspeaker and open it. Raises SpeakersUnavailableError, and NoSuchReading."""
        with self._lock:
            known = self._players.get(reading)
            if known is not None and known.device == device:
                return
            if known is not None:
                self._let_go(known, SERVER)
            clips = studio(self._services).clip
            equipment = Equipment(device, self._opener(device), clips, self._clock)
            self._end_trial(device)
            held = ExitStack()
            held.enter_context(owning(loudspeakers.claims(), f"the club's pages, reading {reading}", device))
            player = RoomPlayer(self._services, reading, equipment, held, self._forget)
            player.open()
            self._players[reading] = player

    def start(self, reading: str, device: str, caller: Caller, *, start: bool) -> Done | Refusal | Behind:
        """Let a loudspeaker have the sound of a reading. Raises SpeakersUnavailableError, and NoSuchReading."""
        self.get_ready(reading, device)
        with self._lock:
            player = self._players.get(reading)
        if player is None:
            raise SpeakersUnavailableError(f"{device} has gone away")
        answer = player.take(caller, start=start)
        if not isinstance(answer, Done) and not player.has_the_sound():
            self._let_go(player, caller)
        return answer

    def leave(self, reading: str, caller: Caller) -> None:
        """Let the loudspeaker of a reading give up the sound."""
        with self._lock:
            player = self._players.get(reading)
        if player is not None:
            self._let_go(player, caller)

    def try_out(self, device: str) -> float:
        """Let the trial verse be heard, and return after how many seconds it is over.

        Raises SpeakersUnavailableError, above all where a reading has the loudspeaker, and VoiceUnavailableError.
        """
        clips = partial(studio(self._services).clip, DEFAULT)
        with self._lock:
            for player in tuple(self._players.values()):
                if player.device == device and not player.has_the_sound():
                    self._let_go(player, SERVER)
            self._end_trial(device)
            held = ExitStack()
            held.enter_context(owning(loudspeakers.claims(), "a trial of the sound", device))
            trial = Trial(self._opener(device), held)
            self._trials[device] = trial
        return trial.play(clips)

    def close(self) -> None:
        """Fall silent everywhere; what was being read is held, and can go on when the server is back."""
        with self._lock:
            players = tuple(self._players.values())
            for device in tuple(self._trials):
                self._end_trial(device)
        for player in players:
            self._let_go(player, SERVER)

    def _let_go(self, player: RoomPlayer, caller: Caller) -> None:
        player.leave(caller)
        player.join()

    def _end_trial(self, device: str) -> None:
        trial = self._trials.pop(device, None)
        if trial is not None:
            trial.close()

    def _forget(self, player: RoomPlayer) -> None:
        # called in the player's own thread, which may not wait for whoever waits for it
        if self._players.get(player.reading) is player:
            self._players.pop(player.reading, None)

    def _release_old(self) -> None:
        """Hold what a server that ended without a farewell was reading."""
        book = operations.book(self._services)
        for reading in book.ids()[-RECENT:]:
            desk = book.load(reading)
            if desk.room and not desk.over:
                held = operations.broken_off(desk)
                left = (SoundLeft(desk.owner), *held)
                book.append(reading, left, desk.seq, client_id=new_client_id(), actor=SERVER.actor)


_ROOMS = PerServer(Rooms)


def rooms(services: Services) -> Rooms:
    """Return the server's rooms, made at the first need and closed with the server."""
    return _ROOMS.of(services)


def use(services: Services, made: Rooms) -> None:
    """Let a server use these rooms."""
    _ROOMS.use(services, made)
