"""Ids that a sender chooses: one with a control character is refused by its name, and never cut to a shorter one."""
import json
import re
import time
import uuid

import pytest
import requests

LIMIT = 20
# U+0000 to U+001F and U+007F to U+009F, at their edges.
ODD = ["\0", "\x01", "\n", "\x1f", "\x7f", "\x80", "\x9f"]
PING = {"lat": 46, "lng": 14, "is_mock": False}


class Phone:
    def __init__(self, server):
        server.workspace("ids")
        self.url, self.session = server.url, requests.Session()
        self.person = server.responder("ids", "Ana")
        server.cli("event", "add", "ids", "run", "--name", "Run")
        server.cli("event", "join", "ids", "run", self.person)
        self.session.headers["Authorization"] = f"Bearer {server.token('ids', self.person)}"

    def send(self, method, path, body, **headers):
        return self.session.request(method, self.url + path, json=body, headers=headers, timeout=LIMIT)

    def batch(self, queue, ping):
        return self.send(
            "POST", "/app/v1/locations/batch", {"pings": [ping], "queue_id": queue},
            **{"X-Idempotency-Key": str(uuid.uuid4())})


@pytest.fixture(scope="module")
def phone(server):
    return Phone(server)


def now():
    return int(time.time() * 1000)


def event(number):
    return {"id": number, "type": "battery", "value": 0.5, "at": now()}


def activity(number, kind="lap"):
    return {"id": number, "type": kind, "timestamp": now()}


def refused(answer):
    """The fields at fault of a 400, with their rules."""
    assert answer.status_code == 400, answer.text
    body = answer.json()
    assert body["code"] == "VALIDATION_ERROR", answer.text
    return [(error["field"], error["rule"]) for error in body["data"]["errors"]]


DOORS = {
    "batch": ("queue_id", lambda phone, id: phone.batch(id, PING)),
    "plain": ("queue_id", lambda phone, id: phone.send(
        "POST", "/locations", {"pings": [PING | {"sequence": 1}], "queue_id": id})),
    "single": ("queue_id", lambda phone, id: phone.send("POST", "/app/v1/locations", PING | {"queue_id": id})),
    "device event": ("id", lambda phone, id: phone.send("POST", "/app/v1/device-events", {"events": [event(id)]})),
    "duty": ("id", lambda phone, id: phone.send("PUT", "/app/v1/duty", {"state": "on_duty", "id": id})),
    "order": ("order", lambda phone, id: phone.send("PUT", "/app/v1/duty", {"state": "on_duty", "order": id})),
    "activity": ("id", lambda phone, id: phone.send("POST", "/api/events/run/activity", activity(id))),
    "code": ("device_id", lambda phone, id: phone.send(
        "POST", "/app/v1/auth/otp", {"phone": "+38640123456", "device_id": id})),
    "token": ("device_id", lambda phone, id: phone.send(
        "POST", "/app/v1/auth/token", {"phone": "+38640123456", "otp": "123456", "device_id": id})),
    "refresh": ("device_id", lambda phone, id: phone.send(
        "POST", "/app/v1/auth/refresh", {"refresh_token": "rcf_x", "device_id": id})),
}


@pytest.mark.parametrize("door", DOORS)
def test_an_id_with_a_control_character_is_refused_by_its_name(phone, door):
    field, send = DOORS[door]
    for odd in ODD[:3] if door in ("code", "token", "refresh") else ODD:
        assert refused(send(phone, f"e{odd}a")) == [(field, "format")], repr(odd)


def test_ids_that_differ_behind_a_nul_are_not_the_id_before_it(phone):
    assert phone.send("POST", "/api/events/run/activity", activity("cut")).status_code == 201
    assert refused(phone.send("POST", "/api/events/run/activity", activity("cut\0a"))) == [("id", "format")]
    assert phone.send("POST", "/app/v1/device-events", {"events": [event("cut")]}).json()["data"]["stored"] == 1
    assert refused(phone.send("POST", "/app/v1/device-events", {"events": [event("cut\0b")]})) == [("id", "format")]
    ping = PING | {"lat": 46.5, "sequence": 7}
    assert phone.batch("cut", ping).json()["data"]["stored"] == 1
    assert refused(phone.batch("cut\0a", PING | {"lat": 46.6, "sequence": 7})) == [("queue_id", "format")]
    # And the id without it is still the one that is known.
    assert phone.batch("cut", ping).json()["data"]["duplicates"] == 1


def test_bad_ids_among_activities_cost_no_other(phone):
    bad = ["b\0", "b\x1f", "b\x9f"]
    answer = phone.send(
        "POST", "/api/events/run/activity/batch", [activity(id) for id in ["good-1", *bad, "good-2"]])
    assert answer.status_code == 201, answer.text
    data = answer.json()["data"]
    assert (data["stored"], data["duplicates"]) == (2, 0)
    assert [(one["index"], one["field"], one["rule"]) for one in data["rejected"]] == [
        (index, "id", "format") for index in (1, 2, 3)]
    answer = phone.send("POST", "/api/events/run/activity", activity("good-3", "lap\0s"))
    assert [one["field"] for one in answer.json()["data"]["rejected"]] == ["type"], answer.text


def test_lists_and_commands_refuse_them_and_add_nobody(server, phone, tmp_path):
    before = len(server.cli("responder", "list", "ids")["responders"])
    for odd in ["\0", "\x01", "\x7f", "\x9f"]:
        people = tmp_path / "people.csv"
        people.write_text(f"name,external_id\nBor,B-1\nCene,e{odd}a\n")
        done = server.run("responder", "import", "ids", people, "--database", server.database)
        assert done.returncode == 1 and "line 3" in done.stdout + done.stderr, done
        outlets = tmp_path / "outlets.csv"
        outlets.write_text(f"name,lat,lng,external_id\nKiosk,46,14,e{odd}a\n")
        done = server.run("outlet", "import", "ids", outlets, "--database", server.database)
        assert done.returncode == 1 and "line 2" in done.stdout + done.stderr, done
    # An argument cannot have a NUL.
    for arguments in (["responder", "add", "ids", "Dana", "--external-id", "e\x01a"],
                      ["responder", "add", "ids", "Dana\x9f"],
                      ["responder", "add", "ids", "Dana", "--region", "e\x7fa"],
                      ["token", "issue", "ids", phone.person, "--device-id", "e\x01a"],
                      ["token", "issue", "ids", "--all", "--device-prefix", "e\x9f"]):
        done = server.run(*arguments, "--database", server.database)
        assert done.returncode == 1 and re.search("on one line|control characters", done.stdout + done.stderr), (arguments, done)
    assert len(server.cli("responder", "list", "ids")["responders"]) == before
    # The phone's session was not ended by a token that could not be issued.
    assert phone.send("POST", "/app/v1/locations", PING).status_code == 201


def test_a_profile_whose_name_would_be_cut_replaces_no_other(server, phone, tmp_path):
    document = {"name": "kept", "rules": [{"name": "all", "interval_s": 60}]}
    path = tmp_path / "profile.json"
    path.write_text(json.dumps(document))
    server.cli("profile", "import", "ids", path)
    path.write_text(json.dumps(document | {"name": "kept\0x", "rules": [{"name": "all", "interval_s": 900}]}))
    done = server.run("profile", "import", "ids", path, "--database", server.database)
    assert done.returncode == 1 and re.search("on one line|control characters", done.stdout + done.stderr), done
