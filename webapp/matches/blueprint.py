"""The blueprint that all routes of matches hang on."""

from flask import Blueprint

blueprint = Blueprint("matches", __name__, template_folder="templates")
