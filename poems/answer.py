"""Which card a typed kimari-ji names, in every spelling that learners meet."""

from functools import cache

from poems.anthology import POEMS
from poems.anthology import poem as of_card
from poems.kana import hiragana, morae
from poems.poem import Poem
from poems.spelling import Graph, Script, typed


def names_card(text: str) -> int | None:
    """Return the card that an opening names in a full deck, or None when it is wrong or too short.

    Historical and modern spelling, hiragana, katakana and romaji count alike (44 is おおこ, あふこ, おうこ
    or ooko); more kana than the kimari-ji may be typed. Dakuten may be left out where no other card is meant.
    """
    script, forms = typed(text)
    for lenient in (False, True):
        named = {card for form in forms for card in _named(script, form, lenient=lenient)}
        if named:
            return named.pop() if len(named) == 1 else None
    return None


def opening(card: int, text: str) -> int:
    """Return how many kana of a card's poem a typed opening has, in any of its spellings; 0 when it opens otherwise.

    So a kimari-ji can be judged that is shorter than the full deck's. Raises ValueError for what is no card.
    """
    script, forms = typed(text)
    poem = of_card(card)
    reached = (_reach(poem, script, form, lenient=lenient) for lenient in (False, True) for form in forms)
    return next((length for length in reached if length), 0)


def _named(script: Script, form: str, *, lenient: bool) -> tuple[int, ...]:
    """Return the card of an opening if it is long enough and no other card opens so."""
    opening = [(poem, length) for poem in POEMS if (length := _reach(poem, script, form, lenient=lenient))]
    if len(opening) != 1:
        return ()
    ((poem, length),) = opening
    return (poem.number,) if length >= poem.kimariji_length else ()


def _reach(poem: Poem, script: Script, form: str, *, lenient: bool) -> int:
    """Return how many morae of the poem an opening covers; 0 when the poem does not open so."""
    graphs = _openings(poem.number, script, lenient=lenient)
    return max((max(graph.ends(0, form), default=0) for graph in graphs), default=0)


@cache
def _openings(number: int, script: Script, *, lenient: bool) -> tuple[Graph, ...]:
    """Return a graph for each spelling of the upper half, so that one answer keeps to one spelling."""
    poem = POEMS[number - 1]
    written = ("".join(lines[poem.kami]) for lines in (poem.kana_historical, poem.kana_modern, poem.phonetic))
    graphs = []
    for spelling in {poem.kimariji_key, *(hiragana(text) for text in written)}:
        line = morae(spelling)
        graph = Graph(script, lenient=lenient)
        graph.spell(graph.nodes(len(line) + 1), line)
        graphs.append(graph)
    return tuple(graphs)
