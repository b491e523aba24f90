"""What is said where a voice cannot speak."""

from enum import StrEnum

from reader.reason import Reason, ReasonedError


class VoiceFlaw(StrEnum):
    """What is wrong with a voice; the values are English, for the command line."""

    NO_SUCH_VOICE = "there is no voice {name}; choose {names}"
    NOT_INSTEAD = "{name} is no voice for what a pack lacks: use {names}"
    BUNDLED_SILENT = "the bundled voice cannot speak: {detail}"
    BUNDLED_FAILED = "the bundled voice failed: {detail}"
    LACKS = (
        "the pack {pack} has no recording of {halves};"
        " record them, or choose the voice {other}, which reads them in the bundled voice"
    )
    LACKS_OPENER = (
        "the pack {pack} has no recording of {halves}; record them, or read without the opener,"
        " or choose the voice {other}, which reads them in the bundled voice"
    )
    CHOOSE_ANOTHER = "{why}; choose another voice"
    SYSTEM_LATE = "the system's voice did not answer within {seconds} s"
    SYSTEM_NOT_STARTED = "the system's voice cannot be started: {detail}"
    SYSTEM_BROKE = "the system's voice broke down (exit status {status})"
    SYSTEM_FAILED = "the system's voice failed: {detail}"
    SYSTEM_UNUSABLE = "the system's voice cannot be used: {why}"
    SYSTEM_MISSING = "{why}; {cure}"
    SNIPPET = "the engine said only {seconds} s of sound"
    NOTHING_HEARD = "the engine said nothing that can be heard"
    NO_FILE = "the engine wrote no sound file"


class Missing(StrEnum):
    """What a system lacks that it needs to speak Japanese."""

    PYTTSX3 = "the Python package pyttsx3 is missing"
    COMTYPES = "the Python package comtypes is missing"
    ENGINE = "no speech engine is installed ({detail})"
    SAY = "the command say is missing"
    JAPANESE = "none of the system's {count} voices speaks Japanese"


class Cure(StrEnum):
    """What to do where no Japanese voice is installed."""

    LINUX = "install one with `pip install naniwazu[espeak]`, or `apt install espeak-ng` on Debian and Ubuntu"
    MACOS = "add one in System Settings, Accessibility, Spoken Content, System Voice: Kyoko or Otoya"
    WINDOWS = "add one in Settings, Time & language, Speech, Manage voices: Japanese"
    ELSEWHERE = "install espeak-ng"


class VoiceUnavailableError(RuntimeError):
    """This voice cannot speak here; the message says why and what would help.

    A reason that is a text is in the words of an engine, or of the system, and no page can translate it.
    """

    def __init__(self, reason: Reason | str) -> None:
        super().__init__(reason)
        self.reason = reason


class NoSuchVoiceError(ReasonedError, ValueError):
    """There is no voice of this name; the message names those there are, or says what is wrong with the pack."""


def silent(flaw: VoiceFlaw, **params: object) -> VoiceUnavailableError:
    """Return the error for a flaw and what belongs to it."""
    return VoiceUnavailableError(Reason.of(flaw, **params))


def why(error: Exception) -> Reason | str:
    """Return why a clip could not be made: a voice's reason, or what the system says, which is never empty."""
    return error.reason if isinstance(error, VoiceUnavailableError) else str(error) or type(error).__name__
