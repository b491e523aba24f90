"""A single elimination as it is played: results, absence, late entries, corrections, places."""

import pytest

from engine.tournament import desk
from engine.tournament.bracket import NOBODY, OPEN, Bracket, fold
from engine.tournament.changes import Became, changes
from engine.tournament.entrant import Entrant
from engine.tournament.events import Absence, Absent, Recorded
from engine.tournament.late import Way, offers
from engine.tournament.outcome import How, Outcome
from engine.tournament.placing import best_of, placing, wins
from engine.tournament.refused import Refused, Why
from tests.support.knockout import after, knockout, meeting, win, won


def refusal(step: object) -> Why:
    assert callable(step)
    with pytest.raises(Refused) as caught:
        step()
    assert str(caught.value)
    return caught.value.code


def eight() -> Bracket:
    """Eight, whom the alphabet ranks: a wins, and its half is a b c d."""
    bracket = knockout(*"abcdefgh")
    for winner, loser in ("ab", "cd", "ef", "gh", "ac", "eg", "ae"):
        bracket = win(bracket, winner, loser)
    return bracket


def test_winners_advance_and_places_follow() -> None:
    bracket = eight()
    assert bracket.champion == "a"
    assert placing(bracket) == {"a": 1, "e": 2, "c": 3, "g": 3, "b": 4, "d": 4, "f": 4, "h": 4}
    assert best_of(bracket) == {"a": 1, "e": 2, "c": 4, "g": 4, "b": 8, "d": 8, "f": 8, "h": 8}
    assert wins(bracket) == {"a": 3, "b": 0, "c": 1, "d": 0, "e": 2, "f": 0, "g": 1, "h": 0}
    assert (bracket.ready, bracket.flagged) == ((), ())
    assert [bracket.round_of(match) for match in bracket.matches] == [1, 1, 1, 1, 2, 2, 3]


def test_places_are_told_as_soon_as_they_are_certain() -> None:
    bracket = win(knockout(*"abcde"), "a", "b")
    assert placing(bracket) == {"b": 4}
    bracket = win(bracket, "a", "c")
    assert placing(bracket) == {"c": 3, "b": 4}


def test_a_bye_is_no_open_place() -> None:
    """Somebody with a bye waits for an opponent; nobody advances through a place that is not known yet."""
    bracket = knockout(*"abc")
    assert [set(match.players) for match in bracket.ready] == [{"a", "b"}]
    final = bracket.matches[1]
    assert (final.sides, final.winner) == ((OPEN, "c"), OPEN)
    assert refusal(lambda: desk.enter(bracket, 1, won("c", "a"))) is Why.NOT_READY


def test_walkover_and_forfeit_are_told_apart_and_count_for_nothing() -> None:
    bracket = knockout(*"abcdefgh")
    bracket = after(bracket, desk.leave(bracket, "b"))
    first = bracket.matches[meeting(bracket, "a", "b")]
    assert (first.winner, first.outcome) == ("a", Outcome(("a", "b"), "a", How.WALKOVER))
    assert not first.entered
    bracket = win(bracket, "c", "d")
    gave_up = desk.enter(bracket, meeting(bracket, "a", "c"), won("c", "a", how=How.FORFEIT))
    bracket = after(bracket, gave_up)
    assert wins(bracket)["c"] == 1
    assert wins(bracket, played=False) == {**dict.fromkeys("abdefgh", 0), "a": 1, "c": 2}


def test_taking_back_an_absence_opens_the_match_again() -> None:
    bracket = knockout(*"abcd")
    gone = after(bracket, desk.leave(bracket, "b"))
    assert gone.at(meeting(gone, "a", "b")) == "a"
    assert after(gone, desk.come_back(gone, "b")) == bracket
    assert refusal(lambda: desk.come_back(bracket, "b")) is Why.NOT_ABSENT
    assert desk.leave(gone, "b") == ()
    assert desk.leave(gone, "b", Absence.WITHDRAWN) == (Absent("b", 1, Absence.WITHDRAWN),)


def test_who_leaves_later_keeps_what_was_played() -> None:
    bracket = win(knockout(*"abcd"), "a", "b")
    bracket = after(bracket, desk.leave(bracket, "a", Absence.WITHDRAWN))
    assert bracket.matches[1].sides == ("a", OPEN)
    bracket = win(bracket, "c", "d")
    assert bracket.champion == "c"
    assert placing(bracket) == {"c": 1, "a": 2, "d": 3, "b": 3}


def test_when_nobody_comes_the_next_one_advances() -> None:
    bracket = knockout(*"abcd")
    for one in "ab":
        bracket = after(bracket, desk.leave(bracket, one))
    assert bracket.matches[2].winner is NOBODY
    bracket = win(bracket, "c", "d")
    final = bracket.matches[1]
    assert (final.sides, final.winner, final.outcome) == ((NOBODY, "c"), "c", None)
    assert placing(bracket) == {"c": 1, "d": 3}
    for one in "cd":
        assert desk.leave(bracket, one) == ()
    assert bracket.champion == "c"  # it was decided before c went home


def test_both_can_lose() -> None:
    bracket = knockout(*"abcd")
    both = Outcome(("a", "b"), None, How.FORFEIT)
    bracket = win(after(bracket, desk.enter(bracket, 2, both)), "c", "d")
    assert bracket.champion == "c"
    corrected = after(bracket, desk.correct(bracket, 2, won("b", "a")))
    assert [match.match for match in corrected.ready] == [1]
    assert set(corrected.matches[1].players) == {"b", "c"}


def test_an_earlier_correction_sets_later_results_aside() -> None:
    before = eight()
    semi = meeting(before, "a", "c")
    after_it = after(before, desk.correct(before, semi, won("c", "a")))
    final = after_it.matches[1]
    assert (set(final.players), final.winner, final.set_aside) == ({"c", "e"}, OPEN, won("a", "e"))
    assert after_it.flagged == (final,)
    told = [(change.became, change.match, change.entrant) for change in changes(before, after_it)]
    assert told[:3] == [
        (Became.NEW_RESULT, semi, None),
        (Became.NEW_PLAYERS, 1, None),
        (Became.SET_ASIDE, 1, None),
    ]
    assert {entrant for became, _, entrant in told if became is Became.NEW_PLACE} == {"a", "c", "e"}
    # the other half, and the quarter-finals, are as they were
    kept = [number for number in before.matches if number not in (1, semi)]
    assert all(before.matches[number] == after_it.matches[number] for number in kept)


def test_a_correction_of_the_correction_lets_the_final_stand_again() -> None:
    before = eight()
    semi = meeting(before, "a", "c")
    wrong = after(before, desk.correct(before, semi, won("c", "a")))
    again = after(wrong, desk.correct(wrong, semi, won("a", "c")))
    assert again == before
    assert Became.STANDS_AGAIN in [change.became for change in changes(wrong, again)]


def test_a_correction_that_changes_no_winner_changes_nothing_later() -> None:
    before = eight()
    first = meeting(before, "a", "b")
    now = after(before, desk.correct(before, first, won("a", "b", 12)))
    assert [change.became for change in changes(before, now)] == [Became.NEW_RESULT]
    assert desk.correct(now, first, won("a", "b", 12)) == ()


def test_a_result_taken_back() -> None:
    before = eight()
    now = after(before, desk.take_back(before, meeting(before, "a", "c")))
    assert [set(match.players) for match in now.ready] == [{"a", "c"}]
    assert now.matches[1].set_aside == won("a", "e")
    gone = after(now, desk.take_back(now, 1))
    assert gone.flagged == ()
    assert refusal(lambda: desk.take_back(gone, 1)) is Why.NO_RESULT


@pytest.mark.parametrize("margin", [1, 12, 25, 26])
@pytest.mark.parametrize("players", ["ab", "ba"])
def test_sides_do_not_matter(margin: int, players: str) -> None:
    bracket = knockout("a", "b")
    for winner in "ab":
        outcome = Outcome((players[0], players[1]), winner, How.NORMAL, margin)
        assert after(bracket, desk.enter(bracket, 1, outcome)).champion == winner
        assert outcome.unusual == (margin == 26)


@pytest.mark.parametrize(
    ("outcome", "why"),
    [
        (Outcome(("a", "b"), "a", How.NORMAL, 0), Why.BAD_MARGIN),
        (Outcome(("a", "b"), "a", How.NORMAL, -1), Why.BAD_MARGIN),
        (Outcome(("a", "b"), "a", How.NORMAL, 51), Why.BAD_MARGIN),
        (Outcome(("a", "b"), None), Why.NO_WINNER),
        (Outcome(("a", "b"), "c"), Why.NO_WINNER),
        (Outcome(("a", "b"), "a", How.WALKOVER, 3), Why.MARGIN_UNPLAYED),
        (Outcome(("a", "a"), "a"), Why.SAME_PLAYER),
        (Outcome(("a", "c"), "a"), Why.NOT_IN_MATCH),
    ],
)
def test_results_that_cannot_be(outcome: Outcome, why: Why) -> None:
    bracket = knockout("a", "b")
    assert refusal(lambda: desk.enter(bracket, 1, outcome)) is why


def test_what_the_desk_refuses() -> None:
    bracket = win(knockout(*"abcd"), "a", "b")
    assert refusal(lambda: desk.enter(bracket, 2, won("a", "b"))) is Why.HAS_RESULT
    assert refusal(lambda: desk.enter(bracket, 9, won("a", "b"))) is Why.UNKNOWN_MATCH
    assert refusal(lambda: desk.correct(bracket, 3, won("c", "d"))) is Why.NO_RESULT
    assert refusal(lambda: desk.leave(bracket, "x")) is Why.UNKNOWN_ENTRANT
    assert refusal(lambda: desk.open_by_round("abca")) is Why.ALREADY_IN
    gone = after(bracket, desk.leave(bracket, "c"))
    assert refusal(lambda: desk.enter(gone, 3, won("c", "d"))) is Why.ABSENT
    assert desk.enter(gone, 3, won("d", "c", how=How.WALKOVER)) == (
        Recorded(3, Outcome(("c", "d"), "d", How.WALKOVER)),
    )
    with pytest.raises(ValueError, match="begins with"):
        fold(())


def test_a_late_entry_takes_the_place_of_a_no_show() -> None:
    bracket = win(knockout(*"abcdefgh"), "g", "h")
    bracket = after(bracket, desk.leave(bracket, "c"))
    assert bracket.at(5) == "d"
    late = Entrant("z", frozenset("x"))
    field = [Entrant(one, frozenset("x" if one in "dg" else "")) for one in "abcdefgh"]
    first = offers(bracket, late, field)[0]
    assert (first.way, first.place, first.who) == (Way.REPLACE, 10, "c")
    assert first.mates == (0, 1, 1, 2)  # d at once, g in the final; nobody in a round before the first
    now = after(bracket, first.events(bracket, "z"))
    assert set(now.matches[5].players) == {"z", "d"}
    assert now.at(7) == "g"
    assert now.left == {"c"}
    assert refusal(lambda: desk.replace(now, 10, "a")) is Why.ALREADY_IN
    assert refusal(lambda: desk.replace(now, 14, "y")) is Why.HAS_PLAYED
    assert refusal(lambda: desk.replace(now, 99, "y")) is Why.NO_SUCH_PLACE


def test_a_late_entry_meets_somebody_with_a_bye_who_is_no_club_mate() -> None:
    bracket = win(knockout(*"abcde"), "a", "b")
    field = [Entrant(one, frozenset("x" if one in "cd" else "")) for one in "abcde"]
    found = offers(bracket, Entrant("z", frozenset("x")), field)
    byes = [offer for offer in found if offer.way is Way.AGAINST_BYE]
    assert [offer.who for offer in byes] == ["e", "c", "d"]
    now = after(bracket, byes[0].events(bracket, "z"))
    assert now.rounds == bracket.rounds
    assert {frozenset(match.players) for match in now.ready} == {frozenset("ez"), frozenset("ac")}
    assert now.at(4) == "a"


def test_who_advanced_by_walkover_and_leaves_later_still_advanced() -> None:
    bracket = knockout(*"abcd")
    bracket = after(bracket, desk.leave(bracket, "b"))
    bracket = after(bracket, desk.leave(bracket, "a", Absence.WITHDRAWN))
    assert bracket.at(2) == "a"
    bracket = win(bracket, "c", "d")
    assert bracket.champion == "c"
    assert placing(bracket) == {"c": 1, "a": 2, "d": 3}


def test_a_late_entry_into_a_full_bracket_makes_one_more_round() -> None:
    bracket = win(knockout(*"abcd"), "a", "b")
    found = offers(bracket, Entrant("z"), [])
    assert [(offer.way, offer.who) for offer in found] == [(Way.EXTRA_ROUND, "c"), (Way.EXTRA_ROUND, "d")]
    now = after(bracket, found[0].events(bracket, "z"))
    assert now.rounds == 3
    assert now.at(2) == "a"  # matches keep their numbers and results
    now = win(win(win(now, "z", "c"), "z", "d"), "z", "a")
    assert placing(now) == {"z": 1, "a": 2, "d": 3, "b": 3, "c": 4}


def test_a_place_is_gone_once_the_opponent_played_on() -> None:
    bracket = knockout(*"abcd")
    bracket = after(bracket, desk.leave(bracket, "b"))
    bracket = win(win(bracket, "c", "d"), "a", "c")
    assert refusal(lambda: desk.replace(bracket, 5, "z")) is Why.HAS_PLAYED
    assert offers(bracket, Entrant("z"), []) == ()


def test_replacing_somebody_leaves_results_alone() -> None:
    bracket = win(win(knockout(*"abcdefgh"), "a", "b"), "g", "h")
    now = after(bracket, desk.replace(bracket, bracket.place_of("e") or 0, "z"))
    assert (now.at(4), now.at(7), now.at(6)) == ("a", "g", OPEN)
    assert set(now.matches[6].players) == {"z", "f"}


def test_no_shows_have_no_place() -> None:
    bracket = knockout(*"abcd")
    bracket = after(bracket, desk.leave(bracket, "b"))
    bracket = win(win(bracket, "c", "d"), "c", "a")
    assert placing(bracket) == {"c": 1, "a": 2, "d": 3}


class TestRoundByRound:
    """Rounds that are drawn one by one."""

    def open(self, *names: str) -> Bracket:
        return fold(desk.open_by_round(names))

    def test_byes_in_the_first_round_only(self) -> None:
        bracket = self.open(*"abcdef")
        assert refusal(lambda: desk.draw_round(bracket, [(1, 2)])) is Why.WRONG_ROUND
        assert refusal(lambda: desk.draw_round(bracket, [(1, 2), (2, 3)])) is Why.WRONG_ROUND
        assert refusal(lambda: desk.draw_round(bracket, [(1, 2), (3, 9)])) is Why.WRONG_ROUND
        bracket = after(bracket, desk.draw_round(bracket, [(1, 2), (4, 3)]))
        assert bracket.free == (5, 6, 7, 8)
        assert bracket.rounds == 3
        assert refusal(lambda: desk.draw_round(bracket, [(5, 6), (7, 8)])) is Why.ROUND_NOT_OVER

    def test_to_the_end(self) -> None:
        bracket = self.open(*"abcdef")
        bracket = after(bracket, desk.draw_round(bracket, [(1, 2), (3, 4)]))
        bracket = win(win(bracket, "a", "b"), "c", "d")
        bracket = after(bracket, desk.draw_round(bracket, [(5, 7), (6, 8)]))
        bracket = win(win(bracket, "a", "e"), "f", "c")
        bracket = after(bracket, desk.draw_round(bracket, [(10, 9)]))
        bracket = win(bracket, "f", "a")
        assert bracket.champion == "f"
        assert placing(bracket) == {"f": 1, "a": 2, "e": 3, "c": 3, "b": 4, "d": 4}
        assert refusal(lambda: desk.draw_round(bracket, [])) is Why.TOURNAMENT_OVER

    def test_a_late_entry_plays_somebody_with_a_bye(self) -> None:
        bracket = self.open(*"abcdef")
        assert refusal(lambda: desk.join_round(bracket, 5, "z")) is Why.NO_SUCH_PLACE
        bracket = win(after(bracket, desk.draw_round(bracket, [(1, 2), (3, 4)])), "a", "b")
        bracket = after(bracket, desk.leave(bracket, "f"))
        field = [Entrant(one, frozenset("x" if one in "ef" else "")) for one in "abcdef"]
        late = [Entrant("y", frozenset("x")), Entrant("z")]
        assert [(one.way, one.who, one.mates) for one in offers(bracket, late[0], field)] == [
            (Way.REPLACE, "f", (0,)),
            (Way.AGAINST_BYE, "e", (1,)),
        ]
        taken = {Why.NO_SUCH_PLACE: (1, "z"), Why.ABSENT: (6, "z"), Why.ALREADY_IN: (5, "a")}
        for why, (place, who) in taken.items():
            assert refusal(lambda p=place, w=who: desk.join_round(bracket, p, w)) is why
        before = bracket
        bracket = after(bracket, desk.join_round(bracket, 5, "z"))
        assert dict(before.matches) == {number: bracket.matches[number] for number in before.matches}
        assert (bracket.matches[9].sides, bracket.matches[9].depth, bracket.rounds) == (("e", "z"), 2, 3)
        bracket = win(win(bracket, "c", "d"), "z", "e")
        assert sorted(bracket.free) == [6, 7, 8, 9]
        bracket = after(bracket, desk.draw_round(bracket, [(9, 7), (6, 8)]))
        assert [match.winner for match in bracket.matches.values() if match.depth == 1][1] == "c"
        assert refusal(lambda: desk.join_round(bracket, 6, "y")) is Why.NO_SUCH_PLACE
        bracket = win(bracket, "z", "a")
        bracket = win(after(bracket, desk.draw_round(bracket, [(10, 11)])), "z", "c")
        assert (bracket.champion, placing(bracket)["e"]) == ("z", 4)

    def test_a_corrected_winner_takes_over_the_seat_that_was_drawn(self) -> None:
        bracket = self.open(*"abcd")
        bracket = after(bracket, desk.draw_round(bracket, [(1, 2), (3, 4)]))
        bracket = win(win(bracket, "a", "b"), "c", "d")
        bracket = win(after(bracket, desk.draw_round(bracket, [(5, 6)])), "a", "c")
        bracket = after(bracket, desk.correct(bracket, 5, won("b", "a")))
        assert set(bracket.matches[7].players) == {"b", "c"}
        assert bracket.matches[7].set_aside == won("a", "c")

    def test_a_whole_draw_has_no_rounds_to_draw(self) -> None:
        bracket = knockout(*"abcd")
        assert refusal(lambda: desk.draw_round(bracket, [])) is Why.NOT_DRAWN_BY_ROUND

    def test_one_alone(self) -> None:
        assert self.open("a").champion == "a"
        assert fold(desk.open_drawn([(1, "a")])).champion == "a"
