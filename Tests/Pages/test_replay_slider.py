"""The slider of a replay tells local times, also on the days on which clocks are put forward or back."""
import re
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

ZONE = ZoneInfo("Europe/Ljubljana")


def milliseconds(at):
    return int(at.timestamp() * 1000)


def offset(at):
    text = at.astimezone(ZONE).strftime("%z")
    return f"{text[:3]}:{text[3:]}"


@pytest.mark.parametrize("change", ["2026-03-29T01:00:00+00:00", "2026-10-25T01:00:00+00:00"])
def test_each_moment_is_told_by_the_clock_of_that_moment(page, url, change):
    change = datetime.fromisoformat(change)
    first = datetime.combine(change.date(), time(), ZONE)
    last = datetime.combine(change.date() + timedelta(days=1), time(), ZONE)
    clocks = " ".join(
        f"{milliseconds(at)},{int(at.astimezone(ZONE).utcoffset().total_seconds()) * 1000},{offset(at)}" for at in [first, change])
    taken = [change + timedelta(minutes=minutes) for minutes in [-45, 30]]
    points = " ".join(f"{milliseconds(at)},10,10,0,46.05000,14.50000" for at in taken)

    def answer(route):
        answer = route.fetch()
        text = re.sub(r'data-offsets="[^"]*"', f'data-offsets="{clocks}"', answer.text())
        text = re.sub(r'data-points="[^"]*"', f'data-points="{points}"', text)
        text = re.sub(r'min="\d+" max="\d+"', f'min="{milliseconds(first)}" max="{milliseconds(last)}"', text)
        route.fulfill(response=answer, body=text)

    page.route("**/replay", answer)
    page.goto(f"{url}/replay")
    slider, said, field = page.locator("#replay-slider"), page.locator("#replay-moment"), page.locator("#replay-at")
    expect(slider).to_be_visible()
    for minutes in [-90, -1, 0, 1, 90, 600]:
        at = change + timedelta(minutes=minutes, seconds=7)
        slider.evaluate("(it, at) => { it.value = at; it.dispatchEvent(new Event('input')); }", milliseconds(at))
        local = at.astimezone(ZONE)
        expect(said).to_have_text(f"{local:%Y-%m-%d %H:%M:%S} {offset(at)}")
        expect(field).to_have_value(f"{local:%Y-%m-%dT%H:%M:%S}")
        before = [one for one in taken if one <= at]
        told = f"last position {before[-1].astimezone(ZONE):%H:%M:%S}" if before else "no position yet"
        expect(page.locator(".replay-told").first).to_contain_text(told)
