"""What the reading pages say, in the language of the request."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _

from reader.gaps import told
from reader.programme import MOST_JOKA, uppers_of
from reader.reason import Reason
from reader.yomite_commands import Refused, Why
from webapp.live.command import Refusal
from webapp.misfits import no_such_field
from webapp.reading import choices
from webapp.reading.forms import NewReading
from webapp.reading.saved import Saved
from webapp.reading.settings import Settings
from webapp.reasons import in_words

_REASONS: Mapping[Why, Callable[[], str]] = {
    Why.SPEAKING: lambda: _("The reader is speaking."),
    Why.DOUBLE_TAP: lambda: _("That came twice; it was done once."),
    Why.STARTED: lambda: _("The reading has begun already."),
    Why.HELD: lambda: _("The reading is held. Go on first."),
    Why.NOT_HELD: lambda: _("The reading is not held."),
    Why.NOTHING_TO_HOLD: lambda: _("Nothing is being read yet."),
    Why.NOTHING_TO_REPLAY: lambda: _("No lower half has been read yet."),
    Why.NOTHING_BEFORE: lambda: _("No poem has been read yet."),
    Why.NOTHING_TO_COME: lambda: _("All poems have been read."),
    Why.ALREADY_READ: lambda: _("This poem has been read already."),
    Why.NO_SUCH_CARD: lambda: _("This poem is not in the reading."),
    Why.NOT_TOLD: lambda: _("Whether this poem comes is not told to anybody, so it cannot be chosen."),
    Why.DONE: lambda: _("The reading is over."),
    Why.STOPPED: lambda: _("The reading was stopped."),
    Why.STALE: lambda: _("That sound belongs to an earlier call."),
    Why.OUT_OF_STEP: lambda: _("That sound does not follow the last one."),
}


def refusal(refused: Refused) -> Refusal:
    """Return a refusal of the yomite in words."""
    if refused.why is Why.HAND_UP:
        return Refusal(Why.HAND_UP.value, hands_up(len(refused.tables)))
    return Refusal(refused.why.value, _REASONS[refused.why]())


def just_moved(*, speaking: bool) -> Refusal:
    """Return that a tap is not obeyed because the reading moved on in the moment before it."""
    if speaking:
        return Refusal(
            Why.DOUBLE_TAP.value,
            _("The reader had just begun, so this was not done. Look, and press again if you still mean it."),
        )
    message = _(
        "Something was done just before, so this was not done. Look, and press again if you still mean it."
    )
    return Refusal(Why.DOUBLE_TAP.value, message)


def hands_up(count: int) -> str:
    """Return why the reader waits while hands are up at so many tables."""
    text: str = ngettext(
        "The reader waits: a hand is up at %(num)d table.",
        "The reader waits: hands are up at %(num)d tables.",
        count,
    )
    return text


def sound_elsewhere(label: str) -> Refusal:
    """Return that another page plays this reading."""
    return Refusal("sound_elsewhere", _("The sound is with %(place)s.", place=label))


def no_sound() -> Refusal:
    """Return that no page plays this reading."""
    message = _("No page plays this reading now. Open it where the loudspeaker is and take the sound.")
    return Refusal("no_sound", message)


def asleep(label: str) -> Refusal:
    """Return that the phone with the sound plays on and hears nothing."""
    message = _("The phone with the sound (%(place)s) is asleep and reads on. Wake it first.", place=label)
    return Refusal("asleep", message)


def may_play_on(label: str, seconds: float) -> Refusal:
    """Return that a phone that sleeps may still have the sound, and how to take it nevertheless."""
    message = ngettext(
        "The phone with the sound (%(place)s) sleeps and may read on for %(num)d minute."
        " Wake it. If it is silent, press once more.",
        "The phone with the sound (%(place)s) sleeps and may read on for %(num)d minutes."
        " Wake it. If it is silent, press once more.",
        ceil(seconds / 60),
        place=label,
    )
    return Refusal("may_play_on", message)


def reel_title(total: int) -> str:
    """Return the name of a reading's file, as a phone shows it where it shows nothing better."""
    text: str = ngettext("Hyakunin Isshu, %(num)d poem", "Hyakunin Isshu, %(num)d poems", total)
    return text


def not_yours() -> Refusal:
    """Return that a page reports sounds though another one plays."""
    return Refusal("not_yours", _("Another page has taken the sound."))


def no_voice(reason: Reason | str) -> str:
    """Return that the chosen voice does not speak on this machine."""
    text: str = _("This voice cannot speak here: %(reason)s", reason=in_words(reason))
    return text


def voice_gone() -> Refusal:
    """Return that there is no voice of this name any more."""
    return Refusal("no_such_voice", _("There is no such voice here. Choose another."))


def fault(field: str, part: str = "") -> str:
    """Return what is wrong with a field of the form, at which piece of its text, and what would be right."""
    cards = _(
        "These cards were not understood. Write numbers from 1 to 100, as in 1,5,10-20, or openings such as あさ."
    )
    pattern = _("This pattern was not understood. Write for example CUR2 NEXT1.")
    pace = _(
        "This pace cannot be read. Write four numbers of seconds, such as 5-3-1-6: each half 2 to 30, its hold at"
        " most 15, the gap at most 60."
    )
    silence = _("Write a number of seconds from 0 to 60, such as 1.5, or nothing.")
    known = {
        "cards": cards,
        "own_cards": cards,
        "pattern": pattern,
        "own_pattern": pattern,
        "pace": pace,
        "own_pace": pace,
        "absent": _(
            "These cards were not understood, or none is left. Write numbers or openings, such as 5 あさ."
        ),
        "laid": _(
            "These cards were not understood, or none of them is in the set. Write for example 1,5,10-20."
        ),
        "look_alike": _("Write a whole number from 0 to 100."),
        "rounds": _("Write a whole number from 1 to 20."),
        "most": _("Write a whole number from 0 to 2000, or nothing."),
        "minutes": _("Write a whole number from 0 to 600, or nothing."),
        "dead": _("There are not so many poems outside this set."),
        "half_gap": silence,
        "poem_gap": silence,
        "lead": silence,
        "tail": silence,
        "play_pause": _("Write a number of seconds from 0 to 600, such as 8."),
    }
    text: str = known.get(field, _("This cannot be chosen."))
    return f"{misread(part)} {text}" if part else text


def no_cards(field: str) -> str:
    """Return that a field was understood and means no card, and what would be right."""
    if field not in ("cards", "own_cards"):
        return fault(field)
    text: str = _(
        "There is no card in this set. Write numbers from 1 to 100, as in 1,5,10-20, or openings such as あさ."
    )
    return text


def misread(part: str) -> str:
    """Return which piece of a text was not understood."""
    text: str = _("Not understood: “%(part)s”.", part=part)
    return text


def unreadable(field: str) -> str:
    """Return what is wrong with a field whose text means nothing there, and what would be right."""
    if field not in NewReading.model_fields:
        return no_such_field()
    text: str = _("Write a whole number from 0 to 99, such as 10.") if field == "dead" else fault(field)
    return text


@dataclass(frozen=True, slots=True)
class FormView:
    """The form as the page draws it: what is chosen or typed, what is wrong, and what there is to choose."""

    values: Mapping[str, str]
    faults: Mapping[str, str]
    card_sets: tuple[choices.Group, ...]
    orders: tuple[choices.Option, ...]
    patterns: tuple[choices.Option, ...]
    paces: tuple[choices.Option, ...]
    jokas: tuple[choices.Option, ...]
    times: tuple[choices.Option, ...]
    wordings: tuple[choices.Option, ...]
    voices: tuple[choices.Option, ...]
    marked: frozenset[str] = frozenset(NewReading.model_fields)
    """The fields that are marked where they stand."""


def form_view(typed: Mapping[str, str], wrong: Mapping[str, str], saved: Sequence[Saved] = ()) -> FormView:
    """Return the form with what was typed so far; what was not keeps its default."""
    usual = NewReading().model_dump(mode="json")
    values = {name: "" if value is None else str(value) for name, value in usual.items()}
    return FormView(
        values | dict(typed),
        wrong,
        choices.card_sets(saved),
        choices.orders(),
        choices.patterns(),
        choices.paces(),
        choices.jokas(),
        choices.times(),
        choices.wordings(),
        choices.voices(),
    )


def summary(settings: Settings, total: int) -> tuple[str, ...]:
    """Return a reading's settings in a few words each."""
    orders = {option.value: option.label for option in choices.orders()}
    patterns = {option.value: option.label for option in choices.patterns()}
    parts = [
        settings.title or choices.set_name(settings.cards),
        ngettext("%(num)d poem", "%(num)d poems", total),
        orders[settings.order.value],
        patterns.get(settings.pattern, settings.pattern),
        settings.pace,
    ]
    if settings.rounds > 1:
        parts.append(ngettext("%(num)d round", "%(num)d rounds", settings.rounds))
    if settings.dead:
        parts.append(ngettext("%(num)d dead card", "%(num)d dead cards", settings.dead))
    return (*parts, *_opener(settings), *_silences(settings))


def _opener(settings: Settings) -> Iterator[str]:
    """Yield what differs from the opener of a competition."""
    times = {option.value: option.label for option in choices.times()}
    lower = settings.joka
    upper = uppers_of(lower, settings.joka_upper)
    if not upper and not lower:
        yield _("no opener")
        return
    if (upper, lower) != (1, MOST_JOKA):
        yield _(
            "opener: upper half %(upper)s, lower half %(lower)s",
            upper=times[str(upper)],
            lower=times[str(lower)],
        )
    yield from (one.label for one in choices.wordings()[1:] if one.value == settings.wording)


def _silences(settings: Settings) -> Iterator[str]:
    """Yield the silences that are not the usual ones."""
    said = {
        "half_gap": lambda s: _("%(seconds)s s between the halves of a poem", seconds=s),
        "poem_gap": lambda s: _("%(seconds)s s between two poems", seconds=s),
        "lead": lambda s: _("%(seconds)s s before the first sound", seconds=s),
        "tail": lambda s: _("%(seconds)s s after the last sound", seconds=s),
    }
    yield from (said[name](format_decimal(seconds)) for name, seconds in told(settings.gaps).items())


def page_words() -> Mapping[str, str]:
    """Return the words that the reading page's script needs; `{n}` and the like are filled in by the script."""
    return {
        "start": _("Start"),
        "next": _("Next"),
        "next_in": _("Next in {n} s"),
        "hold": _("Hold"),
        "stop_sure": _("Press again to end it"),
        "resume": _("Go on"),
        "from_shimo": _("From the lower half"),
        "take_sound": _("Play here"),
        "ready": _("Ready. The opener comes first, then poem after poem."),
        "ready_plain": _("Ready. Poem after poem."),
        "kami": _("Upper half"),
        "opener_kami": _("Opener, upper half"),
        "shimo": _("Lower half"),
        "opener_shimo": _("Opener, lower half"),
        "speaking": _("Reading …"),
        "play": _("Take the card"),
        "held": _("Held"),
        "held_device": _("The sound was interrupted. Go on, and the last lower half is read first."),
        "held_voice": _("The voice failed."),
        "done": _("The reading is over"),
        "stopped": _("The reading was stopped"),
        "hands": _("Hand up: {tables}"),
        "waits": _("The reader waits."),
        "waits_for": _("The reader waits for {tables}."),
        "tables_none": _("No table follows this reading now."),
        "tables_gone": _("No table follows any more."),
        "owes_send": _("sends a card"),
        "owes_read": _("enters the read"),
        "read_of": _("{n} of {total}"),
        "never": _("On the mats there, but never read here:"),
        "round_of": _("round {n} of {total}"),
        "time_up": _("The time is up: the reader waits."),
        "two_minutes": _("Two minutes. Practice swings are allowed now."),
        "time_begin": _("Time. The reading begins."),
        "time_over": _("The memorisation time is over."),
        "poem_n": _("Poem {n}"),
        "change": _("{before} is now {after}, because {because} has been read"),
        "no_change": _("No kimari-ji has changed."),
        "clips": _("Preparing the voice: {ready} of {total} halves"),
        "silent": _("This page only shows the reading; the sound is with {place}."),
        "in_room": _("The sound is in the room: {place}."),
        "no_sound": _("No page plays this reading now."),
        "sound_here": _("The sound is here."),
        "slipped": _("The voice was late by {n} s."),
        "blocked": _("The browser does not let this page sound. Tap once more."),
        "screen": _("The screen may go dark here: keep it on in the device's settings."),
        "offline": _("No connection. The reading goes on when it is back."),
        "waiting": _("Sending …"),
        "overtaken": _("Somebody else did something meanwhile. Look, and press again: yours was not done."),
        "reconnected": _("Connected again"),
        "hand_up": _("hand up"),
        "late": _("The clip is being made …"),
    }
