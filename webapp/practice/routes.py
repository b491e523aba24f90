"""All routes of practices: the evening, who is there, and the rounds."""

from webapp.practice import holder, people_routes, round_routes, session_routes
from webapp.practice.blueprint import blueprint

__all__ = ["blueprint", "holder", "people_routes", "round_routes", "session_routes"]
