"""An address of the server that is prepared for building links when the first link to it is built.

Werkzeug compiles two functions for every address at once, which was a third of what a start takes; a server that runs
for one evening links to a fraction of them.
"""

from collections.abc import Callable
from typing import Any

from werkzeug.routing import Rule

Builder = Callable[..., tuple[str, str]]


class LazyRule(Rule):
    """A rule that compiles what builds its address when it is first used; without such a step nothing changes."""

    def _compile_builder(self, append_unknown: bool = True) -> Builder:  # noqa: FBT001, FBT002 - Werkzeug's own
        compiled: list[Builder] = []

        def build(rule: Rule, /, **values: Any) -> tuple[str, str]:
            if not compiled:
                compiled.append(super(LazyRule, self)._compile_builder(append_unknown))
            return compiled[0](rule, **values)

        return build
