"""An erasure finds a person by every name they had, however it was typed, in everything that somebody typed."""
import csv
import io
import unicodedata
import uuid

import pytest
import requests
from responding import until
from rooms import bearer

LIMIT = 60
FORMER, NAME = "Žxwana Markerova", "Qwertzuiop Markérson"
FORMER_NUMBER, NUMBER = "+38640987123", "+38641555987"
EXTERNAL = "Ext-QZX-4711"
# The same names as people type them: other letters, other accents, other blanks, numbers as they are dialled.
TYPED = [
    FORMER, FORMER.upper(), FORMER.lower(), unicodedata.normalize("NFD", FORMER), FORMER.replace(" ", "  "),
    NAME, NAME.upper(), NAME.swapcase(), unicodedata.normalize("NFD", NAME.upper()), NAME.replace(" ", "\u00a0"),
    "040 987 123", "+386 (0)40/987-123", "0038640987123", "041555987", NUMBER, EXTERNAL.upper(), EXTERNAL.lower()]
# What is left of them when letters, accents and blanks do not count.
MARKS = ["markerova", "markerson", "987123", "555987", "qzx"]


def folded(content):
    """Bytes as a search that pays no heed to case, accents and what stands between letters sees them."""
    text = unicodedata.normalize("NFD", content.decode("utf-8", errors="replace").casefold())
    return "".join(character for character in text if character.isascii() and character not in " /()-\u00a0")


def marks(content):
    text = folded(content)
    return [mark for mark in MARKS if mark in text]


class Office:
    """A server on which the person was renamed and is named in every text there is."""

    def __init__(self, rollcall, folder):
        self.rollcall = rollcall
        self.reports = folder / "reports"
        self.reports.mkdir()
        rollcall.options = ["--reports", self.reports]
        rollcall.start()
        self.key = bearer(rollcall.key("acme", "owner"))
        self.id = rollcall.responder("acme", FORMER, "--phone", FORMER_NUMBER, "--external-id", EXTERNAL)
        self.other = rollcall.responder("acme", "Somebody Else", "--phone", "+38670111222")
        rollcall.cli("responder", "set", "acme", self.id, "--name", NAME, "--phone", NUMBER)
        self.texts = iter(TYPED * 4)

    def url(self, path):
        return f"{self.rollcall.url}/w/acme/{path}"

    def text(self):
        """A text that names the person in another way than the one before."""
        return f"about {next(self.texts)}, again"

    def send(self, path, form, status=(200, 303)):
        answer = self.key.post(self.url(path), data=form, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code in status, (path, answer.status_code, answer.text)
        return answer

    def get(self, path, **query):
        answer = self.key.get(self.url(path), params=query, timeout=LIMIT)
        assert answer.status_code == 200, (path, answer.text)
        return answer

    def name_everywhere(self):
        self.incident()
        self.holds()
        self.names()
        self.filters()

    def incident(self):
        phone = bearer(self.rollcall.token("acme", self.other, "device-2"))
        ping = {"lat": 46.05, "lng": 14.5, "is_mock": False, "sequence": 1}
        assert phone.put(f"{self.rollcall.url}/app/v1/duty", json={"state": "on_duty"}, timeout=LIMIT).status_code == 200
        answer = phone.post(
            f"{self.rollcall.url}/app/v1/locations/batch", json={"pings": [ping]}, timeout=LIMIT,
            headers={"X-Idempotency-Key": "first"})
        assert answer.status_code == 201, answer.text
        answer = self.key.post(self.url("incidents"), headers={"Idempotency-Key": str(uuid.uuid4())}, timeout=LIMIT, json={
            "title": self.text(), "notes": " ".join(TYPED), "lat": 46.05, "lng": 14.5,
            "asking": {"mode": "parallel", "picks": [self.other], "answer_s": 600}})
        assert answer.status_code == 201, answer.text
        incident, offer = answer.json()["id"], answer.json()["offers"][0]["id"]
        # Somebody else's reason, and what stands in the log of it.
        answer = phone.post(
            f"{self.rollcall.url}/app/v1/offers/{offer}/decline", json={"reason": self.text()}, timeout=LIMIT)
        assert answer.status_code == 200, answer.text
        for typed in TYPED:
            answer = self.key.post(self.url(f"incidents/{incident}/notes.json"), json={"note": typed}, timeout=LIMIT)
            assert answer.status_code == 200, answer.text
        alerts = until(lambda: self.get("alerts.json").json()["alerts"], "an alert")
        self.send(f"alerts/{alerts[0]['id']}/acknowledge", {"note": self.text()})
        self.send(f"incidents/{incident}/cancel", {"": ""})

    def holds(self):
        span = {"from": "2026-01-05", "to": "2026-01-06", "reason": self.text()}
        self.send("holds", {"responder": self.other, **span})
        hold = self.get("holds.json").json()["holds"][0]["id"]
        self.send(f"holds/{hold}/release", {"note": self.text()})

    def names(self):
        """Of places, events, channels, screens, an app of somebody else, and a region in which the other one is."""
        self.rollcall.cli("event", "add", "acme", "run", "--name", self.text())
        outlets = "name,lat,lng,external_id\n" + "".join(f'"{typed}",46,14,O-{row}\n' for row, typed in enumerate(TYPED))
        list = self.reports / "outlets.csv"
        list.write_text(outlets)
        self.rollcall.cli("outlet", "import", "acme", list)
        list.unlink()
        for number in range(2):
            self.send("settings/channels", {
                "name": [FORMER, FORMER.upper()][number], "kind": "webhook", "address": "https://acme.example/hook"})
            self.send("settings/screens", {"name": self.text(), "days": 9})
        self.send(f"responders/{self.other}/connect", {
            "app": "colota", "name": NAME.upper(), "on_duty": 60, "on_mission": 60})
        self.rollcall.cli("responder", "set", "acme", self.other, "--region", f"Round of {NAME}")

    def filters(self):
        """Of files, which the audit keeps for ever, and of a report that is made again and again."""
        for typed in TYPED:
            self.get("reports/gaps.csv", region=typed, profile=typed)
            self.get("board.csv", q=typed, region=typed)
            self.get("audit.csv", subject=typed, actor=f"key:{typed}", action=typed)
        self.get("reports/gaps.csv", region=f"Round of {NAME}")
        for region in [f"Round of {NAME}", NAME.upper()]:
            self.send("reports/schedules", {"kind": "gaps", "rhythm": "day", "hour": "3", "region": region})

    def erase(self):
        self.send(f"responders/{self.id}/erase", {"confirm": f"erase {self.id}"}, status=(303,))

    def pages(self):
        paths = [
            "board", "board.json", "responders", "responders.json", "incidents", "incidents.json", "alerts", "alerts.json",
            "holds", "holds.json", "events", "settings/outlets", "settings/channels", "settings/screens", "settings/regions",
            "reports/exports", "reports/exports.json", "reports/schedules", "audit", "audit.json", "requests",
            f"responders/{self.other}", "incidents/1", "incidents/1.json"]
        return {path: self.get(path).content for path in paths}


@pytest.fixture
def office(rollcall, tmp_path):
    office = Office(rollcall, tmp_path)
    office.name_everywhere()
    return office


def files(rollcall):
    return {file.name: file.read_bytes() for file in [*rollcall.database.parent.iterdir(), rollcall.log] if file.is_file()}


def test_no_name_of_before_is_left_in_anything_that_was_typed(office, tmp_path):
    rollcall = office.rollcall
    held = office.get(f"responders/{office.id}/export.json").json()
    assert any(marks(content) for content in files(rollcall).values())
    preview = office.get(f"responders/{office.id}/erase").text

    office.erase()
    assert {name: found for name, content in files(rollcall).items() if (found := marks(content))} == {}
    assert {path: found for path, content in office.pages().items() if (found := marks(content))} == {}
    assert marks(requests.get(f"{rollcall.url}/metrics", timeout=LIMIT).content) == []
    copy = tmp_path / "copy.db"
    rollcall.cli("backup", copy)
    assert marks(copy.read_bytes()) == []
    assert rollcall.cli("verify")["ok"] is True
    assert "Texts that mention them" in preview
    # Until then they were part of what was held about them.
    former = next(table["rows"] for table in held["tables"] if table["table"] == "former_name")
    assert {row["name"] for row in former} == {FORMER, FORMER_NUMBER}
    # What referred to the renamed region still does, and everybody else has the name they had.
    people = {row["id"]: row for row in office.get("responders.json").json()["responders"]}
    assert people[office.other]["name"] == "Somebody Else"
    assert people[office.other]["region"].startswith(f"Erased person {office.id}, region ")
    assert rollcall.stop() == 0
    assert {name: found for name, content in files(rollcall).items() if (found := marks(content))} == {}


def test_a_restore_of_a_backup_from_before_finds_former_names_too(office, tmp_path):
    rollcall = office.rollcall
    copy = tmp_path / "copy.db"
    rollcall.cli("backup", copy)
    assert marks(copy.read_bytes()) == MARKS
    office.erase()
    assert rollcall.stop() == 0
    restored = rollcall.cli("restore", copy)
    assert restored["erased_again"] == [{"workspace": "acme", "id": office.id}]
    assert {name: found for name, content in files(rollcall).items() if (found := marks(content))} == {}
    assert rollcall.cli("verify")["ok"] is True


def test_the_audit_names_a_region_by_its_id_and_tells_it_by_its_name(rollcall):
    rollcall.start()
    key = rollcall.key("acme", "owner")
    rollcall.responder("acme", "Ana", "--region", "North")
    for region in ["North", "Nowhere"]:
        assert rollcall.get("/w/acme/reports/gaps.csv", key, region=region).status_code == 200
    exports = until(lambda: (
        found if len(found := rollcall.get("/w/acme/reports/exports.json", key).json()["exports"]) == 2 else None), "both files")
    filters = [row["filter"] for row in exports]
    assert filters[1] == "?region_id=1" and filters[0].startswith("?region_sha256=")
    shown = rollcall.get("/w/acme/reports/exports", key).text
    assert "region North" in shown and "Nowhere" not in shown
    rows = list(csv.DictReader(io.StringIO(rollcall.get("/w/acme/audit.csv", key, action="responder").text)))
    assert "region 1" in rows[0]["after"]
    assert "region North" in rollcall.get("/w/acme/audit", key, action="responder").text
