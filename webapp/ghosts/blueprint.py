"""The blueprint that all routes of ghost matches hang on."""

from flask import Blueprint

blueprint = Blueprint("ghosts", __name__, template_folder="templates", url_prefix="/drills/ghost")
