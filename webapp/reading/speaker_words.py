"""What is said of the server's own loudspeakers, in the language of the request."""

from collections.abc import Mapping

from flask_babel import gettext as _

from reader.outputs.sink import NoOutputError, NoSoundLibraryError, SpeakersUnavailableError


def no_speakers(error: SpeakersUnavailableError) -> str:
    """Return that the server has no loudspeaker to use, or not that one, and what would help."""
    text: str
    match error:
        case NoOutputError():
            text = _(
                "The server has no loudspeaker. Plug one in or start its sound system, or let this device play."
            )
        case NoSoundLibraryError():
            text = _(
                "The server lacks PortAudio, by which it plays. Install it there: %(command)s",
                command=error.cure,
            )
        case _:
            text = _("The room's speakers cannot be used: %(reason)s", reason=error)
    return text


def speakers_in_use(device: str, holder: str) -> str:
    """Return who has a loudspeaker."""
    text: str = _("%(device)s is in use by %(holder)s. Stop that first.", device=device, holder=holder)
    return text


def muted() -> str:
    """Return that a loudspeaker is muted in the system."""
    text: str = _("Muted: switch the sound on in the system of the server.")
    return text


def low_volume(percent: int) -> str:
    """Return that a loudspeaker's volume is low in the system."""
    text: str = _("The system's volume is low: %(percent)d %%.", percent=percent)
    return text


def low_trim(decibels: int) -> str:
    """Return that a loudspeaker's own level was set low."""
    text: str = _("The level set here is low: %(decibels)d dB.", decibels=decibels)
    return text


def not_kept(reason: str) -> str:
    """Return that settings could not be written."""
    text: str = _("This could not be kept: %(reason)s", reason=reason)
    return text


def sound_words() -> Mapping[str, str]:
    """Return the words of the part of the reading page that says where the sound comes from."""
    return {
        "page": _("this device"),
        "room": _("the room's speakers"),
        "usual": _("the system's"),
        "in_use": _("in use"),
        "held_by": _("In use by {holder}."),
        "move_to_room": _("Play in the room"),
        "move_here": _("Play on this device"),
        "low": _("The level set here is low: among people the voice will hardly be heard."),
        "gone": _("{place} has gone: the reading is held. Plug it in or switch it on again."),
        "back": _("{place} is back. Go on, and the last lower half is read first."),
        "blocked": _("The browser does not let this page sound. Tap once more."),
        "offline": _("No connection. The reading goes on when it is back."),
    }


def calibration_words() -> Mapping[str, str]:
    """Return the words of the page that measures a device's delay."""
    return {
        "listen": _("Listen to the clicks, and tap along from the third on: {n} of {total}"),
        "done": _("Delay {ms} ms, spread {spread} ms."),
        "unsteady": _("Delay {ms} ms, but the taps are {spread} ms apart: too uneven. Please try again."),
        "few": _("Too few taps were close to a click. Please try again."),
        "microphone": _("Listening by the microphone: {n} of {total}"),
        "no_microphone": _("The browser gives this page no microphone: that needs a secure address (https)."),
        "quiet": _("The microphone heard too few clicks. Turn the sound up, or hold it closer."),
        "kept": _("Kept for {device}."),
        "none": _("Nothing has been measured on this device yet."),
        "tapped": _("by tapping"),
        "measured": _("by microphone"),
        "typed": _("typed"),
        "row": _("{ms} ms, {how}"),
        "use": _("Use"),
        "used": _("in use"),
        "forget": _("Forget"),
        "unnamed": _("this device's sound"),
    }
