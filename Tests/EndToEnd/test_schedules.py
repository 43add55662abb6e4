"""Reports that are made again and again, into a folder of the server."""
import csv
import io
import json
import sqlite3
import stat

import pytest
from responding import until
from rooms import bearer

LIMIT = 30


class Office:
    """The workspace `acme`, its auditor, and the folder `reports`."""

    def __init__(self, rollcall, folder):
        self.rollcall, self.folder = rollcall, folder
        self.start()
        self.key = bearer(rollcall.key("acme", "auditor"))

    def start(self):
        self.rollcall.start(["env", f"ROLLCALL_REPORTS={self.folder}"])

    def url(self, path):
        return f"{self.rollcall.url}/w/acme/{path}"

    def page(self):
        answer = self.key.get(self.url("reports/schedules"), timeout=LIMIT)
        assert answer.status_code == 200
        return answer.text

    def schedule(self, **form):
        answer = self.key.post(self.url("reports/schedules"), data={"hour": "0", **form}, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == 303, answer.text

    def miss(self):
        """As if the server had been away since long ago."""
        assert self.rollcall.stop() == 0
        with sqlite3.connect(self.rollcall.database) as file:
            file.execute("UPDATE report_schedule SET done_to = 0")
        file.close()

    def files(self):
        return sorted(path for path in self.folder.glob("acme/*.csv"))


@pytest.fixture
def office(rollcall, tmp_path):
    folder = tmp_path / "reports"
    folder.mkdir()
    return Office(rollcall, folder)


def test_what_was_missed_is_made_up_once_and_is_known_again(office):
    office.schedule(kind="transitions", rhythm="day")
    office.schedule(kind="gaps", rhythm="month", region="North")
    assert office.files() == []
    office.miss()
    office.start()
    files = until(lambda: len(found := office.files()) == 2 and found)
    for path in files:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        until(lambda: path.name in office.page())
        done = office.rollcall.run("verify-export", path, "--database", office.rollcall.database, "--json")
        assert done.returncode == 0 and json.loads(done.stdout.splitlines()[-1])["ok"] is True
    # The same rows as the page's own file of that day.
    name = next(path.name for path in files if path.name.startswith("transitions"))
    first, last = name[len("transitions-"):][:10], name[len("transitions-"):][11:21]
    answer = office.key.get(office.url("reports/transitions.csv"), params={"from": first, "to": last}, timeout=LIMIT)
    assert (office.folder / "acme" / name).read_bytes() == answer.content
    assert next(csv.reader(io.StringIO(answer.text)))[0] == "responder_id"
    # Once: a restart makes nothing anew.
    before = {path: path.stat().st_mtime_ns for path in files}
    assert office.rollcall.stop() == 0
    office.start()
    until(lambda: office.rollcall.is_healthy())
    entries = office.key.get(office.url("reports/exports.json"), timeout=LIMIT).json()["exports"]
    assert sorted(entry["kind"] for entry in entries if entry["actor"] == "rollcall") == ["gaps", "transitions"]
    assert {path: path.stat().st_mtime_ns for path in office.files()} == before
    assert not list(office.folder.rglob(".*"))


def test_a_report_that_cannot_be_written_says_so(office):
    office.schedule(kind="gaps", rhythm="day")
    office.miss()
    (office.folder / "acme").write_text("in the way")
    office.start()
    until(lambda: "Failed, tried again" in office.page())
    assert office.files() == []


def test_without_a_folder_it_is_off(rollcall):
    rollcall.start()
    key = bearer(rollcall.key("acme", "auditor"))
    assert "--reports DIR" in key.get(f"{rollcall.url}/w/acme/reports/schedules", timeout=LIMIT).text
