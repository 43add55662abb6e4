"""The map beside the field *Where*: what is picked on it, and the cross that follows what the field says."""
import re

import pytest
import requests
from people import add_member, log_in
from playwright.sync_api import expect
from program import Program

DISPATCHER = "picks@example.org"
DEPOT, KIOSK, ANA = (46.1, 14.6), (46.0514, 14.5061), (46.02, 14.53)


@pytest.fixture(scope="module")
def room(server, tmp_path_factory):
    server.workspace("acme")
    add_member(server, "acme", DISPATCHER, "dispatcher")
    server.program = Program(server)
    for name, (lat, lng) in (("Depot", DEPOT), ("Kiosk", KIOSK)):
        assert server.program.post("settings/outlets.json", name=name, lat=lat, lng=lng).status_code == 201
    phone = requests.Session()
    phone.headers["Authorization"] = f"Bearer {server.token('acme', server.responder('acme', 'Ana Novak'))}"
    assert phone.put(f"{server.url}/app/v1/duty", json={"state": "on_duty"}).status_code == 200
    ping = {"lat": ANA[0], "lng": ANA[1], "is_mock": False, "sequence": 1}
    assert phone.post(f"{server.url}/app/v1/locations", json=ping).status_code == 201
    file = tmp_path_factory.mktemp("addresses") / "addresses.csv"
    file.write_text(f"name,number,town,lat,lng\nPrešernov trg,1,Ljubljana,{KIOSK[0]},{KIOSK[1]}\n")
    server.cli("addresses", "import", "acme", file)
    return server


@pytest.fixture
def page(browser, room):
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    name, _, value = log_in(room, DISPATCHER).headers["Cookie"].partition("=")
    context.add_cookies([{"name": name, "value": value, "url": room.url}])
    page = context.new_page()
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert wrong == []


@pytest.fixture
def form(page, room):
    page.goto(f"{room.url}/w/acme/incidents/new")
    page.get_by_label("Title").fill("Fall")
    open_map(page)
    return page


def open_map(page):
    page.get_by_text("Pick on the map").click()
    expect(page.locator(".on-map-cross")).to_be_attached()
    expect(page.locator("#map .on-map.outlet")).to_have_count(2)


def middle(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def landmark(page, name):
    """The sign on the map of a site or a person."""
    kinds = page.locator("#map .on-map.outlet") if name in ("Depot", "Kiosk") else page.locator("#map .on-map:not(.outlet)")
    # In the order of the sites.
    return kinds.nth(1 if name == "Kiosk" else 0)


def is_on(page, name):
    """The cross comes to stand on this sign."""
    there = landmark(page, name).bounding_box()
    page.wait_for_function("""([x, y]) => { const box = document.querySelector(".on-map-cross").getBoundingClientRect();
      return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < 2; }""",
      arg=[there["x"] + there["width"] / 2, there["y"] + there["height"] / 2], timeout=20_000)


def created(page, room):
    """The incident that the form makes."""
    page.get_by_role("button", name="Create only").click()
    page.wait_for_url(re.compile(r"/incidents/\d+$"))
    return room.program.get(f"incidents/{page.url.rsplit('/', 1)[1]}.json")


def test_a_click_on_the_map_writes_the_coordinates_of_that_place(form, room):
    box = form.locator("#map").bounding_box()
    form.mouse.click(box["x"] + 40, box["y"] + box["height"] - 40)
    expect(form.locator("#where")).to_have_value(re.compile(r"^\d+\.\d{5}, \d+\.\d{5}$"))
    assert middle(form, ".on-map-cross") == pytest.approx((box["x"] + 40, box["y"] + box["height"] - 40), abs=2)
    text = form.locator("#where").input_value()
    expect(form.locator("#map-said")).to_have_text(f"Picked {text}.")
    # The ranking follows.
    expect(form.locator("#ranking")).to_contain_text(text)
    lat, lng = (float(part) for part in text.split(", "))
    # South-west of everything.
    assert lat < ANA[0] and lng < KIOSK[1]
    found = created(form, room)
    assert (found["lat"], found["lng"], found["place"]) == (lat, lng, None)


def test_a_click_on_a_site_chooses_it_with_its_name(form, room):
    landmark(form, "Depot").click()
    expect(form.locator("#where")).to_have_value("Depot")
    expect(form.locator("#map-said")).to_have_text("Picked Depot.")
    is_on(form, "Depot")
    found = created(form, room)
    assert (found["lat"], found["lng"], found["place"]) == (*DEPOT, "Depot")


@pytest.mark.parametrize("text, option, name", [
    ("presernov trg 1", "Prešernov trg 1, Ljubljana", "Kiosk"), ("depot", "Depot", "Depot"), ("near ana", "near Ana Novak", "Ana"),
    ("46.1, 14.6", "46.10000, 14.60000", "Depot")])
def test_the_cross_moves_to_what_is_chosen_from_the_list(form, text, option, name):
    form.locator("#where").press_sequentially(text)
    form.get_by_role("option", name=option).click()
    expect(form.locator("#where")).to_have_value(option)
    is_on(form, name)


def test_the_cross_moves_to_coordinates_that_are_typed_also_after_a_choice(form):
    where = form.locator("#where")
    where.fill("46.1, 14.6")
    where.blur()
    is_on(form, "Depot")
    landmark(form, "Kiosk").click()
    is_on(form, "Kiosk")
    where.fill("46.1 14.6")
    where.blur()
    is_on(form, "Depot")
    # A street whose name begins with numbers is no place by itself.
    where.fill("46 14th Street")
    where.blur()
    is_on(form, "Depot")


def test_the_map_opens_at_the_place_that_is_chosen_already(page, room):
    page.goto(f"{room.url}/w/acme/incidents/new?near={room.program.get('board.json')['responders'][0]['id']}")
    expect(page.locator("#where")).to_have_value("near Ana Novak")
    open_map(page)
    is_on(page, "Ana")


def test_the_cross_is_moved_and_set_by_keys_and_keeps_the_site_it_stands_on(form):
    map = form.locator("#map")
    map.focus()
    before = middle(form, ".on-map-cross")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        form.keyboard.press(key)
    assert middle(form, ".on-map-cross") == pytest.approx((before[0] + 24, before[1] + 12), abs=2)
    form.keyboard.press("Enter")
    expect(form.locator("#where")).to_have_value(re.compile(r"^\d+\.\d{5}, \d+\.\d{5}$"))
    # To within reach of the site: the keys go in steps.
    for axis, keys in ((0, ("ArrowLeft", "ArrowRight")), (1, ("ArrowUp", "ArrowDown"))):
        there = landmark(form, "Depot").bounding_box()
        way = (there["x"] if axis == 0 else there["y"]) + 7 - middle(form, ".on-map-cross")[axis]
        for _ in range(round(abs(way) / 12)):
            form.keyboard.press(keys[way > 0])
    form.keyboard.press("Enter")
    expect(form.locator("#where")).to_have_value("Depot")
    is_on(form, "Depot")


def test_the_place_of_an_incident_is_changed_to_a_site_on_its_map(form, room):
    # Some streets from it: the map shows the surroundings of the place.
    form.locator("#where").fill("46.053, 14.506")
    found = created(form, room)
    assert found["place"] is None
    form.locator("#map-box").evaluate("box => { for (let part = box.parentElement; part; part = part.parentElement) if (part.tagName === 'DETAILS') part.open = true; }")
    open_map(form)
    landmark(form, "Kiosk").click()
    expect(form.locator("#where")).to_have_value("Kiosk")
    is_on(form, "Kiosk")
    form.locator("form:has(#where)").get_by_role("button", name="Change it").click()
    expect(form.locator("main .terms").first).to_contain_text("Kiosk")
    changed = room.program.get(f"incidents/{found['id']}.json")
    assert (changed["lat"], changed["lng"], changed["place"]) == (*KIOSK, "Kiosk")


def test_a_site_on_the_live_map_leads_to_a_new_incident_there_under_its_name(page, room):
    page.goto(f"{room.url}/w/acme/map")
    sites = page.locator("#map .on-map.outlet")
    expect(sites).to_have_count(2)
    # The map begins with the people: the site lies beside what is in sight.
    sites.first.dispatch_event("click")
    page.get_by_role("link", name="New incident here").click()
    expect(page.locator("#where")).to_have_value("Depot")
    page.get_by_label("Title").fill("Fall")
    found = created(page, room)
    assert (found["lat"], found["lng"], found["place"]) == (*DEPOT, "Depot")
