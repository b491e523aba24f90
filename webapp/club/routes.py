"""The club's pages: its people, their matches, and files of both."""

from webapp.club import import_routes, member_routes, people_routes
from webapp.club.blueprint import blueprint

__all__ = ["blueprint", "import_routes", "member_routes", "people_routes"]
