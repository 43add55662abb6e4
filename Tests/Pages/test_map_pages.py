"""The map in a real browser: drawn from its data, kept up to date, grey when it is not; all of it in the tables too."""
import json
import pathlib
import re
import urllib.parse

import pytest
from looking import is_accessible_and_fits
from playwright.sync_api import expect

NAMES = ["map", "map-bare", "map-nobody", "settings-regions", "settings-regions-none", "settings-regions-wrong"]
LEAFLET = pathlib.Path("/usr/share/javascript/leaflet")
DISC = "M6 1.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0-9.6z"


def person(number, lat, lng, status="online", flags=()):
    return {"id": number, "name": f"Person <{number}>", "status": status, "word": status.capitalize(), "shape": DISC,
            "duty_label": "On duty", "duty_state": "on_duty", "lat": lat, "lng": lng, "accuracy_m": 12, "flags": list(flags),
            "last_fix_at": "2026-11-21T12:04:03.000Z", "can_be_sent": status == "online"}


class Data:
    """What the server says of the map; tests change it while the page is open."""

    def __init__(self):
        self.people = [person(17, 46.05, 14.5, "offline"), person(2, 46.1, 14.6, flags=["mock"])]
        self.status, self.asked, self.version, self.trails = 200, [], 0, []
        self.is_slow, self.held = False, []

    def answer(self, route):
        name = route.request.url.partition("?")[0].rsplit("/", 1)[-1]
        if name == "map.json":
            tag = f'"{self.version}"'
            held = route.request.headers.get("if-none-match")
            self.asked.append(held)
            if self.status == 200 and held == tag:
                return route.fulfill(status=304, headers={"ETag": tag})
            body = {"people": self.people, "incidents": [
                {"id": 214, "title": "Fall", "state": "open", "lat": 46.06, "lng": 14.52}], "ground": "g1"}
            if self.is_slow:
                return self.held.append(lambda: route.fulfill(status=200, json=body, headers={"ETag": tag}))
            return route.fulfill(status=self.status, json=body, headers={"ETag": tag})
        if name == "ground.json":
            square = [[46, 14.4], [46, 14.7], [46.2, 14.7], [46.2, 14.4], [46, 14.4]]
            return route.fulfill(json={"outlets": [{"id": 7, "name": "Kiosk <7>", "lat": 46.07, "lng": 14.55, "radius_m": 100}],
                                       "regions": [{"name": "North", "polygons": [[square]]}]})
        self.trails.append(route.request.url)
        return route.fulfill(json={"on_duty": 1, "trails": [{"id": 17, "name": "Person <17>", "segments": [
            {"from": "2026-11-21T11:30:00.000Z", "to": "2026-11-21T11:40:00.000Z",
             "points": [[46.05, 14.5], [46.051, 14.51], [46.052, 14.53]]}]}]})


@pytest.fixture
def data(page):
    found = Data()
    page.route("**/assets/leaflet/**", lambda route: route.fulfill(
        path=LEAFLET / route.request.url.rsplit("/", 1)[-1].partition("?")[0]))
    page.route("**/w/city-rescue/map**", found.answer)
    page.route("https://tile.example.org/**", lambda route: route.abort())
    return found


def moved(console, data, *people):
    """New data, of which the page hears by its own poll."""
    data.people, data.version = list(people), data.version + 1
    console.change = lambda html: html.replace(">40 s<", f">4{data.version} s<").replace("as of", "as  of")


@pytest.mark.parametrize("name", NAMES)
def test_is_accessible_and_fits(window, url, name):
    is_accessible_and_fits(window, url, name)


@pytest.mark.parametrize("name", NAMES)
def test_can_be_used_without_script(plain_window, url, name):
    page = plain_window
    page.goto(f"{url}/{name}")
    assert page.locator("h1").count() == 1
    assert page.locator("#live-map:visible, #region-map:visible").count() == 0, "an empty box is no map"
    assert page.locator("meta[http-equiv=refresh]").count() == (1 if name.startswith("map") else 0)
    for form in page.locator("form[method=post]").all():
        assert form.locator("input[name=_csrf]").count() == 1


def test_everybody_is_drawn_with_a_shape_and_told_in_words(page, url, data):
    page.goto(f"{url}/map")
    offline = page.locator(".on-map.s-offline")
    expect(offline).to_have_count(1)
    expect(offline.locator("svg path")).to_have_attribute("d", DISC)
    expect(page.locator("#map .on-map.s-online.doubtful")).to_have_count(1)
    expect(page.locator("#map .on-map.incident")).to_have_count(1)
    expect(page.locator("#map .on-map.outlet")).to_have_count(1)
    expect(page.locator("#map path.on-map-region")).to_have_count(1)
    offline.click()
    popup = page.locator(".leaflet-popup-content")
    expect(popup).to_contain_text("Person <17>")
    expect(popup).to_contain_text("Offline · On duty")
    # By the workspace's clocks, with the day when it is not today's.
    expect(popup).to_contain_text("Position reported 21 Nov, 13:04:03")
    expect(popup.get_by_role("link", name="Open the page")).to_have_attribute("href", "/w/city-rescue/responders/17")


def test_a_crowd_is_a_ring_of_shares_with_the_number_that_can_be_sent(page, url, data):
    data.people = [person(n, 46.05 + n / 1e6, 14.5, "offline" if n == 3 else "online") for n in range(1, 8)]
    data.people.append(person(99, 46.4, 15.2))
    page.goto(f"{url}/map")
    cluster = page.locator("#map .on-map.cluster")
    expect(cluster).to_have_text("6")
    shares = [arc.get_attribute("stroke-dasharray").split()[0] for arc in cluster.locator("circle").all()]
    assert [round(float(share)) for share in shares] == [14, 86]
    assert cluster.locator(".ring-offline").count() == 1
    # Online is not enough: one has an incident already.
    data.people[0]["can_be_sent"] = False
    data.version += 1
    expect(cluster).to_have_text("5")
    cluster.hover()
    expect(page.locator(".leaflet-tooltip", has_text="can be sent")).to_have_text("5 of 7 can be sent, 1 offline, 6 online")


def test_a_right_click_or_enter_offers_a_new_incident_there(page, url, data):
    page.goto(f"{url}/map")
    expect(page.locator("#map .on-map.incident")).to_have_count(1)
    page.locator("#map").click(button="right", position={"x": 40, "y": 40})
    link = page.get_by_role("link", name="New incident here")
    there = link.get_attribute("href")
    assert there.startswith("/w/city-rescue/incidents/new?place=46.")
    page.keyboard.press("Escape")
    page.locator("#map").focus()
    page.keyboard.press("Enter")
    expect(link).to_be_focused()
    assert link.get_attribute("href") != there


@pytest.mark.parametrize("button", ["left", "right"])
def test_a_click_on_a_site_offers_a_new_incident_there_by_its_name(page, url, data, button):
    page.goto(f"{url}/map")
    page.locator("#map .on-map.outlet").click(button=button)
    popup = page.locator(".leaflet-popup-content")
    expect(popup.locator("strong")).to_have_text("Kiosk <7>")
    address = urllib.parse.urlsplit(popup.get_by_role("link", name="New incident here").get_attribute("href"))
    assert address.path == "/w/city-rescue/incidents/new"
    assert dict(urllib.parse.parse_qsl(address.query)) == {
        "where": "Kiosk <7>", "asked": "Kiosk <7>", "at": "46.07,14.55 Kiosk <7>"}


def test_a_link_to_a_site_opens_it_on_the_map(page, url, data):
    data.people = [person(1, 46.4, 15.2)]
    page.goto(f"{url}/map#site-7")
    expect(page.locator(".leaflet-popup-content strong")).to_have_text("Kiosk <7>")
    expect(page.locator("#map .on-map.outlet")).to_be_in_viewport()


def test_whoever_opens_no_incidents_sees_the_name_of_a_site_alone(page, url, data):
    def without(route):
        text = route.fetch().text()
        changed = re.sub(r'data-new="[^"]+"', 'data-new=""', text)
        assert changed != text
        route.fulfill(body=changed, content_type="text/html; charset=utf-8")

    page.route(f"{url}/map", without)
    page.goto(f"{url}/map")
    page.locator("#map .on-map.outlet").click()
    expect(page.locator(".leaflet-popup-content")).to_have_text("Kiosk <7>")


def test_a_region_is_drawn_corner_by_corner(page, url, data):
    page.goto(f"{url}/settings-regions")
    page.get_by_role("button", name="Draw a region").click()
    close = page.get_by_role("button", name="Close the region")
    assert close.is_disabled()
    # Beside the buttons in the corner of the map.
    for x, y in [(120, 60), (240, 60), (240, 140), (300, 220)]:
        page.locator("#map").click(position={"x": x, "y": y})
    page.get_by_role("button", name="Remove the last corner").click()
    close.click()
    shape = json.loads(page.locator("#geojson").input_value())
    assert shape["type"] == "Polygon" and len(shape["coordinates"][0]) == 4
    assert shape["coordinates"][0][0] == shape["coordinates"][0][-1]
    expect(page.locator("#name")).to_be_focused()


def test_people_move_come_and_go_with_the_pages_own_polls(page, url, console, data):
    page.goto(f"{url}/map")
    expect(page.locator(".on-map.s-offline")).to_have_count(1)
    moved(console, data, person(17, 46.05, 14.5, "online"), person(5, 46.12, 14.62, "degraded"))
    expect(page.locator("#map .on-map.s-degraded")).to_have_count(1)
    expect(page.locator("#map .on-map.s-offline")).to_have_count(0)
    assert data.asked[:2] == [None, '"0"'], "what did not change need not be sent again"


def test_what_changes_while_the_map_is_being_fetched_is_drawn_too(page, url, console, data):
    page.goto(f"{url}/map")
    expect(page.locator(".on-map.s-offline")).to_have_count(1)
    data.is_slow = True
    polled = lambda answer: "fragment" in answer.url and answer.status == 200
    with page.expect_response(polled):
        moved(console, data, person(17, 46.05, 14.5, "online"))
    # When the page asks again, it has taken in the answer before.
    for _ in range(2):
        with page.expect_response(polled):
            moved(console, data, person(17, 46.05, 14.5, "degraded"))
    assert len(data.held) == 1, "the map waits for its answer"
    data.is_slow = False
    data.held[0]()
    expect(page.locator("#map .on-map.s-degraded")).to_have_count(1)
    expect(page.locator("#map .on-map.s-online")).to_have_count(0)


def test_a_map_that_cannot_be_fetched_turns_grey_and_says_so_and_comes_back(page, url, console, data):
    page.goto(f"{url}/map")
    expect(page.locator(".on-map.s-offline")).to_have_count(1)
    data.status = 503
    moved(console, data, person(17, 46.05, 14.5, "degraded"))
    expect(page.locator("#live-map.is-old")).to_be_visible()
    expect(page.locator("#map-said")).to_contain_text("The map is not up to date. The server answered 503.")
    data.status = 200
    expect(page.locator("#live-map.is-old")).to_have_count(0)
    expect(page.locator("#map .on-map.s-degraded")).to_have_count(1)


def test_a_stale_page_greys_its_map_too(page, url, console, data):
    page.goto(f"{url}/map")
    console.status = 500
    expect(page.locator("#stale")).to_contain_text("This map is not up to date")
    assert "grayscale" in page.evaluate("getComputedStyle(document.getElementById('map')).filter")


def test_trails_are_drawn_for_one_or_for_all_and_taken_away(page, url, data):
    page.goto(f"{url}/map")
    expect(page.locator(".on-map.s-offline")).to_have_count(1)
    assert data.trails == [], "nobody asked"
    page.get_by_label("Trails of the last hour").check()
    expect(page.locator("#map path.on-map-trail")).to_have_count(1)
    assert json.dumps(data.trails[0]).count("region=North") == 1, "the page's filter"
    page.get_by_label("Trails of the last hour").uncheck()
    expect(page.locator("#map path.on-map-trail")).to_have_count(0)
    page.locator(".on-map.s-offline").click()
    page.get_by_role("button", name="Trail of the last hour").click()
    expect(page.locator("#map path.on-map-trail")).to_have_count(1)
    assert "responder=17" in data.trails[1]


def test_without_clusters_each_stands_alone(page, url, data):
    page.route("**/leaflet.markercluster.min.js", lambda route: route.abort())
    data.people = [person(n, 46.05 + n / 1e6, 14.5) for n in range(1, 4)]
    page.goto(f"{url}/map")
    expect(page.locator("#map .on-map.s-online")).to_have_count(3)


def test_a_map_file_is_asked_for_the_zoom_levels_that_it_has_alone(page, url, data):
    asked = []

    def with_file(route):
        text = route.fetch().text()
        changed = re.sub(r'data-tiles="[^"]*" data-least-zoom="\d+" data-most-zoom="\d+"',
                         'data-tiles="/w/city-rescue/map/tiles/{z}/{x}/{y}" data-least-zoom="10" data-most-zoom="15"', text)
        assert changed != text
        route.fulfill(body=changed, content_type="text/html; charset=utf-8")

    page.route(f"{url}/map", with_file)
    page.route("**/map/tiles/**", lambda route: (asked.append(route.request.url), route.fulfill(status=204)))
    # It begins with the whole world, where such a file would be thousands of tiles.
    page.goto(f"{url}/map")
    expect(page.locator("#live-map .on-map").first).to_be_visible()
    for key in 4 * "+" + 14 * "-":
        page.locator("#map").press(key)
        page.wait_for_timeout(60)
    zooms = [int(address.rsplit("/", 3)[1]) for address in asked]
    assert zooms and min(zooms) >= 10 and max(zooms) <= 15 and len(asked) < 600


IPHONE = ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
          "Mobile/15E148 Safari/604.1")


@pytest.fixture
def phone(browser, url, data):
    """Opens the map in a phone's browser."""
    contexts = []

    def opened(**kind):
        contexts.append(browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, **kind))
        page = contexts[-1].new_page()
        page.route("**/assets/leaflet/**", lambda route: route.fulfill(
            path=LEAFLET / route.request.url.rsplit("/", 1)[-1].partition("?")[0]))
        page.route("**/w/city-rescue/map**", data.answer)
        page.route("https://tile.example.org/**", lambda route: route.abort())
        page.goto(f"{url}/map")
        expect(page.locator("#map .on-map.incident")).to_have_count(1)
        page.locator("#map").scroll_into_view_if_needed()
        return page
    yield opened
    for context in contexts:
        context.close()


def bare_place(page):
    """A place in the corner of the map, where nobody is."""
    box = page.locator("#map").bounding_box()
    return box["x"] + box["width"] - 40, box["y"] + 60


def touch(page, milliseconds):
    x, y = bare_place(page)
    page.context.new_cdp_session(page).send(
        "Input.synthesizeTapGesture", {"x": x, "y": y, "duration": milliseconds, "gestureSourceType": "touch"})


def offers_it(page):
    link = page.get_by_role("link", name="New incident here")
    expect(link).to_be_in_viewport()
    assert re.fullmatch(r"/w/city-rescue/incidents/new\?place=-?\d+\.\d{5}%2C\+-?\d+\.\d{5}", link.get_attribute("href"))
    # Not followed by the finger that is lifted.
    assert page.url.endswith("/map")


def test_a_long_press_offers_a_new_incident_there(phone):
    """Safari sends nothing for a long press: it is told from how long the finger stays."""
    page = phone(user_agent=IPHONE)
    touch(page, 100)
    assert page.get_by_role("link", name="New incident here").count() == 0
    touch(page, 1_500)
    offers_it(page)


def test_a_long_press_on_android_too(phone):
    """Chrome sends `contextmenu` while the finger is still down. Without a screen it does not, so the test does."""
    page = phone()
    x, y = bare_place(page)
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.evaluate("""([clientX, clientY]) => document.elementFromPoint(clientX, clientY).dispatchEvent(
      new PointerEvent("contextmenu", { bubbles: true, cancelable: true, clientX, clientY, pointerType: "touch" }))""", [x, y])
    finger.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    offers_it(page)
