"""`rollcall convert`: what a new file holds, kills and Ctrl-C in the middle of it, and what is refused."""
import collections
import hashlib
import os
import random
import shutil
import signal
import sqlite3
import struct
import subprocess
import time

import old_layout
import pytest
import stored_pings
from rollcall import BINARY, ENVIRONMENT

SEED = int(os.environ.get("ROLLCALL_SEED", time.time_ns() % 1_000_000))
PERSON = 1 << 32


@pytest.fixture
def old(rollcall, tmp_path):
    """A file of the old layout, with the people and the audit of a real database."""
    print(f"seed {SEED}")
    return make(rollcall, tmp_path / "old.db", people=6, count=900)


def make(rollcall, path, people, count):
    south = rollcall.workspace("south")
    for number in range(people):
        rollcall.responder(["acme", south][number % 2], f"Ana {number}")
    rollcall.key("acme")
    db = old_layout.of(path, rollcall.database)
    everybody = db.execute("SELECT workspace_id, id FROM responder ORDER BY id").fetchall()
    # One of them never sent anything.
    old_layout.fill(db, everybody[1:], SEED, count=count)
    db.close()
    return path


def convert(rollcall, old, new):
    return rollcall.run("convert", old, new, "--json")


def exact(value):
    """A value by which −0.0 is not 0.0."""
    return struct.pack("<d", value) if isinstance(value, float) else value


def reading(path):
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True)


def pings_before(path):
    db = reading(path)
    names = [name for name in old_layout.PING if name not in ("workspace_id", "responder_id")]
    found = collections.Counter()
    for workspace, person, *values in db.execute(f"SELECT workspace_id, responder_id, {', '.join(names)} FROM ping"):
        ping = dict(zip(names, values))
        ping["id"] += person * PERSON
        found[workspace, person, *(exact(ping[name]) for name in stored_pings.COLUMNS)] += 1
    db.close()
    return found


def pings_now(path):
    db = reading(path)
    found = collections.Counter(
        (workspace, person, *map(exact, ping.values())) for workspace, person, ping in stored_pings.rows(db))
    db.close()
    return found


def everything(path):
    """All rows of a file of today."""
    db = reading(path)
    found = {name: sorted(db.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
             for name in old_layout.names(db, "main")}
    db.close()
    return found


def other_rows_before(path):
    """The rows of the other tables as they are to be now."""
    db = reading(path)
    of = {(person, id): effective for person, id, effective in db.execute(
        "SELECT responder_id, id, effective_at FROM ping")}
    found = {}
    for table in old_layout.names(db, "main"):
        listed = old_layout.columns(db, "main", table)
        rows = [dict(zip(listed, row)) for row in db.execute(f"SELECT * FROM {table}")]
        for row in rows:
            if table == "doubt":
                row["ping_id"] += row["responder_id"] * PERSON
            if table in ("upload", "liveness") and row["latest_ping_id"] is not None:
                known = table == "liveness" or (row["responder_id"], row["latest_ping_id"]) in of
                row["latest_ping_id"] = row["latest_ping_id"] + row["responder_id"] * PERSON if known else None
        if table not in ("ping", "backup_sum"):
            found[table] = (listed, sorted((tuple(row.values()) for row in rows), key=repr))
    db.close()
    return found


def sums(path):
    return {suffix: hashlib.sha256(open(f"{path}{suffix}", "rb").read()).hexdigest()
            for suffix in ("", "-wal") if os.path.exists(f"{path}{suffix}")}


def check(rollcall, old, new):
    """That the new file holds what the old one does."""
    assert pings_before(old) == pings_now(new)
    db = reading(new)
    for table, (listed, rows) in other_rows_before(old).items():
        assert sorted(db.execute(f"SELECT {', '.join(listed)} FROM {table}").fetchall(), key=repr) == rows, table
    db.close()
    done = rollcall.run("verify", "--database", new)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_new_file_holds_what_the_old_one_does_and_a_server_runs_on_it(rollcall, old, tmp_path):
    new = tmp_path / "new.db"
    before = sums(old)
    done = convert(rollcall, old, new)
    assert done.returncode == 0, done.stderr
    assert sums(old) == before
    assert "packing positions: " in done.stderr
    assert sorted(one.name for one in tmp_path.iterdir() if one.name.startswith("new")) in (
        ["new.db"], ["new.db", "new.db.lock"])
    assert os.stat(new).st_mode & 0o777 == 0o600
    check(rollcall, old, new)

    count = sum(pings_before(old).values())
    assert count > 1_000
    rollcall.database = new
    key = rollcall.key("acme")
    rollcall.start()
    assert sum(len(rollcall.history(slug, rollcall.key(slug))) for slug in ("acme", "south")) == count
    assert rollcall.get("/w/acme/history.csv", key, **{"from": "2000-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"}).ok
    assert rollcall.stop() == 0


def test_positions_in_the_log_of_a_killed_server_are_carried_over(rollcall, old, tmp_path):
    killed = tmp_path / "killed.db"
    db = sqlite3.connect(old)
    db.execute("PRAGMA wal_autocheckpoint = 0")
    db.execute("DELETE FROM ping WHERE id % 7 = 0")
    db.commit()
    for suffix in ("", "-wal"):
        shutil.copy(f"{old}{suffix}", f"{killed}{suffix}")
    db.close()
    assert os.path.getsize(f"{killed}-wal") > 0
    before = sums(killed)
    done = convert(rollcall, killed, tmp_path / "new.db")
    assert done.returncode == 0, done.stderr
    assert sums(killed) == before
    assert pings_now(tmp_path / "new.db") == pings_before(old)


def begin(old, new):
    return subprocess.Popen(
        [BINARY, "convert", old, new], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=ENVIRONMENT)


def test_killed_again_and_again_it_ends_with_the_same_file(rollcall, tmp_path):
    print(f"seed {SEED}")
    old = make(rollcall, tmp_path / "old.db", people=8, count=12_000)
    whole, new = tmp_path / "whole.db", tmp_path / "new.db"
    began = time.monotonic()
    done = convert(rollcall, old, whole)
    assert done.returncode == 0, done.stderr
    lasted = time.monotonic() - began
    before, moments, kills, lengths = sums(old), random.Random(SEED), 0, set()
    for number in range(200):
        process = begin(old, new)
        try:
            process.wait(moments.uniform(0.02, lasted * 0.5) if number < 25 else None)
        except subprocess.TimeoutExpired:
            process.send_signal(moments.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT]))
            process.wait()
            kills += 1
            lengths.add(os.path.getsize(new) if new.exists() else 0)
            if number % 5 == 0 and new.exists() and not is_done(new):
                served = subprocess.run(
                    [BINARY, "serve", "--listen", "127.0.0.1:0", "--database", new], capture_output=True, text=True,
                    timeout=30, env=ENVIRONMENT)
                assert served.returncode == 1 and "convert" in served.stdout + served.stderr
        if is_done(new):
            break
        assert process.returncode != 0
    assert kills > 3 and len(lengths) > 2, f"{kills} kills in {lasted} s met {lengths}"
    assert sums(old) == before
    assert everything(new) == everything(whole)
    check(rollcall, old, new)


def is_done(path):
    """Whether the file says that it is one of today."""
    if not path.exists() or path.stat().st_size == 0:
        return False
    # A journal is rolled back by whoever may write.
    db = sqlite3.connect(path)
    try:
        return db.execute("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'conversion%'").fetchone()[0] == 0 and \
            db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] > 0
    finally:
        db.close()


def test_a_database_in_use_is_refused(rollcall, tmp_path):
    rollcall.start()
    done = convert(rollcall, rollcall.database, tmp_path / "new.db")
    assert done.returncode == 1 and "in use" in done.stderr
    assert not (tmp_path / "new.db").exists()
    assert rollcall.stop() == 0


def test_a_server_sends_whoever_starts_it_on_an_old_file_to_the_conversion(rollcall, old):
    before = sums(old)
    served = subprocess.run(
        [BINARY, "serve", "--listen", "127.0.0.1:0", "--database", old], capture_output=True, text=True, timeout=30,
        env=ENVIRONMENT)
    assert served.returncode == 1 and "`rollcall convert`" in served.stdout + served.stderr
    assert sums(old) == before
