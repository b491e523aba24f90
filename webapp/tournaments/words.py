"""What rounds, results, places and settings are called, in the language of the request."""

from collections.abc import Mapping

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from engine.tournament.bracket import NOBODY, Who
from engine.tournament.events import Absence
from engine.tournament.late import BlockOffer, Offer, Way
from engine.tournament.league import Leaving
from engine.tournament.outcome import How, Outcome
from engine.tournament.promotion import Promotion
from engine.tournament.standings import TieBreak
from engine.tournament.teams import SEATS
from webapp.club.words import dan_name
from webapp.i18n import language
from webapp.tournaments.apart import Apart
from webapp.tournaments.contests import Contest
from webapp.tournaments.fixtures import Fixture, parts_won
from webapp.tournaments.grades import grade_in
from webapp.tournaments.people import Names
from webapp.tournaments.placings import Placed
from webapp.tournaments.recognising import Unknown
from webapp.tournaments.rules import Format

FORMATS: Mapping[str, object] = {
    Format.KNOCKOUT: _l("Single elimination, drawn as a whole"),
    Format.BY_ROUND: _l("Single elimination, every round drawn anew"),
    Format.LEAGUE: _l("League: everybody in a block meets everybody"),
}
MEETS: Mapping[str, object] = {
    "class": _l("Recognised meet with classes"),
    "national": _l("National title"),
    "invitational": _l("Invitational title"),
    "title": _l("Title match (Meijin, Queen)"),
    "club": _l("Club meet: no dan, no points"),
}
TIE_BREAKS: Mapping[str, object] = {
    TieBreak.POINTS: _l("points (shō-ten)"),
    TieBreak.WINS: _l("wins"),
    TieBreak.HEAD_TO_HEAD: _l("wins among equals"),
    TieBreak.MARGIN: _l("margin"),
    TieBreak.CARDS_WON: _l("cards won by"),
    TieBreak.FEWEST_LOST: _l("fewest cards lost by"),
    TieBreak.OPPONENTS: _l("points of the opponents"),
    TieBreak.BOARDS: _l("boards won (shō-sū)"),
    TieBreak.BOARD_ORDER: _l("order of the seats (shō-jun)"),
    TieBreak.LOT: _l("lot"),
}
LEAVING: Mapping[str, object] = {
    Leaving.KEEP: _l("what was played counts"),
    Leaving.WALKOVER: _l("what was played counts, and the rest is walkovers"),
    Leaving.ANNUL: _l("nothing counts, for nobody"),
}
ABSENCES: Mapping[str, object] = {
    Absence.NO_SHOW: _l("did not come"),
    Absence.WITHDRAWN: _l("went home"),
    Absence.DISQUALIFIED: _l("disqualified"),
}


_UNKNOWN: Mapping[Unknown, object] = {
    Unknown.NOBODY: _l("no member: nobody in the club has this name"),
    Unknown.OTHER_KANA: _l("no member: the member of this name has other kana"),
    Unknown.OTHER_CLUB: _l("no member: the member of this name has another club"),
    Unknown.SEVERAL: _l("no member: several members have this name"),
}


def unknown_text(why: Unknown) -> str:
    """Return why a name is not taken for a member."""
    return str(_UNKNOWN[why])


def of_class(text: str, name: str) -> str:
    """Return a text that calls a class by its name. In Japanese only A to G and their parts are called 級."""
    if language() != "ja" or grade_in(name):
        return text
    return text.replace(f"{name}級", name)


_LAST_ROUNDS: Mapping[int, object] = {0: _l("Final"), 1: _l("Semi-finals"), 2: _l("Quarter-finals")}


def round_name(found: Contest, fixture: Fixture) -> str:
    """Return what the round of a match is called."""
    bracket = found.state.main
    if fixture.block is not None or bracket is None:
        return str(_("Round %(number)s", number=fixture.round))
    named = _LAST_ROUNDS.get(bracket.rounds - fixture.round)
    return str(_("Round %(number)s", number=fixture.round) if named is None else named)


def round_names(found: Contest) -> tuple[str, ...]:
    """Return what the rounds of the bracket are called, from the first on; none where there is no bracket."""
    first = {one.round: one for one in reversed(found.fixtures) if one.block is None}
    return tuple(round_name(found, first[number]) for number in sorted(first))


def match_name(found: Contest, fixture: Fixture) -> str:
    """Return a match as people call it: its round, and its block or table."""
    name = round_name(found, fixture)
    if fixture.block is not None and len(found.state.blocks) > 1:
        name = f"{block_name(fixture.block)}, {name}"
    return str(_("%(round)s, table %(number)s", round=name, number=found.tables[fixture.key]))


def block_name(number: int) -> str:
    """Return what a block is called."""
    return str(_("Block %(number)s", number=number))


def lots_text(found: Contest, block: int) -> str:
    """Return the lots of a block, counted from 1, in their order; empty where they decide nothing."""
    lots = found.state.blocks[block - 1].lots
    if TieBreak.LOT not in found.rules.tie_breaks or not lots:
        return ""
    return str(_("Order of the lots: %(names)s", names=", ".join(found.names[who] for who in lots)))


def who_name(names: Names, who: Who) -> str:
    """Return a side of a match: a name, or why there is none."""
    if isinstance(who, str):
        return names[who]
    return str(_("nobody") if who is NOBODY else _("not known yet"))


def how_text(outcome: Outcome) -> str:
    """Return how a match ended, in a word or a number of cards; empty where only the winner is known."""
    if outcome.how is How.NORMAL and outcome.margin is not None:
        return str(ngettext("%(num)d card", "%(num)d cards", outcome.margin))
    return mark_text(outcome)


def mark_text(outcome: Outcome) -> str:
    """Return how a match ended where there is little room, as in a bracket: the bare number of cards, or the word."""
    if outcome.how is How.WALKOVER:
        return str(_("walkover"))
    if outcome.how is How.FORFEIT:
        return str(_("forfeit"))
    return "" if outcome.margin is None else str(outcome.margin)


def marks(found: Contest) -> Mapping[int, str]:
    """Return what stands at the matches of a bracket that are decided, by their numbers.

    Where boards or games decided, it is how many the winner and the loser have won.
    """
    return {
        one.match: _boards_or_games(found, one) or mark_text(one.outcome)
        for one in found.fixtures
        if one.match is not None and one.outcome is not None
    }


def _boards_or_games(found: Contest, one: Fixture) -> str:
    won = parts_won(found.state, one) if one.outcome is not None and one.outcome.played else {}
    return "–".join(str(won[who]) for who in sorted(won, key=lambda who: who != one.winner))


def outcome_text(names: Names, outcome: Outcome) -> str:
    """Return an outcome as a sentence's part: who beat whom, and how."""
    if outcome.winner is None or outcome.loser is None:
        one, other = outcome.players
        said = _("%(one)s and %(other)s both lost", one=names[one], other=names[other])
    else:
        said = _("%(one)s won against %(other)s", one=names[outcome.winner], other=names[outcome.loser])
    how = how_text(outcome)
    return f"{said} ({how})" if how else str(said)


def place_name(one: Placed) -> str:
    """Return a place as results name it; empty for none."""
    if one.best_of is None:
        return "" if one.place is None else str(_("place %(number)s", number=one.place))
    known = {1: _("winner"), 2: _("second"), 3: _("third"), 4: _("fourth (best 8)")}
    if one.place is not None:
        return str(known[one.place])
    return str(_("best %(number)s", number=one.best_of))


def earned_text(one: Placed) -> str:
    """Return what a place earns: points and a dan; empty for nothing."""
    parts = []
    if one.points:
        parts.append(ngettext("%(num)d point", "%(num)d points", one.points))
    if one.promotion is not None:
        parts.append(promotion_text(one.promotion))
    return ", ".join(parts)


def promotion_text(new: Promotion) -> str:
    """Return a dan that was earned."""
    return str(_("promoted to %(dan)s", dan=dan_name(new.dan)))


def seat_name(board: int) -> str:
    """Return what the seat at a board is called."""
    if language() == "ja":
        return SEATS[board - 1]
    return str(_("board %(number)s (%(seat)s)", number=board, seat=SEATS[board - 1]))


def apart_text(one: Apart) -> str:
    """Return how a draw keeps mates apart, and that it is the fewest there can be."""
    mates = _("family members") if one.family else _("club-mates")
    if one.nobody:
        return str(_("No %(mates)s can meet.", mates=mates))
    if len(one.counts) == 1:
        found, least = one.counts[0]
        said = _("Pairs of %(mates)s that meet: %(found)s. Fewest possible: %(least)s.")
        return str(said) % {"mates": mates, "found": found, "least": least}
    rounds = ", ".join(
        _("by round %(number)s: %(found)s", number=number, found=found)
        if found == least
        else _("by round %(number)s: %(found)s (bound %(least)s)", number=number, found=found, least=least)
        for number, (found, least) in enumerate(one.counts, 1)
    )
    said = _("Pairs of %(mates)s that could meet %(rounds)s.", mates=mates, rounds=rounds)
    end = (
        _("No draw of these people has fewer.")
        if one.best
        else _("The bound may be out of reach: some have several clubs.")
    )
    return f"{said} {end}"


def offer_text(names: Names, offer: Offer | BlockOffer) -> str:
    """Return where a late entry would come in."""
    if offer.way is Way.REPLACE:
        return str(_("In the place of %(name)s, who is absent", name=names[offer.who or ""]))
    if isinstance(offer, BlockOffer):
        said = _("In %(block)s, beside the others", block=block_name(offer.block))
        more = ngettext("%(num)d round more", "%(num)d rounds more", offer.more_rounds)
        return f"{said}: {more}" if offer.more_rounds else str(said)
    texts = {
        Way.AGAINST_BYE: _("Against %(name)s, who had a bye", name=names[offer.who]),
        Way.EXTRA_ROUND: _("Against %(name)s, in a match before round 1", name=names[offer.who]),
    }
    return str(texts[offer.way])


def mates_text(offer: Offer | BlockOffer) -> str:
    """Return when a late entry would meet club-mates."""
    if isinstance(offer, BlockOffer):
        if not offer.mates:
            return str(_("No club-mates can be met."))
        return str(ngettext("%(num)d club-mate is met.", "%(num)d club-mates are met.", offer.mates))
    first = next((number for number, count in enumerate(offer.mates) if count), None)
    if first is None and len(offer.mates) == 1:
        return str(_("No club-mate is met at once."))
    if first is None:
        return str(_("No club-mates can be met."))
    if first == 0:
        return str(_("A club-mate is met at once."))
    return str(_("Club-mates can be met from round %(number)s on.", number=first))
