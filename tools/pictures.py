"""Makes the pictures of the documentation: starts a demo club, plays a little, and photographs the pages.

    python tools/pictures.py            all pictures, into docs/pictures
    python tools/pictures.py board      those whose names begin so

Needs Chromium (NANIWAZU_CHROMIUM names one that is not on the path) and ImageMagick's `convert`, which reduces the
colours: each picture stays below 150 KB.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, expect  # noqa: E402

from tests.support import chromium  # noqa: E402
from tests.support.board_page import DEAD, BoardPage, new_context, open_board  # noqa: E402
from tests.support.reading_page import open_reading, open_table, order  # noqa: E402
from tests.support.server import LiveServer  # noqa: E402
from tests.support.tournament_desk import Desk, open_desk  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
MOST = 150 * 1024
COLORS = 96


def main(wanted: str) -> int:
    PICTURES.mkdir(parents=True, exist_ok=True)
    too_large = []
    with (
        tempfile.TemporaryDirectory() as folder,
        LiveServer(Path(folder), "--demo") as server,
        chromium.browser() as browser,
    ):
        for name, take in TAKES.items():
            if name.startswith(wanted):
                file = PICTURES / f"{name}.png"
                take(browser, server.url, file)
                reduce(file)
                size = file.stat().st_size
                print(f"{file.relative_to(ROOT)} {size // 1024} KB")
                too_large += [name] if size > MOST else []
    if too_large:
        print(f"larger than {MOST // 1024} KB: {', '.join(too_large)}", file=sys.stderr)
    return 1 if too_large else 0


def reduce(file: Path) -> None:
    """Fewer colours, no meta data: a picture that is made again the same is the same file."""
    tool = shutil.which("convert") or shutil.which("magick")
    if tool is None:
        raise SystemExit("ImageMagick is missing: apt install imagemagick")
    subprocess.run([tool, file, "-strip", "+dither", "-colors", str(COLORS), f"png8:{file}"], check=True)


def played(browser: Browser, url: str, width: int, height: int, **options: object) -> BoardPage:
    """A board some reads into a match, with a poem being read."""
    board = open_board(new_context(browser, width, height, **options), url)
    for card, took in ((3, "A"), (44, "B"), (12, "A")):
        board.call(card)
        board.key(took)
        board.stage("waiting")
    board.call(30)
    board.key("A")
    board.send(5)
    board.stage("waiting")
    board.call(33)
    return board


def board(browser: Browser, url: str, file: Path) -> None:
    page = played(browser, url, 1180, 820)
    page.hand("B", "A")
    page.says("If nobody takes it")
    page.page.screenshot(path=file)


def board_large(browser: Browser, url: str, file: Path) -> None:
    page = played(browser, url, 1440, 900)
    page.hand("A", "B")
    page.says("If nobody takes it")
    page.page.screenshot(path=file)


def board_phone(browser: Browser, url: str, file: Path) -> None:
    played(browser, url, 844, 390, device_scale_factor=1.5).page.screenshot(path=file)


def board_upright(browser: Browser, url: str, file: Path) -> None:
    played(browser, url, 390, 844, device_scale_factor=1.5).page.screenshot(path=file)


def board_sending(browser: Browser, url: str, file: Path) -> None:
    page = played(browser, url, 1180, 820, color_scheme="dark")
    page.key("A")
    page.stage("sending")
    page.card(7)
    expect(page.page.locator("#deck .places")).to_be_visible()
    page.page.screenshot(path=file)


def board_dead(browser: Browser, url: str, file: Path) -> None:
    page = played(browser, url, 844, 390, device_scale_factor=1.5)
    page.key("B")
    page.stage("waiting")
    page.call(DEAD[0])
    page.hand("B", "A")
    page.hand("B", "B")
    page.says("Kara-dabu")
    page.page.screenshot(path=file)


def reading(browser: Browser, url: str, file: Path) -> None:
    read_out(browser, url, (3, 17, 88), 1180, 820).screenshot(path=file)


def reading_large(browser: Browser, url: str, file: Path) -> None:
    read_out(browser, url, (3, 17, 88), 1440, 900).screenshot(path=file)


def reading_lying(browser: Browser, url: str, file: Path) -> None:
    read_out(browser, url, (22, 35, 9), 844, 390, device_scale_factor=1.5).screenshot(path=file)


def reading_phone(browser: Browser, url: str, file: Path) -> None:
    look = {"locale": "ja", "color_scheme": "dark", "device_scale_factor": 1.5}
    read_out(browser, url, (22, 35, 9), 390, 844, **look).screenshot(path=file)


def reading_tonight(browser: Browser, _url: str, file: Path) -> None:
    """On a server of its own: the first page shows everything that is going on."""
    with tempfile.TemporaryDirectory() as folder, LiveServer(Path(folder), "--demo") as server:
        context = new_context(browser, 1180, 640)
        shown = open_reading(context, server.url, order(context, server.url, joka="0", cards="all"))
        open_table(context, server.url, shown.reading)
        shown.page.bring_to_front()
        shown.main("Start")
        shown.taken(1)
        page = context.new_page()
        page.goto(server.url)
        page.screenshot(path=file)


def reading_new(browser: Browser, url: str, file: Path) -> None:
    page = new_context(browser, 1180, 1200).new_page()
    page.goto(f"{url}/readings/new")
    page.screenshot(path=file)


def reading_cards(browser: Browser, url: str, file: Path) -> None:
    page = new_context(browser, 1180, 2000).new_page()
    page.goto(f"{url}/readings/new")
    page.fill("#own_cards", "third-a & length-2 -17 あさ む")
    page.click(".picture > summary")
    page.fill("#laid", "あさ いに 5 む しの")
    expect(page.locator("#hundred [aria-pressed=true]")).to_have_count(13, timeout=60_000)
    expect(page.locator("#laid-check li")).to_have_count(3, timeout=60_000)
    section = page.locator("section.sheet").first.bounding_box()
    assert section is not None
    end = page.locator("#laid-check").bounding_box()
    assert end is not None
    page.screenshot(path=file, clip={**section, "height": end["y"] + end["height"] + 12 - section["y"]})


def reading_screen(browser: Browser, url: str, file: Path) -> None:
    """On a page beside the one that plays: a reading that nobody plays says so."""
    shown = read_out(browser, url, (3, 17, 88), 1180, 820)
    screen = shown.context.new_page()
    screen.set_viewport_size({"width": 1280, "height": 720})
    screen.goto(f"{shown.url}/screen")
    expect(screen.locator("#read li")).to_have_count(3, timeout=60_000)
    screen.screenshot(path=file)


def read_out(
    browser: Browser, url: str, cards: tuple[int, ...], width: int, height: int, **options: object
) -> Page:
    """A reading after these poems, with a table that follows it."""
    context = new_context(browser, width, height, **options)
    listed = ",".join(map(str, dict.fromkeys((*cards, *range(1, 101)))))
    shown = open_reading(
        context, url, order(context, url, joka="0", cards="own", own_cards=listed, order="as-given")
    )
    open_table(context, url, shown.reading).page.close()
    for count in range(1, len(cards) + 1):
        shown.page.locator("#main-action:enabled").click()
        expect(shown.page.locator("#read li")).to_have_count(count, timeout=60_000)
        expect(shown.page.locator("#phase")).to_have_attribute("data-phase", "play", timeout=60_000)
    expect(shown.page.locator(".preparing")).to_be_hidden(timeout=120_000)
    return shown.page


CLUB = "六歌仙"
PEOPLE = (
    "氏名,かな,所属会,級,段位,昇段日\n"
    f"小野小町,おののこまち,{CLUB},B,参段,2025-04-01\n"
    "小野 小待,,,,,\n"
    "紫式部,むらさきしきぶ,小倉百人一首,Z,弐段,2999-01-01\n"
    f"僧正遍昭,そうじょうへんじょう,{CLUB},C,,\n"
)
PRESENT = ("紫式部", "清少納言", "小野小町", "在原業平朝臣", "紀貫之", "伊勢", "和泉式部")


def club_import(browser: Browser, url: str, file: Path) -> None:
    page = new_context(browser, 1180, 820).new_page()
    page.goto(f"{url}/club/import")
    page.set_input_files(
        "#file", {"name": "名簿.csv", "mimeType": "text/csv", "buffer": PEOPLE.encode("cp932")}
    )
    page.click("form.sheet button.main")
    page.screenshot(path=file)


def called_round(browser: Browser, url: str) -> tuple[Page, str]:
    """A practice whose first round is called, with a result, and its address."""
    page = new_context(browser, 1180, 820).new_page()
    page.goto(f"{url}/practice/new")
    page.click("button.main")
    address = page.url.removesuffix("/people")
    for name in PRESENT:
        page.click(f"ul.names button:has-text('{name}')")
    page.goto(address)
    page.click("#round-1 button:has-text('Pair this round')")
    page.click("#round-1 button:has-text('Call the round')")
    row = page.locator("#round-1 .table-row").first
    row.locator("summary").click()
    row.locator("input[name=winner]").first.check()
    row.locator("input[name=margin]").fill("12")
    row.locator("button.main").click()
    return page, address


def practice(browser: Browser, url: str, file: Path) -> None:
    page, address = called_round(browser, url)
    page.click("#round-2 button:has-text('Pair this round')")
    page.goto(address)
    page.screenshot(path=file)


def practice_phone(browser: Browser, url: str, file: Path) -> None:
    _, address = called_round(browser, url)
    page = new_context(browser, 390, 844, device_scale_factor=1.5, locale="ja").new_page()
    page.goto(f"{address}/here")
    page.click(f"ul.names button:has-text('{PRESENT[-1]}')")
    page.screenshot(path=file)


@cache
def tournament(browser: Browser, url: str) -> Desk:
    """Run a tournament of 74 poets until its third round is half played."""
    desk = open_desk(new_context(browser, 1180, 820).new_page(), url)
    page = desk.show("/entries")
    members = page.locator("input[name=member]").evaluate_all("boxes => boxes.map((box) => box.value)")
    desk.send(desk.of_class("/entries/members"), *[("member", one) for one in members[:74]])
    for number in range(1, 31):
        desk.send(desk.of_class(f"/entries/{number}/here"))
    desk.send(desk.of_class("/draw/seed"))
    desk.show("/draw").get_by_role("button", name="This draw holds").click()
    expect(page.locator("#tree svg")).to_be_visible()
    for matches in (10, 32, 8):
        desk.play_round(matches)
    return desk


def tournament_desk(browser: Browser, url: str, file: Path) -> None:
    desk = tournament(browser, url)
    desk.show("/desk")  # it says once what was entered
    page = desk.show("/desk")
    expect(page.locator("#connection-text")).to_have_text("Live")
    page.screenshot(path=file)


def tournament_bracket(browser: Browser, url: str, file: Path) -> None:
    page = tournament(browser, url).show("")
    expect(page.locator("#connection-text")).to_have_text("Live")
    page.locator("#tree").scroll_into_view_if_needed()
    page.screenshot(path=file)


def tournament_phone(browser: Browser, url: str, file: Path) -> None:
    desk = tournament(browser, url)
    page = new_context(browser, 390, 844, locale="ja", device_scale_factor=1.5).new_page()
    page.goto(f"{url}{desk.of_class()}#round-3")
    expect(page.locator("#connection-text")).to_have_text("ライブ")
    page.screenshot(path=file)


def tournament_checkin(browser: Browser, url: str, file: Path) -> None:
    desk = tournament(browser, url)
    page = new_context(browser, 390, 844, device_scale_factor=1.5).new_page()
    page.goto(f"{url}{desk.of_class('/checkin')}")
    page.screenshot(path=file)


def drills(browser: Browser, url: str, file: Path) -> None:
    page = new_context(browser, 1180, 820).new_page()
    page.goto(f"{url}/drills/")
    page.screenshot(path=file)


def drills_phone(browser: Browser, url: str, file: Path) -> None:
    page = new_context(browser, 390, 844, device_scale_factor=1.5).new_page()
    page.goto(f"{url}/drills/exercises/faces")
    page.locator("main form button.main").click()
    expect(page.locator("#choices [data-given]:not([aria-disabled])")).to_have_count(9)
    page.screenshot(path=file)


def drills_layout(browser: Browser, url: str, file: Path) -> None:
    page = new_context(browser, 1180, 820).new_page()
    page.goto(f"{url}/teiichi/")
    page.click("form[action^='/teiichi/new'] button")
    expect(page.locator("body.ready")).to_be_attached()
    page.screenshot(path=file)


TAKES: dict[str, Callable[[Browser, str, Path], None]] = {
    "board": board,
    "board-large": board_large,
    "board-phone": board_phone,
    "board-upright": board_upright,
    "board-sending": board_sending,
    "board-dead-card": board_dead,
    "reading": reading,
    "reading-large": reading_large,
    "reading-lying": reading_lying,
    "reading-phone": reading_phone,
    "reading-tonight": reading_tonight,
    "reading-new": reading_new,
    "reading-cards": reading_cards,
    "reading-screen": reading_screen,
    "club-import": club_import,
    "practice": practice,
    "practice-phone": practice_phone,
    "drills": drills,
    "drills-phone": drills_phone,
    "drills-layout": drills_layout,
    "tournament-desk": tournament_desk,
    "tournament-bracket": tournament_bracket,
    "tournament-phone": tournament_phone,
    "tournament-checkin": tournament_checkin,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
