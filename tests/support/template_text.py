"""Finds text in templates that no translation reaches: words outside of `_()`."""

import re
from html.parser import HTMLParser
from pathlib import Path

from jinja2 import Environment

SPOKEN = {
    "alt",
    "title",
    "aria-label",
    "aria-description",
    "placeholder",
    "aria-roledescription",
    "aria-valuetext",
}
NAMES = {"Naniwazu", "naniwazu", "serve", "--host", "むらさめ"}
"""The program's name, what is typed into a terminal, and a card's kana are the same in every language."""
HOLE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands for what Jinja puts in."""
ATTRIBUTE = re.compile(r'[\w-]+="[^"]*"')
"""What a macro puts into a tag stands in the template like text."""
WORD = re.compile(r"[^\W\d_]{2,}")


def bare_texts(template: str) -> list[str]:
    """Return the words of a template that stand in it as they are."""
    parser = _Texts()
    parser.feed(_markup(template))
    parser.close()
    return parser.found


def _markup(template: str) -> str:
    """Return the template's HTML with every expression replaced; comments and statements vanish.

    A block that is called `…_class` holds what stands inside an attribute of the page around it.
    """
    parts: list[str] = []
    statement: list[str] = []
    inside = silent = ""
    for _line, kind, value in Environment(autoescape=True).lex(template):
        if kind == "data" and not silent:
            parts.append(value)
        elif kind == "variable_begin":
            parts.append(HOLE)
        elif kind == "block_begin":
            inside, statement = "block", []
        elif kind == "block_end":
            inside = ""
            if statement[:1] == ["block"] and statement[1].endswith("_class"):
                silent = statement[1]
            elif statement[:1] == ["endblock"]:
                silent = ""
        elif kind == "name" and inside:
            statement.append(value)
    return "".join(parts)


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "code"):
            self._silent.append(tag)
        for name, value in attrs:
            if name in SPOKEN or (name == "content" and ("name", "description") in attrs):
                self._look(value or "")

    def handle_endtag(self, tag: str) -> None:
        if self._silent and self._silent[-1] == tag:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._look(data)

    def _look(self, text: str) -> None:
        words = [
            word for word in WORD.findall(ATTRIBUTE.sub("", text).replace(HOLE, " ")) if word not in NAMES
        ]
        if words:
            self.found.append(" ".join(text.replace(HOLE, "…").split()))


def faults(root: Path) -> list[str]:
    """Return `file: text` for every bare text of the templates under `root`."""
    return [
        f"{file.relative_to(root)}: {text}"
        for file in sorted(root.rglob("templates/**/*.html"))
        for text in bare_texts(file.read_text(encoding="utf-8"))
    ]
