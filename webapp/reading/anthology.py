"""The opener and the hundred poems as the reading page draws them: one file a language, kept by browsers."""

import hashlib
import json
from functools import cache

from poems.anthology import OPENER, POEMS
from poems.gloss import gloss
from poems.poem import Poem
from poems.romaji import hepburn
from webapp.furigana import lines


@cache
def anthology_file(language: str) -> str:
    """Return the JSON list of poems, 0 to 100.

    Each has its author, its lines as lists of [text, reading], the kana and the romaji by sound, the torifuda's
    columns (none for the opener), the full kimari-ji and the gloss. Raises ValueError for a language without glosses.
    """
    poems = [_poem(poem, language) for poem in (OPENER, *POEMS)]
    return json.dumps(poems, ensure_ascii=False, separators=(",", ":"))


@cache
def anthology_version(language: str) -> str:
    """Return what changes in the file's address when its content does."""
    return hashlib.sha256(anthology_file(language).encode()).hexdigest()[:12]


def _poem(poem: Poem, language: str) -> dict[str, object]:
    return {
        "number": poem.number,
        "author": poem.author.name
        if language == "ja"
        else f"{poem.author.name} · {poem.author.romaji_macron}",
        "lines": [[[ruby.text, ruby.reading] for ruby in line] for line in lines(poem)],
        "kana": _sounds(poem),
        "romaji": [hepburn(line) for line in poem.phonetic],
        "columns": poem.torifuda.columns if poem.torifuda else [],
        "kimariji": poem.kimariji,
        "gloss": gloss(poem.number, language),
    }


def _sounds(poem: Poem) -> tuple[str, ...]:
    """Return the lines in modern kana, spelled so that the kimari-ji is literally their beginning (see poem 44)."""
    if not poem.kimariji_key:
        return poem.kana_modern
    first, second, third = (len(line) for line in poem.kana_modern[Poem.kami])
    key = poem.kimariji_key
    assert len(key) == first + second + third, poem.number
    return (key[:first], key[first : first + second], key[first + second :], *poem.kana_modern[Poem.shimo])
