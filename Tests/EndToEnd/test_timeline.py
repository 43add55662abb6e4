"""Silences, their causes and the track: what timeline.json and the reports say of phones that a real server heard.

Every expectation follows from instants that the server itself tells.
"""
import csv
import hashlib
import io
import json
import sqlite3
import time
from datetime import datetime, timezone

import pytest
import requests

QUICK = {"name": "quick", "rules": [{"name": "always", "interval_s": 0.5, "degraded_s": 1.5, "offline_s": 3}]}
GAPS = ["responder_id", "responder", "from", "to", "seconds", "worst", "cause", "evidence", "backfilled_at"]


class Person:
    """Somebody whose phone reports by the quick profile."""

    def __init__(self, rollcall, name):
        self.rollcall, self.name = rollcall, name
        self.id = rollcall.responder("acme", name, "--profile", "quick")
        self.phone = {"Authorization": f"Bearer {rollcall.token('acme', self.id)}"}
        self.key = rollcall.key("acme", "owner")
        self.sequence = 0

    def ping(self, at=None):
        self.sequence += 1
        return {"lat": 46.05, "lng": 14.5, "is_mock": False, "sequence": self.sequence,
                "recorded_at": int((at or time.time()) * 1000)}

    def send(self, *pings):
        answer = requests.post(
            f"{self.rollcall.url}/locations", json={"pings": pings, "queue_id": "q"}, headers=self.phone, timeout=20)
        assert answer.status_code == 201, answer.text

    def tell(self, kind, value, at):
        body = {"events": [{"type": kind, "at": int(at * 1000), "value": value}]}
        answer = requests.post(
            f"{self.rollcall.url}/app/v1/device-events", json=body, headers=self.phone, timeout=20)
        assert answer.status_code == 201, answer.text

    def timeline(self):
        answer = self.rollcall.get(f"/w/acme/responders/{self.id}/timeline.json", self.key)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def report(self, kind, **query):
        answer = self.rollcall.get(f"/w/acme/reports/{kind}.csv", self.key, responder=self.id, **query)
        assert answer.status_code == 200, answer.text
        return answer.content, list(csv.DictReader(io.StringIO(answer.content.decode(), newline="")))


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")) if text else None


def in_utc(evidence):
    """A part of the report's evidence as timeline.json has it: `2026-11-21T09:00:00.000Z network none`."""
    at, text = evidence.split(" ", 1)
    at = datetime.fromisoformat(at).astimezone(timezone.utc)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z {text}"


@pytest.fixture
def person(rollcall, tmp_path):
    file = tmp_path / "quick.json"
    file.write_text(json.dumps(QUICK))
    rollcall.cli("profile", "import", "acme", file)
    rollcall.start()
    return lambda name: Person(rollcall, name)


def agree(person, timeline):
    """The silences and gaps of timeline.json are the rows of gaps.csv."""
    _, rows = person.report("gaps")
    silences = [row for row in rows if row["cause"]]
    # The report was asked later: another silence may have begun.
    for row, one in zip(silences, timeline["silences"], strict=len(silences) == len(timeline["silences"])):
        assert (instant(row["from"]), instant(row["to"]), row["cause"]) == (
            instant(one["from"]), instant(one["to"]), one["cause"])
        told = [f"{part['at']} {part['text']}" for part in one["evidence"]]
        assert [in_utc(part) for part in row["evidence"].split("; ")] == told
        if one["to"]:
            assert row["worst"] == (one["worst"] or "")
            assert float(row["seconds"]) == (instant(one["to"]) - instant(one["from"])).total_seconds()
    assert len(silences) >= len(timeline["silences"])
    gaps = {(instant(gap["from"]), instant(gap["to"]), instant(gap["backfilled_at"])) for gap in timeline["track_gaps"]}
    for row in rows:
        if not row["cause"]:
            assert (instant(row["from"]), instant(row["to"]), instant(row["backfilled_at"])) in gaps
    assert [instant(row["from"]) for row in rows] == sorted(instant(row["from"]) for row in rows)
    return rows


def test_a_silence_its_backlog_and_its_reports_agree(person):
    ana = person('=Ana "A"')
    ana.send(ana.ping())
    quiet = time.time()
    time.sleep(3.5)
    open_silence = ana.timeline()["silences"][-1]
    assert (open_silence["to"], open_silence["worst"], open_silence["cause"]) == (None, "offline", "unknown")

    # The phone had taken fixes all the while; they come with the fresh one.
    backlog = [ana.ping(quiet + step) for step in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)]
    ana.sequence += 3
    ana.send(*backlog, ana.ping())
    timeline = ana.timeline()
    silence = [one for one in timeline["silences"] if one["to"]][-1]
    assert silence["from"] == open_silence["from"]
    assert (silence["worst"], silence["cause"]) == ("offline", "no_network")
    # The fresh one, too, was taken some milliseconds before it came.
    assert [evidence["text"][1:] for evidence in silence["evidence"]] == [" fixes were queued and arrived"]
    assert silence["evidence"][0]["text"][0] in "67"
    assert silence["evidence"][0]["at"] == silence["to"]
    gap = timeline["track_gaps"][-1]
    assert gap["backfilled_at"] == silence["to"]
    assert timeline["missing_sequences"] == [{"queue": "q", "from": 8, "to": 10}]

    rows = agree(ana, timeline)
    assert list(rows[0]) == GAPS
    row = [row for row in rows if row["to"]][-1]
    assert row["responder"] == "'=Ana \"A\""
    assert instant(row["backfilled_at"]) == instant(gap["backfilled_at"])

    _, log = ana.report("transitions")
    written = [(instant(row["at"]), row["from"], row["to"], row["rule"]) for row in log]
    told = [(instant(one["at"]), one["from"] or "", one["to"], one["rule"]) for one in timeline["transitions"]]
    assert [change[2] for change in told[:6]] == ["off_duty", "unknown", "online", "degraded", "offline", "online"]
    # The timeline tells at once what the loop writes within a second.
    assert len(written) >= 6
    assert all(one == other for one, other in zip(written, told))


def test_a_cause_is_known_before_the_phone_returns(person):
    bo = person("Bo")
    bo.send(bo.ping())
    bo.tell("permission", "denied", time.time())
    time.sleep(1.7)
    timeline = bo.timeline()
    assert [(one["to"], one["cause"]) for one in timeline["silences"]] == [(None, "permission_revoked")]
    assert [one["text"] for one in timeline["silences"][0]["evidence"]] == ["location permission denied"]
    agree(bo, timeline)


def test_a_restart_accuses_nobody_and_forgets_nothing(rollcall, person):
    ana = person("Ana")
    ana.send(ana.ping())
    time.sleep(3.2)
    ana.send(ana.ping())
    before = ana.timeline()
    rollcall.kill9()
    time.sleep(2.5)
    rollcall.start()
    ana.send(ana.ping())
    after = ana.timeline()
    known = len(before["transitions"])
    assert after["transitions"][:known] == before["transitions"]
    assert after["silences"][0] == before["silences"][0]
    away = after["not_observed"][-1]
    ours = [one for one in after["silences"] if one["cause"] == "not_observed"]
    for one in ours:
        assert one["worst"] is None
        assert instant(one["from"]) < instant(away["to"]) and instant(one["to"]) > instant(away["from"])
    agree(ana, after)


def test_an_export_is_in_the_audit_with_the_hash_of_its_bytes(rollcall, person):
    ana = person("Ana")
    ana.send(ana.ping())
    time.sleep(1.7)
    bodies = {kind: ana.report(kind) for kind in ("gaps", "transitions")}
    assert rollcall.stop() == 0
    with sqlite3.connect(f"file:{rollcall.database}?mode=ro", uri=True) as database:
        entries = database.execute(
            "SELECT action, subject, detail FROM audit WHERE action LIKE 'export.%' ORDER BY number").fetchall()
    assert entries == [
        (f"export.{kind}", f"?responder={ana.id}", f"{len(rows)} rows, sha256 {hashlib.sha256(body).hexdigest()}")
        for kind, (body, rows) in bodies.items()]
