"""The search and the keys, in a real browser."""
import json

import pytest
from looking import AXE, hold_clock
from playwright.sync_api import expect

FOUND = [
    {"kind": "person", "label": "Mirela Novak", "detail": "Offline · North", "href": "responder"},
    {"kind": "incident", "label": "INC-12 <b>Fall</b>", "detail": "", "href": "incident"},
]


@pytest.fixture
def asked(page):
    """What the server was asked for."""
    texts, answers = [], {"": FOUND[:1], "nov": FOUND, "fall": FOUND[1:]}

    def answer(route):
        texts.append(route.request.url.rpartition("q=")[2])
        route.fulfill(status=200, content_type="application/json", body=json.dumps({"results": answers.get(texts[-1], [])}))

    page.route("**/search.json?**", answer)
    return texts


def violations(page):
    page.evaluate(AXE)
    return [(one["id"], one["nodes"][0]["target"]) for one in page.evaluate("axe.run()")["violations"]]


@pytest.mark.parametrize("key", ["/", "Control+k", "Meta+k"])
def test_a_key_opens_the_search_and_enter_leads_to_what_was_found(page, url, asked, key):
    page.goto(f"{url}/board")
    page.keyboard.press(key)
    field = page.get_by_role("combobox", name="Search")
    expect(field).to_be_focused()
    field.fill("nov")
    # Two rows answer this text, one the empty field.
    expect(page.locator("dialog").get_by_role("option")).to_have_count(2)
    assert page.locator("dialog b").count() == 0, "a title became markup"
    page.keyboard.press("ArrowDown")
    expect(page.locator("dialog").get_by_role("option").nth(1)).to_have_attribute("aria-selected", "true")
    assert violations(page) == []
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{url}/incident")
    assert asked[-1] == "nov"


def test_enter_right_after_the_last_letter_follows_what_was_typed(page, url, asked):
    page.goto(f"{url}/board")
    hold_clock(page)
    page.keyboard.press("/")
    expect(page.locator("dialog").get_by_role("option")).to_have_count(1)
    # The field has not asked yet: it waits for the next letter.
    page.keyboard.type("fall")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{url}/incident")
    assert asked == ["", "fall"]


def test_enter_for_what_is_not_found_leads_nowhere(page, url, asked):
    page.goto(f"{url}/board")
    hold_clock(page)
    page.keyboard.press("/")
    expect(page.locator("dialog").get_by_role("option")).to_have_count(1)
    page.keyboard.type("zz")
    page.keyboard.press("Enter")
    expect(page.locator("dialog [role=status]")).to_have_text("Nothing is found.")
    expect(page).to_have_url(f"{url}/board")


def test_escape_closes_the_search_and_nothing_found_is_said(page, url, asked):
    page.goto(f"{url}/board")
    page.keyboard.press("/")
    page.get_by_role("combobox", name="Search").fill("zz")
    expect(page.locator("dialog [role=status]")).to_have_text("Nothing is found.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("combobox", name="Search")).to_be_hidden()


def test_keys_do_nothing_while_somebody_types(page, url, asked):
    page.goto(f"{url}/board")
    page.locator("#q").focus()
    page.keyboard.type("n/j?")
    assert page.locator("#q").input_value() == "n/j?"
    assert page.locator("dialog").count() == 0


def test_n_leads_to_the_form_and_j_and_k_walk_the_rows(page, url, asked):
    page.goto(f"{url}/board")
    rows = page.locator("tbody tr th a")
    page.keyboard.press("j")
    expect(rows.nth(0)).to_be_focused()
    page.keyboard.press("j")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(rows.nth(0)).to_be_focused()
    page.keyboard.press("n")
    expect(page).to_have_url(f"{url}/w/city-rescue/incidents/new")


def test_the_help_lists_the_keys_and_switches_them_off(page, url, asked):
    page.goto(f"{url}/board")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert violations(page) == []
    page.get_by_label("Single keys work").uncheck()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("/")
    page.keyboard.press("j")
    assert page.get_by_role("combobox", name="Search").count() == 0
    assert page.locator("tbody a:focus").count() == 0
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Search")).to_be_focused()


def test_the_menu_of_a_phone_is_at_the_bottom_and_the_first_person_on_the_first_screen(page, url):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{url}/board")
    bar = page.locator("nav.pages .work").bounding_box()
    assert bar["y"] + bar["height"] == pytest.approx(740, abs=1) and bar["width"] == 360
    assert page.locator("tbody tr th a").first.bounding_box()["y"] < bar["y"]
    expect(page.get_by_role("link", name="New incident")).to_be_in_viewport()
    expect(page.locator("#q")).to_be_hidden()
    page.get_by_label("Filter and search").press("Space")
    expect(page.locator("#q")).to_be_visible()
    page.get_by_text("Filter and search").click()
    expect(page.locator("#q")).to_be_hidden()


def test_twenty_people_stand_on_a_laptop(page, url):
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{url}/board-crowd")
    rows = page.evaluate("[...document.querySelectorAll('tbody tr')].map(row => row.getBoundingClientRect().height)")
    # Bar, title, one notice, filter and head take 250 px.
    assert sorted(rows)[len(rows) // 2] * 20 <= 768 - 240
