"""The Flask application: settings, guards, languages, errors, features."""

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.routing import IntegerConverter

from webapp import assets, errors, features, i18n, navigation, security
from webapp.config import Config
from webapp.lazy_rule import LazyRule
from webapp.misfits import sentence
from webapp.once import once_url
from webapp.services import EXTENSION, Services, open_services

BODY_LIMIT = 64 * 1024
"""Bytes of a request's body, unless its route says otherwise."""


class Number(IntegerConverter):
    """A number in an address, `<int:...>`: what no database keeps is no address of ours and answered 404."""

    regex = r"[0-9]{1,18}"


def create_app(config: Config, services: Services | None = None) -> Flask:
    """Return the application for `config`, on `services` or on its own newly opened ones.

    Nothing runs in the background after this: the writer's thread starts with the first change, and live
    delivery with the server's event loop.
    """
    app = Flask("webapp", static_folder=None)
    app.config.update(
        SECRET_KEY=config.secret_key,
        TESTING=config.testing,
        MAX_CONTENT_LENGTH=BODY_LIMIT,
        MAX_FORM_MEMORY_SIZE=BODY_LIMIT,
        MAX_FORM_PARTS=200,
    )
    app.url_rule_class = LazyRule
    app.url_map.converters["int"] = Number
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals.update(fault_sentence=sentence, once_url=once_url)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions[EXTENSION] = services or open_services(config)
    for part in (assets, i18n, security, navigation, errors):
        part.install(app)
    for blueprint in features.blueprints():
        app.register_blueprint(blueprint)
    return app
