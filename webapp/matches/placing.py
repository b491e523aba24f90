"""Where a card goes when somebody points at an end of a row, or at the card that it is to lie outside of."""

from collections.abc import Collection

from engine.karuta.field import MOST_IN_A_ROW, End, Layout, Row, Slot


def place(layout: Layout, card: int, end: End, row: Row, outside_of: int | None = None) -> dict[int, Slot]:
    """Return the slots that cards of one side get when `card` is laid at an end of a row.

    Without `outside_of` it goes innermost. Else it goes just outside of that card, into the gap there if
    there is one; if not, cards move inwards by one until a gap is closed. Cards that keep their slot are left out.
    """
    here = [(held, slot.ordinal) for held, slot in layout.row(row, end) if held != card]
    at = next((index for index, (held, _) in enumerate(here) if held == outside_of), len(here))
    before = here[at - 1][1] if at else 0
    wanted = max(before + 1, here[at][1] - 1) if at < len(here) else before + 1
    ordinals = {card: wanted}
    last = wanted
    for held, ordinal in here[at:]:
        if ordinal > last:
            break
        last += 1
        ordinals[held] = last
    if last > MOST_IN_A_ROW:
        ordinals = _closed_up(
            [held for held, _ in here[:at]] + [card] + [held for held, _ in here[at:]], here
        )
    return {held: Slot(end, row, ordinal) for held, ordinal in ordinals.items()}


def innermost(layout: Layout, end: End, row: Row, but: Collection[Slot]) -> Slot:
    """Return the slot inside of all cards at an end of a row, and inside of the slots that are not to be used."""
    here = (*(slot for _, slot in layout.row(row, end)), *but)
    used = {slot.ordinal for slot in here if (slot.row, slot.end) == (row, end)}
    free = [ordinal for ordinal in range(1, MOST_IN_A_ROW + 1) if ordinal not in used]
    inside = [ordinal for ordinal in free if ordinal > max(used, default=0)]
    return Slot(end, row, (inside or free[::-1] or [MOST_IN_A_ROW])[0])


def _closed_up(order: list[int], here: list[tuple[int, int]]) -> dict[int, int]:
    """Return the ordinals of a row whose gaps are closed, because a card more would lie beyond its last place."""
    old = dict(here)
    return {held: ordinal for ordinal, held in enumerate(order, start=1) if old.get(held) != ordinal}
