"""A server whose clock is ten years wrong, from its start or while it runs: nothing is purged, nobody has to log in again,
and what phones sent is there once the clock is right."""
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
from datetime import datetime, timedelta, timezone

import pytest
import requests
import stored_pings
from responding import until
from rollcall import Rollcall
from rooms import bearer

LIMIT = 60
LIBRARY = next(iter(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), None)
OLD = 5
NUMBER = "+38640123456"
WRONG = ["+10y", "-10y", "+400d"]


class FakeTime:
    """What the server's wall clock says, to be changed while it runs; its boot clock is left alone.

    The library is given the memory that it shares between processes. One that makes it itself moves the environment, and
    the program is then not told its arguments.
    """

    def __init__(self, folder):
        self.file = folder / "clock"
        self.set("+0")
        self.owner = subprocess.Popen(
            ["faketime", "-m", "-f", "+0", "sh", "-c", "echo $FAKETIME_SHARED; exec sleep 600"],
            stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.shared = self.owner.stdout.readline().strip()

    def end(self):
        os.killpg(self.owner.pid, signal.SIGTERM)
        self.owner.wait()

    def set(self, offset):
        part = self.file.with_suffix(".part")
        part.write_text(offset + "\n")
        part.rename(self.file)

    @property
    def prefix(self):
        return ["env", f"LD_PRELOAD={LIBRARY}", f"FAKETIME_TIMESTAMP_FILE={self.file}", "FAKETIME_NO_CACHE=1",
                "FAKETIME_DONT_FAKE_MONOTONIC=1", f"FAKETIME_SHARED={self.shared}"]


class Field:
    """The workspace `acme` with two people, positions of 60 days ago, and one phone that logged in with its number."""

    def __init__(self, rollcall, folder):
        self.rollcall, self.clock = rollcall, FakeTime(folder)
        self.phone = rollcall.responder("acme", "Ana", "--profile", "family")
        self.token = rollcall.token("acme", self.phone)
        rollcall.responder("acme", "Bor", "--phone", NUMBER)
        self.key = bearer(rollcall.key("acme", "owner"))
        track = folder / "track.csv"
        long_ago = datetime.now(timezone.utc) - timedelta(days=60)
        track.write_text("time,lat,lng\n" + "".join(
            f"{long_ago + timedelta(minutes=number):%Y-%m-%dT%H:%M:%SZ},46.0{number},14.5\n" for number in range(OLD)))
        assert rollcall.cli("responder", "import-track", "acme", self.phone, track)["stored"] == OLD
        self.sent = []
        self.pair = None

    def start(self):
        self.rollcall.start(prefix=[*self.clock.prefix, "ROLLCALL_OTP_TO_LOG=true"])

    def phone_api(self, path, **body):
        return requests.post(f"{self.rollcall.url}/app/v1/{path}", json=body, timeout=LIMIT)

    def log_in(self):
        """Another phone, with its number and a code."""
        before = len(self.rollcall.said(0))
        self.phone_api("auth/otp", phone=NUMBER)
        code = until(lambda: re.search(r"\b(\d{6})\b", self.rollcall.said(before)), "the code", limit=LIMIT)[1]
        answer = self.phone_api("auth/token", phone=NUMBER, otp=code, device_id="phone-2")
        assert answer.status_code == 200, answer.text
        self.pair = answer.json()["data"]

    def goes_on(self):
        """Whether that phone gets its next pair without a new login."""
        answer = self.phone_api("auth/refresh", refresh_token=self.pair["refresh_token"], device_id="phone-2")
        assert answer.status_code == 200, answer.text
        self.pair = answer.json()["data"]

    def send(self, number, at=None):
        """One true position; the answer."""
        at = at or datetime.now(timezone.utc)
        ping = {"sequence": number, "lat": 46.1, "lng": 14.5, "is_mock": False,
                "recorded_at": at.isoformat(timespec="milliseconds")}
        if len(self.sent) <= number:
            self.sent.append(ping)
        return requests.post(
            f"{self.rollcall.url}/app/v1/locations/batch", json={"pings": [self.sent[number]]}, timeout=LIMIT,
            headers={"Authorization": f"Bearer {self.token}", "X-Idempotency-Key": f"key-{number}"})

    def alerts(self, state):
        found = self.key.get(f"{self.rollcall.url}/w/acme/alerts.json", timeout=LIMIT).json()["alerts"]
        return [alert for alert in found
                if alert["kind"] == "ClockInDoubt" and (alert["closed_at"] is None) == (state == "open")]

    def gauge(self):
        text = requests.get(f"{self.rollcall.url}/metrics", timeout=LIMIT).text
        return re.search(r"^rollcall_clock_in_doubt (\d)", text, re.M)[1]

    def ready(self):
        return requests.get(f"{self.rollcall.url}/readyz", timeout=LIMIT)

    def status(self):
        """Of the first person, as the board has it."""
        board = self.key.get(f"{self.rollcall.url}/w/acme/board.json", timeout=LIMIT).json()
        return next(one["status"] for one in board["responders"] if one["id"] == self.phone)

    def positions(self):
        file = sqlite3.connect(f"file:{self.rollcall.database}?mode=ro", uri=True, timeout=LIMIT)
        try:
            return sum(1 for _ in stored_pings.rows(file))
        finally:
            file.close()

    def history(self):
        rows = self.rollcall.history("acme", self.key.headers["Authorization"].split()[1])
        return sorted((row["recorded_at"], row["received_at"], row["sequence"]) for row in rows if row["sequence"])


@pytest.fixture
def field(rollcall, tmp_path):
    assert LIBRARY, "libfaketime is missing: scripts/setup test"
    rollcall.options = ["--purge-after", "0"]
    rollcall.start()
    field = Field(rollcall, tmp_path)
    yield field
    field.clock.end()


def wait_for_what_is_not_purged(field):
    """A purge would begin at once; two beats of the loop that opens the alert."""
    until(lambda: field.alerts("open"), "the alert", limit=LIMIT)
    assert field.gauge() == "1"
    assert field.positions() >= OLD


def all_is_right_again(field):
    until(lambda: not field.alerts("open"), "the end of the alert", limit=LIMIT)
    assert field.gauge() == "0"
    assert field.ready().status_code == 200
    for number in range(5):
        assert field.send(number).status_code == 201
    rows = field.history()
    assert [row[2] for row in rows] == ["0", "1", "2", "3", "4"]
    for ping, (recorded, received, _) in zip(field.sent, rows):
        taken, late = (datetime.fromisoformat(text) for text in (recorded, received))
        # The boot clock is told in hundredths of a second.
        assert abs((taken - datetime.fromisoformat(ping["recorded_at"])).total_seconds()) < 0.1
        assert abs((late - datetime.now(timezone.utc)).total_seconds()) < 600
    assert field.positions() == OLD + 5
    # The login and the key from before are as good as they were.
    assert field.rollcall.cli("verify")["ok"] is True


def change(field, *statements):
    """Writes the file of a server that is stopped."""
    file = sqlite3.connect(field.rollcall.database)
    with file:
        for statement in statements:
            file.execute(statement)
    file.close()


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_clock_at_a_start(field, wrong):
    assert field.rollcall.stop() == 0
    field.start()
    field.log_in()
    assert field.rollcall.stop() == 0
    field.clock.set(wrong)
    field.start()
    field.goes_on()
    wait_for_what_is_not_purged(field)
    for number in range(5):
        answer = field.send(number)
        assert answer.status_code == 503 and int(answer.headers["Retry-After"]) > 0, answer.text
        assert "clock" in answer.json()["message"]
    # A restart does not forget the doubt.
    assert field.rollcall.stop() == 0
    field.start()
    wait_for_what_is_not_purged(field)
    ready = field.ready()
    assert (ready.status_code, ready.json()["reason"]) == (503 if wrong[0] == "-" else 200, "clock in doubt")
    assert "the clock is in doubt" in field.rollcall.said(0)
    assert field.rollcall.stop() == 0
    field.clock.set("+0")
    field.start()
    all_is_right_again(field)
    field.goes_on()


@pytest.mark.parametrize("wrong", WRONG)
def test_a_clock_that_steps_while_the_server_runs(field, wrong):
    assert field.rollcall.stop() == 0
    field.start()
    assert field.send(0).status_code == 201
    field.clock.set(wrong)
    wait_for_what_is_not_purged(field)
    for number in range(1, 5):
        assert field.send(number).status_code == 503
    field.clock.set("+0")
    all_is_right_again(field)


def test_a_month_ahead_what_is_true_is_taken_and_right(field):
    """Nothing of it would be refused by its age, so it is taken at once, dated by the boot clock."""
    assert field.rollcall.stop() == 0
    field.start()
    field.clock.set("+20d")
    wait_for_what_is_not_purged(field)
    for number in range(5):
        assert field.send(number).status_code == 201
    # A position of 80 days ago would be older than the retention of 90 by the wrong clock.
    assert field.send(5, datetime.now(timezone.utc) - timedelta(days=80)).status_code == 503
    field.sent.pop()
    # The board goes on: the person is where the phone says, now.
    assert field.status() == "online"
    field.clock.set("+0")
    all_is_right_again(field)


@pytest.mark.parametrize("wrong", ["-10y", "+10y"])
def test_nothing_that_is_dated_is_refused_for_good(field, wrong):
    app = field.rollcall.cli("app", "issue", "acme", field.phone, "--adapter", "osmand")
    field.rollcall.token("acme", field.phone, "another")
    assert field.rollcall.stop() == 0
    field.start()
    field.log_in()
    token = field.pair["access_token"]
    field.clock.set(wrong)
    wait_for_what_is_not_purged(field)
    at = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
    ping = {"lat": 46.1, "lng": 14.5, "is_mock": False, "recorded_at": at}

    def ask(method, path, body=None, token=token, **query):
        return requests.request(method, f"{field.rollcall.url}/{path}", json=body, params=query, timeout=LIMIT,
                                headers={"Authorization": f"Bearer {token}", "X-Idempotency-Key": "key"})

    waiting = [
        ask("POST", "app/v1/locations", ping), ask("POST", "locations", {"pings": [{**ping, "sequence": 1}]}),
        ask("POST", "app/v1/device-events", {"events": [{"type": "battery", "at": at, "value": 0.5}]}),
        ask("PUT", "app/v1/duty", {"state": "on_duty", "at": at}),
        ask("POST", "app/v1/visits/1/check-in", ping),
        ask("POST", "api/events/none/activity", {"id": "1", "type": "start", "timestamp": at, "data": {}}),
        # Of a phone that a newer login ended: no longer by its age, and not for good.
        ask("POST", "app/v1/locations/batch", {"pings": [ping]}, token=field.token),
    ]
    assert [answer.status_code for answer in waiting] == [503] * len(waiting), [one.text for one in waiting]
    assert all(int(answer.headers["Retry-After"]) > 0 for answer in waiting)
    # By the wrong clock it would be a day ahead at least, or older than what is kept.
    foreign = requests.get(field.rollcall.url + app["path"], timeout=LIMIT, params={
        "id": "1", "lat": 46.1, "lon": 14.5, "timestamp": int(datetime.now().timestamp())})
    assert (foreign.status_code, "Retry-After" in foreign.headers) == (503, True), foreign.text
    # What has no time of its own is taken, by a token that has not ended by the boot clock.
    assert ask("PUT", "app/v1/duty", {"state": "on_duty"}).status_code == 200
    assert ask("GET", "app/v1/me").status_code == 200


def test_a_machine_that_was_off_for_long(field):
    """Nobody knows whether the clock is right; a phone that agrees with it is believed, and still nothing is purged."""
    assert field.send(0).status_code == 201
    other = field.rollcall.token("acme", field.rollcall.responder("acme", "Cene"), "phone-3")
    field.rollcall.cli("workspace", "set", "acme", "--retention-days", "30")
    assert field.rollcall.stop() == 0
    # Ten days later, by the clock; the machine was started anew, and the other phone's token has ended meanwhile.
    now, later = (datetime.now(timezone.utc) + timedelta(days=days) for days in (0, 10))
    change(field, "UPDATE alive SET boot = 'another'",
           "UPDATE phone_session SET expires_at = expires_at - 85 * 86400000 WHERE device_id = 'phone-3'")
    field.clock.set("+10d")
    field.start()
    wait_for_what_is_not_purged(field)
    assert field.status() == "unknown"
    # What lies between cannot be dated; what lies before is history.
    assert field.send(1, now + timedelta(days=5)).status_code == 503
    field.sent.pop()
    assert field.send(1, now - timedelta(days=1)).status_code == 201
    assert field.status() != "online"
    # By the clock the token has ended, by the boot clock it has not: logins do not end.
    answer = requests.post(f"{field.rollcall.url}/app/v1/locations", json=field.sent[0], timeout=LIMIT,
                           headers={"Authorization": f"Bearer {other}"})
    assert answer.status_code == 201, answer.text
    assert field.send(2, later).status_code == 201
    assert field.status() == "online"
    assert field.send(3, now + timedelta(days=5)).status_code == 201
    assert (field.ready().status_code, field.gauge(), field.positions()) == (200, "1", OLD + 5)
    # A restart keeps the clock's time, and the doubt.
    assert field.rollcall.stop() == 0
    field.start()
    wait_for_what_is_not_purged(field)
    assert field.send(4, later + timedelta(seconds=30)).status_code == 201
    assert field.status() == "online" and field.positions() == OLD + 6
    assert field.rollcall.cli("clock", "confirm")["was_in_doubt"] is True
    assert field.rollcall.stop() == 0
    field.start()
    until(lambda: field.positions() == 6, "the purge", limit=LIMIT)


def test_an_operator_confirms(field):
    assert field.rollcall.stop() == 0
    field.clock.set("+40d")
    field.start()
    wait_for_what_is_not_purged(field)
    told = field.rollcall.cli("clock", "confirm")
    assert told["was_in_doubt"] is True
    until(lambda: not field.alerts("open"), "the end of the alert", limit=LIMIT)
    assert field.rollcall.cli("clock", "confirm")["was_in_doubt"] is False
    entries = field.key.get(f"{field.rollcall.url}/w/acme/audit.json", timeout=LIMIT, params={
        "action": "clock", "from": "2000-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"}).json()["entries"]
    assert [(entry["action"], entry["actor"]) for entry in entries] == [("clock.confirm", "command line")]
    # By a clock that is believed, positions of 100 days ago go.
    assert field.rollcall.stop() == 0
    field.start()
    until(lambda: field.positions() == 0, "the purge", limit=LIMIT)


def test_the_doctor_says_so(field):
    assert field.rollcall.stop() == 0
    change(field, "UPDATE alive SET at = at - 30 * 86400000")
    report = field.rollcall.run("doctor", "--database", field.rollcall.database, "--json")
    assert '"time"' in report.stdout and "rollcall clock confirm" in report.stdout
