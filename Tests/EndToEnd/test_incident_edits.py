"""Incidents that are changed after they were opened: who may, what is kept, and who is told."""
import pathlib
import re
import sys

import pytest
import requests
from responding import LIMIT, PLACE, ControlRoom, Phone, until, workspace
from rollcall import Rollcall
from rooms import bearer

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Fakes"))
import push_provider  # noqa: E402

ADDRESS = "ExponentPushToken[edit]"


@pytest.fixture
def provider():
    with push_provider.Provider() as running:
        yield running


@pytest.fixture
def place(tmp_path, provider):
    (tmp_path / "data").mkdir()
    rollcall = Rollcall(tmp_path / "data")
    workspace(rollcall, tmp_path / "seed")
    rollcall.start(["env", f"ROLLCALL_PUSH_EXPO_URL={provider.url}"])
    yield rollcall
    assert rollcall.stop() == 0
    assert rollcall.cli("verify")["ok"] is True


@pytest.fixture
def room(place):
    return ControlRoom(place)


def edit(room, number, status=200, **values):
    answer = room.session.post(
        f"{room.rollcall.url}/w/acme/incidents/{number}/edit.json", json=values, timeout=LIMIT)
    assert answer.status_code == status, answer.text
    return answer.json()


def entry(room, number):
    return next(step for step in room.incident(number)["log"] if step["step"] == "edited")


def test_offer_and_assignment_show_what_is_known_now_and_the_phone_is_told(place, room, provider):
    ana = Phone(place, "Ana", 0.01).come_on_duty()
    assert ana.send("PUT", "push-token", {"provider": "expo", "token": ADDRESS}).status_code == 204
    number = room.open("Fall")
    offer = ana.offer()
    until(lambda: provider.received(ADDRESS))
    edit(room, number, title="Cardiac arrest", severity="critical", lat=PLACE[0] + 0.01, lng=PLACE[1], notes="Third floor")
    changed = ana.offer()
    assert changed["id"] == offer["id"]
    told = changed["incident"]
    assert (told["title"], told["severity"], told["lat"], told["notes"]) == (
        "Cardiac arrest", "critical", PLACE[0] + 0.01, "Third floor")
    assert changed["distance_m"] < 1 < offer["distance_m"]
    message = until(lambda: [one for one in provider.received(ADDRESS) if "assignment.changed" in str(one)])[0]
    for secret in ("Cardiac", "Third", str(PLACE[0])):
        assert secret not in str(message)
    log = entry(room, number)
    assert log["detail"] == "title, before: Fall; severity, before: high; place, before: 46.0, 14.0; notes, before: none"
    assert log["actor"].startswith("key:")
    ana.accept()
    edit(room, number, notes="")
    assert ana.assignment()["incident"]["notes"] is None
    until(lambda: len([one for one in provider.received(ADDRESS) if "assignment.changed" in str(one)]) == 2)
    needs = room.session.post(
        f"{room.rollcall.url}/w/acme/incidents/{number}/needs.json", json={"needs": [{"count": 2}]}, timeout=LIMIT)
    assert needs.status_code == 200, needs.text
    until(lambda: len([one for one in provider.received(ADDRESS) if "assignment.changed" in str(one)]) == 3)


def test_a_change_that_is_none_leaves_no_trace_and_mistakes_are_named(place, room):
    number = room.open("Fall")
    assert edit(room, number, title="Fall", severity="high")["title"] == "Fall"
    assert "edited" not in [step for step, _ in room.steps(number)]
    assert edit(room, number, 400)["code"] == "VALIDATION_ERROR"
    errors = edit(room, number, 400, title=" ", severity="worst", lat=91, lng=14)["data"]["errors"]
    assert {error["field"] for error in errors} == {"title", "severity", "lat"}
    assert edit(room, number, 400, outlet=99)["data"]["errors"][0]["field"] == "outlet"
    assert edit(room, number, 400, lat=46, lng=14, geo="geo:46,14")["code"] == "VALIDATION_ERROR"
    assert room.act(number, "cancel").status_code == 303
    assert edit(room, number, 409, title="Late")["code"] == "CONFLICT"
    assert room.incident(number)["title"] == "Fall"


def test_a_critical_incident_asks_its_extra_people_and_one_that_is_not_lets_them_go(place, room):
    people = [Phone(place, f"Person {index}", 0.01 * index).come_on_duty() for index in range(1, 4)]
    number = room.open("Fall")
    people[0].offer()
    assert [state for _, state in room.offers(number)] == ["delivered"]
    edit(room, number, severity="critical")
    until(lambda: len(room.offers(number)) == 3)
    edit(room, number, severity="normal")
    assert [state for _, state in room.offers(number)].count("withdrawn") == 2
    assert people[0].accept()


def test_the_form_does_not_overwrite_what_somebody_else_has_changed(place, room):
    number = room.open("Fall")
    fields = {"title": "Fall from a roof", "severity": "high", "where": "46.00000, 14.00000", "notes": "", "edition": "0"}
    assert room.act(number, "edit", **fields).status_code == 303
    late = room.act(number, "edit", **{**fields, "title": "Fall down the stairs"})
    assert late.status_code == 409 and "Fall down the stairs" in late.text and "Somebody else has changed" in late.text
    found = room.incident(number)
    assert found["title"] == "Fall from a roof" and (found["lat"], found["lng"]) == PLACE
    wrong = room.act(number, "edit", **{**fields, "edition": "1", "where": "nowhere"})
    assert wrong.status_code == 400 and "nowhere" in wrong.text
    assert room.act(number, "edit", **{**fields, "edition": "1", "where": "46.5, 14.5"}).status_code == 303
    assert room.incident(number)["lat"] == 46.5


def test_whoever_was_told_of_a_change_by_another_may_send_the_form_again(place, room):
    number = room.open("Fall")
    fields = {"title": "Fall from a roof", "severity": "high", "where": "46.00000, 14.00000", "notes": "", "edition": "0"}
    assert room.act(number, "edit", **fields).status_code == 303
    late = room.act(number, "edit", **{**fields, "title": "Fall down the stairs"})
    assert late.status_code == 409
    edition = re.search(r'name="edition" value="(\d+)"', late.text)[1]
    assert room.act(number, "edit", **{**fields, "title": "Fall down the stairs", "edition": edition}).status_code == 303
    assert room.incident(number)["title"] == "Fall down the stairs"


def test_the_place_is_found_by_its_name_and_left_alone_it_stays(place, room):
    for name, north in (("Kiosk North", 0.1), ("Kiosk South", -0.1)):
        there = room.open(name, mode="nobody")
        assert room.act(there, "edit", title=name, severity="low", notes="", edition="0",
                        where=name, at=f"{PLACE[0] + north},{PLACE[1]} {name}", asked=name).status_code == 303
    number = room.open("Fall")
    fields = {"title": "Fall", "severity": "high", "notes": "", "edition": "0"}
    several = room.act(number, "edit", **fields, where="kiosk")
    assert several.status_code == 400 and several.text.count('type="radio" name="at"') == 2
    none = room.act(number, "edit", **fields, where="")
    assert none.status_code == 400 and 'id="where-problem"' in none.text
    assert room.act(number, "edit", **fields, where="kiosk south").status_code == 303
    found = room.incident(number)
    assert (found["lat"], found["place"]) == (PLACE[0] - 0.1, "Kiosk South")
    page = room.session.get(f"{place.url}/w/acme/incidents/{number}", timeout=LIMIT).text
    chosen = {key: re.search(rf'name="{key}"[^>]* value="([^"]*)"', page)[1] for key in ("where", "at", "asked", "edition")}
    assert room.act(number, "edit", **{**fields, **chosen, "title": "Fall at the kiosk"}).status_code == 303
    again = room.incident(number)
    assert (again["title"], again["lat"], again["lng"], again["place"]) == (
        "Fall at the kiosk", found["lat"], found["lng"], "Kiosk South")
    assert entry(room, number)["detail"] == "title, before: Fall"


def test_a_site_at_the_very_place_gives_it_its_name(place, room):
    site = {"name": "Depot", "lat": PLACE[0], "lng": PLACE[1], "radius_m": 50}
    answer = bearer(place.key("acme", "owner")).post(
        f"{place.url}/w/acme/settings/outlets.json", json=site, timeout=LIMIT)
    assert answer.status_code in (200, 201), answer.text
    number = room.open("Fall")
    assert room.act(number, "edit", title="Fall", severity="high", notes="", edition="0",
                    where="Depot", at=f"{PLACE[0]},{PLACE[1]} Depot", asked="Depot").status_code == 303
    assert room.incident(number)["place"] == "Depot"
    assert entry(room, number)["detail"].startswith("place, before: ")


def test_whoever_takes_it_by_telephone_is_told_by_a_message_also_without_an_offer(place, room, provider):
    ana = Phone(place, "Ana", 0.01).come_on_duty()
    assert ana.send("PUT", "push-token", {"provider": "expo", "token": ADDRESS}).status_code == 204
    number = room.open("Fall", mode="nobody")

    def told():
        return [one for one in provider.received(ADDRESS) if "assignment.changed" in str(one)]

    def call(result):
        answer = room.session.post(
            f"{place.url}/w/acme/incidents/{number}/calls", json={"responder_id": ana.id, "result": result}, timeout=LIMIT)
        assert answer.status_code == 200, answer.text

    call("accepts")
    message = until(told)[0]
    assert f"'incident_id': '{number}'" in str(message) and "offer_id" not in str(message)
    assert ana.assignment()["incident"]["title"] == "Fall"
    until(lambda: any(step["step"] == "pushed" and "changed" in step["detail"] for step in room.incident(number)["log"]))
    edit(room, number, title="Fall from a roof")
    until(lambda: len(told()) == 2)
    assert room.act(number, "assignee", act="release", responder=ana.id).status_code == 303
    until(lambda: len(told()) == 3)


def test_a_change_beside_a_message_that_is_on_its_way_is_told_by_another(place, room, provider):
    ana = Phone(place, "Ana", 0.01).come_on_duty()
    assert ana.send("PUT", "push-token", {"provider": "expo", "token": ADDRESS}).status_code == 204
    number = room.open("Fall")
    assert ana.accept()

    def told():
        return [one for one in provider.received(ADDRESS) if "assignment.changed" in str(one)]

    provider.answer(ADDRESS, {"wait": 5})
    edit(room, number, title="Fall from a roof")
    until(told)
    edit(room, number, notes="Third floor")
    until(lambda: len(told()) == 2)


def test_whoever_only_reads_incidents_cannot_change_them(place, room):
    number = room.open("Fall")
    reader = requests.Session()
    reader.headers["Authorization"] = f"Bearer {place.key('acme', 'auditor')}"
    for path in ("edit", "edit.json"):
        answer = reader.post(f"{place.url}/w/acme/incidents/{number}/{path}", json={"title": "Mine"}, timeout=LIMIT)
        assert answer.status_code in (403, 415), path
    assert "Change title" not in reader.get(f"{place.url}/w/acme/incidents/{number}", timeout=LIMIT).text
    assert room.incident(number)["title"] == "Fall"


def test_what_came_of_an_assignee_stays_and_where_helpers_are_is_drawn(place, room):
    ana, bor = Phone(place, "Ana", 0.01).come_on_duty(), Phone(place, "Bor", 0.02).come_on_duty()
    number = room.open("Fall")
    ana.accept()
    page = room.session.get(f"{place.url}/w/acme/incidents/{number}", timeout=LIMIT).text
    assert "People and place" in page and "≈ 3 min at 30 km/h" in page and "<svg" in page
    held = ana.assignment()["id"]
    assert ana.send("POST", f"assignments/{held}/arrived").status_code == 200
    here = {one["responder_id"]: one["reason"] for one in room.get(f"incidents/{number}/candidates.json")["left_out"]}
    assert here[ana.id] == "assigned here"
    assert room.act(number, "assignee", act="release", responder=ana.id).status_code == 303
    found = room.incident(number)
    [former] = found["former_assignees"]
    assert (former["responder_id"], former["by"], former["reason"]) == (ana.id, "app", "reassigned by the dispatcher")
    assert former["accepted_at"] < former["arrived_at"] < former["ended_at"]
    page = room.session.get(f"{place.url}/w/acme/incidents/{number}", timeout=LIMIT).text
    assert "accepted, arrived, released" in page and "Who had it" in page
    offered = {one["responder_id"]: one["reason"] for one in room.get(f"incidents/{number}/candidates.json")["left_out"]}
    assert offered[bor.id] == "holds an offer of this incident"
    looks = [entry["action"] for entry in audit(place)]
    assert "look.helpers" in looks


def test_templates_are_kept_by_programs(place, room):
    admin = requests.Session()
    admin.headers["Authorization"] = f"Bearer {place.key('acme', 'admin')}"
    url = f"{place.url}/w/acme/settings/templates"

    def post(path, body, status):
        answer = admin.post(f"{url}{path}.json", json=body, timeout=LIMIT)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    arrest = {"name": "Cardiac arrest", "severity": "critical", "needs": [{"count": 2, "skills": ["first aid"]}]}
    kept = post("", arrest, 201)
    assert kept == {**arrest, "id": kept["id"], "title": "", "notes": ""}
    assert post("", arrest, 409)["code"] == "CONFLICT"
    wrong = post("", {"name": "", "severity": "worst", "needs": [{"count": 99}], "title": 1}, 400)
    assert {error["field"] for error in wrong["data"]["errors"]} == {"name", "severity", "needs", "title"}
    changed = post(f"/{kept['id']}", {"name": "Arrest", "notes": "Is there an AED?"}, 200)
    assert (changed["id"], changed["severity"], changed["notes"]) == (kept["id"], "normal", "Is there an AED?")
    # Whoever may open incidents reads them, and changes none.
    assert room.get("settings/templates.json") == {"templates": [changed]}
    assert room.session.post(f"{url}.json", json=arrest, timeout=LIMIT).status_code == 403
    assert post("/999", arrest, 404)["code"] == "NOT_FOUND"
    post(f"/{kept['id']}/remove", None, 204)
    assert room.get("settings/templates.json") == {"templates": []}
    assert post(f"/{kept['id']}/remove", None, 404)["code"] == "NOT_FOUND"
    actions = [one["action"] for one in audit(place)]
    assert {"template.add", "template.set", "template.remove"} <= set(actions)


def test_a_template_fills_in_what_is_not_typed(place, room):
    admin = requests.Session()
    admin.headers["Authorization"] = f"Bearer {place.key('acme', 'admin')}"
    url = f"{place.url}/w/acme"

    def save(status=303, **fields):
        answer = admin.post(f"{url}/settings/templates", data=fields, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == status, answer.text
        return answer.text
    save(name="Cardiac arrest", severity="critical", people1="2", skills1="first aid", notes="Is there an AED?")
    save(name="Fall", title="Somebody fell", severity="normal")
    assert "already" in save(400, name="Fall", severity="low")
    assert "1 to 20" in save(400, name="Crowd", severity="low", people1="21")
    page = admin.get(f"{url}/settings/templates", timeout=LIMIT).text
    assert "Cardiac arrest" in page and "2 × first aid" in page
    ids = {name: number for number, name in re.findall(r'templates\?edit=(\d+)"><bdi>([^<]+)<', page)}
    form = admin.get(f"{url}/incidents/new", timeout=LIMIT).text
    assert all(f'name="template" value="{number}"' in form for number in ids.values())

    def filled(**fields):
        answer = admin.post(f"{url}/incidents/new", data=fields, timeout=LIMIT)
        assert answer.status_code == 200, answer.text
        return answer.text
    text = filled(template=ids["Cardiac arrest"])
    assert 'value="Cardiac arrest"' in text and '<option value="critical" selected>' in text and "Is there an AED?" in text
    assert 'name="people1" type="text" value="2"' in text and 'value="first aid"' in text
    # What was typed stays; what another template gave does not. A place is ranked at once.
    text = filled(template=ids["Fall"], title="Cardiac arrest", notes="Third floor", place="46, 14", severity="critical")
    assert 'value="Somebody fell"' in text and "Third floor" in text and "Place understood as" in text
    save(id=ids["Fall"], name="Fall", severity="high")
    assert 'value="Fall"' in admin.get(f"{url}/incidents/new?template={ids['Fall']}", timeout=LIMIT).text
    gone = admin.post(f"{url}/settings/templates/{ids['Fall']}/remove", data={"": ""}, allow_redirects=False, timeout=LIMIT)
    assert gone.status_code == 303
    assert room.session.get(f"{url}/settings/templates", timeout=LIMIT).status_code == 403
    actions = [entry["action"] for entry in audit(place)]
    assert {"template.add", "template.set", "template.remove"} <= set(actions)


def audit(place):
    owner = requests.Session()
    owner.headers["Authorization"] = f"Bearer {place.key('acme', 'owner', name='reader of the audit')}"
    answer = owner.get(f"{place.url}/w/acme/audit.json", timeout=LIMIT)
    assert answer.status_code == 200, answer.text
    return answer.json()["entries"]
