"""A control room's own system: an API key, JSON, and a request that may be sent twice."""
import time
import uuid

import pytest
import requests

LIMIT = 20
FALL = {"title": "Fall from a ladder", "severity": "high", "lat": 46, "lng": 14}


class ControlRoom:
    def __init__(self, server, role="dispatcher"):
        self.server = server
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {server.key('acme', role)}"

    def open(self, body, key=None):
        return self.session.post(
            f"{self.server.url}/w/acme/incidents", json=body, allow_redirects=False, timeout=LIMIT,
            headers={"Idempotency-Key": key or str(uuid.uuid4())})

    def act(self, incident, action, body=None):
        return self.session.post(
            f"{self.server.url}/w/acme/incidents/{incident}/{action}.json", json=body, timeout=LIMIT)

    def get(self, incident):
        return self.session.get(f"{self.server.url}/w/acme/incidents/{incident}.json", timeout=LIMIT).json()


def on_duty(server, name):
    """Somebody on duty who has just reported from nearby: their id and their phone."""
    number = server.responder("acme", name)
    phone = requests.Session()
    phone.headers["Authorization"] = f"Bearer {server.token('acme', number)}"
    assert phone.put(f"{server.url}/app/v1/duty", json={"state": "on_duty"}, timeout=LIMIT).status_code == 200
    ping = {"lat": 46.01, "lng": 14, "is_mock": False, "recorded_at": int(time.time() * 1000)}
    answer = phone.post(
        f"{server.url}/app/v1/locations/batch", json={"pings": [ping]}, timeout=LIMIT,
        headers={"X-Idempotency-Key": str(uuid.uuid4())})
    assert answer.status_code == 201, answer.text
    return number, phone


@pytest.fixture
def room(rollcall):
    rollcall.start()
    return ControlRoom(rollcall)


def test_an_incident_finds_its_responder_and_is_ended_by_the_system_that_opened_it(rollcall, room):
    ana, phone = on_duty(rollcall, "Ana")
    # Long enough for the slowest machine: nothing here waits for a deadline.
    answer = room.open({**FALL, "asking": {"answer_s": 600}})
    assert answer.status_code == 201, answer.text
    incident = answer.json()
    assert answer.headers["Location"] == f"/w/acme/incidents/{incident['id']}"
    assert incident["state"] == "offering" and incident["assignment"] is None
    assert incident["asking"] == {"mode": "automatic", "round": 1, "answer_s": 600, "picks": []}
    offer = incident["offers"][0]
    assert (offer["responder_id"], offer["round"], offer["answer"]) == (ana, 1, None)
    assert phone.post(f"{rollcall.url}/app/v1/offers/{offer['id']}/accept", timeout=LIMIT).status_code == 200
    taken = room.get(incident["id"])
    assert taken["state"] == "assigned" and taken["assignment"]["responder_id"] == ana
    assert taken["assignment"]["arrived_at"] is None and taken["assignment"]["lost_at"] is None
    assert taken["offers"][0]["answer"] == "accepted" and taken["offers"][0]["answered_at"]
    assert room.act(incident["id"], "resolve").json()["state"] == "resolved"
    assert room.act(incident["id"], "cancel").status_code == 409


def test_the_same_request_is_one_incident_also_after_the_server_was_killed(rollcall, room):
    first = room.open(FALL, "call-4711")
    assert first.status_code == 201 and first.json()["state"] == "unassigned"
    rollcall.kill9()
    rollcall.start()
    again = room.open({**FALL, "lat": 46.0}, "call-4711")
    assert again.status_code == 200 and again.json()["id"] == first.json()["id"]
    other = room.open({**FALL, "title": "Fire"}, "call-4711")
    assert other.status_code == 422 and other.json()["code"] == "IDEMPOTENCY_KEY_REUSED"
    assert room.get(first.json()["id"])["title"] == FALL["title"]


def test_what_is_wrong_is_named_and_opens_nothing(rollcall, room):
    missing = room.session.post(f"{rollcall.url}/w/acme/incidents", json=FALL, timeout=LIMIT)
    assert missing.status_code == 400 and missing.json()["code"] == "IDEMPOTENCY_KEY_REQUIRED"
    wrong = room.open({"lat": 460, "lng": 14, "asking": {"mode": "order"}})
    assert wrong.status_code == 400 and wrong.json()["code"] == "VALIDATION_ERROR"
    assert [error["field"] for error in wrong.json()["data"]["errors"]] == ["lat", "title", "asking.picks"]
    bor = rollcall.responder("acme", "Bor")
    nobody = room.open({**FALL, "asking": {"mode": "parallel", "picks": [bor]}})
    assert nobody.status_code == 409 and nobody.json()["data"] is None
    assert "Bor cannot be asked now: off duty" in nobody.json()["message"]
    listed = room.session.get(f"{rollcall.url}/w/acme/incidents.json", timeout=LIMIT).json()
    assert listed["incidents"] == []
