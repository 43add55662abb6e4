"""Events and sites, kept by a program with a key; and what somebody reads whose role does not include a page."""
import pytest
from people import add_member, log_in
from program import Program

LIMIT = 20
SITE = {"name": "Depot", "lat": 46.1, "lng": 14.6, "external_id": "D-1", "radius_m": 50}


@pytest.fixture
def program(rollcall):
    rollcall.start()
    return Program(rollcall)


def test_a_site_is_added_changed_in_part_and_removed(rollcall, program):
    added = program.post("settings/outlets.json", **SITE)
    assert added.status_code == 201 and SITE.items() <= added.json().items(), added.text
    path = f"settings/outlets/{added.json()['id']}"
    changed = program.post(f"{path}/edit.json", name="Depot 2")
    assert changed.status_code == 200 and changed.json() == added.json() | {"name": "Depot 2"}
    assert program.get("settings/outlets.json")["outlets"] == [changed.json()]
    assert program.post(f"{path}/edit.json", external_id="").json()["external_id"] is None
    assert program.post(f"{path}/remove.json").status_code == 200
    assert program.post(f"{path}/remove.json").status_code == 404
    assert program.get("settings/outlets.json")["outlets"] == []
    assert program.actions().count("outlet.set") == 2 and {"outlet.add", "outlet.remove"} < set(program.actions())


@pytest.mark.parametrize("wrong, field", [
    ({"name": ""}, "name"), ({"name": "x" * 201}, "name"), ({"lat": 91}, "lat"), ({"lng": "east"}, "lng"),
    ({"radius_m": 0}, "radius_m"), ({"external_id": "x" * 129}, "external_id"),
])
def test_a_site_that_cannot_be_is_refused_by_its_field(program, wrong, field):
    answer = program.post("settings/outlets.json", **SITE | wrong)
    assert answer.status_code == 400 and f'"{field}"' in answer.text, answer.text
    assert program.get("settings/outlets.json")["outlets"] == []


def test_an_external_id_is_that_of_one_site(program):
    assert program.post("settings/outlets.json", **SITE).status_code == 201
    again = program.post("settings/outlets.json", **SITE | {"name": "Other"})
    assert again.status_code == 409 and "D-1 is Depot already." in again.json()["message"]


def test_an_event_is_added_changed_in_part_and_ended(rollcall, program):
    added = program.post("events.json", slug="run", name="Run", **{"from": "2026-01-01 08:00"})
    assert added.status_code == 201 and added.json()["from"] == "2026-01-01T07:00:00.000Z", added.text
    assert program.post("events.json", slug="run", name="Run").status_code == 409
    changed = program.post("events/run/edit.json", name="River run")
    assert changed.status_code == 200 and changed.json() == added.json() | {"name": "River run"}
    assert program.post("events/run/edit.json", slug="other").status_code == 400
    early = program.post("events/run/edit.json", to="2025-01-01")
    assert early.status_code == 400 and "must end after it begins" in early.text
    assert "\"to\"" in program.post("events/run/edit.json", to="soon").text
    ended = program.post("events/run/end.json")
    assert ended.status_code == 200 and ended.json()["to"] > added.json()["from"]
    assert program.post("events/run/end.json").status_code == 409
    assert [program.actions().count(one) for one in ("event.add", "event.set", "event.end")] == [1, 1, 1]
    # It is stored: a restart knows its end.
    assert rollcall.stop() == 0
    rollcall.start()
    program.base = f"{rollcall.url}/w/acme"
    assert program.get("events/run.json")["event"]["to"] == ended.json()["to"]


def test_a_program_reads_the_list_of_events(program):
    program.post("events.json", slug="run", name="Run", **{"from": "2026-01-01 08:00"})
    program.post("events.json", slug="walk", name="Walk")
    events = program.get("events.json")["events"]
    assert sorted(one["slug"] for one in events) == ["run", "walk"]
    assert {one["slug"]: (one["from"], one["participants"]) for one in events}["run"] == ("2026-01-01T07:00:00.000Z", 0)


def test_regions_are_brought_and_removed_by_a_program(program):
    ring = [[14, 46], [14.1, 46], [14.1, 46.1], [14, 46.1], [14, 46]]
    north = {"type": "Feature", "properties": {"name": "Upper"}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    before = len(program.get("settings/regions.json")["features"])
    brought = program.post("settings/regions.json", **north)
    assert brought.status_code == 200 and brought.json() == {"added": 1, "changed": 0}, brought.text
    assert len(program.get("settings/regions.json")["features"]) == before + 1
    assert program.post("settings/regions.json", **north).json() == {"added": 0, "changed": 0}
    broken = program.post("settings/regions.json", **north | {"geometry": {"type": "Polygon", "coordinates": [[[1, 2]]]}})
    assert broken.status_code == 400 and "at least four points" in broken.text, broken.text
    assert program.post("settings/regions/remove.json").status_code == 400
    assert program.post("settings/regions/remove.json", name="Upper").json() == {"name": "Upper"}
    assert program.post("settings/regions/remove.json", name="Upper").status_code == 404
    assert len(program.get("settings/regions.json")["features"]) == before


def test_a_program_reads_a_duty_rule_as_it_was_set(program):
    [person] = program.post("responders.json", people=[{"name": "Ana", "profile": "responder"}]).json()["ids"]
    path = f"responders/{person}/duty-rule.json"
    assert program.get(path) == {"rule": "default"}
    rule = {"rule": "timetable", "hours": [{"days": [1, 2], "from": "22:00", "to": "06:00"}], "exceptions": []}
    assert program.post(path, **rule).status_code == 200
    assert program.get(path) == rule


def test_what_belongs_to_another_workspace_is_not_there(rollcall, program):
    site = program.post("settings/outlets.json", **SITE).json()["id"]
    program.post("events.json", slug="run", name="Run")
    rollcall.workspace("other")
    stranger = Program(rollcall, "other")
    for path in (f"settings/outlets/{site}/edit.json", f"settings/outlets/{site}/remove.json", "events/run/edit.json",
                 "events/run/end.json"):
        assert stranger.post(path, name="Theirs").status_code == 404, path
    assert program.get("settings/outlets.json")["outlets"][0]["name"] == "Depot"


def test_a_page_beyond_a_role_says_which_role_and_where_to_go(rollcall, program):
    add_member(rollcall, "acme", "watcher@example.org", "viewer")
    session = log_in(rollcall, "watcher@example.org")
    answer = session.get(f"{rollcall.url}/w/acme/audit", timeout=LIMIT)
    assert answer.status_code == 403 and "Your role here is viewer" in answer.text
    links = [page for page in ("board", "responders", "incidents", "reports") if f'href="/w/acme/{page}"' in answer.text]
    assert links, answer.text
    for page in links:
        assert session.get(f"{rollcall.url}/w/acme/{page}", timeout=LIMIT).status_code == 200, page
