"""The regional packs of Japan, as data: which cards each has, where it was played with, and what tells it apart."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.core.deck import Deck
from engine.decks.kabufuda import daini40, ichiroku48, irinokichi48, kabu40, kudoyama48
from engine.decks.mekuri import mekuri48
from engine.decks.names import history, name


@dataclass(frozen=True, slots=True)
class Pattern:
    """One regional pack. Its cards are those of `deck`; patterns of one family differ in the drawing."""

    id: str
    family: str
    """mekuri (four suits), clubs or coins (one suit)."""
    make: Callable[[], Deck]

    @property
    def deck(self) -> Deck:
        """The cards, numbered and coded."""
        return self.make()

    def name(self, language: str) -> str:
        """Return its name in `en`, `ja` or `ru`."""
        return name(f"pattern.{self.id}", language)

    def history(self, language: str) -> str:
        """Return a line or two on where it comes from, in `en`, `ja` or `ru`."""
        return history(self.id, language)


PATTERNS: Final = {
    pattern.id: pattern
    for pattern in (
        Pattern("komatsu", "mekuri", lambda: mekuri48(1, "red_onifuda")),
        Pattern("fukutoku", "mekuri", lambda: mekuri48(1, "red_onifuda")),
        Pattern("akahachi", "mekuri", lambda: mekuri48(1, "white_onifuda")),
        Pattern("sakuragawa", "mekuri", mekuri48),
        Pattern("kurofuda", "mekuri", lambda: mekuri48(1, "red_onifuda")),
        Pattern("ise", "mekuri", lambda: mekuri48(1, "bakefuda")),
        Pattern("kingyoku", "mekuri", lambda: mekuri48(1, "red_onifuda")),
        Pattern("kojishi", "mekuri", lambda: mekuri48(4)),
        Pattern("kurouma", "mekuri", lambda: mekuri48(1)),
        Pattern("mitsuogi", "mekuri", lambda: mekuri48(1)),
        Pattern("kabufuda", "clubs", kabu40),
        Pattern("kinseizan", "clubs", lambda: irinokichi48(1)),
        Pattern("irinokichi", "clubs", lambda: irinokichi48(1)),
        Pattern("hosonokichi", "clubs", irinokichi48),
        Pattern("daini", "coins", lambda: daini40(oni=True, jizo=True)),
        Pattern("komaru", "coins", lambda: daini40(oni=True)),
        Pattern("mefuda", "coins", lambda: daini40(oni=True)),
        Pattern("kudoyama", "coins", kudoyama48),
        Pattern("ichiroku", "coins", ichiroku48),
    )
}
"""Every regional pack by id."""
