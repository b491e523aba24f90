"""What the pages that control or follow a reading from elsewhere say, in the language of the request."""

from collections.abc import Mapping

from flask_babel import gettext as _

from webapp.reading import words

_SHARED = (
    "kami opener_kami shimo opener_shimo speaking play held held_device held_voice done stopped ready ready_plain "
    "waits hands read_of poem_n next next_in hold resume from_shimo offline waiting overtaken reconnected "
    "screen silent no_sound"
)
"""Words that the reading page uses too."""


def shared() -> dict[str, str]:
    """Return the words that all these pages need."""
    known = words.page_words()
    return {name: known[name] for name in _SHARED.split()}


def pocket() -> Mapping[str, str]:
    """Return the words of the page that reads on in a pocket; `{n}` and the like are filled in by the script."""
    return (
        shared()
        | lock_screen()
        | {
            "begin": _("Read in the pocket"),
            "making": _("Preparing the file: {made} of {parts} parts"),
            "lock": _("You may lock this phone now."),
            "blocked": _("The browser does not let this page sound. Tap once more."),
            "lost": _("Another page has taken the sound."),
            "loading": _("The sound is being made …"),
            "wait_here": _("The reader waits for the table."),
            "no_file": _("The file did not come. The page tries again."),
        }
    )


def remote() -> Mapping[str, str]:
    """Return the words of the remote control."""
    return (
        shared()
        | finding()
        | {
            "sound_at": _("The sound is with {place}."),
            "start_there": _("Open the reading where the loudspeaker is, and start it there."),
            "stop": _("End the reading"),
            "stop_sure": _("Press again to end it"),
        }
    )


def finding() -> dict[str, str]:
    """Return the words of the search for a poem that is to come next."""
    return {
        "no_poem": _("No poem is found by this."),
        "comes_next": _("{poem} comes next."),
        "to_come": _("can come"),
        "may_come": _("may come or not; cannot be chosen"),
        "left_out": _("was left out; can come"),
        "learned": _("learned"),
        "read": _("has been read"),
        "absent": _("not in this reading"),
        "poem_number": _("Poem {n}"),
    }


def captions() -> Mapping[str, str]:
    """Return the words of the captions."""
    return shared() | {
        "delay": _("The captions come about {n} s after the voice."),
        "no_vibration": _("This device does not vibrate for web pages."),
    }


def lock_screen() -> dict[str, str]:
    """Return what a phone's lock screen says of a reading."""
    return {
        "title": _("Poem {n} of {total}"),
        "title_opener": _("Opener"),
        "artist": _("Hyakunin Isshu"),
    }
