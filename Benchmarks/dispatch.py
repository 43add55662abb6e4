"""Ten thousand responders online, and incidents: how soon a message is on its way to the nearest."""

import http.client
import json
import math
import os
import pathlib
import queue
import random
import shutil
import sqlite3
import statistics
import sys
import threading
import time

from server import Rollcall, Server, make_workspace

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests" / "Fakes"))
from push_provider import Provider  # noqa: E402

AT_ONCE = 100
THREADS = 20
# Nobody falls silent meanwhile.
# Heard often enough to be asked by itself, and green for the whole measurement.
RULE = {"name": "drill", "distance_m": 50, "interval_s": 60, "degraded_s": 900, "offline_s": 1_800}


class Watch(Provider):
    """The provider of Tests/Fakes, which notes when each message was handed to it."""

    def __init__(self):
        self.came = queue.SimpleQueue()
        super().__init__()

    def record(self, entry):
        self.came.put((time.perf_counter(), entry))
        super().record(entry)

    def next(self):
        return self.came.get(timeout=30)


class Caller:
    """One connection that is kept."""

    def __init__(self, port, token=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.connection.connect()
        self.token = token

    def send(self, method, path, body, wanted, token=None, **headers):
        token = token or self.token
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.connection.request(
            method, path, json.dumps(body), {"Content-Type": "application/json", **headers})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status != wanted:
            raise SystemExit(f"bench: {method} {path}: {answer.status} {text[:200]}")
        return json.loads(text) if text else None


class Dispatch:
    def __init__(self, bench):
        self.bench = bench
        self.people = 2_000 if bench.quick else 10_000
        self.singles = 50 if bench.quick else 500
        self.folder = os.path.join(bench.work, "dispatch")
        os.makedirs(self.folder)
        self.rollcall = Rollcall(bench.binary, os.path.join(self.folder, "dispatch.db"))
        self.chance = random.Random(4)
        self.opened = 0

    def run(self):
        self.bench.say(f"incidents over {self.people:,} responders")
        profile = os.path.join(self.folder, "profile.json")
        with open(profile, "w") as file:
            json.dump({"name": "drill", "offers": ["incident"], "rules": [RULE]}, file)
        tokens, self.key = make_workspace(self.rollcall, self.folder, self.people, profile)
        with Watch() as provider:
            self.provider = provider
            environment = {"ROLLCALL_PUSH_NTFY_URL": provider.url, "ROLLCALL_PUBLIC_URL": "http://127.0.0.1:1"}
            with Server(self.rollcall, self.bench.log, environment) as server:
                self.port = server.port
                self.come(open(tokens).read().split())
                self.one_by_one()
                self.at_once()
            self.plain()
        shutil.rmtree(self.folder)

    def place(self):
        return {"lat": round(46 + self.chance.random(), 6), "lng": round(14 + self.chance.random(), 6)}

    def come(self, tokens):
        """Everybody reports from a place of their own, and says how to wake them: one request each, as apps do."""
        def reports(part):
            caller = Caller(self.port)
            for number, token, place in part:
                caller.send("PUT", "/app/v1/push-token", {"provider": "ntfy", "token": f"bench-{number}"}, 204, token)
                ping = {**place, "is_mock": False, "sequence": 1, "recorded_at": int(time.time() * 1_000)}
                caller.send("POST", "/app/v1/locations", ping, 201, token)

        everybody = [(number, token, self.place()) for number, token in enumerate(tokens)]
        self.together(reports, [everybody[first::8] for first in range(8)])

    @staticmethod
    def together(work, parts):
        """Does the parts at the same time."""
        threads = [threading.Thread(target=work, args=(part,)) for part in parts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def open(self, caller, place):
        """Opens an incident that is to find its responder by itself."""
        self.opened += 1
        return caller.send(
            "POST", "/w/bench/incidents", {"title": "Fall", "severity": "high", **place}, 201,
            **{"Idempotency-Key": f"bench-{id(caller)}-{time.perf_counter_ns()}"})

    def one_by_one(self):
        """From the first byte of the request to the message at the provider, one incident after the other."""
        caller, waits = Caller(self.port, self.key), []
        for _ in range(self.singles):
            place = self.place()
            began = time.perf_counter()
            incident = self.open(caller, place)
            came, entry = self.provider.next()
            if f"INC-{incident['id']}" not in str(entry):
                raise SystemExit(f"bench: not of {incident['id']}: {entry}")
            waits.append((came - began) * 1_000)
        self.p50 = statistics.median(waits)
        p99 = sorted(waits)[math.ceil(len(waits) * 0.99) - 1]
        self.bench.add(
            f"from POST incident to the push at the provider, {self.people:,} responders online: p50", self.p50, "ms")
        self.bench.add("… p99", p99, "ms", f"{p99 / 50:.2f} of the goal, 50 ms")

    def at_once(self):
        """A hundred incidents in different places, sent in the same instant."""
        gate = threading.Barrier(THREADS + 1)
        answered = queue.SimpleQueue()

        def opens(places):
            caller = Caller(self.port, self.key)
            gate.wait()
            for place in places:
                self.open(caller, place)
                answered.put(time.perf_counter())

        places = [self.place() for _ in range(AT_ONCE)]
        starter = []

        def begin(_):
            gate.wait()
            starter.append(time.perf_counter())

        threads = [threading.Thread(target=opens, args=(places[first::THREADS],)) for first in range(THREADS)]
        for thread in threads:
            thread.start()
        begin(None)
        for thread in threads:
            thread.join()
        offered = (max(answered.get() for _ in range(AT_ONCE)) - starter[0]) * 1_000
        pushed = (max(self.provider.next()[0] for _ in range(AT_ONCE)) - starter[0]) * 1_000
        self.check()
        self.bench.add(f"{AT_ONCE} incidents at once, {THREADS} connections: all offered after", offered, "ms",
                       f"{offered / 1_000:.2f} of the goal, 1,000 ms")
        self.bench.add("… the last push at the provider after", pushed, "ms")

    def check(self):
        """Every incident has exactly one offer, and nobody two."""
        db = sqlite3.connect(f"file:{self.rollcall.database}?mode=ro", uri=True)
        total, = db.execute("SELECT count(*) FROM incident").fetchone()
        unasked, = db.execute("SELECT count(*) FROM incident WHERE id NOT IN (SELECT incident_id FROM offer)").fetchone()
        double, = db.execute("SELECT count(*) FROM (SELECT 1 FROM offer WHERE ended_at IS NULL"
                             " GROUP BY responder_id HAVING count(*) > 1)").fetchone()
        db.close()
        if (total, unasked, double) != (self.singles + AT_ONCE, 0, 0):
            raise SystemExit(f"bench: {total} incidents, {unasked} not offered, {double} asked twice")

    def plain(self):
        """The least that must be done, without a server: find the nearest among the rows, write what is decided in one
        durable transaction, hand a message over."""
        db = sqlite3.connect(self.rollcall.database, isolation_level=None)
        db.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                         "CREATE TABLE plain (id INTEGER PRIMARY KEY, kind TEXT, a REAL, b REAL, c TEXT);")
        caller, times = Caller(self.provider.port), []
        for _ in range(self.singles):
            place = self.place()
            began = time.perf_counter()
            db.execute("BEGIN IMMEDIATE")
            nearest, = db.execute(
                "SELECT responder_id FROM liveness WHERE status = 'online'"
                " ORDER BY (lat - ?1) * (lat - ?1) + (lng - ?2) * (lng - ?2) * 0.48 LIMIT 1",
                (place["lat"], place["lng"])).fetchone()
            for kind in ("incident", "offer", "message", "log", "log", "audit"):
                db.execute("INSERT INTO plain (kind, a, b, c) VALUES (?, ?, ?, ?)",
                           (kind, place["lat"], place["lng"], "x" * 100))
            db.execute("COMMIT")
            caller.send("POST", "/", {"topic": f"bench-{nearest}", "message": "INC-1", "priority": 5}, 200)
            times.append((self.provider.next()[0] - began) * 1_000)
        db.close()
        plain = statistics.median(times)
        self.bench.add("… a plain query, a durable transaction and a plain POST, one after the other: p50", plain, "ms",
                       f"the server's p50 is {self.p50 / plain:.1f} times that")
