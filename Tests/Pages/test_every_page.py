"""Every page, in every view in which people meet it."""
import re

import pytest
from conftest import PAGES
from looking import complaints

NAMES = [
    "login-code", "invitation", "invitation-over", "account", "account-off", "two-factor", "recovery-codes", "members",
    "keys", "channels", "channels-none", "channel", "channel-new", "screens", "screen", "login", "login-wait",
    "board", "board-crowd", "board-nobody", "board-stale", "board-new",
    "past-board", "past-board-none", "lanes", "lanes-none", "lanes-wrong", "lanes-crowd", "history", "doubts", "doubts-none", "doubts-wrong", "doubts-unticked",
    "audit", "schedules", "schedules-none", "exports", "exports-none", "requests", "requests-none", "erase", "erase-confirm", "merge", "merge-choose", "track-import", "track-import-empty", "responders", "message",
    "search", "search-none", "settings-addresses", "settings-addresses-none", "incident-choose",
    "responder", "responder-quarter", "responder-arabic", "responder-long", "responder-new", "responder-wrong",
]
VIEWS = [(1280, "light"), (1280, "dark"), (1000, "light"), (840, "light"), (360, "light"), (360, "dark")]


@pytest.mark.parametrize("name", NAMES)
def test_is_accessible_and_fits(window, url, name):
    # axe needs seconds for 200 rows: both layouts and both schemes are met in two views.
    enough = {(1280, "light"), (360, "dark")}
    skip = set(VIEWS) - enough if name.endswith("-crowd") else {(840, "light")}
    assert complaints(window, url, name, VIEWS, skip_axe=skip, unfold=False) == {}


def test_what_is_folded_away_on_the_page_of_a_person_is_accessible_too(window, url):
    assert complaints(window, url, "responder", [(1280, "light"), (360, "dark")]) == {}


@pytest.mark.parametrize("name", NAMES)
def test_can_be_read_without_script(plain_window, url, name):
    page = plain_window
    page.goto(f"{url}/{name}")
    assert page.locator("h1").count() == 1
    assert page.locator("main").inner_text().strip() != ""
    refresh = page.locator("meta[http-equiv=refresh]").count()
    assert refresh == (1 if re.match(r"(board|responder|screen)(-|$)", name) else 0)


@pytest.mark.parametrize("name", ["board", "responders", "history", "lanes", "audit", "exports", "doubts"])
def test_links_of_a_list_are_high_enough_for_a_thumb(page, url, name):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{url}/{name}")
    heights = page.evaluate("""() => [...document.querySelectorAll("table.list tbody :is(td, th) a")]
      .map((link) => [link.textContent, link.getBoundingClientRect().height]).filter(([, height]) => height > 0)""")
    assert heights and [one for one in heights if one[1] < 24] == []


def test_text_is_still_there_at_twice_the_spacing(page, url):
    """WCAG 1.4.12: text spacing may be changed without loss."""
    page.goto(f"{url}/board")
    page.evaluate("""() => { const sheet = new CSSStyleSheet();
      sheet.replaceSync('*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}');
      document.adoptedStyleSheets = [sheet]; }""")
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_everything_can_be_reached_by_keyboard(page, url):
    page.goto(f"{url}/board")
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.textContent.trim() || document.activeElement.name"))
    for what in ["Skip to the content", "City Rescue", "Board", "Review", "New incident", "Dispatcher A.", "q", "Filter", "CSV", "Mirela Novak"]:
        assert what in seen, what


EVERY = sorted(file.stem for file in PAGES.glob("*.html") if not file.stem.endswith("-fragment"))
SCREENS = [(360, 740), (1366, 768)]


@pytest.mark.parametrize("name", EVERY)
def test_its_title_is_in_sight(window, url, name):
    """Nobody scrolls to learn where they are; the bar takes one line of a laptop."""
    window.emulate_media(color_scheme="light")
    window.goto(f"{url}/{name}")
    for width, height in SCREENS:
        window.set_viewport_size({"width": width, "height": height})
        title = window.locator("h1").first
        box = title.bounding_box()
        assert title.inner_text().strip() and box["height"] > 2, width
        assert 0 <= box["x"] and 0 <= box["y"] and box["y"] + box["height"] <= height, (width, box)
    if window.locator("header.bar").count():
        assert lines_of_the_bar(window) == 1


def lines_of_the_bar(page):
    """How many lines what can be pressed in the bar takes: things on one line have middles close to each other."""
    return page.evaluate("""() => {
      const parts = [...document.querySelectorAll(".bar :is(a, summary)")].filter((part) => part.checkVisibility()
        && !part.closest("details.menu:not([open]) > :not(summary)"));
      const lines = [];
      for (const part of parts) {
        const box = part.getBoundingClientRect(), middle = box.top + box.height / 2;
        if (!lines.some((line) => Math.abs(line - middle) < 12)) lines.push(middle);
      }
      return lines.length;
    }""")


@pytest.mark.parametrize("width", [1280, 1366])
def test_the_bar_takes_one_line_whatever_the_names(window, url, width):
    window.set_viewport_size({"width": width, "height": 768})
    window.goto(f"{url}/board")
    low = window.locator(".bar").bounding_box()["height"]
    window.evaluate("""() => {
      const write = (part, text) => { const all = document.createTreeWalker(part, NodeFilter.SHOW_TEXT); let node;
        while ((node = all.nextNode())) if (node.textContent.trim()) { node.textContent = text; return; } };
      write(document.querySelector(".workspaces summary"), "Civil protection and disaster relief of the northern municipalities");
      write(document.querySelector(".who summary"), "a.very.long.address.of.somebody@dispatch.city-rescue.example.org");
      document.querySelector(".pages .waiting").textContent = "123";
    }""")
    assert lines_of_the_bar(window) == 1
    assert window.locator(".bar").bounding_box()["height"] <= low + 1
    assert window.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("name, width, lines", [
    ("board", 1366, 1), ("board", 1000, 2), ("board", 360, 2), ("responders", 1366, 1), ("responders", 1000, 2), ("responders", 360, 2)])
def test_a_long_name_takes_two_lines_at_most(window, url, name, width, lines):
    window.set_viewport_size({"width": width, "height": 800})
    window.goto(f"{url}/{name}")
    person = window.locator("tbody .clamp > :is(a, bdi)").first
    taken = person.evaluate("""part => { part.textContent = "Maria Magdalena von Hohenberg-Schwarzenfeld ".repeat(5);
      const style = getComputedStyle(part), [above, below, line] = [style.borderTopWidth, style.borderBottomWidth, style.lineHeight].map(parseFloat);
      return (part.getBoundingClientRect().height - above - below) / line; }""")
    assert lines - 0.1 <= taken <= lines + 0.1
    assert window.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
