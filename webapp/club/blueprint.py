"""The blueprint that all routes of the club hang on."""

from flask import Blueprint

blueprint = Blueprint("club", __name__, template_folder="templates", url_prefix="/club")
