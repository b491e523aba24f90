"""E14: the poems themselves, for school and newcomers: upper and lower half, poet and meaning. Apart from competing."""

from collections.abc import Mapping
from typing import Any, Final

from flask_babel import get_locale
from flask_babel import gettext as _

from engine.training.exercises.knowledge import Knowledge, Knows, summary
from engine.training.exercises.question import Question, Response, Verdict
from engine.training.trial import Exercise
from poems.anthology import POEMS
from poems.chance import shuffled
from poems.choice import chosen, written
from poems.gloss import gloss
from poems.poem import Poem
from webapp.drills.decks import cards_field, cards_of
from webapp.drills.kind import (
    Choice,
    Ending,
    Field,
    Kind,
    Learner,
    Over,
    Start,
    Step,
    asked_by,
    missed_cards,
    numbered,
    score_of,
    usual_lines,
)
from webapp.furigana import lines

COUNTS: Final = ("10", "20", "50", "100")


class Poems(Kind):
    """A part of a poem is shown, and another is chosen among four."""

    key = "poems"
    exercise = Exercise.POEM
    sign = "歌"

    def title(self) -> str:
        """Return its name."""
        return str(_("The poems themselves"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("Upper and lower half, poet, meaning."))

    def fields(self, learner: Learner) -> tuple[Field, ...]:
        """Return what is shown and asked, of which cards, and how many."""
        ways = (
            Choice(Knows.KAMI_TO_SHIMO, str(_("Upper half → lower half"))),
            Choice(Knows.SHIMO_TO_KAMI, str(_("Lower half → upper half"))),
            Choice(Knows.POEM_TO_POET, str(_("Poem → poet"))),
            Choice(Knows.POET_TO_POEM, str(_("Poet → poem"))),
            Choice(Knows.MEANING_TO_POEM, str(_("Meaning → poem"))),
        )
        counts = tuple(Choice(count, count) for count in COUNTS)
        return (
            Field("knows", str(_("What is asked")), Knows.KAMI_TO_SHIMO, ways),
            *cards_field(learner, self.exercise),
            Field("count", str(_("Questions at most")), "10", counts),
        )

    def options(self, typed: Mapping[str, str], learner: Learner) -> dict[str, str]:
        """Return the options with the cards themselves. Raises BadOption."""
        found = super().options(typed, learner)
        return found | {"_cards": written(cards_of(found, learner, self.exercise))}

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return the questions."""
        return numbered([_step(one) for one in asked_by(_drill(start))])

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return how a choice counts."""
        return _drill(start).judge(step.question, response)

    def ending(self, _start: Start, over: Over) -> Ending:
        """Return what was right, and what was missed."""
        found = summary(over.done)
        lines = [*usual_lines(found, over.done)]
        if missed_cards(over.done):
            lines.append((str(_("Next time")), str(_("“What I missed last time” has them."))))
        return Ending(score_of(found), tuple(lines))

    def words(self) -> dict[str, str]:
        """Return the sentences of the script."""
        return {
            "shimo": str(_("Which lower half?")),
            "kami": str(_("Which upper half?")),
            "poet": str(_("Whose poem is it?")),
            "poem": str(_("Which poem?")),
        }


def _drill(start: Start) -> Knowledge:
    cards = shuffled(chosen(start.options["_cards"]), start.seed.stream("cards"))
    return Knowledge(cards[: int(start.options["count"])], Knows(start.options["knows"]), start.seed)


def _step(question: Question) -> Step:
    knows, card = Knows(question.set_id), question.poem or 0
    shown = {
        "ask": knows.chosen,
        "shown": part_of(card, knows.shown),
        "offers": [{"given": str(one)} | part_of(one, knows.chosen) for one in question.options],
        "whole": {"poet": part_of(card, "poet")["text"], "meaning": part_of(card, "meaning")["text"]},
    }
    return Step(0, "verse", question, str(card), tuple(map(str, question.options)), shown=shown)


def part_of(card: int, part: str) -> dict[str, Any]:
    """Return a part of a poem: lines of kanji with their readings and kana, or a text in the reader's language."""
    poem, language = POEMS[card - 1], str(get_locale())
    match part:
        case "poet":
            name = poem.author.name
            return {"text": name if language == "ja" else f"{name} · {poem.author.romaji_macron}"}
        case "meaning":
            return {"text": gloss(card, language)}
    where = {"kami": Poem.kami, "shimo": Poem.shimo}.get(part, slice(0, 5))
    return {"lines": [[[ruby.text, ruby.reading] for ruby in line] for line in lines(poem)[where]]}
