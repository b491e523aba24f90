"""What a reading will be, while its form is being filled in: the cards, how long it takes, what is heard and when."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from poems.cards import mask, numbers
from poems.chance import Seed
from poems.kimariji import full
from poems.sets import in_musume_order
from reader.laid import LaidCheck, check
from reader.order import Draw
from reader.pace import Pace
from reader.pattern import Pattern, Token
from reader.plan import Segment, plan
from reader.programme import Programme
from reader.samples import SAMPLE_RATE, to_seconds
from webapp.reading.settings import Settings, card_list, cards_or_none, draw_of, programme_of

SHOWN = 3
"""Poems that the strip shows; from the third on it repeats itself."""


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of the strip: `part` is kami, shimo, gap or play; `poem` counts from 1, 0 for the opener."""

    part: str
    poem: int | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Line:
    """One line about the laid cards: its weight ("good", "warn" or "note"), and the cards that it names."""

    weight: str
    text: str
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """What the form shows beside its fields; masks are lists of cards."""

    cards: tuple[int, ...]
    absent: tuple[int, ...]
    lying: tuple[int, ...]
    count: str
    sentence: str
    strip: tuple[Block, ...]
    spoken: str
    laid: tuple[Line, ...]


def preview(settings: Settings) -> Preview:
    """Return the preview of settings, as far as they can be understood; the faults are told elsewhere."""
    pattern = _understood_pattern(settings)
    strip = tuple(_blocks(settings, pattern)) if pattern else ()
    draw = _understood_draw(settings)
    lying = _cards(settings.laid)
    return Preview(
        cards=_in_order(settings.cards),
        absent=numbers(_cards(settings.absent)),
        lying=numbers(lying),
        count=_count(settings, draw),
        sentence=sentence(pattern) if pattern else "",
        strip=strip,
        spoken="; ".join(map(_spoken, strip)),
        laid=laid_lines(check(draw, lying), lying) if draw and lying else (),
    )


def sentence(pattern: Pattern) -> str:
    """Return in words what is read between one play pause and the next."""
    heard = ", ".join(_token(token, linked=pattern.linked) for token in pattern.tokens)
    if pattern.linked:
        return str(_("Each time: %(halves)s. Then the card is taken.", halves=heard))
    return str(_("Each poem: %(halves)s. Then the card is taken.", halves=heard))


def laid_lines(found: LaidCheck, laid: int) -> tuple[Line, ...]:
    """Return what the check found, the good news first; nothing tells of the order."""
    return tuple(_laid_lines(found, laid))


def _laid_lines(found: LaidCheck, laid: int) -> Iterator[Line]:
    count = laid.bit_count()
    sure = found.will.bit_count()
    if sure:
        text = ngettext(
            "%(sure)s of the %(num)d laid card will be read.",
            "%(sure)s of the %(num)d laid cards will be read.",
            count,
            sure=sure,
        )
        yield Line("good" if sure == count else "note", text)
    if found.never:
        never = found.never.bit_count()
        text = ngettext(
            "%(num)d laid card will never be read: is it the right set?",
            "%(num)d laid cards will never be read: is it the right set?",
            never,
        )
        yield Line("warn", text, in_musume_order(found.never))
    if found.may:
        may = found.may.bit_count()
        text = ngettext(
            "%(num)d laid card may come or not: chance decides.",
            "%(num)d laid cards may come or not: chance decides.",
            may,
        )
        yield Line("note", text, in_musume_order(found.may))
    dead = found.dead.bit_count() + found.drawn
    yield Line("note", ngettext("%(num)d dead card is read.", "%(num)d dead cards are read.", dead))


def _count(settings: Settings, draw: Draw | None) -> str:
    if draw is None:
        return ""
    inside = len(draw.inside)
    parts = [ngettext("%(num)d card", "%(num)d cards", inside)]
    if draw.dead:
        parts.append(ngettext("%(num)d dead card", "%(num)d dead cards", draw.dead))
    if draw.rounds > 1:
        parts.append(ngettext("%(num)d round", "%(num)d rounds", draw.rounds))
    try:
        programme = programme_of(settings, Seed.numbered(0))
    except ValueError:
        return ", ".join(parts)
    minutes = max(1, round(plan(programme).length / SAMPLE_RATE / 60))
    parts.append(ngettext("%(num)d poem read", "%(num)d poems read", len(programme.cards)))
    if settings.automatic:
        parts.append(ngettext("about %(num)d minute", "about %(num)d minutes", minutes))
    return ", ".join(parts)


def _blocks(settings: Settings, pattern: Pattern) -> Iterator[Block]:
    """Yield what is heard around the first three poems."""
    try:
        pace = Pace.parse(settings.pace)
        programme = Programme(
            (1, 2, 3),
            pattern,
            pace,
            settings.joka,
            3 * SAMPLE_RATE,
            joka_upper=settings.joka_upper,
            gaps=settings.gaps,
        )
    except ValueError:
        return
    for segment in plan(programme).segments:
        yield _block(segment)


def _block(segment: Segment) -> Block:
    return Block(segment.part, segment.poem, round(to_seconds(segment.length), 2))


def _spoken(block: Block) -> str:
    match block.part:
        case "gap":
            return str(_("pause"))
        case "play":
            return str(_("the card is taken"))
        case "kami" if block.poem == 0:
            return str(_("Opener, upper half"))
        case "shimo" if block.poem == 0:
            return str(_("Opener, lower half"))
        case "kami":
            return str(_("upper half of poem %(number)s", number=block.poem))
        case _:
            return str(_("lower half of poem %(number)s", number=block.poem))


def _token(token: Token, *, linked: bool) -> str:
    if not linked:
        return str(_("its upper half") if token.part == "kami" else _("its lower half"))
    words: Mapping[tuple[bool, str], str] = {
        (False, "kami"): _("upper half of the last poem"),
        (False, "shimo"): _("lower half of the last poem"),
        (True, "kami"): _("upper half of the next poem"),
        (True, "shimo"): _("lower half of the next poem"),
    }
    return str(words[token.coming, token.part])


def _understood_pattern(settings: Settings) -> Pattern | None:
    try:
        return Pattern.parse(settings.pattern)
    except ValueError:
        return None


def _understood_draw(settings: Settings) -> Draw | None:
    try:
        return draw_of(settings)
    except ValueError:
        return None


def _in_order(text: str) -> tuple[int, ...]:
    try:
        return card_list(text)
    except ValueError:
        return ()


def _cards(text: str) -> int:
    try:
        return cards_or_none(text)
    except ValueError:
        return 0


@dataclass(frozen=True, slots=True)
class Face:
    """A card as the grid shows it."""

    card: int
    kimariji: str


def faces() -> tuple[Face, ...]:
    """Return the hundred in sound-group order."""
    return tuple(Face(card, full(card)) for card in in_musume_order(mask(range(1, 101))))
