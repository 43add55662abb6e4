"""The operator's geocoder: off unless it is named, asked by the server alone, seldom, and missed by nobody when it fails."""
import json
import pathlib
import sys
import time

import pytest
from people import add_member, log_in
from playwright.sync_api import expect
from program import Program
from responding import until
from rollcall import Rollcall

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Fakes"))
import geocoder as fake  # noqa: E402

PLACES = [("Harbour Street, Newtown", 46.1, 14.2), ("Harbour Lane, Newtown", 46.2, 14.3)]
DISPATCHER = "desk@example.org"
# The geocoder is asked once a second, by a clock that nothing tells.
REST = 1.1


@pytest.fixture(scope="module")
def asked():
    with fake.Geocoder(*PLACES) as running:
        yield running


def desk(folder, options):
    folder.mkdir()
    rollcall = Rollcall(folder, options=options)
    rollcall.workspace("acme")
    rollcall.start()
    add_member(rollcall, "acme", DISPATCHER, "dispatcher")
    return rollcall


@pytest.fixture(scope="module")
def place(tmp_path_factory, asked):
    rollcall = desk(tmp_path_factory.mktemp("geocoder") / "data", ["--geocoder", asked.url])
    rollcall.program = Program(rollcall, role="dispatcher")
    yield rollcall
    assert rollcall.stop() == 0


@pytest.fixture
def fresh(asked):
    """The questions of this test alone; the one before is long enough ago for another one."""
    time.sleep(REST)
    asked.questions.clear()
    asked.answers.clear()
    return asked.questions


@pytest.fixture
def desk_page(browser, place):
    """The form of a new incident in a dispatcher's browser."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    name, _, value = log_in(place, DISPATCHER).headers["Cookie"].partition("=")
    context.add_cookies([{"name": name, "value": value, "url": place.url}])
    page = context.new_page()
    page.requested = []
    page.on("request", lambda request: page.requested.append(request.url))
    page.goto(f"{place.url}/w/acme/incidents/new")
    yield page
    context.close()


def found(place, text):
    return [one["label"] for one in place.program.get(f"where.json?q={text}")["places"]]


def test_without_one_nobody_is_asked(tmp_path, asked, fresh):
    rollcall = desk(tmp_path / "data", [])
    rollcall.program = Program(rollcall, role="dispatcher")
    assert found(rollcall, "harbour street") == []
    assert rollcall.stop() == 0
    assert fresh == []
    assert "geocoder" not in rollcall.said(0)


def test_it_learns_what_is_typed_and_its_answer_is_kept(place, fresh):
    assert found(place, "harbour s") == ["Harbour Street, Newtown"]
    hit = place.program.get("where.json?q=harbour+s")["places"][0]
    assert (hit["kind"], hit["detail"], hit["value"]) == ("address", "from the geocoder", "46.1,14.2 Harbour Street, Newtown")
    # The same again, whatever the capitals.
    assert found(place, "HARBOUR+S") == ["Harbour Street, Newtown"]
    assert fresh == ["harbour s"]


def test_short_words_coordinates_and_people_are_not_its_business(place, fresh):
    for text in ("har", "46.05, 14.5", "near harbour", "8FRP3G24%2BXX"):
        found(place, text)
    assert fresh == []


def test_it_is_asked_at_most_once_a_second(place, fresh):
    began = time.monotonic()
    for length in range(len("harb"), len("harbour street") + 1):
        found(place, "harbour street"[:length])
    took = time.monotonic() - began
    assert 1 <= len(fresh) <= 1 + took


@pytest.mark.parametrize("status, body", [
    (500, b"no"), (429, b""), (200, b"<html>"), (200, b'{"error": "busy"}'), (200, b""),
    (200, json.dumps([{"display_name": "Nowhere", "lat": "91", "lon": "14"}]).encode()),
    (302, b"")], ids=["fails", "has enough", "no JSON", "no list", "nothing", "no place", "leads elsewhere"])
def test_what_it_answers_wrongly_is_no_place_and_no_failure(place, asked, fresh, status, body):
    asked.answers.append((status, body))
    assert found(place, f"harbour {status} {len(body)}") == []
    assert len(fresh) == 1


def test_one_that_is_gone_delays_nothing_and_leaves_the_places_that_are_known(tmp_path):
    with fake.Geocoder() as closed:
        url = closed.url
    rollcall = desk(tmp_path / "data", ["--geocoder", url])
    rollcall.program = Program(rollcall, role="dispatcher")
    file = tmp_path / "addresses.csv"
    file.write_text("name,number,town,lat,lng\nHarbour Street,1,Newtown,46.1,14.2\n")
    assert rollcall.cli("addresses", "import", "acme", file)["addresses"] == 1
    assert found(rollcall, "harbour street 1") == ["Harbour Street 1, Newtown"]
    assert rollcall.stop() == 0
    # Nor does its log tell what was typed.
    assert "harbour" not in rollcall.said(0).lower()


def test_the_last_word_that_is_typed_is_answered_however_fast_one_types(desk_page, fresh):
    # Each pause is long enough for a question, and too short for the geocoder.
    desk_page.locator("#where").press_sequentially("harbour lane", delay=200)
    expect(desk_page.get_by_role("option", name="Harbour Lane, Newtown")).to_be_visible()
    assert fresh[-1] == "harbour lane"
    assert len(fresh) < len("harbour lane") - len("har")


def test_without_script_too_soon_is_said_and_the_next_time_it_is_found(place, fresh):
    program, form = place.program, {"title": "Fall", "where": "harbour lane", "asked": "", "at": "", "severity": "normal"}
    program.get("where.json?q=harbour+s+9")
    soon = program.session.post(f"{program.base}/incidents", data={**form, "where": "harbour lane 9"}, timeout=20)
    assert soon.status_code == 400 and "The geocoder was asked a moment ago" in soon.text
    time.sleep(REST)
    made = program.session.post(f"{program.base}/incidents", data=form, timeout=20)
    assert made.status_code == 200, made.text
    assert program.get("incidents/1.json")["place"] == "Harbour Lane, Newtown"


def test_a_page_asks_its_own_server_alone(desk_page, place, fresh):
    desk_page.locator("#where").fill("harbour l")
    # A place of an earlier incident is offered before the geocoder has rested.
    until(lambda: fresh == ["harbour l"], "the question")
    desk_page.get_by_role("option", name="Harbour Lane, Newtown").click()
    expect(desk_page.locator("#where")).to_have_value("Harbour Lane, Newtown")
    assert [url for url in desk_page.requested if not url.startswith((place.url, "data:"))] == []
