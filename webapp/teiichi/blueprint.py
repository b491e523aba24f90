"""The blueprint that all routes of home layouts hang on."""

from flask import Blueprint

blueprint = Blueprint("teiichi", __name__, template_folder="templates", url_prefix="/teiichi")
