"""One responder over 90 days at one ping a minute.

The past is not uploaded: one real upload is, and those of every minute of 90 days are packed with their pings while the
server is stopped. Silences and changes of status are written as the server's own statements write
them.
"""

import json
import os
import random
import sqlite3
import statistics
import time

from load import readers
from server import PING_ROWS, UPLOAD_ROWS, Rollcall, Server, numbered, pack

MINUTE, DAY = 60_000, 86_400_000
DEGRADED_MS, OFFLINE_MS = 90_000, 180_000
RULE = "responder/on_duty"
EVENTS = [("network", "none"), ("power", "low_power"), ("lifecycle", "killed"), ("permission", "denied")]


class Quarter:
    def __init__(self, bench):
        self.bench = bench
        self.minutes = 90 * 1_440
        self.path = bench.copy("quarter.db")
        self.token = open(bench.tokens).readline().strip()
        self.random = random.Random(90)

    def run(self):
        self.bench.say("90 days of one responder")
        rollcall = Rollcall(self.bench.binary, self.path)
        with Server(rollcall, self.bench.log) as server:
            self.upload(server, 1)
        self.write_past()
        with Server(rollcall, self.bench.log) as server:
            self.upload(server, self.minutes + 1)
            self.measure(server)
        os.remove(self.path)

    def upload(self, server, sequence):
        """One batch as a phone sends it each minute."""
        now = int(time.time() * 1_000)
        ping = {"sequence": sequence, "recorded_at": now - 500, "lat": 46.0512345, "lng": 14.5058, "is_mock": False,
                "accuracy_m": 8.5, "speed_mps": 1.25, "heading_deg": 271.3, "source": "gps", "battery_level": 0.81}
        telemetry = {"permission_status": "granted", "location_services": True, "power_mode": "normal",
                     "app_state": "foreground", "queue_depth": 0, "network_type": "cellular"}
        server.send("POST", "/locations", self.token, {"pings": [ping], "sent_at": now, "telemetry": telemetry})

    def write_past(self):
        db = sqlite3.connect(self.path, isolation_level=None)
        db.execute("BEGIN IMMEDIATE")
        (self.workspace, self.responder, queue, newest), = db.execute(
            "SELECT workspace_id, liveness.responder_id, queue.id, latest_effective_at FROM liveness"
            " JOIN queue ON queue.responder_id = liveness.responder_id")
        self.first = newest - self.minutes * MINUTE
        self.move_beginning(db)
        pings, uploads, silences = self.plan()
        (session,), = db.execute("SELECT max(id) FROM phone_session WHERE responder_id = ?", (self.responder,))
        self.write_silences(db, silences)
        seen = self.ranges(sequence for sequence, *_ in pings)
        db.execute("DELETE FROM sequence_range WHERE queue_id = ?", (queue,))
        db.executemany("INSERT INTO sequence_range VALUES (?, ?, ?)", [(queue, *range) for range in seen])
        db.execute("COMMIT")
        db.close()
        self.write_rows(pings, queue, uploads, session)
        self.silences = len(silences)
        self.pings = len(pings)

    def write_rows(self, pings, queue, uploads, session):
        rows = self.path + ".rows"
        db = sqlite3.connect(rows)
        db.execute(PING_ROWS)
        db.executemany(
            "INSERT INTO ping VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, 8.5, 1.25, 271.3, 0.81)",
            ((self.workspace, self.responder, queue, sequence, taken, taken, received, flags,
              46.0512345 + sequence % 1000 * 0.00001, 14.5058 + sequence % 777 * 0.00001)
             for sequence, taken, received, flags in pings))
        db.execute(UPLOAD_ROWS)
        db.executemany(
            "INSERT INTO upload VALUES (?, ?, ?, ?, ?, ?, NULL, NULL, 0.81)",
            ((self.workspace, self.responder, session, at, at - 400, stored) for at, stored in uploads))
        db.commit()
        db.close()
        pack(rows, self.path)

    def move_beginning(self, db):
        """Everything that is known of this responder began 90 days ago."""
        (since,), = db.execute("SELECT min(at) FROM transition WHERE responder_id = ?", (self.responder,))
        back = since - self.first
        for table, columns in (("transition", ["at"]), ("rule_change", ["at"]), ("duty_change", ["at", "received_at"]),
                               ("liveness", ["duty_since", "duty_at", "since", "watched_from"])):
            changes = ", ".join(f"{column} = {column} - {back}" for column in columns)
            db.execute(f"UPDATE {table} SET {changes} WHERE responder_id = ?", (self.responder,))

    def plan(self):
        """A ping and an upload each minute but in four silences a day, a third of which is uploaded afterwards."""
        starts = {}
        for quarter in range(self.minutes // 360):
            starts[quarter * 360 + self.random.randrange(5, 200)] = self.random.randrange(4, 120)
        pings, uploads, silences, sequence, minute = [], [], [], 2, 1
        while minute < self.minutes:
            taken = self.first + minute * MINUTE
            length = starts.get(minute, 0)
            if length == 0:
                flags = 1 if self.random.random() < 0.002 else 0
                pings.append((sequence, taken, taken + 500, flags))
                uploads.append((taken + 500, 1))
                sequence, minute = sequence + 1, minute + 1
                continue
            end = taken + length * MINUTE + 500
            silences.append((taken - MINUTE + 500, end))
            if self.random.random() < 1 / 3:
                pings += [(sequence + index, taken + index * MINUTE, end, 0) for index in range(length)]
                uploads += [(end, min(50, length - sent)) for sent in range(0, length, 50)]
            sequence, minute = sequence + length, minute + length
        return pings, uploads, silences

    def write_silences(self, db, silences):
        """As `LivenessLog.swift` does, each change dated when it became true."""
        owner = (self.workspace, self.responder)
        transitions = []
        for begin, end in silences:
            # The last fix was taken half a second before it was received.
            transitions += [(*owner, begin - 500 + DEGRADED_MS, "online", "degraded", f"{RULE}: no fix for 90 s"),
                            (*owner, begin + OFFLINE_MS, "degraded", "offline", f"{RULE}: no contact for 180 s"),
                            (*owner, end, "offline", "online", f"{RULE}: a fresh fix")]
        db.executemany("INSERT INTO transition (id, workspace_id, responder_id, at, from_status, to_status, rule)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?)", numbered(db, "transition", transitions))
        spans = [(*owner, *span, DEGRADED_MS, OFFLINE_MS) for span in silences]
        db.executemany("INSERT INTO silence (id, workspace_id, responder_id, from_at, to_at, degraded_ms, offline_ms)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?)", numbered(db, "silence", spans))
        events = [(*owner, *EVENTS[index % 5], begin + 2_000, begin + 2_000, end)
                  for index, (begin, end) in enumerate(silences) if index % 5 < len(EVENTS)]
        db.executemany("INSERT INTO device_event (id, workspace_id, responder_id, type, value, at_raw, effective_at,"
                       " received_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", numbered(db, "device_event", events))

    @staticmethod
    def ranges(numbers):
        """Ascending numbers as closed ranges."""
        found = []
        for number in numbers:
            if found and found[-1][1] == number - 1:
                found[-1][1] = number
            else:
                found.append([number, number])
        return found

    def measure(self, server):
        path = f"/w/bench/responders/{self.responder}"
        status, _, body = server.get(f"{path}/timeline.json?range=90d", self.bench.key)
        found = json.loads(body)
        if status != 200 or len(found["silences"]) not in (self.silences, self.silences + 1):
            raise SystemExit(f"bench: {status}, {len(found['silences'])} silences instead of {self.silences}")
        plain = statistics.median(self.plain_query() for _ in range(5))
        self.bench.add(f"plain query of the packed rows of {self.pings:,} pings of 90 days", plain, "ms")
        words = f"{self.silences} silences, {len(found['track_gaps'])} gaps"
        for what, target in ((f"timeline.json of them, {words}", f"{path}/timeline.json"), ("timeline page", path)):
            answer = readers(server, f"{target}?range=90d", self.bench.key, self.bench.seconds // 2, 1).result()
            self.bench.add(f"{what}: p50", answer["p50_ms"], "ms", f"{answer['p50_ms'] / plain:.1f} times that")
            self.bench.add("… p99", answer["p99_ms"], "ms", f"{answer['p99_ms'] / 150:.2f} of the goal, 150 ms")

    def plain_query(self):
        db = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)
        start = time.monotonic()
        pieces = db.execute("SELECT pings, data FROM chunk WHERE responder_id = ?", (self.responder,)).fetchall()
        seconds = time.monotonic() - start
        db.close()
        if (count := sum(pings for pings, _ in pieces)) < self.pings:
            raise SystemExit(f"bench: {count} pings in the file")
        return seconds * 1_000
