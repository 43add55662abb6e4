"""Five million invented addresses: how long their import takes, and how soon a beginning of a word finds places."""

import csv
import http.client
import os
import random
import statistics
import subprocess
import time
import urllib.parse

from server import Rollcall, Server

# Syllables of invented words; some with marks that a search passes over.
SYLLABLES = ["ba", "če", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "šu", "ta", "ve", "ži", "ćo", "đu"]
KINDS = ["ulica", "cesta", "pot", "trg", "street", "lane"]
HOUSES = 40
PREFIXES = 1_000


class Addresses:
    def __init__(self, bench):
        self.bench = bench
        self.count = int(os.environ.get("ROLLCALL_BENCH_ADDRESSES", 100_000 if bench.quick else 5_000_000))
        self.folder = os.path.join(bench.work, "addresses")
        os.makedirs(self.folder)
        self.rollcall = Rollcall(bench.binary, os.path.join(self.folder, "addresses.db"))

    def run(self):
        self.bench.say(f"{self.count:,} invented addresses")
        self.rollcall.command("workspace", "add", "bench", "--name", "Bench", "--time-zone", "Europe/Ljubljana")
        key = self.rollcall.command("api-key", "issue", "bench", "--name", "bench", "--role", "admin")["api_key"]
        file, words = self.invent()
        start = time.monotonic()
        subprocess.run(
            [self.bench.binary, "addresses", "import", "bench", file, "--database", self.rollcall.database],
            check=True, stdout=subprocess.DEVNULL, timeout=1_800)
        took = time.monotonic() - start
        self.bench.add(f"import of {self.count:,} addresses", f"{took:.0f}", "s", f"{self.count / took:,.0f} a second")
        with Server(self.rollcall, self.bench.log) as server:
            self.find(server, key, words)

    def invent(self):
        """The file, and the words that stand in it."""
        draw = random.Random(5)
        word = lambda: "".join(draw.choice(SYLLABLES) for _ in range(draw.randint(2, 4)))
        towns = [word().capitalize() for _ in range(max(1, self.count // 25_000))]
        path, words, left = os.path.join(self.folder, "addresses.csv"), list(towns), self.count
        with open(path, "w", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(["name", "number", "town", "lat", "lng"])
            while left:
                name, town = f"{word().capitalize()} {draw.choice(KINDS)}", draw.choice(towns)
                words.append(name)
                lat, lng = draw.uniform(45, 47), draw.uniform(13, 16)
                for house in range(1, min(HOUSES, left) + 1):
                    rows.writerow([name, house, town, f"{lat + house / 1e4:.5f}", f"{lng:.5f}"])
                left -= min(HOUSES, left)
        return path, words

    def find(self, server, key, words):
        """Beginnings of three letters and more, as somebody types them, one after the other."""
        draw = random.Random(7)
        asked = [one[:draw.randint(3, max(3, len(one)))] + draw.choice(["", "", " 12"]) for one in draw.sample(words, min(PREFIXES, len(words)))]
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        times, found = [], 0
        for warm in (False, True):
            for text in asked:
                start = time.monotonic()
                connection.request("GET", f"/w/bench/where.json?q={urllib.parse.quote(text)}", headers={"Authorization": f"Bearer {key}"})
                body = connection.getresponse().read()
                if warm:
                    times.append((time.monotonic() - start) * 1_000)
                    found += b'"kind":"address"' in body
        times.sort()
        self.bench.add("a place found for a beginning of a word, median", f"{statistics.median(times):.1f}", "ms")
        self.bench.add(f"the same, 99 in 100 of {len(times):,}", f"{times[len(times) * 99 // 100]:.1f}", "ms",
                       f"{found:,} found an address; at most 50 ms wanted")
