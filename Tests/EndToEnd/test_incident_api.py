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
    wrong = room.open({"lat": 460, "lng": 14, "asking": {"mode": "parallel"}})
    assert wrong.status_code == 400 and wrong.json()["code"] == "VALIDATION_ERROR"
    assert [error["field"] for error in wrong.json()["data"]["errors"]] == ["lat", "title", "asking.picks"]
    bor = rollcall.responder("acme", "Bor")
    nobody = room.open({**FALL, "asking": {"mode": "parallel", "picks": [bor]}})
    assert nobody.status_code == 409 and nobody.json()["data"] is None
    assert "Bor cannot be asked now: off duty" in nobody.json()["message"]
    listed = room.session.get(f"{rollcall.url}/w/acme/incidents.json", timeout=LIMIT).json()
    assert listed["incidents"] == []


def test_an_offer_is_taken_back_by_its_id_and_once_is_as_twice(rollcall, room):
    ana, phone = on_duty(rollcall, "Ana")
    other = room.open({**FALL, "title": "Other", "asking": {"mode": "nobody"}}).json()
    incident = room.open({**FALL, "asking": {"mode": "parallel", "picks": [ana], "answer_s": 600}}).json()
    offer = incident["offers"][0]["id"]
    wrong = [room.act(incident["id"], "withdraw", body) for body in ({}, {"offer_id": "x"}, {"offer_id": offer + 1})]
    assert [answer.status_code for answer in wrong] == [400] * 3
    assert [answer.json()["data"]["errors"][0]["field"] for answer in wrong] == ["offer_id"] * 3
    # Of another incident it is no offer.
    assert room.act(other["id"], "withdraw", {"offer_id": offer}).status_code == 400
    assert room.get(incident["id"])["offers"][0]["state"] == "queued"
    for _ in range(2):
        taken = room.act(incident["id"], "withdraw", {"offer_id": offer})
        assert taken.status_code == 200, taken.text
        assert taken.json()["offers"][0]["state"] == "withdrawn"
    steps = [step["step"] for step in room.get(incident["id"])["log"]]
    assert steps.count("withdrawn") == 1
    refused = phone.post(f"{rollcall.url}/app/v1/offers/{offer}/accept", timeout=LIMIT)
    assert refused.status_code == 409
    again = room.act(incident["id"], "offers", {"mode": "parallel", "picks": [ana], "answer_s": 600}).json()
    offer = next(one["id"] for one in again["offers"] if one["state"] == "queued")
    assert phone.post(f"{rollcall.url}/app/v1/offers/{offer}/accept", timeout=LIMIT).status_code == 200
    late = room.act(incident["id"], "withdraw", {"offer_id": offer})
    assert late.status_code == 409 and "accepted" in late.json()["message"]
    audit = rollcall.get("/w/acme/audit.json", rollcall.key("acme", "owner")).json()
    assert [entry["action"] for entry in audit["entries"]].count("incident.withdraw") == 1


class Drills:
    """What a control room's system does with drills."""

    def __init__(self, room):
        self.room, self.url = room, f"{room.server.url}/w/acme/drills"

    def send(self, body, key=None):
        return self.room.session.post(
            self.url, json=body, allow_redirects=False, timeout=LIMIT,
            headers={"Idempotency-Key": key or str(uuid.uuid4())})

    def end(self, drill):
        return self.room.session.post(f"{self.url}/{drill}/end.json", timeout=LIMIT)

    def get(self, path=""):
        return self.room.session.get(f"{self.url}{path}.json", timeout=LIMIT).json()


def test_a_drill_is_sent_once_for_a_key_and_ended_by_the_system_that_sent_it(rollcall, room):
    drills = Drills(room)
    nobody = drills.send({"title": "Evening"}, "d-1")
    assert nobody.status_code == 409 and nobody.json()["code"] == "CONFLICT"
    ana, phone = on_duty(rollcall, "Ana")
    # A refused request leaves its key free.
    sent = drills.send({"title": "Evening", "answer_s": 600}, "d-1")
    assert sent.status_code == 201, sent.text
    drill = sent.json()
    assert sent.headers["Location"] == f"/w/acme/drills/{drill['id']}"
    assert (drill["title"], drill["state"], drill["answer_s"], drill["region"]) == ("Evening", "running", 600, None)
    assert [person["responder_id"] for person in drill["people"]] == [ana]
    again = drills.send({"answer_s": 600.0, "title": "Evening"}, "d-1")
    assert again.status_code == 200 and again.json()["id"] == drill["id"]
    other = drills.send({"title": "Morning"}, "d-1")
    assert other.status_code == 422 and other.json()["code"] == "IDEMPOTENCY_KEY_REUSED"
    # Keys of drills and of incidents are apart, whatever is in them.
    assert room.open({**FALL, "asking": {"mode": "nobody"}}, "d-1").status_code == 201
    assert room.open({**FALL, "asking": {"mode": "nobody"}}, "drill:d-1").status_code == 201

    offer = phone.get(f"{rollcall.url}/app/v1/offers", timeout=LIMIT).json()["data"]["offers"][0]
    assert offer["drill"] is True
    for _ in range(2):
        ended = drills.end(drill["id"])
        assert ended.status_code == 200 and ended.json()["state"] == "over", ended.text
    assert drills.get(f"/{drill['id']}") == ended.json()
    listed = drills.get()["drills"]
    assert [(one["id"], one["state"], one["counts"]["asked"]) for one in listed] == [(drill["id"], "over", 1)]
    assert "people" not in listed[0]
    audit = rollcall.get("/w/acme/audit.json", rollcall.key("acme", "owner")).json()
    actions = [entry["action"] for entry in audit["entries"]]
    assert actions.count("drill.send") == 1 and actions.count("drill.end") == 1


def test_what_is_wrong_with_a_drill_is_named_and_sends_nothing(rollcall, room):
    drills = Drills(room)
    on_duty(rollcall, "Ana")
    missing = room.session.post(drills.url, json={"title": "x"}, timeout=LIMIT)
    assert missing.status_code == 400 and missing.json()["code"] == "IDEMPOTENCY_KEY_REQUIRED"
    for body, fields in (({}, ["title"]), ({"title": ""}, ["title"]), ({"title": "a\nb"}, ["title"]),
                         ({"title": 7, "region": 7, "answer_s": "x"}, ["title", "region", "answer_s"]),
                         ({"title": "x", "answer_s": 29}, ["answer_s"]), ({"title": "x", "answer_s": 601}, ["answer_s"]),
                         ({"title": "x", "answer_s": 60.5}, ["answer_s"]), ({"title": "x", "region": "Nowhere"}, ["region"])):
        answer = drills.send(body)
        assert answer.status_code == 400 and answer.json()["code"] == "VALIDATION_ERROR", answer.text
        assert [error["field"] for error in answer.json()["data"]["errors"]] == fields, body
    assert drills.send([]).status_code == 400
    assert room.session.post(
        drills.url, data="x", headers={"Content-Type": "text/plain"}, timeout=LIMIT).status_code == 415
    assert drills.end(999_999).status_code == 404 and drills.end("x").status_code == 404
    incident = room.open({**FALL, "asking": {"mode": "nobody"}}).json()["id"]
    assert drills.end(incident).status_code == 404
    assert drills.get()["drills"] == []


def test_a_role_that_may_not_a_login_and_another_workspace_send_and_end_no_drill(rollcall, room):
    on_duty(rollcall, "Ana")
    drill = Drills(room).send({"title": "Evening", "answer_s": 600}).json()["id"]
    rollcall.workspace("other")
    foreign = requests.Session()
    foreign.headers["Authorization"] = f"Bearer {rollcall.key('other', 'owner')}"
    auditor = ControlRoom(rollcall, "auditor").session
    for session, status in ((auditor, 403), (foreign, 404), (requests.Session(), 401)):
        for path, body in (("drills", {"title": "x"}), (f"drills/{drill}/end.json", {})):
            answer = session.post(
                f"{rollcall.url}/w/acme/{path}", json=body, headers={"Idempotency-Key": "k"}, allow_redirects=False,
                timeout=LIMIT)
            assert answer.status_code == status and answer.json()["data"] is None, answer.text
    # Of theirs it is no drill.
    answer = foreign.post(f"{rollcall.url}/w/other/drills/{drill}/end.json", timeout=LIMIT)
    assert answer.status_code == 404
    assert Drills(room).get(f"/{drill}")["state"] == "running"


JSON_TYPES = ["application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "application/vnd.api+json"]


def test_json_without_a_login_or_key_is_401_in_the_envelope_and_never_a_redirect(rollcall):
    rollcall.start()
    paths = ["incidents", "incidents/1/cancel.json", "incidents/1/cancel", "drills", "drills/1/end.json", "settings/workspace"]
    urls = [f"{rollcall.url}/w/acme/{path}" for path in paths]
    urls += [f"{rollcall.url}/w/nowhere/incidents", f"{rollcall.url}/account/password"]
    for url in urls:
        for kind in JSON_TYPES:
            for key in (None, "rck_" + "A" * 43):
                # With a key that is none, a form that is no form may be refused for that.
                if key and not url.endswith((".json", "/incidents", "/drills")):
                    continue
                headers = {"Content-Type": kind} | ({"Authorization": f"Bearer {key}"} if key else {})
                answer = requests.post(url, data="{}", headers=headers, allow_redirects=False, timeout=LIMIT)
                assert answer.status_code == 401, (url, kind, key, answer.status_code, answer.text[:200])
                assert answer.headers["WWW-Authenticate"] and "Location" not in answer.headers
                body = answer.json()
                assert (body["data"], body["code"]) == (None, "TOKEN_INVALID")
    for path in ("board.json", "incidents.json", "drills.json", "incidents/1.json", "nothing.json"):
        answer = requests.get(f"{rollcall.url}/w/acme/{path}", allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == (404 if path == "nothing.json" else 401) and answer.json()["data"] is None
    # A person is led to the login as before.
    for method, path in (("GET", "board"), ("GET", "drills"), ("POST", "incidents"), ("POST", "drills")):
        answer = requests.request(
            method, f"{rollcall.url}/w/acme/{path}", data={"title": "x"} if method == "POST" else None,
            allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == 303 and answer.headers["Location"].startswith("/login?next="), path
