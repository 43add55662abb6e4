"""A night of a dispatcher in a real browser: a call, who can go, offers, a second helper, arrived, closed; and the alert of
an incident that nobody has, in a tab that is not looked at and in one that is."""
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from people import add_member, log_in
from playwright.sync_api import expect
from responding import LIMIT, PLACE, Phone, until, workspace
from rollcall import Rollcall

# Counts sounds instead of making them.
SILENT = "window.sounds = 0; HTMLMediaElement.prototype.play = async () => { window.sounds += 1; };"
HIDE = """() => { Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange")); }"""
# What a whole incident with two helpers may cost.
MOST_CLICKS = 12


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("night")
    (folder / "data").mkdir()
    rollcall = Rollcall(folder / "data")
    workspace(rollcall, folder / "seed")
    rollcall.start()
    yield rollcall
    assert rollcall.stop() == 0
    assert rollcall.cli("verify")["ok"] is True


@pytest.fixture(scope="module")
def cookie(place):
    name, _, value = log_in(place, add_member(place, "acme", "night@example.org", "dispatcher")).headers["Cookie"].partition("=")
    return {"name": name, "value": value, "url": place.url}


@pytest.fixture
def desk(browser, cookie, place):
    """Opens tabs of the dispatcher; each fails the test when the browser complains."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.set_default_timeout(LIMIT * 1_000)
    context.add_cookies([cookie])
    context.add_init_script(SILENT)
    said = []

    def tab(path):
        page = context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda m: said.append(m.text) if "Content Security Policy" in m.text else None)
        page.goto(f"{place.url}/w/acme/{path}")
        return page
    yield tab
    context.close()
    assert said == []


class Clicks:
    """A mouse that counts."""

    def __init__(self):
        self.count = 0

    def __call__(self, target):
        target.click()
        self.count += 1


def shown(page, text):
    expect(page.locator("main")).to_contain_text(text, timeout=LIMIT * 1_000)


def is_accessible(page):
    found = [(v["id"], v["nodes"][0]["target"]) for v in Axe().run(page).response["violations"]]
    assert found == []


def test_the_night_from_the_call_to_the_end(desk, place):
    ana, bor = Phone(place, "Ana", 0.01).come_on_duty(), Phone(place, "Bor", 0.02).come_on_duty()
    for phone, number in ((ana, "+38640111222"), (bor, "+38640111333")):
        place.cli("responder", "set", "acme", phone.id, "--phone", number)
    click = Clicks()
    page = desk("board")
    expect(page.locator("main")).to_contain_text("2Can be sent")
    # The call.
    click(page.get_by_role("link", name="Incidents").first)
    click(page.get_by_role("link", name="New incident").first)
    page.get_by_label("Title").fill("Chest pain")
    page.get_by_label("Severity").select_option("critical")
    page.locator("#where").fill(f"{PLACE[0]}, {PLACE[1]}")
    # Who can go, with number and distance, before anything is opened.
    expect(page.locator("#candidates tbody tr").first).to_contain_text("Ana")
    assert page.locator("#candidates a[href='tel:+38640111222']").count() == 1
    is_accessible(page)
    click(page.get_by_role("button", name="Create and dispatch"))
    # Offered: a critical one asks more people than it needs.
    shown(page, "Offering to")
    ana.offer()
    ana.accept()
    shown(page, "Taken by")
    expect(page.locator("#state")).to_contain_text("Assigned")
    # More is known: the phone shows it.
    click(page.get_by_text("Change title, severity, place or notes"))
    page.locator("#edit #notes").fill("Third floor, the door is open")
    click(page.locator("#edit").get_by_role("button", name="Change it"))
    assert ana.assignment()["incident"]["notes"] == "Third floor, the door is open"
    # A second helper.
    click(page.get_by_text("Change who is needed"))
    page.locator("#people1").fill("2")
    click(page.locator("form[action$='/needs']").get_by_role("button", name="Change it"))
    click(page.get_by_role("button", name="Ask Bor"))
    bor.accept()
    expect(page.locator(".around g.assigned")).to_have_count(2, timeout=LIMIT * 1_000)
    # Arrived, as their phones say and as the dispatcher writes down.
    assert ana.send("POST", f"assignments/{ana.assignment()['id']}/arrived").status_code == 200
    shown(page, "arrived")
    click(page.get_by_role("form", name="What Bor does").get_by_role("button", name="Arrived"))
    expect(page.locator("#log")).to_contain_text("Bor\u2069 has arrived")
    is_accessible(page)
    # Closed, with what came of it.
    click(page.get_by_text("Resolve the incident"))
    click(page.get_by_role("button", name="Yes, it is resolved"))
    expect(page.locator("#state")).to_contain_text("Resolved")
    expect(page.locator("#offers tbody")).to_contain_text("accepted, arrived, resolved")
    expect(page.locator("#former tbody tr")).to_have_count(2)
    assert click.count <= MOST_CLICKS
    print(f"clicks from the board to the end, with an edit and a second helper: {click.count}")
    for phone in (ana, bor):
        phone.duty("off_duty")


def test_an_incident_that_nobody_has_is_in_the_title_of_a_hidden_tab_and_sounds_in_a_visible_one(desk, place):
    hidden, visible = desk("incidents"), desk("board")
    visible.goto(f"{place.url}/w/acme/alerts")
    visible.locator("#switch-sound").check()
    hidden.evaluate(HIDE)
    other = desk("incidents/new")
    other.get_by_label("Title").fill("Fall")
    other.locator("#where").fill(f"{PLACE[0]}, {PLACE[1]}")
    other.get_by_role("button", name="Create and dispatch").click()
    expect(other.locator("#state")).to_contain_text("Unassigned")
    number = other.url.rsplit("/", 1)[1]
    # A hidden tab asks every 30 s, a visible one with its poll.
    expect(hidden).to_have_title(re.compile(rf"^\(1\) INC-{number} unassigned"), timeout=LIMIT * 1_000)
    expect(visible).to_have_title(re.compile(rf"^\(1\) INC-{number} unassigned"), timeout=LIMIT * 1_000)
    until(lambda: visible.evaluate("sounds") > 0, "the sound")
    # It ends in somebody who is called, and says that they come.
    away = place.responder("acme", "Cene", "--profile", "steady", "--phone", "+38640111444")
    other.reload()
    expect(other.get_by_role("heading", name="Call by telephone")).to_be_visible()
    expect(other.locator(".calls a[href='tel:+38640111444']")).to_be_visible()
    other.locator("#called").select_option(str(away))
    other.locator("#result").select_option("accepts")
    other.get_by_role("button", name="Write it down").click()
    expect(other.locator("#state")).to_contain_text("Assigned")
    expect(hidden).to_have_title(re.compile(r"^Incidents"), timeout=2 * LIMIT * 1_000)
