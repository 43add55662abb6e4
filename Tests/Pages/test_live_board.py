"""The board keeps itself up to date, and says so when it cannot."""
import re

from looking import hold_clock, let_seconds_pass
from playwright.sync_api import expect


def offline_to_online(html):
    row = re.search(r'<tr id="r1">.*?</tr>', html, re.S).group()
    fresh = row.replace("s-offline", "s-online").replace("</svg>Offline", "</svg>Online")
    return html.replace(row, fresh)


def test_a_change_of_status_appears_and_is_marked(page, url, console):
    page.goto(f"{url}/board")
    expect(page.locator("#r1 .pill")).to_have_text("Offline")
    console.change = offline_to_online
    expect(page.locator("#r1 .pill")).to_have_text("Online")
    expect(page.locator("#r1 > .changed").first).to_be_visible()
    expect(page.locator("#r2 > .changed")).to_have_count(0)


def test_the_focus_stays_on_a_row_that_changes(page, url, console):
    page.goto(f"{url}/board")
    page.locator("#r1 th a").focus()
    console.change = offline_to_online
    expect(page.locator("#r1 .pill")).to_have_text("Online")
    assert page.evaluate("document.activeElement.closest('tr')?.id") == "r1"


def test_what_is_being_typed_is_left_alone(page, url, console):
    page.goto(f"{url}/board")
    page.locator("#q").focus()
    page.keyboard.type("nov/ak")
    console.change = offline_to_online
    expect(page.locator("#r1 .pill")).to_have_text("Online")
    assert page.locator("#q").input_value() == "nov/ak"
    assert page.evaluate("document.activeElement.id") == "q"


def test_rows_move_come_and_go(page, url, console):
    def reorder(html):
        rows = re.findall(r'<tr id="r\d+">.*?</tr>', html, re.S)
        new = rows[1].replace('id="r2"', 'id="r99"').replace("Jonas Weber", "Newcomer")
        return html.replace("\n".join(rows), "\n".join([rows[4], new, rows[0], *rows[5:]]))

    page.goto(f"{url}/board")
    page.evaluate("document.getElementById('r1').witness = 1")
    console.change = reorder
    expect(page.locator("#r99")).to_be_visible()
    ids = page.evaluate("[...document.querySelectorAll('tbody tr')].map(row => row.id)")
    assert ids[:3] == ["r5", "r99", "r1"]
    assert not {"r2", "r3", "r4"} & set(ids)
    assert page.evaluate("document.getElementById('r1').witness") == 1, "an unchanged row is the same element"


def test_a_server_that_fails_is_told_of_and_its_return_too(page, url, console):
    page.goto(f"{url}/board")
    expect(page.locator("#stale")).to_be_hidden()
    console.status = 503
    expect(page.locator("#stale")).to_be_visible()
    expect(page.locator("#stale [role=alert]")).to_have_text("This board is not up to date. The server answered 503.")
    expect(page.locator("html")).to_have_class(re.compile("is-stale"))
    console.status = 200
    expect(page.locator("#stale")).to_be_hidden()
    expect(page.locator("html")).not_to_have_class(re.compile("is-stale"))


def test_a_server_that_is_gone_is_told_of(page, url, console):
    page.goto(f"{url}/board")
    page.route("**/*fragment=1*", lambda route: route.abort())
    expect(page.locator("#stale")).to_contain_text("The server cannot be reached.")


def test_an_ended_login_is_told_of(page, url, console):
    page.goto(f"{url}/board")
    console.status = 401
    expect(page.locator("#stale")).to_contain_text("You are logged out")


def test_silence_alone_makes_the_board_stale(page, url, console):
    hold_clock(page)
    page.goto(f"{url}/board")
    page.route("**/*fragment=1*", lambda route: None)  # never answered
    page.clock.run_for(7_000)
    expect(page.locator("#stale")).to_be_hidden()
    page.clock.run_for(13_000)
    expect(page.locator("#stale")).to_be_visible()


def test_unmodified_is_fresh_and_slows_the_polls_down(page, url, console):
    hold_clock(page)
    console.etag = '"1"'
    page.goto(f"{url}/board")
    let_seconds_pass(page, 60)
    assert console.polls[0] is None and set(console.polls[1:]) == {'"1"'}
    assert 5 <= len(console.polls) <= 14, "a minute of nothing new"
    expect(page.locator("#stale")).to_be_hidden()
    # The time of the data has moved on, on hover to the second.
    expect(page.locator("#asof time").first).to_have_attribute(
        "title", re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d$"))


def test_ages_keep_up_with_the_clock(page, url, console):
    hold_clock(page)
    console.status = 503
    page.goto(f"{url}/board")
    expect(page.locator("#r4 td:nth-child(4)")).to_have_text("8 s ago")
    page.clock.run_for(60_000)
    expect(page.locator("#r4 td:nth-child(4)")).to_have_text("1 min ago")
    expect(page.locator("#r1 small time").first).to_have_text("13 min")


def test_nothing_is_asked_while_nobody_looks(page, url, console):
    hold_clock(page)
    page.goto(f"{url}/board")
    page.evaluate("""() => { Object.defineProperty(document, 'hidden', { get: () => window.away ?? false, configurable: true });
      window.away = true; document.dispatchEvent(new Event('visibilitychange')); }""")
    page.clock.run_for(120_000)
    page.wait_for_timeout(100)
    assert console.polls == []
    with page.expect_response("**/board?fragment=1*"):
        page.evaluate("() => { window.away = false; document.dispatchEvent(new Event('visibilitychange')); }")
    assert len(console.polls) == 1, "at once on return"


def test_a_filter_leaves_no_empty_words_in_the_url(page, url, console):
    page.goto(f"{url}/board")
    page.locator("form.filter").evaluate("form => form.action = '/board'")
    page.select_option("#status", "offline")
    page.click("form.filter button")
    assert page.url == f"{url}/board?status=offline"


def test_menus_close_with_escape_and_give_the_focus_back(page, url, console):
    page.goto(f"{url}/board")
    page.click(".who summary")
    expect(page.locator(".who button")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".who button")).to_be_hidden()
    assert page.evaluate("document.activeElement.textContent") == "Dispatcher A."


def test_a_lockout_counts_down(page, url, console):
    hold_clock(page)
    page.goto(f"{url}/login-wait")
    expect(page.locator("[data-countdown]")).to_have_text("40 s")
    page.clock.run_for(10_000)
    expect(page.locator("[data-countdown]")).to_have_text("30 s")
    page.clock.run_for(31_000)
    expect(page.locator("[data-countdown]")).to_have_text("now")
