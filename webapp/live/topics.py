"""What can be followed, and from which role on."""

from collections.abc import Mapping
from types import MappingProxyType

from webapp.access.roles import Role
from webapp.access.visitor import Visitor
from webapp.db.store import Stream

TOPICS: Mapping[str, Role] = MappingProxyType(
    {
        "match": Role.SPECTATOR,
        "practice": Role.SPECTATOR,
        "reading": Role.SPECTATOR,
        "tournament": Role.SPECTATOR,
    }
)
"""Lowest role by kind of stream; a kind that is not here is followed by nobody."""

PRIVATE = frozenset({"practice"})
"""Kinds that are followed only by those who came in by a code, also where the club plays in public."""

MOST = 64
"""Topics on one page: all tables of a hall."""


def parse_topics(text: str) -> tuple[Stream, ...]:
    """Read `match:ab,reading:r1`, without repeats, in one order; ValueError names what is wrong."""
    topics = sorted({Stream.parse(part) for part in text.split(",")})
    if len(topics) > MOST:
        raise ValueError(f"{len(topics)} topics; a page follows {MOST} at most")
    return tuple(topics)


def may_follow(visitor: Visitor, topics: tuple[Stream, ...]) -> bool:
    """Whether the visitor may follow every one of the topics."""
    return all(
        topic.kind in TOPICS
        and visitor.may(TOPICS[topic.kind])
        and not (topic.kind in PRIVATE and visitor.is_public)
        for topic in topics
    )
