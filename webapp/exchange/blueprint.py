"""The blueprint that all routes of the exchange hang on."""

from flask import Blueprint

blueprint = Blueprint("exchange", __name__, template_folder="templates", url_prefix="/exchange")
"""Sheets of results that are handed in."""
