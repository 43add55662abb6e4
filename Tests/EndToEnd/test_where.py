"""A call in the night: an incident at an address, with few clicks; one key to the form; addresses from a file."""
import pytest
import requests
from people import add_member, log_in
from playwright.sync_api import expect

DISPATCHER = "night@example.org"
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
    add_member(server, "acme", DISPATCHER, "dispatcher")
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


@pytest.fixture
def page(browser, night):
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    name, _, value = log_in(night, DISPATCHER).headers["Cookie"].partition("=")
    context.add_cookies([{"name": name, "value": value, "url": night.url}])
    page = context.new_page()
    yield page
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
    context = browser.new_context(java_script_enabled=False)
    name, _, value = log_in(night, DISPATCHER).headers["Cookie"].partition("=")
    context.add_cookies([{"name": name, "value": value, "url": night.url}])
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
