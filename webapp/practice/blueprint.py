"""The blueprint that all routes of practices hang on."""

from flask import Blueprint

blueprint = Blueprint("practice", __name__, template_folder="templates", url_prefix="/practice")
