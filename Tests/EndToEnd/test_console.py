"""The console in a real browser, from login to logout, with script and without."""
import csv
import re

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from people import PASSWORD, add_member, log_in
from playwright.sync_api import expect

OWNER = "owner@example.org"


@pytest.fixture(scope="module")
def console(server):
    """A workspace in which Ana is online, and Bo's phone has never been heard."""
    server.workspace("acme")
    ana, _ = server.responder("acme", "Ana Novak"), server.responder("acme", "Bo <b>Li</b>")
    add_member(server, "acme", OWNER, "owner")
    phone = requests.Session()
    phone.headers["Authorization"] = f"Bearer {server.token('acme', ana)}"
    assert phone.put(f"{server.url}/app/v1/duty", json={"state": "on_duty"}).status_code == 200
    ping = {"lat": 46.05, "lng": 14.5, "is_mock": False, "sequence": 1}
    assert phone.post(f"{server.url}/app/v1/locations", json=ping).status_code == 201
    return server


@pytest.fixture(params=[True, False], ids=["with script", "without script"])
def page(browser, request):
    """A page that fails its test when the browser complains about script or policy."""
    context = browser.new_context(java_script_enabled=request.param, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(10_000)
    page = context.new_page()
    page.has_script = request.param
    said = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda m: said.append(m.text) if "Content Security Policy" in m.text else None)
    yield page
    context.close()
    assert said == []


def enter(page, url, password=PASSWORD):
    page.goto(url)
    page.get_by_label("E-mail").fill(OWNER)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()


@pytest.fixture(scope="module")
def cookie(console):
    """The cookie of one login for all: scrypt takes its time on purpose."""
    name, _, value = log_in(console, OWNER).headers["Cookie"].partition("=")
    return {"name": name, "value": value, "url": console.url}


@pytest.fixture
def inside(page, cookie):
    """A page of somebody who is logged in."""
    page.context.add_cookies([cookie])
    return page


def violations(page):
    """What axe finds; it needs script."""
    if not page.has_script:
        return []
    return [(v["id"], v["nodes"][0]["target"]) for v in Axe().run(page).response["violations"]]


def row(page, name):
    return page.locator("tbody tr").filter(has_text=name)


def test_a_wrong_password_is_told_in_words_and_the_address_is_kept(page, console):
    enter(page, f"{console.url}/login", "not this one")
    expect(page.get_by_role("alert")).to_have_text("E-mail address or password is not right.")
    expect(page.get_by_label("E-mail")).to_have_value(OWNER)
    assert violations(page) == []


def test_the_login_leads_to_where_one_wanted_to_go(page, console):
    enter(page, f"{console.url}/w/acme/history?flag=mock")
    expect(page).to_have_url(f"{console.url}/w/acme/history?flag=mock")


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "/\\example.org"])
def test_the_login_never_leads_elsewhere(console, elsewhere):
    form = {"email": OWNER, "password": PASSWORD, "next": elsewhere}
    answer = requests.post(f"{console.url}/login", data=form, allow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_the_board_shows_who_is_online_and_is_filtered_by_its_address(inside, console):
    page = inside
    page.goto(console.url)
    expect(page).to_have_url(f"{console.url}/w/acme/board")
    expect(row(page, "Ana Novak").locator(".pill")).to_have_text("Online")
    expect(row(page, "Bo <b>Li</b>").locator(".pill")).to_have_text("Off duty")
    assert page.locator("tbody b").count() == 0, "a name became markup"
    assert violations(page) == []

    page.get_by_label("Status", exact=True).select_option("online")
    page.get_by_role("button", name="Filter").click()
    expect(page).to_have_url(re.compile(r"[?&]status=online"))
    expect(row(page, "Ana Novak")).to_have_count(1)
    expect(row(page, "Bo <b>Li</b>")).to_have_count(0)
    json = page.request.get(console.url + page.get_by_role("link", name="JSON").get_attribute("href")).json()
    assert [one["name"] for one in json["responders"]] == ["Ana Novak"]
    assert json["counts"]["online"] == 1 and json["counts"]["off_duty"] == 1


@pytest.mark.parametrize("zone, told", [("Europe/Ljubljana", False), ("America/New_York", True)])
def test_the_zone_stands_twice_only_where_the_browser_has_another(browser, console, cookie, zone, told):
    context = browser.new_context(timezone_id=zone)
    context.add_cookies([cookie])
    page = context.new_page()
    page.goto(f"{console.url}/w/acme/board")
    clocks = page.locator("[data-clocks]")
    expect(clocks).to_have_attribute("data-clocks", "Europe/Ljubljana")
    expect(clocks).to_have_text(re.compile(r"^UTC\+0[12]:00 · here .0[45]:00$" if told else r"^[^·]+$"))
    context.close()


def test_the_history_is_exported_as_it_is_filtered(inside, console):
    page = inside
    page.goto(f"{console.url}/w/acme/board")
    page.locator(".review summary").click()
    page.get_by_role("link", name="Positions", exact=True).click()
    expect(row(page, "Ana Novak")).to_have_count(1)
    assert violations(page) == []
    page.fill("[name=responder_named]", "Ana Novak")
    page.get_by_role("button", name="Filter").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    with open(download.value.path(), newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["responder"], row["lat"], row["sequence"], row["is_mock"]) for row in rows] == [
        ("Ana Novak", "46.05", "1", "no")]


def test_the_responders_are_found_by_name(inside, console):
    page = inside
    page.goto(f"{console.url}/w/acme/responders")
    assert violations(page) == []
    page.get_by_role("searchbox").fill("novak")
    page.get_by_role("button", name="Filter").click()
    expect(page).to_have_url(re.compile(r"[?&]q=novak"))
    expect(page.locator("tbody tr")).to_have_count(1)


def test_what_is_not_there_is_said_calmly(inside, console):
    page = inside
    answer = page.goto(f"{console.url}/w/acme/nothing")
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here.")
    assert violations(page) == []


def test_after_logging_out_the_pages_are_closed(page, console):
    enter(page, f"{console.url}/w/acme/board")
    page.get_by_text(OWNER).click()
    page.get_by_role("button", name="Log out").click()
    expect(page).to_have_url(f"{console.url}/login")
    page.goto(f"{console.url}/w/acme/board")
    expect(page).to_have_url(re.compile("/login[?]next="))


def test_the_console_can_be_installed_as_an_app_whose_icon_shows_the_badge(inside, console):
    inside.goto(f"{console.url}/w/acme/board")
    address = inside.locator("link[rel=manifest]").get_attribute("href")
    answer = requests.get(f"{console.url}{address}", timeout=20)
    assert answer.headers["Content-Type"].startswith("application/manifest+json")
    found = inside.context.new_cdp_session(inside).send("Page.getAppManifest")
    assert found["errors"] == [] and found["url"] == f"{console.url}{address}"
    manifest = answer.json()
    assert manifest["display"] == "standalone" and manifest["name"] == "Rollcall"
    for icon in manifest["icons"]:
        drawn = requests.get(f"{console.url}{icon['src']}", timeout=20)
        assert drawn.headers["Content-Type"].startswith(icon["type"]) and drawn.ok
    inside.goto(f"{console.url}{manifest['start_url']}")
    expect(inside).to_have_url(re.compile(r"/w/acme/board$"))
