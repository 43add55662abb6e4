"""The field Where in a real browser, behind a server whose answers come when the test says so."""
import json
import urllib.parse

import pytest
from looking import hold_clock
from playwright.sync_api import expect


class Places:
    """What `where.json` answers: a place named after the text, unless told otherwise."""

    def __init__(self, page):
        self.asked, self.waiting, self.is_held, self.more = [], [], False, {}
        page.route("**/where.json?*", self.answer)

    def answer(self, route):
        text = urllib.parse.parse_qs(urllib.parse.urlsplit(route.request.url).query)["q"][0]
        self.asked.append(text)
        if self.is_held:
            self.waiting.append((route, text))
        else:
            self.fulfil(route, text)

    def fulfil(self, route, text):
        places = [{"kind": "address", "label": f"{text} {end}", "detail": "", "value": f"46.05,14.5 {text} {end}"} for end in ("one", "two")]
        answer = {"places": places, "again": False, "problem": None, **self.more.get(text, {})}
        route.fulfill(content_type="application/json", body=json.dumps(answer))

    def let_go(self):
        self.is_held = False
        for route, text in self.waiting:
            self.fulfil(route, text)
        self.waiting.clear()


@pytest.fixture
def places(page, url):
    made = Places(page)
    page.goto(f"{url}/incident-new")
    hold_clock(page)
    return made


def type_text(page, text):
    """Types, and waits as long as the field does before it asks."""
    page.locator("#where").press_sequentially(text)
    page.clock.run_for(200)


def options(page):
    return page.locator("#where-list").get_by_role("option")


def test_places_are_offered_while_one_types_and_chosen_by_keys(page, places):
    type_text(page, "harb")
    expect(options(page)).to_have_text(["harb one address", "harb two address"])
    # Not one question for each letter.
    assert places.asked == ["harb"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(options(page).nth(1)).to_have_attribute("aria-selected", "true")
    expect(page.locator("#where")).to_have_attribute("aria-activedescendant", "where-1")
    page.keyboard.press("Enter")
    expect(page.locator("#where")).to_have_value("harb two")
    expect(page.locator("[name=at]")).to_have_value("46.05,14.5 harb two")
    expect(page.locator("#where-said")).to_have_text("harb two is chosen.")


def test_enter_right_after_a_letter_asks_for_the_whole_text_and_takes_its_first_place(page, places):
    type_text(page, "harb")
    expect(options(page)).to_have_count(2)
    page.keyboard.type("o")
    page.keyboard.press("Enter")
    expect(page.locator("#where")).to_have_value("harbo one")
    expect(page.locator("[name=at]")).to_have_value("46.05,14.5 harbo one")
    page.clock.run_for(5_000)
    expect(options(page)).to_have_count(0)
    assert places.asked == ["harb", "harbo"]


def test_what_fits_in_part_is_shown_before_it_is_chosen(page, places):
    street = {"kind": "address", "label": "Harbour Street", "detail": "street, the number is not known", "value": "46,14 Harbour Street", "part": True}
    places.more["harb 9"] = {"places": [street]}
    type_text(page, "harb")
    expect(options(page)).to_have_count(2)
    page.keyboard.type(" 9")
    page.keyboard.press("Enter")
    expect(options(page)).to_have_text(["Harbour Street address · street, the number is not known"])
    expect(page.locator("#where")).to_have_value("harb 9")
    page.keyboard.press("Enter")
    expect(page.locator("#where")).to_have_value("Harbour Street")


def test_a_row_that_is_gone_to_is_taken_without_another_question(page, places):
    type_text(page, "harb")
    expect(options(page)).to_have_count(2)
    page.keyboard.type("o")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.clock.run_for(5_000)
    expect(page.locator("#where")).to_have_value("harb one")
    assert places.asked == ["harb"]


def test_a_row_that_was_gone_to_before_the_last_letter_is_not_taken(page, places):
    type_text(page, "harb")
    expect(options(page)).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.type("o")
    expect(page.locator("#where-list [aria-selected=true]")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#where")).to_have_value("harbo one")


def test_an_answer_that_comes_after_the_next_letter_is_not_shown(page, places):
    places.is_held = True
    with page.expect_request("**/where.json?*"):
        type_text(page, "harb")
    page.keyboard.type("o")
    places.let_go()
    page.clock.run_for(100)
    expect(options(page)).to_have_count(0)
    page.clock.run_for(100)
    expect(options(page).first).to_contain_text("harbo one")


def test_an_answer_does_not_cover_the_next_field(page, places):
    places.is_held = True
    with page.expect_request("**/where.json?*"):
        type_text(page, "harb")
    page.keyboard.press("Tab")
    places.let_go()
    expect(page.locator("#where-said")).to_have_text("2 places")
    expect(page.locator("#where-list")).to_be_hidden()
    expect(page.locator("#where")).to_have_attribute("aria-expanded", "false")


def test_a_question_that_came_too_soon_for_the_geocoder_is_asked_again(page, places):
    places.more["harb"] = {"places": [], "again": True}
    type_text(page, "harb")
    expect(page.locator("#where-said")).to_have_text("Asking the geocoder…")
    page.clock.run_for(900)
    assert places.asked == ["harb"]
    del places.more["harb"]
    page.clock.run_for(200)
    expect(options(page)).to_have_count(2)
    expect(page.locator("#where-said")).to_have_text("2 places")
    # Answered: that was all.
    page.clock.run_for(5_000)
    assert places.asked == ["harb", "harb"]


def test_what_was_found_meanwhile_stays_marked(page, places):
    site = {"kind": "site", "label": "Harbour", "detail": "", "value": "site:1"}
    places.more["harb"] = {"places": [{**site, "label": "Harbour office", "value": "site:2"}, site], "again": True}
    type_text(page, "harb")
    expect(options(page)).to_have_count(2)
    page.keyboard.press("ArrowUp")
    places.more["harb"] = {"places": [site, {"kind": "address", "label": "Harbour Street", "detail": "from the geocoder", "value": "46,14 Harbour Street"}]}
    page.clock.run_for(1_100)
    expect(options(page)).to_have_text(["Harbour site", "Harbour Street address · from the geocoder"])
    expect(options(page).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.locator("[name=at]")).to_have_value("site:1")


def test_the_next_letter_is_a_question_of_its_own(page, places):
    places.more["harb"] = {"places": [], "again": True}
    type_text(page, "harb")
    expect(page.locator("#where-said")).to_have_text("Asking the geocoder…")
    type_text(page, "o")
    expect(options(page).first).to_contain_text("harbo one")
    page.clock.run_for(5_000)
    assert places.asked == ["harb", "harbo"]


def test_what_is_wrong_with_coordinates_is_said(page, places):
    places.more["46,200"] = {"places": [], "problem": "The longitude is at most 180."}
    type_text(page, "46,200")
    expect(page.locator("#where-said")).to_have_text("The longitude is at most 180.")
