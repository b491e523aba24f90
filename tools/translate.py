"""Keeps the catalogues: finds the texts in the program, fills in translations, compiles, and checks all of it.

    python tools/translate.py update                 new texts into every catalogue, old ones out
    python tools/translate.py fill FILE.json         translations into the catalogues; then compiles
    python tools/translate.py compile                the .mo files that the program reads
    python tools/translate.py check                  name what is missing or does not fit; exit status 1
    python tools/translate.py missing                print what is missing, as a file for `fill` to complete

A file for `fill`: {"Save": {"ja": "保存", "ru": "Сохранить"}, "%(num)s card": {"ja": ["…"], "ru": ["…", "…", "…"]}}.
Every call takes a lock, so several people may work in one tree. A catalogue is sorted and names no lines, so a
change shows what changed and nothing else.
"""

import contextlib
import datetime as dt
import io
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "webapp"
CATALOGUES = PACKAGE / "translations"
LANGUAGES = ("ja", "ru")
"""English is the language of the texts in the program and needs no catalogue."""
KEYWORDS = DEFAULT_KEYWORDS | {"_l": None, "lazy_gettext": None, "lazy_ngettext": (1, 2)}
BORN = dt.datetime(2026, 11, 29, tzinfo=dt.UTC)
"""A fixed date in the head of the catalogues: a moving one changes every file at every call."""
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}")
"""Filled in by gettext, or by a page's script."""


def po_file(language: str) -> Path:
    return CATALOGUES / language / "LC_MESSAGES" / "messages.po"


def mo_file(language: str) -> Path:
    return po_file(language).with_suffix(".mo")


@contextlib.contextmanager
def lock() -> Iterator[None]:
    """One call at a time; without locks on this system, none."""
    if fcntl is None:
        yield
        return
    with (Path(tempfile.gettempdir()) / "naniwazu-translate.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def texts() -> Catalog:
    """Return what the program says, without translations."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)
    found = Catalog(project="Naniwazu", charset="utf-8", fuzzy=False)
    for name, _line, message, _comments, context in extract_from_dir(
        PACKAGE, methods, options, keywords=KEYWORDS, comment_tags=()
    ):
        found.add(message, locations=[(name, 1)], context=context)
    return found


def read(language: str) -> Catalog:
    file = po_file(language)
    if not file.exists():
        return Catalog(locale=language, project="Naniwazu", version="1", charset="utf-8", fuzzy=False)
    with file.open("rb") as source:
        return read_po(source, locale=language)


def as_po(catalogue: Catalog) -> bytes:
    catalogue.fuzzy = False
    catalogue.creation_date = catalogue.revision_date = BORN
    catalogue.header_comment = f"# {catalogue.locale.english_name} translation of Naniwazu."
    catalogue.project, catalogue.version = "Naniwazu", "1"
    catalogue.last_translator, catalogue.language_team = "the club", catalogue.locale.english_name
    out = io.BytesIO()
    write_po(out, catalogue, width=110, no_location=True, sort_output=True, ignore_obsolete=True)
    lines = out.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith((b'"Generated-By', b'"Report-Msgid')))


def as_mo(language: str) -> bytes:
    out = io.BytesIO()
    write_mo(out, read(language))
    return out.getvalue()


def compile_one(language: str) -> None:
    """Write the .mo file if it says something else than the .po file."""
    if is_stale(language):
        write(mo_file(language), as_mo(language))


def is_stale(language: str) -> bool:
    """Whether the .mo file lacks or adds something; the head does not count, it names Babel's version."""
    file = mo_file(language)
    return not file.exists() or content(file.read_bytes()) != content(as_mo(language))


def content(compiled: bytes) -> dict[str, object]:
    return {str(message.id): message.string for message in said(read_mo(io.BytesIO(compiled)))}


def write(file: Path, content: bytes) -> bool:
    """Write a file in one step, if it changes."""
    if file.exists() and file.read_bytes() == content:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f".{file.name}.new")
    new.write_bytes(content)
    new.replace(file)
    return True


def updated(language: str, found: Catalog) -> Catalog:
    """Return the catalogue with the program's texts: known translations kept, no guesses."""
    catalogue = read(language)
    catalogue.update(found, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    for message in catalogue:
        message.flags.discard("python-format")
        if isinstance(message.id, str) and "%(" in message.id:
            message.flags.add("python-format")
    return catalogue


def update() -> None:
    found = texts()
    for language in LANGUAGES:
        catalogue = updated(language, found)
        changed = write(po_file(language), as_po(catalogue))
        compile_one(language)
        missing = sum(is_missing(message, catalogue) for message in said(catalogue))
        print(f"{language}: {len(catalogue)} texts, {missing} missing{', changed' if changed else ''}")


def compile_all() -> None:
    for language in LANGUAGES:
        compile_one(language)


def fill(file: Path) -> int:
    given = json.loads(file.read_text(encoding="utf-8") if str(file) != "-" else sys.stdin.read())
    found = texts()
    faults = []
    for language in LANGUAGES:
        catalogue = updated(language, found)
        for text, translations in given.items():
            message = catalogue.get(text)
            if message is None:
                faults.append(f"the program does not say {text!r}")
            elif translation := translations.get(language):
                forms = [translation] if isinstance(translation, str) else list(translation)
                message.string = tuple(forms) if message.pluralizable else forms[0]
                faults += [f"{language}: {fault}" for fault in unfit(message, catalogue)]
        write(po_file(language), as_po(catalogue))
        compile_one(language)
    for fault in dict.fromkeys(faults):
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def said(catalogue: Catalog) -> list[Message]:
    """Return the messages without the head."""
    return [message for message in catalogue if message.id]


def forms(message: Message) -> list[str]:
    return list(message.string) if isinstance(message.string, (tuple, list)) else [message.string]


def is_missing(message: Message, catalogue: Catalog) -> bool:
    wanted = catalogue.num_plurals if message.pluralizable else 1
    return len(forms(message)) != wanted or not all(forms(message))


def placeholders(text: str) -> list[str]:
    return sorted(found[0] for found in PLACEHOLDER.finditer(text))


def unfit(message: Message, catalogue: Catalog) -> list[str]:
    """Return what is wrong with one translation."""
    if is_missing(message, catalogue):
        count = f" ({catalogue.num_plurals} forms are needed)" if message.pluralizable else ""
        return [f"{message.id!r} is not translated{count}"]
    ids = message.id if isinstance(message.id, tuple) else (message.id,)
    wanted = set().union(*(placeholders(text) for text in ids))
    faults = [
        f"{ids[0]!r}: {form!r} has other placeholders"
        for form in forms(message)
        if set(placeholders(form)) != wanted
    ]
    if message.fuzzy:
        faults.append(f"{ids[0]!r} is marked as a guess")
    return faults


def faults() -> list[str]:
    """Return everything that is wrong with the catalogues."""
    found = texts()
    wrong = []
    for language in LANGUAGES:
        catalogue = read(language)
        known, wanted = ({str(message.id) for message in said(each)} for each in (catalogue, found))
        wrong += [
            f"{language}: {text} is not in the catalogue; run update" for text in sorted(wanted - known)
        ]
        wrong += [f"{language}: {text} is said no more; run update" for text in sorted(known - wanted)]
        wrong += [
            f"{language}: {fault}" for message in said(catalogue) for fault in unfit(message, catalogue)
        ]
        if catalogue.obsolete:
            wrong.append(f"{language}: old texts are kept; run update")
        if is_stale(language):
            wrong.append(f"{language}: the .mo file is older than the .po file; run compile")
    return wrong


def missing() -> dict[str, dict[str, str | list[str]]]:
    """Return what is missing, in the shape that `fill` reads."""
    found = texts()
    lacking: dict[str, dict[str, str | list[str]]] = {}
    for language in LANGUAGES:
        catalogue = updated(language, found)
        for message in said(catalogue):
            if is_missing(message, catalogue):
                text = message.id[0] if isinstance(message.id, tuple) else message.id
                empty: str | list[str] = [""] * catalogue.num_plurals if message.pluralizable else ""
                lacking.setdefault(text, {})[language] = empty
    return lacking


def main(words: list[str]) -> int:
    with lock():
        match words:
            case ["update"]:
                update()
            case ["compile"]:
                compile_all()
            case ["fill", file]:
                return fill(Path(file))
            case ["missing"]:
                print(json.dumps(missing(), ensure_ascii=False, indent=1))
            case ["check"]:
                wrong = faults()
                print("\n".join(wrong) or "All catalogues are complete.")
                return 1 if wrong else 0
            case _:
                print(__doc__)
                return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
