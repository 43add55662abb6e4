"""People who are asked to go to incidents, their phones, and a control room's own system that opens incidents."""
import json
import re
import threading
import time
import uuid
from datetime import datetime

import requests

# Long enough for a busy machine; nothing waits for it when all is well.
LIMIT = 60
# Nobody of these is lost, however slow the machine is.
STEADY = {"name": "steady", "offers": ["incident", "order"], "labels": {"on_duty": "On duty", "on_mission": "On mission"}, "rules": [
    {"name": "always", "interval_s": 5, "degraded_s": 1800, "offline_s": 3600}]}
# Heard for long while on duty, offline within seconds once on a mission.
FADING = {"name": "fading", "offers": ["incident", "order"], "labels": {"on_duty": "On duty", "on_mission": "On mission"}, "rules": [
    {"name": "on_mission", "when": {"duty": "on_mission"}, "interval_s": 1, "degraded_s": 2, "offline_s": 3},
    {"name": "on_duty", "interval_s": 5, "degraded_s": 1800, "offline_s": 3600}]}
PLACE = (46.0, 14.0)


def tells_place(text):
    """Whether a text has the latitude of `PLACE` or of somewhere near it; the seconds of an instant are none."""
    return re.search(r"(?<![\d:])46\.0", text) is not None


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def until(found, what="it", limit=LIMIT):
    """Waits until `found` gives something."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        value = found()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come")


def workspace(rollcall, folder, grace=60):
    """The workspace `acme`, whose assignees may be offline for so many seconds, with both profiles."""
    folder.mkdir()
    (folder / "workspace.json").write_text(json.dumps(
        {"slug": "acme", "name": "Acme", "time_zone": "Europe/Ljubljana", "members": [],
         "dispatch": {"grace_s": grace}}))
    (folder / "regions.json").write_text('{"type": "FeatureCollection", "features": []}')
    (folder / "people.csv").write_text("name\n")
    rollcall.cli("seed", folder, "--password-stdin", text="correct horse battery staple\n")
    for profile in (STEADY, FADING):
        file = folder / f"{profile['name']}.json"
        file.write_text(json.dumps(profile))
        rollcall.cli("profile", "import", "acme", file)


class Phone:
    """A responder on duty, so many degrees north of the place; each request is sent once."""

    def __init__(self, rollcall, name, north, profile="steady"):
        self.rollcall, self.name, self.north = rollcall, name, north
        self.id = rollcall.responder("acme", name, "--profile", profile)
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {rollcall.token('acme', self.id)}"

    def send(self, method, path, body=None, **headers):
        return self.session.request(
            method, f"{self.rollcall.url}/app/v1/{path}", json=body, headers=headers, timeout=LIMIT)

    def through(self, address):
        """Heard from this address from now on, by a server that takes us for its proxy."""
        self.session.headers["X-Forwarded-For"] = address
        return self

    def come_on_duty(self):
        """On duty with a fresh fix: online."""
        self.duty("on_duty")
        self.report()
        return self

    def duty(self, state):
        answer = self.send("PUT", "duty", {"state": state})
        assert answer.status_code == 200, answer.text

    def report(self):
        """Sends a fix that is taken now; what the answer tells."""
        answer = self.send("POST", "locations/batch", {"pings": [self.ping()]}, **{"X-Idempotency-Key": str(uuid.uuid4())})
        assert answer.status_code == 201, answer.text
        return answer.json()["data"]

    def ping(self):
        return {"lat": PLACE[0] + self.north, "lng": PLACE[1], "is_mock": False,
                "sequence": time.time_ns() % 2**50, "recorded_at": int(time.time() * 1000)}

    def offers(self):
        answer = self.send("GET", "offers")
        assert answer.status_code == 200, answer.text
        return answer.json()["data"]["offers"]

    def offer(self):
        """The open offer, once there is one."""
        return until(lambda: [offer for offer in self.offers() if offer["state"] != "withdrawn"],
                     f"an offer to {self.name}")[0]

    def withdrawn(self):
        """The offer that was taken back, once the phone is told of it."""
        return until(lambda: [offer for offer in self.report().get("offers", []) if offer["state"] == "withdrawn"],
                     f"the end of an offer to {self.name}")[0]

    def answer(self, offer, word, **body):
        return self.send("POST", f"offers/{offer['id']}/{word}", body or None)

    def accept(self):
        offer = self.offer()
        answer = self.answer(offer, "accept")
        assert answer.status_code == 200, answer.text
        return offer

    def assignment(self):
        answer = self.send("GET", "assignment")
        assert answer.status_code == 200, answer.text
        return answer.json()["data"]


class ControlRoom:
    """A system of the control room: opens incidents, asks how they stand."""

    def __init__(self, rollcall):
        self.rollcall = rollcall
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {rollcall.key('acme', 'dispatcher')}"

    def open(self, title="Fall", key=None, **asking):
        """Opens an incident, down the ranking unless told otherwise; its number."""
        answer = self.post(title, key or str(uuid.uuid4()), {"mode": "automatic", "answer_s": 600, **asking})
        assert answer.status_code in (200, 201), answer.text
        return answer.json()["id"]

    def post(self, title, key, asking, **more):
        return self.session.post(
            f"{self.rollcall.url}/w/acme/incidents", timeout=LIMIT, headers={"Idempotency-Key": key},
            json={"title": title, "severity": "high", "lat": PLACE[0], "lng": PLACE[1], "asking": asking,
                  **more})

    def act(self, number, what, **fields):
        """Sends a form of the incident's page."""
        return self.session.post(
            f"{self.rollcall.url}/w/acme/incidents/{number}/{what}", data=fields or {"-": ""}, allow_redirects=False,
            timeout=LIMIT)

    def get(self, path):
        answer = self.session.get(f"{self.rollcall.url}/w/acme/{path}", timeout=LIMIT)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def incident(self, number):
        return self.get(f"incidents/{number}.json")

    def reaches(self, number, state):
        """Waits until the incident is in this state; the incident."""
        return until(lambda: (found := self.incident(number))["state"] == state and found, f"{state} of {number}")

    def offers(self, number):
        """The offers, the first one first, as (name, state)."""
        made = sorted(self.incident(number)["offers"], key=lambda offer: offer["id"])
        return [(offer["responder"], offer["state"]) for offer in made]

    def steps(self, number):
        """The log, oldest first, as (step, name of nobody or the responder's id)."""
        return [(step["step"], step["responder_id"]) for step in reversed(self.incident(number)["log"])]

    def row(self, phone):
        return next(row for row in self.get("board.json")["responders"] if row["id"] == phone.id)


class Reporter(threading.Thread):
    """Keeps a phone reporting twice a second until the end of a `with`."""

    def __init__(self, phone):
        super().__init__(daemon=True)
        self.phone, self.done = phone, threading.Event()

    def run(self):
        session = requests.Session()
        session.headers.update(self.phone.session.headers)
        while not self.done.wait(0.5):
            session.post(f"{self.phone.rollcall.url}/app/v1/locations", json=self.phone.ping(), timeout=LIMIT)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.done.set()
        self.join(LIMIT)
