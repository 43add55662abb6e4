"""Further workspaces of an installation, made by who owns it, with and without a script."""
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from people import add_member, log_in
from playwright.sync_api import expect

AXE = Axe().axe_script


@pytest.fixture(scope="module")
def there(server):
    server.workspace("first")
    add_member(server, "first", "owner@more.example", "owner")
    add_member(server, "first", "admin@more.example", "admin")
    return server


def logged_in(browser, server, member, **kind):
    context = browser.new_context(**kind)
    name, _, value = log_in(server, member).headers["Cookie"].partition("=")
    context.add_cookies([{"name": name, "value": value, "url": server.url}])
    return context


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_the_owner_of_the_installation_makes_a_workspace_and_goes_between_them(there, browser, script):
    context = logged_in(browser, there, "owner@more.example", java_script_enabled=script, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    # The way there from the settings.
    page.goto(f"{there.url}/w/first/settings")
    page.get_by_role("main").get_by_role("link", name="Server").click()
    expect(page).to_have_url(f"{there.url}/server")
    fold = page.get_by_text("Another workspace", exact=True)
    fold.click()
    # An address that is taken: said beside its field, with what was typed and the form still open.
    page.fill("#name", "Gorska reševalna")
    page.fill("#slug", "first")
    page.fill("#time_zone", "Europe/Ljubljana")
    page.get_by_role("button", name="Create the workspace").click()
    expect(page.locator("#slug-problem")).to_contain_text("first")
    expect(page.locator("#name")).to_have_value("Gorska reševalna")
    expect(page.locator("#name")).to_be_visible()
    if script:
        page.evaluate(AXE)
        found = page.evaluate("() => axe.run({resultTypes: ['violations']})")["violations"]
        assert [one["id"] for one in found] == []
    slug = f"gorska-{'with' if script else 'without'}"
    page.fill("#slug", slug)
    page.get_by_role("button", name="Create the workspace").click()
    expect(page).to_have_url(f"{there.url}/w/{slug}/responders/import")
    # It has the profiles of the first one, and its owner.
    page.goto(f"{there.url}/w/{slug}/settings/members")
    expect(page.get_by_role("main")).to_contain_text("owner@more.example")
    page.goto(f"{there.url}/w/{slug}/settings/profiles")
    expect(page.get_by_role("main")).to_contain_text(re.compile("responder", re.I))
    # Back to the other one through the menu of workspaces.
    page.goto(f"{there.url}/server")
    page.get_by_role("main").get_by_role("link", name="Workspace first").click()
    expect(page).to_have_url(f"{there.url}/w/first/board")
    context.close()


def test_it_can_be_made_with_the_keyboard_alone(there, browser):
    context = logged_in(browser, there, "owner@more.example", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{there.url}/server")

    def reach(what):
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate(what):
                return
        raise AssertionError(f"Tab does not reach {what}")

    reach("document.activeElement.textContent === 'Another workspace'")
    page.keyboard.press("Enter")
    reach("document.activeElement.id === 'name'")
    page.keyboard.type("Keys")
    reach("document.activeElement.id === 'slug'")
    page.keyboard.type("keys")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{there.url}/w/keys/responders/import")
    context.close()


def test_the_search_finds_the_server_for_who_owns_it_alone(there):
    for member, places in [("owner@more.example", ["/server"]), ("admin@more.example", [])]:
        found = log_in(there, member).get(f"{there.url}/w/first/search.json?q=backup", timeout=20).json()["results"]
        assert [one["href"] for one in found] == places


def test_nobody_else_sees_or_makes_one(there):
    session = log_in(there, "admin@more.example")
    assert session.get(f"{there.url}/server", timeout=20).status_code == 403
    page = session.get(f"{there.url}/account", timeout=20).text
    token = re.search(r'name="_csrf" value="([^"]*)"', page)[1]
    form = {"_csrf": token, "name": "Mine", "slug": "mine", "time_zone": "UTC", "profiles_of": "first"}
    assert session.post(f"{there.url}/server/workspaces", data=form, timeout=20).status_code == 403
    assert "mine" not in [one["slug"] for one in there.cli("workspace", "list")["workspaces"]]
