"""*Settings → Server*: backups that are begun and listed there, and the latest warnings and errors, without persons."""
import concurrent.futures
import contextlib
import html
import pathlib
import re
import socket
import sqlite3
import sys
import time

import pytest
import requests
from people import add_member, log_in
from playwright.sync_api import expect
from responding import tells_place, until
from rooms import csrf
from setting_up import empty, set_up

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Fakes"))
import sms_gateway  # noqa: E402

LIMIT = 60
NAME, NUMBER = "Zzyzx Marker", "+38640777333"
MARKS = re.compile(r"Zzyzx|Marker|777\W?333")


def test_a_backup_is_begun_and_listed_on_the_page_of_the_server(tmp_path, browser):
    rollcall = empty(tmp_path / "new", "--setup")
    rollcall.start()
    context = browser.new_context()
    page = context.new_page()
    set_up(rollcall, page)
    page.goto(f"{rollcall.url}/server")
    page.click("text=Back up now")
    for _ in range(100):
        if page.locator(".backups tbody tr").count():
            break
        page.wait_for_timeout(100)
        page.goto(f"{rollcall.url}/server")
    [file] = (rollcall.database.parent / "rollcall.db-backups").glob("*.db")
    expect(page.locator(".backups")).to_contain_text(file.name)
    assert rollcall.run("verify", "--database", file).returncode == 0
    context.close()
    assert rollcall.stop() == 0


def test_only_the_newest_backups_of_the_page_are_kept(tmp_path, browser):
    rollcall = empty(tmp_path / "new", "--setup", "--backups-kept", "2")
    rollcall.start()
    folder = rollcall.database.parent / "rollcall.db-backups"
    folder.mkdir(mode=0o700)
    theirs = ["by-hand.db", "rollcall-2019.db"]
    # The last one was made while the clock was ahead.
    for name in ("rollcall-20200101T000000.db", "rollcall-20210101T000000.db", "rollcall-29990101T000000.db", *theirs):
        (folder / name).write_text("old")
    context = browser.new_context()
    page = context.new_page()
    set_up(rollcall, page)
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


@pytest.fixture
def gateway():
    with sms_gateway.Gateway() as running:
        yield running


class Desk:
    """The owner of an installation, in whose one workspace a person with a name and number that can be found is."""

    def __init__(self, rollcall, **settings):
        self.rollcall = rollcall
        rollcall.start(["env", *(f"ROLLCALL_{name.upper()}={value}" for name, value in settings.items())])
        self.person = rollcall.responder("acme", NAME, "--phone", NUMBER, "--profile", "driver", "--external-id", "Zzyzx-1")
        self.secret = rollcall.cli("app", "issue", "acme", self.person, "--adapter", "owntracks")["secret"]
        add_member(rollcall, "acme", "owner@example.org", "owner")
        self.owner = log_in(rollcall, "owner@example.org")
        self.token = csrf(self.owner, f"{rollcall.url}/w/acme/settings")

    def get(self, path, **query):
        return self.owner.get(f"{self.rollcall.url}/{path}", params=query, timeout=LIMIT)

    @property
    def lines(self):
        """The warnings and errors on the page, the newest first."""
        page = self.get("server").text
        assert not MARKS.search(page) and not tells_place(page), page
        return [html.unescape(line) for line in re.findall(r'<td data-label="What">([^<]*)</td>', page)]

    def ask_for_code(self):
        answer = requests.post(f"{self.rollcall.url}/app/v1/auth/otp", json={"phone": NUMBER}, timeout=LIMIT)
        assert answer.status_code == 202, answer.text

    def report(self):
        return requests.post(
            f"{self.rollcall.url}/ingest/t/{self.secret}/owntracks", timeout=LIMIT,
            json={"_type": "location", "lat": 46.0511, "lon": 14.5051, "tst": int(time.time()), "tid": "Zzyzx"})

    def edit(self):
        return self.owner.post(
            f"{self.rollcall.url}/w/acme/responders/{self.person}/edit", timeout=LIMIT,
            data={"_csrf": self.token, "name": NAME, "phone": NUMBER, "profile": "driver"})


@contextlib.contextmanager
def locked(database):
    """Nothing can be written meanwhile."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as file:
        file.execute("BEGIN IMMEDIATE")
        yield
        file.execute("ROLLBACK")


def test_warnings_about_a_person_name_neither_them_nor_their_number_nor_their_place(rollcall, gateway):
    desk = Desk(rollcall, sms_webhook_url=f"{gateway.url}/hook", sms_webhook_secret=gateway.secret)
    assert desk.lines == []
    gateway.answers = [400]
    desk.ask_for_code()
    until(lambda: "a code is not sent: the gateway answered 400" in desk.lines, "the refused code")
    with locked(rollcall.database), concurrent.futures.ThreadPoolExecutor() as pool:
        # What leaves as a file is written down first.
        failed = [pool.submit(act) for act in (
            desk.report, desk.edit, lambda: desk.get("w/acme/responders.csv", q=NAME))]
        assert [one.result().status_code for one in failed] == [503] * len(failed)
    with socket.create_connection(("127.0.0.1", rollcall.port)) as link:
        link.sendall(f"GET /w/acme/responders?q={NUMBER} HTTP/1.1\r\n{NAME}\r\n\r\n".encode())
        link.recv(1_000)
    lines = until(lambda: len(found := desk.lines) > len(failed) and found, "the warnings")
    # Which request failed is told, by the pattern of its path.
    for path in ("/ingest/t/{secret}/owntracks", "/w/{ws}/responders/{id}/edit", "/w/{ws}/responders.csv"):
        assert any(f"route={path} status=503" in line for line in lines), lines
    said = rollcall.said(0)
    assert not MARKS.search(said) and not tells_place(said), said
    assert desk.secret not in said
    # What the page shows are lines of the log.
    for line in lines:
        assert line in said
    assert desk.report().status_code == 200
    assert rollcall.stop() == 0


def test_codes_that_are_printed_to_the_log_are_not_on_the_page(rollcall):
    desk = Desk(rollcall, otp_to_log="true")
    desk.ask_for_code()
    found = until(lambda: re.search(r"the code for \+38640777333 is (\d{6})", rollcall.said(0)), "the code")
    assert found[1] not in "".join(desk.lines)
    assert rollcall.stop() == 0
