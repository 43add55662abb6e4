"""Lists that stand whole on their page, sorted by their heads, in a real browser."""
import pytest
from playwright.sync_api import expect
from looking import AXE

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
