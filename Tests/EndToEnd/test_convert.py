"""`rollcall convert`: a database of the layout before packed positions becomes one of today's, whatever ends the command."""
import fcntl
import json
import random
import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import closing

import old_database
import pytest
import stored_pings
from rollcall import BINARY, ENVIRONMENT, TREE, Rollcall

SEED = time.time_ns() % 1_000_000
POSITIONS = 30_000


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A folder with an old database that was not closed in order, `old.db`."""
    folder = tmp_path_factory.mktemp("convert")
    today = Rollcall(folder / "today")
    today.database.parent.mkdir()
    today.cli("seed", TREE / "seeds/demo")
    db = old_database.make(today.database, folder / "whole.db")
    old_database.fill(db, POSITIONS, 20, days=60)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.execute("PRAGMA wal_autocheckpoint = 0")
    old_database.refer(db)
    # The newest rows are in the log alone.
    for suffix in ("", "-wal"):
        shutil.copy(folder / f"whole.db{suffix}", folder / f"old.db{suffix}")
    db.close()
    return folder


def command(old, new, *options):
    return [str(BINARY), "convert", str(old), str(new), *options]


def convert(old, new, *options):
    return subprocess.run(command(old, new, *options), capture_output=True, text=True, timeout=300, env=ENVIRONMENT)


def begin(old, new):
    return subprocess.Popen(
        command(old, new), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)


def is_finished(new, whole):
    """Whether it has the mark of a database rather than that of a conversion under way: also when it was killed only after that."""
    def marks(path):
        with closing(sqlite3.connect(path)) as db:
            return db.execute("PRAGMA application_id").fetchone(), db.execute("PRAGMA user_version").fetchone()
    return new.exists() and new.stat().st_size > 0 and marks(new) == marks(whole)


def content(path):
    """Every row of every table of a file, chunks as they are."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        return {name: sorted(map(repr, db.execute(f"SELECT * FROM {name}"))) for name in old_database.tables(db)}


def bits(value):
    return value.hex() if isinstance(value, float) else value


def positions(db, query):
    return sorted(tuple(map(repr, map(bits, row))) for row in db.execute(query))


@pytest.fixture(scope="module")
def whole(world):
    """What an undisturbed conversion makes."""
    before = {name: (world / name).read_bytes() for name in ("old.db", "old.db-wal")}
    assert len(before["old.db-wal"]) > 100_000
    done = convert(world / "old.db", world / "undisturbed.db", "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["positions"] == POSITIONS and said["rows"] > 1_000
    for line in ("copying rows", "packing positions: ", "comparing both files: ", "checking the new file"):
        assert line in done.stderr
    assert before == {name: (world / name).read_bytes() for name in before}, "the old file was changed"
    return world / "undisturbed.db"


def test_the_new_file_has_everything_of_the_old_one(world, whole):
    with closing(sqlite3.connect(f"file:{world / 'old.db'}?mode=ro", uri=True)) as old, \
            closing(sqlite3.connect(f"file:{whole}?mode=ro", uri=True)) as new:
        stored_pings.upload_table(stored_pings.table(new))
        names = [name for name in old_database.COLUMNS if name != "id"]
        listed = ", ".join(names)
        assert positions(new, f"SELECT {listed}, id FROM temp.ping") == positions(
            old, f"SELECT {listed}, (responder_id << 32) + id FROM ping")
        unchanged = set(old_database.tables(old)) - {"ping", "upload", "doubt", "liveness", "backup_sum"}
        for table in unchanged:
            listed = ", ".join(old_database.columns(old, table))
            assert positions(new, f"SELECT {listed} FROM {table}") == positions(old, f"SELECT {listed} FROM {table}"), table
        # Those that refer to a position refer to the same one.
        for table, column in (("doubt", "ping_id"), ("upload", "latest_ping_id"), ("liveness", "latest_ping_id")):
            same = f"SELECT {table}.responder_id, ping.recorded_at_raw, ping.lat, ping.lng, ping.effective_at FROM"
            found = positions(new, f"{same} {table} JOIN temp.ping ON ping.id = {column}")
            assert found == positions(old, f"{same} {table} JOIN ping ON ping.id = {column}") and found
        # What phones said, as the numbers of docs/store.md.
        words = {"permission": ("granted", "denied"), "power_mode": ("normal", "low_power"),
                 "app_state": ("foreground", "background"), "network": ("wifi", "cellular", "none")}
        same = [name for name in old_database.columns(old, "upload") if name not in ("id", "latest_ping_id", *words)]
        coded = [f"CASE {name} {' '.join(f'WHEN {word!r} THEN {code}' for code, word in enumerate(known))} END"
                 for name, known in words.items()]
        assert positions(new, f"SELECT {', '.join([*same, *words])} FROM temp.upload") == positions(
            old, f"SELECT {', '.join([*same, *coded])} FROM upload")
        gone, = new.execute(
            "SELECT count(*) FROM upload WHERE latest_ping_id NOT IN (SELECT id FROM temp.ping)").fetchone()
        assert gone == 0


def test_a_server_goes_on_with_the_new_file(whole, tmp_path):
    rollcall = Rollcall(tmp_path / "data")
    rollcall.database.parent.mkdir()
    shutil.copy(whole, rollcall.database)
    assert rollcall.cli("verify")["ok"] is True
    # So that nothing is shown as expired.
    rollcall.cli("workspace", "set", "demo", "--retention-days", 3650)
    rollcall.options = ["--purge-after", 3600]
    rollcall.start()
    history = rollcall.history("demo", rollcall.key("demo"))
    assert len(history) == POSITIONS
    assert rollcall.stop() == 0
    assert rollcall.cli("verify")["ok"] is True


def test_a_conversion_that_is_killed_goes_on_and_makes_the_same_file(world, whole, tmp_path):
    moments = random.Random(SEED)
    began = time.monotonic()
    assert convert(world / "old.db", tmp_path / "timed.db").returncode == 0
    usual = time.monotonic() - began
    for round in range(2):
        new, kills = tmp_path / f"new{round}.db", 0
        while True:
            process = begin(world / "old.db", new)
            try:
                process.wait(moments.uniform(0, usual * 0.7))
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                kills += 1
            if is_finished(new, whole):
                break
            if new.exists() and new.stat().st_size > 0:
                refused = subprocess.run(
                    [str(BINARY), "serve", "--listen", "127.0.0.1:0", "--database", str(new)],
                    capture_output=True, text=True, timeout=60, env=ENVIRONMENT)
                assert refused.returncode == 1 and "begun by a conversion" in refused.stderr, refused.stderr
        assert is_finished(new, whole), process.stderr.read()
        assert content(new) == content(whole), f"{kills} kills, seed {SEED}"


def test_ctrl_c_leaves_a_file_that_the_same_command_goes_on_with(world, whole, tmp_path):
    new = tmp_path / "new.db"
    process = begin(world / "old.db", new)
    for line in process.stderr:
        if line.startswith("comparing"):
            break
    process.send_signal(signal.SIGINT)
    assert process.wait() != 0
    done = convert(world / "old.db", new)
    # What was there is not done again.
    assert done.returncode == 0 and f"packing positions: {POSITIONS} of {POSITIONS}" in done.stderr, done.stderr
    assert content(new) == content(whole)


def test_an_old_database_in_use_is_left_alone(world, tmp_path):
    with open(f"{world / 'old.db'}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = convert(world / "old.db", tmp_path / "new.db")
    assert done.returncode == 1 and "old.db is in use by another process" in done.stderr
    assert not (tmp_path / "new.db").exists()


def test_a_server_names_the_conversion(world, tmp_path):
    copy = tmp_path / "old.db"
    shutil.copy(world / "whole.db", copy)
    for words in (["serve", "--listen", "127.0.0.1:0"], ["verify"], ["doctor"]):
        done = subprocess.run(
            [str(BINARY), *words, "--database", str(copy)], capture_output=True, text=True, timeout=60, env=ENVIRONMENT)
        assert done.returncode == 1 and "`rollcall convert` moves it into a new file" in done.stdout + done.stderr
