"""Many people, the participants of an event and a profile, changed by a program with a key."""
import pytest
from program import Program


@pytest.fixture
def program(rollcall):
    rollcall.start()
    return Program(rollcall)


@pytest.fixture
def people(program):
    """The ids of three people."""
    added = program.post("responders.json", people=[{"name": name, "profile": "responder"} for name in ("Ana", "Bo", "Cene")])
    assert added.status_code == 201, added.text
    return added.json()["ids"]


def roster(program):
    return {person["id"]: person for person in program.get("responders.json")["responders"]}


def test_many_people_get_a_region_and_a_profile_or_none_of_them_does(rollcall, program, people):
    assert program.post("responders/change.json", ids=people[:2], region="Harbour").json() == {"ids": people[:2]}
    assert [roster(program)[id]["region"] for id in people] == ["Harbour", "Harbour", None]
    assert program.post("responders/change.json", ids=people, profile="driver").status_code == 200
    assert {person["profile"] for person in roster(program).values()} == {"driver"}
    before = roster(program)
    unknown = program.post("responders/change.json", ids=people, profile="pilot")
    assert unknown.status_code == 400 and '"profile"' in unknown.text, unknown.text
    assert program.post("responders/change.json", ids=[*people, 999], active=False).status_code == 404
    assert program.post("responders/change.json", ids=people).status_code == 400
    assert roster(program) == before
    # Each change of each person is an entry, as by the form.
    assert program.actions().count("responder.set") == 5
    rollcall.workspace("other")
    assert Program(rollcall, "other").post("responders/change.json", ids=people, active=False).status_code == 404
    assert roster(program) == before


def test_the_duty_of_many_is_switched_and_the_inactive_are_named(program, people):
    assert program.post("responders/change.json", ids=people[2:], active=False).status_code == 200
    switched = program.post("responders/duty.json", ids=people, state="on_duty")
    assert switched.json() == {"ids": people[:2], "busy": [], "inactive": people[2:]}, switched.text
    duty = {row["id"]: row["duty_state"] for row in program.get("board.json")["responders"]}
    assert duty[people[0]] == duty[people[1]] == "on_duty"
    assert program.post("responders/duty.json", ids=people, state="resting").status_code == 400
    assert program.actions().count("duty.set") == 2


def test_participants_are_added_listed_and_taken_out(program, people):
    program.post("events.json", slug="run", name="Run")
    added = program.post("events/run/participants.json", ids=people[:1])
    assert added.json() == {"slug": "run", "participants": [{"id": people[0], "name": "Ana"}]}, added.text
    everybody = program.post("events/run/participants.json", profile="responder").json()["participants"]
    assert [one["id"] for one in everybody] == people
    assert program.get("events/run/participants.json")["participants"] == everybody
    assert program.post("events/run/participants/remove.json", ids=[people[0], 999]).status_code == 404
    left = program.post("events/run/participants/remove.json", ids=people[:2])
    assert [one["name"] for one in left.json()["participants"]] == ["Cene"], left.text
    assert program.post("events/none/participants.json", ids=people).status_code == 404
    assert [program.actions().count(one) for one in ("event.join", "event.leave")] == [2, 2]


def test_a_profile_is_changed_by_what_is_named(program):
    def stored():
        return {profile["name"]: profile for profile in program.get("settings/profiles.json")["profiles"]}["family"]

    before = stored()
    changed = program.post("settings/profiles/family/edit.json", queue_limit=200, labels={"on_duty": "Sharing"})
    assert changed.status_code == 200, changed.text
    assert stored() == changed.json() == before | {"queue_limit": 200, "labels": {"on_duty": "Sharing"}}
    wrong = program.post("settings/profiles/family/edit.json", rules=[])
    assert wrong.status_code == 400 and "at least one" in wrong.text
    assert program.post("settings/profiles/family/edit.json", name="other").status_code == 400
    assert program.post("settings/profiles/none/edit.json", queue_limit=5).status_code == 404
    assert stored() == changed.json() and program.actions().count("profile.edit") == 1
