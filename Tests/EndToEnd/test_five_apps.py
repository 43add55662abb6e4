"""The five kinds of app, each as its phone works with the server, with the numbers of its profile.

Whether a fix is fresh is tried with fixes that were taken some time ago: half a threshold before it and well after it, so
that no expectation depends on how fast this machine is.
"""
import pathlib
import re
import sys
import time
import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import requests
from people import PASSWORD, add_member, log_in
from responding import LIMIT, until

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Fakes"))
import sms_gateway  # noqa: E402

PLACE = (46.05, 14.5)
METRE = 1 / 111_195  # of a degree of latitude
DAY = 86_400


class App:
    """A phone with a session."""

    def __init__(self, server, responder, token):
        self.server, self.id = server, responder
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {token}"

    def send(self, method, path, body=None, **headers):
        answer = self.session.request(method, f"{self.server.url}/{path}", json=body, headers=headers, timeout=LIMIT)
        return answer.status_code, answer.json() if answer.content else None

    def data(self, method, path, body=None, status=200, **headers):
        got, answer = self.send(method, path, body, **headers)
        assert got == status, answer
        return answer["data"]

    def report(self, age=0, **more):
        """A fix that was taken so many seconds ago."""
        return self.data("POST", "app/v1/locations", ping(age, **more), 201)

    def batch(self, pings, **more):
        return self.data("POST", "app/v1/locations/batch", {"pings": pings, **more}, 201,
                         **{"X-Idempotency-Key": str(uuid.uuid4())})

    def duty(self, state, **more):
        return self.data("PUT", "app/v1/duty", {"state": state, **more})["duty"]

    def me(self):
        return self.data("GET", "app/v1/me")

    def config(self):
        return self.data("GET", "app/v1/config")

    def row(self):
        """Their row of the board."""
        answer = self.server.get("/w/acme/board.json", self.server.owner)
        return next(one for one in answer.json()["responders"] if one["id"] == self.id)


def now():
    return int(time.time() * 1000)


def ping(age=0, metres=0.0, **more):
    """A good fix, taken so many seconds ago, so many metres north of the place."""
    return {"lat": PLACE[0] + metres * METRE, "lng": PLACE[1], "is_mock": False, "accuracy_m": 10,
            "recorded_at": now() - round(age * 1000), **more}


@pytest.fixture(scope="module")
def acme(server):
    server.workspace("acme")
    server.owner = server.key("acme", "owner")
    return server


def phone(server, profile, name=None, device="device-1"):
    responder = server.responder("acme", name or f"{profile} {uuid.uuid4().hex[:6]}", "--profile", profile)
    return App(server, responder, server.token("acme", responder, device))


def is_fresh(app, **values):
    """What the rule in force says to fixes of two ages: the first one is too old, the second is not."""
    stale, fresh = values.pop("stale"), values.pop("fresh")
    app.report(stale, **values)
    assert app.me()["status"] in ("unknown", "degraded")
    app.report(fresh, **values)
    assert app.me()["status"] == "online"


# Responder


def test_responder_on_duty_on_mission_and_with_a_low_battery(acme):
    app = phone(acme, "responder")
    assert app.row()["status"] == "off_duty"
    rules = {rule["name"]: rule for rule in app.config()["rules"]}
    numbers = {name: (rule["interval_s"], rule["distance_m"], rule["degraded_s"], rule["offline_s"]) for name, rule in rules.items()}
    assert numbers == {
        "on_mission, low power": (30, 500, 45, 60), "on_duty, low power": (120, 500, 150, 180),
        "on_mission": (15, 20, 30, 60), "on_duty": (60, 50, 90, 180)}

    assert app.duty("on_duty") == {"state": "on_duty", "label": "On duty", "order": None}
    is_fresh(app, stale=200, fresh=45)
    assert (app.row()["rule_name"], app.config()["rule"]) == ("on_duty", "on_duty")

    # A mission: the thresholds follow at once, and a fix that was fresh on duty is old on a mission.
    assert app.duty("on_mission", order="M-7")["label"] == "On mission"
    assert app.config()["rule"] == "on_mission"
    mission = phone(acme, "responder")
    mission.duty("on_mission")
    is_fresh(mission, stale=75, fresh=1)

    # Low power: distances grow, and on a mission one is still looked after more closely.
    app.batch([ping(1)], telemetry={"power_mode": "low_power"})
    assert app.config()["rule"] == "on_mission, low power"
    app.duty("on_duty")
    assert (app.config()["rule"], app.row()["rule_name"]) == ("on_duty, low power",) * 2
    assert app.duty("off_duty")["state"] == "off_duty"
    assert app.row()["status"] == "off_duty"


# Family


@pytest.mark.parametrize("rule,values,interval,stale,fresh", [
    ("stationary", {"battery_level": 0.8, "speed_mps": 0}, 300, 900, 220),
    ("moving", {"battery_level": 0.8, "speed_mps": 1.4}, 120, 360, 90),
    ("battery low", {"battery_level": 0.19, "speed_mps": 1.4}, 600, 1800, 450),
    ("battery very low", {"battery_level": 0.09, "speed_mps": 0}, 900, 2700, 680),
])
def test_family_the_interval_follows_battery_and_motion(acme, rule, values, interval, stale, fresh):
    app = phone(acme, "family")
    # Sharing from the first login, without a word about duty.
    assert app.me()["duty"]["label"] == "Sharing"
    # The thresholds are 1.5 and 3 intervals: a fix of two intervals is old, one of three quarters is not.
    is_fresh(app, stale=stale, fresh=fresh, **values)
    config = app.config()
    assert config["rule"] == rule == app.row()["rule_name"]
    assert next(one for one in config["rules"] if one["name"] == rule)["interval_s"] == interval


def test_family_a_battery_that_recovers_is_watched_as_before(acme):
    app = phone(acme, "family")
    for level, rule in [(0.5, "stationary"), (0.2, "stationary"), (0.15, "battery low"), (0.1, "battery low"),
                        (0.05, "battery very low"), (0.6, "stationary")]:
        app.report(battery_level=level)
        assert app.config()["rule"] == rule, level


# Driver


@pytest.fixture
def gateway():
    with sms_gateway.Gateway() as running:
        yield running


def log_in_by_otp(server, gateway, number, device):
    before = len(gateway.messages)
    assert requests.post(f"{server.url}/app/v1/auth/otp", json={"phone": number}, timeout=LIMIT).status_code == 202
    text = until(lambda: gateway.messages[before:], "the code")[0][1]
    code = re.search(r"\b\d{6}\b", text)[0]
    answer = requests.post(f"{server.url}/app/v1/auth/token", timeout=LIMIT, json={
        "phone": number, "otp": code, "device_id": device, "device_name": "Pixel 7", "platform": "android"})
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]["access_token"]


def test_driver_otp_shift_orders_offline_actions_and_one_phone_at_a_time(rollcall, gateway):
    settings = {"SMS_TWILIO_URL": gateway.url, "SMS_TWILIO_ACCOUNT": gateway.account,
                "SMS_TWILIO_TOKEN": gateway.token, "SMS_FROM": gateway.sender}
    rollcall.start(["env", *(f"ROLLCALL_{name}={value}" for name, value in settings.items())])
    rollcall.owner = rollcall.key("acme", "owner")
    number = "+38640123456"
    driver = rollcall.responder("acme", "Dana", "--phone", number, "--profile", "driver")
    app = App(rollcall, driver, log_in_by_otp(rollcall, gateway, number, "phone-1"))
    # A driver announces the shift: a login alone is none.
    assert app.row()["status"] == "off_duty"
    began = now() - 60_000
    assert app.duty("on_duty", id="shift-1", at=began)["label"] == "On shift"
    app.report()
    assert (app.row()["status"], app.row()["rule_name"]) == ("online", "shift")
    assert app.duty("on_mission", order="O-2041", id="order-1", at=began + 10_000) == {
        "state": "on_mission", "label": "Order", "order": "O-2041"}
    assert app.row()["rule_name"] == "order"

    # In a tunnel: the order was done and another begun. What comes late has its own time, and its order counts.
    late = [("on_duty", "order-1-done", None, began + 20_000), ("on_mission", "order-2", "O-2042", began + 30_000)]
    for state, name, order, at in late:
        app.duty(state, id=name, at=at, **({"order": order} if order else {}))
    assert app.me()["duty"]["order"] == "O-2042"
    # Older than what is applied: for the record only. The same again is the same.
    assert app.duty("off_duty", id="old", at=began - 3_600_000)["order"] == "O-2042"
    assert app.duty("on_mission", id="order-2", at=began + 30_000, order="O-2042")["order"] == "O-2042"
    line = rollcall.get(f"/w/acme/responders/{driver}/timeline.json", rollcall.owner).json()["duty"]
    assert [one["state"] for one in line] == ["off_duty", "on_duty", "on_mission", "on_duty", "on_mission"], line

    # Another phone of theirs: the first one is told, its backlog is kept for its owner, the shift goes on.
    second = App(rollcall, driver, log_in_by_otp(rollcall, gateway, number, "phone-2"))
    assert app.send("GET", "app/v1/me")[1]["code"] == "SESSION_REVOKED"
    assert app.send("POST", "app/v1/locations", ping())[0] == 401
    assert second.me()["duty"]["order"] == "O-2042"
    second.report()
    assert second.row()["status"] == "online"
    second.duty("on_duty", id="order-2-done")
    assert second.send("POST", "app/v1/auth/logout")[0] == 204
    assert second.row()["status"] == "off_duty"


# Field


def outlets(server, folder):
    lat, lng = PLACE
    file = folder / "outlets.csv"
    file.write_text(f"name,lat,lng,external_id,radius_m\nKiosk,{lat},{lng},K-1,\nWarehouse,{lat},{lng},W-1,400\n")
    assert server.cli("outlet", "import", "acme", file) == {"added": 2, "changed": 0}
    assert server.cli("outlet", "import", "acme", file) == {"added": 0, "changed": 0}
    listed = server.cli("outlet", "list", "acme")["outlets"]
    assert [(one["external_id"], one["radius_m"]) for one in listed] == [("K-1", 100), ("W-1", 400)]
    return {one["external_id"]: one["id"] for one in listed}


def test_field_a_full_queue_comes_in_batches_of_fifty(acme):
    app = phone(acme, "field")
    config = app.config()
    assert (config["queue_limit"], config["batch_limit"]) == (200, 50)
    # On shift from the first login; 200 positions of a day under way, the newest a minute old.
    pings = [ping(60 + 60 * (199 - n), metres=3 * n, sequence=n) for n in range(200)]
    for start in range(0, 200, 50):
        done = app.batch(pings[start:start + 50], queue_id="q", telemetry={"queue_depth": 150 - start})
        assert (done["stored"], done["count"]) == (50, 50)
    # A lost answer: the same batch under another key is known by its numbers.
    assert app.batch(pings[150:], queue_id="q")["duplicates"] == 50
    status, answer = app.send("POST", "app/v1/locations/batch", {"pings": [ping(sequence=n) for n in range(51)]},
                              **{"X-Idempotency-Key": "too-many"})
    assert (status, answer["code"]) == (400, "VALIDATION_ERROR")
    assert app.row()["status"] == "online"
    # Going to background is not announced: in the foreground the thresholds are the background's.
    for state, rule in (("foreground", "foreground"), ("background", "background")):
        app.batch([ping()], telemetry={"app_state": state})
        assert app.config()["rule"] == rule
    app.report(battery_level=0.14)
    assert app.config()["rule"] == "battery"
    other = phone(acme, "field")
    is_fresh(other, stale=2700, fresh=700)


def test_field_visits_are_verified_doubtful_or_rejected(acme, tmp_path):
    app, colleague = phone(acme, "field"), phone(acme, "field")
    places = outlets(acme, tmp_path)
    # One day throughout, also where the test is run at midnight.
    today = datetime.now(ZoneInfo("Europe/Ljubljana")).date()
    plan = lambda outlet, *more: acme.cli("visit", "plan", "acme", app.id, places[outlet], "--day", today, *more)["id"]  # noqa: E731
    first, second, third = plan("K-1"), plan("K-1"), plan("W-1", "--from", "00:00", "--to", "24:00")
    told = app.data("GET", "app/v1/visits")["visits"]
    assert {(one["id"], one["outlet"]["radius_m"]) for one in told} == {(first, 100), (second, 100), (third, 400)}
    assert colleague.data("GET", "app/v1/visits")["visits"] == []

    def check(visit, step="check-in", **values):
        return app.data("POST", f"app/v1/visits/{visit}/{step}", ping(**values))

    # Within the radius and the accuracy.
    here = ping(metres=130, accuracy_m=40)
    verified = app.data("POST", f"app/v1/visits/{first}/check-in", here)
    assert verified["verdict"] == "verified" and abs(verified["distance_m"] - 130) < 1
    # The same again is the same; and so is whatever comes after it was verified.
    assert app.data("POST", f"app/v1/visits/{first}/check-in", here) == verified
    assert check(first, metres=900) == verified
    assert check(first, "check-out", metres=5)["verdict"] == "verified"
    # In between, made up, without accuracy; then far away; and at last there.
    for values, verdict in [
            ({"metres": 200, "accuracy_m": 60}, "doubtful"), ({"metres": 1, "is_mock": True}, "doubtful"),
            ({"metres": 1, "accuracy_m": None}, "doubtful"), ({"metres": 302}, "rejected"),
            ({"metres": 302, "is_mock": True}, "rejected"), ({"metres": 20}, "verified")]:
        assert check(second, **values)["verdict"] == verdict, values
    # The larger outlet is large.
    assert check(third, metres=302)["verdict"] == "verified"

    # Nobody else's, and nothing but a position.
    assert colleague.send("POST", f"app/v1/visits/{first}/check-in", ping())[0] == 404
    assert app.send("POST", "app/v1/visits/99999/check-in", ping())[0] == 404
    assert app.send("POST", f"app/v1/visits/{first}/check-in", {"lat": 46})[1]["code"] == "VALIDATION_ERROR"

    # The console shows them, and the positions stand in the history with their visit.
    shown = acme.get("/w/acme/visits.json", acme.owner, responder=app.id, day=today).json()["visits"]
    states = {one["id"]: (one["state"], one["check_in"]["verdict"]) for one in shown}
    assert states == {first: ("done", "verified"), second: ("there", "verified"), third: ("there", "verified")}
    table = acme.get("/w/acme/visits.csv", acme.owner, responder=app.id, day=today).text.splitlines()
    assert len(table) == 4 and "verified" in table[1]
    rows = acme.history("acme", acme.owner, responder=app.id)
    assert {int(row["visit_id"]) for row in rows} == {first, second, third}
    # Nothing is twice there: the check-in that was sent again is one position.
    assert len([row for row in rows if float(row["lat"]) == here["lat"]]) == 1


# Event


def activity(name, kind, age=0.0, **data):
    entry = {"id": name, "type": kind, "timestamp": now() - round(age * 1000)}
    return {**entry, "data": data} if data else entry


def test_event_activities_one_by_one_and_in_heaps(acme):
    apps = [phone(acme, "event", name) for name in ("Runner one", "Runner two", "Runner three", "Runner four")]
    one, two, three, four = apps
    stranger = phone(acme, "event", "Only watching")
    begins = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 7200))
    assert acme.cli("event", "add", "acme", "river-run", "--name", "River run", "--from", begins)["slug"] == "river-run"
    assert acme.cli("event", "join", "acme", "river-run", *[app.id for app in apps]) == {"added": 4}
    assert acme.cli("event", "join", "acme", "river-run", one.id) == {"added": 0}
    config = one.config()
    assert (config["queue_limit"], config["order"], config["rule"]) == (1000, "fifo", "tracking")
    single, heap = "api/events/river-run/activity", "api/events/river-run/activity/batch"

    # One by one: a position is a ping, its time is the activity's, and whether it is made up need not be said.
    sent = {**activity("a-1", "location", lat=46.05, lng=14.5, accuracy_m=8), "unheard": "of"}
    assert one.data("POST", single, activity("a-0", "start", 5), 201)["stored"] == 1
    assert one.data("POST", single, sent, 201) == {"count": 1, "stored": 1, "duplicates": 0, "expired": 0, "rejected": []}
    assert one.data("POST", single, sent, 201)["duplicates"] == 1
    assert one.row()["status"] == "online"
    # Ids are a participant's own.
    assert two.data("POST", single, sent, 201)["stored"] == 1

    # In a heap, out of order: start and stop count by their times; others are kept; bad ones are named, the rest stands.
    heap_of_two = [activity("b-9", "stop")] + [
        activity(f"b-{n}", "location", 600 - 60 * n, lat=46.05 + n / 1000, lng=14.5, sequence=n) for n in (1, 2, 5)
    ] + [activity("b-0", "start", 600), activity("b-photo", "photo", 300, url="x"), activity("b-10", "location", lat=91, lng=0),
         {"id": "b-11", "type": "location", "timestamp": "yesterday", "data": {"lat": 1, "lng": 1}}, 7]
    done = two.data("POST", heap, heap_of_two, 201)
    assert (done["stored"], done["duplicates"]) == (6, 0)
    assert [(bad["index"], bad["field"]) for bad in done["rejected"]] == [(6, "data.lat"), (7, "timestamp"), (8, "")]
    assert two.row()["status"] == "off_duty"
    again = two.data("POST", heap, {"activities": heap_of_two}, 201)
    assert (again["stored"], again["duplicates"], len(again["rejected"])) == (0, 6, 3)
    # A thousand at once is as much as may be.
    many = [activity(f"c-{n}", "location", 3000 - 2 * n, lat=46.06, lng=14.5 + n / 10_000) for n in range(1000)]
    assert three.data("POST", heap, many, 201)["stored"] == 1000
    for wrong in (many + many[:1], [], {"activities": []}, {"activities": 3}, {}, "x"):
        assert three.send("POST", heap, wrong)[0] == 400, wrong if len(str(wrong)) < 50 else len(wrong)

    # Whoever does not take part, and events that are not there.
    assert stranger.send("POST", single, sent)[1]["code"] == "FORBIDDEN"
    assert one.send("POST", "api/events/nowhere/activity", sent)[1]["code"] == "NOT_FOUND"
    acme.workspace("elsewhere")
    foreign = acme.responder("elsewhere", "Far", "--profile", "event")
    far = App(acme, foreign, acme.token("elsewhere", foreign))
    assert far.send("POST", single, sent)[0] == 404
    assert requests.post(f"{acme.url}/{single}", json=sent, timeout=LIMIT).status_code == 401

    # The event's page: who is where, and what is missing.
    shown = acme.get("/w/acme/events/river-run.json", acme.owner).json()
    people = {person["name"]: person for person in shown["participants"]}
    assert {name: person["state"] for name, person in people.items()} == {
        "Runner one": "under_way", "Runner two": "finished", "Runner three": "under_way", "Runner four": "not_started"}
    assert (people["Runner three"]["positions"], people["Runner two"]["missing_numbers"]) == (1000, 2)
    assert people["Runner four"]["missing"] == ["start"] and "numbers" in people["Runner two"]["missing"]
    assert 50 < len(people["Runner three"]["track"]) <= 241
    assert (shown["counts"]["participants"], shown["counts"]["not_started"]) == (4, 1)
    rows = acme.get("/w/acme/events/river-run.csv", acme.owner).text.splitlines()
    assert len(rows) == 5 and "Only watching" not in "".join(rows)
    add_member(acme, "acme", "dispatcher@acme.example", "dispatcher")
    page = log_in(acme, "dispatcher@acme.example").get(f"{acme.url}/w/acme/events/river-run", timeout=LIMIT)
    assert page.status_code == 200 and "has not started" in page.text and "<path class=\"way\"" in page.text
    assert PASSWORD not in page.text
