"""What exercises on a mat share: whose layouts it is laid by, and how a field is told to a script."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from flask_babel import gettext as _

from engine.karuta.field import Layout
from engine.karuta.player import Side
from engine.training.exercises.memorising import Field as Mat
from engine.training.exercises.question import Place
from engine.training.layout import HomeLayout, realistic, suggested
from poems.chance import SEED_BYTES, Seed
from webapp.drills.kind import BadOption, Choice, Field, Learner, Start
from webapp.drills.log import Person
from webapp.hearing.views import whole_json
from webapp.hearing.voices import can_be_heard, voice_fields, voices_of
from webapp.matches.cards import card_file
from webapp.matches.names import slot_name
from webapp.matches.words import ENDS, ROWS
from webapp.services import services
from webapp.teiichi import book

USUAL: Final = "usual"
HEARD: Final = "heard"
END_WORDS = {end: word for word, end in ENDS.items()}
ROW_WORDS = {row: word for word, row in ROWS.items()}

STYLES: Final = ("css/mat.css", "css/hearing.css")


def own(learner: Learner) -> tuple[book.Kept, ...]:
    """Return the learner's layouts that are whole."""
    person = None if learner.id is None else Person(learner.id, None)
    return tuple(one for one in book.kept(services(), person) if one.whole is not None)


def layout_field(learner: Learner) -> Field:
    """Return the choice of one's own layout: the last changed is the usual one, where there is any."""
    known = own(learner)
    choices = (*(Choice(str(one.id), one.name) for one in known), Choice(USUAL, str(_("A usual layout"))))
    return Field("layout", str(_("My side is laid by")), choices[0].value, groups=(("", choices),))


def with_home(found: dict[str, str], learner: Learner) -> dict[str, str]:
    """Return options with the layout itself, as it may be changed while a run goes on. Raises BadOption."""
    if found["layout"] == USUAL:
        return found | {"_home": suggested().code()}
    kept = next((one for one in own(learner) if str(one.id) == found["layout"]), None)
    if kept is None or kept.whole is None:
        raise BadOption("layout", _("Choose one of these."))
    return found | {"_home": kept.whole.code()}


def home(start: Start) -> HomeLayout:
    """Return the layout that a run was begun with."""
    return HomeLayout.from_code(start.options["_home"])


def sound_fields(learner: Learner) -> tuple[Field, ...]:
    """Return how it is read, for a learner who has sound on where there are voices; else nothing is asked."""
    if not (learner.chosen.sound and can_be_heard()):
        return ()
    ways = (Choice(HEARD, str(_("aloud"))), Choice("shown", str(_("in silence, kana by kana"))))
    return (Field("read", str(_("It is read")), HEARD, ways), *voice_fields())


def heard(start: Start) -> bool:
    """Whether a run is read aloud."""
    return start.options.get("read") == HEARD


def voices(start: Start) -> tuple[str, ...]:
    """Return the voices of a run; of a silent one a voice without a name."""
    return voices_of(start.options) if heard(start) else ("",)


def sound(start: Start) -> dict[str, Any]:
    """Return where the sounds of a run come from, for its script; nothing for a silent one."""
    return {"sound": whole_json(voices(start), start.options["speed"])} if heard(start) else {}


def seed_for(seed: Seed, purpose: str) -> Seed:
    """Return a seed of its own for a purpose."""
    return Seed(seed.stream(purpose).getrandbits(8 * SEED_BYTES).to_bytes(SEED_BYTES, "big"))


def mat(start: Start, opponents: int = 25) -> Mat:
    """Return the mat of a run: one's own side by one's layout, the other by one made up."""
    return Mat.laid(home(start), realistic(seed_for(start.seed, "opponent")), start.seed, opponents)


def told(layout: Layout, owner: Side) -> list[dict[str, Any]]:
    """Return the cards of a side for a script, the outermost of each end first."""
    pairs = sorted(layout, key=lambda pair: pair[1].sort_key)
    return [
        {
            "card": card,
            "end": END_WORDS[slot.end],
            "row": ROW_WORDS[slot.row],
            "place": place_text(Place(owner, slot)),
            "name": place_name(Place(owner, slot)),
        }
        for card, slot in pairs
    ]


def sides(field: Mat) -> dict[str, list[dict[str, Any]]]:
    """Return both sides for a script."""
    return {"A": told(field.mine, Side.A), "B": told(field.theirs, Side.B)}


def place_text(place: Place) -> str:
    """Return a place as answers name it."""
    return f"{place.owner.label} {place.slot}"


def place_name(place: Place) -> str:
    """Return a place in words."""
    name = slot_name(place.slot)
    if place.owner is Side.A:
        return str(_("my side, %(place)s", place=name))
    return str(_("opponent's side, %(place)s", place=name))


@cache
def _faces() -> Mapping[int, dict[str, Any]]:
    every = json.loads(card_file())
    return {one["number"]: {name: value for name, value in one.items() if name != "lines"} for one in every}


def faces(cards: Iterable[int]) -> list[dict[str, Any]]:
    """Return cards as the scripts draw them."""
    known = _faces()
    return [known[card] for card in sorted(set(cards))]


def words() -> dict[str, str]:
    """Return the sentences of every script with a mat."""
    return {
        "mat_name": str(_("The mat")),
        "mine": str(_("My side")),
        "theirs": str(_("Opponent's side")),
        "as_sounds": str(_("Kimari-ji")),
        "as_faces": str(_("Verses")),
        "memorise": str(_("Memorise the mat.")),
        "swings": str(_("Two minutes left: swings are allowed.")),
        "ready": str(_("I am ready")),
        "lap": str(_("One lap done ({count})")),
        "not_here": str(_("Not on the mat")),
        "was_there": str(_("It lies here: {place}.")),
        "was_away": str(_("It is not on the mat.")),
    }


def arranging_words() -> dict[str, str]:
    """Return the sentences of cards that are laid by hand in an exercise."""
    return {
        "arrange": str(_("Lay the cards in their places.")),
        "start_laying": str(_("Start")),
        "check": str(_("Check")),
        "not_all": str(_("{count} cards are not laid yet.")),
        "seconds": str(_("{time} s")),
        "laid_right": str(_("{right} of {count} in their place")),
        "undo": str(_("Undo")),
        "pool": str(_("Cards without a place")),
        "mat": str(_("The mat")),
    }


def memory_words() -> dict[str, str]:
    """Return the sentences of what is asked of a hidden mat."""
    return {
        "where": str(_("Where does this card lie?")),
        "what": str(_("Which card lies here? {place}")),
        "present": str(_("Is this card on the mat?")),
        "here": str(_("On the mat")),
        "away": str(_("Not on the mat")),
        "later_at": str(
            _("The next questions come at {time}. Do something else; this page finds its way back.")
        ),
    }
