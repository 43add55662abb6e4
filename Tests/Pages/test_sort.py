"""Lists that stand whole on their page, sorted by their heads, in a real browser."""
import datetime
import re

import pytest
from conftest import PAGES
from looking import AXE, hold_clock
from playwright.sync_api import expect

ROWS = [("Bor 10", "2 min", "2026-11-21T12:00:00.000Z"), ("ana", "1 h 5 min", "2026-11-20T12:00:00.000Z"),
        ("Čerin", "—", ""), ("Bor 9", "45 s", "2026-11-22T12:00:00.000Z")]


def fill(page, rows=ROWS):
    """Exchanges the rows of the list of sites, before the scripts run."""
    body = "".join(
        f'<tr><th scope="row">{name}</th><td>O-1</td><td>{f"""<time datetime="{at}">then</time>""" if at else ""}</td>'
        f'<td class="number">{length}</td><td class="act"><button type="submit">Change</button></td></tr>' for name, length, at in rows)

    def answer(route):
        answer = route.fetch()
        before, rest = answer.text().split('<table class="list keys">', 1)
        head, after = rest.split("<tbody>", 1)
        route.fulfill(response=answer, body=before + '<table class="list keys">' + head + "<tbody>" + body + after[after.index("</tbody>"):])

    page.route("**/settings-outlets", answer)


def names(page):
    return page.locator("table.keys tbody th").all_inner_texts()


@pytest.mark.parametrize("head, upwards", [
    ("Name", ["ana", "Bor 9", "Bor 10", "Čerin"]), ("Radius", ["Bor 9", "Bor 10", "ana", "Čerin"]),
    ("Place", ["ana", "Bor 10", "Bor 9", "Čerin"])])
def test_a_head_sorts_and_turns_the_order_round_with_what_is_empty_last(page, url, head, upwards):
    fill(page)
    page.goto(f"{url}/settings-outlets")
    button = page.locator("table.keys thead").get_by_role("button", name=head)
    button.click()
    expect(page.locator("table.keys thead [aria-sort=ascending]")).to_have_text(f"{head} ↑")
    assert names(page) == upwards
    page.keyboard.press("Enter")
    expect(page.locator("table.keys thead [aria-sort=descending]")).to_have_text(f"{head} ↓")
    full = upwards[:-1] if head != "Name" else upwards
    assert names(page) == [*reversed(full), *upwards[len(full):]]
    assert page.locator("[aria-sort]").count() == 1
    page.evaluate(AXE)
    assert page.evaluate("axe.run()")["violations"] == []


def test_heads_of_buttons_and_lists_of_one_row_are_no_buttons(page, url):
    page.goto(f"{url}/members")
    heads = page.locator("table.members thead th")
    assert heads.get_by_role("button").count() == heads.count() - 1
    assert page.locator("table.invitations tbody tr").count() == 1
    assert page.locator("table.invitations thead button").count() == 0


def test_a_part_of_a_longer_list_is_not_sorted_by_itself(page, url):
    page.goto(f"{url}/history")
    assert page.locator("nav.pager a").count() > 0
    assert page.locator("table.history thead button").count() == 0


# Every list of every sample whose heads sort: what its cells say, in the order in which they stand. Rows are numbered once.
TABLES = """() => [...document.querySelectorAll("main table.list")].filter((table) => table.querySelector(".sorts")).map((table) => {
  for (const part of document.querySelectorAll("main details:has(table)")) part.open = true;
  const [body] = table.tBodies;
  [...body.rows].forEach((row, at) => { row.dataset.at ??= at; });
  return { heads: [...table.tHead.rows[0].cells].map((head) => ({ sorts: head.querySelector(".sorts") !== null, words: head.textContent.trim(),
      isNumber: head.classList.contains("number"), order: head.getAttribute("aria-sort") })),
    rows: [...body.rows].map((row) => ({ at: Number(row.dataset.at), cells: [...row.cells].map((cell) => {
      const time = cell.querySelector("time[datetime]");
      return { text: cell.textContent.trim(), time: time && cell.textContent.trim().startsWith(time.textContent.trim()) ? time.dateTime : "" };
    }) })) };
})"""
# The place of each text among the others, as people put words in order; what is alike has one place.
PLACES = """(texts) => { const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const sorted = [...texts].sort(collator.compare);
  return texts.map((text) => sorted.findIndex((other) => collator.compare(other, text) === 0)); }"""
SECONDS = {"d": 86400, "day": 86400, "days": 86400, "h": 3600, "min": 60, "s": 1, "ms": 0.001}
METRES = {"m": 1, "km": 1000}
BYTES = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}


def stated(text):
    """The quantity that a text begins with, `None` for words: `1 h 5 min`, `1,234`, `1.2 km`, `3, 75 %`, `≈ 4 min at 30 km/h`."""
    text = re.split(r", | at ", text.removeprefix("≈ "))[0]
    found = re.findall(r"(-?[\d,]*\.?\d+) ?(ms|min|days?|km|kB|MB|GB|[hsdmB%])?(?: |$)", text)
    if "".join("".join(one) for one in found) != text.replace(" ", ""):
        return None
    units = {"": 1, "%": 1, **SECONDS, **METRES, **BYTES}
    return sum(float(number.replace(",", "")) * units[unit] for number, unit in found)


def value(cell, is_number):
    """What a cell is sorted by: (0, number) or (1, words); `None` for an empty one."""
    text = cell["text"]
    if text in ("", "–", "—"):
        return None
    quantity = stated(text) if is_number or text.startswith("≈") else None
    if quantity is not None:
        return 0, quantity
    return (0, datetime.datetime.fromisoformat(cell["time"]).timestamp() * 1000) if cell["time"] else (1, text)


def in_order(page, rows, column, is_number, is_falling):
    """The numbers of the rows as they should stand: what is empty last, what is alike as it stood before."""
    values = [value(row["cells"][column], is_number) for row in rows]
    words = page.evaluate(PLACES, [one[1] if one and one[0] == 1 else "" for one in values])
    keys = [None if one is None else (one[0], place if one[0] else one[1]) for one, place in zip(values, words, strict=True)]
    full = [at for at, key in enumerate(keys) if key is not None]
    full.sort(key=lambda at: tuple(-part for part in keys[at]) if is_falling else keys[at])
    return [rows[at]["at"] for at in full] + [row["at"] for at, row in enumerate(rows) if keys[at] is None]


SORTED = [name for name in sorted(file.stem for file in PAGES.glob("*.html") if not file.stem.endswith("-fragment"))
          if 'class="list' in (PAGES / f"{name}.html").read_text()]


@pytest.mark.parametrize("name", SORTED)
def test_each_head_of_each_list_sorts_by_what_its_cells_say(page, url, name):
    # Nothing is fetched again meanwhile.
    hold_clock(page)
    page.goto(f"{url}/{name}")
    for at, table in enumerate(page.evaluate(TABLES)):
        for column, head in enumerate(table["heads"]):
            if not head["sorts"]:
                continue
            button = page.locator("main table.list:has(.sorts)").nth(at).locator("thead :is(th, td)").nth(column).get_by_role("button")
            before = page.evaluate(TABLES)[at]["rows"]
            for press, order in ((button.click, "ascending"), (lambda: page.keyboard.press("Enter"), "descending"),
                                 (lambda: page.keyboard.press("Space"), "ascending")):
                press()
                now = page.evaluate(TABLES)[at]
                assert [row["at"] for row in now["rows"]] == in_order(
                    page, before, column, head["isNumber"], order == "descending"), (table["heads"][column], order)
                assert [one["order"] for one in now["heads"]] == [order if place == column else None for place in range(len(now["heads"]))]
                before = now["rows"]


def test_many_samples_have_such_lists_and_columns_of_numbers_hold_numbers(page, url):
    odd, lists = set(), 0
    for name in SORTED:
        page.goto(f"{url}/{name}")
        for table in page.evaluate(TABLES):
            lists += 1
            for row in table["rows"]:
                for head, cell in zip(table["heads"], row["cells"], strict=True):
                    found = value(cell, True) if head["isNumber"] else None
                    if found and found[0] == 1 and not re.fullmatch(r"\d+ of \d+ incidents?", cell["text"]):
                        odd.add((name, head["words"], cell["text"]))
    assert odd == set()
    assert lists >= 80
