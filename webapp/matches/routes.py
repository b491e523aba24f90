"""All routes of matches: the board and its commands, and the pages around it."""

from webapp.matches import board_routes, page_routes
from webapp.matches.blueprint import blueprint

__all__ = ["blueprint", "board_routes", "page_routes"]
