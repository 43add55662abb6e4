"""Alerts reach a dispatcher who looks elsewhere; a login says when it ends, and what was typed outlives it."""
import os
import pathlib
import re

from looking import hold_clock, let_seconds_pass
from playwright.sync_api import expect

PAGES = pathlib.Path(os.environ["ROLLCALL_PAGES"])
UNASSIGNED = {
    "id": 7, "kind": "IncidentUnassigned", "critical": True, "incident_id": 7, "closed_at": None, "snoozed": False,
    "acknowledged": None, "detail": "for 3 min"}
WARNING = {**UNASSIGNED, "id": 8, "kind": "HighOfflineRate", "critical": False, "incident_id": None}
# Counts sounds instead of making them.
SILENT = """window.sounds = 0; HTMLMediaElement.prototype.play = async () => { window.sounds += 1; };"""
NOTICES = """window.notices = [];
window.Notification = class extends EventTarget {
  static permission = "granted";
  static async requestPermission() { return "granted"; }
  constructor(title, options) { super(); window.notices.push([title, options.tag]); }
};"""
HIDE = """() => { Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange")); }"""


def test_the_title_the_icon_and_the_menu_tell_of_a_critical_alert(page, url, console):
    hold_clock(page)
    page.goto(f"{url}/board")
    calm = page.title()
    console.alerts = [UNASSIGNED, WARNING]
    let_seconds_pass(page, 11)
    expect(page).to_have_title(f"(2) INC-7 unassigned · {calm}")
    assert "alarm.svg" in page.locator("link[rel=icon]").get_attribute("href")
    expect(page.locator("nav.pages a", has_text="Alerts")).to_have_text("Alerts 2")
    # Somebody has it in hand: it is counted, and no longer urgent.
    console.alerts = [{**UNASSIGNED, "acknowledged": {"by": "ana"}}]
    let_seconds_pass(page, 11)
    expect(page).to_have_title(f"(1) {calm}")
    assert "favicon.svg" in page.locator("link[rel=icon]").get_attribute("href")
    console.alerts = []
    let_seconds_pass(page, 11)
    expect(page).to_have_title(calm)
    expect(page.locator("nav.pages a", has_text="Alerts")).to_have_text("Alerts")


def test_a_hidden_tab_asks_for_alerts_by_a_clock_that_browsers_do_not_slow_down(page, url, console):
    ticker = []
    page.route("**/ticker.js*", lambda route: (ticker.append(route.request.url), route.fulfill(
        content_type="text/javascript",
        body="addEventListener('message', (event) => { if (event.data <= 30000) setInterval(() => postMessage(null), 100); });")))
    page.goto(f"{url}/incident-new")
    page.evaluate(HIDE)
    console.alerts = [UNASSIGNED]
    expect(page).to_have_title(re.compile(r"^\(1\) INC-7 unassigned"))
    assert len(ticker) == 1


def test_the_sound_repeats_until_the_alert_is_acknowledged(page, url, console):
    page.add_init_script(SILENT)
    hold_clock(page)
    page.goto(f"{url}/alerts")
    console.alerts = [UNASSIGNED]
    let_seconds_pass(page, 11)
    expect(page).to_have_title(re.compile(r"^\(1\) INC-7"))
    assert page.evaluate("sounds") == 0, "it is off until somebody switches it on"
    page.locator("#switch-sound").check()
    page.locator("#try-sound").click()
    assert page.evaluate("sounds") == 1
    let_seconds_pass(page, 41)
    assert 3 <= page.evaluate("sounds") <= 5, "with each look"
    console.alerts = [{**UNASSIGNED, "acknowledged": {"by": "ana"}}, WARNING]
    let_seconds_pass(page, 11)
    expect(page).to_have_title(re.compile(r"^\(2\) Alerts"))
    before = page.evaluate("sounds")
    let_seconds_pass(page, 20)
    assert page.evaluate("sounds") == before
    page.reload()
    expect(page.locator("#switch-sound")).to_be_checked()


def test_a_new_critical_alert_is_notified_once(page, url, console):
    page.add_init_script(NOTICES)
    hold_clock(page)
    page.goto(f"{url}/alerts")
    page.locator("#switch-notifications").check()
    console.alerts = [UNASSIGNED, WARNING]
    let_seconds_pass(page, 31)
    expect(page).to_have_title(re.compile(r"^\(2\) INC-7"))
    assert page.evaluate("notices") == [["INC-7 unassigned", "rollcall-/w/city-rescue/alerts.json-7"]]


def test_a_bar_offers_to_stay_logged_in_before_the_login_ends(page, url, console):
    hold_clock(page)
    page.goto(f"{url}/incident-new")
    page.clock.run_for(27 * 60_000)
    expect(page.locator("#login-ends")).to_have_count(0)
    page.clock.run_for(70_000)
    expect(page.locator("#login-ends")).to_contain_text("You will be logged out in 2 minutes.")
    page.route("**/account", lambda route: (setattr(console, "stays", console.stays + 1), route.fulfill(body="")))
    page.locator("#login-ends button").click()
    expect(page.locator("#login-ends")).to_have_count(0)
    assert console.stays == 1
    page.clock.run_for(31 * 60_000)
    expect(page.locator("#login-ends a")).to_have_attribute("href", "/login?next=%2Fincident-new")


def test_what_was_typed_is_there_again_after_a_login(page, url, console):
    page.goto(f"{url}/incident-new")
    page.fill("#title", "Chest pain, third floor")
    page.reload()
    expect(page.locator("#title")).to_have_value("Chest pain, third floor")
    # Sent, but the login had ended: the login page comes, then the form.
    page.evaluate("""() => { const form = document.querySelector("#incident");
      form.addEventListener("submit", (event) => event.preventDefault()); form.requestSubmit(); }""")
    page.evaluate("""() => sessionStorage.setItem("rollcall.login", "true")""")
    page.goto(f"{url}/incident-new")
    expect(page.locator("#title")).to_have_value("Chest pain, third floor")


def test_a_change_of_an_incident_is_there_again_after_a_login_with_the_edition_that_it_was_typed_for(page, url, console):
    page.goto(f"{url}/incident")
    page.get_by_text("Change title, severity, place or notes").click()
    edition = page.locator("#edit [name=edition]").input_value()
    page.locator("#edit [name=where]").fill("Slovenska cesta 12")
    later = (PAGES / "incident.html").read_text().replace(
        f'name="edition" value="{edition}"', 'name="edition" value="7"')
    page.route("**/incident", lambda route: route.fulfill(body=later, content_type="text/html"))
    page.goto(f"{url}/incident")
    expect(page.locator("#edit [name=where]")).to_be_visible()
    expect(page.locator("#edit [name=where]")).to_have_value("Slovenska cesta 12")
    # So that a change which somebody else has made meanwhile is not overwritten unseen.
    assert page.locator("#edit [name=edition]").input_value() == edition


def test_another_member_does_not_see_what_was_typed(page, url, console):
    page.goto(f"{url}/incident-new")
    empty = page.locator("#title").input_value()
    page.fill("#title", "Chest pain, third floor")
    other = (PAGES / "incident-new.html").read_text().replace("Dispatcher A.", "Dispatcher B.")
    page.route("**/incident-new", lambda route: route.fulfill(body=other, content_type="text/html"))
    page.goto(f"{url}/incident-new")
    expect(page.locator(".who summary")).to_have_text("Dispatcher B.")
    expect(page.locator("#title")).to_have_value(empty)


def test_what_arrived_is_no_draft_any_more(page, url, console):
    page.goto(f"{url}/incident-new")
    empty = page.locator("#title").input_value()
    page.fill("#title", "Chest pain, third floor")
    page.evaluate("""() => { const form = document.querySelector("#incident");
      form.addEventListener("submit", (event) => event.preventDefault()); form.requestSubmit(); }""")
    page.goto(f"{url}/incident")
    page.goto(f"{url}/incident-new")
    expect(page.locator("#title")).to_have_value(empty)
