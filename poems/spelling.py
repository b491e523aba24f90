"""The ways a text can be typed, as a small graph that a query is walked through.

The nodes stand between the morae, and an edge is one spelling of what lies between two nodes; so historical
and modern kana may be mixed within one query. Nothing is replaced by rule, which would spoil other words: a
mora has just the spellings that the texts give it.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import product

from poems import romaji
from poems.kana import hiragana, unvoiced


class Script(Enum):
    """What is typed; kana may have kanji among them."""

    KANA = "kana"
    ROMAJI = "romaji"


# The letters that a marked vowel stands for.
_MARKED = {"ā": ("aa",), "ī": ("ii",), "ū": ("uu",), "ē": ("ee", "ei"), "ō": ("ou", "oo")}
_MARKED |= dict(zip("âîûêô", _MARKED.values(), strict=True))
_MOST_MARKED = 6
# Forms of one character that people type for each other.
_KANJI = str.maketrans(
    "龍蘆葦瀧濱嶋峯櫻戀鹽聲來歸曾禰弥邊邉淚黑亂", "竜芦芦滝浜島峰桜恋塩声来帰曽祢祢辺辺涙黒乱"
)
_VOWEL_KANA = dict(zip("aiueo", "あいうえお", strict=True))


def typed(text: str) -> tuple[Script, tuple[str, ...]]:
    """Return the script of a query and the forms in which it is to be walked; no form where nothing is left.

    A marked long vowel stands for its spellings.
    """
    kept = folded(text)
    # no poem has more than a few long vowels; more marks than that would only multiply
    few = sum(letter in _MARKED for letter in kept) <= _MOST_MARKED
    ways = (_MARKED.get(letter, (letter,))[: None if few else 1] for letter in kept)
    forms = tuple("".join(form) for form in product(*ways))
    return (Script.ROMAJI if forms[0].isascii() else Script.KANA), tuple(form for form in forms if form)


def folded(text: str) -> str:
    """Return text without what does not count: width, case, syllabary, blanks, marks, old forms of kanji."""
    letters = hiragana(unicodedata.normalize("NFKC", text).casefold()).translate(_KANJI)
    return "".join(letter for letter in letters if unicodedata.category(letter)[0] in "LMN")


class Graph:
    """The spellings of one text in one script, with hiragana dakuten taken as typed or, if `lenient`, optional."""

    def __init__(self, script: Script, *, lenient: bool) -> None:
        self._script = script
        self._lenient = lenient and script is Script.KANA
        self._edges: list[set[tuple[str, int]]] = []
        # the nodes that a letter can be typed at, under "" those that may be passed with nothing typed
        self._starts: dict[str, set[int]] = {"": set()}
        self._letters: set[str] = set()

    def nodes(self, count: int) -> range:
        """Add nodes and return their numbers."""
        first = len(self._edges)
        self._edges += [set() for _ in range(count)]
        return range(first, first + count)

    def edge(self, start: int, spelling: str, end: int) -> None:
        """Say that what lies between the two nodes can be typed so."""
        self._edges[start].add((spelling, end))
        self._starts.setdefault(spelling[:1], set()).add(start)
        self._letters.update(spelling)

    def spell(self, nodes: Sequence[int], morae: Sequence[str]) -> None:
        """Add the spellings of morae of hiragana; there is one node more than morae."""
        for index, (mora, start, end) in enumerate(zip(morae, nodes, nodes[1:], strict=False)):
            for spelling in _spellings(morae, index, self._script):
                self.edge(start, spelling, end)
            if self._lenient:
                self.edge(start, unvoiced(mora), end)

    def ends(self, start: int, form: str) -> frozenset[int]:
        """Return the nodes where the whole form can end when it is walked from `start`."""
        if start not in self._beginnings(form):
            return frozenset()
        found: set[int] = set()
        waiting = [(start, 0)]
        while waiting:
            node, done = waiting.pop()
            if done == len(form):
                found.add(node)
                continue
            for spelling, target in self._edges[node]:
                if form.startswith(spelling, done):
                    waiting.append((target, done + len(spelling)))
        return frozenset(found)

    def has(self, form: str) -> bool:
        """Return whether the form can be walked from any node."""
        return any(self.ends(node, form) for node in self._beginnings(form))

    def _beginnings(self, form: str) -> set[int]:
        """Return the nodes that a form could begin at, going by its letters alone."""
        if not self._letters.issuperset(form):
            return set()
        return self._starts.get(form[:1], set()) | self._starts[""]


def _spellings(morae: Sequence[str], index: int, script: Script) -> Iterable[str]:
    mora = morae[index]
    if mora == "ー":
        return _length(morae[index - 1], script)
    if script is Script.KANA:
        return (mora,)
    if mora == "っ":
        following = romaji.spellings(morae[index + 1])
        return {"t" if way.startswith("ch") else way[0] for way in following}
    return romaji.spellings(mora)


def _length(before: str, script: Script) -> tuple[str, ...]:
    """Return the ways to type the second half of a long vowel; in romaji it may be left out."""
    vowel = romaji.vowel(before)
    vowels = {vowel, {"o": "u", "e": "i"}.get(vowel, vowel)}
    if script is Script.ROMAJI:
        return ("", *vowels)
    return ("ー", *(_VOWEL_KANA[one] for one in vowels))
