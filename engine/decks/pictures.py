"""Who is drawn on the yomifuda, for the games that are played with the pictures.

Packs differ. Women and monks follow from the poets; hats and bows are each printing's own, so a club adds its pack to
the picture sets of the poems. `default` is the poets' rank with the hats and bows of one old print.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.decks.yomifuda import TENCHI
from poems.anthology import PICTURE_SETS
from poems.cards import ALL_CARDS, mask, numbers
from poems.poem import PictureSet

DEFAULT: Final = "default"
_RANKS: Final = ("hime", "bozu", "imperial_dais")
_HATS: Final = ("yagoro", "tate_eboshi", "yoko_eboshi", "kanmuri")
_SETS: Final = {printing.id: printing for printing in PICTURE_SETS}


@dataclass(frozen=True, slots=True)
class Hats:
    """What the men wear, Emperor Tenchi apart: four masks with no card in common."""

    yagoro: int
    tate: int
    yoko: int
    kammuri: int


@dataclass(frozen=True, slots=True)
class Pictures:
    """One printing, as masks."""

    id: str
    women: int
    """Empress Jitō included."""
    monks: int
    """Semimaru included."""
    dais: int
    """Who sits on a dais, men and women."""
    bows: int
    """Who holds a bow; empty where the printing does not say."""
    hats: Hats | None
    """None where the printing does not tell all of them apart."""


@cache
def pictures(name: str) -> Pictures:
    """Return a printing. Raises ValueError for one that is unknown or puts a card into two classes or none."""
    if name == DEFAULT and DEFAULT not in _SETS:
        return _read(name, _SETS["rank_default"], _SETS["commons_old_print"])
    if name not in _SETS:
        raise ValueError(f"there is no picture set {name!r}; there are {', '.join((DEFAULT, *_SETS))}")
    return _read(name, _SETS[name], _SETS[name])


def _read(name: str, ranks: PictureSet, drawn: PictureSet) -> Pictures:
    has = dict(drawn.classes)
    hats = None
    if set(_HATS) <= set(has):
        hats = Hats(*(has[hat] & ~mask((TENCHI,)) for hat in _HATS))
        _divide(name, ranks.cards("hime"), ranks.cards("bozu"), hats)
    bows = has.get("bow_and_quiver", has.get("bow", 0))
    women, monks, dais = (ranks.cards(rank) for rank in _RANKS)
    return Pictures(name, women, monks, dais, bows, hats)


def _divide(name: str, women: int, monks: int, hats: Hats) -> None:
    """See that each card is in just one class."""
    together = mask((TENCHI,))
    for cards in (women, monks, hats.yagoro, hats.tate, hats.yoko, hats.kammuri):
        if together & cards:
            raise ValueError(f"picture set {name}: #{numbers(together & cards)[0]} is in two classes")
        together |= cards
    if together != ALL_CARDS:
        raise ValueError(f"picture set {name}: #{numbers(ALL_CARDS & ~together)[0]} is in no class")


def _telling(*classes: str) -> tuple[str, ...]:
    told = [one.id for one in PICTURE_SETS if set(classes) <= {name for name, _ in one.classes}]
    return tuple(dict.fromkeys((DEFAULT, *told)))


WITH_RANKS: Final = _telling(*_RANKS)
"""The printings that tell women, monks and the dais: all that bōzu-mekuri needs. The default comes first."""
WITH_HATS: Final = _telling(*_RANKS, *_HATS)
"""The printings that tell the hats too."""
