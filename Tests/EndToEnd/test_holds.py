"""A hold from outside: what a real server's purge passes over, what it takes, and that a release lets it go on."""
import csv
import io
import sqlite3
from datetime import datetime, timedelta, timezone

import pytest
import stored_pings
from responding import until
from rooms import bearer

LIMIT = 30
PURGE = 240
POINTS = 5


class Archive:
    """The workspace `acme`, whose one person has positions of 40, 30 and 2 days ago, five each."""

    def __init__(self, rollcall, folder):
        self.rollcall = rollcall
        # The first look of the purge; a minute after the start by default.
        rollcall.options += ["--purge-after", "1"]
        rollcall.start()
        self.person = rollcall.responder("acme", "Ana")
        self.key = bearer(rollcall.key("acme", "owner"))
        # Noon is the same day in the workspace's zone.
        noon = datetime.now(timezone.utc).replace(hour=12, minute=0, second=0, microsecond=0)
        self.old, self.held, self.young = (noon - timedelta(days=days) for days in (40, 30, 2))
        track = folder / "track.csv"
        track.write_text("time,lat,lng\n" + "".join(
            f"{first + timedelta(minutes=number):%Y-%m-%dT%H:%M:%SZ},46.0{number},14.5\n"
            for first in (self.old, self.held, self.young) for number in range(POINTS)))
        stored = rollcall.cli("responder", "import-track", "acme", self.person, track)["stored"]
        assert stored == 3 * POINTS

    def url(self, path):
        return f"{self.rollcall.url}/w/acme/{path}"

    def get(self, path, **query):
        answer = self.key.get(self.url(path), params=query, timeout=LIMIT)
        assert answer.status_code == 200, answer.text
        return answer

    def send(self, path, **form):
        answer = self.key.post(self.url(path), data=form, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == 303, answer.text

    def hold(self):
        """Puts the day in the middle on hold; the number of the hold."""
        self.send("holds", responder=self.person, reason="Complaint 17", **{
            "from": f"{self.held:%Y-%m-%d}", "to": f"{self.held + timedelta(days=1):%Y-%m-%d}"})
        [hold] = self.get("holds.json").json()["holds"]
        assert (hold["state"], hold["responder_id"], hold["reason"]) == ("in_force", self.person, "Complaint 17")
        return hold["id"]

    def restart(self):
        """The purge looks soon after a start, then every hour."""
        assert self.rollcall.stop() == 0
        self.rollcall.start()

    def days(self):
        """How many positions of each day are in the file, the earliest day first, read beside the server."""
        file = sqlite3.connect(f"file:{self.rollcall.database}?mode=ro", uri=True, timeout=LIMIT)
        try:
            return stored_pings.table(file).execute(
                "SELECT date(effective_at / 1000, 'unixepoch') AS day, count(*) FROM ping WHERE responder_id = ?"
                " GROUP BY day ORDER BY day", (self.person,)).fetchall()
        finally:
            file.close()

    def expected(self, *firsts):
        return [(f"{first:%Y-%m-%d}", POINTS) for first in firsts]

    def reaches(self, *firsts):
        wanted = self.expected(*firsts)
        until(lambda: self.days() == wanted, f"a purge that leaves {wanted}", limit=PURGE)

    def purges(self):
        text = self.get("purges.csv").content.decode()
        return list(csv.DictReader(io.StringIO(text, newline="")))

    def audit(self):
        """What was done with holds, the oldest first: the act, of whom, and what of it."""
        entries = self.get("audit.json", action="hold").json()["entries"]
        return [(entry["action"], entry["subject"], entry["detail"]) for entry in reversed(entries)]


@pytest.fixture
def archive(rollcall, tmp_path):
    return Archive(rollcall, tmp_path)


def test_what_is_on_hold_outlives_the_purge_until_it_is_released(archive):
    number = archive.hold()
    assert archive.days() == archive.expected(archive.old, archive.held, archive.young)
    archive.rollcall.cli("workspace", "set", "acme", "--retention-days", 7)
    archive.restart()
    archive.reaches(archive.held, archive.young)

    # The certificate of the day says what went, of when, and what stayed because of which hold.
    purges = archive.purges()
    assert sum(int(row["pings"]) for row in purges) == POINTS
    row = next(row for row in purges if row["pings"] == str(POINTS))
    assert row["people"] == "1" and row["audit_entry"] == ""
    taken = [datetime.fromisoformat(row[name]) for name in ("first_effective_at", "last_effective_at")]
    assert taken == [archive.old, archive.old + timedelta(minutes=POINTS - 1)]
    assert (row["held_pings"], row["held_people"], row["holds"]) == (str(POINTS), "1", str(number))
    page = archive.get("holds").text
    for words in (f"Hold {number}", "In force", "Complaint 17", "Ana", f"{POINTS} positions of 1 person, by hold {number}"):
        assert words in page, words

    archive.send(f"holds/{number}/release", note="It is settled")
    archive.restart()
    archive.reaches(archive.young)
    assert sum(int(row["pings"]) for row in archive.purges()) == 2 * POINTS
    [hold] = archive.get("holds.json").json()["holds"]
    assert (hold["state"], hold["note"]) == ("released", "It is settled")
    page = archive.get("holds").text
    assert "Released" in page and "It is settled" in page

    told = archive.audit()
    assert [(action, subject) for action, subject, _ in told] == [
        (action, f"responder {archive.person}") for action in ("hold.add", "hold.release")]
    # The reason may name somebody: it is not in the audit, which cannot be erased.
    assert all(detail.startswith(f"hold {number}") and "Complaint" not in detail for _, _, detail in told)
