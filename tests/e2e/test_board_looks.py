"""The board on every screen: nothing cut, nothing on top of another, targets for thumbs, nothing for axe to find."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support import looks
from tests.support.board_page import DEAD, BoardPage, new_context, open_board
from tests.support.reading_page import order
from tests.support.server import LiveServer

pytestmark = pytest.mark.browser

SIZES = [(390, 844), (844, 390), (1180, 820), (1440, 900)]
LOOKS = [("en", "light"), ("ja", "dark"), ("ru", "light")]
"""Every language and both themes: contrast hangs on the theme alone, room on the language."""
MORE_SIZES = [(390, 844), (844, 390), (1440, 900), (360, 740), (820, 1180), (667, 375)]
SMALL_PHONES = [(360, 740), (667, 375)]

CUT = """() => {
  const deck = document.querySelector("#deck").getBoundingClientRect();
  const covered = (one, { left, right, top, bottom }) =>
    [top + 2, bottom - 2].some((y) => !one.contains(document.elementFromPoint((left + right) / 2, y)));
  return [...document.querySelectorAll("#deck button, #deck .owed")]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const box = one.getBoundingClientRect();
      const beyond = box.top < deck.top - 1 || box.bottom > deck.bottom + 1;
      const spills = one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
      return beyond || spills || covered(one, box);
    })
    .map((one) => one.textContent);
}"""
"""What the deck has to press or to read and does not show whole."""
BROKEN = """(root) => {
  const texts = document.createTreeWalker(document.querySelector(root), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement.checkVisibility()) continue;
    for (const word of text.data.matchAll(/[\\p{Script=Latin}\\p{Script=Cyrillic}]+/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
    }
  }
  return found;
}"""
"""Words in a part of the page that a line's end breaks."""
SPILLS = """() => {
  const [lines, says] = ["#lines", "#says"].map((part) => document.querySelector(part).getBoundingClientRect());
  return lines.top < says.top - 1 || lines.bottom > says.bottom + 1;
}"""
"""Whether what the panel says is cut instead of scrolled."""


def stages(board: BoardPage) -> Iterator[str]:
    """Take a board through all that it can ask, and yield each stage's name."""
    yield "waiting"
    board.call(30)
    yield "reading"
    board.hand("B", "A")
    expect(board.page.locator("[data-player=A] .hand.of-b")).to_have_attribute("aria-pressed", "true")
    yield "foul"
    board.key("A")
    board.stage("sending")
    yield "sending"
    board.card(5)
    expect(board.page.locator("#deck .places")).to_be_visible()
    yield "placing"
    board.key("place-1")
    expect(board.page.locator("#deck .places")).to_have_count(0)
    board.send(6)
    board.stage("waiting")
    yield from correction(board)
    board.page.locator("#undo").click()
    board.stage("sending")
    expect(board.page.locator("#redo")).to_be_visible()
    for label in board.page.locator("#undo span").locator("visible=true").all():
        assert label.evaluate("it => it.scrollHeight <= it.clientHeight + 1"), "what would be undone is cut"
    box = board.page.locator(".tools > #more").bounding_box()
    assert box is not None
    assert box["height"] < 60, "the tools take two lines"
    yield "taken back"
    board.page.locator("#redo").click()
    board.stage("waiting")
    board.call(DEAD[0])
    board.hand("A", "A")
    board.hand("A", "B")
    yield "dead"
    board.page.keyboard.press("h")
    expect(board.page.locator("#raise-A")).to_have_attribute("aria-pressed", "true")
    yield "hand up"
    board.card(7)
    yield "chosen"
    board.page.keyboard.press("Escape")
    board.key("nobody")
    board.stage("sending")
    board.page.keyboard.press("s")
    board.stage("waiting")
    board.page.keyboard.press("o")
    board.page.locator("#rare summary").click()
    for _ in range(2):
        board.page.locator("[data-forfeit=A]").click()
    board.stage("over")
    yield "over"


def correction(board: BoardPage) -> Iterator[str]:
    """Open the first read, which owes two cards; choose none of them, one and both again, and leave it as it was."""
    save = board.page.locator("#deck [data-key=save]")
    correct_first(board)
    expect(save).to_be_enabled()
    yield "correction of two"
    for card, left in ((5, 1), (6, 2)):
        board.card(card)
        forgotten = board.page.locator("#deck [data-key=save-forgotten]")
        expect(forgotten).to_contain_text(str(left))
        expect(save).to_be_disabled()
        yield f"correction without {left}"
    for card in (5, 6):
        board.card(card)
        expect(board.page.locator("#deck .places")).to_be_visible()
        yield f"correction places {card}"
        board.key("place-1")
    expect(save).to_be_enabled()
    board.page.locator("#drop").click()
    expect(save).to_have_count(0)


def correct_first(board: BoardPage) -> None:
    """Tap the first read in the list of reads, which is a sheet on a phone."""
    small = board.page.locator("#open-log")
    if small.is_visible():
        small.click()
    board.page.locator("#log-sheet .entry, #log .entry").locator("visible=true").last.click()


@pytest.mark.parametrize(
    ("width", "height", "language"),
    [
        *((*size, "ru") for size in MORE_SIZES),
        (390, 844, "ja"),
    ],
)
def test_the_board_fits_the_screen_at_every_stage(
    browser: Browser, club: LiveServer, width: int, height: int, language: str
) -> None:
    context = new_context(browser, width, height, locale=language)
    board = open_board(context, club.url)
    for stage in stages(board):
        where = f"{stage} at {width}x{height} in {language}"
        assert not looks.scrolls_sideways(board.page), where
        assert not looks.scrolls_down(board.page), where
        assert looks.out_of_sight(board.page) == [], where
        assert looks.overlaps(board.page) == [], where
        assert looks.small_targets(board.page) == [], where
        assert board.page.evaluate(CUT) == [], where
        assert board.page.evaluate(BROKEN, "#deck") == [], where
        assert not board.page.evaluate(SPILLS), where
    assert board.faults == []
    context.close()


@pytest.mark.parametrize(
    ("width", "height", "language", "theme"),
    [*((844, 390, *look) for look in LOOKS[1:]), (1180, 820, *LOOKS[0])],
)
def test_axe_finds_nothing_on_the_board(
    browser: Browser, club: LiveServer, width: int, height: int, language: str, theme: str
) -> None:
    scheme = {"color_scheme": theme}
    context = new_context(browser, width, height, locale=language, **scheme)
    board = open_board(context, club.url)
    for stage in stages(board):
        if stage in ("reading", "placing", "hand up", "over"):
            assert looks.axe_findings(board.page) == [], f"{stage} in {language}, {theme}"
    context.close()


@pytest.mark.parametrize("sheet", ["#more", "#open-help"])
def test_axe_finds_nothing_on_the_sheets(browser: Browser, club: LiveServer, sheet: str) -> None:
    context = new_context(browser, 390, 844)
    board = open_board(context, club.url)
    board.call(30)
    board.page.locator(sheet).click()
    assert looks.axe_findings(board.page) == []
    assert looks.small_targets(board.page) == []
    assert not looks.scrolls_sideways(board.page)
    context.close()


def test_a_small_phone_shows_sounds_or_one_side_with_whole_verses(browser: Browser, club: LiveServer) -> None:
    context = new_context(browser, 390, 844, has_touch=True)
    board = open_board(context, club.url)
    field = board.page.locator("#field")
    expect(field.locator("[data-card='17'] .sound")).to_be_visible()
    expect(field.locator("[data-card='17'] .face")).to_be_hidden()

    def press(look: str) -> None:
        board.page.locator("[popovertarget=views]").click()
        board.page.locator(f"[data-look={look}]").click()
        board.page.keyboard.press("Escape")

    press("sounds")
    press("one")
    expect(field.locator("[data-card='17'] .face")).to_be_visible()
    expect(field.locator("[data-card='30']")).to_be_hidden()
    box = field.locator("[data-card='17']").bounding_box()
    assert box is not None
    assert box["width"] >= 44
    assert not looks.scrolls_sideways(board.page)
    assert looks.out_of_sight(board.page) == []
    context.close()


def test_holding_a_card_shows_its_poem(browser: Browser, club: LiveServer) -> None:
    context = new_context(browser, 390, 844)
    board = open_board(context, club.url)
    board.page.locator("#field [data-card='17']").hover()
    board.page.mouse.down()
    expect(board.page.locator("#peek-sheet")).to_be_visible()
    board.page.mouse.up()
    expect(board.page.locator("#peek .kimariji")).to_have_text("ちは")
    expect(board.page.locator("#peek")).to_contain_text("からくれなゐに")
    context.close()


def test_a_card_is_as_a_torifuda_is_printed(browser: Browser, club: LiveServer) -> None:
    """Three columns from right to left, upright for the near player, turned for the far one, named by its verse."""
    context = new_context(browser, 1180, 820)
    board = open_board(context, club.url)
    card = board.page.locator("#field [data-card='17']")
    assert card.locator(".face > span").all_text_contents() == ["からくれな", "ゐにみつく", "くるとは"]
    boxes = [column.bounding_box() for column in card.locator(".face > span").all()]
    assert all(box is not None for box in boxes)
    rights = [box["x"] for box in boxes if box is not None]
    assert rights == sorted(rights, reverse=True)
    expect(card).to_have_accessible_name("からくれなゐに みづくくるとは")
    turned = "getComputedStyle(document.querySelector('[data-card=\"30\"] .face')).rotate"
    assert board.page.evaluate(turned) == "180deg"
    board.page.locator("[data-look=upright]").click()
    assert board.page.evaluate(turned) == "none"
    # the longest column there is stays on its card
    longest = board.page.locator("#field [data-card='21']")
    edges = "(one) => [...one.querySelectorAll('.face > span'), one].map((part) => part.getBoundingClientRect().bottom)"
    *bottoms, edge = longest.evaluate(edges)
    assert max(bottoms) <= edge
    context.close()


PAGES: dict[str, Callable[[BoardPage], str]] = {
    "watch": lambda board: f"{board.address}/watch",
    "record": lambda board: board.address,
    "list": lambda board: f"{board.url}/matches/",
    "hall": lambda board: f"{board.url}/matches/hall",
    "new": lambda board: f"{board.url}/matches/new",
}


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_the_pages_around_the_board_are_fit_for_all(
    browser: Browser, club: LiveServer, language: str, theme: str
) -> None:
    scheme = {"color_scheme": theme}
    context = new_context(browser, 390, 844, locale=language, **scheme)
    board = open_board(context, club.url)
    board.call(30)
    board.key("A")
    board.send(5)
    page = context.new_page()
    for name, address in PAGES.items():
        page.goto(address(board))
        if name == "new":
            page.check("input[name=deal][value=list]")
        settle(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            where = f"{name} at {width}x{height}"
            assert not looks.scrolls_sideways(page), where
            assert looks.small_targets(page) == [], where
        assert looks.axe_findings(page) == [], f"{name} in {language}, {theme}"
    context.close()


def settle(page: Page) -> None:
    """Wait until a page's script has drawn what it draws, where it has one."""
    if page.locator("script[type=module]").count():
        expect(page.locator("body.ready")).to_be_attached()


LONG_NAMES = ("法性寺入道前関白太政大臣", "後京極摂政前太政大臣")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 800)])
def test_long_names_push_nothing_off_the_board(
    browser: Browser, club: LiveServer, width: int, height: int
) -> None:
    context = new_context(browser, width, height, locale="ru")
    board = open_board(context, club.url, LONG_NAMES)
    board.call(30)
    where = board.page.locator("#poem .where")
    expect(where).to_contain_text("B")
    assert where.evaluate("it => it.scrollWidth <= it.clientWidth")
    assert not looks.scrolls_sideways(board.page)
    assert looks.out_of_sight(board.page) == []
    assert looks.overlaps(board.page) == []
    assert looks.small_targets(board.page) == []
    assert board.page.locator("#raise-A").inner_text().strip().endswith("A")
    assert board.page.evaluate(CUT) == []
    board.hand("B", "A")
    board.key("A")
    board.send(5)
    board.stage("sending")
    board.card(6)
    asked = board.page.locator("#lines")
    expect(asked).to_contain_text("Куда положить")
    assert asked.evaluate("it => it.scrollHeight <= it.clientHeight + 1")
    board.key("place-1")
    board.stage("waiting")
    correct_first(board)
    expect(board.page.locator("#deck [data-key=save]")).to_be_enabled()
    assert board.page.evaluate(CUT) == []
    context.close()


NAMES = ("Anna Ivanova", "Александр Петрович")


@pytest.mark.parametrize(("width", "height"), [(844, 390), (1024, 768), (1440, 900)])
def test_a_name_is_whole_beside_the_field(
    browser: Browser, club: LiveServer, width: int, height: int
) -> None:
    context = new_context(browser, width, height)
    board = open_board(context, club.url, NAMES)
    for who in board.page.locator(".tally .who").all():
        assert who.evaluate("it => it.scrollHeight <= it.clientHeight + 1"), who.inner_text()
    assert board.page.evaluate(BROKEN, "[data-player=A] .who") == []
    assert board.page.evaluate(BROKEN, "[data-player=B] .who") == []
    context.close()


def test_names_in_the_hall_are_whole_on_a_phone(browser: Browser, club: LiveServer) -> None:
    context = new_context(browser, 360, 740)
    board = open_board(context, club.url, NAMES)
    board.page.goto(f"{club.url}/matches/hall")
    expect(board.page.locator(".name", has_text=NAMES[1]).first).to_be_visible()
    assert board.page.evaluate(BROKEN, "#tables") == []
    assert not looks.scrolls_sideways(board.page)
    context.close()


@pytest.mark.parametrize(("width", "height"), SMALL_PHONES)
def test_a_correction_counts_the_cards_that_it_shows(
    browser: Browser, club: LiveServer, width: int, height: int
) -> None:
    context = new_context(browser, width, height)
    board = open_board(context, club.url)
    board.call(30)
    board.hand("B", "A")
    board.key("A")
    board.send(5)
    board.send(6)
    board.stage("waiting")
    board.counts(23, 26)
    correct_first(board)
    board.counts(23, 27)  # the card that was read lies there again
    board.card(5)
    board.counts(24, 26)
    board.page.locator("#drop").click()
    board.counts(23, 26)
    context.close()


COVERED = """() => [...document.querySelectorAll("#field [data-mark]")].filter((card) => {
  const sign = card.querySelector(".mark").getBoundingClientRect();
  return [...card.querySelectorAll(".sound > span")].some((kana) => {
    const box = kana.getBoundingClientRect();
    const across = Math.min(sign.right, box.right) - Math.max(sign.left, box.left);
    return across > 0.5 && Math.min(sign.bottom, box.bottom) - Math.max(sign.top, box.top) > 0.5;
  });
}).map((card) => card.dataset.card)"""
EDGES = """() => [...document.querySelectorAll("#field .torifuda")].map((card) => {
  const box = card.getBoundingClientRect();
  const kana = [...card.querySelectorAll(".sound > span")].map((one) => one.getBoundingClientRect());
  const left = Math.min(...kana.map((one) => one.left)) - box.left;
  return { columns: kana.length, left, right: box.right - Math.max(...kana.map((one) => one.right)) };
}).filter(({ columns }) => columns === 2)"""


@pytest.mark.parametrize("upright", [False, True])
def test_signs_and_edges_leave_the_kana_of_a_sound_alone(
    browser: Browser, club: LiveServer, upright: bool
) -> None:
    context = new_context(browser, 390, 844)
    board = open_board(context, club.url)
    if upright:
        board.page.locator("[popovertarget=views]").click()
        board.page.locator("[data-look=upright]").click()
        board.page.keyboard.press("Escape")
    expect(board.page.locator("#field [data-card='17'] .sound")).to_be_visible()
    edges = board.page.evaluate(EDGES)
    assert edges
    for edge in edges:
        assert abs(edge["left"] - edge["right"]) <= 1, edge
        assert edge["left"] >= 3, edge
    board.call(30)
    board.hand("B", "A")
    board.key("A")
    board.send(5)
    board.send(15)
    board.stage("waiting")
    correct_first(board)
    expect(board.page.locator("#field [data-mark]")).to_have_count(3)
    assert board.page.evaluate(COVERED) == []
    context.close()


def test_four_kana_stand_in_one_line_on_a_phone_on_its_side(browser: Browser, club: LiveServer) -> None:
    context = new_context(browser, 844, 390)
    board = open_board(context, club.url)
    board.call(88)
    sound = board.page.locator("#poem .sound-now")
    expect(sound).to_have_text("なにわえ")
    assert sound.evaluate("it => it.clientHeight < 2 * parseFloat(getComputedStyle(it).fontSize)")
    context.close()


OVER_ITS_CORNER = """(text) => {
  const chip = document.createElement("button");
  chip.className = "chip late";
  chip.textContent = text;
  const chips = document.querySelector("#chips");
  chips.hidden = false;
  chips.append(chip);
  const box = chip.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(chip);
  const radius = Math.min(parseFloat(getComputedStyle(chip).borderStartStartRadius), box.height / 2);
  return [...range.getClientRects()].filter((line) => {
    if (line.top < box.top + 2 || line.bottom > box.bottom - 2) return true;
    const away = [line.top - box.top, box.bottom - line.bottom].map((y) => Math.max(0, radius - y));
    const aside = [line.left - box.left, box.right - line.right].map((x) => Math.max(0, radius - x));
    return Math.hypot(Math.max(...away), Math.max(...aside)) > radius - 2;
  }).length;
}"""


@pytest.mark.parametrize(("width", "height"), [(1180, 820), (1440, 900), (390, 844)])
def test_the_words_of_a_chip_stay_within_its_outline(
    browser: Browser, club: LiveServer, width: int, height: int
) -> None:
    context = new_context(browser, width, height)
    board = open_board(context, club.url)
    assert board.page.evaluate(OVER_ITS_CORNER, "かぜそ was not entered: enter it now") == 0
    assert board.page.evaluate(OVER_ITS_CORNER, "こころに не введено: введите сейчас, пока помните") == 0
    context.close()


def test_what_a_result_links_to_stands_in_one_column_on_a_phone(browser: Browser, club: LiveServer) -> None:
    context = new_context(browser, 390, 844)
    reading = order(context, club.url)
    page = context.new_page()
    page.goto(f"{club.url}/matches/new")
    page.fill("#name_a", "小町")
    page.fill("#name_b", "業平")
    page.select_option("#reading", reading)
    page.click("button.main.big")
    page.wait_for_url("**/board")
    board = BoardPage(page, club.url)
    page.locator("#more").click()
    page.locator("#rare summary").click()
    for _ in range(2):
        page.locator("[data-forfeit=A]").click()
    board.stage("over")
    board.key("confirm")
    expect(page.locator("#deck .notice")).to_be_visible()
    page.goto(f"{club.url}/club/results")
    links = (
        page.locator(".results tr").filter(has=page.locator(f"a[href$='{reading}']")).locator(".links > *")
    )
    boxes = [link.bounding_box() for link in links.all()]
    assert len(boxes) == 3
    lefts = [box["x"] for box in boxes if box is not None]
    assert min(lefts) == lefts[0] > 100
    context.close()


def test_the_sheet_of_rare_things_shows_what_there_is_to_do(browser: Browser, club: LiveServer) -> None:
    context = new_context(browser, 1280, 800)
    board = open_board(context, club.url)
    sheet = board.page.locator("#rare")
    board.page.locator("#more").click()
    expect(sheet.locator("h2")).to_have_text("More", use_inner_text=True)
    expect(sheet.locator("#this-read")).to_be_hidden()
    board.page.keyboard.press("Escape")
    board.call(30)
    board.page.locator("#more").click()
    expect(sheet.locator("#this-read")).to_be_visible()
    sheet.locator("summary").click()
    expect(sheet.locator("[data-forfeit=A]")).to_be_in_viewport()
    expect(sheet.locator("button[value=done]")).to_be_in_viewport()
    context.close()
