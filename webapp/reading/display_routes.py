"""The page of a reading for a big screen: HTTP in and out, nothing else."""

from flask import render_template

from webapp.access.roles import Role, allow
from webapp.reading import operations, words
from webapp.reading.answers import island_of, view_of
from webapp.reading.blueprint import blueprint
from webapp.services import services


@blueprint.get("/readings/<reading>/screen")
@allow(Role.SPECTATOR)
def screen(reading: str) -> str:
    """Show what is read as large as the screen allows; the page only follows."""
    desk = operations.book(services()).load(reading)
    island = island_of(desk, view_of(desk, "")) | {"screen": True, "helper": False}
    return render_template("reading/screen.html", desk=desk, island=island, words=words.page_words())
