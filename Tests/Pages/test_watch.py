"""Alerts reach a dispatcher who looks elsewhere; a login says when it ends, and what was typed outlives it."""
import datetime
import os
import pathlib
import re

import pytest
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
BADGES = """window.badges = [];
navigator.setAppBadge = async (count) => { window.badges.push(count); };
navigator.clearAppBadge = async () => { window.badges.push(0); };"""
REFUSED = """Object.defineProperty(window, "localStorage", { get() { throw new DOMException("refused", "SecurityError"); } });"""
MINUTE = 60_000
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


def test_the_badge_of_an_installed_console_has_the_number_of_open_alerts(page, url, console):
    page.add_init_script(BADGES)
    hold_clock(page)
    console.alerts = [UNASSIGNED, WARNING]
    page.goto(f"{url}/board")
    expect(page).to_have_title(re.compile(r"^\(2\)"))
    assert page.evaluate("badges.at(-1)") == 2
    console.alerts = [{**UNASSIGNED, "acknowledged": {"by": "ana"}}, {**WARNING, "snoozed": True}]
    let_seconds_pass(page, 11)
    expect(page).to_have_title(re.compile(r"^\(1\)"))
    assert page.evaluate("badges.at(-1)") == 1
    console.alerts = []
    let_seconds_pass(page, 11)
    expect(page).to_have_title(re.compile(r"^Board"))
    assert page.evaluate("badges.at(-1)") == 0


def test_a_platform_that_refuses_the_badge_is_no_trouble(page, url, console):
    page.add_init_script("navigator.setAppBadge = () => Promise.reject(new DOMException('none', 'NotSupportedError'));")
    console.alerts = [UNASSIGNED]
    page.goto(f"{url}/board")
    expect(page).to_have_title(re.compile(r"^\(1\) INC-7"))
    expect(page.locator("#watch-failed")).to_have_count(0)


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
    # On a busy machine a look may begin only after the first of them.
    let_seconds_pass(page, 22)
    expect(page).to_have_title(re.compile(r"^\(1\) INC-7"))
    assert page.evaluate("sounds") == 0, "it is off until somebody switches it on"
    page.locator("#switch-sound").check()
    page.locator("#try-sound").click()
    assert page.evaluate("sounds") == 1
    let_seconds_pass(page, 41)
    assert 3 <= page.evaluate("sounds") <= 5, "with each look"
    console.alerts = [{**UNASSIGNED, "acknowledged": {"by": "ana"}}, WARNING]
    let_seconds_pass(page, 22)
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


def test_a_browser_without_notifications_for_pages_is_said_so_and_raises_no_false_alarm(page, url, console):
    # Chrome on Android throws.
    page.add_init_script(NOTICES + """
Notification = class { static permission = "granted"; static async requestPermission() { return "granted"; }
  constructor() { throw new TypeError("Illegal constructor"); } };""")
    hold_clock(page)
    page.goto(f"{url}/alerts")
    page.locator("#switch-notifications").check()
    console.alerts = [UNASSIGNED]
    let_seconds_pass(page, 31)
    expect(page.get_by_text("This browser shows no notifications")).to_be_visible()
    expect(page.get_by_text("The server cannot be reached")).to_have_count(0)
    expect(page).to_have_title(re.compile(r"^\(1\) INC-7"))


@pytest.fixture
def open_tab(page, url, console):
    """Opens `responders`, which asks for nothing by itself, in a tab; its login ends so many minutes after the test began.
    Time goes on only when it is told to."""
    hold_clock(page)
    began = datetime.datetime.fromtimestamp(page.evaluate("Date.now()") / 1000, datetime.UTC)

    def stay(route):
        console.stays += 1
        route.fulfill(body="")
    page.context.route("**/account", stay)

    def tab(ends=12 * 60, at=None):
        at = at or page.context.new_page()
        html = (PAGES / "responders.html").read_text()
        assert "data-login-ends" not in html
        end = (began + datetime.timedelta(minutes=ends)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        html = html.replace("<body ", f'<body data-login-ends="{end}" ')
        at.route("**/responders", lambda route: route.fulfill(body=html, content_type="text/html"))
        at.goto(f"{url}/responders")
        return at
    return tab


def pass_time(tab, minutes, seconds=0):
    """In all tabs of the browser."""
    tab.clock.run_for(minutes * MINUTE + seconds * 1_000)


def bar(tab):
    return tab.locator("#login-ends")


def test_a_bar_offers_to_stay_two_minutes_before_an_unused_login_ends(page, console, open_tab):
    open_tab(at=page)
    pass_time(page, 27, 55)
    expect(bar(page)).to_have_count(0)
    pass_time(page, 0, 10)
    expect(bar(page)).to_contain_text("You will be logged out in 2 minutes.")
    pass_time(page, 1)
    expect(bar(page)).to_contain_text("You will be logged out in a minute.")
    page.get_by_role("button", name="Stay logged in").click()
    expect(bar(page)).to_have_count(0)
    assert console.stays == 1
    pass_time(page, 27, 55)
    expect(bar(page)).to_have_count(0)
    pass_time(page, 2, 10)
    expect(bar(page)).to_contain_text("You are logged out.")
    expect(bar(page).locator("a")).to_have_attribute("href", "/login?next=%2Fresponders")


@pytest.mark.parametrize("refuses", [False, True], ids=["", "where nothing is kept"])
def test_the_bar_comes_back_before_a_login_ends_after_twelve_hours_however_it_is_used(page, open_tab, refuses):
    if refuses:
        page.add_init_script(REFUSED)
    open_tab(20, at=page)
    pass_time(page, 17, 55)
    expect(bar(page)).to_have_count(0)
    pass_time(page, 0, 10)
    expect(bar(page)).to_contain_text("This login ends in 2 minutes: it began 12 hours ago.")
    expect(bar(page).locator("a")).to_have_attribute("href", "/login?next=%2Fresponders")
    page.reload()
    pass_time(page, 0, 5)
    expect(bar(page)).to_contain_text("This login ends in 2 minutes")
    pass_time(page, 2)
    expect(bar(page)).to_contain_text("You are logged out.")


def test_a_login_that_is_used_in_another_tab_is_not_about_to_end(page, open_tab):
    open_tab(at=page)
    other = open_tab()
    pass_time(page, 20)
    other.reload()
    pass_time(page, 8, 5)
    for tab in (page, other):
        expect(bar(tab)).to_have_count(0)
    # Nobody uses either.
    pass_time(page, 20)
    for tab in (page, other):
        expect(bar(tab)).to_contain_text("You will be logged out in 2 minutes.")
    # One answer is enough, and the other tab knows at once.
    page.get_by_role("button", name="Stay logged in").click()
    for tab in (page, other):
        expect(bar(tab)).to_have_count(0)


def test_a_tab_counts_for_itself_where_nothing_is_kept(page, open_tab):
    page.context.add_init_script(REFUSED)
    open_tab(at=page)
    other = open_tab()
    pass_time(page, 20)
    other.reload()
    pass_time(page, 8, 5)
    expect(bar(page)).to_contain_text("You will be logged out in 2 minutes.")
    expect(bar(other)).to_have_count(0)


def test_the_use_of_an_earlier_login_says_nothing_about_this_one(page, open_tab):
    page.add_init_script("localStorage.setItem('rollcall.use', JSON.stringify({ login: 1, seen: Date.now() + 9e9, acted: Date.now() + 9e9 }));")
    open_tab(at=page)
    pass_time(page, 28, 5)
    expect(bar(page)).to_contain_text("You will be logged out in 2 minutes.")


def test_a_page_of_an_earlier_login_says_so_once_another_tab_has_a_new_one(page, open_tab):
    open_tab(at=page)
    pass_time(page, 10)
    new = open_tab(12 * 60 + 10)
    expect(bar(page)).to_contain_text("You have logged in anew in another tab.")
    expect(bar(page).locator("a")).to_have_attribute("href", "/responders")
    expect(bar(new)).to_have_count(0)


@pytest.mark.parametrize("answer, said", [
    (lambda route: route.abort(), "The server did not answer: the login was not prolonged."),
    (lambda route: route.fulfill(status=503), "The server did not answer: the login was not prolonged."),
    (lambda route: route.fulfill(status=303, headers={"Location": "/login"}), "You are logged out.")],
    ids=["no answer", "no service", "logged out"])
def test_nobody_is_told_that_they_stay_when_the_server_has_not_said_so(page, open_tab, answer, said):
    open_tab(at=page)
    page.route("**/account", answer)
    pass_time(page, 28, 5)
    page.get_by_role("button", name="Stay logged in").click()
    expect(page.locator("main")).to_contain_text(said)
    pass_time(page, 0, 10)
    expect(bar(page)).to_be_visible()


def test_the_end_of_a_login_that_the_server_tells_stays_said_until_it_tells_otherwise(page, open_tab, console):
    open_tab(at=page)
    page.route("**/alerts.json*", lambda route: route.fulfill(status=401))
    let_seconds_pass(page, 11)
    expect(bar(page)).to_contain_text("You are logged out.")
    pass_time(page, 0, 6)
    expect(bar(page)).to_contain_text("You are logged out.")
    page.unroute("**/alerts.json*")
    let_seconds_pass(page, 11)
    expect(bar(page)).to_have_count(0)


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
