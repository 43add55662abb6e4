"""An incident from the console to a phone and back, by a real server."""
import json
import re
import time
import uuid

import pytest
import requests
from people import add_member, log_in

PHONE_LIMIT = 20


class Phone:
    """A responder on duty who reports from so many degrees north of 46, 14."""

    def __init__(self, server, name, north, profile="family"):
        self.server, self.north = server, north
        self.id = server.responder("acme", name, "--profile", profile)
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {server.token('acme', self.id)}"
        answer = self.session.put(f"{server.url}/app/v1/duty", json={"state": "on_duty"}, timeout=PHONE_LIMIT)
        assert answer.status_code == 200
        self.report()

    def report(self):
        ping = {
            "lat": 46 + self.north, "lng": 14, "is_mock": False, "sequence": time.time_ns() % 2**50,
            "recorded_at": int(time.time() * 1000),
        }
        answer = self.session.post(
            f"{self.server.url}/app/v1/locations/batch", json={"pings": [ping]},
            headers={"X-Idempotency-Key": str(uuid.uuid4())}, timeout=PHONE_LIMIT)
        assert answer.status_code == 201, answer.text
        return answer.json()["data"]

    def get(self, path):
        return self.session.get(f"{self.server.url}/app/v1/{path}", timeout=PHONE_LIMIT)

    def post(self, path, body=None):
        return self.session.post(f"{self.server.url}/app/v1/{path}", json=body, timeout=PHONE_LIMIT)


class Dispatcher:
    """A dispatcher in a browser without script."""

    def __init__(self, server, email):
        self.server = server
        self.session = log_in(server, add_member(server, "acme", email, "dispatcher"))

    def get(self, path):
        answer = self.session.get(f"{self.server.url}/w/acme/{path}", timeout=PHONE_LIMIT)
        assert answer.status_code == 200, answer.text
        return answer

    def send(self, path, page, **fields):
        """Sends a form with the hidden fields of the page it stands on."""
        text = self.get(page).text
        hidden = {name: re.search(rf'name="{name}" value="([^"]*)"', text) for name in ("_csrf", "once")}
        fields |= {name: found.group(1) for name, found in hidden.items() if found}
        return self.session.post(
            f"{self.server.url}/w/acme/{path}", data=fields, allow_redirects=False, timeout=PHONE_LIMIT)

    def open(self, **fields):
        answer = self.send("incidents", "incidents/new", place="46, 14", severity="high", **fields)
        assert answer.status_code == 303, answer.text
        return int(answer.headers["Location"].rsplit("/", 1)[1])

    def incident(self, number):
        return self.get(f"incidents/{number}.json").json()

    def assignment(self, phone):
        people = self.get("board.json").json()["responders"]
        return next(person["assignment"] for person in people if person["id"] == phone.id)


@pytest.fixture(scope="module")
def desk(server):
    server.workspace("acme")
    return Dispatcher(server, "dispatcher@example.org")


def test_an_offer_reaches_the_phone_with_its_upload_and_is_accepted(server, desk):
    ana, bor = Phone(server, "Ana", 0.01), Phone(server, "Bor", 0.02)
    ranked = desk.send("incidents/new", "incidents/new", title="Fall", place="46, 14")
    assert ranked.status_code == 200 and ranked.text.index("Ana") < ranked.text.index("Bor")
    number = desk.open(title="Fall from a ladder", offer=ana.id, within=120)
    assert desk.assignment(ana)["state"] == "queued"
    assert bor.report().get("offers") is None

    offer = ana.report()["offers"][0]
    assert offer["state"] == "delivered" and offer["incident"]["title"] == "Fall from a ladder"
    assert offer["incident"]["id"] == number and 1_100 < offer["distance_m"] < 1_125
    assert ana.get("offers").json()["data"]["offers"][0]["id"] == offer["id"]
    assert bor.post(f"offers/{offer['id']}/accept").status_code == 404
    assert ana.post(f"offers/{offer['id']}/seen").status_code == 200
    for _ in range(2):
        accepted = ana.post(f"offers/{offer['id']}/accept", {"at": int(time.time() * 1000)})
        assert accepted.status_code == 200 and accepted.json()["data"]["state"] == "accepted"

    board = desk.assignment(ana)
    assert (board["incident_id"], board["state"]) == (number, "accepted")
    me = ana.get("me").json()["data"]
    assert me["rule"] == "on_mission" or "on_mission" in str(me)
    incident = desk.incident(number)
    assert incident["state"] == "assigned" and incident["assignee"]["id"] == ana.id
    assert [step["step"] for step in incident["log"]] == ["accepted", "seen", "delivered", "offered", "opened"]
    assert f"INC-{number} · on the way" in desk.get("board").text
    assert "Taken by" in desk.get(f"incidents/{number}").text

    own = ana.get("assignment").json()["data"]
    assert own["incident"]["id"] == number
    assert ana.post(f"assignments/{own['id']}/arrived").status_code == 200
    assert f"INC-{number} · on scene" in desk.get("board").text
    assert ana.post(f"assignments/{own['id']}/complete").status_code == 200
    assert ana.get("assignment").json()["data"] is None and desk.assignment(ana) is None
    assert desk.incident(number)["state"] == "resolved"


def test_a_declined_incident_is_offered_to_somebody_else(server, desk):
    cyd, dan = Phone(server, "Cyd", 0.03), Phone(server, "Dan", 0.04)
    number = desk.open(title="Smoke", offer=cyd.id)
    offer = cyd.get("offers").json()["data"]["offers"][0]["id"]
    assert cyd.post(f"offers/{offer}/decline", {"reason": "no vehicle"}).status_code == 200
    assert cyd.post(f"offers/{offer}/accept").status_code == 409
    assert desk.incident(number)["state"] == "unassigned"
    page = f"incidents/{number}"
    assert "no vehicle" in desk.get(page).text
    assert desk.send(f"{page}/offers", page, offer=dan.id).status_code == 303
    # Taken back before it was answered
    second = dan.report()["offers"][0]["id"]
    assert desk.send(f"{page}/withdraw", page, offer=second).status_code == 303
    assert dan.post(f"offers/{second}/accept").status_code == 409
    assert desk.send(f"{page}/cancel", page).status_code == 303
    assert [offer["state"] for offer in desk.incident(number)["offers"]] == ["withdrawn", "declined"]


def test_the_loop_ends_an_offer_that_nobody_answers_at_its_deadline(server, desk, tmp_path):
    file = tmp_path / "prompt.json"
    file.write_text(json.dumps({"name": "prompt", "rules": [
        {"name": "always", "interval_s": 5, "degraded_s": 1350, "offline_s": 2700}]}))
    server.cli("profile", "import", "acme", file)
    eva = Phone(server, "Eva", 0.05, "prompt")
    number = desk.open(title="Lost dog", offer=eva.id, within=15)
    assert eva.report()["offers"][0]["incident"]["id"] == number
    until = time.monotonic() + 30
    while desk.incident(number)["state"] == "offering" and time.monotonic() < until:
        time.sleep(0.5)
    incident = desk.incident(number)
    offer = incident["offers"][0]
    assert (incident["state"], offer["state"]) == ("unassigned", "expired")
    assert offer["ended_at"] == offer["expires_at"]


def test_an_open_offer_outlives_a_killed_server(rollcall):
    rollcall.start()
    desk = Dispatcher(rollcall, "ana@example.org")
    fay = Phone(rollcall, "Fay", 0.01)
    number = desk.open(title="Flood", offer=fay.id, within=600)
    rollcall.kill9()
    rollcall.start()
    offer = fay.report()["offers"][0]
    assert offer["incident"]["id"] == number
    assert fay.post(f"offers/{offer['id']}/accept").status_code == 200
    assert desk.incident(number)["state"] == "assigned"


def test_the_metrics_count_how_offers_ended(server, desk):
    text = requests.get(f"{server.url}/metrics", timeout=PHONE_LIMIT).text
    assert 'rollcall_offers_total{workspace="acme",outcome="expired"}' in text
