"""A night of a dispatcher in a real browser: a call, who can go, offers, a second helper, arrived, closed; and the alert of
an incident that nobody has, in a tab that is not looked at and in one that is."""
import re

import film
import pytest
from axe_playwright_python.sync_playwright import Axe
from people import add_member, log_in
from playwright.sync_api import expect
from responding import LIMIT, PLACE, Phone, instant, until, workspace
from rollcall import TREE, Rollcall

# Counts sounds instead of making them, and notes when the title told of something first.
NOTED = """window.sounds = 0;
HTMLMediaElement.prototype.play = async () => { window.sounds += 1; window.soundedAt ??= Date.now(); };
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  if (document.title.startsWith("(")) window.toldAt ??= Date.now();
}).observe(document.querySelector("title"), { childList: true }));"""
HIDE = """() => { Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange")); }"""
SCREEN = {"width": 1366, "height": 768}
# What a whole incident with two helpers may cost.
MOST_CLICKS = 11
# Seconds until a critical alert stands in the title of a tab that nobody looks at.
TOLD = 35


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("night")
    (folder / "data").mkdir()
    rollcall = Rollcall(folder / "data")
    workspace(rollcall, folder / "seed")
    rollcall.start()
    addresses = folder / "addresses.csv"
    addresses.write_text(f"name,number,town,lat,lng\nLipova ulica,7,Kranj,{PLACE[0]},{PLACE[1]}\nLipova ulica,9,Kranj,46.3,14.9\n")
    assert rollcall.cli("addresses", "import", "acme", addresses) == {"addresses": 2, "streets": 1}
    yield rollcall
    assert rollcall.stop() == 0
    assert rollcall.cli("verify")["ok"] is True


@pytest.fixture(scope="module")
def cookie(place):
    name, _, value = log_in(place, add_member(place, "acme", "night@example.org", "dispatcher")).headers["Cookie"].partition("=")
    return {"name": name, "value": value, "url": place.url}


@pytest.fixture
def desk(browser, cookie, place):
    """Opens tabs of the dispatcher, each with a name for its film; one fails the test when the browser complains."""
    context = browser.new_context(viewport=SCREEN, **film.options(SCREEN))
    context.set_default_timeout(LIMIT * 1_000)
    context.add_cookies([cookie])
    context.add_init_script(NOTED)
    said, tabs = [], {}

    def tab(path, name):
        page = tabs[name] = context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda m: said.append(m.text) if "Content Security Policy" in m.text else None)
        page.goto(f"{place.url}/w/acme/{path}")
        return page
    yield tab
    context.close()
    film.keep(tabs)
    assert said == []


def shown(page, text):
    expect(page.locator("main")).to_contain_text(text, timeout=LIMIT * 1_000)


def is_accessible(page):
    found = [(v["id"], v["nodes"][0]["target"]) for v in Axe().run(page).response["violations"]]
    assert found == []


def test_the_night_from_the_call_to_the_end(desk, place):
    ana, bor = Phone(place, "Ana", 0.01).come_on_duty(), Phone(place, "Bor", 0.02).come_on_duty()
    for phone, number in ((ana, "+38640111222"), (bor, "+38640111333")):
        place.cli("responder", "set", "acme", phone.id, "--phone", number)
    shift = film.Steps()
    click, page = shift.click, desk("board", "night")
    expect(page.locator("main")).to_contain_text("2Can be sent")
    with shift.step("call"):
        click(page.get_by_role("link", name="Incidents").first)
        click(page.get_by_role("link", name="New incident").first)
        page.get_by_label("Title").fill("Chest pain")
        page.get_by_label("Caller's name").fill("Mrs Novak")
        page.get_by_label("Caller's number").fill("+386 1 234 567")
        page.get_by_label("Severity").select_option("critical")
        page.locator("#where").press_sequentially("lipova 7")
        expect(page.get_by_role("option", name="Lipova ulica 7, Kranj")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("#where")).to_have_value("Lipova ulica 7, Kranj")
    with shift.step("candidates"):
        # Who can go, with number and distance, before anything is opened.
        expect(page.locator("#candidates tbody tr").first).to_contain_text("Ana")
        assert page.locator("#candidates a[href='tel:+38640111222']").count() == 1
    is_accessible(page)
    with shift.step("offer"):
        # A critical one asks more people than it needs.
        click(page.get_by_role("button", name="Create and dispatch"))
        shown(page, "Offering to")
        expect(page.locator("#log")).to_contain_text("1.1 km, 30 s to answer")
    assert ana.offer()["incident"]["notes"] == "Caller: Mrs Novak, +386 1 234 567"
    with shift.step("accepted"):
        ana.accept()
        shown(page, "Taken by")
        expect(page.locator("#state")).to_contain_text("Assigned")
    with shift.step("a correction"):
        # More is known: the phone shows it.
        click(page.get_by_text("Change title, severity, place or notes"))
        page.locator("#edit #notes").fill("Third floor, the door is open")
        click(page.locator("#edit").get_by_role("button", name="Change it"))
        assert ana.assignment()["incident"]["notes"] == "Third floor, the door is open"
    with shift.step("second helper"):
        click(page.get_by_text("Change who is needed"))
        page.locator("#people1").fill("2")
        click(page.locator("form[action$='/needs']").get_by_role("button", name="Change it"))
        # Who lost the race to Ana is asked at once.
        bor.accept()
        expect(page.locator(".around g.assigned")).to_have_count(2, timeout=LIMIT * 1_000)
    with shift.step("arrived"):
        # As their phones say and as the dispatcher writes down.
        assert ana.send("POST", f"assignments/{ana.assignment()['id']}/arrived").status_code == 200
        shown(page, "arrived")
        click(page.locator("summary", has_text="Bor has arrived"))
        click(page.get_by_role("button", name="Yes, they have arrived"))
        expect(page.locator("#log")).to_contain_text("Bor\u2069 has arrived")
    is_accessible(page)
    with shift.step("closed"):
        click(page.get_by_text("Resolve the incident"))
        click(page.get_by_role("button", name="Yes, it is resolved"))
        expect(page.locator("#state")).to_contain_text("Resolved")
        # With what came of it.
        expect(page.locator("#offers tbody")).to_contain_text("accepted, arrived, resolved")
        expect(page.locator("#former tbody tr")).to_have_count(2)
    shift.table("night", "From the board to the end of an incident, with a correction and a second helper")
    shift.are_told_in(TREE / "docs/incidents.md")
    assert shift.all[1] <= MOST_CLICKS
    for phone in (ana, bor):
        phone.duty("off_duty")


def test_an_incident_that_nobody_has_is_in_the_title_of_a_hidden_tab_and_sounds_in_a_visible_one(desk, place):
    place.responder("acme", "Cene", "--profile", "steady", "--phone", "+38640111444")
    hidden, visible = desk("incidents", "alert-hidden-tab"), desk("board", "alert-visible-tab")
    visible.goto(f"{place.url}/w/acme/alerts")
    visible.locator("#switch-sound").check()
    hidden.evaluate(HIDE)
    other = desk("incidents/new", "alert-call-list")
    other.get_by_label("Title").fill("Fall")
    other.locator("#where").fill(f"{PLACE[0]}, {PLACE[1]}")
    # Just after the hidden tab has asked, which is the worst moment for it: once with the clock of a visible page, then with
    # that of a hidden one, every 30 s.
    for _ in range(2):
        with hidden.expect_request("**/alerts.json?fragment=1", timeout=TOLD * 1_000):
            pass
    other.get_by_role("button", name="Create and dispatch").click()
    expect(other.locator("#state")).to_contain_text("Unassigned")
    number = other.url.rsplit("/", 1)[1]
    expect(visible).to_have_title(re.compile(rf"^\(1\) INC-{number} unassigned"), timeout=LIMIT * 1_000)
    until(lambda: visible.evaluate("sounds") > 0, "the sound")
    expect(hidden).to_have_title(re.compile(rf"^\(1\) INC-{number} unassigned"), timeout=LIMIT * 1_000)
    opened = instant(other.request.get(f"{place.url}/w/acme/alerts.json").json()["alerts"][0]["opened_at"]).timestamp()
    after = {name: page.evaluate(at) / 1_000 - opened for name, page, at in [
        ("title of a visible tab", visible, "toldAt"), ("sound", visible, "soundedAt"), ("title of a hidden tab", hidden, "toldAt")]}
    film.table("alert", "From a critical alert to where it is told", ["where", "seconds"], after.items())
    assert after["title of a hidden tab"] <= TOLD
    # It ends in somebody who is called, and says that they come.
    expect(other.get_by_role("heading", name="Call by telephone")).to_be_visible(timeout=LIMIT * 1_000)
    expect(other.locator(".calls a[href='tel:+38640111444']")).to_be_visible()
    other.locator("#called").fill("Cene")
    other.locator("#result").select_option("accepts")
    other.get_by_role("button", name="Write it down").click()
    expect(other.locator("#state")).to_contain_text("Assigned")
    expect(hidden).to_have_title(re.compile(r"^Incidents"), timeout=2 * LIMIT * 1_000)
