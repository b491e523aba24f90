"""The blueprint that all routes of sound in the drills hang on."""

from flask import Blueprint

blueprint = Blueprint("hearing", __name__, template_folder="templates", url_prefix="/drills/sound")
