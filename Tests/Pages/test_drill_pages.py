"""Drills: the form, the list and the page, in every view in which people meet them."""
import pytest
from axe_playwright_python.sync_playwright import Axe

NAMES = ["drills", "drills-none", "drill-new", "drill-nobody", "drill-wrong", "drill", "drill-over"]
VIEWS = [(1280, "light"), (1280, "dark"), (1000, "light"), (360, "light"), (360, "dark")]


@pytest.mark.parametrize("width,scheme", VIEWS)
@pytest.mark.parametrize("name", NAMES)
def test_is_accessible_and_fits(browser, url, name, width, scheme):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{url}/{name}")
    for summary in page.locator("details.confirm > summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "scrolls sideways"
    found = Axe().run(page).response["violations"]
    assert [(v["id"], v["nodes"][0]["target"]) for v in found] == []
    context.close()


@pytest.mark.parametrize("name", NAMES)
def test_can_be_read_without_script(browser, url, name):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{url}/{name}")
    assert page.locator("h1").count() == 1
    # Only a drill that goes on looks again by itself: nothing that is being typed is lost.
    assert page.locator("meta[http-equiv=refresh]").count() == (1 if name == "drill" else 0)
    context.close()


def test_those_who_were_not_reached_stand_first(page, url):
    page.goto(f"{url}/drill")
    outcomes = page.locator("#people tbody .pill").all_inner_texts()
    assert outcomes[:2] == ["Not reached", "Not reached"] and outcomes[-1] == "Accepted"


def test_a_drill_is_sent_only_after_a_second_look(page, url):
    page.goto(f"{url}/drill-new")
    send = page.get_by_role("button", name="Yes, send it now")
    assert not send.is_visible()
    page.get_by_text("Send the drill", exact=True).click()
    assert send.is_visible()
