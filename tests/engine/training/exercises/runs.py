"""Runs of drills for tests: answered perfectly, by a rule, or not at all."""

from collections.abc import Callable

from engine.training.exercises.question import Answered, Card, Drill, Question, Response, answer

Rule = Callable[[Question], Response]


def play(drill: Drill, rule: Rule, most: int = 400) -> tuple[Answered, ...]:
    """Return a run answered by a rule, to its end."""
    done: tuple[Answered, ...] = ()
    while (question := drill.ask(done)) is not None:
        assert len(done) < most
        done = answer(drill, done, rule(question))
    return done


def perfect(question: Question) -> Response:
    """Answer rightly in 400 ms."""
    return Response(question.answer, 400.0)


def silent(question: Question) -> Response:
    """Answer nothing."""
    return Response(None)


def taken_for(question: Question, card: int, rt_ms: float = 400.0) -> Response:
    """Choose another card."""
    return Response(Card(card), rt_ms)
