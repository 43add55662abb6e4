"""What must be in reach on every long page, however far down somebody reads."""
import pytest

PAGES = ["board-crowd", "map", "incidents", "responders", "alerts"]
# Longer than any screen, as a busy workspace is.
LENGTHEN = "document.querySelector('main').append(Object.assign(document.createElement('div'), { style: 'height: 4000px' }))"
# What a click in the middle of the link meets.
MET = """link => { const box = link.getBoundingClientRect();
  return link.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"""


@pytest.mark.parametrize("size", [(360, 740), (1366, 768)])
@pytest.mark.parametrize("name", PAGES)
def test_new_incident_is_in_reach_at_the_top_and_at_the_end(page, url, name, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{url}/{name}")
    page.evaluate(LENGTHEN)
    link = page.get_by_role("link", name="New incident").first
    for end in (False, True):
        page.evaluate("end => scrollTo({ top: end ? document.documentElement.scrollHeight : 0, behavior: 'instant' })", end)
        assert (page.evaluate("scrollY") > 2000) == end
        assert link.evaluate(MET), "at the end" if end else "at the top"
        box = link.bounding_box()
        assert min(box["width"], box["height"]) >= 24


def test_the_head_of_a_long_list_stays_below_the_bar(page, url):
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{url}/board-crowd")
    page.evaluate("scrollTo({ top: 2000, behavior: 'instant' })")
    bar, head = page.locator(".bar").bounding_box(), page.locator("table.board thead th").first.bounding_box()
    assert head["y"] == pytest.approx(bar["y"] + bar["height"], abs=1)


def test_a_row_that_is_walked_to_by_key_is_not_hidden_by_the_bar(page, url):
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{url}/board-crowd")
    page.evaluate("scrollTo({ top: 2000, behavior: 'instant' })")
    page.locator("tbody tr:nth-child(100) th a").focus()
    for _ in range(60):
        page.keyboard.press("k")
        assert page.evaluate("document.activeElement.closest('tr') !== null && (" + MET + ")(document.activeElement)")


def test_the_way_past_the_menu_is_seen_when_it_has_the_focus(page, url):
    page.goto(f"{url}/board")
    page.keyboard.press("Tab")
    assert page.evaluate("(" + MET + ")(document.querySelector('.skip'))")
