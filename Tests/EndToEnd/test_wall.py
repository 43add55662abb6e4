"""The board on a wall, of workspaces from quiet to crowded: all is in sight, what is wrong on top, and pages turn."""
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from rollcall import Rollcall
from walls import LONG_NAME, LONG_TITLE, Wall

SCREENS = [(1920, 1080), (1366, 768)]
# Of a screen 1920 pixels wide: what can be read from five metres.
SMALLEST = 28
WALLS = {
    "quiet": {"people": 5, "online": 5},
    "busy": {"people": 40, "incidents": 3},
    "silent": {"people": 400},
    "crowded": {"people": 400, "incidents": 8, "is_loud": True},
}
SIZES = """() => [...document.querySelectorAll("main *")].filter((part) => part.checkVisibility() && !part.closest(".unseen")
  && [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()))
  .map((part) => [parseFloat(getComputedStyle(part).fontSize), part.textContent])"""
OUTSIDE = """() => [...document.querySelectorAll("main *")].filter((part) => part.checkVisibility() && !part.closest(".unseen"))
  .filter((part) => { const box = part.getBoundingClientRect();
    return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight; })
  .filter((part) => !part.parentElement.closest(".what, .wall-name")).map((part) => part.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def walls(tmp_path_factory):
    folder = tmp_path_factory.mktemp("walls")
    (folder / "data").mkdir()
    rollcall = Rollcall(folder / "data")
    made = {slug: Wall(rollcall, slug, folder / slug, **size) for slug, size in WALLS.items()}
    rollcall.start()
    for wall in made.values():
        wall.wake()
    yield made
    assert rollcall.stop() == 0


@pytest.fixture
def screen(browser, walls):
    """Opens a wall; the test fails when the browser complains."""
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    said = []

    def opened(slug, query="", page=None):
        page = page or context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda m: said.append(m.text) if "Content Security Policy" in m.text else None)
        page.goto(walls[slug].link)
        if query:
            page.goto(walls[slug].url(f"board?{query}"))
        return page
    opened.context = context
    yield opened
    context.close()
    assert said == []


def all_is_in_sight(page):
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [width, height]
        assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("slug", WALLS)
def test_everything_is_in_sight_and_can_be_read_from_five_metres(screen, slug):
    page = screen(slug)
    expect(page.locator("#turn")).to_be_visible()
    assert [(size, text) for size, text in page.evaluate(SIZES) if size < SMALLEST] == []
    all_is_in_sight(page)


def test_also_while_the_server_is_away(screen):
    page = screen("crowded")
    page.route("**/board?*fragment=1*", lambda route: route.abort())
    expect(page.locator("#stale")).to_contain_text("The server cannot be reached")
    all_is_in_sight(page)


def test_what_is_wrong_stands_on_top_with_its_clock_and_the_others_are_a_count(screen, walls):
    page = screen("crowded")
    alerts, incidents = page.locator("#notices .notice"), page.locator(".wall-incidents li")
    expect(alerts).to_have_count(3)
    expect(incidents).to_have_count(3)
    expect(alerts.first).to_contain_text("8 incidents are unassigned")
    for one in [*alerts.all(), *incidents.all()]:
        expect(one.locator(".clock time")).to_have_text(re.compile(r"^\d+ (s|min)"))
    expect(incidents.first).to_contain_text(LONG_TITLE)
    expect(page.locator("#notices")).to_contain_text("and 5 more incidents")
    # One line for a kind where it holds for several.
    others = len(walls["crowded"].alerts()) - 3
    expect(page.locator("#notices")).to_contain_text(f"and {others} more alert")
    top, counts, people = (page.locator(part).bounding_box()["y"] for part in ("#notices", "#cards", "#list"))
    assert top < counts < people
    expect(page.locator("#cards li").first).to_contain_text("2Online")
    expect(page.locator("#list tbody tr")).to_have_count(8)
    expect(page.locator("#turn")).to_contain_text("Page 1 of 50")
    expect(page.locator("#turn")).to_contain_text("Not listed: 2 online.")
    expect(screen("quiet").locator("#list")).to_contain_text("Nobody needs attention.")


def test_a_long_name_leaves_the_row_one_line_and_its_region_in_sight(screen):
    page = screen("busy")
    rows = page.locator("#list tbody tr")
    row = rows.filter(has_text=LONG_NAME)
    page.clock.install()
    while row.count() == 0:
        page.clock.fast_forward(12_000)
        page.wait_for_function("before => document.querySelector('#turn').textContent !== before", arg=page.locator("#turn").text_content())
    assert len({round(one.bounding_box()["height"]) for one in rows.all()}) == 1
    name, region = row.locator("bdi").first.bounding_box(), row.locator("th small").bounding_box()
    assert name["x"] + name["width"] <= region["x"]
    assert region["x"] + region["width"] <= row.locator("td").nth(1).bounding_box()["x"]


def test_pages_turn_by_themselves_and_begin_again_within_the_region(screen):
    page = screen.context.new_page()
    page.clock.install()
    screen("busy", "region=Centre", page)
    first = page.locator("#list tbody th").all_inner_texts()
    for turn in ("Page 2 of 3", "Page 3 of 3", "Page 1 of 3"):
        page.clock.fast_forward(12_000)
        expect(page.locator("#turn")).to_contain_text(turn)
        assert "region=Centre" in page.url
        if turn == "Page 2 of 3":
            assert not set(first) & set(page.locator("#list tbody th").all_inner_texts())
    assert page.locator("#list tbody th").all_inner_texts() == first


def test_pages_turn_without_script(browser, walls):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(walls["busy"].link)
    page.goto(walls["busy"].url("board?region=Harbour&page=2"))
    expect(page.locator("#turn")).to_contain_text("Page 2 of 3")
    assert page.locator("meta[http-equiv=refresh]").get_attribute("content") == "15; url=?region=Harbour&page=3"
    context.close()


def test_a_region_is_chosen_by_keyboard(screen):
    page = screen("crowded")
    page.get_by_label("Region").focus()
    page.keyboard.type("Islands")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/board?region=Islands")
    expect(page.get_by_label("Region")).to_have_value("Islands")
    assert set(page.locator("#list tbody th small").all_inner_texts()) == {"Islands"}
    expect(page.locator("#cards li").first).to_contain_text("0Online")
    expect(page.locator("#cards")).to_contain_text("133Offline")
    expect(page.locator(".wall-incidents li")).to_have_count(2)
    for one in page.locator(".wall-incidents li").all():
        expect(one).to_contain_text("Islands")
    all_is_in_sight(page)


def test_a_wall_has_nothing_to_press_but_the_region(screen):
    page = screen("crowded")
    assert page.locator("a, summary, input").count() == 0
    assert page.locator("button").all_inner_texts() == ["Show"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width, height", [(1920, 1080), (360, 740)])
def test_a_wall_is_accessible_and_fits_a_phone_too(screen, width, height, scheme):
    page = screen("crowded")
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": height})
    assert [(v["id"], v["nodes"][0]["target"]) for v in Axe().run(page).response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
