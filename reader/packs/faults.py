"""What is said where a pack cannot be used."""

from enum import StrEnum

from reader.reason import Reason, ReasonedError


class PackFlaw(StrEnum):
    """What is wrong with a pack, or with what should become one; the values are English, for the command line."""

    # a folder or zip that somebody brings
    FILE_TOO_LARGE = "{file}: larger than {megabytes} MB"
    FILE_UNREADABLE = "{file}: cannot be read from {place}: {detail}"
    UNREADABLE = "{place}: cannot be read: {detail}"
    NOT_THERE = "{place}: there is no such folder or file"
    NO_ZIP = "{place}: this is no folder and no zip that can be read: {detail}"
    NAMELESS = "{place}: a file in it has no name; the zip is damaged"
    LEADS_OUT = "{place}: {file} leads out of the zip; it is not opened"
    LINK = "{place}: {file} is a link; put the file itself into the zip"
    LOCKED = "{place}: {file} is locked with a password; make the zip without one"
    UNPACKS_HUGE = "{place}: {file} would unpack to {megabytes} MB; it is not opened"
    TOO_MANY_FILES = "{place}: more than {most} files; give the folder of one pack"
    TOO_LARGE = "{place}: more than {gigabytes} GB in all; give the folder of one pack"
    NONE_USABLE = "{place}: none of its {count} recordings can be used"
    NONE_USABLE_WHY = "{place}: none of its {count} recordings can be used: {why}"
    SEVERAL_PACKS = "{place}: there are {count} packs in it: {names}; give the folder of one"
    FOREIGN_KIND = (
        "{place}: {count} {kind} files, which cannot be decoded without FFmpeg; `pip install naniwazu[m4a]`,"
        " or install ffmpeg, or convert them to FLAC, Ogg or MP3"
    )
    FOREIGN_LEFT_OUT = (
        "left out: {count} {kind} files, which cannot be decoded without FFmpeg; `pip install naniwazu[m4a]`, or"
        " install ffmpeg, or convert them to FLAC, Ogg or MP3; then take the pack in anew: {names}"
    )
    UNNAMED_LEFT_OUT = (
        "left out: {count} files whose names tell of no poem, as reader_017_1.ogg does; rename them, then take the"
        " pack in anew: {names}"
    )
    UNNAMED = "{place}: no file is named after a poem, such as reader_017_1.ogg; the first is {file}"
    NO_SOUNDS = "{place}: no sound files in it; a pack has files such as reader_017_1.ogg"
    UPPER_TWICE = "{place}: {first} and {second} are both poem {poem}, upper half; take one of them out"
    LOWER_TWICE = "{place}: {first} and {second} are both poem {poem}, lower half; take one of them out"
    STOPPED = "it was stopped half-way; send the pack again"

    # one recording
    IN_FILE = "{file}: {why}"
    SAMPLE_RATE = "a sample rate of {rate} Hz; it may be {least} to {most}"
    CHANNELS = "{channels} channels; there may be {most}"
    TOO_LONG = "longer than {seconds} s"
    NO_SOUND = "no sound that can be decoded"
    DECODER_FAILED = "no sound that can be decoded ({detail})"
    EMPTY = "no sound in it"
    SILENT = "silent"
    MEMORY = "it would take too much memory"
    SLOW = "not decoded within {seconds} s"
    NO_DECODER = "the decoder does not run: {detail}"
    DECODER_BROKE = "the decoder broke down over it"
    CUT_SILENT = "there is no voice on one side of this place"
    POEM = "poem {number}"
    OPENER = "the opener"
    UPPER_TOO_SLOW = (
        "{which}: its words take {words} s and cannot be read in {length} s;"
        " give the upper half (U) {needed} s"
    )
    LOWER_TOO_SLOW = (
        "{which}: its words take {words} s and cannot be read in {length} s;"
        " give the lower half and its hold (L and H) {needed} s"
    )

    # a pack's own file
    AT = "{place}: {why}"
    NOT_JSON = "{place}: not JSON in UTF-8"
    NO_PACK = "{place}: no pack; its format should be {known}"
    OTHER_FORMAT = "{place}: the format is {found}; this program reads {known}"
    NO_CLIPS = "{place}: clips: there are none"
    LONG_TEXT = "{place}: {name}: a text of at most {most} signs is needed"
    NO_HALF = "{name} names no half of a poem; they are called 000-kami to 100-shimo"
    OBJECT_WANTED = "{place}: an object is needed"
    FILE_NAME_WANTED = "{place}.file: a plain file name that ends in .flac is needed"
    TEXT_WANTED = "{place}: a text is needed"
    MARKS_WANTED = "{place}.by_hand: a list of {known} is needed"
    SAMPLES_WANTED = "{place}: a whole number of samples is needed"
    NUMBER_WANTED = "{place}: a number is needed"
    TRUTH_WANTED = "{place}: true or false is needed"
    MARKS_ORDER = "the marks are out of order: start {on}, hold {hold}, end {off}, file {length}"
    KIMARIJI_OUTSIDE = "the kimari-ji's end {kimariji} lies outside the voice, {on} to {off}"
    DECISION_OUTSIDE = (
        "the decision point {decision} lies outside what is said before the kimari-ji ends, {on} to {last}"
    )

    # the packs of this machine
    BAD_NAME = "{title} is no name for a pack; use letters or digits"
    NAME_TAKEN = "there is a pack {name} already; choose another name, or remove that one first"
    NO_SUCH_PACK = "there is no pack {name}; there is {known}"
    NO_PACKS = "there is no pack {name}; there is none yet"
    NO_RECORDING = "the pack {pack} has no recording of {halves}"
    CLIP_UNREADABLE = "the pack {pack}: {file} cannot be read; import the pack again"
    CLIP_CHANGED = "the pack {pack}: {file} was changed; import the pack again"
    CLIP_DAMAGED = "{file} is damaged; import the pack again, or record this half anew"
    PACK_UNREADABLE = "the pack {pack} cannot be read: {detail}"
    PACK_GONE = "the pack {pack} is gone: {detail}"
    UNWRITABLE = "cannot write to {folder}: {detail}; make room, or allow it"
    NO_TARGET = "{place}: name a file in a folder that is there"
    NOT_EXPORTED = "{place}: {detail}"


class PackError(ReasonedError, ValueError):
    """A pack, or what should become one, cannot be used; the message is one line with the place and the cure."""


def unfit(flaw: PackFlaw, **params: object) -> PackError:
    """Return the error for a flaw and what belongs to it."""
    return PackError(Reason.of(flaw, **params))
