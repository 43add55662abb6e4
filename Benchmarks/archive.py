"""Fifty million pings of two thousand people over ninety days: what an auditor's pages and a purge cost on them.

The file is kept in a folder outside the repository (ROLLCALL_BENCH_CACHE) for the next run of the same day.
"""

import os
import random
import shutil
import sqlite3
import statistics
import time
import urllib.parse

from archive_file import DAY, EACH, ArchiveFile
from load import phones
from server import Rollcall, Server

PEOPLE, DAYS = 2_000, 90


class Archive:
    def __init__(self, bench):
        self.bench = bench
        self.people, self.days = (200, 20) if bench.quick else (PEOPLE, DAYS)
        cache = os.environ.get("ROLLCALL_BENCH_CACHE", os.path.expanduser("~/.cache/rollcall-bench"))
        self.folder = os.path.join(cache, f"archive-{self.people}-{self.days}-{time.strftime('%Y-%m-%d', time.gmtime())}")
        self.random = random.Random(50)

    def run(self):
        total = self.people * self.days * EACH
        self.bench.say(f"{total:,} pings of {self.people:,} people over {self.days} days")
        made = os.path.join(self.folder, "archive.db")
        if not os.path.exists(made):
            start = time.monotonic()
            ArchiveFile(self.bench.binary, self.folder, self.people, self.days).make(made)
            self.bench.say(f"made in {time.monotonic() - start:.0f} s")
        self.path = os.path.join(self.bench.work, "archive.db")
        shutil.copy(made, self.path)
        # What the copy left to be written must not be written while something is measured.
        os.sync()
        self.tokens = os.path.join(self.folder, "tokens")
        self.key = open(os.path.join(self.folder, "key")).read()
        self.rollcall = Rollcall(self.bench.binary, self.path)
        self.bench.add("the archive's file", os.path.getsize(self.path) / 2**30, "GiB", f"{total:,} pings")
        with Server(self.rollcall, self.bench.log) as server:
            self.bench.add("… start to ready", server.ready_seconds * 1_000, "ms")
            self.history(server)
            self.lanes(server)
            self.availability(server)
        self.ingest()
        self.purge()
        os.remove(self.path)

    def timed(self, server, path):
        start = time.monotonic()
        status, _, body = server.get(path, self.key)
        if status != 200:
            raise SystemExit(f"bench: {status} for {path}")
        return (time.monotonic() - start) * 1_000, body

    def spread(self, server, what, paths, goal):
        """Each address once, in random order."""
        paths = list(paths)
        self.random.shuffle(paths)
        found = sorted(self.timed(server, path)[0] for path in paths)
        self.bench.add(f"{what}, {len(found)} different: p50", statistics.median(found), "ms")
        p99 = found[min(len(found) - 1, len(found) * 99 // 100)]
        self.bench.add("… p99", p99, "ms", f"{p99 / goal:.2f} of the goal, {goal} ms")

    def day(self, number):
        return time.strftime("%Y-%m-%d", time.gmtime((self.midnight + number * DAY) / 1_000))

    @property
    def midnight(self):
        return int(time.time() * 1_000) // DAY * DAY - self.days * DAY

    def history(self, server):
        ids = [row["id"] for row in self.rollcall.command("responder", "list", "bench")["responders"]]
        filters = []
        for _ in range(20 if self.bench.quick else 100):
            day, person = self.random.randrange(self.days - 8), self.random.choice(ids)
            spans = [(day, day + 1), (day, day + 7), (0, self.days)]
            for first, last in spans:
                span = {"from": self.day(first), "to": self.day(last)}
                filters += [span, {**span, "responder": person}, {**span, "flag": "mock"}, {**span, "flag": "speed"},
                            {**span, "responder": person, "flag": "mock"}]
        paths = {f"/w/bench/history?{urllib.parse.urlencode(one)}" for one in filters}
        self.spread(server, "history page", sorted(paths), 200)

    def lanes(self, server):
        days = [self.day(number) for number in range(1, self.days)]
        self.spread(server, f"day lanes of {self.people:,} people", [f"/w/bench/lanes?day={day}" for day in days], 500)

    def availability(self, server):
        span = urllib.parse.urlencode({"from": self.day(self.days - 31), "to": self.day(self.days - 1)})
        taken, body = self.timed(server, f"/w/bench/reports/availability.csv?{span}")
        self.bench.add("availability report of 30 days", taken / 1_000, "s", f"{body.count(10) - 1:,} rows")

    def ingest(self):
        """The same load on this file and on one of the same people without a past, in turn."""
        full, empty = [], []
        # Their numbers go on behind those of the archive, and each round behind the one before.
        behind = self.days * EACH // 100 + 1
        for round_number in range(self.bench.rounds):
            for path, rates in ((self.path, full), (self.bench.copy("young.db"), empty)):
                tokens = self.tokens if path == self.path else self.bench.tokens
                with Server(Rollcall(self.bench.binary, path), self.bench.log) as server:
                    found = phones("batch.lua", server, self.bench.seconds, 64, tokens, min(1_000, self.people),
                                   behind + round_number * 60).result()
                rates.append(found["per_s"] * 50)
        rate, young = statistics.median(full), statistics.median(empty)
        self.bench.add("durable uploads into the archive, batches of 50", rate, "pings/s",
                       f"{rate / young:.2f} of an empty file (goal 0.75)")

    def purge(self):
        """One day expires while phones upload: windows of the same load before, during and after it.

        A disk may stall for a while whatever is written: so the middle one of each kind is told, and the worst.
        """
        with Server(self.rollcall, self.bench.log) as server:
            people, first = min(1_000, self.people), iter(range(5_000_000, 9_000_000, 100_000))
            window = lambda seconds=30: phones(
                "paced.lua", server, seconds, 100, self.tokens, people, next(first), 200).result()
            # A start has nothing in memory: the first uploads of people read their pages of the index.
            window(15)
            without = [window()]
            self.rollcall.command("workspace", "set", "bench", "--retention-days", str(self.days - 1))
            start, limit = time.monotonic(), int(time.time() * 1_000) - (self.days - 1) * DAY
            # The server looks for what has expired a minute after its start.
            while not self.purged() and time.monotonic() < start + 120:
                time.sleep(0.2)
            begun, during = time.monotonic(), []
            while self.is_due(limit) and time.monotonic() < begun + 600:
                during.append(window())
            seconds, taken, more = time.monotonic() - begun, self.purged(), self.is_due(limit)
        # Another start does not purge for a minute.
        with Server(self.rollcall, self.bench.log) as server:
            window(15)
            without.append(window())
        middle = lambda windows: statistics.median(one["p99_ms"] for one in windows)
        said = lambda windows: ", ".join(f"{one['p99_ms']:.0f}" for one in windows)
        self.bench.add(f"upload p99 on the archive, {without[0]['per_s']:,.0f} uploads/s", middle(without), "ms",
                       f"windows of 30 s: {said(without)}")
        self.bench.add("… while a day of it is purged", middle(during), "ms",
                       f"{middle(during) / middle(without):.1f} of without (goal 2); windows: {said(during)}")
        self.bench.add("… purged in", seconds, "s", f"{taken:,} pings{', more is left' if more else ''}")

    def purged(self):
        return self.one("SELECT coalesce(sum(pings), 0) FROM purge")

    def is_due(self, limit):
        """Whether pings are still there that had expired at an instant."""
        return self.one(
            "SELECT EXISTS (SELECT 1 FROM chunk WHERE workspace_id = (SELECT id FROM workspace) AND first_at < ?)", limit) == 1

    def one(self, sql, *values):
        """One number that another process sees in the file."""
        db = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)
        try:
            (found,), = db.execute(sql, values)
            return found
        finally:
            db.close()
