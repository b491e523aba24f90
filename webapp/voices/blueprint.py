"""The blueprint that all routes of voices hang on."""

from flask import Blueprint, flash, redirect, url_for
from werkzeug.wrappers import Response

from reader.packs.faults import PackError
from webapp.errors import wants_json
from webapp.live.command import Refusal, refused
from webapp.voices import words

blueprint = Blueprint("voices", __name__, template_folder="templates", url_prefix="/voices")


@blueprint.errorhandler(PackError)
def unusable(error: PackError) -> Response:
    """Answer for a pack whose files are damaged: a script is told why, a person is led to the list and told there."""
    if wants_json():
        return refused(Refusal("pack", words.not_taken(error)))
    flash(words.not_taken(error), "bad")
    return redirect(url_for("voices.index"), code=303)
