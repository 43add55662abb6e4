"""The auditor's question, asked in a real browser: could nobody reach this person between these hours?"""
import re
import shutil
import subprocess
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import requests
from people import PASSWORD, add_member
from playwright.sync_api import expect

PING = {"lat": 46.05, "lng": 14.5, "is_mock": False}
# Counts what a person clicks, across pages.
COUNT = """document.addEventListener("click", (event) => {
  if (event.isTrusted) sessionStorage.setItem("clicks", Number(sessionStorage.getItem("clicks") ?? 0) + 1);
}, true);"""


@pytest.fixture
def office(rollcall):
    rollcall.start()
    rollcall.workspace("proof")
    person = rollcall.responder("proof", "Barbara Potočnik")
    rollcall.responder("proof", "Ana Novak")
    token = rollcall.token("proof", person)
    phone = {"Authorization": f"Bearer {token}"}
    assert requests.put(f"{rollcall.url}/app/v1/duty", json={"state": "on_duty"}, headers=phone, timeout=20).ok
    for number in range(3):
        answer = requests.post(
            f"{rollcall.url}/app/v1/locations", json={**PING, "sequence": number}, timeout=20,
            headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 201, answer.text
    add_member(rollcall, "proof", "dora@example.org", "auditor")
    return rollcall, person


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1366, "height": 768}, accept_downloads=True)
    context.add_init_script(COUNT)
    yield context.new_page()
    context.close()


def log_in(page, url):
    page.goto(f"{url}/login")
    page.fill("input[name=email]", "dora@example.org")
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/find")
    page.evaluate("sessionStorage.setItem('clicks', 0)")


def ask(page):
    # The day by the workspace's clocks.
    day = datetime.now(ZoneInfo("Europe/Ljubljana")).strftime("%Y-%m-%d")
    page.fill("input[name=who_named]", "Barbara Potočnik")
    page.fill("input[name=from_day]", day)
    page.fill("input[name=to_day]", day)
    page.fill("input[name=to_time]", "23:59:59")
    page.get_by_role("button", name="Make the statement").click()
    expect(page.locator(".statement h1")).to_have_text("Statement about Barbara Potočnik")


def test_the_question_is_answered_in_at_most_four_clicks_and_printed(office, page, tmp_path):
    rollcall, _ = office
    log_in(page, rollcall.url)
    ask(page)
    assert int(page.evaluate("sessionStorage.getItem('clicks')")) <= 4
    sheet = page.locator(".statement").inner_text()
    assert "Barbara Potočnik was on duty for" in sheet and "Europe/Ljubljana, UTC+0" in sheet
    assert re.search(r"\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d+ \w+ 20\d\d, 00:00:00 to 23:59:59", sheet)
    assert re.search(r"rollcall-head:proof:\d+:[0-9a-f]{64}", sheet)
    paper = tmp_path / "statement.pdf"
    paper.write_bytes(page.pdf(format="A4", print_background=True))
    said = on_paper(paper)
    if said is None:
        return
    assert re.search(r"Page 1 of \d", said), said[:500]
    assert "Workspace proof" in said and "dora@example.org" in said and "UTC+0" in said
    assert "Make the statement" not in said, "what is only for the screen is not printed"


def on_paper(file):
    """The text of a PDF; nothing where no program reads it."""
    if not shutil.which("pdftotext"):
        return None
    return subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True).stdout


def test_what_was_taken_out_is_verified_by_dropping_it_on_a_page(office, page, tmp_path):
    rollcall, _ = office
    log_in(page, rollcall.url)
    ask(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="ZIP with all tables").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name.startswith("statement-barbara-potocnik-")
    sent = []
    page.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
    page.goto(f"{rollcall.url}/w/proof/verify")
    page.set_input_files("#file", file)
    expect(page.locator(".verdict")).to_contain_text("whole and unaltered")
    file.write_bytes(file.read_bytes() + b"x")
    page.set_input_files("#file", file)
    expect(page.locator(".verdict")).to_contain_text("it was altered or cut, or never came from here")
    assert set(sent) == {0}, "nothing of the file is sent"


def test_an_auditor_is_never_led_to_a_page_that_is_closed(office, page):
    rollcall, person = office
    log_in(page, rollcall.url)
    assert page.goto(f"{rollcall.url}/w/proof").status == 200 and page.url.endswith("/find")
    assert page.goto(f"{rollcall.url}/w/proof/board").status == 403
    page.get_by_role("link", name="Back to Find").click()
    expect(page.locator("h1")).to_have_text("Find")
    assert page.goto(f"{rollcall.url}/w/proof/responders/{person}/looks").status == 200
    expect(page.locator("h1")).to_have_text("Who looked at Barbara Potočnik")


@pytest.mark.parametrize("path", [
    "find", "verify", "shift/statement?from=2026-01-01T00:00&to=2026-01-01T01:00", "responders", "incidents", "alerts", "history", "audit",
    "reports", "reports/availability", "reports/gaps", "lanes", "suspicious-positions"])
def test_every_page_prints_where_when_by_whom_and_its_numbers(office, page, tmp_path, path):
    rollcall, _ = office
    log_in(page, rollcall.url)
    assert page.goto(f"{rollcall.url}/w/proof/{path}").status in (200, 400)
    paper = tmp_path / "page.pdf"
    paper.write_bytes(page.pdf(prefer_css_page_size=True, print_background=True))
    said = on_paper(paper)
    if said is None:
        return
    assert re.search(r"Page 1 of \d", said), said[:500]
    assert "Workspace proof" in said and "dora@example.org" in said
    assert re.search(r"\w+day \d+ \w+ 20\d\d, \d\d:\d\d:\d\d, UTC\+0", said), said[:500]
