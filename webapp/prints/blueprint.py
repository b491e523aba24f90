"""The blueprint that all routes of what is printed hang on."""

from flask import Blueprint

blueprint = Blueprint("prints", __name__, template_folder="templates", url_prefix="/print")
