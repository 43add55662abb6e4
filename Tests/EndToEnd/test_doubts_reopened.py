"""Decisions about suspicious positions are taken back as they were made; only what is not in sight asks first."""
import time

import pytest
import requests
from people import add_member, log_in
from playwright.sync_api import expect
from program import Program

DISPATCHER = "doubts@example.org"


@pytest.fixture(scope="module")
def room(server):
    server.workspace("acme")
    add_member(server, "acme", DISPATCHER, "dispatcher")
    server.program = Program(server)
    for name in ("Ana Novak", "Boris Kos"):
        phone = requests.Session()
        phone.headers["Authorization"] = f"Bearer {server.token('acme', server.responder('acme', name))}"
        assert phone.put(f"{server.url}/app/v1/duty", json={"state": "on_duty"}).status_code == 200
        ping = {"lat": 46.05, "lng": 14.5, "is_mock": True, "sequence": 1, "recorded_at": int(time.time() * 1000)}
        assert phone.post(f"{server.url}/app/v1/locations", json=ping).status_code == 201
    return server


@pytest.fixture(params=[True, False], ids=["with script", "without script"])
def page(browser, room, request):
    context = browser.new_context(viewport={"width": 1366, "height": 900}, java_script_enabled=request.param)
    name, _, value = log_in(room, DISPATCHER).headers["Cookie"].partition("=")
    context.add_cookies([{"name": name, "value": value, "url": room.url}])
    page = context.new_page()
    page.goto(f"{room.url}/w/acme/suspicious-positions")
    yield page
    context.close()


def counts(room, name):
    """How many positions of somebody are open, confirmed and cleared."""
    found = next(one for one in room.program.get("suspicious-positions.json")["doubts"] if one["responder"] == name)
    return [found[state] for state in ("open", "confirmed", "cleared")]


def decide(page, button, *names):
    for name in names:
        page.locator("tbody tr", has_text=name).get_by_role("checkbox").check()
    page.get_by_role("button", name=button).click()


def test_a_decision_about_a_ticked_row_is_taken_back_by_reopening_it(page, room):
    assert counts(room, "Ana Novak") == [1, 0, 0]
    decide(page, "Confirm", "Ana Novak")
    expect(page.get_by_role("status").first).to_contain_text("1")
    assert (counts(room, "Ana Novak"), counts(room, "Boris Kos")) == ([0, 1, 0], [1, 0, 0])
    decide(page, "Reopen", "Ana Novak")
    expect(page.locator("tbody tr", has_text="Ana Novak")).to_contain_text("Open")
    assert counts(room, "Ana Novak") == [1, 0, 0]


def test_everything_that_matches_asks_first_with_the_number_and_can_be_reopened(page, room):
    page.locator("[name=all]").check()
    decide(page, "Dismiss")
    ask = page.locator("#sure")
    expect(ask).to_contain_text("2")
    assert counts(room, "Ana Novak") == [1, 0, 0], "nothing is decided yet"
    ask.get_by_role("button").click()
    expect(ask).to_have_count(0)
    assert (counts(room, "Ana Novak"), counts(room, "Boris Kos")) == ([0, 0, 1], [0, 0, 1])
    decide(page, "Reopen", "Ana Novak", "Boris Kos")
    expect(page.locator("tbody tr", has_text="Boris Kos")).to_contain_text("Open")
    assert (counts(room, "Ana Novak"), counts(room, "Boris Kos")) == ([1, 0, 0], [1, 0, 0])
