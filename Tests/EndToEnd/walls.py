"""Workspaces as they hang on a wall: so many people who are lost, so many incidents that nobody has."""
import json
import re
import time
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import requests
from people import PASSWORD
from responding import STEADY, until

LIMIT = 60
REGIONS = ("Centre", "Harbour", "Islands")
# Lost within seconds of their last word. Nobody of the others is, however slow the machine is.
LOST = {"name": "lost", "offers": ["incident"], "labels": {"on_duty": "On duty", "on_mission": "On mission"}, "rules": [
    {"name": "always", "interval_s": 1, "degraded_s": 2, "offline_s": 3}]}
LONG_NAME = "Maria Magdalena von Hohenberg-Schwarzenfeld y Fernández de la Vega"
LONG_TITLE = "Several people trapped after the scaffolding came down at the old warehouse, one of them a child"


class Wall:
    """A workspace and the link of its screen. The first people stay online; everybody else is lost. `is_loud`: that is an
    alert for each of them, and one for the third region."""

    def __init__(self, server, slug, folder, people, online=2, incidents=0, is_loud=False):
        self.server, self.slug, self.people, self.online, self.incidents = server, slug, people, online, incidents
        self.is_loud, self.regions = is_loud, REGIONS if is_loud else REGIONS[:2]
        folder.mkdir()
        squares = [{"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Polygon", "coordinates": [
            [[14 + east, 46], [15 + east, 46], [15 + east, 47], [14 + east, 47], [14 + east, 46]]]}}
            for east, name in enumerate(self.regions)]
        (folder / "workspace.json").write_text(json.dumps(
            {"slug": slug, "name": f"Rescue {slug}", "time_zone": "Europe/Ljubljana", "members": []}))
        (folder / "regions.json").write_text(json.dumps({"type": "FeatureCollection", "features": squares}))
        (folder / "people.csv").write_text("name\n")
        server.cli("seed", folder, "--password-stdin", text=PASSWORD + "\n")
        for profile in (STEADY, LOST):
            file = folder / f"{profile['name']}.json"
            file.write_text(json.dumps(profile))
            server.cli("profile", "import", slug, file)
        rows = [f"{self.name(number)},{'steady' if number < online else 'lost'},{self.regions[number % len(self.regions)]}\n"
                for number in range(people)]
        (folder / "everybody.csv").write_text("name,profile,region\n" + "".join(rows))
        server.cli("responder", "import", slug, folder / "everybody.csv")
        if is_loud:
            server.cli("workspace", "set", slug, "--offline-alerts", "on")
        issued = server.cli("token", "issue", slug, "--all", "--device-prefix", slug)["tokens"]
        self.tokens = [token["access_token"] for token in issued]
        self.owner = requests.Session()
        self.owner.headers["Authorization"] = f"Bearer {server.key(slug, 'owner')}"

    @staticmethod
    def name(number):
        return LONG_NAME if number == 2 else f"Person {number}"

    def wake(self):
        """Everybody comes on duty and is heard once; then the incidents, whose only candidate says no."""
        with ThreadPoolExecutor(8) as many:
            list(many.map(self.report, self.tokens))
        for number in range(self.incidents):
            self.open_incident(f"{LONG_TITLE} {number}", self.regions[number % len(self.regions)])
        until(lambda: sum(row["status"] == "offline" for row in self.get("board.json")["responders"])
              == self.people - self.online, "the end of everybody")
        awaited = {"NoOnlineResponders", "ResponderOffline"} if self.is_loud else set()
        until(lambda: self.alerts()["IncidentUnassigned"] == self.incidents and awaited <= set(self.alerts()), "the alerts")
        answer = self.owner.post(self.url("settings/screens"), data={"name": "Hall", "days": 9}, timeout=LIMIT)
        self.link = self.server.url + re.search(r"https?://[^/]+(/screen/[A-Za-z0-9_-]+)", answer.text)[1]
        return self

    def alerts(self):
        """How many of each kind are open."""
        return Counter(one["kind"] for one in self.get("alerts.json")["alerts"] if not one["closed_at"])

    def url(self, path):
        return f"{self.server.url}/w/{self.slug}/{path}"

    def get(self, path):
        answer = self.owner.get(self.url(path), timeout=LIMIT)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def report(self, token):
        head = {"Authorization": f"Bearer {token}"}
        answers = [
            requests.put(f"{self.server.url}/app/v1/duty", json={"state": "on_duty"}, headers=head, timeout=LIMIT),
            requests.post(f"{self.server.url}/app/v1/locations", headers=head, timeout=LIMIT, json={
                "lat": 46.5, "lng": 14.5, "is_mock": False, "sequence": 1, "recorded_at": int(time.time() * 1_000)})]
        assert [answer.status_code for answer in answers] == [200, 201], [answer.text for answer in answers]

    def open_incident(self, title, region):
        """One that nobody has: who is asked declines."""
        person = next(row for row in self.get("board.json")["responders"] if row["name"] == self.name(0))
        answer = self.owner.post(self.url("incidents"), headers={"Idempotency-Key": str(uuid.uuid4())}, timeout=LIMIT, json={
            "title": title, "lat": 46.5, "lng": 14.5, "region": region,
            "asking": {"mode": "parallel", "picks": [person["id"]], "answer_s": 600}})
        assert answer.status_code == 201, answer.text
        phone = {"Authorization": f"Bearer {self.tokens[0]}"}
        offers = requests.get(f"{self.server.url}/app/v1/offers", headers=phone, timeout=LIMIT).json()["data"]["offers"]
        answer = requests.post(f"{self.server.url}/app/v1/offers/{offers[0]['id']}/decline", json={}, headers=phone, timeout=LIMIT)
        assert answer.status_code == 200, answer.text
