"""Every kind of exercise, in the order of the menu; `webapp.drills.kind` says how to add one."""

from typing import Final

from webapp.drills.kind import Kind
from webapp.drills.kinds.daily import Daily
from webapp.drills.kinds.endgame import Endgame
from webapp.drills.kinds.faces import Faces
from webapp.drills.kinds.full_mat import WholeMat
from webapp.drills.kinds.group import Groups
from webapp.drills.kinds.harai import Cards, Swings
from webapp.drills.kinds.hearing import HearingThreshold
from webapp.drills.kinds.laying import Lay
from webapp.drills.kinds.memorising import Memorise
from webapp.drills.kinds.now import Now
from webapp.drills.kinds.poems import Poems
from webapp.drills.kinds.reaction import GoOrStay
from webapp.drills.kinds.sound import SoundToFace
from webapp.drills.kinds.updating import Update

DAILY: Final = Daily()
"""The run of a day. It is no exercise by itself, so it is not in the menu."""

KINDS: Final[tuple[Kind, ...]] = (
    Faces(),
    SoundToFace(),
    HearingThreshold(),
    GoOrStay(),
    Now(),
    Groups(),
    Lay(),
    Memorise(),
    Update(),
    WholeMat(),
    Endgame(),
    Cards(),
    Swings(),
    Poems(),
)

_BY_KEY: Final[dict[str, Kind]] = {one.key: one for one in (DAILY, *KINDS)}


def kind(key: str) -> Kind | None:
    """Return the kind with a key; None for none."""
    return _BY_KEY.get(key)
