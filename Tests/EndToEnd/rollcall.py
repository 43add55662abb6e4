"""The program from outside: its command line, its server as a process, its answers over HTTP."""
import csv
import io
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time
import urllib.parse

import requests

TREE = pathlib.Path(__file__).parents[2]
BINARY = pathlib.Path(os.environ.get("ROLLCALL_BINARY", TREE / ".build/debug/rollcall")).resolve()
# Nothing of the caller's own settings leaks in.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("ROLLCALL_")}
# From before all pings to after all of them.
ALWAYS = {"from": "2000-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"}
# What the options of `responder add` are called on the control socket.
PERSON = {"--phone": "phone", "--profile": "profile", "--region": "region", "--external-id": "externalID"}
DAY_MS = 86_400_000
LISTENING = re.compile(r"listening on (https?://127\.0\.0\.1:(\d+))")


class Rollcall:
    """One database and, between `start` and `stop` or `kill9`, the server on it."""

    def __init__(self, folder, inside=(), options=(), trust=None):
        self.database = pathlib.Path(folder) / "rollcall.db"
        self.log = pathlib.Path(folder).parent / f"{pathlib.Path(folder).name}.log"
        # What each process is started with: the way into a namespace, for instance.
        self.inside = list(inside)
        # More options for `serve`, and the file with the certificate that its clients trust.
        self.options, self.trust = list(options), trust
        self.process = None
        self.url = None
        self.port = 0

    # The command line

    def run(self, *arguments, text=""):
        """Runs a command; its exit code and output are the caller's to judge."""
        command = [*self.inside, str(BINARY), *map(str, arguments)]
        return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, env=ENVIRONMENT)

    def cli(self, *arguments, text=""):
        """Runs a command that must succeed; what it prints as JSON."""
        done = self.run(*arguments, "--database", self.database, "--json", text=text)
        assert done.returncode == 0, f"{arguments}: exit {done.returncode}: {done.stdout}{done.stderr}"
        return json.loads(done.stdout.splitlines()[-1])

    @property
    def can_be_asked(self):
        """Whether a server runs whose control socket can be reached from here: not in a file system of its own."""
        return self.process is not None and self.process.poll() is None and not self.inside

    def stands(self, file, content=None):
        """Whether a file, first written with this content, tells of an end of the audit that is still part of it."""
        if content is not None:
            file.write_bytes(content)
        done = self.run("verify", "--database", self.database, "--heads", file)
        return done.returncode == 0 and "as it was written down" in done.stdout

    def ask(self, command, **values):
        """Has the running server carry a command out, as the command line does, but without a process for it."""
        folder = os.open(self.database.parent, os.O_RDONLY)
        try:
            with socket.socket(socket.AF_UNIX) as link:
                link.settimeout(60)
                # The whole path may be too long for a socket's address.
                link.connect(f"/proc/self/fd/{folder}/{self.database.name}.control")
                link.sendall(json.dumps({command: values}).encode() + b"\n")
                answer = json.loads(link.makefile().readline())
        finally:
            os.close(folder)
        assert answer["ok"], f"{command} {values}: {answer}"
        return answer["result"]

    # The server

    def start(self, prefix=()):
        """Starts the server; the seconds from the start of the process to its first healthy answer."""
        written = self.log.stat().st_size if self.log.exists() else 0
        with open(self.log, "ab") as log:
            began = time.monotonic()
            self.process = subprocess.Popen(
                [*(prefix or self.inside), str(BINARY), "serve", "--listen", f"127.0.0.1:{self.port}",
                 "--database", str(self.database), *map(str, self.options)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=ENVIRONMENT)
        healthy = None
        while time.monotonic() - began < 20:
            said = self.said(written)
            assert self.process.poll() is None, f"exit {self.process.returncode}: {said}"
            found = LISTENING.search(said)
            if found:
                self.url, self.port = found[1], int(found[2])
            if self.url and healthy is None and self.is_healthy():
                healthy = time.monotonic() - began
            # A restart on the same port can be healthy before it says so; only then are signals handled.
            if found and healthy is not None:
                return healthy
            time.sleep(0.005)
        raise AssertionError(f"not healthy after 20 s: {self.said(written)}")

    def said(self, offset):
        """What the log holds from a byte on."""
        with open(self.log, "rb") as log:
            log.seek(offset)
            return log.read().decode(errors="replace")

    def is_healthy(self):
        try:
            return requests.get(f"{self.url}/health", timeout=1, verify=self.trust).status_code == 200
        except requests.RequestException:
            return False

    def kill9(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, timeout=20):
        """Asks the server to end; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout)

    # What it holds

    def workspace(self, slug):
        self.cli("workspace", "add", slug, "--name", f"Workspace {slug}", "--time-zone", "Europe/Ljubljana")
        return slug

    def responder(self, slug, name, *options):
        if not self.can_be_asked:
            return self.cli("responder", "add", slug, name, *options)["id"]
        said = {PERSON[option]: str(value) for option, value in zip(options[::2], options[1::2], strict=True)}
        return self.ask("addResponder", slug=slug, person={"name": name, "profile": "responder", **said})["id"]

    def token(self, slug, responder, device="device-1"):
        if not self.can_be_asked:
            return self.cli("token", "issue", slug, responder, "--device-id", device)["access_token"]
        issued = self.ask("issueToken", slug=slug, responder=int(responder), deviceID=device, lifetime=90 * DAY_MS)
        return issued["access_token"]

    def key(self, slug, role="auditor", name=None):
        name = name or f"a script, {role}"
        if not self.can_be_asked:
            return self.cli("api-key", "issue", slug, "--name", name, "--role", role)["api_key"]
        return self.ask("issueAPIKey", slug=slug, name=name, role=role)["api_key"]

    def get(self, path, key, **query):
        return requests.get(
            f"{self.url}{path}?{urllib.parse.urlencode(query)}", headers={"Authorization": f"Bearer {key}"}, timeout=60)

    def history(self, slug, key, **filters):
        """The rows of history.csv, by the names of its columns."""
        answer = self.get(f"/w/{slug}/history.csv", key, **{**ALWAYS, **filters})
        assert answer.status_code == 200, answer.text
        return list(csv.DictReader(io.StringIO(answer.content.decode(), newline="")))
