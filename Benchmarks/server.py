"""The server under test: its command line, its process, its memory."""

import json
import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request


class Rollcall:
    """One database and the commands on it."""

    def __init__(self, binary, database):
        self.binary = binary
        self.database = database

    def command(self, *words, text=None):
        """Runs a command and returns the JSON object of its last line."""
        done = subprocess.run(
            [self.binary, *words, "--database", self.database, "--json"],
            input=text, capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            raise SystemExit(f"bench: rollcall {' '.join(words)}: exit {done.returncode}\n{done.stderr}")
        lines = done.stdout.strip().splitlines()
        return json.loads(lines[-1]) if lines else {}


class Server:
    """A running `rollcall serve`, as a context."""

    def __init__(self, rollcall, log, environment=()):
        self.rollcall = rollcall
        self.log = log
        self.environment = {**os.environ, **dict(environment)}
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [self.rollcall.binary, "serve", "--listen", f"127.0.0.1:{self.port}",
                 "--database", self.rollcall.database],
                stdout=log, stderr=log, env=self.environment)
        start = time.monotonic()
        while time.monotonic() < start + 20 and self.process.poll() is None:
            if self.is_ready():
                self.ready_seconds = time.monotonic() - start
                return self
            time.sleep(0.005)
        self.__exit__()
        raise SystemExit(f"bench: the server did not start:\n{open(self.log).read()[-2000:]}")

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def kill(self):
        """Ends it as a power cut would; what it has written stays."""
        self.process.kill()
        self.process.wait()

    def is_ready(self):
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=2):
                return True
        except OSError:
            return False

    def forget_peak(self):
        """Begins a new peak of resident memory."""
        with open(f"/proc/{self.process.pid}/clear_refs", "w") as file:
            file.write("5")

    def peak_mib(self):
        """The peak of resident memory since then, MiB."""
        status = open(f"/proc/{self.process.pid}/status").read()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024

    def send(self, method, path, token, body):
        """One request with JSON as a phone."""
        request = urllib.request.Request(
            self.url + path, json.dumps(body).encode(), method=method,
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            answer.read()

    def get(self, path, key, headers=()):
        """One request of a script; returns (status, header fields, body)."""
        request = urllib.request.Request(
            self.url + path, headers={"Authorization": f"Bearer {key}", **dict(headers)})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.headers, refusal.read()


def make_workspace(rollcall, folder, people, profile=None):
    """A workspace `bench` with so many people whose phones are logged in and who are on duty.

    They have the profile `responder` and no region, or that of the file `profile` and one of twenty regions.
    Returns (token file, API key).
    """
    rollcall.command("workspace", "add", "bench", "--name", "Bench", "--time-zone", "Europe/Ljubljana")
    if profile:
        rollcall.command("profile", "import", "bench", profile)
    name = json.load(open(profile))["name"] if profile else "responder"
    listing = os.path.join(folder, "people.csv")
    # A list has at most 5,000.
    for first in range(0, people, 5_000):
        with open(listing, "w") as file:
            file.write("name,phone,profile,region,external_id\n")
            for number in range(first, min(people, first + 5_000)):
                region = f"Region {number % 20:02d}" if profile else ""
                file.write(f"Person {number:04d},,{name},{region},bench-{number}\n")
        rollcall.command("responder", "import", "bench", listing)
    issued = rollcall.command("token", "issue", "bench", "--all", "--device-prefix", "bench")["tokens"]
    issued.sort(key=lambda token: token["responder_id"])
    tokens = os.path.join(folder, "tokens")
    with open(tokens, "w") as file:
        file.writelines(token["access_token"] + "\n" for token in issued)
    key = rollcall.command("api-key", "issue", "bench", "--name", "bench", "--role", "admin")["api_key"]
    if name != "responder":
        # Other phones than a responder's or a driver's are on duty from their first login.
        return tokens, key
    with Server(rollcall, os.path.join(folder, "server.log")) as server:
        for token in issued:
            server.send("PUT", "/app/v1/duty", token["access_token"], {"state": "on_duty"})
    return tokens, key


def numbered(db, table, rows):
    """The rows, each after the id that the server would give it."""
    rows = list(rows)
    (last,), = db.execute("SELECT coalesce(max(last), 0) FROM id_counter WHERE name = ?", (table,))
    if rows:
        db.execute("INSERT INTO id_counter (name, last) VALUES (?, ?)"
                   " ON CONFLICT (name) DO UPDATE SET last = excluded.last", (table, last + len(rows)))
    return [(last + place, *row) for place, row in enumerate(rows, 1)]


# A row for each ping, as `pack` reads them.
PING_COLUMNS = ("workspace_id, responder_id, queue_id, sequence, recorded_at_raw, effective_at, received_at, flags, on_duty,"
                " lat, lng, accuracy_m, speed_mps, heading_deg, battery_level")
PING_ROWS = f"CREATE TABLE ping ({PING_COLUMNS})"
UPLOAD_ROWS = ("CREATE TABLE upload (workspace_id, responder_id, session_id, received_at, sent_at, stored, latest_ping_id,"
               " latest_effective_at, known_battery)")


def pack(rows, database):
    """Packs the rows of one file as chunks of another, and removes the first."""
    run = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pack", "run")
    subprocess.run([run, rows, database], check=True, stdout=subprocess.DEVNULL, timeout=3_600)
    os.remove(rows)


def stored_pings(db):
    """How many pings a file holds. An older build has one in each row."""
    is_packed = db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'chunk'").fetchone()
    return db.execute(
        "SELECT coalesce(sum(pings), 0) FROM (SELECT pings FROM chunk UNION ALL SELECT pings FROM fresh)"
        if is_packed else "SELECT count(*) FROM ping").fetchone()[0]
