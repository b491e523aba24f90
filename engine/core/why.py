"""Why an action is not allowed: a sentence in English, and what another language needs to say the same."""

from typing import Self


class Why(str):
    """A reason. It is the English sentence itself; `template` and `values` are what it was made from.

    The template is the msgid of a translation: `Why("{card} is not in your hand", card="SA")`.
    """

    __slots__ = ("template", "values")

    template: str
    values: dict[str, str]

    def __new__(cls, template: str, **values: str) -> Self:
        """Return the sentence with its values filled in."""
        why = super().__new__(cls, template.format(**values))
        why.template = template
        why.values = values
        return why


NO_TURN = Why("nobody is asked for anything now")


class IllegalAction(ValueError):  # noqa: N818 - the name that the rules' users look for
    """An action that the rules refuse. `why` says what for, `count` how many legal ones there are."""

    def __init__(self, action: int, why: Why, count: int) -> None:
        super().__init__(str(why))
        self.action = action
        self.why = why
        self.count = count


class WrongPack(ValueError):  # noqa: N818
    """A pack that is not a shuffle of the cards that are to be shuffled now."""
