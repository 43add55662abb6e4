"""Phones and a control room that go on through a server that is killed: each request until it has a final answer."""
import collections
import random
import threading
import time
import uuid

import requests
from responding import LIMIT, ControlRoom, Phone

# Nothing that was not answered is given up before this, seconds.
PATIENCE = 120


def finally_answered(send):
    """Sends until there is a final answer. The same request again is the same."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        try:
            answer = send()
            if answer.status_code not in (429, 503):
                return answer
        except requests.RequestException:
            pass
        time.sleep(0.05)
    raise AssertionError("no answer for long")


class Loop(threading.Thread):
    """Does one thing after the other until it is stopped; what goes wrong ends it and is kept."""

    def __init__(self, pause):
        super().__init__(daemon=True)
        self.pause, self.done, self.failure = pause, threading.Event(), None

    def run(self):
        try:
            while not self.done.wait(self.pause):
                self.turn()
        except Exception as failure:  # noqa: BLE001: it is raised where the loop is stopped
            self.failure = failure

    def stop(self):
        self.done.set()
        self.join(PATIENCE + LIMIT)
        assert not self.is_alive(), "a loop is still waiting for an answer"
        if self.failure:
            raise self.failure


class AnsweringPhone(Loop):
    """Reports, and says to each offer what chance tells it to; is done with what it took after a while.

    `told` has when each offer ends that it heard of, `taken` those whose acceptance was answered with 200;
    `given` has the incidents that became its own otherwise.
    """

    def __init__(self, rollcall, name, north, seed):
        super().__init__(0.25)
        self.phone = Phone(rollcall, name, north)
        self.chance = random.Random(seed)
        self.told, self.taken, self.answered, self.broken = {}, set(), set(), []
        self.given = set()
        self.is_willing = False

    def send(self, method, path, body=None, **headers):
        return finally_answered(lambda: self.phone.send(method, path, body, **headers))

    def turn(self):
        body, key = {"pings": [self.phone.ping()]}, str(uuid.uuid4())
        answer = self.send("POST", "locations/batch", body, **{"X-Idempotency-Key": key})
        if answer.status_code != 201:
            self.broken.append(answer.text)
        if (answer.json()["data"] or {}).get("replayed"):
            return
        for offer in answer.json()["data"].get("offers") or []:
            if self.told.setdefault(offer["id"], offer["expires_at"]) != offer["expires_at"]:
                self.broken.append(f"{offer} ended otherwise: {self.told[offer['id']]}")
            if offer["state"] != "withdrawn" and offer["id"] not in self.answered:
                self.answer(offer)
        self.work()

    def answer(self, offer):
        self.answered.add(offer["id"])
        word = "accept" if self.is_willing else self.chance.choice(["accept", "accept", "decline", "seen"])
        if self.chance.random() < 0.5:
            self.send("POST", f"offers/{offer['id']}/seen")
        if word == "seen":
            return
        status = self.send("POST", f"offers/{offer['id']}/{word}").status_code
        if status not in (200, 409):
            self.broken.append(f"{word}: {status}")
        if (word, status) == ("accept", 200):
            self.taken.add(offer["id"])

    def work(self):
        """One step with the assignment, if there is one: arrives, is done, or gives it back."""
        if self.chance.random() < 0.5:
            return
        held = self.send("GET", "assignment").json()["data"]
        if not held:
            return
        if held["offer_id"] not in self.taken:
            self.given.add(held["incident"]["id"])
        if held["arrived_at"]:
            what = f"assignments/{held['id']}/complete"
        elif held["offer_id"] and self.chance.random() < 0.2 and not self.is_willing:
            what = f"offers/{held['offer_id']}/decline"
        else:
            what = f"assignments/{held['id']}/arrived"
        status = self.send("POST", what).status_code
        if status not in (200, 409):
            self.broken.append(f"{what}: {status}")


class OpeningRoom(Loop):
    """Opens an incident now and then, down the ranking or by hand, and changes those that are open: `opened` has the
    number of each, `acts` how often each change was made."""

    def __init__(self, rollcall, phones, seed):
        super().__init__(0.4)
        self.room = ControlRoom(rollcall)
        self.people = [phone.phone.id for phone in phones]
        self.chance = random.Random(seed)
        self.opened, self.refused, self.acts = [], 0, collections.Counter()

    def turn(self):
        self.open()
        self.change()

    def change(self):
        """Replaces or releases an assignee, writes down a call, edits an incident of the last few, or needs more people."""
        what = self.chance.choice(["replace", "release", "done", "calls", "calls", "edit", "needs", "needs"])
        number = self.chance.choice(self.opened[-5:] or [0])
        incident = finally_answered(lambda: self.get(f"incidents/{number}.json"))
        if incident.status_code == 404:
            return
        assert incident.status_code == 200, incident.text
        needs = incident.json()["needs"]
        if sum(line["count"] for line in needs) < 3:
            # Never fewer: nobody is sent away, and then there would be more people than places.
            needs.append({"count": 1, "skills": self.chance.choice([[], ["medic"]])})
        held = [one["responder_id"] for one in incident.json()["assignees"]] or self.people
        body = {
            "calls": {"result": self.chance.choice(["reached", "not_reached", "accepts", "declines"]),
                      "responder_id": self.chance.choice(self.people)},
            "needs": {"needs": needs},
            "edit": {"title": f"Changed {number}", "severity": self.chance.choice(["normal", "critical"])},
        }.get(what, {"responder_id": self.chance.choice(held)})
        path = f"incidents/{number}/{what}" + ("" if what == "calls" else ".json")
        answer = finally_answered(lambda: self.room.session.post(
            f"{self.room.rollcall.url}/w/acme/{path}", json=body, timeout=LIMIT))
        # Not theirs, over, or nobody is needed.
        assert answer.status_code in (200, 409), (what, answer.text)
        self.acts[what] += answer.status_code == 200

    def get(self, path):
        return self.room.session.get(f"{self.room.rollcall.url}/w/acme/{path}", timeout=LIMIT)

    def open(self):
        mode = self.chance.choice(["automatic", "automatic", "parallel", "nobody"])
        asking = {"mode": mode, "answer_s": 15}
        if mode == "parallel":
            asking["picks"] = self.chance.sample(self.people, 3)
        key = str(uuid.uuid4())
        more = {} if self.chance.random() < 0.5 else {"needs": [{"count": 1, "skills": ["medic"]}, {"count": 1}]}
        answer = finally_answered(lambda: self.room.post(f"Incident {len(self.opened)}", key, asking, **more))
        if answer.status_code == 409:
            # Nobody of those picked could be asked.
            self.refused += 1
            return
        assert answer.status_code in (200, 201), answer.text
        self.opened.append(answer.json()["id"])
        if mode == "nobody":
            what = finally_answered(lambda: self.room.act(self.opened[-1], "cancel"))
            assert what.status_code in (303, 409), what.text


class ReadingGateway(Loop):
    """Says of each text message that came to the gateway that it was delivered; `delivered` has the ids of those of which
    the server took that."""

    def __init__(self, rollcall, gateway, public):
        super().__init__(0.05)
        self.rollcall, self.gateway, self.public = rollcall, gateway, public
        self.read, self.delivered = 0, set()

    def turn(self):
        while self.read < len(self.gateway.messages):
            receipt = self.gateway.receipts[self.read]
            if receipt is None:
                # About a change or an end: no receipt is asked for.
                self.read += 1
                continue
            path = receipt.removeprefix(self.public)
            answer = finally_answered(lambda: requests.post(
                f"{self.rollcall.url}{path}", json={"status": "delivered"}, timeout=LIMIT))
            assert answer.status_code == 204, answer.text
            self.delivered.add(self.gateway.ids[self.read])
            self.read += 1
