"""Connecting phones, cards to print, and people's own pages, in a real browser."""
import pytest
from looking import VIEWS, is_accessible_and_fits
from playwright.sync_api import expect

CONSOLE = ["connect", "connect-none", "connect-waiting", "connect-got-it", "connect-useless", "connect-traccar",
           "connect-gpslogger", "connect-transistor", "connect-script", "device", "cards", "cards-none", "card-sheet"]
OWN = ["set-up", "own", "own-fine", "own-theirs", "own-history", "own-history-none"]
RELOADED = {"connect": "10", "connect-waiting": "10", "connect-useless": "10", "own": "30", "own-fine": "30",
            "own-theirs": "30"}
@pytest.mark.parametrize("name", CONSOLE + OWN)
def test_is_accessible_and_fits(window, url, name):
    is_accessible_and_fits(window, url, name, VIEWS + [(360, "light")])


@pytest.mark.parametrize("name", CONSOLE + OWN)
def test_can_be_used_without_script(plain_window, url, name):
    page = plain_window
    page.goto(f"{url}/{name}")
    assert page.locator("h1").count() == 1
    refreshes = [meta.get_attribute("content") for meta in page.locator("meta[http-equiv=refresh]").all()]
    assert refreshes == ([RELOADED[name]] if name in RELOADED else [])
    # The link of somebody's own page is all the authority there is; in the console a form has its token.
    for form in page.locator("form[method=post]").all():
        assert form.locator("input[name=_csrf]").count() == (name in CONSOLE)


def test_the_code_stays_while_the_page_waits_and_says_got_it(page, url, console):
    """What is shown once is not taken away by the poll that brings the first report."""
    page.goto(f"{url}/connect-traccar")
    code = page.locator(".set-up .qr path").nth(1).get_attribute("d")
    expect(page.locator("#waiting")).to_contain_text("Waiting for the first report")
    fresh = page.request.get(f"{url}/connect-got-it?fragment=1").text()
    console.change = lambda html: fresh
    expect(page.locator("#waiting")).to_contain_text("Got it: Overland reports.")
    expect(page.locator("#waiting")).to_contain_text("battery 83 %, accuracy 9 m")
    assert page.locator(".set-up .qr path").nth(1).get_attribute("d") == code


def test_cards_are_printed_whole(browser, url):
    """No card is cut by the end of a page, two stand beside each other, and the console around them stays away."""
    context = browser.new_context(viewport={"width": 1_000, "height": 1_400})
    page = context.new_page()
    page.goto(f"{url}/card-sheet")
    page.emulate_media(media="print")
    for hidden in (".pages", ".who", ".sheet-note"):
        assert not any(found.is_visible() for found in page.locator(hidden).all())
    cards = page.locator(".phone-card")
    assert cards.count() == 10
    boxes = [card.bounding_box() for card in cards.all()]
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]
    for card, box in zip(cards.all(), boxes):
        code = card.locator(".qr").bounding_box()
        # 4 cm or more, which a camera reads.
        assert code["width"] >= 150 and abs(code["width"] - code["height"]) < 1
        assert box["x"] <= code["x"] and code["y"] + code["height"] <= box["y"] + box["height"] + 1
        assert page.evaluate("getComputedStyle(document.querySelector('.phone-card')).breakInside") == "avoid"
    context.close()


def test_an_answer_is_large_enough_for_a_thumb(browser, url):
    context = browser.new_context(viewport={"width": 360, "height": 800})
    page = context.new_page()
    page.goto(f"{url}/own")
    for name in ("Accept", "Decline"):
        box = page.get_by_role("button", name=name).bounding_box()
        assert box["height"] >= 44 and box["width"] >= 100
    context.close()
