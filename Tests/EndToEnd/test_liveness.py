"""Who can be reached, since when, by which rule: what a server with a real clock shows while time passes.

No expectation depends on how fast this machine is: each answer says by the server's own clock when it was given, and
what it must show at that instant follows from the last fix and the last contact.
"""
import json
import re
import signal
import time
from datetime import datetime, timedelta

import pytest
import requests

D, O = timedelta(seconds=1.5), timedelta(seconds=3)
QUICK = {"name": "quick", "rules": [{"name": "always", "interval_s": 0.5, "degraded_s": 1.5, "offline_s": 3}]}
SLOW = {"name": "slow", "rules": [{"name": "always", "interval_s": 4, "degraded_s": 6, "offline_s": 600}]}
NERVOUS = {"name": "nervous", "rules": [{"name": "always", "interval_s": 0.2, "degraded_s": 0.4, "offline_s": 0.8}]}
NO_FIX = "quick/always: no fix for 1.5 s"
NO_CONTACT = "quick/always: no contact for 3 s"
FRESH = "quick/always: a fresh fix"
RESTARTED = "no fresh fix since our restart"
SAMPLE = re.compile(r'^(\w+)\{(.*)\} (\d+)$', re.MULTILINE)


class Watched:
    """A person whose phone reports, as the phone and as the console see them."""

    def __init__(self, rollcall, name, profile):
        self.rollcall = rollcall
        self.id = rollcall.responder("acme", name, "--profile", profile)
        self.token = rollcall.token("acme", self.id)
        self.key = rollcall.key("acme", "owner")

    @property
    def phone(self):
        return {"Authorization": f"Bearer {self.token}"}

    def report(self):
        """Sends a fix that is taken now."""
        ping = {"lat": 46.05, "lng": 14.5, "is_mock": False, "recorded_at": int(time.time() * 1000)}
        answer = requests.post(f"{self.rollcall.url}/app/v1/locations", json=ping, headers=self.phone, timeout=20)
        assert answer.status_code == 201, answer.text

    def me(self):
        answer = requests.get(f"{self.rollcall.url}/app/v1/me", headers=self.phone, timeout=20)
        assert answer.status_code == 200, answer.text
        return answer.json()["data"]

    def board(self):
        """The instant of the answer and the person's row; `None` when they are not on the board."""
        answer = self.rollcall.get("/w/acme/board.json", self.key)
        assert answer.status_code == 200, answer.text
        board = answer.json()
        rows = [row for row in board["responders"] if row["id"] == self.id]
        assert sum(board["counts"].values()) == len(board["responders"])
        return instant(board["at"]), rows[0] if rows else None

    def timeline(self):
        answer = self.rollcall.get(f"/w/acme/responders/{self.id}/timeline.json", self.key)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def log(self):
        return [(change["from"], change["to"], change["rule"]) for change in self.timeline()["transitions"]]

    def wait_for(self, *statuses):
        """Looks at the board again and again until it shows one of them; everything seen on the way."""
        seen = []
        until = time.monotonic() + 30
        while time.monotonic() < until:
            at, row = self.board()
            seen.append((at, row))
            if row["status"] in statuses:
                return seen
            time.sleep(0.02)
        raise AssertionError(f"never {statuses}: {seen[-1]}")


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def metrics(rollcall, family):
    """The samples of a family, by their labels."""
    text = requests.get(f"{rollcall.url}/metrics", timeout=20).text
    return {labels: int(value) for name, labels, value in SAMPLE.findall(text) if name == family}


def by_status(rollcall):
    samples = metrics(rollcall, "responders_by_status")
    return {re.search(r'status="(\w+)"', labels)[1]: count for labels, count in samples.items()}


@pytest.fixture
def start(rollcall, tmp_path):
    """Starts the server with the quick profiles; makes people."""
    for profile in (QUICK, SLOW, NERVOUS):
        file = tmp_path / f"{profile['name']}.json"
        file.write_text(json.dumps(profile))
        rollcall.cli("profile", "import", "acme", file)
    rollcall.start()
    return lambda name, profile="quick": Watched(rollcall, name, profile)


def test_online_degraded_offline_each_at_its_instant(start):
    ana = start("Ana")
    assert ana.board()[1]["status"] == "unknown"
    ana.report()
    seen = ana.wait_for("offline")
    fix, contact = instant(seen[0][1]["last_fix_at"]), instant(seen[0][1]["last_contact_at"])
    degraded, offline = fix + D, contact + O
    assert fix <= contact
    for at, row in seen:
        if at < degraded:
            assert (row["status"], row["rule"]) == ("online", FRESH), (at, row)
        elif at < offline:
            assert (row["status"], row["rule"], instant(row["since"])) == ("degraded", NO_FIX, degraded), (at, row)
        else:
            assert (row["status"], row["rule"], instant(row["since"])) == ("offline", NO_CONTACT, offline), (at, row)
        assert row["rule_name"] == "always"

    time.sleep(1)
    changes = ana.timeline()["transitions"]
    assert [(change["from"], change["to"]) for change in changes] == [
        (None, "off_duty"), ("off_duty", "unknown"), ("unknown", "online"), ("online", "degraded"),
        ("degraded", "offline")]
    assert [instant(change["at"]) for change in changes[2:]] == [contact, degraded, offline]


def test_a_second_fix_counts_by_when_it_was_taken(start):
    ana = start("Ana")
    ana.report()
    time.sleep(0.5)
    ana.report()
    seen = ana.wait_for("degraded", "offline")
    fix = instant(seen[0][1]["last_fix_at"])
    change = [change for change in ana.timeline()["transitions"] if change["to"] == "degraded"][0]
    assert instant(change["at"]) == fix + D


def test_the_phone_sees_what_the_console_sees_and_never_itself_offline(start):
    ana = start("Ana")
    ana.report()
    _, row = ana.board()
    fix = instant(row["last_fix_at"])
    time.sleep(1.6)
    me = ana.me()
    if me["rule"] == NO_FIX:
        assert (me["status"], instant(me["since"])) == ("degraded", fix + D)
    assert me["signal"]["colour"] == "yellow"
    time.sleep(3.1)
    me = ana.me()
    assert (me["status"], me["rule"]) == ("degraded", "quick/always: contact without a fresh fix")
    at, row = ana.board()
    if at < instant(me["since"]) + O:
        assert (row["status"], row["since"], row["rule"]) == (me["status"], me["since"], me["rule"])
    ana.report()
    assert ana.log()[-1] == ("degraded", "online", FRESH)
    assert [(silence["worst"], silence["to"] is None) for silence in ana.timeline()["silences"]][-1:] == [
        ("offline", False)]


def test_killed_and_back_after_a_pause_accuses_nobody(rollcall, start):
    ana = start("Ana")
    ana.report()
    contact = instant(ana.board()[1]["last_contact_at"])
    rollcall.kill9()
    time.sleep(4)
    rollcall.start()
    at, row = ana.board()
    timeline = ana.timeline()
    span = timeline["not_observed"][-1]
    away, back = instant(span["from"]), instant(span["to"])
    assert contact <= away < back <= at
    # A short absence of ours moves the deadline of the last contact by its length.
    offline = contact + O + (back - away)
    if at < offline:
        assert (row["status"], row["rule"], instant(row["since"])) == ("unknown", RESTARTED, back)
    assert ana.log()[3] == ("online", "unknown", RESTARTED)
    assert instant(timeline["transitions"][3]["at"]) == back

    ana.wait_for("offline")
    change = ana.timeline()["transitions"][-1]
    assert (change["from"], change["rule"], instant(change["at"])) == ("unknown", NO_CONTACT, offline)
    ana.report()
    # By the time of the first fix they had been quiet longer than we had been away.
    assert ana.timeline()["silences"][-1]["worst"] == "offline"


def test_no_green_is_older_than_its_threshold_however_often_we_restart(rollcall, start):
    ana = start("Ana", "slow")
    ana.report()
    fix = instant(ana.board()[1]["last_fix_at"])
    limit = timedelta(seconds=6)
    for _ in range(2):
        rollcall.kill9()
        rollcall.start()
    back = instant(ana.timeline()["not_observed"][-1]["to"])
    seen = ana.wait_for("unknown", "degraded")
    for at, row in seen[:-1]:
        assert (row["status"], at < fix + limit) == ("online", True), (at, row)
    at, row = seen[-1]
    assert (row["status"], row["rule"], instant(row["since"])) == ("unknown", RESTARTED, max(fix + limit, back))
    # Whoever is heard without a fresh fix is degraded D after our return.
    ana.me()
    contact = instant(ana.board()[1]["last_contact_at"])
    ana.wait_for("degraded")
    change = ana.timeline()["transitions"][-1]
    assert (change["from"], instant(change["at"])) == ("unknown", max(back + limit, contact, fix + limit))


def test_a_stopped_process_was_away(rollcall, start):
    ana = start("Ana")
    ana.report()
    rollcall.process.send_signal(signal.SIGSTOP)
    time.sleep(7)
    rollcall.process.send_signal(signal.SIGCONT)
    # The first request after it finds our absence written.
    ana.report()
    timeline = ana.timeline()
    away, back = (instant(timeline["not_observed"][-1][end]) for end in ("from", "to"))
    assert back - away > timedelta(seconds=5)
    assert ana.log()[2:5] == [
        ("unknown", "online", FRESH), ("online", "unknown", RESTARTED), ("unknown", "online", FRESH)]
    assert instant(timeline["transitions"][3]["at"]) == back
    silence = timeline["silences"][-1]
    ours = instant(silence["to"]) - instant(silence["from"]) - (back - away)
    assert (silence["cause"] == "not_observed", silence["worst"] is None) == (ours <= D, ours <= D)


def test_a_revoked_session_is_offline_at_once(rollcall, start):
    ana = start("Ana")
    ana.report()
    rollcall.cli("responder", "set", "acme", ana.id, "--no-active")
    assert ana.board()[1] is None
    refused = requests.get(f"{rollcall.url}/app/v1/me", headers=ana.phone, timeout=20)
    assert (refused.status_code, refused.json()["code"]) == (401, "SESSION_REVOKED")
    assert ana.log()[-1][1:] == ("offline", "session revoked")
    rollcall.cli("responder", "set", "acme", ana.id, "--active")
    assert ana.board()[1]["status"] == "offline"
    ana.token = rollcall.token("acme", ana.id)
    assert ana.board()[1]["rule"] == "session revoked", "a new login changes nothing"
    ana.report()
    assert ana.log()[-1] == ("offline", "online", FRESH)


def test_metrics_count_statuses_changes_and_who_comes_and_goes(rollcall, start):
    assert by_status(rollcall) == dict.fromkeys(["online", "degraded", "offline", "unknown", "off_duty"], 0)
    assert set(metrics(rollcall, "status_transitions_total").values()) == {0}
    rollcall.responder("acme", "Never logged in")
    bo = start("Bo", "nervous")
    assert by_status(rollcall) == {"online": 0, "degraded": 0, "offline": 0, "unknown": 1, "off_duty": 1}
    assert metrics(rollcall, "responders_flapping") == {'workspace="acme"': 0}
    for _ in range(2):
        bo.report()
        bo.wait_for("offline")
        assert by_status(rollcall)["offline"] == 1
    assert "flapping" not in bo.board()[1]["flags"]
    assert metrics(rollcall, "responders_flapping") == {'workspace="acme"': 0}
    # Two entries into offline, and with this fix two into online after it.
    bo.report()
    assert metrics(rollcall, "responders_flapping") == {'workspace="acme"': 1}
    assert "flapping" in bo.board()[1]["flags"]
    counts = metrics(rollcall, "status_transitions_total")
    assert counts['workspace="acme",from="offline",to="online"'] == 2
    assert counts['workspace="acme",from="unknown",to="online"'] == 1
    assert counts['workspace="acme",from="degraded",to="offline"'] >= 2
    assert len(counts) == 20
