"""The line under a name among the candidates: profile, region, skills, how soon they hear of it, about when they can be there."""
import json
from datetime import date, timedelta

import pytest
from people import add_member, log_in
from playwright.sync_api import expect
from responding import LIMIT, PLACE, ControlRoom, Phone, workspace
from rollcall import Rollcall

# Walks, and is heard every two minutes.
WALKER = {"name": "walker", "offers": ["incident"], "labels": {"on_duty": "On duty"}, "travel_kmh": 6, "rules": [
    {"name": "always", "interval_s": 120, "degraded_s": 1800, "offline_s": 3600}]}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lines")
    (folder / "data").mkdir()
    rollcall = Rollcall(folder / "data")
    workspace(rollcall, folder / "seed")
    (folder / "walker.json").write_text(json.dumps(WALKER))
    rollcall.cli("profile", "import", "acme", folder / "walker.json")
    rollcall.start()
    yield rollcall
    assert rollcall.stop() == 0


@pytest.fixture(scope="module")
def people(place):
    """A driver 1.1 km away, somebody who walks from 2.2 km, and one who is off duty; the second has a skill that has run out."""
    driver, walker, home = Phone(place, "Driver", 0.01), Phone(place, "Walker", 0.02, "walker"), Phone(place, "Home", 0.03)
    today = date.today()
    place.cli("responder", "set", "acme", walker.id, "--region", "Centre", "--skills",
              f"medic;boat={today + timedelta(days=30)};drone={today - timedelta(days=30)}")
    for phone in (driver, walker):
        phone.come_on_duty()
    return driver, walker, home


@pytest.fixture
def page(browser, place):
    name, _, value = log_in(place, add_member(place, "acme", "dispatcher@example.org", "dispatcher")).headers["Cookie"].partition("=")
    context = browser.new_context(viewport={"width": 1366, "height": 768}, base_url=place.url)
    context.set_default_timeout(LIMIT * 1_000)
    context.add_cookies([{"name": name, "value": value, "url": place.url}])
    yield context.new_page()
    context.close()


def line(page, name, table="ranking"):
    return page.locator(f"table.{table} tbody tr").filter(has_text=name).locator("th small").first


def test_the_line_under_a_name_says_who_they_are_when_they_hear_of_it_and_when_they_can_be_there(page, place, people):
    page.goto("/w/acme/incidents/new")
    page.get_by_label("Title").fill("Fall")
    page.locator("#where").fill(f"{PLACE[0]}, {PLACE[1]}")
    # 5 s and 1.1 km at 30 km/h; 2 min and 2.2 km at 6 km/h.
    expect(line(page, "Driver")).to_have_text("steady · hears of it in 5 s · ≈ 2 min")
    expect(line(page, "Walker")).to_have_text("walker · Centre · medic, boat · hears of it in 2 min · ≈ 24 min")
    page.locator(".left-out-box summary").click()
    expect(line(page, "Home", "left-out")).to_have_text("steady · hears of it in 5 s")
    page.get_by_role("button", name="Create only").click()
    # The same on the incident's page.
    expect(page.locator("#state")).to_be_visible()
    expect(line(page, "Walker")).to_have_text("walker · Centre · medic, boat · hears of it in 2 min · ≈ 24 min")


def test_programs_read_the_times_of_the_line_and_the_sooner_one_stands_first(place, people):
    driver, walker, _ = people
    room = ControlRoom(place)
    number = room.open("Fall", mode="nobody")

    def found():
        candidates = room.get(f"incidents/{number}/candidates.json")["candidates"]
        return [(one["responder_id"], one["hears_within_s"], one["reach_s"]) for one in candidates], [one["distance_m"] for one in candidates]
    times, (near, far) = found()
    assert times == [(driver.id, 5, pytest.approx(5 + near / (30 / 3.6), abs=1)), (walker.id, 120, pytest.approx(120 + far / (6 / 3.6), abs=1))]
    # Who drives half a kilometre farther is there before one who walks.
    walker.north, driver.north = 0.01, 0.015
    for phone in (walker, driver):
        phone.report()
    times, _ = found()
    assert [person for person, *_ in times] == [driver.id, walker.id]
