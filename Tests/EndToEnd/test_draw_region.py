"""Regions drawn on the map of the settings: from the first corner to what is saved, and their corners moved later."""
import json
import re

import pytest
from people import add_member, log_in
from playwright.sync_api import expect
from program import Program

ADMIN = "draws@example.org"


@pytest.fixture(scope="module")
def room(server):
    server.workspace("acme")
    add_member(server, "acme", ADMIN, "admin")
    server.program = Program(server)
    # The map begins here.
    assert server.cli("region", "list", "acme") == {"regions": []}
    return server


@pytest.fixture
def page(browser, room):
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    name, _, value = log_in(room, ADMIN).headers["Cookie"].partition("=")
    context.add_cookies([{"name": name, "value": value, "url": room.url}])
    page = context.new_page()
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{room.url}/w/acme/settings/regions")
    expect(page.get_by_role("button", name="Draw a region")).to_be_visible()
    yield page
    context.close()
    assert wrong == []


def saved(room):
    """The regions as GeoJSON: rings by name."""
    features = room.program.get("settings/regions.json")["features"]
    return {feature["properties"]["name"]: feature["geometry"]["coordinates"][0] for feature in features}


def save(page, name=None):
    if name:
        page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main [role=status]").first).to_contain_text("Saved")


def draw(page, corners):
    page.get_by_role("button", name="Draw a region").click()
    for x, y in corners:
        page.locator("#map").click(position={"x": x, "y": y})
    page.get_by_role("button", name="Close the region").click()


def drag(page, corner, right, down):
    """Drags a corner by so many pixels."""
    page.locator(".on-map-corner").nth(corner).hover()
    box = page.locator(".on-map-corner").nth(corner).bounding_box()
    assert box["width"] >= 24 and box["height"] >= 24
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2, steps=4)
    page.mouse.move(x + right, y + down, steps=4)
    page.mouse.up()


def test_a_region_is_drawn_saved_and_listed_and_its_corners_are_moved(page, room):
    draw(page, [(500, 80), (640, 80), (640, 200), (500, 200)])
    drawn = json.loads(page.locator("#geojson").input_value())["coordinates"][0]
    expect(page.locator(".on-map-corner")).to_have_count(4)
    # North-west, north-east, south-east, south-west, and back.
    assert drawn[0] == drawn[-1] and drawn[0][0] < drawn[1][0] and drawn[0][1] > drawn[2][1]
    save(page, "Old town")
    row = page.locator("table.keys tbody tr", has_text="Old town")
    expect(row).to_contain_text("1 polygon, 5 points")
    assert saved(room)["Old town"] == drawn
    assert room.cli("region", "list", "acme")["regions"] == [{"name": "Old town", "points": 5, "people": 0}]

    row.get_by_role("link", name="Edit").click()
    expect(page.locator(".on-map-corner")).to_have_count(4)
    expect(page.locator("#map")).to_be_in_viewport(ratio=0.9)
    # The first corner is the last as well.
    drag(page, 0, -60, -40)
    drag(page, 2, 30, 20)
    # The blue line follows.
    expect(page.locator("path.on-map-drawn")).to_have_count(1)
    save(page)
    moved = saved(room)["Old town"]
    assert moved[0] == moved[-1] and moved[0][0] < drawn[0][0] and moved[0][1] > drawn[0][1]
    assert moved[2][0] > drawn[2][0] and moved[2][1] < drawn[2][1]
    assert [moved[1], moved[3]] == [drawn[1], drawn[3]], "the others stay to the last digit"
    expect(row).to_contain_text("1 polygon, 5 points")


def test_a_corner_that_is_moved_is_kept_as_a_draft(page, room):
    draw(page, [(500, 80), (640, 80), (640, 200)])
    drag(page, 1, 40, 0)
    typed = page.locator("#geojson").input_value()
    page.reload()
    expect(page.locator("#geojson")).to_have_value(typed)
    expect(page.locator("#map .on-map-corner")).to_have_count(3)


def test_a_region_is_drawn_by_keys_alone_and_changed_in_the_text(page, room):
    page.get_by_role("button", name="Draw a region").press("Enter")
    expect(page.locator("#map")).to_be_focused()
    for number, key in enumerate(("ArrowRight", "ArrowDown", "ArrowLeft"), 1):
        page.keyboard.press("Enter")
        expect(page.locator("#map-said")).to_contain_text(f"{number} corners")
        page.keyboard.press(key)
        # It glides there.
        page.wait_for_function("() => !document.querySelector('.leaflet-pan-anim')")
    page.get_by_role("button", name="Close the region").press("Enter")
    expect(page.locator("#name")).to_be_focused()
    page.keyboard.type("By keys")
    page.keyboard.press("Enter")
    expect(page.locator("main [role=status]").first).to_contain_text("Saved")
    ring = saved(room)["By keys"]
    assert len(ring) == 4 and len({tuple(corner) for corner in ring}) == 3
    page.locator("table.keys tbody tr", has_text="By keys").get_by_role("link", name="Edit").click()
    text = page.locator("#geojson").input_value()
    ring[1] = [round(ring[1][0] + 0.5, 6), ring[1][1]]
    page.locator("#geojson").fill(re.sub(r'"coordinates":.*?\]\]\]', f'"coordinates":[{json.dumps(ring)}]', text, flags=re.S))
    expect(page.locator(".on-map-corner")).to_have_count(3)
    save(page)
    assert saved(room)["By keys"] == ring


def test_what_is_no_region_has_no_corners_and_what_is_no_geojson_is_said(page):
    said = page.locator("#map-said")
    for text, words in (('{"type": "Polygon"', "The text is no GeoJSON yet."), ('{"type": "Polygon", "coordinates": 3}', ""),
                        ('{"type": "Polygon", "coordinates": [[["a", 1], [2, 3]]]}', "The text is no GeoJSON yet.")):
        page.locator("#geojson").fill(text)
        expect(said).to_have_text(words)
        expect(page.locator(".on-map-corner")).to_have_count(0)
