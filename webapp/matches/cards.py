"""The hundred cards as the scripts draw them: one file, the same for every match, kept by browsers."""

import hashlib
import json
from functools import cache

from poems.anthology import POEMS
from poems.poem import Poem
from poems.romaji import hepburn
from webapp.furigana import lines


@cache
def card_file() -> str:
    """Return the JSON list of the cards: number, kimariji, verse, columns, lines of [text, reading] pairs.

    `begins` are the spellings of the upper half, the historical one first, for finding a poem without the server.
    """
    return json.dumps([_card(poem) for poem in POEMS], ensure_ascii=False, separators=(",", ":"))


@cache
def card_version() -> str:
    """Return what changes in the file's address when its content does."""
    return hashlib.sha256(card_file().encode()).hexdigest()[:12]


def _card(poem: Poem) -> dict[str, object]:
    assert poem.torifuda is not None
    return {
        "number": poem.number,
        "kimariji": poem.kimariji,
        "verse": " ".join(poem.kana_historical[Poem.shimo]),
        "columns": poem.torifuda.columns,
        "begins": _begins(poem),
        "lines": [[[ruby.text, ruby.reading] for ruby in line] for line in lines(poem)],
    }


def _begins(poem: Poem) -> list[str]:
    kami = Poem.kami
    kana = ("".join(lines[kami]) for lines in (poem.kana_historical, poem.kana_modern, poem.phonetic))
    return list(dict.fromkeys((*kana, "".join(hepburn(line) for line in poem.phonetic[kami]))))
