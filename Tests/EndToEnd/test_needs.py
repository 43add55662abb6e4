"""Incidents that need several people: who is asked for which place, and what happens as they come and go."""
import uuid

import pytest
import requests
from responding import LIMIT, PLACE, ControlRoom, Phone, until, workspace
from rollcall import Rollcall


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("needs")
    (folder / "data").mkdir()
    rollcall = Rollcall(folder / "data")
    workspace(rollcall, folder / "seed", grace=1)
    rollcall.start()
    yield rollcall
    assert rollcall.stop() == 0
    assert rollcall.cli("verify")["ok"] is True


@pytest.fixture
def people(place):
    """Makes people on duty with these skills; at the end they go home."""
    made = []

    def make(name, north, skills=""):
        phone = Phone(place, f"{name} {len(made)}", north)
        if skills:
            place.cli("responder", "set", "acme", phone.id, "--skills", skills)
        made.append(phone.come_on_duty())
        return phone
    yield make
    for phone in made:
        phone.duty("off_duty")


@pytest.fixture(scope="module")
def room(place):
    return Room(place)


class Room(ControlRoom):
    def need(self, *lines, severity="high", status=201, **asking):
        answer = self.session.post(
            f"{self.rollcall.url}/w/acme/incidents", timeout=LIMIT, headers={"Idempotency-Key": str(uuid.uuid4())},
            json={"title": "Fire", "severity": severity, "lat": PLACE[0], "lng": PLACE[1],
                  "needs": [{"count": count, "skills": skills} for count, *skills in lines],
                  "asking": {"mode": "automatic", "answer_s": 600, **asking}})
        assert answer.status_code == status, answer.text
        return answer.json()["id"] if status == 201 else answer.json()

    def json(self, number, act, **body):
        return self.session.post(f"{self.rollcall.url}/w/acme/incidents/{number}/{act}", json=body, timeout=LIMIT)

    def asked(self, number):
        return {offer["responder_id"] for offer in self.incident(number)["offers"]
                if offer["state"] in ("queued", "sent", "delivered", "seen")}

    def left_out(self, number):
        return {one["responder_id"]: one["reason"] for one in self.get(f"incidents/{number}/candidates.json")["left_out"]}


def test_as_many_are_asked_as_are_needed_and_each_place_is_filled_by_somebody_who_fits(people, room):
    near, medic, far = people("Near", 0.01), people("Medic", 0.05, "medic"), people("Far", 0.09)
    incident = room.need((1,), (1, "medic"))
    assert room.asked(incident) == {near.id, medic.id}
    found = room.incident(incident)
    assert found["needs"] == [{"count": 1, "skills": []}, {"count": 1, "skills": ["medic"]}]
    assert found["missing"] == [{"line": 0, "count": 1}, {"line": 1, "count": 1}]
    assert found["state"] == "offering" and found["assignees"] == [] and found["assignment"] is None
    assert medic.offer()["incident"]["needs"] == found["needs"]
    # The medic takes the first line that fits, and makes room when somebody comes who fits that one alone.
    medic.accept()
    found = room.incident(incident)
    assert [(one["responder_id"], one["line"]) for one in found["assignees"]] == [(medic.id, 0)]
    assert found["missing"] == [{"line": 1, "count": 1}] and found["state"] == "offering"
    near.accept()
    found = room.reaches(incident, "assigned")
    assert [(one["responder_id"], one["line"]) for one in found["assignees"]] == [(medic.id, 1), (near.id, 0)]
    assert found["missing"] == [] and found["assignment"]["responder_id"] == medic.id
    # Whoever could replace somebody is still ranked.
    ranked = [one["responder_id"] for one in room.get(f"incidents/{incident}/candidates.json")["candidates"]]
    assert ranked == [far.id]
    assert room.asked(incident) == set() and far.id not in {offer["responder_id"] for offer in found["offers"]}
    # Whoever is done is free; the last one resolves it.
    assert room.json(incident, "done.json", responder_id=medic.id).status_code == 200
    found = room.incident(incident)
    assert found["state"] == "assigned" and found["missing"] == []
    assert [one["responder_id"] for one in found["assignees"]] == [near.id] and found["assignment"]["responder_id"] == near.id
    mine = near.assignment()["id"]
    assert near.send("POST", f"assignments/{mine}/complete").status_code == 200
    assert room.incident(incident)["state"] == "resolved" and near.assignment() is None


def test_unassigned_lasts_until_every_place_is_filled_and_the_alert_says_how_many_are_open(people, room):
    one = people("One", 0.01)
    incident = room.need((3,))

    def alert():
        return next((a["detail"] for a in room.get("alerts.json")["alerts"]
                     if a["kind"] == "IncidentUnassigned" and a.get("incident_id") == incident and a["closed_at"] is None), "")
    one.accept()
    room.reaches(incident, "unassigned")
    until(lambda: alert().startswith("2 of 3 places open: Fire"), "the alert")
    two = people("Two", 0.02)
    until(lambda: room.asked(incident) == {two.id}, "an offer to the second")
    assert room.incident(incident)["state"] == "unassigned"
    two.accept()
    assert room.incident(incident)["state"] == "unassigned"
    until(lambda: alert().startswith("1 of 3 places open: Fire"), "the lower number")
    three = people("Three", 0.03)
    three.accept()
    room.reaches(incident, "assigned")
    until(lambda: alert() == "", "the end of the alert")
    room.act(incident, "resolve")


def test_whoever_lacks_the_skill_is_left_out_and_cannot_be_asked_by_hand(people, room):
    plain, medic = people("Plain", 0.01), people("Medic", 0.02, "Medic;boat=2020-01-01")
    incident = room.need((1, "medic"), mode="nobody")
    assert room.left_out(incident)[plain.id] == "lacks the skill medic"
    asked = room.json(incident, "offers.json", mode="parallel", picks=[plain.id])
    assert asked.status_code == 409 and "lacks the skill medic" in asked.json()["message"]
    assert room.json(incident, "calls", responder_id=plain.id, result="accepts").status_code == 409
    assert room.json(incident, "calls", responder_id=medic.id, result="accepts").status_code == 200
    assert room.incident(incident)["assignees"][0]["by"] == "voice"
    # A skill whose last day is over counts as missing.
    other = room.need((1, "boat"), mode="nobody")
    assert room.left_out(other)[medic.id] == "lacks the skill boat"
    for number in (incident, other):
        room.act(number, "resolve")


def test_a_place_that_is_replaced_counts_as_filled_and_an_accept_takes_an_open_one_first(people, room):
    first = people("First", 0.01)
    incident = room.need((2,))
    first.accept()
    room.reaches(incident, "unassigned")
    assert room.json(incident, "replace.json", responder_id=first.id).json()["assignees"][0]["leaving"] == "replaced"
    assert room.incident(incident)["missing"] == [{"line": 0, "count": 1}]
    second = people("Second", 0.02)
    second.accept()
    found = room.reaches(incident, "assigned")
    assert {one["responder_id"] for one in found["assignees"]} == {first.id, second.id} and found["missing"] == []
    third = people("Third", 0.03)
    third.accept()
    until(lambda: {one["responder_id"] for one in room.incident(incident)["assignees"]} == {second.id, third.id}, "the third")
    assert first.assignment() is None
    room.act(incident, "resolve")


def test_needs_change_while_it_runs_and_are_checked(people, room):
    one, two = people("One", 0.01), people("Two", 0.02)
    incident = room.need((1,))
    one.accept()
    room.reaches(incident, "assigned")
    changed = room.json(incident, "needs.json", needs=[{"count": 2}])
    assert changed.status_code == 200 and changed.json()["missing"] == [{"line": 0, "count": 1}]
    until(lambda: room.asked(incident) == {two.id}, "one more")
    assert two.offer()["state"] == "delivered"
    assert room.json(incident, "needs.json", needs=[{"count": 1}]).json()["state"] == "assigned"
    assert two.withdrawn()["state"] == "withdrawn"
    audit = room.rollcall.key("acme", "auditor")
    entries = requests.get(f"{room.rollcall.url}/w/acme/audit.json", headers={"Authorization": f"Bearer {audit}"},
                           timeout=LIMIT).json()["entries"]
    assert [entry["detail"] for entry in entries if entry["action"] == "incident.needs"][:2] == ["1 × anybody", "2 × anybody"]
    room.act(incident, "resolve")
    assert room.json(incident, "needs.json", needs=[{"count": 3}]).status_code == 409
    for wrong in ([], [{"count": 0}], [{"count": 21}], [{}] * 6, [{"skills": ["a;b"]}], [{"skills": [7]}], [3], {"count": 1},
                  [{"count": "2"}], [{"skills": ["AED", "aed"]}]):
        answer = room.json(incident, "needs.json", needs=wrong)
        assert answer.status_code == 400 and answer.json()["data"]["errors"][0]["field"].startswith("needs"), wrong
        body = {"title": "x", "lat": 46, "lng": 14, "needs": wrong}
        answer = room.session.post(f"{room.rollcall.url}/w/acme/incidents", json=body, timeout=LIMIT,
                                   headers={"Idempotency-Key": str(uuid.uuid4())})
        assert answer.status_code == 400, wrong


def test_a_critical_one_asks_two_more_than_it_needs(people, room):
    crowd = [people("P", 0.01 * number) for number in range(1, 6)]
    incident = room.need((2,), severity="critical")
    assert room.asked(incident) == {phone.id for phone in crowd[:4]}
    crowd[3].accept()
    assert room.asked(incident) == {phone.id for phone in crowd[:3]}
    crowd[2].accept()
    room.reaches(incident, "assigned")
    assert room.asked(incident) == set()
    room.act(incident, "resolve")


@pytest.mark.parametrize("how", ["given back", "replaced", "one more is needed"])
def test_whoever_lost_the_race_for_a_critical_one_is_asked_at_once_when_a_place_is_open_again(people, room, how):
    ana, bor = people("Ana", 0.01), people("Bor", 0.02)
    incident = room.need((1,), severity="critical")
    assert room.asked(incident) == {ana.id, bor.id}
    offer = ana.accept()
    room.reaches(incident, "assigned")
    assert room.asked(incident) == set()
    if how == "given back":
        assert ana.answer(offer, "decline").status_code == 200
    elif how == "replaced":
        assert room.json(incident, "replace.json", responder_id=ana.id).status_code == 200
    else:
        assert room.json(incident, "needs.json", needs=[{"count": 2}]).status_code == 200
    # Without the pause of 120 s after a round.
    until(lambda: room.asked(incident) == {bor.id}, "the second offer to Bor")
    bor.accept()
    assert bor.id in {one["responder_id"] for one in room.reaches(incident, "assigned")["assignees"]}
    room.act(incident, "resolve")
