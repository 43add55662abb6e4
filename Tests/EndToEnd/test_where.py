"""A call in the night: an incident at an address, with few clicks; one key to the form; addresses from a file; and places
that lead outside only where the workspace wants that."""
import re

import pytest
import requests
from people import add_member, log_in
from playwright.sync_api import expect

DISPATCHER, ADMIN = "night@example.org", "admin@example.org"
MOST_CLICKS = 9
ADDRESSES = """name,number,town,lat,lng
Prešernov trg,1,Ljubljana,46.0514,14.5061
Prešernov trg,3,Ljubljana,46.0516,14.5063
Prešernova ulica,12,Kranj,46.2400,14.3550
"""


@pytest.fixture(scope="module")
def night(server, tmp_path_factory):
    server.workspace("acme")
    ana = server.responder("acme", "Ana Novak")
    server.ana = ana
    add_member(server, "acme", DISPATCHER, "dispatcher")
    add_member(server, "acme", ADMIN, "admin")
    phone = requests.Session()
    phone.headers["Authorization"] = f"Bearer {server.token('acme', ana)}"
    assert phone.put(f"{server.url}/app/v1/duty", json={"state": "on_duty"}).status_code == 200
    ping = {"lat": 46.05, "lng": 14.5, "is_mock": False, "sequence": 1}
    assert phone.post(f"{server.url}/app/v1/locations", json=ping).status_code == 201
    file = tmp_path_factory.mktemp("addresses") / "addresses.csv"
    file.write_text(ADDRESSES)
    assert server.cli("addresses", "import", "acme", file) == {"addresses": 3, "streets": 2}
    server.phone = phone
    return server


def logged_in(browser, night, member, **kind):
    context = browser.new_context(viewport={"width": 1366, "height": 768}, **kind)
    name, _, value = log_in(night, member).headers["Cookie"].partition("=")
    context.add_cookies([{"name": name, "value": value, "url": night.url}])
    return context


@pytest.fixture
def page(browser, night):
    context = logged_in(browser, night, DISPATCHER)
    yield context.new_page()
    context.close()


@pytest.fixture(params=[True, False], ids=["with script", "without script"])
def admin(browser, night, request):
    context = logged_in(browser, night, ADMIN, java_script_enabled=request.param)
    yield context.new_page()
    context.close()


class Hands:
    """Counts what a person does."""

    def __init__(self, page):
        self.page, self.clicks = page, 0

    def click(self, *where, **what):
        self.clicks += 1
        target = self.page.get_by_role(*where, **what) if where else self.page.locator(what["css"])
        target.click()


def test_an_incident_at_an_address_is_accepted_in_at_most_nine_clicks(page, night):
    page.goto(f"{night.url}/w/acme/board")
    hands = Hands(page)
    hands.click("link", name="New incident")
    page.get_by_label("Title").fill("Chest pain")
    hands.click(css="#where")
    page.locator("#where").press_sequentially("presernov trg 3")
    hands.click("option", name="Prešernov trg 3, Ljubljana")
    expect(page.locator("#where")).to_have_value("Prešernov trg 3, Ljubljana")
    expect(page.locator("#ranking tbody tr")).to_have_count(1)
    hands.click("button", name="Create and dispatch")
    expect(page).to_have_url(f"{night.url}/w/acme/incidents/1")
    expect(page.locator("main")).to_contain_text("Prešernov trg 3, Ljubljana")
    expect(page.locator("main")).to_contain_text("Offering to")
    offer = night.phone.get(f"{night.url}/app/v1/offers").json()["data"]["offers"][0]
    assert offer["incident"]["title"] == "Chest pain"
    assert night.phone.post(f"{night.url}/app/v1/offers/{offer['id']}/accept").status_code == 200
    # Without another click.
    expect(page.locator("#state")).to_contain_text("Assigned")
    expect(page.locator("main")).to_contain_text("Taken by")
    expect(page.locator("#standing")).to_contain_text("Ana Novak")
    assert hands.clicks <= MOST_CLICKS
    print(f"clicks from the board until the dispatcher sees who has it: {hands.clicks}")
    found = page.request.get(f"{night.url}/w/acme/incidents/1.json").json()
    assert (found["lat"], found["lng"], found["place"]) == (46.0516, 14.5063, "Prešernov trg 3, Ljubljana")
    # Ana is free for the others.
    held = night.phone.get(f"{night.url}/app/v1/assignment").json()["data"]["id"]
    assert night.phone.post(f"{night.url}/app/v1/assignments/{held}/complete").status_code == 200


def test_one_key_leads_to_the_form_and_another_to_everything(page, night):
    page.goto(f"{night.url}/w/acme/board")
    page.keyboard.press("n")
    expect(page).to_have_url(f"{night.url}/w/acme/incidents/new")
    page.goto(f"{night.url}/w/acme/board")
    page.keyboard.press("/")
    page.get_by_role("combobox", name="Search").fill("nov")
    expect(page.locator("dialog").get_by_role("option").first).to_contain_text("Ana Novak")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Ana Novak")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Search")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_rows_are_walked_by_keys(page, night):
    page.goto(f"{night.url}/w/acme/board")
    page.keyboard.press("j")
    expect(page.get_by_role("link", name="Ana Novak")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Ana Novak")


def test_without_script_the_form_answers_with_the_places(browser, night):
    context = logged_in(browser, night, DISPATCHER, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{night.url}/w/acme/incidents/new")
    page.get_by_label("Title").fill("Fall")
    page.get_by_label("Where").fill("presern")
    page.get_by_role("button", name="Create only").click()
    expect(page.get_by_role("radio")).not_to_have_count(0)
    page.get_by_label("Prešernova ulica, Kranj").check()
    page.get_by_role("button", name="Create only").click()
    expect(page.locator("main")).to_contain_text("Prešernova ulica, Kranj")
    page.goto(f"{night.url}/w/acme/search?q=novak")
    page.get_by_role("link", name="Ana Novak").click()
    expect(page.locator("h1")).to_contain_text("Ana Novak")
    context.close()


def test_an_import_with_a_wrong_line_changes_nothing(night, tmp_path):
    file = tmp_path / "wrong.csv"
    file.write_text("name,number,town,lat,lng\nA,1,T,46,14\nB,2,T,91,14\n")
    failed = night.run("addresses", "import", "acme", file, "--database", night.database)
    assert failed.returncode == 78 and "line 3" in failed.stderr
    assert night.cli("addresses", "count", "acme") == {"addresses": 3, "streets": 2}
    assert not list(night.database.parent.glob("*.addresses/*.new"))


def test_addresses_are_uploaded_in_the_browser_and_found_at_once(admin, page, night, tmp_path):
    file = tmp_path / "addresses.csv"
    admin.goto(f"{night.url}/w/acme/settings")
    admin.get_by_role("link", name="Addresses").click()
    expect(admin.locator("main")).to_contain_text("3 addresses in 2 streets")
    # A wrong line is named, and nothing is changed.
    file.write_text(ADDRESSES + "Nova ulica,1,Ljubljana,91,14.5\n")
    admin.get_by_label("CSV file").set_input_files(file)
    admin.get_by_role("button", name="Import").click()
    expect(admin.locator("#file-problem")).to_contain_text("Line 5: ")
    expect(admin.get_by_label("CSV file")).to_have_attribute("aria-describedby", "file-hint file-problem")
    expect(admin.locator("main")).to_contain_text("3 addresses in 2 streets")
    # No file at all.
    admin.get_by_role("button", name="Import").click()
    expect(admin.locator("#file-problem")).to_be_visible()
    file.write_text(ADDRESSES + "Nova ulica,1,Ljubljana,46.06,14.51\n")
    admin.get_by_label("CSV file").set_input_files(file)
    admin.get_by_role("button", name="Import").click()
    expect(admin.get_by_role("status").first).to_be_visible()
    expect(admin.locator("main")).to_contain_text("4 addresses in 3 streets")
    page.goto(f"{night.url}/w/acme/incidents/new")
    page.locator("#where").press_sequentially("nova ul")
    expect(page.get_by_role("option", name="Nova ulica, Ljubljana")).to_be_visible()
    # The others again, for the other tests.
    file.write_text(ADDRESSES)
    assert night.cli("addresses", "import", "acme", file)["addresses"] == 3


def test_a_position_leads_outside_only_where_the_workspace_names_a_map_and_says_so(admin, page, night):
    person = f"{night.url}/w/acme/responders/{night.ana}"
    page.goto(person)
    expect(page.get_by_role("link", name="46.05000, 14.50000")).to_have_attribute("href", re.compile("^geo:"))
    assert [href for href in page.eval_on_selector_all("a", "links => links.map((link) => link.href)")
            if not href.startswith((night.url, "geo:", "tel:"))] == []
    name_map(admin, night, "https://map.example/?lat={lat}&lng={lng}")
    page.reload()
    link = page.get_by_role("link", name="map, leaves Rollcall")
    expect(link).to_have_attribute("href", re.compile(r"^https://map\.example/\?lat=46\.05\d*&lng=14\.5\d*$"))
    # The map outside is not told which page it was.
    expect(link).to_have_attribute("rel", "noreferrer")
    # An address that is none is refused, in words.
    admin.get_by_label("Map outside").fill("javascript:alert(1)")
    admin.get_by_role("button", name="Preview").click()
    expect(admin.locator("#map_link-problem")).to_be_visible()
    name_map(admin, night, "")
    page.reload()
    expect(link).to_have_count(0)


def name_map(admin, night, address):
    admin.goto(f"{night.url}/w/acme/settings/workspace")
    admin.get_by_label("Map outside").fill(address)
    admin.get_by_role("button", name="Preview").click()
    admin.get_by_role("button", name="Save").click()
    expect(admin.get_by_label("Map outside")).to_have_value(address)
    expect(admin.locator(".problem")).to_have_count(0)
