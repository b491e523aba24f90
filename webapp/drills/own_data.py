"""All that is kept of a learner beside their log, as it is handed out: objects with a `kind`, as its rows have."""

from typing import Any

from webapp.db.drill_models import DrillClaim, Learner
from webapp.drills import settings
from webapp.drills.log import Person
from webapp.services import Services
from webapp.teiichi import book
from webapp.teiichi.views import told


def beside(known: Services, person: Person) -> list[dict[str, Any]]:
    """Return whose the drills are, what was agreed to, the home layouts, and the settings; each where there is one."""
    rows: list[dict[str, Any]] = []
    with known.database.session() as session:
        learner, asked = session.get(Learner, person.id), session.get(DrillClaim, person.id)
        if asked is not None:
            said = {"member": asked.member_id, "at": asked.at.isoformat(), "device": asked.device}
            rows.append({"kind": "asked", **said})
        if learner is not None and learner.member_id is not None:
            rows.append({"kind": "claimed", "member": learner.member_id})
        if learner is not None and learner.coach_since is not None:
            rows.append({"kind": "agreed", "to": "coach", "at": learner.coach_since.isoformat()})
        if learner is not None and learner.lends_ghost:
            rows.append({"kind": "agreed", "to": "ghost"})
    rows += [{"kind": "layout", **told(one.name, one.corners)} for one in book.kept(known, person)]
    chosen = settings.kept(known.database, person.id)
    return rows if chosen is None else [*rows, {"kind": "settings", **chosen}]
