"""A set of cards as people write it: names, opening kana, patterns of numbers, and what joins or parts them."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from poems.cards import ALL_CARDS, NoCardsError, UnknownCardsError, brief, mask, numbers, parse_numbers, shown
from poems.kana import hiragana
from poems.kimariji import full, starting_with
from poems.sets import NAMED, CardSet, System, in_musume_order

NO_CARDS: Final = "no cards in this set: nothing to read"

_SYSTEMS_WITH_COLORS = (System.GOSHIKI, System.KIMARIJI_COLOR)
_HELP = "use a name such as goshiki-blue, third-a or first-mu, an opening such as あさ, or numbers such as 21..30 or *5"
_DEEPEST = 20
"""Brackets inside brackets: more is no set that anybody wrote."""

_DASHES = r"\-−–—"
_LIST = re.compile(r"(?![\-−–—－])(?!.*\s[\-−–—－]\d)[\d０-９\s,，、\-－–—−~〜～]+", re.DOTALL)
"""Numbers and ranges alone; a dash at the front of a number parts it from what stands before."""
_TOKEN = re.compile(
    r"""\s*[,、]*\s*(?:
      (?P<quoted>"[^"]*"|「[^」]*」)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<and>[&∩])
    | (?P<or>[+∪|])
    | (?P<minus>[-−–—∖])
    | (?P<word>[^\s,、()&∩+∪|∖"「]+)
    )""",
    re.VERBOSE,
)


def choose(text: str, also: Mapping[str, int] | None = None) -> CardSet:
    """Return the set that `text` names; parts with blanks or commas between them are put together.

    A part is the name or title of a set in `poems.sets.NAMED`, the opening of poems in kana, by sound
    (`あさ`), or a pattern of poem numbers: `21..30`, `8?`, `*[13579]`; `all` is the hundred. `also` has further
    names; one with blanks stands in quotes. `a & b` are the cards of both, `a -b` those of a without b, from left
    to right, with brackets where that is not meant; a text that begins with `-` parts from the hundred. Raises
    ValueError, naming the cure, for what is unknown, ambiguous or empty.
    """
    names = _BY_NAME | {
        _normal(name): CardSet(System.SAVED, f'"{name}"', name, cards) for name, cards in (also or {}).items()
    }
    whole = names.get(_normal(text))
    found = whole or _Reader(_tokens(text), lambda word: _part(word, names)).everything()
    if not found.cards:
        raise NoCardsError(NO_CARDS)
    return found


def chosen(text: str, also: Mapping[str, int] | None = None) -> tuple[int, ...]:
    """Return the cards that a text means: a list of numbers in the order typed, anything else by number.

    Raises ValueError as `choose` and `poems.cards.parse_numbers` do, and for no cards at all.
    """
    if not _LIST.fullmatch(text):
        return numbers(choose(text, also).cards)
    cards = parse_numbers(text.replace("−", "-"))
    if not cards:
        raise NoCardsError(NO_CARDS)
    return cards


def written(cards: tuple[int, ...]) -> str:
    """Write cards as a list that `chosen` reads back in the same order: `5,1-4,9`."""
    runs: list[list[int]] = []
    for card in cards:
        if runs and card == runs[-1][-1] + 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs)


def toggled(text: str, card: int, also: Mapping[str, int] | None = None) -> str:
    """Return the text with one card more or less than it means; a text that means nothing starts anew.

    A list of numbers stays one; to anything else `5` or `-5` is added, or taken off again.
    """
    mask((card,))
    if not text.strip():
        return str(card)
    if _LIST.fullmatch(text):
        # a number that is typed twice is a slip, and no reason to lose the others
        cards = _or_nothing(lambda: chosen(text)) or _or_nothing(lambda: numbers(choose(text).cards))
        return written(tuple(one for one in cards if one != card) if card in cards else (*cards, card))
    cards = _or_nothing(lambda: chosen(text, also))
    if not cards and not _is_empty(text, also):
        return str(card)
    wanted = set(cards) ^ {card}
    sign = card if card in wanted else -card
    bare = re.sub(r"\s+", " ", re.sub(rf"(?<!\S)-?{card}(?!\S)", "", text)).strip()
    ways = (bare, f"{bare} {sign}", f"{text.strip()} {sign}") if bare else (f"{text.strip()} {sign}",)
    for way in ways:
        if _is_text_of(way, wanted, also):
            return way
    return written(numbers(mask(wanted)))


def _is_text_of(text: str, cards: set[int], also: Mapping[str, int] | None) -> bool:
    return _is_empty(text, also) if not cards else set(_or_nothing(lambda: chosen(text, also))) == cards


def outline(cards: int) -> str:
    """Write a set by openings, as few as there can be, by sound group: `む すめ あさぼらけ`."""
    out: list[str] = []
    left = cards
    for card in in_musume_order(cards):
        if left >> card & 1:
            opening = _widest(card, cards)
            left &= ~starting_with(opening)
            out.append(opening)
    return " ".join(out)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str


def _tokens(text: str) -> list[_Token]:
    plain = unicodedata.normalize("NFKC", text).strip()
    out: list[_Token] = []
    at = 0
    while at < len(plain):
        found = _TOKEN.match(plain, at)
        if found is None:
            if not plain[at:].strip(" ,、\t\n\u3000"):
                break
            raise UnknownCardsError(f"{shown(plain[at:])} is no set: {_HELP}", brief(plain[at:]))
        kind = str(found.lastgroup)
        out.append(_Token(kind, found[kind].strip('"「」') if kind == "quoted" else found[kind]))
        at = found.end()
    if not out:
        raise NoCardsError(f"no set is named: {_HELP}")
    return out


class _Reader:
    """Reads tokens from left to right: `&` binds more closely than what puts together and parts."""

    def __init__(self, tokens: list[_Token], part: Callable[[str], CardSet]) -> None:
        self._tokens = tokens
        self._part = part
        self._at = 0
        self._depth = 0

    def everything(self) -> CardSet:
        """Return the set of all tokens."""
        found = self._sum()
        if self._at < len(self._tokens):
            raise ValueError("a bracket is closed that was not opened")
        return found

    @property
    def _kind(self) -> str:
        return self._tokens[self._at].kind if self._at < len(self._tokens) else "end"

    def _sum(self) -> CardSet:
        if self._kind in ("minus", "or"):
            found = _EVERYTHING if self._kind == "minus" else CardSet(System.NUMBERS, "", "", 0)
        else:
            found = self._product()
        while self._kind not in ("close", "end"):
            less = self._kind == "minus"
            if self._kind in ("minus", "or"):
                self._at += 1
            found = _joined(found, self._product(), less=less)
        return found

    def _product(self) -> CardSet:
        found = self._factor()
        while self._kind == "and":
            self._at += 1
            other = self._factor()
            found = CardSet(
                System.MIXED,
                f"{found.name} & {other.name}",
                f"{found.title}∩{other.title}",
                found.cards & other.cards,
            )
        return found

    def _factor(self) -> CardSet:
        kind = self._kind
        if kind in ("word", "quoted"):
            self._at += 1
            return self._part(self._tokens[self._at - 1].text)
        if kind != "open":
            raise ValueError(f"a set is missing where the text ends or beside a sign: {_HELP}")
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ValueError(f"more than {_DEEPEST} brackets inside each other")
        self._at += 1
        found = self._sum()
        if self._kind != "close":
            raise ValueError("a bracket was opened and not closed")
        self._at += 1
        self._depth -= 1
        return CardSet(found.system, f"({found.name})", f"({found.title})", found.cards)


def _joined(one: CardSet, other: CardSet, *, less: bool) -> CardSet:
    if less:
        title = f"{one.title}−{other.title}"
        return CardSet(System.MIXED, f"{one.name} -{other.name}", title, one.cards & ~other.cards)
    system = one.system if one.system is other.system else System.MIXED
    name, title = f"{one.name} {other.name}".strip(), f"{one.title}・{other.title}".strip("・")
    return CardSet(system if one.name else other.system, name, title, one.cards | other.cards)


def _part(text: str, names: Mapping[str, CardSet]) -> CardSet:
    name = _normal(text)
    if name in names:
        return names[name]
    cards = starting_with(hiragana(name)) if name else 0
    if cards:
        return CardSet(System.PREFIX, hiragana(name), hiragana(name), cards)
    if re.fullmatch(rf"[0-9.?*\[\]!~〜{_DASHES}]+", name):
        return CardSet(System.NUMBERS, name, name, _matching(name))
    colors = [f"{system}-{name}" for system in _SYSTEMS_WITH_COLORS if f"{system}-{name}" in _BY_NAME]
    if colors:
        raise UnknownCardsError(f"{name} alone is no set: say {' or '.join(colors)}", brief(text))
    raise UnknownCardsError(f"there is no set {shown(text)}: {_HELP}", brief(text))


def _matching(pattern: str) -> int:
    """Return the cards whose number, without leading zeros, is in the range or matches the pattern."""
    pattern = pattern.lstrip("0") if pattern.strip("0").isdecimal() else pattern
    ends = re.fullmatch(rf"([0-9]{{1,3}})(?:\.\.|[~〜{_DASHES}])([0-9]{{1,3}})", pattern)
    if ends:
        first, last = int(ends[1]), int(ends[2])
        found = sum(1 << card for card in numbers(ALL_CARDS) if first <= card <= last)
    else:
        found = sum(1 << card for card in numbers(ALL_CARDS) if fnmatchcase(str(card), pattern))
    if not found:
        raise UnknownCardsError(
            f"no poem has a number like {shown(pattern)}: they run from 1 to 100", brief(pattern)
        )
    return found


def _widest(card: int, cards: int) -> str:
    """Return the shortest opening of a card under which nothing lies that is not among the cards."""
    key = full(card)
    return next(key[:length] for length in range(1, len(key) + 1) if not starting_with(key[:length]) & ~cards)


def _or_nothing(read: Callable[[], tuple[int, ...]]) -> tuple[int, ...]:
    try:
        return read()
    except ValueError:
        return ()


def _is_empty(text: str, also: Mapping[str, int] | None) -> bool:
    """Whether a text is understood and means no card."""
    try:
        choose(text, also)
    except NoCardsError:
        return True
    except ValueError:
        return False
    return False


def _normal(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


_EVERYTHING = CardSet(System.NUMBERS, "all", "百首", ALL_CARDS)
_BY_NAME: dict[str, CardSet] = {
    _normal(key): one for one in (*NAMED, _EVERYTHING) for key in (one.title, one.name)
}
