"""From an empty server to a connected phone and thirty people on duty, in a browser alone, counted in clicks."""
import base64
import json
import re
import time
import urllib.parse

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from rollcall import Rollcall
from test_connect import scan

AXE = Axe().axe_script
CELLS = "NAME\tMobile\tTeam\tID\n" + "".join(
    f"Person {number:02}\t040 100 {number:03}\tNorth\tR-{number:02}\n" for number in range(30))
# From the link to the last page: what somebody has to press.
MOST_CLICKS = 9


@pytest.fixture
def fresh(tmp_path):
    """A server on a database without a workspace, which offers its link."""
    rollcall = Rollcall(tmp_path / "new", options=["--setup"])
    rollcall.database.parent.mkdir(mode=0o700)
    rollcall.start()
    yield rollcall
    assert rollcall.stop() == 0


class Hand:
    """Whoever sits before the browser."""

    def __init__(self, page):
        self.page, self.clicks, self.seen = page, 0, {}

    def press(self, role, name):
        self.look()
        self.clicks += 1
        self.page.get_by_role(role, name=name).first.click()
        self.page.wait_for_load_state()

    def look(self):
        """What axe-core says of the page as it is now."""
        self.page.evaluate(AXE)
        found = self.page.evaluate("() => axe.run({resultTypes: ['violations']})")["violations"]
        if found:
            self.seen[self.page.url] = [(one["id"], one["nodes"][0]["target"]) for one in found]


def link(rollcall):
    [found] = re.findall(r"^  (http\S+/setup/\S+)$", rollcall.said(0), re.M)
    return found


def test_from_an_empty_server_to_thirty_people_on_duty(fresh, browser, tmp_path):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, timezone_id="Europe/Ljubljana")
    page = context.new_page()
    hand = Hand(page)
    began = time.monotonic()
    page.goto(link(fresh))

    # A workspace and its owner; the zone is the browser's
    assert page.input_value("#time_zone") == "Europe/Ljubljana"
    page.fill("#name", "Gorska reševalna")
    page.fill("#email", "ana@example.org")
    page.fill("#password", "correct horse battery")
    page.fill("#again", "correct horse battery")
    hand.press("button", "Create the workspace")

    # Thirty people out of a spreadsheet
    expect(page).to_have_url(re.compile("/w/gorska-resevalna/responders/import$"))
    page.fill("#list", CELLS)
    hand.press("button", "Preview")
    expect(page.locator(".import tbody tr")).to_have_count(10)
    expect(page.locator("main")).to_contain_text("+38640100000")
    hand.press("button", "Import 30 people")
    expect(page.locator(".people tbody tr")).to_have_count(30)

    # Codes to print; no phone can reach this address, and the page says so
    hand.press("link", "Print codes to connect their phones")
    expect(page.get_by_role("alert").first).to_contain_text("Phones cannot reach")
    hand.press("button", "Create cards")
    expect(page.locator(".phone-card")).to_have_count(30)
    code = scan(page.locator(".phone-card").first.inner_html(), tmp_path)
    hand.press("link", "Then wait for the first phone on the board")
    expect(page.locator(".checklist")).to_contain_text("waiting for the first phone")

    # The phone of the first reports as OwnTracks does, and is on duty by that
    settings = json.loads(base64.b64decode(dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(code).query))["inline"]))
    answer = requests.post(
        settings["url"], auth=(settings["username"], settings["password"]), timeout=20,
        json={"_type": "location", "lat": 46.05, "lon": 14.5, "acc": 9, "batt": 83, "bs": 1, "tst": int(time.time())})
    assert answer.status_code == 200, answer.text
    expect(page.locator("#list")).to_contain_text("Online", timeout=30_000)

    # All others by hand, at once
    hand.press("link", "Put people on duty")
    hand.clicks += 1
    page.get_by_label(re.compile("Everybody who matches")).check()
    hand.press("button", "Put on duty")
    expect(page.get_by_role("status")).to_contain_text("30 people are on duty")
    hand.look()
    board = page.request.get(f"{fresh.url}/w/gorska-resevalna/board.json").json()
    assert [row["duty_state"] for row in board["responders"]] == ["on_duty"] * 30
    assert board["counts"]["online"] == 1
    context.close()
    print(f"{hand.clicks} clicks, {time.monotonic() - began:.1f} s of the machine")
    assert hand.seen == {}
    assert hand.clicks <= MOST_CLICKS
    # And the link is dead
    assert requests.get(link(fresh), timeout=20).status_code == 404


def test_works_without_script(fresh, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(link(fresh))
    for name, text in [("name", "Plain"), ("email", "a@example.org"), ("time_zone", "UTC"),
                       ("password", "correct horse"), ("again", "correct horse")]:
        page.fill(f"#{name}", text)
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


def test_no_link_is_printed_where_nobody_reads_it_or_a_workspace_is_there(tmp_path):
    for name, options, slug in [("quiet", [], None), ("used", ["--setup"], "used")]:
        rollcall = Rollcall(tmp_path / name, options=options)
        rollcall.database.parent.mkdir(mode=0o700)
        if slug:
            rollcall.cli("workspace", "add", slug, "--name", slug, "--time-zone", "UTC")
        rollcall.start()
        assert "/setup/" not in rollcall.said(0)
        assert rollcall.stop() == 0


def test_a_backup_is_begun_and_listed_on_the_page_of_the_server(fresh, browser):
    context = browser.new_context()
    page = context.new_page()
    page.goto(link(fresh))
    for name, text in [("name", "One"), ("email", "a@example.org"), ("password", "correct horse"), ("again", "correct horse")]:
        page.fill(f"#{name}", text)
    page.click("text=Create the workspace")
    page.goto(f"{fresh.url}/server")
    page.click("text=Back up now")
    for _ in range(100):
        if page.locator(".backups tbody tr").count():
            break
        page.wait_for_timeout(100)
        page.goto(f"{fresh.url}/server")
    [file] = (fresh.database.parent / "rollcall.db-backups").glob("*.db")
    expect(page.locator(".backups")).to_contain_text(file.name)
    assert fresh.run("verify", "--database", file).returncode == 0
    context.close()


def test_only_the_newest_backups_of_the_page_are_kept(tmp_path, browser):
    rollcall = Rollcall(tmp_path / "new", options=["--setup", "--backups-kept", "2"])
    rollcall.database.parent.mkdir(mode=0o700)
    rollcall.start()
    folder = rollcall.database.parent / "rollcall.db-backups"
    folder.mkdir(mode=0o700)
    theirs = ["by-hand.db", "rollcall-2019.db"]
    # The last one was made while the clock was ahead.
    for name in ("rollcall-20200101T000000.db", "rollcall-20210101T000000.db", "rollcall-29990101T000000.db", *theirs):
        (folder / name).write_text("old")
    context = browser.new_context()
    page = context.new_page()
    page.goto(link(rollcall))
    for name, text in [("name", "One"), ("email", "a@example.org"), ("password", "correct horse"), ("again", "correct horse")]:
        page.fill(f"#{name}", text)
    page.click("text=Create the workspace")
    page.goto(f"{rollcall.url}/server")
    expect(page.locator("main")).to_contain_text("The newest 2 are kept")
    for what in ("TLS", "Mail", "Push messages", "Map data", "GeoIP"):
        expect(page.locator(".findings").get_by_role("rowheader", name=what, exact=True).first).to_be_visible()
    page.click("text=Back up now")
    for _ in range(600):
        names = sorted(file.name for file in folder.glob("*.db"))
        if "rollcall-20200101T000000.db" not in names:
            break
        page.wait_for_timeout(100)
    assert len(names) == 4 and set(theirs) < set(names), "others' files stay"
    assert names[-1] == "rollcall-29990101T000000.db" and names[2] > "rollcall-2022", "and the one just made"
    context.close()
    assert rollcall.stop() == 0
