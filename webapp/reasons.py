"""Why a pack or a voice cannot be used, in the language of the request; the codes are the reader's."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from reader.packs.faults import PackFlaw
from reader.packs.halves import listed
from reader.reason import Reason, Value
from reader.voices.faults import Cure, Missing, VoiceFlaw

FLAWS: Mapping[StrEnum, Any] = {
    PackFlaw.FILE_TOO_LARGE: _l("%(file)s is larger than %(megabytes)s MB."),
    PackFlaw.FILE_UNREADABLE: _l("%(file)s in the zip cannot be read: %(detail)s."),
    PackFlaw.UNREADABLE: _l("The zip cannot be read: %(detail)s."),
    PackFlaw.NOT_THERE: _l("There is no such file."),
    PackFlaw.NO_ZIP: _l("This is no zip that can be read."),
    PackFlaw.NAMELESS: _l("A file in the zip has no name: the zip is damaged."),
    PackFlaw.LEADS_OUT: _l("%(file)s leads out of the zip, so the zip is not opened."),
    PackFlaw.LINK: _l("%(file)s is a link. Put the file itself into the zip."),
    PackFlaw.LOCKED: _l("%(file)s is locked with a password. Make the zip without one."),
    PackFlaw.UNPACKS_HUGE: _l("%(file)s would unpack to %(megabytes)s MB, so the zip is not opened."),
    PackFlaw.TOO_MANY_FILES: _l("More than %(most)s files are in the zip. Send the folder of one pack."),
    PackFlaw.TOO_LARGE: _l("The zip unpacks to more than %(gigabytes)s GB. Send the folder of one pack."),
    PackFlaw.NONE_USABLE: _l("None of the recordings can be used; there are %(count)s."),
    PackFlaw.NONE_USABLE_WHY: _l("None of the recordings can be used; there are %(count)s. %(why)s"),
    PackFlaw.SEVERAL_PACKS: _l("The zip holds %(count)s packs: %(names)s. Send the folder of one."),
    PackFlaw.FOREIGN_KIND: _l(
        "%(kind)s files cannot be decoded without FFmpeg; there are %(count)s. Install it on the server"
        " (pip install naniwazu[m4a], or ffmpeg itself), or convert them to FLAC, Ogg or MP3."
    ),
    PackFlaw.FOREIGN_LEFT_OUT: _l(
        "%(kind)s files were left out, as they cannot be decoded without FFmpeg; there are %(count)s: %(names)s."
        " Install it on the server (pip install naniwazu[m4a], or ffmpeg itself), or convert them to FLAC, Ogg or"
        " MP3. Then take the pack in anew."
    ),
    PackFlaw.UNNAMED_LEFT_OUT: _l(
        "Files whose names tell of no poem were left out; there are %(count)s: %(names)s. Name them like"
        " reader_017_1.ogg, then take the pack in anew."
    ),
    PackFlaw.UNNAMED: _l(
        "No file is named after a poem, such as reader_017_1.ogg. The first in the zip is %(file)s."
    ),
    PackFlaw.NO_SOUNDS: _l("No sound files are in it. A pack has files such as reader_017_1.ogg."),
    PackFlaw.UPPER_TWICE: _l(
        "%(first)s and %(second)s are both poem %(poem)s, upper half. Take one of them out."
    ),
    PackFlaw.LOWER_TWICE: _l(
        "%(first)s and %(second)s are both poem %(poem)s, lower half. Take one of them out."
    ),
    PackFlaw.STOPPED: _l("The server was stopped meanwhile. Send the pack again."),
    PackFlaw.IN_FILE: _l("%(file)s: %(why)s"),
    PackFlaw.SAMPLE_RATE: _l("Its sample rate is %(rate)s Hz; it may be %(least)s to %(most)s."),
    PackFlaw.CHANNELS: _l("It has %(channels)s channels; there may be %(most)s."),
    PackFlaw.TOO_LONG: _l("It is longer than %(seconds)s s."),
    PackFlaw.NO_SOUND: _l("It is no sound that can be decoded."),
    PackFlaw.DECODER_FAILED: _l("It is no sound that can be decoded (%(detail)s)."),
    PackFlaw.EMPTY: _l("It holds no sound."),
    PackFlaw.SILENT: _l("No voice is in it."),
    PackFlaw.MEMORY: _l("It would take too much memory."),
    PackFlaw.SLOW: _l("It was not decoded within %(seconds)s s."),
    PackFlaw.NO_DECODER: _l("The decoder does not run on the server: %(detail)s."),
    PackFlaw.DECODER_BROKE: _l("The decoder broke down over it."),
    PackFlaw.CUT_SILENT: _l("There is no voice on one side of this place. Cut elsewhere."),
    PackFlaw.POEM: _l("Poem %(number)s"),
    PackFlaw.OPENER: _l("Opener"),
    PackFlaw.UPPER_TOO_SLOW: _l(
        "%(which)s: its words take %(words)s s and cannot be read in %(length)s s."
        " Give the upper half (U) %(needed)s s."
    ),
    PackFlaw.LOWER_TOO_SLOW: _l(
        "%(which)s: its words take %(words)s s and cannot be read in %(length)s s."
        " Give the lower half and its hold (L and H) %(needed)s s."
    ),
    PackFlaw.AT: _l("%(place)s: %(why)s"),
    PackFlaw.NOT_JSON: _l("%(place)s: this is no JSON in UTF-8."),
    PackFlaw.NO_PACK: _l("%(place)s: this is no pack; its format should be %(known)s."),
    PackFlaw.OTHER_FORMAT: _l("%(place)s: the format is %(found)s; this program reads %(known)s."),
    PackFlaw.NO_CLIPS: _l("%(place)s: it names no clips."),
    PackFlaw.LONG_TEXT: _l("%(place)s: %(name)s: a text of at most %(most)s signs is needed."),
    PackFlaw.NO_HALF: _l("%(name)s names no half of a poem; they are called 000-kami to 100-shimo."),
    PackFlaw.OBJECT_WANTED: _l("%(place)s: an object is needed."),
    PackFlaw.FILE_NAME_WANTED: _l("%(place)s.file: a plain file name that ends in .flac is needed."),
    PackFlaw.TEXT_WANTED: _l("%(place)s: a text is needed."),
    PackFlaw.MARKS_WANTED: _l("%(place)s.by_hand: a list of %(known)s is needed."),
    PackFlaw.SAMPLES_WANTED: _l("%(place)s: a whole number of samples is needed."),
    PackFlaw.NUMBER_WANTED: _l("%(place)s: a number is needed."),
    PackFlaw.TRUTH_WANTED: _l("%(place)s: true or false is needed."),
    PackFlaw.MARKS_ORDER: _l(
        "The marks are out of order. The first sound comes first, then the last vowel, then the last sound."
    ),
    PackFlaw.DECISION_OUTSIDE: _l(
        "the decision point %(decision)s lies outside what is said before the kimari-ji ends, %(on)s to %(last)s."
    ),
    PackFlaw.KIMARIJI_OUTSIDE: _l(
        "The end of the kimari-ji lies outside the voice. Set it between the first and the last sound."
    ),
    PackFlaw.BAD_NAME: _l("%(title)s is no name for a pack. Use letters or digits."),
    PackFlaw.NAME_TAKEN: _l(
        "There is a pack %(name)s already. Choose another name, or remove that one first."
    ),
    PackFlaw.NO_SUCH_PACK: _l("There is no pack %(name)s. There is %(known)s."),
    PackFlaw.NO_PACKS: _l("There is no pack %(name)s, nor any other."),
    PackFlaw.NO_RECORDING: _l("The pack %(pack)s has no recording of %(halves)s."),
    PackFlaw.CLIP_UNREADABLE: _l("The pack %(pack)s: %(file)s cannot be read. Take the pack in again."),
    PackFlaw.CLIP_CHANGED: _l("The pack %(pack)s: %(file)s was changed. Take the pack in again."),
    PackFlaw.CLIP_DAMAGED: _l("%(file)s is damaged. Take the pack in again, or record this half anew."),
    PackFlaw.PACK_UNREADABLE: _l("The pack %(pack)s cannot be read: %(detail)s."),
    PackFlaw.PACK_GONE: _l("The pack %(pack)s is gone: %(detail)s."),
    PackFlaw.UNWRITABLE: _l("The server cannot write there: %(detail)s. Make room on it, or allow it."),
    PackFlaw.NO_TARGET: _l("Name a file in a folder that is there."),
    PackFlaw.NOT_EXPORTED: _l("The zip cannot be written: %(detail)s."),
    VoiceFlaw.NO_SUCH_VOICE: _l("There is no voice %(name)s here any more. Choose another."),
    VoiceFlaw.NOT_INSTEAD: _l("%(name)s cannot read what a pack lacks. Choose one of %(names)s."),
    VoiceFlaw.BUNDLED_SILENT: _l("The bundled voice cannot speak: %(detail)s."),
    VoiceFlaw.BUNDLED_FAILED: _l("The bundled voice failed: %(detail)s."),
    VoiceFlaw.LACKS: _l(
        "The pack %(pack)s has no recording of %(halves)s."
        " Record them, or choose the voice that reads them in the bundled voice (%(other)s)."
    ),
    VoiceFlaw.LACKS_OPENER: _l(
        "The pack %(pack)s has no recording of %(halves)s. Record them, read without the opener,"
        " or choose the voice that reads them in the bundled voice (%(other)s)."
    ),
    VoiceFlaw.CHOOSE_ANOTHER: _l("%(why)s Choose another voice."),
    VoiceFlaw.SYSTEM_LATE: _l("The system's voice did not answer within %(seconds)s s."),
    VoiceFlaw.SYSTEM_NOT_STARTED: _l("The system's voice cannot be started: %(detail)s."),
    VoiceFlaw.SYSTEM_BROKE: _l("The system's voice broke down (exit status %(status)s)."),
    VoiceFlaw.SYSTEM_FAILED: _l("The system's voice failed: %(detail)s."),
    VoiceFlaw.SYSTEM_UNUSABLE: _l("The system's voice cannot be used. %(why)s"),
    VoiceFlaw.SYSTEM_MISSING: _l("%(why)s %(cure)s"),
    VoiceFlaw.SNIPPET: _l("The engine said only %(seconds)s s of sound."),
    VoiceFlaw.NOTHING_HEARD: _l("The engine said nothing that can be heard."),
    VoiceFlaw.NO_FILE: _l("The engine wrote no sound file."),
    Missing.PYTTSX3: _l("The Python package pyttsx3 is missing on the server."),
    Missing.COMTYPES: _l("The Python package comtypes is missing on the server."),
    Missing.ENGINE: _l("No speech engine is installed on the server (%(detail)s)."),
    Missing.SAY: _l("The command say is missing on the server."),
    Missing.JAPANESE: _l("The server's system has no voice that speaks Japanese."),
    Cure.LINUX: _l(
        "Install one there: pip install naniwazu[espeak], or apt install espeak-ng on Debian and Ubuntu."
    ),
    Cure.MACOS: _l(
        "Add one there in System Settings, Accessibility, Spoken Content, System Voice: Kyoko or Otoya."
    ),
    Cure.WINDOWS: _l("Add one there in Settings, Time & language, Speech, Manage voices: Japanese."),
    Cure.ELSEWHERE: _l("Install espeak-ng there."),
}
"""What a page says for each flaw. It names no folder of the server, as the command line does."""


def in_words(reason: Reason | str) -> str:
    """Return a reason in words; a text that no code stands for is an engine's or the system's own, and stays."""
    if isinstance(reason, str):
        return reason
    return str(FLAWS[reason.flaw]) % {name: _said(one) for name, one in reason.params.items()}


def _said(value: Value) -> str:
    if isinstance(value, tuple):
        return listed(value, upper=_("upper half"), lower=_("lower half"), opener=_("opener"))
    return in_words(value)
