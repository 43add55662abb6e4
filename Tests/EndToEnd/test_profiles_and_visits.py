"""New profiles and planned visits, by a program with a key and by the forms of the console."""
import re

import pytest
from people import add_member, log_in
from program import Program

LIMIT = 20
DAY = "2030-05-06"


def profiles(program):
    return {profile["name"]: profile for profile in program.get("settings/profiles.json")["profiles"]}


@pytest.fixture
def program(rollcall):
    rollcall.start()
    return Program(rollcall)


def test_a_profile_begins_as_a_copy_and_keeps_the_duty_of_its_original(rollcall, program):
    before = profiles(program)
    original = before["responder"]
    added = program.post("settings/profiles.json", name="Night medic", copy_of="responder")
    assert added.status_code == 201, added.text
    assert added.json() == original | {"name": "Night medic", "initial_duty": "off_duty"}
    assert profiles(program) == before | {"Night medic": added.json()}
    assert program.actions().count("profile.add") == 1
    person = program.post("responders.json", people=[{"name": "Ana", "profile": "Night medic"}])
    assert person.status_code in (200, 201), person.text


@pytest.mark.parametrize("wrong, status, field", [
    ({"name": "", "copy_of": "responder"}, 400, "name"), ({"name": "x" * 41, "copy_of": "responder"}, 400, "name"),
    ({"copy_of": "responder"}, 400, "name"), ({"name": "new"}, 400, "copy_of"),
    ({"name": "new", "copy_of": "nobody's"}, 400, "copy_of"), ({"name": "driver", "copy_of": "responder"}, 409, None),
])
def test_a_profile_that_cannot_be_is_refused_by_its_field(program, wrong, status, field):
    before = profiles(program)
    answer = program.post("settings/profiles.json", **wrong)
    assert answer.status_code == status and (field is None or f'"{field}"' in answer.text), answer.text
    assert profiles(program) == before and "profile.add" not in program.actions()


def test_the_form_of_a_new_profile_keeps_what_was_typed_and_leads_to_its_page(rollcall, program):
    add_member(rollcall, "acme", "admin@example.org", "admin")
    session = log_in(rollcall, "admin@example.org")
    page = f"{rollcall.url}/w/acme/settings/profiles"
    token = re.search(r'name="_csrf" value="([^"]+)"', session.get(page, timeout=LIMIT).text).group(1)

    def add(**fields):
        return session.post(page, data={"_csrf": token, **fields}, timeout=LIMIT, allow_redirects=False)

    taken = add(name="driver", copy_of="family")
    assert taken.status_code == 400 and "There is a profile driver already." in taken.text
    assert '<option value="family" selected>' in taken.text
    assert add(name="harbour", copy_of="").status_code == 400
    without = session.post(page, data={"name": "harbour", "copy_of": "driver"}, timeout=LIMIT, allow_redirects=False)
    assert without.status_code == 400 and "harbour" not in profiles(program)
    added = add(name="harbour", copy_of="driver")
    assert added.status_code == 303 and added.headers["Location"].endswith("/settings/profiles/harbour")
    assert profiles(program)["harbour"]["initial_duty"] == "off_duty"
    assert session.get(f"{page}/harbour", timeout=LIMIT).status_code == 200


@pytest.fixture
def visit(program):
    """Somebody, and where they may be sent."""
    person = program.post("responders.json", people=[{"name": "Ana Novak", "profile": "field"}]).json()["ids"][0]
    site = program.post("settings/outlets.json", name="Depot", lat=46.1, lng=14.6).json()["id"]
    return {"responder_id": person, "outlet_id": site, "day": DAY}


def test_a_visit_is_planned_by_the_workspaces_clocks_and_taken_back(program, visit):
    planned = program.post("visits.json", **visit, **{"from": "09:00", "to": "11:30"})
    assert planned.status_code == 201, planned.text
    told = planned.json()
    assert (told["from"], told["to"]) == (f"{DAY}T07:00:00.000Z", f"{DAY}T09:30:00.000Z")
    assert told["state"] == "planned" and told["responder"] == "Ana Novak" and told["outlet"]["name"] == "Depot"
    assert [one["id"] for one in program.get(f"visits.json?day={DAY}")["visits"]] == [told["id"]]
    removed = program.post(f"visits/{told['id']}/remove.json")
    assert removed.status_code == 200 and removed.json() == told
    assert program.post(f"visits/{told['id']}/remove.json").status_code == 404
    assert program.get(f"visits.json?day={DAY}")["visits"] == []
    assert {"visit.plan", "visit.remove"} < set(program.actions())


@pytest.mark.parametrize("wrong, field", [
    ({"responder_id": 999}, "responder_id"), ({"outlet_id": 999}, "outlet_id"), ({"outlet_id": "Depot"}, "outlet_id"),
    ({"day": "tomorrow"}, "day"), ({"from": "noon"}, "from"), ({"from": "10:00", "to": "09:00"}, "from"),
])
def test_a_visit_that_cannot_be_is_refused_by_its_field(program, visit, wrong, field):
    answer = program.post("visits.json", **visit | wrong)
    assert answer.status_code == 400 and f'"{field}"' in answer.text, answer.text
    assert program.get(f"visits.json?day={DAY}")["visits"] == []


def test_a_visit_whose_time_has_begun_stays(program, visit):
    past = program.post("visits.json", **visit | {"day": "2020-05-06"}).json()["id"]
    assert program.post(f"visits/{past}/remove.json").status_code == 409
    assert [one["id"] for one in program.get("visits.json?day=2020-05-06")["visits"]] == [past]


def test_visits_and_profiles_belong_to_their_workspace_and_need_a_key(rollcall, program, visit):
    planned = program.post("visits.json", **visit).json()["id"]
    rollcall.workspace("other")
    stranger = Program(rollcall, "other")
    assert stranger.post(f"visits/{planned}/remove.json").status_code == 404
    assert stranger.post("visits.json", **visit).status_code == 400
    viewer = Program(rollcall, role="viewer")
    assert viewer.post("visits.json", **visit).status_code == 403
    assert viewer.post("settings/profiles.json", name="mine", copy_of="field").status_code == 403
    add_member(rollcall, "acme", "owner@example.net", "owner")
    browser = log_in(rollcall, "owner@example.net")
    answer = browser.post(f"{program.base}/visits.json", json=visit, timeout=LIMIT)
    assert answer.status_code == 403
    assert len(program.get(f"visits.json?day={DAY}")["visits"]) == 1
