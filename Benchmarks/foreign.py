"""A thousand phones with OwnTracks: one position a request, by a secret in the path."""

import os
import sqlite3

from load import Peak, phones
from server import Rollcall, Server, stored_pings

DEVICES = 1_000


class Foreign:
    def __init__(self, bench):
        self.bench = bench

    def run(self):
        bench = self.bench
        bench.say("single positions of OwnTracks")
        path = bench.copy("foreign.db")
        issued = Rollcall(bench.binary, path).command("app", "issue", "bench", "--all", "--adapter", "owntracks")["apps"]
        secrets = os.path.join(bench.work, "secrets")
        with open(secrets, "w") as file:
            file.writelines(app["secret"] + "\n" for app in issued[:DEVICES])
        with Server(Rollcall(bench.binary, path), bench.log) as server:
            with Peak(server) as peak:
                found = phones("owntracks.lua", server, bench.seconds, 64, secrets, DEVICES).result()
        with sqlite3.connect(path) as db:
            stored = stored_pings(db)
            positions, = db.execute("SELECT sum(positions) FROM adapter_device").fetchone()
        # Every position answered is in the file; a few more may be, whose answer came after the clock ran out.
        if not found["requests"] <= stored <= found["requests"] + 64 or stored != positions:
            raise SystemExit(f"bench: {found['requests']} posts answered, {stored} positions stored")
        bench.add("OwnTracks, one position a post, 64 connections, 1,000 devices, durable", found["per_s"], "posts/s")
        bench.add("… p50", found["p50_ms"], "ms")
        bench.add("… p99", found["p99_ms"], "ms")
        bench.add("… peak of resident memory", peak.mib, "MiB")
