"""The audit from outside: what is told of whom, and that nobody takes an entry out of a real file unseen."""
import base64
import hashlib
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
    head = server.cli("verify", "--print-heads")["audit"][0]
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


def written(head):
    return f"rollcall-head:{head['workspace']}:{head['entries']}:{head['hash']}"


def checked(server, *files):
    heads = [word for file in files for word in ("--heads", file)]
    return server.run("verify", "--database", server.database, *heads)


def as_text(line):
    return f"Kept on paper: {line}, by Mirela.\n"


def as_mail(line):
    body = base64.encodebytes(f"Since 10:02.\r\nAudit: {line}\r\n".encode()).decode()
    return f"Subject: Alert\r\nContent-Transfer-Encoding: base64\r\n\r\n{body}"


def as_quoted_mail(line):
    return f"Audit: {line[:50]}=\r\n{line[50:]}\r\n"


@pytest.mark.parametrize("form", [as_text, as_mail, as_quoted_mail])
def test_a_head_kept_elsewhere_stands_while_nothing_is_changed(audited, tmp_path, form):
    server, _ = audited
    kept = tmp_path / "kept"
    kept.write_text(form(written(server.cli("verify", "--print-heads")["audit"][0])))
    done = checked(server, kept)
    assert done.returncode == 0 and "is as it was written down" in done.stdout, done
    none = tmp_path / "none"
    none.write_text("nothing")
    assert checked(server, none).returncode == 1


def test_a_chain_cut_or_rewritten_as_a_whole_is_found_by_its_head(audited, tmp_path):
    server, _ = audited
    head = server.cli("verify", "--print-heads")["audit"][0]
    kept = tmp_path / "kept"
    kept.write_text(written(head))
    assert server.stop() == 0
    backup = tmp_path / "backup.db"
    server.cli("backup", backup)
    assert checked(server, backup).returncode == 0
    forge(server.database, head["entries"])
    assert server.run("verify", "--database", server.database).returncode == 0, "a whole new chain is sound by itself"
    for file in (kept, backup):
        done = checked(server, file)
        assert done.returncode == 1 and "the chain was rewritten since" in done.stdout + done.stderr, done
    cut(server.database)
    for file in (kept, backup):
        done = checked(server, file)
        assert done.returncode == 1 and "it was cut" in done.stdout + done.stderr, done


def entry_hash(workspace, entry, previous):
    """As the server chains entries: each field with its length."""
    digest = hashlib.sha256(previous)
    for field in [workspace, *entry]:
        text = str(field).encode()
        digest.update(f"{len(text)}:".encode() + text)
    return digest.digest()


COLUMNS = "number, at, actor, origin, action, subject, detail, value_before, value_after"


def rewrite(file, workspace, entries):
    """Writes a chain anew, with its end."""
    triggers = file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        file.execute(f"DROP TRIGGER {name}")
    file.execute("DELETE FROM export_file")
    file.execute("DELETE FROM audit")
    previous = bytes(32)
    for entry in entries:
        new = entry_hash(workspace, entry, previous)
        marks = ", ".join("?" * (len(entry) + 3))
        file.execute(
            f"INSERT INTO audit (workspace_id, {COLUMNS}, previous, hash) VALUES ({marks})",
            [workspace, *entry, previous, new])
        previous = new
    file.execute("UPDATE audit_head SET count = ?, hash = ?", [len(entries), previous])
    for _, sql in triggers:
        file.execute(sql)


def chain(file):
    workspace = file.execute("SELECT DISTINCT workspace_id FROM audit").fetchone()[0]
    return workspace, file.execute(f"SELECT {COLUMNS} FROM audit ORDER BY number").fetchall()


def forge(database, number):
    """Changes who did something, and hashes everything anew."""
    with sqlite3.connect(database) as file:
        workspace, entries = chain(file)
        entries = [(*entry[:2], "nobody", *entry[3:]) if entry[0] == number else entry for entry in entries]
        rewrite(file, workspace, entries)


def cut(database):
    with sqlite3.connect(database) as file:
        workspace, entries = chain(file)
        rewrite(file, workspace, entries[:2])
