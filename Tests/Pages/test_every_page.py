"""Every page, in every view in which people meet it."""
import re

import pytest
from looking import complaints

NAMES = [
    "login-code", "invitation", "invitation-over", "account", "account-off", "two-factor", "recovery-codes", "members",
    "keys", "channels", "channels-none", "channel", "channel-new", "screens", "screen", "login", "login-wait",
    "board", "board-crowd", "board-nobody", "board-stale", "board-new",
    "past-board", "past-board-none", "lanes", "lanes-none", "lanes-wrong", "lanes-crowd", "history", "doubts", "doubts-none", "doubts-wrong", "doubts-unticked",
    "audit", "schedules", "schedules-none", "exports", "exports-none", "requests", "requests-none", "erase", "erase-confirm", "track-import", "track-import-empty", "responders", "message",
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


@pytest.mark.parametrize("name", NAMES)
def test_can_be_read_without_script(plain_window, url, name):
    page = plain_window
    page.goto(f"{url}/{name}")
    assert page.locator("h1").count() == 1
    assert page.locator("main").inner_text().strip() != ""
    refresh = page.locator("meta[http-equiv=refresh]").count()
    assert refresh == (1 if re.match(r"(board|responder|screen)(-|$)", name) else 0)


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
