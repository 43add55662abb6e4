"""The audit from outside: what is told of whom, and that nobody takes an entry out of a real file unseen."""
import sqlite3

import pytest
from people import add_member, log_in
from responding import until

TAMPERING = {
    "DELETE FROM audit WHERE number = 2": "entry 2 was removed",
    "UPDATE audit SET actor = 'nobody' WHERE number = 2": "entry 2 was changed",
    "UPDATE audit SET origin = '' WHERE number = 2": "entry 2 was changed",
    "DELETE FROM audit WHERE number > 2": "cut off at the end",
}


@pytest.fixture
def audited(rollcall):
    """A server in whose audit somebody has logged in and exported."""
    server = rollcall
    server.start()
    session = log_in(server, add_member(server, "acme", "eva@example.org", "owner"))
    answer = session.get(f"{server.url}/w/acme/history.csv", timeout=20)
    assert answer.status_code == 200
    return server, session


def test_who_did_what_and_from_where_is_told(audited):
    server, session = audited
    # An export is noted when all of it was sent: beside the answer.
    entries = until(lambda: exported(session.get(f"{server.url}/w/acme/audit.json", timeout=20).json()["entries"]))
    told = [(entry["action"], entry["actor_name"], entry["origin"]) for entry in reversed(entries)]
    assert told[:4] == [
        ("workspace.add", "Command line", "command line"), ("member.add", "Command line", "command line"),
        ("login.begin", "eva@example.org", "127.0.0.1"), ("export.history", "eva@example.org", "127.0.0.1"),
    ]
    assert [entry["number"] for entry in reversed(entries)] == list(range(1, len(entries) + 1))


def exported(entries):
    return entries if any(entry["action"] == "export.history" for entry in entries) else None


@pytest.mark.parametrize("sql", TAMPERING)
def test_tampering_with_the_file_is_named(audited, sql):
    server, _ = audited
    head = server.cli("verify", "--heads")["audit"][0]
    assert head["workspace"] == "acme" and head["entries"] >= 3
    server.stop()
    with sqlite3.connect(server.database) as file:
        found = file.execute("SELECT lower(hex(hash)) FROM audit WHERE number = ?", [head["entries"]]).fetchall()
        assert found == [(head["hash"],)]
        file.execute("DROP TRIGGER audit_is_not_changed")
        file.execute("DROP TRIGGER audit_is_not_deleted")
        file.execute(sql)
    file.close()
    done = server.run("verify", "--database", server.database)
    assert done.returncode == 1 and TAMPERING[sql] in done.stdout + done.stderr, done
