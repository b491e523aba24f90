"""Where a late entry can come in without a new draw, the best place first. docs/rules/tournaments.md §2.4 and §4."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from engine.tournament import desk, league, tree
from engine.tournament.bracket import Bracket
from engine.tournament.entrant import Entrant, by_id
from engine.tournament.league import League
from engine.tournament.meetings import Groups, clubs
from engine.tournament.refused import Refused


class Way(IntEnum):
    """How a late entry comes in; the least disturbing first."""

    REPLACE = 0
    """In the place of somebody who is absent."""
    AGAINST_BYE = 1
    """Against somebody who had a bye, in one more match of round 1."""
    EXTRA_ROUND = 2
    """Against somebody who is in round 1 already, in a round before it."""
    JOIN = 3
    """Into a block of a league, beside those who were drawn."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A place for a late entry: whose it is or who would be met there, and the mates who could be met by each round.

    Item 0 of `mates` is a round before the first as it is now.
    """

    way: Way
    place: int
    who: str
    mates: tuple[int, ...]

    @property
    def key(self) -> str:
        """What a form calls it."""
        return str(self.place)

    def events(self, bracket: Bracket, entrant: str) -> desk.Events:
        """Return the events that bring a late entry in here. Raises Refused where that is not possible any more."""
        if self.way is Way.REPLACE:
            return desk.replace(bracket, self.place, entrant)
        return (desk.join_round if bracket.by_round else desk.join)(bracket, self.place, entrant)


def offers(
    bracket: Bracket, late: Entrant, field: Collection[Entrant], groups: Groups = clubs
) -> tuple[Offer, ...]:
    """Return every place where a late entry can come in.

    Those that disturb least come first; among them those where mates are met late. `field` are the entrants of the
    bracket; who is not in it is taken for somebody without a club.
    """
    people = by_id(field)
    found = []
    for place, who in bracket.leaves.items():
        way = _way(bracket, place, who)
        offer = Offer(way, place, who, _mates(bracket, place, late, people, groups))
        try:
            offer.events(bracket, late.id)
        except Refused:
            continue
        found.append(offer)
    return tuple(sorted(found, key=lambda offer: (offer.way, offer.mates, offer.place)))


def _way(bracket: Bracket, place: int, who: str) -> Way:
    if who in bracket.absent:
        return Way.REPLACE
    if bracket.by_round:
        return Way.AGAINST_BYE
    return Way.AGAINST_BYE if tree.depth(place) < bracket.rounds else Way.EXTRA_ROUND


def _mates(
    bracket: Bracket, place: int, late: Entrant, people: Mapping[str, Entrant], groups: Groups
) -> tuple[int, ...]:
    """Return how many mates could be met by the match at each depth, the deepest first.

    Where rounds are drawn one by one, only who is met at once is known.
    """
    own = set(groups(late))
    if bracket.by_round:
        met = people.get(bracket.leaves[place])
        at_once = met is not None and met.id not in bracket.absent and bool(own & set(groups(met)))
        return (int(at_once),)
    by_depth = [0] * (bracket.rounds + 1)
    for other, who in bracket.leaves.items():
        if who in people and own & set(groups(people[who])):
            if other != place:
                by_depth[tree.depth(tree.meeting(place, other))] += 1
            elif who not in bracket.absent:
                by_depth[bracket.rounds] += 1
    return tuple(sum(by_depth[depth:]) for depth in range(bracket.rounds, -1, -1))


@dataclass(frozen=True, slots=True)
class BlockOffer:
    """A place in a block, from 1: whose it is (None beside all others), the club-mates there, the rounds it adds."""

    way: Way
    block: int
    who: str | None
    mates: int
    more_rounds: int = 0

    @property
    def key(self) -> str:
        """What a form calls it."""
        return f"b{self.block}" if self.who is None else f"b{self.block}-{self.who}"

    def events(self, block: League, entrant: str) -> tuple[league.Event, ...]:
        """Return the events that bring a late entry in here. Raises Refused where that is not possible any more."""
        return league.join(block, entrant) if self.who is None else league.replace(block, self.who, entrant)


def block_offers(
    blocks: Sequence[League], late: Entrant, field: Collection[Entrant], groups: Groups = clubs
) -> tuple[BlockOffer, ...]:
    """Return every place in the blocks of a league where a late entry can come in.

    First those of players who left without a match; then the blocks, those first in which fewest mates are met, then
    those that need fewest rounds more, then the smallest.
    """
    people, own = by_id(field), set(groups(late))
    found: list[tuple[tuple[int, ...], BlockOffer]] = []
    for number, block in enumerate(blocks, 1):
        mates = {who for who in block.players if who in people and own & set(groups(people[who]))}
        for who in sorted(block.left):
            if not any(who in outcome.players for outcome in block.recorded):
                offer = BlockOffer(Way.REPLACE, number, who, len(mates - {who}))
                found.append(((offer.way, offer.mates, 0, 0, number), offer))
        joined = league.fold(block.log + league.join(block, late.id))
        more = len(joined.rounds) - len(block.rounds)
        offer = BlockOffer(Way.JOIN, number, None, len(mates), more)
        found.append(((offer.way, offer.mates, more, len(block.players), number), offer))
    return tuple(offer for _, offer in sorted(found, key=lambda one: one[0]))
