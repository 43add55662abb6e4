"""The auditor's question, asked in a real browser: could nobody reach this person between these hours?"""
import re
import subprocess
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
import requests
from people import PASSWORD, add_member
from playwright.sync_api import expect
from responding import until

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
    assert re.search(r"Page 1 of \d", said), said[:500]
    assert "Workspace proof" in said and "dora@example.org" in said and "UTC+0" in said
    assert "Make the statement" not in said, "what is only for the screen is not printed"


def on_paper(file):
    """The text of a PDF. scripts/setup installs the program."""
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
    for name in ("Board", "Map"):
        page.get_by_role("link", name=f"{name} of an earlier moment").click()
        assert "?at=" in page.url and page.locator("h1").count() == 1
        assert "This was not done" not in page.locator("main").inner_text()
        page.goto(f"{rollcall.url}/w/proof/find")
    assert page.goto(f"{rollcall.url}/w/proof/responders/{person}/looks").status == 200
    expect(page.locator("h1")).to_have_text("Who looked at Barbara Potočnik")


def test_a_replay_keeps_its_moment_in_the_link_and_asks_no_other_server(office, page):
    rollcall, person = office
    phone = {"Authorization": f"Bearer {rollcall.token('proof', person)}"}
    for number, ago in enumerate((90, 60, 30), start=10):
        at = datetime.now(timezone.utc) - timedelta(seconds=ago)
        answer = requests.post(
            f"{rollcall.url}/app/v1/locations", timeout=20, headers=phone,
            json={**PING, "lat": 46 + number / 1000, "sequence": number, "recorded_at": at.isoformat()})
        assert answer.status_code == 201, answer.text
    incident = requests.post(
        f"{rollcall.url}/w/proof/incidents", json={"title": "Fall", "lat": 46.02, "lng": 14.51}, timeout=20,
        headers={"Authorization": f"Bearer {rollcall.key('proof', 'owner')}", "Idempotency-Key": "one"}).json()["id"]
    foreign = []
    page.on("request", lambda request: foreign.append(request.url) if not request.url.startswith(rollcall.url) else None)
    log_in(page, rollcall.url)
    begin = (datetime.now(timezone.utc) - timedelta(hours=1)).isoformat(timespec="seconds").replace("+00:00", "Z")
    end = (datetime.now(timezone.utc) + timedelta(minutes=5)).isoformat(timespec="seconds").replace("+00:00", "Z")
    assert page.goto(f"{rollcall.url}/w/proof/responders/{person}/replay?from={begin}&to={end}").status == 200
    assert "on_duty" not in page.locator(".replay").inner_text()
    slider, told, moment = page.locator("#replay-slider"), page.locator(".replay-told").first, page.locator("#replay-moment")
    expect(told).to_have_text("no position yet")
    slider.evaluate("it => { it.value = it.max; it.dispatchEvent(new Event('input')); }")
    expect(told).to_have_text(re.compile(r"last position \d\d:\d\d:\d\d, [\d minsh]+ before; 46\.01200, 14\.50000"))
    expect(moment).to_have_text(re.compile(r"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d \+0\d:00"))
    assert float(page.locator("#replay-line").get_attribute("x1").rstrip("%")) > 95
    said = moment.inner_text()
    # Whoever gets the link sees the same moment.
    page.reload()
    expect(moment).to_have_text(said)
    expect(told).to_contain_text("46.01200, 14.50000")
    page.goto(f"{rollcall.url}/w/proof/incidents/{incident}")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("h1")).to_have_text(f"Replay of INC-{incident}")
    expect(page.locator(".replay-scene")).to_have_count(1)
    expect(page.locator("#replay-slider")).to_be_visible()
    assert foreign == []


# Times with what paper adds, but for the ends of spans that begin on the same day.
UNDATED = """() => [...document.querySelectorAll("time[datetime]")].map((it) => [it.previousSibling?.textContent ?? "",
  (it.dataset.before ?? "") + it.textContent + (it.dataset.after ?? "") + (it.dataset.ticks ? it.title : "")])
  .filter(([before, text]) => !/20\\d\\d/.test(text) && !before.trim().endsWith("–")).map(([, text]) => text)"""


@pytest.mark.parametrize(("path", "sheet"), [
    ("find", "portrait"), ("verify", "portrait"), ("shift/statement?from=2026-01-01T00:00&to=2026-01-01T01:00", "portrait"),
    ("responders", "landscape"), ("responders/{person}", "portrait"), ("responders/{person}/replay", "portrait"),
    ("responders/{person}/looks", "portrait"), ("incidents", "portrait"), ("incidents/{incident}", "portrait"),
    ("incidents/{incident}/replay", "portrait"), ("incidents/{incident}/statement", "portrait"), ("alerts", "portrait"),
    ("alerts/{alert}", "portrait"), ("board?at={now}", "portrait"), ("map?at={now}", "portrait"), ("reports", "portrait"),
    ("events", "portrait"),
    ("history", "landscape"), ("audit", "landscape"), ("reports/availability", "landscape"),
    ("lanes", "landscape"), ("suspicious-positions", "landscape")])
def test_every_page_prints_where_when_by_whom_and_its_numbers(office, page, tmp_path, path, sheet):
    rollcall, person = office
    owner = {"Authorization": f"Bearer {rollcall.key('proof', 'owner')}"}
    if "{incident}" in path or "{alert}" in path:
        incident = requests.post(
            f"{rollcall.url}/w/proof/incidents", timeout=20,
            # Nobody can be asked about it: there is an alert.
            json={"kind": "order", "title": "Parcel", "lat": 46.02, "lng": 14.51}, headers={**owner, "Idempotency-Key": "one"}).json()["id"]
    if "{alert}" in path:
        alert = until(lambda: requests.get(f"{rollcall.url}/w/proof/alerts.json", headers=owner, timeout=20).json()["alerts"])[0]["id"]
    if path == "suspicious-positions":
        phone = {"Authorization": f"Bearer {rollcall.token('proof', person)}"}
        assert requests.post(
            f"{rollcall.url}/app/v1/locations", json={**PING, "is_mock": True, "sequence": 20}, headers=phone, timeout=20).ok
    now = (datetime.now(timezone.utc) - timedelta(seconds=30)).strftime("%Y-%m-%dT%H:%M:%SZ")
    log_in(page, rollcall.url)
    found = path.format(**{name: value for name, value in locals().items() if name in ("person", "incident", "alert", "now")})
    assert page.goto(f"{rollcall.url}/w/proof/{found}").status in (200, 400)
    page.emulate_media(media="print")
    assert page.evaluate(UNDATED) == [], "a time that nobody understands next year"
    if path == "suspicious-positions":
        expect(page.locator("table.doubts")).to_be_visible()
        assert page.locator("input[type=checkbox]:visible").count() == 0, "paper cannot be ticked"
    paper = tmp_path / "page.pdf"
    paper.write_bytes(page.pdf(prefer_css_page_size=True, print_background=True))
    said = on_paper(paper)
    first = " ".join(said.split("\f")[0].split())
    assert re.search(r"Page 1 of \d", first), first[:500]
    assert "Workspace proof" in first and first.count("Opened and printed from Rollcall by dora@example.org") == 1
    assert re.search(r"\w+day \d+ \w+ 20\d\d, \d\d:\d\d:\d\d, UTC\+0", first), first[:500]
    if page.locator("#asof").count():
        assert re.search(r"as of \d+ \w+ 20\d\d \d\d:\d\d:\d\d", first), first[:500]
    # No word lies beyond the edge of its sheet.
    boxes = subprocess.run(["pdftotext", "-bbox", paper, "-"], capture_output=True, text=True, check=True).stdout
    for width, height, words in re.findall(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', boxes, re.DOTALL):
        assert (float(width) > float(height)) == (sheet == "landscape"), f"{width} x {height}"
        beyond = [word for end, word in re.findall(r'xMax="([\d.]+)"[^>]*>([^<]*)', words) if float(end) > float(width) - 10]
        assert beyond == [], f"cut off at the right: {beyond}"
