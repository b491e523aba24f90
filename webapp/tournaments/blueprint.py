"""The blueprint that all routes of tournaments hang on."""

from flask import Blueprint

blueprint = Blueprint("tournaments", __name__, template_folder="templates", url_prefix="/tournaments")
