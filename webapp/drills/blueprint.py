"""The blueprint that all routes of drills hang on."""

from flask import Blueprint

blueprint = Blueprint("drills", __name__, template_folder="templates", url_prefix="/drills")
