"""Finding poems by what is typed: number, kimari-ji, kana in either spelling, kanji, romaji, author."""

import re
import unicodedata
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import accumulate, pairwise

from poems.answer import names_card
from poems.anthology import OPENER, POEMS, poem
from poems.cards import parse_number
from poems.kana import hiragana, morae
from poems.poem import Poem
from poems.spelling import Graph, Script, folded, typed


class Found(IntEnum):
    """What matched, the best first."""

    NUMBER = 1
    KIMARIJI = 2
    OPENING = 3
    LINE = 4
    TEXT = 5
    AUTHOR = 6


@dataclass(frozen=True, slots=True)
class Hit:
    """A poem that was found, and the best thing that matched."""

    number: int
    found: Found


def search(text: str, *, opener: bool = False) -> tuple[Hit, ...]:
    """Return the poems that `text` finds, the best first and then by number; none for what makes no sense.

    A number finds that poem alone (`008`, `８`). Kana may be historical or modern, hiragana or katakana,
    with or without dakuten; romaji Hepburn or kunrei, long vowels marked or not. The opener is looked
    through only when asked for.
    """
    # only plain and full-width digits are numbers: ①, 1.5 and -3 are not, and no text has a digit in it
    if any(unicodedata.category(letter)[0] == "N" for letter in text):
        return _by_number(text, opener=opener)
    script, forms = typed(text)
    named = names_card(text)
    hits = []
    for candidate in (OPENER, *POEMS) if opener else POEMS:
        if candidate.number == named:
            hits.append(Hit(named, Found.KIMARIJI))
        elif found := _best(candidate, script, forms):
            hits.append(Hit(candidate.number, found))
    return tuple(sorted(hits, key=lambda hit: (hit.found, hit.number)))


@dataclass(frozen=True, slots=True)
class _Texts:
    """What is searched of one poem: the first nodes of `graph` stand between the morae of the whole poem."""

    graph: Graph
    line_starts: tuple[int, ...]
    kanji: tuple[str, ...]
    author: Graph
    names: tuple[str, ...]


def _by_number(text: str, *, opener: bool) -> tuple[Hit, ...]:
    try:
        return (Hit(parse_number(text, opener=opener), Found.NUMBER),)
    except ValueError:
        return ()


def _best(candidate: Poem, script: Script, forms: tuple[str, ...]) -> Found | None:
    texts = _texts(candidate.number, script)
    ranks = [rank for form in forms if (rank := _in_kana(texts, form) or _in_kanji(texts, form))]
    if ranks:
        return min(ranks)
    return Found.AUTHOR if any(_in_author(texts, form) for form in forms) else None


def _in_kana(texts: _Texts, form: str) -> Found | None:
    if not texts.graph.has(form):
        return None
    if texts.graph.ends(0, form):
        return Found.OPENING
    return Found.LINE if any(texts.graph.ends(node, form) for node in texts.line_starts) else Found.TEXT


def _in_kanji(texts: _Texts, form: str) -> Found | None:
    """Find what has no node of its own: a part of a run of kanji."""
    if form not in "".join(texts.kanji):
        return None
    if texts.kanji[0].startswith(form):
        return Found.OPENING
    return Found.LINE if any(line.startswith(form) for line in texts.kanji) else Found.TEXT


def _in_author(texts: _Texts, form: str) -> bool:
    return any(form in name for name in texts.names) or texts.author.has(form)


@cache
def _texts(number: int, script: Script) -> _Texts:
    of = poem(number)
    ends = tuple(accumulate(len(line) for line in of.morae))
    written = (of.author.name, *of.author.name_variants) if script is Script.KANA else (of.author.romaji,)
    return _Texts(
        graph=_text_graph(of, script, (0, *ends)),
        line_starts=ends[:-1],
        kanji=tuple(folded(line) for line in of.kanji),
        author=_author_graph(of, script),
        names=tuple(folded(name) for name in written),
    )


def _text_graph(of: Poem, script: Script, bounds: tuple[int, ...]) -> Graph:
    graph = Graph(script, lenient=True)
    nodes = graph.nodes(bounds[-1] + 1)
    for line, (start, end) in enumerate(pairwise(bounds)):
        span = nodes[start : end + 1]
        for spelling in (of.kana_historical[line], of.kana_modern[line], hiragana(of.phonetic[line])):
            graph.spell(span, morae(spelling))
        for run, first, last in _kanji_runs(of.kanji[line], of.kana_historical[line]):
            graph.edge(span[first], folded(run), span[last])
        for other in _other_wordings(of, line):
            _add_wording(graph, span, morae(other))
    return graph


def _add_wording(graph: Graph, span: range, line: tuple[str, ...]) -> None:
    """Add a wording of a line, on the line's own nodes where it has as many morae."""
    same = len(line) == len(span) - 1
    graph.spell(span if same else (span[0], *graph.nodes(len(line) - 1), span[-1]), line)


def _other_wordings(of: Poem, line: int) -> list[str]:
    variants = [form for v in of.variants if v.line == line + 1 for form in v.form.split(" / ")]
    return variants + ([version.kana_historical for version in of.versions] if line == 3 else [])


def _kanji_runs(kanji: str, kana: str) -> list[tuple[str, int, int]]:
    """Return the runs of kanji in a line with the kana they cover: run, first, last."""
    found = re.fullmatch(re.sub("[一-龥々]+", "(.+?)", kanji), kana)
    runs = re.findall("[一-龥々]+", kanji)
    return [(run, *found.span(group)) for group, run in enumerate(runs, 1)] if found else []


def _author_graph(of: Poem, script: Script) -> Graph:
    graph = Graph(script, lenient=True)
    for name in (of.author.kana, *of.author.kana_variants):
        line = morae(name)
        graph.spell(graph.nodes(len(line) + 1), line)
    return graph
