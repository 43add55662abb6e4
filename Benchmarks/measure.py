"""Benchmarks/run calls this: measure.py ROLLCALL WORK [--quick]. Bounded in count and time."""

import argparse
import contextlib
import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time
import urllib.parse

import paired
from addresses import Addresses
from archive import Archive
from dispatch import Dispatch
from fleet import Fleet
from foreign import Foreign
from load import Peak, export, phones, readers
from quarter import Quarter
from report import machine, table
from server import PING_COLUMNS, UPLOAD_ROWS, Rollcall, Server, make_workspace, pack, stored_pings
from thousands import Thousands

HERE = os.path.dirname(os.path.abspath(__file__))
PEOPLE = 2_000
UPLOADERS = 1_000
BATCH = 50
HEAD = ("measured", "value", "unit", "ratio")


class Bench:
    def __init__(self, binary, work, quick, rounds=3):
        self.binary, self.work, self.quick = binary, work, quick
        self.seconds = 4 if quick else 10
        # How often a figure is taken within one measurement; the median counts.
        self.rounds = 1 if quick else rounds
        self.export_rows = 200_000 if quick else 2_000_000
        self.log = os.path.join(work, "server.log")
        self.rows = []
        self.load = os.getloadavg()[0]

    def say(self, text):
        print(f"bench: {text}", file=sys.stderr, flush=True)

    def add(self, what, value, unit, ratio=""):
        self.rows.append((what, value, unit, ratio))
        self.say(f"{what}: {value} {unit} {ratio}")

    def prepare(self):
        self.say(f"making a workspace of {PEOPLE} people")
        self.template = os.path.join(self.work, "template.db")
        self.tokens, self.key = make_workspace(Rollcall(self.binary, self.template), self.work, PEOPLE)
        self.empty_bytes = used_bytes(self.template)

    @staticmethod
    def stamp(milliseconds):
        """An instant as a query says it."""
        whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(milliseconds / 1000))
        return f"{whole}.{milliseconds % 1000:03d}Z"

    def copy(self, name):
        """A fresh database with the people in it, and nothing else."""
        path = os.path.join(self.work, name)
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(path + suffix):
                os.remove(path + suffix)
            if os.path.exists(self.template + suffix):
                shutil.copy(self.template + suffix, path + suffix)
        return path

    def baseline(self, path, batches, newest_ms, step_ms):
        done = subprocess.run(
            [os.path.join(self.work, "baseline"), path, str(batches), str(UPLOADERS), str(newest_ms), str(step_ms)],
            capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            raise SystemExit(f"bench: {done.stderr}")
        found = json.loads(done.stdout)
        return found["pings"] / found["seconds"]

    def durable_uploads(self):
        """The same number of rows through the server and through the plain loop, in turn."""
        server_rates, loop_rates, memory, bytes_each, p99 = [], [], [], [], []
        for round_number in range(self.rounds):
            self.say(f"durable uploads, round {round_number + 1} of {self.rounds}")
            path = self.copy("uploads.db")
            with Server(Rollcall(self.binary, path), self.log) as server:
                with Peak(server) as peak:
                    found = phones("batch.lua", server, self.seconds, 64, self.tokens, UPLOADERS).result()
                memory.append(peak.mib)
            stored = count_pings(path)
            # What was stored may be a little more than what was answered when the clock ran out, never less.
            if not found["requests"] * BATCH <= stored <= (found["requests"] + 64) * BATCH:
                raise SystemExit(f"bench: {found['requests']} batches answered, {stored} pings stored")
            server_rates.append(found["per_s"] * BATCH)
            p99.append(found["p99_ms"])
            bytes_each.append((used_bytes(path) - self.empty_bytes) / stored)
            loop = self.copy("baseline.db")
            loop_rates.append(self.baseline(loop, stored // BATCH, int(time.time() * 1000) - 3_600_000, 100))
            self.loop_bytes = (used_bytes(loop) - self.empty_bytes) / stored
        server, loop = statistics.median(server_rates), statistics.median(loop_rates)
        self.add("plain C loop, the same rows, 20 batches a transaction", loop, "pings/s", "1.00")
        self.add("durable uploads, 64 connections, batches of 50, 1,000 responders", server, "pings/s",
                 f"{server / loop:.2f} of the loop (goal 0.6, then 1.0)")
        self.spread = [round(a / b, 2) for a, b in zip(server_rates, loop_rates)]
        self.add("… p99 of a batch's answer, without a pause between them", statistics.median(p99), "ms")
        self.add("… peak of resident memory", max(memory), "MiB")
        self.add("bytes on disk for each ping, with its share of upload row and key", statistics.median(bytes_each),
                 "bytes", f"{statistics.median(bytes_each) / self.loop_bytes:.2f} of the loop")

    # What is measured, by name and in this order; boards need what the single pings left.
    PARTS = {
        "uploads": lambda bench: (bench.durable_uploads(), bench.single_pings(), bench.boards()),
        "export": lambda bench: bench.csv_export(),
        "foreign": lambda bench: Foreign(bench).run(),
        "quarter": lambda bench: Quarter(bench).run(),
        "thousands": lambda bench: Thousands(bench).run(),
        "addresses": lambda bench: Addresses(bench).run(),
        "dispatch": lambda bench: Dispatch(bench).run(),
        "fleet": lambda bench: Fleet(bench).run(),
        "archive": lambda bench: Archive(bench).run(),
    }

    def single_pings(self):
        self.say("single pings")
        path = self.copy("single.db")
        with Server(Rollcall(self.binary, path), self.log) as server:
            few = phones("single.lua", server, self.seconds, 64, self.tokens, PEOPLE).result()
            self.add("single-ping uploads, 64 connections", few["per_s"], "uploads/s")
            with Peak(server) as peak:
                found = phones("single.lua", server, self.seconds, 500, self.tokens, PEOPLE, 1_000_000).result()
            self.add("single-ping uploads, 500 connections, 2,000 responders", found["per_s"], "uploads/s")
            self.add("… p50", found["p50_ms"], "ms")
            self.add("… p99", found["p99_ms"], "ms")
            self.add("… peak of resident memory", peak.mib, "MiB", f"{peak.mib / 100:.2f} of the goal, 100 MiB")
            even = phones("paced.lua", server, self.seconds, 200, self.tokens, PEOPLE, 2_000_000, 200).result()
            self.add(f"even load of {even['per_s']:,.0f} uploads/s, 200 connections: p50", even["p50_ms"], "ms")
            self.add("… p99", even["p99_ms"], "ms")

    def boards(self):
        self.say("boards")
        path = os.path.join(self.work, "single.db")
        with Server(Rollcall(self.binary, path), self.log) as server:
            # So that everybody has a fresh fix and a row of today.
            phones("single.lua", server, 2, 64, self.tokens, PEOPLE, 3_000_000).result()
            for page, words, first in (("board.json", "board.json", 4_000_000), ("board", "board page", 5_000_000)):
                path = f"/w/bench/{page}"
                quiet = readers(server, path, self.key, self.seconds // 2, 1).result()
                self.board(f"{words}, 2,000 responders, one reader", quiet)
                load = phones("paced.lua", server, 120, 100, self.tokens, PEOPLE, first, 200)
                busy = readers(server, path, self.key, self.seconds // 2, 8).result()
                load.stop()
                self.board(f"{words}, 8 readers beside 500 uploads/s", busy)

    def board(self, what, found):
        self.add(f"{what}: p50", found["p50_ms"], "ms")
        self.add("… p99", found["p99_ms"], "ms", f"{found['per_s']:,.0f} answers/s")

    def pack_rows(self, path):
        """The rows of the plain loop as the server has them, unless it is a build that has them as rows."""
        rows = path + ".rows"
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'chunk'").fetchone():
                return
            db.execute("ATTACH ? AS rows", (rows,))
            db.execute(f"CREATE TABLE rows.ping AS SELECT {PING_COLUMNS} FROM main.ping")
            db.execute("DROP TABLE main.ping")
            if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'plain_upload'").fetchone():
                db.execute(UPLOAD_ROWS.replace("CREATE TABLE ", "CREATE TABLE rows."))
                db.execute("INSERT INTO rows.upload SELECT workspace_id, responder_id, session_id, received_at, sent_at,"
                           " stored, NULL, NULL, NULL FROM main.plain_upload")
                db.execute("DROP TABLE main.plain_upload")
        pack(rows, path)

    def csv_export(self):
        self.say(f"filling a database with {self.export_rows:,} pings")
        path = self.copy("export.db")
        step = 20 * 3_600_000 // (self.export_rows // UPLOADERS)
        now = int(time.time() * 1000)
        self.baseline(path, self.export_rows // BATCH, now - 60_000, step)
        self.pack_rows(path)
        # Half-open, and before what is uploaded meanwhile.
        span = urllib.parse.urlencode({"from": self.stamp(now - 86_400_000), "to": self.stamp(now - 30_000)})
        target = f"/w/bench/history.csv?{span}"
        with Server(Rollcall(self.binary, path), self.log) as server:
            self.say("export")
            with Peak(server) as peak:
                rows, seconds = export(server, target, self.key)
            if rows != self.export_rows:
                raise SystemExit(f"bench: {rows} rows exported, {self.export_rows} stored")
            self.add(f"CSV export of {rows:,} rows, alone", rows / seconds, "rows/s")
            self.add("… peak of resident memory", peak.mib, "MiB")
            before = phones("paced.lua", server, self.seconds, 200, self.tokens, PEOPLE, 5_000_000, 200).result()
            load = phones("paced.lua", server, 600, 200, self.tokens, PEOPLE, 6_000_000, 200)
            with Peak(server) as peak:
                rows, seconds = export(server, target, self.key)
            during = load.stop()
            self.add(f"upload p99 on that database, {before['per_s']:,.0f} uploads/s, no export", before["p99_ms"], "ms")
            self.add(f"upload p99 while the CSV is exported, {during['per_s']:,.0f} uploads/s", during["p99_ms"], "ms",
                     f"{during['p99_ms'] / before['p99_ms']:.1f} of without")
            self.add("… the export meanwhile", rows / seconds, "rows/s")
            self.add("… peak of resident memory", peak.mib, "MiB", f"{peak.mib / 100:.2f} of the goal, 100 MiB")

    def document(self):
        return "\n".join([
            "# Results", "",
            "Written by `make bench`; see `Benchmarks/run`. The load is made by wrk on the same machine and shares its "
            "cores with the server.", "",
            *machine(self.work, self.load), "", *table(HEAD, self.rows), "",
            f"Durable uploads and plain loop: median of {self.rounds} rounds, each with fresh databases and the same "
            f"number of rows, one after the other; ratio in each round: {', '.join(map(str, self.spread))}. "
            f"Every load lasts {self.seconds} s. Nothing was refused, and every acknowledged ping was found in the file.",
            ""])


def used_bytes(path):
    """The pages in use; opening it from outside also merges a log that was left."""
    with sqlite3.connect(path) as db:
        pages, free, size = (db.execute(f"PRAGMA {name}").fetchone()[0]
                             for name in ("page_count", "freelist_count", "page_size"))
    db.close()
    return (pages - free) * size


def count_pings(path):
    with sqlite3.connect(path) as db:
        count = stored_pings(db)
    db.close()
    return count


def keep(document):
    """Writes the first section of RESULTS.md; those that follow were measured by themselves and stay."""
    path = os.path.join(HERE, "RESULTS.md")
    with open(path) as file:
        _, heading, rest = file.read().partition("\n## ")
    with open(path, "w") as file:
        file.write(document + heading + rest)


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/run")
    parser.add_argument("rollcall")
    parser.add_argument("work")
    parser.add_argument("--quick", action="store_true", help="one short round, printed, not kept")
    parser.add_argument("--only", choices=Bench.PARTS, action="append", help="this part alone, printed, not kept")
    parser.add_argument("--before", help="the program of an earlier commit: each figure beside its own, not kept")
    parser.add_argument("--name", default="before", help="what to call the earlier one")
    asked = parser.parse_args()
    parts = asked.only or list(Bench.PARTS)
    if asked.before:
        return 0 if paired.measure(Bench, asked, parts) else 1
    bench = Bench(asked.rollcall, asked.work, asked.quick)
    bench.prepare()
    for part in parts:
        Bench.PARTS[part](bench)
    if asked.only:
        print("\n".join(table(HEAD, bench.rows)))
        return 0
    document = bench.document()
    if not asked.quick:
        keep(document)
    print(document)
    return 0


if __name__ == "__main__":
    sys.exit(main())
