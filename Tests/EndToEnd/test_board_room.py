"""How much of a busy board is seen at once, with the people of the demo."""
import time
import uuid

import pytest
import requests
from people import PASSWORD, log_in
from rollcall import TREE

DISPATCHER = "dispatcher@demo.example"
LIMIT = 30
# Rows of people that are wholly in sight: below the bar and what is above the list, and on a phone above the menu.
IN_SIGHT = """() => {
  const bottom = Math.min(innerHeight, ...[...document.querySelectorAll(".pages .work")].filter((menu) => getComputedStyle(menu).position === "fixed")
    .map((menu) => menu.getBoundingClientRect().top));
  const top = document.querySelector(".bar").getBoundingClientRect().bottom;
  return [...document.querySelectorAll("table.board tbody tr")].map((row) => row.getBoundingClientRect())
    .filter((box) => box.top >= top && box.bottom <= bottom).length;
}"""


@pytest.fixture(scope="module")
def room(server):
    """Everybody is on duty and has reported, but for every sixth."""
    server.cli("seed", TREE / "seeds/demo", "--password-stdin", text=PASSWORD + "\n")
    tokens = server.cli("token", "issue", "demo", "--all", "--device-prefix", "phone")["tokens"]
    assert len(tokens) >= 25
    for number, issued in enumerate(tokens):
        if number % 6 == 5:
            continue
        phone = requests.Session()
        phone.headers["Authorization"] = f"Bearer {issued['access_token']}"
        assert phone.put(f"{server.url}/app/v1/duty", json={"state": "on_duty"}, timeout=LIMIT).status_code == 200
        ping = {"lat": 46.05 + number / 1000, "lng": 14.5 + number / 1000, "is_mock": number % 10 == 3, "accuracy_m": 8,
                "battery_level": 1 - number / 50, "sequence": 1, "recorded_at": int(time.time() * 1000)}
        # Some have two badges: a made-up position, and positions that still wait on the phone.
        told = {"telemetry": {"queue_depth": 7}} if number % 20 == 3 else {}
        answer = phone.post(f"{server.url}/app/v1/locations/batch", json={"pings": [ping], **told}, timeout=LIMIT,
                            headers={"X-Idempotency-Key": str(uuid.uuid4())})
        assert answer.status_code == 201, answer.text
    return server


@pytest.fixture
def board(browser, room):
    """The board in a window of this size."""
    contexts = []
    name, _, value = log_in(room, DISPATCHER).headers["Cookie"].partition("=")

    def opened(width, height, **kind):
        context = browser.new_context(viewport={"width": width, "height": height}, **kind)
        contexts.append(context)
        context.add_cookies([{"name": name, "value": value, "url": room.url}])
        page = context.new_page()
        page.goto(f"{room.url}/w/demo/board")
        return page
    yield opened
    for context in contexts:
        context.close()


@pytest.mark.parametrize("width, height, least", [(1366, 768, 20), (1280, 768, 19), (1920, 1080, 30), (360, 740, 3)])
def test_so_many_people_are_seen_at_once(board, width, height, least):
    page = board(width, height)
    seen = page.evaluate(IN_SIGHT)
    print(f"{width}×{height}: {seen} people")
    assert page.locator("table.board tbody tr").count() >= 25
    assert seen >= least
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


# Alerts and causes take minutes to come: written as the page writes them, each as long as most are.
BUSY = """() => {
  const notice = (level, title, detail) => `<p class="notice ${level}"><span class="sign s-offline"><svg class="shape" viewBox="0 0 12 12"></svg></span><strong><a href="#">${title}</a></strong> ${detail}</p>`;
  document.querySelector("#notices").innerHTML = notice("danger", "Mass outage: Center", "6 of 9 people on duty went silent within 2 min 10 s, most for the cause: no network. Since 17:51.")
    + notice("warning", "A person is offline: Nina Zupančič Mlakar", "on duty, not heard from for 12 min. Acknowledged by Ana Novak at 17:58.");
  document.querySelector("#causes").innerHTML = "<a href='#'>No network 6</a> <a href='#'>App was closed 2</a> <a href='#'>Battery empty 1</a> ";
}"""


def test_twenty_people_are_seen_below_two_alerts_and_the_causes(board):
    page = board(1366, 768)
    # In one step: the board replaces both with its next answer.
    seen = page.evaluate(f"() => {{ ({BUSY})(); return ({IN_SIGHT})(); }}")
    print(f"with two alerts: {seen} people")
    assert seen >= 20


@pytest.mark.parametrize("width", [1280, 1366])
def test_number_and_badges_stay_within_their_cell(board, width):
    page = board(width, 768)
    # As little room as there is, with two reasons to doubt a position: other columns take what they can.
    over = page.evaluate("""() => {
      const rows = [...document.querySelectorAll("table.board tbody .clamp")].filter((row) => row.querySelectorAll(".flag").length > 1);
      for (const flag of rows.flatMap((row) => [...row.querySelectorAll(".flag")])) flag.textContent = "network type";
      const wide = {Duty: "On mission M-1182", Battery: "100 % low power", Assignment: "INC-1182 · on the way"};
      for (const [label, text] of Object.entries(wide))
        for (const cell of document.querySelectorAll(`table.board td[data-label="${label}"]`)) cell.prepend(text);
      return [rows.length, rows.filter((row) => [...row.children].some((part) =>
        part.getBoundingClientRect().right > row.parentElement.getBoundingClientRect().right + 1)).map((row) => row.textContent)];
    }""")
    assert over[0] > 0 and over[1] == []


@pytest.mark.parametrize("width", [1280, 1366])
def test_a_short_name_is_whole_beside_two_badges(board, width):
    page = board(width, 768)
    names = page.evaluate("""() => [...document.querySelectorAll("table.board tbody .clamp")].filter((row) => row.querySelectorAll(".flag").length > 1)
      .map((row) => row.firstElementChild).filter((name) => name.textContent.length <= 22)
      .map((name) => [name.textContent, name.scrollHeight <= name.clientHeight + 1 && name.scrollWidth <= name.clientWidth + 1])""")
    assert names and [name for name, is_whole in names if not is_whole] == []


def test_a_card_on_a_phone_is_low_and_tells_what_a_row_tells(board):
    page = board(360, 740)
    row = page.locator("table.board tbody tr").first
    assert row.bounding_box()["height"] <= 125
    # Duty, contact, fix and battery beside each other.
    lines = {round(row.locator(f"td[data-label='{fact}']").evaluate("""cell => {
      const text = document.createRange();
      text.selectNodeContents(cell.firstChild.nodeType === 3 ? cell.firstChild : cell);
      return text.getBoundingClientRect().top / 4;
    }""")) for fact in ("Duty", "Last contact", "Latest fix", "Battery")}
    assert len(lines) == 1
    for part in ("td.status .pill", "th a", "th .call", "th small", ".reach .strip", ".turn"):
        assert row.locator(part).first.is_visible(), part


def test_what_is_pressed_in_a_row_is_24_pixels_high_and_the_text_as_large_as_elsewhere(board):
    page = board(1366, 768)
    row = page.locator("table.board tbody tr").first
    # Its button shows while it is pointed at.
    row.hover()
    assert row.bounding_box()["height"] >= 24
    for target in row.locator(".turn").all():
        box = target.bounding_box()
        assert min(box["width"], box["height"]) >= 24
    assert row.locator("th a").first.evaluate("link => getComputedStyle(link).fontSize") == "14px"
    for part in row.locator("small:visible").all():
        assert part.evaluate("part => getComputedStyle(part).fontSize") == "12.5px"


@pytest.mark.parametrize("kind", [{}, {"has_touch": True, "is_mobile": True}], ids=["mouse", "touch"])
def test_the_heads_of_the_list_stay_right_below_the_bar(board, kind):
    page = board(1366, 768, **kind)
    page.evaluate("scrollTo({ top: 300, behavior: 'instant' })")
    bar, head = page.locator(".bar").bounding_box(), page.locator("table.board thead th").first.bounding_box()
    assert head["y"] == pytest.approx(bar["y"] + bar["height"], abs=1.5)
    assert head["y"] < 60


@pytest.mark.parametrize("width, height", [(1280, 768), (1366, 768), (1920, 1080), (360, 740)])
def test_each_number_is_whole(board, width, height):
    page = board(width, height)
    numbers = page.evaluate("""() => [...document.querySelectorAll("table.board tbody a[href^='tel:']")].map((link) => {
      const box = link.getBoundingClientRect();
      let isWhole = box.width > 40;
      for (let around = link.parentElement; around.localName !== "tr"; around = around.parentElement) {
        const { left, right } = around.getBoundingClientRect();
        isWhole &&= getComputedStyle(around).overflowX === "visible" && around.localName !== "th" || box.left >= left && box.right <= right + 0.5;
      }
      return [link.textContent, isWhole];
    })""")
    assert len(numbers) >= 25
    assert [number for number, is_whole in numbers if not is_whole] == []
