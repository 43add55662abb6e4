"""A day of a server in a few seconds, recorded: first start, uploads, incidents, logins, exports, backups, a kill, a purge,
a restore. Each promise that a client was given is noted when the client has it."""
import contextlib
import hashlib
import json
import random
import re
import sqlite3
import subprocess
import sys
import time
import uuid

import phones
import requests
import responding
from people import add_member, log_in
from rollcall import ALWAYS, Rollcall
from test_members import PASSWORD, Browser, code

from . import reading

FORTY_DAYS = 40 * 24 * 3600 * 1000
# Folders that are there before the program starts.
FOLDERS = ["copies", "reports"]
# Makes up for a month of reports at the next start: the server that was to make them was away.
MISSED = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('UPDATE report_schedule SET done_to = 0'); " \
    "db.commit(); db.close()"
# Pings to an upload, for each of the phones; the last one sends what soon expires.
SIZES = [20, 20, 50, 1, 1, 10]


class RecordedPhone(phones.Phone):
    """Notes each acknowledgement; one batch in ten it sends again under another key, as if the answer had been lost."""

    def __init__(self, recorder, *arguments, age=0, **options):
        super().__init__(*arguments, **options)
        self.recorder, self.age = recorder, age

    def batch(self):
        return [{**ping, "recorded_at": ping["recorded_at"] - self.age} for ping in super().batch()]

    def upload(self, pings):
        return super().upload(pings) and (self.random.random() > 0.1 or super().upload(pings))

    def post(self, body, headers):
        status, answer = super().post(body, headers)
        if status == 201:
            sequences = [ping["sequence"] for ping in json.loads(body)["pings"]]
            self.recorder.note(what="stored", responder=self.responder, sequences=sequences)
            if not self.age:
                self.recorder.note(what="sent", token=self.token, body=body, answer=json.loads(answer)["data"],
                                   idempotency_key=headers["X-Idempotency-Key"])
        return status, answer


class FieldPhone(responding.Phone):
    """Somebody who goes to incidents, made of a person and a token that are there."""

    def __init__(self, rollcall, responder, token):
        self.rollcall, self.id, self.name, self.north = rollcall, responder, f"person {responder}", 0.01
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {token}"


class Workload:
    """What is recorded; `seconds` is how long the phones report between two events."""

    def __init__(self, recorder, folder, seconds, seed):
        self.recorder, self.folder, self.seconds = recorder, folder, seconds
        self.chance = random.Random(seed)
        self.rollcall = Rollcall(
            recorder.root, inside=recorder.prefix, options=["--reports", recorder.root / "reports"])
        self.rollcall.log = folder / "server.log"
        self.exports = 0

    def run(self):
        try:
            self.rollcall.start()
            self.recorder.note(what="serves")
            self.people()
            with self.load():
                self.incident()
                self.backup("copies/first.db")
                self.kill()
                self.log_in()
                self.export()
                self.export_person()
                self.backup("copies/second.db")
                self.purge_and_report()
                self.incident()
                self.backup("copies/first.db", "--replace")
            assert self.rollcall.stop() == 0
            self.restore()
        finally:
            if self.rollcall.process and self.rollcall.process.poll() is None:
                self.rollcall.kill9()

    def row(self, query, *arguments, least=1):
        self.recorder.note(what="row", query=query, arguments=arguments, least=least)

    def people(self):
        self.rollcall.workspace("acme")
        self.row("SELECT count(*) FROM workspace WHERE slug = ?", "acme")
        file = self.folder / "people.csv"
        file.write_text("name\n" + "".join(f"Person {number}\n" for number in range(len(SIZES) + 1)))
        self.rollcall.cli("responder", "import", "acme", file)
        self.row("SELECT count(*) FROM responder", least=len(SIZES) + 1)
        issued = self.rollcall.cli("token", "issue", "acme", "--all", "--device-prefix", "device")["tokens"]
        self.row("SELECT count(*) FROM phone_session", least=len(issued))
        *reporting, field = [(one["responder_id"], one["access_token"]) for one in issued]
        self.phones = [
            RecordedPhone(self.recorder, self.rollcall.port, token, responder, largest=size, pause=0.1,
                          age=FORTY_DAYS if (responder, token) == reporting[-1] else 0, seed=self.chance.random())
            for (responder, token), size in zip(reporting, SIZES)]
        self.field = FieldPhone(self.rollcall, *field)
        self.key = self.rollcall.key("acme")
        self.recorder.note(what="reader", key=self.key)
        self.room = responding.ControlRoom(self.rollcall)
        self.member = add_member(self.rollcall, "acme", "owner@acme.example", "owner")
        self.row("SELECT count(*) FROM membership")

    @contextlib.contextmanager
    def load(self):
        for phone in self.phones:
            phone.start()
        yield
        self.go_on()
        for phone in self.phones:
            phone.stop()
            assert not phone.broken and not phone.unanswered, (phone.broken, phone.unanswered)

    def go_on(self):
        time.sleep(self.seconds)

    def incident(self):
        self.field.come_on_duty()
        self.row("SELECT count(*) FROM duty_change WHERE responder_id = ?", self.field.id)
        number = self.room.open(f"Fall {uuid.uuid4()}")
        self.row("SELECT count(*) FROM incident WHERE id = ?", number)
        offer = self.field.accept()
        self.row("SELECT count(*) FROM offer WHERE id = ? AND state = 'accepted'", offer["id"])
        self.row("SELECT count(*) FROM assignment WHERE incident_id = ?", number)
        held = self.field.assignment()
        assert self.field.send("POST", f"assignments/{held['id']}/complete").status_code == 200
        self.row("SELECT count(*) FROM assignment WHERE incident_id = ? AND ended_at IS NOT NULL", number)
        self.go_on()

    def export(self):
        with requests.get(f"{self.rollcall.url}/w/acme/history.csv", params=ALWAYS, stream=True, timeout=60,
                          headers={"Authorization": f"Bearer {self.key}"}) as answer:
            assert answer.status_code == 200
            assert answer.raw.read(100)
            self.exports += 1
            # Noted before the first byte; an entry of the audit as soon as the end is known.
            self.row("SELECT (SELECT count(*) FROM export_begun) + (SELECT count(*) FROM audit WHERE action = ?)",
                     "export.history", least=self.exports)
            answer.raw.read()

    def export_person(self):
        file = self.recorder.root / "copies/person.json"
        self.rollcall.cli("export", "responder", "acme", self.field.id, "--out", file)
        self.keeps(file)
        self.go_on()

    def keeps(self, file):
        """A file was handed out: it stays as it is."""
        name = str(file.relative_to(self.recorder.root))
        self.recorder.note(what="file", file=name, sha256=hashlib.sha256(file.read_bytes()).hexdigest())

    def log_in(self):
        """With a second factor: what seals its secret must be there as long as the secret is."""
        browser = Browser(self.rollcall, log_in(self.rollcall, self.member))
        self.row("SELECT count(*) FROM console_session")
        assert browser.send("/account/two-factor/begin", "/account", password=PASSWORD).status_code == 303
        secret = re.search(r"key into it: <code>([A-Z2-7 ]+)</code>", browser.get("/account/two-factor").text)[1]
        assert browser.send("/account/two-factor", "/account/two-factor", code=code(secret)).status_code == 200
        self.row("SELECT count(*) FROM two_factor")
        self.keeps(self.recorder.root / "rollcall.db-key")

    def backup(self, name, *options):
        before = {(phone.responder, n) for phone in self.phones if not phone.age for n in phone.acknowledged}
        self.recorder.note(what="backing_up", file=name)
        made = self.rollcall.cli("backup", self.recorder.root / name, *options)
        self.recorder.note(what="backup", file=name, sha256=made["sha256"])
        # Judged by its hash from now on, so it is looked into here.
        assert before <= set(held(self.recorder.root / name)), "a backup misses what was acknowledged before it"
        self.go_on()

    def kill(self):
        """Under load; what the process had written stays pending."""
        self.rollcall.kill9()
        self.rollcall.start()
        self.go_on()

    def purge_and_report(self):
        """A shorter retention, which a server applies after its start, and a scheduled report, which it makes then."""
        old = self.phones[-1]
        old.stop()
        self.rollcall.cli("workspace", "set", "acme", "--retention-days", 30)
        self.recorder.note(what="expires", responder=old.responder)
        made = requests.post(
            f"{self.rollcall.url}/w/acme/reports/schedules", data={"hour": "0", "kind": "gaps", "rhythm": "day"},
            headers={"Authorization": f"Bearer {self.key}"}, allow_redirects=False, timeout=60)
        assert made.status_code == 303, made.text
        assert self.rollcall.stop() == 0
        subprocess.run([*self.recorder.prefix, sys.executable, "-c", MISSED, self.rollcall.database], check=True)
        self.rollcall.options += ["--purge-after", "0"]
        self.rollcall.start()
        responding.until(lambda: self.has_none(old.responder), "the purge")
        # Its mark goes once the database says that the report was made.
        reports = self.recorder.root / "reports/acme"
        responding.until(lambda: list(reports.glob("*.csv")) and not list(reports.glob(".*")), "the report")
        for file in reports.glob("*.csv"):
            self.keeps(file)

    def has_none(self, responder):
        return all(key[0] != responder for key in held(self.rollcall.database))

    def restore(self):
        file = self.recorder.root / "copies/second.db"
        self.recorder.note(what="restoring", pings=held(file))
        self.rollcall.cli("restore", file)
        self.recorder.note(what="restored")


def held(path):
    """Whose pings a file holds, read beside whoever writes it."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)
    try:
        return list(reading.pings(db))
    finally:
        db.close()
