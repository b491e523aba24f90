"""What is scheduled: a poem × a skill. A player who knows a card by its face may not know it by its sound."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

_KEY = re.compile(r"([0-9]{1,3})\.([a-z]+)")


class Skill(StrEnum):
    """The four things that are known of a card, each by itself."""

    FACE = "face"
    """The torifuda's face gives the kimari-ji."""
    SOUND = "sound"
    """The sound gives the card, or its place."""
    CURRENT = "current"
    """What the kimari-ji is now, after what has been read."""
    PLACE = "place"
    """A place of the own layout gives its card."""


FIRST_SKILLS: Final = (Skill.FACE, Skill.SOUND)
"""What a learner begins with: with all four, new cards would bring 55 reviews a day."""

_SKILLS = tuple(Skill)


@dataclass(frozen=True, slots=True, order=True)
class Item:
    """One schedulable item. Raises ValueError for what is no card."""

    poem: int
    skill: Skill

    def __post_init__(self) -> None:
        if not 1 <= self.poem <= 100:
            raise ValueError(f"{self.poem} is no card: cards are numbered 1 to 100")

    @classmethod
    def parse(cls, key: str) -> Self:
        """Read the key of an item, `17.face`. Raises ValueError for anything else."""
        found = _KEY.fullmatch(key)
        if found is None or found[2] not in _SKILLS:
            raise ValueError(f"{key[:20]!r} is no item: write a card and a skill, such as 17.face")
        return cls(int(found[1]), Skill(found[2]))

    def __str__(self) -> str:
        return f"{self.poem}.{self.skill}"

    @property
    def number(self) -> int:
        """A number that is the item's for ever, for the scheduler: 1 to 4100."""
        return 1000 * _SKILLS.index(self.skill) + self.poem


def items(skills: tuple[Skill, ...] = FIRST_SKILLS) -> Iterator[Item]:
    """Yield the items of these skills, by card."""
    return (Item(poem, skill) for poem in range(1, 101) for skill in skills)
