"""Whether what a page asks for keeps its login: the page counts it when the server does, and only then."""
import contextlib
import json
import sqlite3
import time

import pytest
from people import add_member, log_in
from playwright.sync_api import expect
from responding import LIMIT, PLACE, ControlRoom, Phone, workspace
from rollcall import Rollcall

AGO = 10 * 60_000


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A workspace with somebody on duty and an incident."""
    folder = tmp_path_factory.mktemp("use")
    (folder / "data").mkdir()
    rollcall = Rollcall(folder / "data")
    workspace(rollcall, folder / "seed")
    rollcall.start()
    add_member(rollcall, "acme", "ana@example.org", "owner")
    rollcall.room = ControlRoom(rollcall)
    rollcall.phone = Phone(rollcall, "Vid", 0.01).come_on_duty()
    rollcall.number = rollcall.room.open("Fall", mode="nobody")
    yield rollcall
    assert rollcall.stop() == 0


class Desk:
    """A tab of a login that the server takes for last used ten minutes ago, and the page for used when it was opened."""

    def __init__(self, page, place):
        self.page, self.place = page, place
        name, _, value = log_in(place, "ana@example.org").headers["Cookie"].partition("=")
        page.context.add_cookies([{"name": name, "value": value, "url": place.url}])
        page.clock.install()

    def open(self, path):
        self.page.goto(f"{self.place.url}/w/acme/{path}")

    def database(self):
        return contextlib.closing(sqlite3.connect(self.place.database, timeout=LIMIT, isolation_level=None))

    def age(self):
        with self.database() as file:
            file.execute("UPDATE console_session SET last_seen_at = last_seen_at - ?, acted_at = acted_at - ?", (AGO, AGO))
        self.before, self.aged = self.used(), self.seen()

    def seen(self):
        with self.database() as file:
            return file.execute("SELECT max(last_seen_at), max(acted_at) FROM console_session").fetchone()

    def used(self):
        use = json.loads(self.page.evaluate("localStorage.getItem('rollcall.use')"))
        return use["seen"], use["acted"]

    def counted(self):
        """What was counted since, by the server and by the page: as seen, as acted."""
        def later(now, then):
            return tuple(one > other for one, other in zip(now, then))
        page = later(self.used(), self.before)
        # The server writes it down beside its answer.
        deadline = time.monotonic() + LIMIT
        while later(self.seen(), self.aged) != page:
            assert time.monotonic() < deadline, (later(self.seen(), self.aged), page)
            time.sleep(0.05)
        return page

    def after_two_minutes(self, path):
        """Whether a request that the page makes by itself counts."""
        self.age()
        with self.page.expect_response(lambda answer: f"{path}?fragment=1" in answer.url and answer.ok):
            self.page.clock.fast_forward("02:00")
        # What follows the answer has run when the page's next task has.
        self.page.evaluate("() => new Promise((done) => { const way = new MessageChannel(); way.port1.onmessage = done; way.port2.postMessage(0); })")
        return self.counted()


@pytest.fixture
def desk(browser, place):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(LIMIT * 1_000)
    yield Desk(context.new_page(), place)
    context.close()


@pytest.fixture
def switched_off(browser, place):
    """Watching does not count in this workspace for a while."""
    context = browser.new_context(base_url=place.url)
    page = context.new_page()
    name, _, value = log_in(place, "ana@example.org").headers["Cookie"].partition("=")
    context.add_cookies([{"name": name, "value": value, "url": place.url}])

    def switch(on):
        page.goto("/w/acme/settings/workspace")
        page.locator("[name=watching_counts]").set_checked(on)
        page.get_by_role("button", name="Preview").click()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("button", name="Save")).to_have_count(0)
        expect(page.locator("[name=watching_counts]")).to_be_checked(checked=on)
    switch(False)
    yield
    switch(True)
    context.close()


SEEN, NOTHING, ACTED = (True, False), (False, False), (True, True)


@pytest.mark.parametrize("path", ["board", "incidents", "incidents/{number}", "map"])
def test_the_poll_of_a_page_of_the_control_room_is_a_look_and_no_act(desk, place, path):
    path = path.format(number=place.number)
    desk.open(path)
    assert desk.after_two_minutes(f"/w/acme/{path}") == SEEN


@pytest.mark.parametrize("path", ["responders/{person}", "responders/{person}/connect"])
def test_the_poll_of_another_page_does_not_count(desk, place, path):
    path = path.format(person=place.phone.id)
    desk.open(path)
    assert desk.after_two_minutes(f"/w/acme/{path}") == NOTHING


def test_the_poll_of_a_drill_does_not_count_although_it_stands_under_incidents(desk, place):
    desk.open("drills/new")
    desk.page.get_by_label("Title").fill("Are you there?")
    desk.page.get_by_text("Send the drill").first.click()
    desk.page.locator("#drill details button").click()
    expect(desk.page.locator("#asof")).to_be_visible()
    assert desk.after_two_minutes(desk.page.url.removeprefix(place.url)) == NOTHING


@pytest.mark.parametrize("path", ["board", "incidents/new", "map"])
def test_no_poll_counts_where_the_workspace_says_so(desk, place, switched_off, path):
    desk.open(path)
    if path == "incidents/new":
        desk.page.locator("#where").fill(f"{PLACE[0]}, {PLACE[1]}")
        expect(desk.page.locator("#candidates tbody")).to_contain_text("Vid")
    assert desk.after_two_minutes(f"/w/acme/{path}") == NOTHING


def test_what_is_drawn_on_the_map_by_itself_does_not_count(desk, place, switched_off):
    desk.open("map")
    expect(desk.page.locator(".leaflet-marker-icon").first).to_be_visible()
    desk.age()
    place.phone.north += 0.001
    place.phone.report()
    with desk.page.expect_response(lambda answer: "/map.json" in answer.url and answer.ok):
        desk.page.clock.fast_forward("02:00")
    assert desk.counted() == NOTHING


def test_the_ranking_of_a_new_incident_counts_as_a_look_by_itself_and_as_an_act_when_somebody_types(desk):
    desk.open("incidents/new")
    desk.page.locator("#where").fill(f"{PLACE[0]}, {PLACE[1]}")
    expect(desk.page.locator("#candidates tbody")).to_contain_text("Vid")
    desk.page.get_by_label("Title").focus()
    assert desk.after_two_minutes("/w/acme/incidents/new") == SEEN
    desk.age()
    desk.page.clock.fast_forward("02:00")
    with desk.page.expect_response(lambda answer: answer.url.endswith("/w/acme/incidents/new") and answer.ok):
        desk.page.locator("[name=severity]").select_option("critical")
    expect(desk.page.locator("#said")).to_contain_text("candidate")
    assert desk.counted() == ACTED


def test_looking_a_place_up_is_a_look(desk):
    desk.open("incidents/new")
    desk.age()
    desk.page.clock.fast_forward("02:00")
    desk.age()
    desk.page.locator("#where").fill("no such place")
    expect(desk.page.locator("#where-said")).to_have_text("No place of this name.")
    assert desk.counted()[0]


def test_to_stay_logged_in_is_an_act(desk):
    desk.open("responders")
    desk.age()
    desk.page.clock.fast_forward("29:00")
    bar = desk.page.locator("#login-ends")
    expect(bar).to_contain_text("You will be logged out in a minute.")
    with desk.page.expect_response("**/account"):
        bar.get_by_role("button", name="Stay logged in").click()
    expect(bar).to_have_count(0)
    assert desk.counted() == ACTED
