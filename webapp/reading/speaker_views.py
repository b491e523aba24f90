"""The server's loudspeakers as the page shows them."""

from dataclasses import dataclass

from reader.outputs import owner
from reader.outputs.devices import Device
from reader.outputs.sink import SpeakersUnavailableError
from reader.outputs.tuning import Tuning
from webapp import loudspeakers
from webapp.reading import speaker_words as words
from webapp.reading.speaker_rooms import Rooms


@dataclass(frozen=True, slots=True)
class SpeakerView:
    """One loudspeaker. `doubt` says why it may not be heard, `holder` who else has it; both empty for nothing known.

    `delay` is in milliseconds, `store` too. `here` says that it is this reading's.
    """

    name: str
    default: bool
    here: bool
    holder: str
    doubt: str
    delay: int
    trim: float
    awake: bool
    lead_in: float
    store: int
    heard: bool


@dataclass(frozen=True, slots=True)
class RoomView:
    """What the server has to play with; `trouble` says why there is nothing, and what would help."""

    speakers: tuple[SpeakerView, ...]
    chosen: str
    ready: str
    trouble: str


def room_view(rooms: Rooms, reading: str) -> RoomView:
    """Return the loudspeakers, looked for anew."""
    ready = rooms.device(reading)
    try:
        found = loudspeakers.listed()
    except SpeakersUnavailableError as error:
        return RoomView((), "", ready, words.no_speakers(error))
    names = [device.name for device in found]
    chosen = ready or rooms.tunings.chosen
    if chosen not in names and not ready:
        chosen = names[0]
    views = tuple(_speaker(device, rooms.tunings.of(device), here=device.name == ready) for device in found)
    return RoomView(views, chosen, ready, "")


def _speaker(device: Device, tuning: Tuning, *, here: bool) -> SpeakerView:
    return SpeakerView(
        name=device.name,
        default=device.default,
        here=here,
        holder="" if here else owner.holder(loudspeakers.claims(), device.name),
        doubt=_doubt(device, tuning),
        delay=round(tuning.delay * 1000),
        trim=tuning.trim,
        awake=tuning.awake,
        lead_in=tuning.lead_in,
        store=round(tuning.store * 1000),
        heard=tuning.heard,
    )


def _doubt(device: Device, tuning: Tuning) -> str:
    if device.muted:
        return words.muted()
    if device.too_quiet and device.volume is not None:
        return words.low_volume(round(device.volume * 100))
    if tuning.too_soft:
        return words.low_trim(round(tuning.trim))
    return ""
