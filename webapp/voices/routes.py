"""All routes of voices: the pages, the packs, their recordings, and trying a voice out."""

from webapp.voices import clip_routes, page_routes, preview_routes, upload_routes
from webapp.voices.blueprint import blueprint

__all__ = ["blueprint", "clip_routes", "page_routes", "preview_routes", "upload_routes"]
