"""E11: the last cards of a match. What to wait for, what to send; the answer is explained from counts."""

from typing import Any

from flask_babel import gettext as _

from engine.training.endgame import Position, Reason, next_is_mine, sends, waits, win_chance
from engine.training.exercises.endgame_quiz import Ask, EndgameQuiz, summary
from engine.training.exercises.question import Question, Response, Verdict
from engine.training.trial import Exercise
from poems.cards import ALL_CARDS, numbers
from poems.kimariji import full
from poems.sets import in_musume_order
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
    numbered,
    score_of,
)
from webapp.i18n import decimal


class Endgame(Kind):
    """Positions of five to one card each."""

    key = "endgame"
    exercise = Exercise.ENDGAME
    sign = "終"

    def title(self) -> str:
        """Return its name."""
        return str(_("The last cards"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("What to wait for and what to send, with the counts behind it."))

    def fields(self, _learner: Learner) -> tuple[Field, ...]:
        """Return how many positions."""
        counts = tuple(Choice(count, count) for count in ("5", "10", "20"))
        return (Field("count", str(_("Positions")), "10", counts),)

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return a question for each position."""
        drill = _drill(start)
        return numbered([_step(drill, one) for one in asked_by(drill)])

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return how a choice counts: right where none is better."""
        return _drill(start).judge(step.question, response)

    def ending(self, start: Start, over: Over) -> Ending:
        """Return how often nothing was better, and what the choices cost."""
        found = summary(_drill(start), over.done)
        lines: tuple[tuple[str, str], ...] = ()
        if found.cost is not None:
            cost = decimal(found.cost, 1)
            told = _(
                "%(cost)s kana a choice more than the best, on average:"
                " later for the hand, or longer for my cards than for theirs after a send",
                cost=cost,
            )
            lines = ((str(_("Cost")), str(told)),)
        return Ending(score_of(found.tally), lines)

    def words(self) -> dict[str, str]:
        """Return the sentences of the script."""
        return {
            "wait": str(_("For which card may the hand go first?")),
            "send": str(_("Which card do you send?")),
            "endgame_dead": str(_("Can still be read, and lie nowhere")),
            "endgame_none": str(_("Nothing else can be read.")),
            "endgame_mine": str(_("mine")),
            "endgame_theirs": str(_("the opponent's")),
            "endgame_best": str(_("None is better.")),
            "endgame_cost": str(_("%(card)s is better by %(count)s kana.", card="{card}", count="{count}")),
            "endgame_safe": str(_("safe from %(kana)s", kana="{kana}")),
            "endgame_counts": str(
                _(
                    "The next card of the field is mine: %(next)s. Holders keep their card in 6 of 10: I win %(win)s.",
                    next="{next}",
                    win="{win}",
                )
            ),
            Reason.SINGLE: str(_("known at its first kana")),
            Reason.PARTNER_BESIDE: str(_("its partner lies beside it")),
            Reason.PARTNER_ACROSS: str(_("its partner lies across: going early may be a foul")),
            Reason.PARTNER_DEAD: str(_("its partner is dead and unread: any touch would be a foul")),
        }


def _drill(start: Start) -> EndgameQuiz:
    return EndgameQuiz(start.seed, int(start.options["count"]))


def _step(drill: EndgameQuiz, question: Question) -> Step:
    position, card = drill.position(question.number), question.poem or 0
    dead = ALL_CARDS & ~position.read & ~position.mine & ~position.theirs
    chance = next_is_mine(position) or 0.0
    shown = {
        "ask": question.set_id,
        "dead": [full(one) for one in in_musume_order(dead)],
        "offers": _offers(drill, question, position),
        "next": f"{chance:.0%}",
        "win": f"{win_chance(position.mine.bit_count(), position.theirs.bit_count()):.0%}",
    }
    return Step(0, "endgame", question, str(card), tuple(map(str, question.options)), _field(position), shown)


def _field(position: Position) -> tuple[int, ...]:
    """Return the cards as they are shown: the opponent's first, as they lie farther away."""
    return (*numbers(position.theirs), *numbers(position.mine))


def _offers(drill: EndgameQuiz, question: Question, position: Position) -> list[dict[str, Any]]:
    """Return every card of the field with what is true of it; what costs nothing more is as good as the best."""
    ways = {one.card: one for one in waits(position)}
    after = {one.card: one for one in sends(position)} if question.set_id == Ask.SEND else {}
    out = []
    for card in _field(position):
        because = after[card].because if card in after else ways[card].because
        out.append(
            {
                "card": card,
                "mine": bool(position.mine >> card & 1),
                "can": card in question.options,
                "cost": drill.cost(question, card) if card in question.options else None,
                "safe": ways[card].safe,
                "because": list(map(str, because)),
            }
        )
    return out
