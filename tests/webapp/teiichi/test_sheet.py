"""A layout on paper: every card once, in its place, none over another or over the edge."""

import datetime as dt
import io
from collections import Counter

import pytest
from pypdf import PdfReader

from engine.training.layout import HomeLayout, printed, realistic, suggested
from poems.chance import Seed
from poems.kimariji import full
from webapp.prints.paper import Paper
from webapp.teiichi import sheet as module
from webapp.teiichi.sheet import Words, sheet

WORDS = Words(("U", "M", "L"), "O", "I")
DAY = dt.date(2026, 11, 30)
ALL = tuple(range(1, 101))
LAYOUTS = {
    "usual": suggested(),
    "another": realistic(Seed.numbered(4)),
    "one corner": HomeLayout(((), (), (), (), ALL, ())),
    "one row": HomeLayout((ALL[:50], ALL[50:], (), (), (), ())),
}
Box = tuple[float, float, float, float]


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> list[Box]:
    """The rectangles that are drawn: x, y, width, height in millimetres."""
    drawn: list[Box] = []

    class Watched(Paper):
        def box(self, x: float, y: float, width: float, height: float, thick: float = 0.2) -> None:
            drawn.append((x, y, width, height))
            super().box(x, y, width, height, thick)

    monkeypatch.setattr(module, "Paper", Watched)
    return drawn


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_every_card_has_room_of_its_own(layout: HomeLayout, boxes: list[Box]) -> None:
    page = PdfReader(io.BytesIO(sheet("", printed(layout), WORDS, DAY))).pages[0]
    assert len(boxes) == 100
    width, height = (float(side) * 25.4 / 72 for side in (page.mediabox.width, page.mediabox.height))
    for x, y, wide, high in boxes:
        assert min(x, y) > 0
        assert x + wide < width
        assert y + high < height
    for at, (x, y, wide, high) in enumerate(boxes):
        for other_x, other_y, other_wide, other_high in boxes[:at]:
            beside = x >= other_x + other_wide or other_x >= x + wide
            assert beside or y >= other_y + other_high or other_y >= y + high
    kana = Counter(sign for sign in page.extract_text() if "ぁ" <= sign <= "ん")
    assert kana == Counter(sign for card in ALL for sign in full(card))


def test_the_outermost_cards_lie_at_the_edges(boxes: list[Box]) -> None:
    sheet("", printed(suggested()), WORDS, DAY)
    left, right = suggested().corners[:2]
    upper = boxes[: len(left) + len(right)]
    assert upper[0][0] == min(x for x, _, _, _ in boxes)
    assert upper[len(left)][0] == max(x for x, _, _, _ in boxes)
