"""Ten thousand responders: all fall silent at once, their board, a restart with them."""

import csv
import datetime
import io
import json
import os
import shutil
import sqlite3
import statistics
import time
import urllib.parse

from load import once, phones, readers
from server import Rollcall, Server, make_workspace

# Whoever is heard again after the silence; the others stay offline.
RETURNED = 0.85
DEGRADED_MS, OFFLINE_MS = 20_000, 30_000
SHORT = {"interval_s": 5, "degraded_s": DEGRADED_MS // 1_000, "offline_s": OFFLINE_MS // 1_000}
LONG = {"interval_s": 600, "degraded_s": 900, "offline_s": 1_800}


class Thousands:
    def __init__(self, bench):
        self.bench = bench
        self.people = 2_000 if bench.quick else 10_000
        self.folder = os.path.join(bench.work, "thousands")
        os.makedirs(self.folder)
        self.rollcall = Rollcall(bench.binary, os.path.join(self.folder, "thousands.db"))

    def run(self):
        self.bench.say(f"{self.people:,} responders")
        self.tokens, self.key = make_workspace(self.rollcall, self.folder, self.people, self.profile(SHORT))
        with Server(self.rollcall, self.bench.log) as server:
            self.silence(server)
            self.boards(server)
            self.rollcall.command("profile", "import", "bench", self.profile(SHORT))
            server.kill()
        self.restarts()

    def profile(self, times):
        """A file with a profile whose phones are to report so often."""
        path = os.path.join(self.folder, "drill.json")
        with open(path, "w") as file:
            json.dump({"name": "drill", "offers": ["incident"], "rules": [{"name": "drill", "distance_m": 50, **times}]}, file)
        return path

    def rows(self, sql, *values):
        """What another process sees of the file while it is being served."""
        db = sqlite3.connect(f"file:{self.rollcall.database}?mode=ro", uri=True)
        try:
            return db.execute(sql, values).fetchall()
        finally:
            db.close()

    def upload(self, server, people, sequence, within_ms=DEGRADED_MS - 1_000):
        """One ping of each of the first `people`, all of the same instant, which is returned."""
        taken = int(time.time() * 1_000)
        load = once(server, self.tokens, people, sequence, taken)
        while self.rows("SELECT count(*) FROM liveness WHERE last_fix_at = ?", taken) != [(people,)]:
            if time.time() * 1_000 > taken + within_ms:
                raise SystemExit(f"bench: {people} pings took longer than {within_ms} ms: {load.stop()}")
            time.sleep(0.02)
        load.stop()
        return taken

    def silence(self, server):
        """Every deadline passes in the same millisecond; each row is seen by another process as soon as it is there."""
        self.upload(server, self.people, 1, within_ms=50_000)
        taken = self.upload(server, self.people, 2)
        (last,), = self.rows("SELECT max(id) FROM transition")
        late, due = {"degraded": [], "offline": []}, taken + OFFLINE_MS + 20_000
        db = sqlite3.connect(f"file:{self.rollcall.database}?mode=ro", uri=True)
        while min(map(len, late.values())) < self.people and time.time() * 1_000 < due:
            found = db.execute("SELECT id, at, to_status FROM transition WHERE id > ? ORDER BY id", (last,)).fetchall()
            now = time.time() * 1_000
            for last, at, status in found:
                late[status].append(now - at)
            time.sleep(0.01)
        db.close()
        self.check_dates(server, taken)
        what = f"{self.people:,} responders whose last fix is of one instant: the last “degraded” is on disk after"
        self.bench.add(what, max(late["degraded"]), "ms", self.goal(max(late["degraded"]), 1_000))
        self.bench.add("… the latest “offline” after its own instant", max(late["offline"]), "ms",
                       self.goal(max(late["offline"]), 1_000))
        loop = self.plain_changes()
        self.bench.add("… as many rows changed and added by a plain loop, 1,000 a transaction", loop, "ms",
                       f"{max(late['degraded']) / loop:.1f} times that")

    def check_dates(self, server, taken):
        """Reads the report as an auditor does: everybody fell silent when the rule says so."""
        heard = dict(self.rows("SELECT responder_id, last_contact_at FROM liveness"))
        span = urllib.parse.urlencode({"from": self.bench.stamp(taken + DEGRADED_MS - 1),
                                       "to": self.bench.stamp(taken + OFFLINE_MS + 20_000)})
        status, _, body = server.get(f"/w/bench/reports/transitions.csv?{span}", self.key)
        if status != 200:
            raise SystemExit(f"bench: transitions.csv: {status} {body[:200]}")
        right = {"degraded": 0, "offline": 0}
        for row in csv.DictReader(io.StringIO(body.decode("utf-8-sig"))):
            at = round(datetime.datetime.fromisoformat(row["at"]).timestamp() * 1_000)
            expected = taken + DEGRADED_MS if row["to"] == "degraded" else heard[int(row["responder_id"])] + OFFLINE_MS
            if at != expected:
                raise SystemExit(f"bench: {row} is {at - expected} ms off")
            right[row["to"]] += 1
        if right != {"degraded": self.people, "offline": self.people}:
            raise SystemExit(f"bench: transitions.csv has {right}")

    def plain_changes(self):
        """The time of a plain loop for as many changes, on a file of its own."""
        path = os.path.join(self.folder, "plain.db")
        db = sqlite3.connect(path, isolation_level=None)
        db.executescript(f"ATTACH 'file:{self.rollcall.database}?mode=ro' AS served; PRAGMA journal_mode = WAL;"
                         "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;")
        for name in ("liveness", "transition"):
            schema = db.execute("SELECT sql FROM served.sqlite_schema WHERE name = ?", (name,)).fetchone()[0]
            db.execute(schema.replace(" STRICT", ""))
            db.execute(f"INSERT INTO main.{name} SELECT * FROM served.{name}")
        for sql, in db.execute("SELECT sql FROM served.sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
                               " AND tbl_name IN ('liveness', 'transition') AND name <> 'transition_first'").fetchall():
            db.execute(sql)
        people = db.execute("SELECT workspace_id, responder_id FROM main.liveness").fetchall()
        (last,), = db.execute("SELECT max(id) FROM main.transition")
        db.execute("DETACH served")
        start = time.monotonic()
        for first in range(0, len(people), 1_000):
            some, now = people[first:first + 1_000], int(time.time() * 1_000)
            db.execute("BEGIN IMMEDIATE")
            db.executemany("UPDATE liveness SET status = 'degraded', since = ?, reason = ?, deadline_at = ?"
                           " WHERE workspace_id = ? AND responder_id = ?",
                           [(now, "drill/drill: no fix for 20 s", now + 10_000, *person) for person in some])
            db.executemany("INSERT INTO transition (id, workspace_id, responder_id, at, from_status, to_status, rule)"
                           " VALUES (?, ?, ?, ?, 'online', 'degraded', ?)",
                           [(last + place, *person, now, "drill/drill: no fix for 20 s")
                            for place, person in enumerate(some, first + 1)])
            db.execute("COMMIT")
        seconds = time.monotonic() - start
        db.close()
        os.remove(path)
        return seconds * 1_000

    def boards(self, server):
        self.rollcall.command("profile", "import", "bench", self.profile(LONG))
        self.upload(server, int(self.people * RETURNED), 3, within_ms=50_000)
        seconds = self.bench.seconds // 2
        health = readers(server, "/health", self.key, 2, 1).result()
        self.bench.add("/health through the same client: p50", health["p50_ms"], "ms")
        self.bench.add("… p99", health["p99_ms"], "ms")
        rows = statistics.median(self.plain_rows() for _ in range(5))
        self.bench.add(f"plain query of {self.people:,} rows of the board", rows, "ms")

        def look(what, path, goal=None, headers=()):
            found = readers(server, path, self.key, seconds, 1, headers).result()
            self.bench.add(f"{what}: p50", found["p50_ms"], "ms", f"{found['p50_ms'] / rows:.2f} of the plain query")
            self.bench.add("… p99", found["p99_ms"], "ms", self.goal(found["p99_ms"], goal) if goal else "")

        board = "/w/bench/board"
        look(f"board page, {self.people:,} responders, one reader", board, 50)
        tag = self.tag_of_this_minute(server, board, seconds)
        look("unchanged poll", f"{board}?fragment=1", 50, [f"If-None-Match: {tag}"])
        if server.get(f"{board}?fragment=1", self.key, {"If-None-Match": tag})[0] != 304:
            raise SystemExit("bench: the board changed while unchanged polls were measured")
        look(f"board.json, {self.people:,} responders", f"{board}.json")
        load = phones("paced.lua", server, 120, 34, self.tokens, int(self.people * RETURNED), 1_000_000, 200)
        look("poll beside 170 uploads/s, each changing the board", f"{board}?fragment=1", 50)
        look("page beside 170 uploads/s", board, 50)
        load.stop()

    def tag_of_this_minute(self, server, board, seconds):
        """The board's version; its strips move on each minute, so enough of this one must be left."""
        left = 60 - time.time() % 60
        if left < seconds + 3:
            time.sleep(left + 0.5)
        status, fields, _ = server.get(f"{board}?fragment=1", self.key)
        if status != 200:
            raise SystemExit(f"bench: the board answers {status}")
        return fields["ETag"]

    def plain_rows(self):
        start = time.monotonic()
        found = self.rows(
            "SELECT responder.id, name, profile, region, duty, status, since, reason, rule_name, last_contact_at,"
            " last_fix_at, lat, lng, accuracy_m, battery_level, flags FROM liveness JOIN responder"
            " ON responder.id = liveness.responder_id WHERE liveness.workspace_id = 1 AND active = 1"
            " ORDER BY status, since, responder.id")
        if len(found) != self.people:
            raise SystemExit(f"bench: {len(found)} rows of the board")
        return (time.monotonic() - start) * 1_000

    def restarts(self):
        """After a power cut, when everybody's fix has grown too old meanwhile; and after a stop."""
        # A server that was stopped or killed is away this long.
        time.sleep(DEGRADED_MS / 1_000 + 1)
        (before,), = self.rows("SELECT max(id) FROM transition")
        with Server(self.rollcall, self.bench.log) as server:
            cut = server.ready_seconds * 1_000
            (changed,), = self.rows(
                "SELECT count(*) FROM transition WHERE id > ? AND to_status = 'unknown'", before)
        if changed != int(self.people * RETURNED):
            raise SystemExit(f"bench: {changed} became unknown by the restart")
        stopped = []
        for _ in range(self.bench.rounds):
            with Server(self.rollcall, self.bench.log) as server:
                stopped.append(server.ready_seconds * 1_000)
        empty = os.path.join(self.folder, "empty.db")
        with Server(Rollcall(self.bench.binary, empty), self.bench.log):
            pass
        with Server(Rollcall(self.bench.binary, empty), self.bench.log) as server:
            none = server.ready_seconds * 1_000
        self.bench.add("restart with an empty database to ready", none, "ms")
        self.bench.add(f"restart with {self.people:,} responders to ready, after kill -9, {changed:,} changes of status",
                       cut, "ms", self.goal(cut, 1_000))
        self.bench.add("… after a stop", statistics.median(stopped), "ms",
                       self.goal(statistics.median(stopped), 1_000))
        shutil.rmtree(self.folder)

    def goal(self, value, goal):
        return f"{value / goal:.2f} of the goal, {goal:,} ms"
