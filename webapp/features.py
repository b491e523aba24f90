"""The features: every folder of this package with a `routes` module that defines a `blueprint`."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator

from flask import Blueprint

import webapp


def blueprints() -> Iterator[Blueprint]:
    """Import each feature's routes and yield its blueprint; a folder without routes is passed over."""
    for module in sorted(pkgutil.iter_modules(webapp.__path__), key=lambda found: found.name):
        name = f"webapp.{module.name}.routes"
        if module.ispkg and importlib.util.find_spec(name) is not None:
            blueprint = importlib.import_module(name).blueprint
            assert isinstance(blueprint, Blueprint), name
            yield blueprint
