"""What the pages of voices say, in the language of the request."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from reader.packs.checking import Note
from reader.packs.faults import PackError
from reader.pattern import OPENER, Half
from reader.reason import Reason
from webapp.live.command import Refusal
from webapp.reasons import in_words

_NOTES: Mapping[Note, Callable[[], str]] = {
    Note.MISSING: lambda: _("not there"),
    Note.UNDECODABLE: lambda: _("cannot be decoded"),
    Note.SILENT: lambda: _("no voice in it"),
    Note.TOO_SHORT: lambda: _("too short for its words"),
    Note.TOO_LONG: lambda: _("too long for its words"),
    Note.CUT_GUESSED: lambda: _("the cut between the halves is a guess"),
    Note.CLIPPED: lambda: _("too loud: clipped"),
    Note.NOISY: lambda: _("noisy room"),
    Note.FAINT: lambda: _("too soft"),
    Note.NO_LEAD: lambda: _("begins at once: the first sound may be cut off"),
}


def note(one: Note) -> str:
    """Return what is said of a half, in words."""
    return _NOTES[one]()


def notes(found: Iterable[Note]) -> str:
    """Return all that is said of a half, in one line."""
    return ", ".join(map(note, found))


def half_name(half: Half) -> str:
    """Return a half's name for people."""
    if half.poem == OPENER:
        return str(_("Opener, upper half") if half.part == "kami" else _("Opener, lower half"))
    if half.part == "kami":
        return str(_("Poem %(number)s, upper half", number=half.poem))
    return str(_("Poem %(number)s, lower half", number=half.poem))


def not_taken(error: PackError | Reason | str) -> str:
    """Return that a pack could not be taken in or changed."""
    reason = error.reason if isinstance(error, PackError) else error
    return str(_("This cannot be done: %(reason)s", reason=in_words(reason)))


def unread(reasons: Sequence[Reason], most: int = 12) -> list[str]:
    """Return what is said of files that gave nothing, one line each, and how many lines more there would be."""
    lines = [in_words(reason) for reason in reasons[:most]]
    more = len(reasons) - most
    return lines if more <= 0 else [*lines, ngettext("and %(num)d more", "and %(num)d more", more)]


def in_use() -> str:
    """Return why a pack is not removed."""
    return str(_("A reading that is not over reads with this pack. End it first."))


def busy() -> Refusal:
    """Return that another clip is being made."""
    return Refusal("busy", _("Somebody is trying a voice out just now. Try again in a moment."))


def no_voice(reason: Reason | str) -> Refusal:
    """Return that a voice does not speak here."""
    return Refusal("no_voice", _("This voice cannot speak here: %(reason)s", reason=in_words(reason)))


def upload_busy() -> str:
    """Return that another pack is being taken in."""
    return str(_("Another pack is being taken in just now. Wait until it is done."))


def count(usable: int) -> str:
    """Return how many of the halves are there."""
    return str(ngettext("%(num)d of 202 halves", "%(num)d of 202 halves", usable))


def list_words() -> Mapping[str, str]:
    """Return the words that the script of the list needs."""
    return {
        "making": _("The voice is being made …"),
        "playing": _("Playing"),
        "stop": _("Stop"),
        "listen": _("Listen"),
        "failed": _("That did not work. Try again."),
        "sending": _("Sending: {percent} %"),
        "listening": _("Listening to file {done} of {total}"),
        "unpacking": _("Opening the zip …"),
        "choose": _("Choose a zip first."),
        "too_large": _("The zip is larger than {most} GB."),
        "done": _("Taken in. Its page opens …"),
    }


def pack_words() -> Mapping[str, str]:
    """Return the words that the script of a pack's page needs."""
    return {
        "on": _("First sound"),
        "off": _("Last sound"),
        "hold": _("Last vowel"),
        "kimariji": _("Kimari-ji"),
        "decision": _("Decision point"),
        "seconds": _("{n} s"),
        "mark_value": _("{name}: {seconds} s"),
        "saved": _("Saved"),
        "failed": _("That did not work. Try again."),
        "play": _("Play from here"),
        "stop": _("Stop"),
        "found": _("found by the program"),
        "by_hand": _("set by hand"),
        "none": _("not set"),
        "sure_remove": _("Take this recording out of the pack?"),
        "state_good": _("good"),
        "state_doubtful": _("to be looked at"),
        "state_bad": _("missing"),
        "wave": _("The recording's waveform"),
        "length": _("{voice} s, of which the last vowel {hold} s"),
    }


def record_words() -> Mapping[str, str]:
    """Return the words that the script of the recording page needs."""
    return {
        "record": _("Record now"),
        "stop": _("Stop"),
        "cancel": _("Cancel"),
        "count": _("Begin in {n}"),
        "now": _("Read now"),
        "judging": _("Listening to it …"),
        "good": _("Good. Take it, or try again."),
        "doubtful": _("It can be used, but: {notes}"),
        "bad": _("It cannot be used: {notes}"),
        "figures": _("Voice {voice} s, last vowel {hold} s, {loudness} LUFS, room {noise} dB"),
        "so_far": _("{n} of {total} s"),
        "pace_fits": _("Fits the pace {pace}."),
        "pace_slow": _("Slower than the pace {pace}: its words would be hurried."),
        "pace_short": _("Shorter than the pace {pace}: the last vowel will be held longer."),
        "kept": _("Taken."),
        "failed": _("That did not work. Try again."),
        "denied": _(
            "The browser keeps the microphone from this page. Allow it beside the address, then load the page again."
        ),
        "no_microphone": _("No microphone was found. Plug one in, then load the page again."),
        "insecure": _("Browsers give the microphone only to pages of this machine itself, or over HTTPS."),
        "done_of": _("{done} of 202 recorded"),
        "all_done": _("All 202 halves are recorded."),
        "opener_kami": _("Opener, upper half"),
        "opener_shimo": _("Opener, lower half"),
        "kami": _("Poem {number}, upper half"),
        "shimo": _("Poem {number}, lower half"),
        "level": _("Level"),
        "too_loud": _("too loud"),
        "level_good": _("good"),
        "too_soft": _("too soft"),
    }


def missing_field(field: str) -> str:
    """Return what is missing in the form of a new pack."""
    return str(
        _("Choose a zip first.") if field == "file" else _("Give the pack a name, of at most 60 signs.")
    )
