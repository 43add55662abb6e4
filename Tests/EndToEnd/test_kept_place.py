"""Phones at rest: an app that sees no movement says so under a new time, and its place is still green."""
import itertools
import json
import time
from datetime import datetime

import pytest
import requests

HOUR = 3_600
NAMES = itertools.count(1)


@pytest.fixture(scope="module")
def rest(server):
    slug = server.workspace("rest")
    server.rest_key = server.key(slug, "owner")
    return server


class Phone:
    """Somebody with a foreign app, and no session of ours."""

    def __init__(self, rollcall, adapter="owntracks", profile="family"):
        self.rollcall, self.adapter = rollcall, adapter
        self.id = rollcall.responder("rest", f"Person {next(NAMES)}", "--profile", profile)
        self.secret = self.issue(adapter)

    def issue(self, adapter):
        return self.rollcall.cli("app", "issue", "rest", self.id, "--adapter", adapter)["secret"]

    def post(self, body, adapter=None, secret=None):
        answer = requests.post(
            f"{self.rollcall.url}/ingest/t/{secret or self.secret}/{adapter or self.adapter}",
            data=body if isinstance(body, str) else json.dumps(body), timeout=20)
        assert answer.status_code == 200, answer.text
        return answer

    def position(self, taken, lat=46.0512, **more):
        self.post({
            "_type": "location", "_id": "5b0c77e1", "lat": lat, "lon": 14.5058, "tst": int(taken), "acc": 14, "vel": 0,
            "batt": 57, "bs": 1, "conn": "w", "t": "t", "m": 1, "created_at": int(taken) + 2, **more})

    def ping(self, made, lat=46.0512, **more):
        """OwnTracks' sign of life; what is `None` is left out."""
        said = {
            "_type": "location", "_id": "5b0c77e2", "lat": lat, "lon": 14.5058, "tst": int(made) - 1, "acc": 14,
            "batt": 56, "bs": 1, "conn": "w", "t": "p", "m": 1, "created_at": int(made), **more}
        self.post({name: value for name, value in said.items() if value is not None})

    def row(self):
        board = self.rollcall.get("/w/rest/board.json", self.rollcall.rest_key).json()
        [row] = [row for row in board["responders"] if row["id"] == self.id]
        return row

    def seen(self):
        row = self.row()
        return row["status"], row["rule"].split(": ")[-1], row.get("confirmed_at") is not None

    def get(self, path):
        return self.rollcall.get(f"/w/rest/{path}", self.rollcall.rest_key)

    def history(self):
        return self.rollcall.history("rest", self.rollcall.rest_key, responder=self.id)


def seconds(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def delays(rollcall):
    text = requests.get(f"{rollcall.url}/metrics", timeout=20).text
    return [line for line in text.splitlines() if line.startswith("location_update_delay_seconds_count")]


def test_an_owntracks_phone_that_lies_still_is_green_where_it_lies(rest):
    now = int(time.time())
    phone = Phone(rest)
    phone.position(now - 2 * HOUR)
    assert phone.seen()[0] != "online"
    before = delays(rest)
    for made in (now - 5_400, now - 4_500, now - 3_600, now - 2_700, now - 1_800):
        phone.ping(made)
        assert phone.seen()[0] != "online", "it was there then; nobody knows whether it is now"
    phone.ping(now - 900)
    row = phone.row()
    assert (row["status"], row["rule"].split(": ")[-1]) == ("online", "at rest, place confirmed")
    assert (seconds(row["last_fix_at"]), seconds(row["confirmed_at"])) == (now - 2 * HOUR, now - 900)
    assert (row["lat"], row["lng"]) == (46.0512, 14.5058)
    assert delays(rest) == before
    assert len(phone.history()) == 1, "a confirmed place is not stored again"
    timeline = phone.get(f"responders/{phone.id}/timeline.json").json()
    assert all(seconds(gap["from"]) >= now - 900 for gap in timeline["track_gaps"]), timeline["track_gaps"]
    for page in ("board", f"responders/{phone.id}"):
        assert "at rest since" in phone.get(page).text


REFUSALS = {
    "other coordinates": dict(lat=46.05120000000001),
    "move mode": dict(m=2),
    "manual mode": dict(m=0),
    "says nothing of its mode": dict(m=None),
    "made when the place was": dict(created_at=None, tst=-300),
    "made before the place was": dict(created_at=-600),
    "a time of two minutes ahead": dict(created_at=120),
    "a time of ten minutes ahead": dict(created_at=600),
    "a time that nobody can read": dict(created_at="soon"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_sign_that_does_not_confirm_is_contact_alone(rest, name):
    now = int(time.time())
    phone = Phone(rest)
    phone.position(now - 300)
    more = {
        field: now + value if field in ("created_at", "tst") and isinstance(value, int) else value
        for field, value in REFUSALS[name].items()}
    contact = phone.row()["last_contact_at"]
    phone.ping(now, **more)
    row = phone.row()
    assert row["confirmed_at"] is None
    assert (row["lat"], seconds(row["last_fix_at"])) == (46.0512, now - 300)
    assert row["last_contact_at"] > contact
    assert [row["lat"] for row in phone.history()] == ["46.0512"] + (
        ["46.05120000000001"] if name == "other coordinates" else [])


def test_a_place_is_not_confirmed_without_permission(rest):
    now = int(time.time())
    phone = Phone(rest)
    phone.position(now - 300)
    phone.post({"_type": "status", "_id": "77aa01ff", "android": {"wifi": 0, "ps": 0, "loc": -4}})
    phone.ping(now)
    assert phone.row()["confirmed_at"] is None
    phone.post({"_type": "status", "_id": "77aa0200", "android": {"wifi": 0, "ps": 0, "loc": 0}})
    phone.ping(now + 1)
    assert phone.row()["confirmed_at"] is not None


def test_a_doubted_place_is_not_confirmed(rest):
    now = int(time.time())
    phone = Phone(rest, "transistor")
    place = {"latitude": 46.0512, "longitude": 14.5058, "accuracy": 9}

    def record(made, **more):
        return {"location": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(made)), "coords": place, **more}}

    phone.post(record(now - 300, mock=True))
    phone.post(record(now, event="heartbeat", is_moving=False))
    row = phone.row()
    assert (row["flags"], row["confirmed_at"]) == (["mock"], None)


def test_a_place_of_more_than_a_day_ago_is_not_confirmed(rest):
    now = int(time.time())
    phone = Phone(rest)
    phone.position(now - 24 * HOUR - 60)
    phone.ping(now)
    assert (phone.seen()[0] == "online", phone.row()["confirmed_at"]) == (False, None)


def test_only_the_app_that_sent_a_place_confirms_it(rest):
    now = int(time.time())
    phone = Phone(rest)
    phone.position(now - 2 * HOUR)
    other = phone.issue("transistor")
    made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
    phone.post({"location": {
        "timestamp": made, "event": "heartbeat", "is_moving": False,
        "coords": {"latitude": 46.0512, "longitude": 14.5058}}}, "transistor", other)
    assert (phone.seen()[0] == "online", phone.row()["confirmed_at"]) == (False, None)


@pytest.mark.parametrize("adapter", ["transistor", "osmand"])
def test_the_heartbeat_of_a_phone_that_does_not_move_confirms_its_place(rest, adapter):
    now = int(time.time())
    phone = Phone(rest, adapter)
    place = {"latitude": -6.792354, "longitude": 39.208328, "accuracy": 6.2, "speed": 0, "heading": -1}

    def send(made, **more):
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(made))
        phone.post({"location": {
            "uuid": f"u-{made}", "timestamp": stamp, "coords": place, "odometer": 10.5,
            "battery": {"level": 0.44, "is_charging": False}, "activity": {"type": "still", "confidence": 100},
            "extras": {}, **more}, "device_id": "48151623"})

    send(now - HOUR, is_moving=True)
    send(now - 20, event="heartbeat", is_moving=True)
    assert (phone.seen()[0] == "online", phone.row()["confirmed_at"]) == (False, None)
    send(now - 10, event="heartbeat", is_moving=False)
    assert phone.seen() == ("online", "at rest, place confirmed", True)


def test_a_place_sent_off_duty_becomes_the_latest_on_duty_with_its_own_time(rest):
    now = int(time.time())
    phone = Phone(rest, profile="responder")
    rest.cli("responder", "set", "rest", phone.id, "--duty-rule", "manual")
    phone.position(now - HOUR)
    phone.ping(now - 10)
    assert (phone.row()["status"], phone.row()["lat"]) == ("off_duty", None)
    token = rest.token("rest", phone.id)
    answer = requests.put(
        f"{rest.url}/app/v1/duty", json={"state": "on_duty"}, headers={"Authorization": f"Bearer {token}"}, timeout=20)
    assert answer.status_code == 200, answer.text
    phone.ping(now - 5)
    row = phone.row()
    assert (row["lat"], seconds(row["last_fix_at"]), row["confirmed_at"]) == (46.0512, now - HOUR, None)
    assert row["status"] != "online"
    phone.ping(now - 1)
    row = phone.row()
    assert (seconds(row["last_fix_at"]), row["confirmed_at"]) == (now - HOUR, None)
    assert row["status"] != "online"


def test_a_last_will_is_no_contact(rest):
    phone = Phone(rest)
    assert phone.post({"_type": "lwt", "tst": int(time.time())}).text == "[]"
    assert phone.row()["last_contact_at"] is None
    phone.position(time.time() - 60)
    contact = phone.row()["last_contact_at"]
    phone.post({"_type": "lwt", "tst": int(time.time())})
    assert phone.row()["last_contact_at"] == contact


def test_a_confirmed_place_survives_kill9(rollcall):
    rollcall.start()
    person = rollcall.responder("acme", "Ana", "--profile", "family")
    secret = rollcall.cli("app", "issue", "acme", person, "--adapter", "owntracks")["secret"]
    now = int(time.time())
    for body in (
            {"_type": "location", "lat": 46.05, "lon": 14.5, "tst": now - HOUR, "t": "t", "m": 1},
            {"_type": "location", "lat": 46.05, "lon": 14.5, "tst": now - HOUR, "created_at": now, "t": "p", "m": 1}):
        assert requests.post(f"{rollcall.url}/ingest/t/{secret}/owntracks", json=body, timeout=20).status_code == 200
    rollcall.kill9()
    rollcall.start()
    [row] = rollcall.get("/w/acme/board.json", rollcall.key("acme", "viewer")).json()["responders"]
    assert (row["status"], seconds(row["confirmed_at"])) == ("online", now)
