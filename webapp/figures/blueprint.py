"""The blueprint that all routes of figures hang on."""

from flask import Blueprint

blueprint = Blueprint("figures", __name__, template_folder="templates", url_prefix="/figures")
