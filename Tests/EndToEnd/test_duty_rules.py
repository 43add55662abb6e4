"""What puts people on and off duty when nobody switches it: reports, and the hours of a timetable."""
import itertools
import json
import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import requests

NAMES = itertools.count(1)
ZONE = ZoneInfo("Europe/Ljubljana")


@pytest.fixture(scope="module")
def watch(server):
    slug = server.workspace("watch")
    server.keys = {role: server.key(slug, role) for role in ("owner", "admin", "dispatcher", "auditor", "viewer")}
    return server


class Person:
    """A responder with OwnTracks."""

    def __init__(self, rollcall, profile="responder"):
        self.rollcall = rollcall
        self.id = rollcall.responder("watch", f"Person {next(NAMES)}", "--profile", profile)
        self.secret = self.issue()

    def issue(self, adapter="owntracks"):
        return self.rollcall.cli("app", "issue", "watch", self.id, "--adapter", adapter)["secret"]

    def report(self, secret=None, age=0, lat=46.05):
        body = {"_type": "location", "lat": lat, "lon": 14.5, "tst": int(time.time()) - age, "acc": 10}
        answer = requests.post(
            f"{self.rollcall.url}/ingest/t/{secret or self.secret}/owntracks", data=json.dumps(body), timeout=20)
        assert answer.status_code == 200, answer.text

    def post(self, what, body, role="owner"):
        return requests.post(
            f"{self.rollcall.url}/w/watch/responders/{self.id}/{what}.json", json=body, timeout=20,
            headers={"Authorization": f"Bearer {self.rollcall.keys[role]}"})

    def switch(self, state, **more):
        answer = self.post("duty", {"state": state, **more}, role="dispatcher")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def row(self):
        board = self.rollcall.get("/w/watch/board.json", self.rollcall.keys["owner"]).json()
        [row] = [row for row in board["responders"] if row["id"] == self.id]
        return row


def hours(begin, end):
    """A timetable of every day, from so many minutes from now to so many."""
    now = datetime.now(ZONE)
    text = [(now + timedelta(minutes=minutes)).strftime("%H:%M") for minutes in (begin, end)]
    days = list(range(1, 8))
    return {"rule": "timetable", "hours": [{"days": days, "from": text[0], "to": text[1]}]}


def test_the_first_report_of_another_app_brings_on_duty_and_green_at_once(watch):
    person = Person(watch)
    assert person.row()["duty_state"] == "off_duty"
    person.report()
    assert (person.row()["duty_state"], person.row()["status"]) == ("on_duty", "online")


def test_whoever_was_taken_off_duty_stays_so_until_a_new_token_or_somebody_else(watch):
    person = Person(watch)
    person.report()
    assert person.switch("off_duty")["duty_state"] == "off_duty"
    person.report(lat=46.06)
    assert person.row()["status"] == "off_duty"
    new = person.issue()
    person.report(lat=46.07)
    assert person.row()["status"] == "off_duty", "the new token is another phone's"
    person.report(secret=new, lat=46.08)
    assert person.row()["status"] == "online"
    person.switch("off_duty")
    assert person.switch("on_mission", order="A 7") == {
        "id": person.id, "duty_state": "on_mission", "order": "A 7", "status": "unknown"}
    assert person.switch("on_mission", order="A 7")["order"] == "A 7"


def test_a_restart_forgets_none_of_it(watch):
    off, on = Person(watch), Person(watch)
    off.report()
    off.switch("off_duty")
    answer = on.post("duty-rule", hours(-60, 60))
    assert answer.status_code == 200, answer.text
    watch.kill9()
    watch.start()
    off.report(lat=46.06)
    assert off.row()["status"] == "off_duty"
    on.report()
    assert on.row()["status"] == "online"


def test_with_a_timetable_the_first_contact_within_the_hours_begins_duty(watch):
    person, late = Person(watch), Person(watch)
    for one, table in ((person, hours(-60, 60)), (late, hours(60, 120))):
        assert one.post("duty-rule", table).json() == {**table, "exceptions": []}
        one.report()
    assert person.row()["status"] == "online"
    assert late.row()["status"] == "off_duty"
    person.switch("off_duty")
    person.report(lat=46.06)
    assert person.row()["status"] == "off_duty", "by hand, until the hours change"


def test_an_exception_replaces_the_hours_of_its_date(watch):
    person = Person(watch)
    table = hours(-1, 1)
    dates = [(datetime.now(ZONE) + timedelta(days=days)).date().isoformat() for days in (-1, 0, 1)]
    table["exceptions"] = [{"date": date} for date in dates]
    answer = person.post("duty-rule", table)
    assert answer.status_code == 200, answer.text
    person.report()
    assert person.row()["status"] == "off_duty"


@pytest.mark.parametrize("rule", [
    {}, {"rule": "sometimes"}, {"rule": "timetable"}, {"rule": "manual", "hours": hours(0, 1)["hours"]},
    {"rule": "timetable", "hours": [{"days": [0], "from": "08:00", "to": "16:00"}]},
    {"rule": "timetable", "hours": [{"days": [1], "from": "8:00", "to": "16:00"}]},
    {"rule": "timetable", "hours": [{"days": [1], "from": "08:00"}]},
    {"rule": "timetable", "exceptions": [{"date": "2026-02-30"}]},
    {"rule": "timetable", "exceptions": [{"date": "2026-02-03", "from": "08:00"}]},
], ids=json.dumps)
def test_a_rule_that_says_nothing_clear_is_refused(watch, rule):
    answer = Person(watch).post("duty-rule", rule)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")


def test_dispatchers_switch_duty_and_admins_set_the_rule(watch):
    person = Person(watch)
    for role in watch.keys:
        can_switch = role in ("owner", "admin", "dispatcher")
        assert person.post("duty", {"state": "on_duty"}, role).status_code == (200 if can_switch else 403), role
        can_set = role in ("owner", "admin")
        assert person.post("duty-rule", {"rule": "manual"}, role).status_code == (200 if can_set else 403), role
    assert person.post("duty", {"state": "asleep"}).status_code == 400
    person.id = 999_999
    assert person.post("duty", {"state": "on_duty"}).status_code == 404
    assert person.post("duty-rule", {"rule": "manual"}).status_code == 404


def test_the_command_line_sets_the_rule_and_both_are_in_the_audit(watch):
    person = Person(watch)
    watch.cli("responder", "set", "watch", person.id, "--duty-rule", "manual")
    person.report()
    assert person.row()["status"] == "off_duty"
    watch.cli("responder", "set", "watch", person.id, "--duty-rule", json.dumps(hours(-60, 60)))
    person.report(lat=46.06)
    assert person.row()["status"] == "online"
    person.switch("off_duty")
    entries = watch.get("/w/watch/audit.json", watch.keys["owner"]).json()["entries"]
    about = [entry["action"] for entry in entries if entry["subject"] == f"responder {person.id}"]
    assert about.count("duty-rule.set") == 2 and "duty.set" in about
    done = watch.run(
        "responder", "set", "watch", person.id, "--duty-rule", "now and then", "--database", watch.database)
    assert done.returncode == 1, done.stderr
