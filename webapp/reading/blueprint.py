"""The blueprint that all routes of readings hang on."""

from flask import Blueprint

blueprint = Blueprint("reading", __name__, template_folder="templates")
