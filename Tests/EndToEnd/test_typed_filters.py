"""What is typed above a list: people by name, days with hours or without, columns; with and without a script, by keyboard."""
import datetime
import re
import zoneinfo

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from people import add_member, log_in
from playwright.sync_api import expect

AXE = Axe().axe_script
TODAY = datetime.datetime.now(zoneinfo.ZoneInfo("Europe/Ljubljana")).date()


@pytest.fixture(scope="module")
def office(server):
    server.workspace("acme")
    add_member(server, "acme", "owner@typed.example", "owner")
    for number in range(3):
        server.responder("acme", f"Person {number:03}")
    server.ana = server.responder("acme", "Ana Kovačič", "--external-id", "R-7")
    phone = requests.Session()
    phone.headers["Authorization"] = f"Bearer {server.token('acme', server.ana)}"
    assert phone.put(f"{server.url}/app/v1/duty", json={"state": "on_duty"}).status_code == 200
    ping = {"lat": 46.05, "lng": 14.5, "is_mock": True, "sequence": 1}
    assert phone.post(f"{server.url}/app/v1/locations", json=ping).status_code == 201
    return server


@pytest.fixture(params=[True, False], ids=["with script", "without script"])
def page(browser, office, request):
    context = browser.new_context(java_script_enabled=request.param, viewport={"width": 1366, "height": 768})
    name, _, value = log_in(office, "owner@typed.example").headers["Cookie"].partition("=")
    context.add_cookies([{"name": name, "value": value, "url": office.url}])
    page = context.new_page()
    page.has_script = request.param
    yield page
    context.close()


def check(page):
    if page.has_script:
        page.evaluate(AXE)
        found = page.evaluate("() => axe.run({resultTypes: ['violations']})")["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []


def reach(page, name):
    """Goes to a field with the Tab key alone."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == name:
            return
    raise AssertionError(f"Tab does not reach {name}")


@pytest.mark.parametrize("path", ["history", "suspicious-positions", "reports/gaps", "visits"])
def test_a_person_is_found_by_a_part_of_the_name_with_the_keyboard_alone(page, office, path):
    page.goto(f"{office.url}/w/acme/{path}")
    check(page)
    reach(page, "responder_named")
    page.keyboard.type("kovacic")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"[?&]responder={office.ana}(&|$)"))
    # The field shows whom the list is of, and the list of the field has everybody.
    field = page.locator("[name=responder_named]").first
    expect(field).to_have_value("Ana Kovačič")
    options = page.locator(f"datalist#{field.get_attribute('list')} option")
    assert options.count() == 4
    field.fill("Zoran")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“Zoran” is not one person here")


@pytest.mark.parametrize("path", ["history", "suspicious-positions", "reports/gaps", "audit", "visits", "lanes",
                                  "incidents", "alerts", "events", "responders/ANA", "responders/ANA/replay", "responders/ANA/looks", "responders/ANA/statement"])
def test_days_with_hours_and_days_alone_mean_the_same_everywhere(page, office, path):
    path = path.replace("ANA", str(office.ana))
    page.goto(f"{office.url}/w/acme/{path}")
    day, before = TODAY.isoformat(), (TODAY - datetime.timedelta(days=1)).isoformat()

    def ask(**fields):
        form = page.locator("form:has([name=from_day])").first
        for name in ["from_day", "from_time", "to_day", "to_time"]:
            form.locator(f"[name={name}]").fill(fields.get(name, ""))
        form.locator("button[type=submit]").first.click()
        return form

    # A night that ends this morning.
    ask(from_day=before, from_time="18:00", to_day=day, to_time="06:00")
    expect(page).to_have_url(re.compile(rf"from={before}T18%3A00.*to={day}T06%3A00|from={before}.*to={day}"))
    form = page.locator("form:has([name=from_day])").first
    shown = [form.locator(f"[name={name}]").input_value() for name in ["from_day", "from_time", "to_day", "to_time"]]
    assert shown == [before, "18:00", day, "06:00"]
    check(page)
    # One day, all of it.
    ask(from_day=before, to_day=before)
    expect(page).to_have_url(re.compile(rf"from={before}(&.*)?&to={day}(&|$)"))
    form = page.locator("form:has([name=from_day])").first
    shown = [form.locator(f"[name={name}]").input_value() for name in ["from_day", "from_time", "to_day", "to_time"]]
    assert shown == [before, "", before, ""]


def test_columns_and_rows_are_a_link(page, office):
    page.goto(f"{office.url}/w/acme/history")
    page.locator("details.list-shape summary").click()
    for name in ["speed", "battery", "mock", "source", "sequence"]:
        page.uncheck(f"#column-{name}")
    page.select_option("#size", "50")
    check(page)
    page.locator("details.list-shape button").click()
    expect(page).to_have_url(re.compile(r"size=50.*columns=person%2Creceived%2Cdelay%2Cposition%2Caccuracy%2Cflags"))
    shown = [one for one in page.locator("table.history thead th").all() if one.is_visible()]
    cells = [one for one in page.locator("table.history tbody tr").first.locator("th, td").all() if one.is_visible()]
    assert len(shown) == len(cells) == 7
    assert [one.inner_text().split(" ")[0] for one in shown] == ["Taken", "Person", "Received", "Delay", "Position", "Accuracy", "Suspicious"]
    # A filter keeps them.
    page.fill("[name=responder_named]", "R-7")
    page.get_by_role("button", name="Filter").click()
    expect(page).to_have_url(re.compile(rf"responder={office.ana}.*columns=person"))
    assert page.locator("table.history thead th").nth(6).is_hidden()
