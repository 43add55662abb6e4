"""The first steps above a new workspace's board: each leads to where it is taken, is ticked when it is, and with the last
one the list ends."""
import re
import time

import pytest
from owntracks import OwnTracks
from people import add_member, log_in
from playwright.sync_api import expect
from rooms import csrf
from setting_up import empty, set_up
from test_connect import scan

PEOPLE, ADDRESS, PHONES, DUTY = "Add people", "Let phones reach this server", "Connect their phones", "Put people on duty"
CHANNEL, BACKUP = "Say who is told of alerts", "Back up the database"
ALL = [PEOPLE, ADDRESS, PHONES, DUTY, CHANNEL, BACKUP]


@pytest.fixture
def office(tmp_path, browser):
    """A workspace as it is after the first form, and its owner's browser."""
    rollcall = empty(tmp_path / "new", "--setup")
    rollcall.start()
    context = browser.new_context()
    yield Office(rollcall, context.new_page())
    context.close()
    assert rollcall.stop() == 0


class Office:
    def __init__(self, rollcall, page):
        self.rollcall, self.page = rollcall, page
        set_up(rollcall, page)
        self.board()

    def board(self):
        self.page.goto(f"{self.rollcall.url}/w/one/board")

    @property
    def steps(self):
        """The steps in their order, and whether each is ticked; a reader without eyes is told the same."""
        found = {}
        for item in self.page.locator(".checklist li").all():
            text = item.inner_text()
            is_done = "done" in (item.get_attribute("class") or "")
            assert is_done == text.startswith("✓") == ("Done: " in item.text_content())
            found[next(name for name in ALL if name in text)] = is_done
        return found

    @property
    def ticked(self):
        return [name for name, is_done in self.steps.items() if is_done]

    def follow(self, step, path):
        """From the board along a step's link, to a path in the workspace or the server's page."""
        self.board()
        self.page.locator(".checklist").get_by_role("link", name=step).click()
        expect(self.page).to_have_url(self.rollcall.url + path)

    def add_people(self, cells):
        self.page.fill("#list", cells)
        self.page.click("button.primary:has-text('Preview')")
        self.page.get_by_role("button", name=re.compile(r"Import \d+ p")).click()
        expect(self.page.locator(".people tbody tr").first).to_be_visible()


def test_each_step_is_ticked_where_its_link_leads_and_with_the_last_the_list_ends(office, tmp_path):
    page = office.page
    assert office.steps == dict.fromkeys(ALL, False)

    office.follow(PEOPLE, "/w/one/responders/import")
    office.add_people("Name\tPhone\nAna\t+38640100001\n")
    office.board()
    assert office.ticked == [PEOPLE]

    office.follow(DUTY, "/w/one/responders")
    page.check("input[name=pick]")
    page.get_by_role("button", name="Put on duty").click()
    office.board()
    assert office.ticked == [PEOPLE, DUTY]

    office.follow(ADDRESS, "/server")
    page.fill("#public_url", "https://rollcall.example")
    page.get_by_role("button", name="Save").click()
    office.board()
    assert office.ticked == [PEOPLE, ADDRESS, DUTY]

    office.follow(PHONES, "/w/one/connect?new=1")
    page.get_by_role("button", name="Create cards").click()
    code = scan(page.locator(".phone-card").first.inner_html(), tmp_path)
    office.board()
    assert office.ticked == [PEOPLE, ADDRESS, DUTY]
    phone = OwnTracks(code, server=office.rollcall.url)
    assert phone.settings["url"].startswith("https://rollcall.example/"), "the code leads to the address that was set"
    phone.morning()
    office.board()
    assert office.ticked == [PEOPLE, ADDRESS, PHONES, DUTY]

    office.follow(CHANNEL, "/w/one/settings/channels")
    page.fill("#name", "Watch")
    page.select_option("#kind", "ntfy")
    page.fill("#address", "https://ntfy.example/rollcall")
    page.get_by_role("button", name="Create channel").click()
    office.board()
    assert office.ticked == ALL[:-1]

    office.follow(BACKUP, "/server")
    page.get_by_role("button", name="Back up now").click()
    expect(page.get_by_role("status")).to_contain_text("backup")
    office.board()
    end = time.monotonic() + 30
    while office.steps and time.monotonic() < end:
        assert office.ticked == ALL[:-1]
        page.wait_for_timeout(100)
        office.board()
    expect(page.locator("#list")).to_contain_text("Ana")
    expect(page.locator(".checklist")).to_have_count(0)


def test_whoever_is_not_heard_yet_keeps_the_step_open(office, tmp_path):
    office.follow(PEOPLE, "/w/one/responders/import")
    office.add_people("Name\nAna\nBo\n")
    office.follow(PHONES, "/w/one/connect?new=1")
    office.page.get_by_role("button", name="Create cards").click()
    OwnTracks(scan(office.page.locator(".phone-card").first.inner_html(), tmp_path)).morning()
    office.board()
    expect(office.page.locator(".checklist li", has_text=PHONES)).to_contain_text("1 of 2 heard")
    assert office.ticked == [PEOPLE, DUTY], "OwnTracks puts on duty by its report"


def test_it_is_hidden_for_everybody_and_shown_again_by_a_setting(office):
    page = office.page
    add_member(office.rollcall, "one", "admin@example.org", "admin")
    admin = log_in(office.rollcall, "admin@example.org")
    board = f"{office.rollcall.url}/w/one/board"
    assert "First steps" in admin.get(board, timeout=20).text
    page.locator(".checklist").get_by_role("button", name="Hide").click()
    expect(page).to_have_url(board)
    expect(page.locator(".checklist")).to_have_count(0)
    assert "First steps" not in admin.get(board, timeout=20).text
    page.goto(f"{office.rollcall.url}/w/one/settings/workspace")
    page.get_by_label("First steps above the board").check()
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Save").click()
    office.board()
    assert list(office.steps) == ALL
    assert "First steps" in admin.get(board, timeout=20).text


def test_who_does_not_own_the_installation_is_led_nowhere_where_they_may_not_go(office):
    for role in ["admin", "dispatcher", "viewer"]:
        add_member(office.rollcall, "one", f"{role}@example.org", role)
    admin = log_in(office.rollcall, "admin@example.org")
    text = admin.get(f"{office.rollcall.url}/w/one/board", timeout=20).text
    part = re.search(r'<section class="checklist".*?</section>', text, re.S)[0]
    assert ADDRESS in part and BACKUP not in part
    for link in re.findall(r'href="([^"]+)"', part):
        assert admin.get(office.rollcall.url + link, timeout=20).status_code == 200, link
    assert admin.get(f"{office.rollcall.url}/server", timeout=20).status_code == 403
    for role in ["dispatcher", "viewer"]:
        member = log_in(office.rollcall, f"{role}@example.org")
        page = member.get(f"{office.rollcall.url}/w/one/board", timeout=20)
        assert page.status_code == 200 and "First steps" not in page.text
        answer = member.post(
            f"{office.rollcall.url}/w/one/board/checklist", timeout=20,
            data={"_csrf": csrf(member, f"{office.rollcall.url}/w/one/board")})
        assert answer.status_code == 403
