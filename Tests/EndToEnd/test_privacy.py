"""What is held about a person: their own requests, an export of everything, and an erasure after which nothing is left."""
import hashlib
import json
import re
import stat
import struct
import time
import uuid

import pytest
import requests
from people import add_member, log_in
from responding import STEADY, until

LIMIT = 60
# Unmistakable, and each of another kind.
NAME, NUMBER, EXTERNAL = "Zyxwana Markerova", "+38640987123", "EXT-QZX-4711"
DEVICE, QUEUE, TOKEN = "device-qzx-8812", "queue-qzx-8813", "ExponentPushToken[qzx8814qzx8814qzx8814]"
REASON, EVENT, NOTE = "because qzx-8815 of me", "event-qzx-8816", f"{NAME} called, {NUMBER}"
KEY = "key-qzx-8817"
LAT, LNG = 45.123456789, 13.987654321
ASKING = "asking-qzx-8818"
MARKERS = [text.encode() for text in [NAME, NUMBER, EXTERNAL, DEVICE, QUEUE, TOKEN, REASON, EVENT, KEY, ASKING]] + [
    b"45.123456", b"13.987654", struct.pack(">d", LAT), struct.pack(">d", LNG), hashlib.sha256(f"otp:{NUMBER}".encode()).digest()]


class Person:
    """Somebody of `acme` who left traces everywhere."""

    def __init__(self, server):
        self.server = server
        self.id = server.responder(
            "acme", NAME, "--phone", NUMBER, "--external-id", EXTERNAL, "--profile", "steady")
        self.phone = requests.Session()
        self.phone.headers["Authorization"] = f"Bearer {server.token('acme', self.id, DEVICE)}"

    def send(self, method, path, body=None, **headers):
        answer = self.phone.request(
            method, f"{self.server.url}/app/v1/{path}", json=body, headers=headers, timeout=LIMIT)
        assert answer.status_code < 300, answer.text
        return answer.json()["data"] if answer.content else None

    def leave_traces(self, room):
        self.send("PUT", "duty", {"state": "on_duty"})
        self.send("PUT", "push-token", {"provider": "expo", "token": TOKEN})
        self.send("POST", "device-events", {"events": [
            {"id": EVENT, "type": "battery", "value": 0.1, "at": int(time.time() * 1000)}]})
        ping = {"lat": LAT, "lng": LNG, "is_mock": False, "recorded_at": int(time.time() * 1000)}
        self.send("POST", "locations/batch", {"pings": [{**ping, "sequence": 1}], "queue_id": QUEUE},
                  **{"X-Idempotency-Key": KEY})
        # A code that never came.
        asked = requests.post(
            f"{self.server.url}/app/v1/auth/otp", json={"phone": NUMBER, "device_id": ASKING}, timeout=LIMIT)
        assert asked.status_code == 202, asked.text
        # Where they stand, and with their name in it.
        answer = room.post(f"{self.server.url}/w/acme/incidents", json={
            "title": f"{NAME} fell", "notes": NOTE, "lat": LAT, "lng": LNG, "severity": "high",
            "asking": {"mode": "parallel", "picks": [self.id], "answer_s": 600}},
            headers={"Idempotency-Key": str(uuid.uuid4())}, timeout=LIMIT)
        assert answer.status_code == 201, answer.text
        offer = answer.json()["offers"][0]["id"]
        self.send("POST", f"offers/{offer}/decline", {"reason": REASON})
        incident = answer.json()["id"]
        done = room.post(
            f"{self.server.url}/w/acme/incidents/{incident}/cancel.json", json={}, timeout=LIMIT)
        assert done.status_code == 200, done.text
        return incident


@pytest.fixture
def marked(rollcall, tmp_path):
    """A server with somebody who left traces, an owner, an admin, and a script."""
    profile = tmp_path / "steady.json"
    profile.write_text(json.dumps(STEADY))
    rollcall.start()
    rollcall.cli("profile", "import", "acme", profile)
    owner = log_in(rollcall, add_member(rollcall, "acme", "owner@example.org", "owner"))
    admin = log_in(rollcall, add_member(rollcall, "acme", "admin@example.org", "admin"))
    person = Person(rollcall)
    room = requests.Session()
    room.headers["Authorization"] = f"Bearer {rollcall.key('acme', 'dispatcher')}"
    incident = person.leave_traces(room)
    return rollcall, person, owner, admin, incident


def page(session, server, path):
    return session.get(f"{server.url}/w/acme/{path}", allow_redirects=False, timeout=LIMIT)


def send(session, server, path, origin, **fields):
    """Sends a form of the page `origin`."""
    token = re.search(r'name="_csrf" value="([^"]+)"', page(session, server, origin).text)[1]
    return session.post(
        f"{server.url}/w/acme/{path}", data={"_csrf": token, **fields}, allow_redirects=False, timeout=LIMIT)


def bytes_of(server):
    """Everything that the server wrote, as a thief of the disk would read it."""
    return {file.name: file.read_bytes()
            for file in [*server.database.parent.iterdir(), server.log] if file.is_file()}


def found(server):
    return sorted({(name, marker) for name, content in bytes_of(server).items() for marker in MARKERS if marker in content})


def test_nothing_of_an_erased_person_is_left_anywhere(marked):
    server, person, owner, admin, incident = marked
    # Coordinates are kept as numbers, the device that asked for a code and the key of an upload as hashes; as text they would
    # be somebody's mistake.
    unseen = {b"45.123456", b"13.987654", ASKING.encode(), KEY.encode()}
    assert {marker for _, marker in found(server)} == set(MARKERS) - unseen
    path = f"responders/{person.id}/erase"
    assert page(admin, server, path).status_code == 403
    shown = page(owner, server, path)
    assert shown.status_code == 200 and "Positions" in shown.text and "Entries of the audit" in shown.text
    # Typed wrongly, nothing happens.
    refused = send(owner, server, path, path, confirm="erase")
    assert refused.status_code == 400 and "Nothing was erased" in refused.text
    assert page(owner, server, path).status_code == 200
    done = send(owner, server, path, path, confirm=f"erase {person.id}")
    assert done.status_code == 303 and done.headers["Location"] == f"/w/acme/requests?erased={person.id}", done.text
    assert found(server) == []
    assert f"Nothing but “Erased person {person.id}” is left" in page(owner, server, f"requests?erased={person.id}").text
    assert "was erased" not in page(owner, server, "requests?erased=999").text
    assert page(owner, server, path).status_code == 404
    # Their page has nothing to act on.
    gone = page(owner, server, f"responders/{person.id}")
    assert gone.status_code == 200 and "export.json" not in gone.text and "<form method=\"post\"" not in gone.text.split("<main")[1]
    # Not in what the server still tells, either.
    told = b"".join(page(owner, server, path).content for path in [
        "board.json", "responders.json", "responders", "history.json", "alerts.json", "audit.json", "audit", "requests",
        "incidents.json", f"incidents/{incident}.json", f"incidents/{incident}", "reports/answers.csv"])
    told += requests.get(f"{server.url}/metrics", timeout=LIMIT).content
    assert [marker for marker in MARKERS if marker in told] == []
    # Their phone is nobody's now.
    answer = person.phone.get(f"{server.url}/app/v1/me", timeout=LIMIT)
    assert answer.status_code == 401 and answer.json()["code"] == "TOKEN_INVALID"
    # The audit is whole, and says who did it.
    assert server.cli("verify")["ok"] is True
    entries = page(owner, server, "audit.json?action=responder").json()["entries"]
    told = [(entry["action"], entry["actor_name"], entry["subject"]) for entry in entries][:2]
    assert told == [
        ("responder.erased", "Rollcall", f"responder {person.id}"),
        ("responder.erase", "owner@example.org", f"responder {person.id}")]
    server.stop()
    assert found(server) == []


def test_everything_held_about_a_person_is_one_file(marked, tmp_path):
    server, person, owner, admin, _ = marked
    answer = page(admin, server, f"responders/{person.id}/export.json")
    assert answer.status_code == 200 and "attachment" in answer.headers["Content-Disposition"]
    held = answer.json()
    assert held["responder"] == person.id and held["workspace"] == "acme"
    tables = {table["table"]: table["rows"] for table in held["tables"]}
    assert tables["responder"][0]["name"] == NAME and tables["responder"][0]["phone"] == NUMBER
    assert (tables["ping"][0]["lat"], tables["ping"][0]["lng"]) == (LAT, LNG)
    assert tables["ping"][0]["received_at"].endswith("Z")
    assert tables["phone_session"][0]["device_id"] == DEVICE
    assert tables["offer"][0]["reason"] == REASON and tables["push_channel"][0]["token"] == TOKEN
    # Not by whom they could be impersonated.
    assert "token_hash" not in answer.text
    # It is noted when all of it was sent: beside the answer.
    entry = until(lambda: page(owner, server, "audit.json?action=export.responder").json()["entries"], "the entry")[0]
    rows = sum(len(rows) for rows in tables.values())
    assert entry["subject"] == f"responder {person.id}" and entry["actor_name"] == "admin@example.org"
    assert entry["detail"] == f"{rows} rows, sha256 {hashlib.sha256(answer.content).hexdigest()}"
    # The command line writes the same.
    file = tmp_path / "held.json"
    done = server.cli("export", "responder", "acme", person.id, "--out", file)
    assert done["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert {table["table"] for table in json.loads(file.read_text())["tables"]} == set(tables)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = server.run("export", "responder", "acme", person.id, "--out", file, "--database", server.database)
    assert again.returncode == 1 and "already" in again.stdout + again.stderr
    for role in ["dispatcher", "auditor", "viewer"]:
        other = log_in(server, add_member(server, "acme", f"{role}@example.org", role))
        assert page(other, server, f"responders/{person.id}/export.json").status_code == 403


def test_what_people_ask_for_waits_for_an_admin(marked):
    server, person, owner, admin, _ = marked
    made = person.send("POST", "me/requests", {"kind": "export"})
    # Asked twice is asked once.
    assert person.send("POST", "me/requests", {"kind": "export"})["id"] == made["id"]
    person.send("POST", "me/requests", {"kind": "erase"})
    answer = person.phone.post(f"{server.url}/app/v1/me/requests", json={"kind": "all"}, timeout=LIMIT)
    assert answer.status_code == 400 and answer.json()["code"] == "VALIDATION_ERROR"
    inbox = page(admin, server, "requests").text
    assert inbox.count(NAME) == 2 and "Only an owner can erase." in inbox
    assert f"/responders/{person.id}/erase" in page(owner, server, "requests").text
    done = send(admin, server, f"requests/{made['id']}/done", "requests")
    assert done.status_code == 303
    assert page(admin, server, "requests").text.count("Mark as done") == 1
    entries = page(owner, server, "audit.json?action=request").json()["entries"]
    assert [entry["action"] for entry in reversed(entries)] == ["request.export", "request.erase", "request.done"]
    assert send(admin, server, "requests/999/done", "requests").status_code == 404
    for role in ["dispatcher", "auditor", "viewer"]:
        other = log_in(server, add_member(server, "acme", f"{role}@example.org", role))
        assert page(other, server, "requests").status_code == 403


def test_a_phone_reads_its_own_history_and_nobody_elses(marked):
    server, person, _, _, _ = marked
    other = server.responder("acme", "Somebody Else", "--profile", "steady")
    theirs = requests.Session()
    theirs.headers["Authorization"] = f"Bearer {server.token('acme', other, 'd')}"
    data = person.send("GET", "me/locations")
    assert [(ping["lat"], ping["lng"]) for ping in data["pings"]] == [(LAT, LNG)] and data["next_cursor"] is None
    for query in ["", f"?responder={person.id}", f"?responder={person.id}&from=2000-01-01T00:00:00Z"]:
        answer = theirs.get(f"{server.url}/app/v1/me/locations{query}", timeout=LIMIT)
        assert answer.status_code == 200 and answer.json()["data"]["pings"] == []
    assert person.send("GET", "me/locations?from=2000-01-01T00:00:00Z&to=2000-01-02T00:00:00Z")["pings"] == []
    wrong = person.phone.get(f"{server.url}/app/v1/me/locations?from=x", timeout=LIMIT)
    assert wrong.status_code == 400 and wrong.json()["code"] == "VALIDATION_ERROR"
    assert requests.get(f"{server.url}/app/v1/me/locations", timeout=LIMIT).status_code == 401
