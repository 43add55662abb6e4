"""Backups beside uploads, restores, and kills in the middle of both."""
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time

import pytest
import requests
import stored_pings
from phones import acknowledged, start_phones, stored
from rollcall import BINARY, ENVIRONMENT, Rollcall

SEED = int(os.environ.get("ROLLCALL_SEED", time.time_ns() % 1_000_000))


def test_a_backup_beside_uploads_holds_all_that_was_acknowledged_before_it(rollcall, tmp_path, capsys):
    rollcall.start()
    key = rollcall.key("acme")
    phones = start_phones(rollcall, "acme", 4)
    while len(acknowledged(phones)) < 500:
        time.sleep(0.01)
    copies = []
    for number in range(3):
        before = acknowledged(phones)
        made = rollcall.cli("backup", tmp_path / f"copy-{number}.db")
        copies.append((before, made))
    for phone in phones:
        phone.stop()
    assert [phone.broken for phone in phones if phone.broken] == []
    after = acknowledged(phones)
    assert set(stored(rollcall.history("acme", key))) == after
    assert rollcall.stop() == 0

    for before, made in copies:
        assert before and before <= held(made["file"]) <= after
        assert hashlib.sha256(open(made["file"], "rb").read()).hexdigest() == made["sha256"]
        assert os.stat(made["file"]).st_mode & 0o777 == 0o600
    note = json.loads(open(f"{rollcall.database}.backup").read())
    assert note["bytes"] == copies[-1][1]["bytes"]

    # The second one becomes the database: what came after it is gone, and phones send on.
    before, made = copies[1]
    there = held(made["file"])
    restored = rollcall.cli("restore", made["file"], "--sha256", made["sha256"])
    assert os.path.exists(restored["kept"]) and restored["erased_again"] == []
    rollcall.start()
    assert set(stored(rollcall.history("acme", key))) == there
    assert rollcall.cli("verify")["ok"] is True
    assert rollcall.stop() == 0
    assert [row[0] for row in ask(rollcall.database, "SELECT detail FROM audit WHERE action = 'database.restore'")] \
        == [f"as of {restored['as_of']}"]


def test_a_restore_is_refused_while_a_server_runs_and_a_backup_is_not(rollcall, tmp_path):
    stopped = rollcall.cli("backup", tmp_path / "stopped.db")
    rollcall.start()
    running = rollcall.cli("backup", tmp_path / "running.db")
    assert stopped["bytes"] > 0 and running["bytes"] > 0
    done = rollcall.run("restore", running["file"], "--database", rollcall.database, "--json")
    assert done.returncode == 1 and "stop the server first" in done.stderr
    assert rollcall.cli("verify")["ok"] is True
    done = rollcall.run("backup", running["file"], "--database", rollcall.database)
    assert done.returncode == 1 and "is there already" in done.stderr
    assert rollcall.cli("backup", running["file"], "--replace")["bytes"] > 0
    assert rollcall.stop() == 0


def erase(rollcall, person):
    answer = requests.post(
        f"{rollcall.url}/w/acme/responders/{person}/erase", data={"confirm": f"erase {person}"}, timeout=60,
        headers={"Authorization": f"Bearer {rollcall.key('acme', 'owner')}"}, allow_redirects=False)
    assert answer.status_code == 303, answer.text


def test_who_was_erased_since_is_erased_again_by_a_restore(rollcall, tmp_path):
    person = rollcall.responder("acme", "Ana Novak-Marker", "--phone", "+38640123456")
    copy = tmp_path / "copy.db"
    rollcall.cli("backup", copy)
    rollcall.start()
    erase(rollcall, person)
    assert rollcall.stop() == 0
    assert b"Novak-Marker" in copy.read_bytes()

    restored = rollcall.cli("restore", copy)
    assert restored["erased_again"] == [{"workspace": "acme", "id": person}] and restored["erase_by_hand"] == []
    for path in rollcall.database.parent.glob("rollcall.db*"):
        assert b"Novak-Marker" not in path.read_bytes(), path
    assert rollcall.cli("verify")["ok"] is True


def test_who_was_erased_after_two_backups_is_erased_by_the_restore_of_either(rollcall, tmp_path):
    person = rollcall.responder("acme", "Ana Novak-Marker")
    monday, tuesday = tmp_path / "monday.db", tmp_path / "tuesday.db"
    rollcall.cli("backup", monday)
    rollcall.responder("acme", "Bor")
    rollcall.cli("backup", tuesday)
    rollcall.start()
    erase(rollcall, person)
    assert rollcall.stop() == 0

    erased = [{"workspace": "acme", "id": person}]
    first = rollcall.cli("restore", monday)
    assert (first["erased_again"], first["erase_by_hand"], first["knows_erased"]) == (erased, [], True)
    # The stamp in the name of the one from before has seconds.
    time.sleep(1.1)
    second = rollcall.cli("restore", tuesday)
    assert (second["erased_again"], second["erase_by_hand"], second["knows_erased"]) == (erased, [], False)
    for path in rollcall.database.parent.glob("rollcall.db*before*"):
        path.unlink()
    rollcall.cli("restore", monday)
    for path in rollcall.database.parent.glob("rollcall.db*before*"):
        path.unlink()
    last = rollcall.cli("restore", tuesday)
    assert (last["erased_again"], last["erase_by_hand"], last["knows_erased"]) == ([], erased, False)
    for path in rollcall.database.parent.glob("rollcall.db*"):
        path.unlink()
    assert rollcall.cli("restore", tuesday)["knows_erased"] is False


def test_what_came_on_hold_since_is_held_again_by_a_restore(rollcall, tmp_path):
    person = rollcall.responder("acme", "Ana")
    copy = tmp_path / "copy.db"
    rollcall.cli("backup", copy)
    span = ["--from", "2026-01-05", "--to", "2026-01-06", "--reason", "Complaint 17"]
    hold = rollcall.cli("hold", "add", "acme", "--responder", person, *span)["id"]
    late = rollcall.responder("acme", "Bor")
    rollcall.cli("hold", "add", "acme", "--responder", late, *span)

    restored = rollcall.cli("restore", copy)
    [carried] = restored["holds_carried"]
    assert (carried["workspace"], carried["before"], carried["responder_id"]) == ("acme", hold, person)
    assert [one["responder_id"] for one in restored["holds_lost"]] == [late] and restored["hold_by_hand"] == []
    [found] = rollcall.cli("hold", "list", "acme")["holds"]
    assert found["in_force"] and (found["id"], found["reason"]) == (carried["id"], "Complaint 17")
    assert rollcall.cli("verify")["ok"] is True


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files that the server's user may not open")
@pytest.mark.parametrize("there", [True, False], ids=["old database", "folder"])
def test_what_root_restores_is_the_servers_own(rollcall, tmp_path, there):
    copy = tmp_path / "copy.db"
    rollcall.cli("backup", copy)
    folder = rollcall.database.parent
    os.chown(folder, 65_534, 65_533)
    for path in folder.glob("rollcall.db*"):
        os.chown(path, 65_534, 65_533) if there and path == rollcall.database else path.unlink()
    rollcall.cli("restore", copy)
    rollcall.cli("backup", tmp_path / "next.db")
    owners = {path.name: (path.stat().st_uid, path.stat().st_gid) for path in folder.glob("rollcall.db*")}
    assert {"rollcall.db", "rollcall.db.lock", "rollcall.db.backup"} <= owners.keys()
    assert set(owners.values()) == {(65_534, 65_533)}, owners


def test_killed_backups_leave_no_half_file_under_the_name(rollcall, tmp_path):
    fatten(rollcall)
    moments = random.Random(SEED)
    copy = tmp_path / "copy.db"
    whole = seconds(lambda: rollcall.cli("backup", copy))
    for _ in range(8):
        copy.unlink(missing_ok=True)
        kill_after(moments.uniform(0, whole * 1.1), "backup", copy, "--database", rollcall.database)
        if copy.exists():
            assert soundness(copy) == "ok", f"ROLLCALL_SEED={SEED}"
    copy.unlink(missing_ok=True)
    assert rollcall.cli("backup", copy)["bytes"] > 0
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]


def test_killed_restores_leave_the_old_database_or_the_new_one(rollcall, tmp_path):
    fatten(rollcall)
    copy = tmp_path / "copy.db"
    rollcall.cli("backup", copy)
    moments = random.Random(SEED)
    whole = seconds(lambda: rollcall.cli("restore", copy))
    for turn in range(8):
        rollcall.workspace(f"later-{turn}")
        slugs = {one["slug"] for one in rollcall.cli("workspace", "list")["workspaces"]}
        kill_after(moments.uniform(0, whole * 1.1), "restore", copy, "--database", rollcall.database)
        now = {one["slug"] for one in rollcall.cli("workspace", "list")["workspaces"]}
        assert now in (slugs, {"acme"}), f"ROLLCALL_SEED={SEED}"
        assert rollcall.cli("verify")["ok"] is True, f"ROLLCALL_SEED={SEED}"
    # What is kept is named by the second: the last one may have come to its end in this one.
    time.sleep(1.1)
    assert rollcall.cli("restore", copy)["kept"]
    assert not list(rollcall.database.parent.glob("rollcall.db.rest*"))


def test_a_damaged_or_foreign_file_is_refused_and_nothing_changes(rollcall, tmp_path):
    copy = tmp_path / "copy.db"
    rollcall.cli("backup", copy)
    whole = copy.read_bytes()
    for name, content in {
        "cut": whole[:len(whole) // 2], "text": b"no database\n" * 1000, "empty": b"",
        "flipped": whole[:8192] + bytes(255 - byte for byte in whole[8192:16384]) + whole[16384:],
    }.items():
        bad = tmp_path / f"{name}.db"
        bad.write_bytes(content)
        done = rollcall.run("restore", bad, "--database", rollcall.database, "--json")
        assert done.returncode == 1 and json.loads(done.stdout)["error"], name
    other = tmp_path / "other.db"
    file = sqlite3.connect(other)
    file.execute("CREATE TABLE note (text)")
    file.commit()
    file.close()
    done = rollcall.run("restore", other, "--database", rollcall.database)
    assert done.returncode == 1 and "not a Rollcall database" in done.stderr
    assert [one["slug"] for one in rollcall.cli("workspace", "list")["workspaces"]] == ["acme"]


def test_a_full_disk_ends_a_backup_and_leaves_nothing(rollcall, tmp_path):
    """On a file system of its own, with less room than the copy needs."""
    own = ["unshare", "--user", "--map-root-user", "--mount"]
    small = tmp_path / "small"
    small.mkdir()
    script = 'mount -t tmpfs -o size=2m none "$0" && "$@"; code=$?; ls -A "$0"; exit $code'
    tried = subprocess.run([*own, "sh", "-c", script, str(small), "true"], capture_output=True) \
        if shutil.which("unshare") else None
    if tried is None or tried.returncode != 0:
        pytest.skip("no small file system here")
    done = subprocess.run(
        [*own, "sh", "-c", script, str(small), str(BINARY), "backup", str(small / "copy.db"), "--database",
         str(rollcall.database)], capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    assert done.returncode == 1 and "not enough free space" in done.stderr
    assert done.stdout.strip() == ""


def held(path):
    """Whose pings a file holds, by responder and sequence."""
    file = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return {(person, ping["sequence"]) for _, person, ping in stored_pings.rows(file)}
    finally:
        file.close()


def ask(path, query):
    file = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return file.execute(query).fetchall()
    finally:
        file.close()


def soundness(path):
    return ask(path, "PRAGMA integrity_check")[0][0]


def fatten(rollcall):
    """Makes the database large enough for a kill to meet a copy under way."""
    file = sqlite3.connect(rollcall.database)
    file.execute("CREATE TABLE ballast (bytes BLOB)")
    file.executemany("INSERT INTO ballast VALUES (randomblob(4000))", [()] * 5000)
    file.commit()
    file.close()


def seconds(work):
    began = time.monotonic()
    work()
    return time.monotonic() - began


def kill_after(pause, *arguments):
    process = subprocess.Popen(
        [str(BINARY), *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    time.sleep(pause)
    process.send_signal(signal.SIGKILL)
    process.wait()
