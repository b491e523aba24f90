"""All routes of tournaments, and what tournaments keep about people."""

from webapp.club.personal import add_holder
from webapp.tournaments import (
    desk_routes,
    draw_routes,
    entry_routes,
    file_routes,
    page_routes,
    setup_routes,
    team_routes,
    words,
)
from webapp.tournaments.blueprint import blueprint
from webapp.tournaments.holder import HOLDER

__all__ = [
    "blueprint",
    "desk_routes",
    "draw_routes",
    "entry_routes",
    "file_routes",
    "page_routes",
    "setup_routes",
    "team_routes",
]

blueprint.context_processor(lambda: {"of_class": words.of_class, "lots_text": words.lots_text})
add_holder(HOLDER)
