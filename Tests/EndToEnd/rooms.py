"""Two control rooms on one server. Each has a word in every text that it keeps, and a place on earth of its own: whatever
of one is seen by the other is found by them."""
import json
import re
import sqlite3
import uuid
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import requests
from people import PASSWORD, add_member, log_in
from responding import until

LIMIT = 240


class Room:
    """A workspace with a person on a mission, a drill behind them, and everything else that has an id."""

    def __init__(self, server, slug, word, place, folder):
        self.server, self.slug, self.word, self.place = server, slug, word, place
        self.seed(folder)
        self.owner = f"owner@{word}.example"
        self.key = bearer(self.issue_key("owner"))
        people = self.key.get(self.url("responders.json"), timeout=LIMIT).json()["responders"]
        person = next(one["id"] for one in people if one["name"] == f"{word} first")
        self.phone_token = server.token(slug, person, f"{word}-device")
        self.phone = bearer(self.phone_token)
        self.ids = {"responder": person, "name": word, "profile": f"{word}-profile", "region": f"{word} region",
                    "outlet": self.row("SELECT id FROM outlet WHERE name = ?", f"{word} outlet")[0],
                    "member": self.row("SELECT id FROM member WHERE email = ?", self.owner)[0], "provider": "ntfy"}
        self.report()
        self.drill()
        self.field()
        self.alert()
        self.incident()
        self.doors()
        self.ask_for_a_copy()
        self.connect()
        self.hold()
        # Also of a list that lies wholly behind it.
        self.ids["cursor"] = f"{2**42}.{self.row('SELECT latest_ping_id FROM liveness WHERE responder_id = ?', person)[0]}"

    def url(self, path):
        return f"{self.server.url}/w/{self.slug}/{path}"

    def seed(self, folder):
        folder.mkdir()
        word, (lat, lng) = self.word, self.place
        files = {
            "workspace.json": {"slug": self.slug, "name": f"{word} room", "time_zone": "Europe/Ljubljana", "members": [
                {"email": f"owner@{word}.example", "name": f"{word} owner", "role": "owner"}]},
            "regions.json": {"type": "FeatureCollection", "features": [
                {"type": "Feature", "properties": {"name": f"{word} region"}, "geometry": {"type": "Polygon", "coordinates": [
                    [[lng - 1, lat - 1], [lng + 1, lat - 1], [lng + 1, lat + 1], [lng - 1, lat + 1], [lng - 1, lat - 1]]]}}]},
            # Nobody of these is lost, however slow the machine is.
            "profile.json": {"name": f"{word}-profile", "offers": ["incident"], "labels": {"on_duty": f"{word} duty", "on_mission": f"{word} mission"},
                             "rules": [{"name": f"{word} rule", "interval_s": 300, "degraded_s": 7200, "offline_s": 14400}]},
        }
        for name, document in files.items():
            (folder / name).write_text(json.dumps(document))
        (folder / "outlets.csv").write_text(f"name,lat,lng,external_id\n{word} outlet,{lat},{lng},{word}-o\n")
        (folder / "people.csv").write_text("name\n")
        self.server.cli("seed", folder, "--password-stdin", text=PASSWORD + "\n")
        self.server.cli("profile", "import", self.slug, folder / "profile.json")
        for name in ("first", "second"):
            self.server.responder(
                self.slug, f"{word} {name}", "--profile", f"{word}-profile", "--region", f"{word} region",
                "--external-id", f"{word}-{name}")

    def issue_key(self, role):
        return self.server.key(self.slug, role, name=f"{self.word} key {role}")

    def member(self, role):
        """A login of a new member."""
        email = f"{role}@{self.word}.example"
        if role != "owner":
            add_member(self.server, self.slug, email, role)
        return log_in(self.server, email)

    def report(self):
        """On duty, with two fixes in the region and at the outlet, and what a phone tells of itself."""
        lat, lng = self.place
        pings = [{"lat": lat, "lng": lng, "accuracy": 5, "is_mock": False, "sequence": number,
                  "recorded_at": (datetime.now(timezone.utc) - timedelta(seconds=10 - number)).isoformat()}
                 for number in (1, 2)]
        answers = [
            self.phone.put(f"{self.server.url}/app/v1/duty", json={"state": "on_duty"}, timeout=LIMIT),
            self.phone.post(
                f"{self.server.url}/app/v1/locations/batch", json={"pings": pings, "queue_id": f"{self.word}-queue"},
                headers={"X-Idempotency-Key": str(uuid.uuid4())}, timeout=LIMIT)]
        assert [answer.status_code for answer in answers] == [200, 201], [answer.text for answer in answers]

    def drill(self):
        answer = self.key.post(
            self.url("drills"), data={"title": f"{self.word} drill", "answer": 600}, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == 303, answer.text
        self.ids["drill"] = int(answer.headers["Location"].rsplit("/", 1)[1])
        answer = self.key.post(self.url(f"drills/{self.ids['drill']}/end"), data={"": ""}, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == 303, answer.text

    def field(self):
        """An event in which the person takes part, and visits of theirs: of today, whatever the hour."""
        person, run = self.ids["responder"], f"{self.word}-run"
        self.server.cli("event", "add", self.slug, run, "--name", f"{self.word} event")
        self.server.cli("event", "join", self.slug, run, person)
        today = datetime.now(ZoneInfo("Europe/Ljubljana")).date()
        visits = [self.server.cli("visit", "plan", self.slug, person, self.ids["outlet"], "--day", today + timedelta(days))["id"]
                  for days in (0, 1)]
        self.ids |= {"event": run, "visit": visits[0]}

    def alert(self):
        """One that is over: an incident had nobody, and was cancelled."""
        lat, lng = self.place
        asking = {"mode": "parallel", "picks": [self.ids["responder"]], "answer_s": 600}
        answer = self.key.post(self.url("incidents"), headers={"Idempotency-Key": str(uuid.uuid4())}, timeout=LIMIT, json={
            "title": f"{self.word} flood", "lat": lat, "lng": lng, "asking": asking})
        assert answer.status_code == 201, answer.text
        offer = self.phone.get(f"{self.server.url}/app/v1/offers", timeout=LIMIT).json()["data"]["offers"][0]["id"]
        answer = self.phone.post(f"{self.server.url}/app/v1/offers/{offer}/decline", json={}, timeout=LIMIT)
        assert answer.status_code == 200, answer.text
        self.ids["alert"] = until(lambda: self.row(
            "SELECT id FROM alert WHERE detail LIKE ?", f"{self.word} flood%"))[0]
        number = self.row("SELECT id FROM incident WHERE title = ?", f"{self.word} flood")[0]
        answer = self.key.post(self.url(f"incidents/{number}/cancel.json"), json={}, timeout=LIMIT)
        assert answer.status_code == 200, answer.text
        until(lambda: self.row("SELECT 1 FROM alert WHERE id = ? AND closed_at IS NOT NULL", self.ids["alert"]))

    def incident(self):
        """One that the person has taken, with a note."""
        lat, lng = self.place
        asking = {"mode": "parallel", "picks": [self.ids["responder"]], "answer_s": 600}
        answer = self.key.post(self.url("incidents"), headers={"Idempotency-Key": str(uuid.uuid4())}, timeout=LIMIT, json={
            "title": f"{self.word} fire", "notes": f"{self.word} notes", "region": f"{self.word} region",
            "lat": lat, "lng": lng, "asking": asking})
        assert answer.status_code == 201, answer.text
        self.ids["incident"] = number = answer.json()["id"]
        offer = self.phone.get(f"{self.server.url}/app/v1/offers", timeout=LIMIT).json()["data"]["offers"][0]["id"]
        answer = self.phone.post(f"{self.server.url}/app/v1/offers/{offer}/accept", timeout=LIMIT)
        assert answer.status_code == 200, answer.text
        held = self.phone.get(f"{self.server.url}/app/v1/assignment", timeout=LIMIT).json()["data"]
        self.ids |= {"offer": offer, "accepted": offer, "assignment": held["id"]}
        answer = self.key.post(self.url(f"incidents/{number}/notes.json"), json={"note": f"{self.word} note"}, timeout=LIMIT)
        assert answer.status_code == 200, answer.text

    def doors(self):
        """An invitation, a screen's link, a channel, a template, a scheduled report, and a login."""
        log_in(self.server, self.owner)
        for page, form in (("invitations", {"email": f"new@{self.word}.example", "role": "viewer"}),
                           ("screens", {"name": f"{self.word} screen", "days": 9})):
            answer = self.key.post(self.url(f"settings/{page}"), data=form, timeout=LIMIT)
            assert answer.status_code == 200, answer.text
        answer = self.key.post(self.url("settings/channels"), timeout=LIMIT, data={
            "name": f"{self.word} channel", "kind": "webhook", "address": f"https://{self.word}.example/hook"})
        assert answer.status_code == 200, answer.text
        self.ids["channel"] = self.row("SELECT id FROM channel WHERE name = ?", f"{self.word} channel")[0]
        answer = self.key.post(self.url("settings/templates"), timeout=LIMIT, data={
            "name": f"{self.word} template", "severity": "high", "notes": f"{self.word} questions"})
        assert answer.status_code == 200, answer.text
        self.ids["template"] = self.row("SELECT id FROM incident_template WHERE name = ?", f"{self.word} template")[0]
        answer = self.key.post(self.url("reports/schedules"), timeout=LIMIT, data={
            "kind": "gaps", "rhythm": "day", "hour": "3", "region": f"{self.word} region"})
        assert answer.status_code == 200, answer.text
        self.ids["schedule"] = self.row("SELECT max(id) FROM report_schedule WHERE filter LIKE ?", f"%{self.word}%")[0]
        for name, table in (("invitation", "invitation"), ("screen", "screen"), ("login", "console_session")):
            self.ids[name] = self.row(f"SELECT max(id) FROM {table} WHERE id > ?", 0)[0]

    def ask_for_a_copy(self):
        answer = self.phone.post(f"{self.server.url}/app/v1/me/requests", json={"kind": "export"}, timeout=LIMIT)
        assert answer.status_code == 201, answer.text
        self.ids["request"] = answer.json()["data"]["id"]

    def connect(self):
        """An app that is not ours, and the link of the person's own page."""
        person = self.url(f"responders/{self.ids['responder']}")
        app = {"app": "colota", "name": f"{self.word} app", "on_duty": 60, "on_mission": 60}
        for path, form in (("connect", app), ("own-link", {"do": "make", "days": 9})):
            answer = self.key.post(f"{person}/{path}", data=form, timeout=LIMIT)
            assert answer.status_code == 200, answer.text
        self.ids["device"] = self.row("SELECT max(id) FROM adapter_device WHERE name = ?", f"{self.word} app")[0]

    def hold(self):
        """The person's last year, as evidence."""
        form = {"responder": self.ids["responder"], "from": "2026-01-01", "to": "2027-01-01", "reason": f"{self.word} reason"}
        answer = self.key.post(self.url("holds"), data=form, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == 303, answer.text
        self.ids["hold"] = self.row("SELECT max(id) FROM hold WHERE reason = ?", f"{self.word} reason")[0]

    # What is kept, read beside the server

    def row(self, query, *values):
        return self.read(lambda file: file.execute(query, values).fetchone())

    def read(self, body):
        file = sqlite3.connect(f"file:{self.server.database}?mode=ro", uri=True, timeout=LIMIT)
        try:
            return body(file)
        finally:
            file.close()

    def everything(self):
        """All rows that belong to the workspace, by table."""
        return self.read(self._everything)

    def _everything(self, file):
        number = file.execute("SELECT id FROM workspace WHERE slug = ?", (self.slug,)).fetchone()[0]
        ways = {
            "workspace_id": "= ?1", "responder_id": "IN (SELECT id FROM responder WHERE workspace_id = ?1)",
            "incident_id": "IN (SELECT id FROM incident WHERE workspace_id = ?1)"}
        found = {"workspace": file.execute("SELECT * FROM workspace WHERE id = ?", (number,)).fetchall()}
        for (table,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            columns = [column[1] for column in file.execute(f"PRAGMA table_info({table})")]
            way = next((f"{name} {test}" for name, test in ways.items() if name in columns), None)
            if way:
                found[table] = file.execute(f"SELECT * FROM {table} WHERE {way}", (number,)).fetchall()
        return found

    def traces(self):
        """What must not be seen by others: the word, and the coordinates but for their last digits."""
        return [self.word.encode()] + [str(number)[:7].encode() for number in self.place]


def bearer(secret):
    session = requests.Session()
    session.headers["Authorization"] = f"Bearer {secret}"
    return session


def csrf(session, url):
    """The token of a login's forms, from a page."""
    text = session.get(url, timeout=LIMIT).text
    return re.search(r'name="_csrf" value="([^"]+)"', text)[1]
