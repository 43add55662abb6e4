"""The page of one responder keeps itself up to date like the board, and can be read by everybody."""
import re

from looking import hold_clock, let_seconds_pass
from playwright.sync_api import expect

def came_back(html):
    """Online again; the silence that went on has ended."""
    html = re.sub(r'(<h1>.*?)s-offline(.*?)Offline', r"\1s-online\2Online", html, count=1, flags=re.S)
    html = html.replace("<b>Offline", "<b>Online", 1).replace(" – now</th>", " – 12:04</th>", 1)
    return html.replace("M1190 13", "M1180 13")


def test_a_change_appears_in_sentence_lanes_and_table(page, url, console):
    page.goto(f"{url}/responder")
    expect(page.locator("#who .pill")).to_have_text("Offline")
    expect(page.locator("#silences tbody tr").first).to_contain_text("– now")
    console.change = came_back
    expect(page.locator("#who .pill")).to_have_text("Online")
    expect(page.locator("#who .sentence b")).to_contain_text("Online for")
    expect(page.locator("#silences tbody tr").first).to_contain_text("– 12:04")
    expect(page.locator("#lanes svg.drawing path").first).to_be_attached()


def test_the_day_that_is_being_picked_is_left_alone(page, url, console):
    page.goto(f"{url}/responder")
    page.fill("[name=from_day]", "2026-11-19")
    console.change = came_back
    expect(page.locator("#who .pill")).to_have_text("Online")
    assert page.locator("[name=from_day]").input_value() == "2026-11-19"


def test_a_server_that_fails_is_told_of(page, url, console):
    page.goto(f"{url}/responder")
    console.status = 503
    expect(page.locator("#stale [role=alert]")).to_have_text(
        "This page is not up to date. The server answered 503."
    )


def test_unmodified_is_fresh(page, url, console):
    hold_clock(page)
    console.etag = '"1"'
    page.goto(f"{url}/responder")
    let_seconds_pass(page, 30)
    assert console.polls[0] is None and set(console.polls[1:]) == {'"1"'}
    expect(page.locator("#stale")).to_be_hidden()


def test_no_text_of_the_drawing_covers_another_or_leaves_it(page, url):
    for width in [1600, 1280, 1000, 780, 700, 360]:
        page.set_viewport_size({"width": width, "height": 900})
        for name in ["responder", "responder-week", "responder-quarter"]:
            page.goto(f"{url}/{name}")
            covered = page.evaluate(
                """() => {
                  const frame = document.querySelector('.drawing').getBoundingClientRect();
                  const boxes = [...document.querySelectorAll('.drawing > text')].map(text => [text.textContent, text.getBoundingClientRect()])
                    .filter(([, box]) => box.width > 0);
                  const bad = boxes.filter(([, box]) => box.left < frame.left - 2 || box.right > frame.right + 2).map(([text]) => text);
                  boxes.forEach(([one, a], i) => boxes.slice(i + 1).forEach(([other, b]) => {
                    if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) bad.push(one + ' / ' + other);
                  }));
                  return bad;
                }"""
            )
            assert covered == [], (name, width)


def test_a_short_silence_in_ninety_days_is_seen(page, url):
    for width in [1280, 360]:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{url}/responder-quarter")
        seen = page.evaluate(
            """() => { const path = document.querySelector('.drawing .l-red');
              const scale = path.ownerSVGElement.getBoundingClientRect().width / path.ownerSVGElement.viewBox.baseVal.width;
              const stroke = getComputedStyle(path).stroke === 'none' ? 0 : parseFloat(getComputedStyle(path).strokeWidth);
              return 2 * scale + stroke; }"""
        )
        assert seen >= 1, width


def test_what_a_pointer_learns_of_a_silence(page, url):
    page.goto(f"{url}/responder")
    hints = page.locator(".spot title").all_text_contents()
    assert any("1 h 6 min · App killed in background" in hint for hint in hints), hints
