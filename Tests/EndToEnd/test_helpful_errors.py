"""Errors that help: each says what is wrong, where, and what to do."""
import html
import re

import pytest
import requests
from people import PASSWORD, add_member, log_in
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def acme(server):
    """A workspace without a country, with one person."""
    server.workspace("acme")
    server.cli("responder", "add", "acme", "Ana Novak", "--external-id", "R-000")
    server.cli("event", "add", "acme", "marathon", "--name", "Marathon")
    for role in ["admin", "auditor", "dispatcher", "viewer"]:
        add_member(server, "acme", f"{role}@errors.example", role)
    return server


# What is asked for, the file that goes with it, and what the answer says: what, where, what to do.
COMMANDS = {
    "an external id that somebody has": (
        ["responder", "import", "acme", "FILE"], "name,external_id\nAna Novak,R-000\n",
        ["line 2", "R-000 is Ana Novak already", "Use --update"]),
    "an unknown column": (
        ["responder", "import", "acme", "FILE"], "name;phon\nAna;1\n",
        ['unknown column "phon"', "did you mean phone?", "external_id"]),
    "no columns": (
        ["responder", "import", "acme", "FILE"], "Ana;040 000 000\n",
        ["line 1", "must name the columns", "known are name"]),
    "a telephone number without its country": (
        ["responder", "import", "acme", "FILE"], "name,phone\nBo,040 000 000\n",
        ["line 2", '"040 000 000" needs its country code', "write it with +"]),
    "more than one line": (
        ["responder", "import", "acme", "FILE"], "name,phone,external_id\nBo,040 000 001,\nCy,,\nDi,,R-000\n",
        ['line 2: "040 000 001" needs its country code', "line 4: R-000 is Ana Novak already"]),
    "an unknown column of sites": (
        ["outlet", "import", "acme", "FILE"], "Name;Latt;Lng\nKiosk;46,05;14,5\n",
        ["line 1", 'unknown column "latt"', "did you mean lat?", "external_id"]),
    "a site that is nowhere": (
        ["outlet", "import", "acme", "FILE"], "Name;Lat;Lng\nKiosk;46,05;14,5\nDepot;460,5;14,5\n",
        ["line 3", "lat and lng are degrees"]),
    "an unknown column of addresses": (
        ["addresses", "import", "acme", "FILE"], "Name;Nummber;Town;Lat;Lng\nTrg;1;Ljubljana;46,05;14,5\n",
        ["line 1", 'unknown column "nummber"', "did you mean number?", "town"]),
    "a profile that is not there": (
        ["responder", "add", "acme", "Bo", "--profile", "drivr"], "",
        ['no profile "drivr"', "did you mean driver?", "responder"]),
    "a file of regions that is none": (
        ["region", "import", "acme", "FILE"], "The quarter north of the river",
        ["not a GeoJSON file", "byte 0", "draw the region instead"]),
    "a time that is none": (
        ["event", "add", "acme", "race", "--name", "Race", "--from", "tomorrow"], "",
        ['"tomorrow" is no time', "2026-11-23 18:00", "Europe/Ljubljana"]),
    "a time of a hold that is none": (
        ["hold", "add", "acme", "--reason", "r", "--responder", "1", "--from", "soon", "--to", "2026-11-22"], "",
        ['"soon" is no time', "2026-11-23 18:00", "Europe/Ljubljana"]),
    "a workspace that is not there": (
        ["responder", "list", "acmee"], "", ["workspace acmee does not exist", "did you mean acme?"]),
    "an event that is not there": (
        ["event", "join", "acme", "maraton", "1"], "", ["event maraton does not exist", "did you mean marathon?"]),
    "a slug that is none": (
        ["workspace", "add", "Acme Rescue", "--name", "Acme", "--time-zone", "UTC"], "", ['"Acme Rescue" is no slug', "a-z, 0-9"]),
    "a profile that is no JSON": (
        ["profile", "import", "acme", "FILE"], "name: responder\n", ["this is not a JSON file"]),
    "a profile with a text for a number": (
        ["profile", "import", "acme", "FILE"],
        '{"name": "x", "offers": [], "rules": [{"name": "on_duty", "interval_s": "often"}]}',
        ["rules.[0]", "this must be a number"]),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_is_refused_says_what_where_and_what_to_do(acme, tmp_path, name):
    command, text, said = COMMANDS[name]
    file = tmp_path / "file"
    file.write_text(text)
    done = acme.run(*[file if word == "FILE" else word for word in command], "--database", acme.database)
    # 78 where a file or a setting is at fault before a server is asked.
    assert done.returncode in (1, 78)
    for words in said:
        assert words in done.stderr, done.stderr
    # Nothing of the machinery, and no stack.
    assert not re.search(r"UNIQUE|constraint|SQLite|Error\(|\.swift", done.stderr), done.stderr


def test_a_local_time_is_taken_by_the_clocks_of_the_workspace(acme):
    acme.cli("event", "add", "acme", "evening", "--name", "Evening", "--from", "2026-11-23 18:00")
    [event] = [one for one in acme.cli("event", "list", "acme")["events"] if one["slug"] == "evening"]
    assert event["from"] == "2026-11-23T17:00:00.000Z"


def test_a_file_out_of_a_spreadsheet_is_read_as_it_comes(acme, tmp_path):
    """Semicolons, capitals, *ID*; and national numbers, where the workspace has a country."""
    acme.cli("workspace", "add", "home", "--name", "Home", "--time-zone", "Europe/Ljubljana", "--country", "SI")
    file = tmp_path / "people.csv"
    file.write_text("Name;Phone;Profile;Region;ID\nBo Kos;040 000 000;driver;;B-1\n")
    acme.cli("responder", "import", "home", file)
    [person] = acme.cli("responder", "list", "home")["responders"]
    assert (person["name"], person["phone"], person["external_id"]) == ("Bo Kos", "+38640000000", "B-1")


# The page with the form, what is typed into it, and what the answer says.
FORMS = {
    "an external id that somebody has": (
        "admin", "responders/new", {"name": "Bo", "external_id": "R-000", "profile": "responder"},
        ["R-000 is Ana Novak already", 'id="external_id-problem"']),
    "a telephone number without its country": (
        "admin", "responders/new", {"name": "Bo", "phone": "040 000 000", "profile": "responder"},
        ["“040 000 000” needs its country|\"040 000 000\" needs its country", "write it with +", 'id="phone-problem"']),
    "a file of regions that is none": (
        "admin", "settings/regions", {"geojson": "The quarter north of the river", "name": ""},
        ["not a GeoJSON file", "[Dd]raw the region instead"]),
    "an unknown column of sites": (
        "admin", "settings/outlets", {"outlets": "Name;Latt;Lng\nKiosk;46,05;14,5\n"},
        ['unknown column "latt"', "did you mean lat?", 'id="outlets-problem"']),
    "a message without encryption": (
        "admin", "settings/channels", {"name": "Hook", "kind": "webhook", "address": "http://example.org/x"},
        ["http:// is not allowed for messages that contain names", "Use https://", 'id="address-problem"']),
    "a time that is none": (
        "admin", "events", {"name": "Race", "slug": "race", "from": "tomorrow"},
        ["A day with its time, such as 2026-11-21 09:00", 'id="from-problem"']),
    "a place that nobody knows": (
        "dispatcher", "incidents/new", {"title": "Fall", "where": "Nowhere Street 9", "severity": "normal"},
        ["No site, address, region or person of this name is known", "Pick the place on the map", 'id="where-problem"']),
    "a hold on nobody": (
        "auditor", "holds", {"responder_named": "Zoran", "from_day": "2026-11-20", "to_day": "2026-11-20", "reason": "r"},
        ["“Zoran” is not one person here", "choose a name from the list", 'id="responder-problem"']),
    "a hold from a time without a day": (
        "auditor", "holds", {"responder_named": "Ana Novak", "from_time": "08:00", "to_day": "2026-11-20", "reason": "r"},
        ["Choose the day", 'id="from-problem"']),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_form_that_is_refused_says_what_where_and_what_to_do(acme, name):
    role, path, fields, said = FORMS[name]
    member = log_in(acme, f"{role}@errors.example")
    page = member.get(f"{acme.url}/w/acme/{path}", timeout=20).text
    # The target of the form with the last field that is typed.
    last = list(fields)[0]
    form = next(one for one in re.findall(r"<form[^>]*>.*?</form>", page, re.S) if f'name="{last}"' in one and "post" in one)
    target = html.unescape(re.search(r'action="([^"]+)"', form)[1])
    token = re.search(r'name="_csrf" value="([^"]*)"', form)[1]
    sent = {"_csrf": token, **fields}
    if "multipart" in form:
        answer = member.post(f"{acme.url}{target}", files={name: (None, value) for name, value in sent.items()}, timeout=20)
    else:
        answer = member.post(f"{acme.url}{target}", data=sent, timeout=20)
    assert answer.status_code == 400, answer.text
    text = html.unescape(answer.text)
    for words in said:
        assert re.search(words if "|" in words or "[" in words else re.escape(words), text), f"{words} is not in the answer"
    # What was typed is still there.
    kept = next(value for value in fields.values() if value)
    assert kept in text


# A role, a page that it does not open, and where else it is led.
REFUSALS = [
    ("auditor", "board", ["board?at=", "responders", "reports"]),
    ("auditor", "settings/members", ["board?at=", "responders", "reports"]),
    ("dispatcher", "settings/members", ["board"]),
    ("dispatcher", "responders/import", ["board"]),
    ("viewer", "incidents", ["board"]),
]


@pytest.mark.parametrize("role, path, others", REFUSALS)
def test_who_may_not_see_a_page_learns_why_and_where_to_go_on(acme, role, path, others):
    member = log_in(acme, f"{role}@errors.example")
    answer = member.get(f"{acme.url}/w/acme/{path}", timeout=20)
    assert answer.status_code == 403
    assert f"Your role here is {role}, which does not include it." in answer.text
    links = {html.unescape(link) for link in re.findall(r'<a [^>]*href="(/w/acme/[^"]+)"', answer.text)}
    for other in others:
        assert any(link.startswith(f"/w/acme/{other}") for link in links), (other, links)
    # No link of the page ends at the same refusal.
    for link in links:
        assert member.get(acme.url + link, timeout=20).status_code == 200, link


def test_a_login_leads_back_to_the_page_with_its_filter(acme):
    page = "/w/acme/audit?action=login&from=2026-11-20"
    answer = requests.get(acme.url + page, allow_redirects=False, timeout=20)
    assert answer.status_code == 303 and answer.headers["Location"].startswith("/login?next=")
    form = requests.get(acme.url + answer.headers["Location"], timeout=20).text
    target = html.unescape(re.search(r'name="next" value="([^"]+)"', form)[1])
    assert target == page


def test_an_open_page_says_that_one_is_logged_out_and_its_link_leads_back_with_the_filter(acme, browser):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{acme.url}/w/acme/board?q=Ana")

    def log_in_here():
        page.fill("#email", "dispatcher@errors.example")
        page.fill("#password", PASSWORD)
        page.get_by_role("button", name="Log in").click()
        expect(page).to_have_url(f"{acme.url}/w/acme/board?q=Ana")
        expect(page.locator("#list")).to_contain_text("Ana Novak")

    log_in_here()
    context.clear_cookies()
    expect(page.get_by_text("You are logged out.").first).to_be_visible(timeout=60_000)
    page.get_by_role("link", name="Log in and come back here").click(timeout=60_000)
    log_in_here()
    context.close()
