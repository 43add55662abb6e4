"""From an empty server to a connected phone and thirty people on duty, in a browser alone, counted in clicks and seconds."""
import re

import film
import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from owntracks import NETWORK, OwnTracks
from playwright.sync_api import expect
from responding import until
from rollcall import TREE
from setting_up import empty, fill, link
from test_connect import scan

AXE = Axe().axe_script
CELLS = "NAME\tMobile\tTeam\tID\n" + "".join(
    f"Person {number:02}\t040 100 {number:03}\tNorth\tR-{number:02}\n" for number in range(30))
SCREEN = {"width": 1280, "height": 900}
# From the link to the last page: what somebody has to press.
MOST_CLICKS = 9


@pytest.fixture
def fresh(tmp_path):
    """A server on a database without a workspace, which offers its link."""
    rollcall = empty(tmp_path / "new", "--setup")
    rollcall.start()
    yield rollcall
    assert rollcall.stop() == 0


class Hand(film.Steps):
    """Whoever sits before the browser."""

    def __init__(self, page):
        super().__init__()
        self.page, self.seen = page, {}

    def press(self, role, name):
        self.look()
        self.click(self.page.get_by_role(role, name=name).first)
        self.page.wait_for_load_state()

    def look(self):
        """What axe-core says of the page as it is now."""
        with self.apart():
            self.page.evaluate(AXE)
            found = self.page.evaluate("() => axe.run({resultTypes: ['violations']})")["violations"]
        if found:
            self.seen[self.page.url] = [(one["id"], one["nodes"][0]["target"]) for one in found]


def test_from_an_empty_server_to_thirty_people_on_duty(fresh, browser, tmp_path):
    context = browser.new_context(viewport=SCREEN, timezone_id="Europe/Ljubljana", **film.options(SCREEN))
    page = context.new_page()
    hand = Hand(page)

    # The zone is the browser's.
    with hand.step("workspace and owner"):
        page.goto(link(fresh))
        assert page.input_value("#time_zone") == "Europe/Ljubljana"
        fill(page, "Gorska reševalna")
        hand.press("button", "Create the workspace")
        expect(page).to_have_url(re.compile("/w/gorska-resevalna/responders/import$"))

    with hand.step("thirty people"):
        page.fill("#list", CELLS)
        hand.press("button", "Preview")
        expect(page.locator(".import tbody tr")).to_have_count(10)
        expect(page.locator("main")).to_contain_text("+38640100000")
        hand.press("button", "Import 30 people")
        expect(page.locator(".people tbody tr")).to_have_count(30)

    # No phone can reach this address, and the page says so.
    with hand.step("codes to print"):
        hand.press("link", "Print codes to connect their phones")
        expect(page.get_by_role("alert").first).to_contain_text("Phones cannot reach")
        hand.press("button", "Create cards")
        expect(page.locator(".phone-card")).to_have_count(30)
    code = scan(page.locator(".phone-card").first.inner_html(), tmp_path)

    # By its reports the first is on duty.
    with hand.step("the first phone"):
        hand.press("link", "Then wait for the first phone on the board")
        expect(page.locator(".checklist")).to_contain_text("waiting for the first phone")
        OwnTracks(code).morning()
        expect(page.locator("#list")).to_contain_text("Online", timeout=30_000)

    with hand.step("everybody on duty"):
        hand.press("link", "Put people on duty")
        hand.click(page.get_by_label(re.compile("Everybody who matches")))
        hand.press("button", "Put on duty")
        expect(page.get_by_role("status")).to_contain_text("30 people are on duty")
        hand.look()
    board = page.request.get(f"{fresh.url}/w/gorska-resevalna/board.json").json()
    assert [row["duty_state"] for row in board["responders"]] == ["on_duty"] * 30
    assert board["counts"]["online"] == 1
    context.close()
    film.keep({"first-run": page})
    hand.table("first-run", "From an empty server to a connected phone and thirty people on duty")
    assert hand.seen == {}
    assert hand.all[1] <= MOST_CLICKS
    hand.are_told_in(TREE / "docs/people.md")
    assert requests.get(link(fresh), timeout=20).status_code == 404, "the link is dead"
    until(lambda: fresh.history("gorska-resevalna", fresh.key("gorska-resevalna")), "the positions")
    kept = b"".join(file.read_bytes() for file in fresh.database.parent.glob("rollcall.db*") if file.is_file())
    assert not [name for name in NETWORK.values() if name.encode() in kept], "names of networks are not stored"


def test_works_without_script(fresh, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(link(fresh))
    fill(page, "Plain", time_zone="UTC")
    page.click("text=Create the workspace")
    page.set_input_files("#file", {"name": "people.csv", "mimeType": "text/csv", "buffer": b"Name;Phone\nAna;+386 40 1 2345\n"})
    page.click("button.primary:has-text('Preview')")
    page.click("text=Import 1 person")
    page.check("input[name=pick]")
    page.click("text=Put on duty")
    page.goto(f"{fresh.url}/w/plain/board")
    page.click("text=Take off duty")
    expect(page).to_have_url(re.compile(r"/w/plain/board#r\d+$"))
    assert page.request.get(f"{fresh.url}/w/plain/board.json").json()["counts"]["off_duty"] == 1
    context.close()
