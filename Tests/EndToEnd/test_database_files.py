"""A database by two names, what a killed restore leaves, and bits that flip in backups."""
import os
import random
import shutil
import sqlite3
import subprocess

import pytest
from rollcall import BINARY, ENVIRONMENT, Rollcall

SEED = int(os.environ.get("ROLLCALL_SEED", 20261122))


def serve(database):
    """A second server on a file; its exit code and words."""
    done = subprocess.run(
        [BINARY, "serve", "--listen", "127.0.0.1:0", "--database", str(database)], capture_output=True, text=True,
        timeout=30, env=ENVIRONMENT)
    return done.returncode, done.stdout + done.stderr


def named(rollcall, name):
    """The same server's command line, by another name of the file."""
    other = Rollcall(rollcall.database.parent)
    other.database = name
    return other


def count(database, query):
    file = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return file.execute(query).fetchone()[0]
    finally:
        file.close()


PEOPLE = "SELECT count(*) FROM responder"


def test_a_symbolic_link_leads_to_the_running_server(rollcall, tmp_path):
    link = tmp_path / "link.db"
    link.symlink_to(rollcall.database)
    rollcall.start()
    code, words = serve(link)
    assert code == 1 and "in use by another process" in words
    # A command asks the server that runs.
    added = named(rollcall, link).cli("responder", "add", "acme", "Ana")["id"]
    assert added in [one["id"] for one in rollcall.cli("responder", "list", "acme")["responders"]]
    refused = rollcall.run("restore", rollcall.database, "--database", link)
    assert refused.returncode == 1 and "in use" in refused.stderr
    assert rollcall.stop() == 0
    assert sorted(one.name for one in tmp_path.iterdir() if one.name.startswith("link")) == ["link.db"]


def test_a_file_of_another_build_is_refused_with_one_sentence_and_left_as_it_was(rollcall, tmp_path):
    copy = tmp_path / "copy.db"
    rollcall.cli("backup", copy)
    file = sqlite3.connect(rollcall.database)
    file.execute("PRAGMA user_version = 1")
    file.close()
    before = rollcall.database.read_bytes()
    code, words = serve(rollcall.database)
    assert code == 1 and "made by another build of Rollcall (schema 1, this build has " in words
    assert "export what you need with the build that made it, or start with a new file" in words
    for command in (["backup", tmp_path / "other.db"], ["responder", "list", "acme"], ["verify"]):
        refused = rollcall.run(*command, "--database", rollcall.database)
        assert refused.returncode == 1 and "made by another build" in refused.stderr, command
    assert rollcall.database.read_bytes() == before
    assert not (tmp_path / "other.db").exists()
    # A backup of this build takes its place.
    assert rollcall.run("restore", copy, "--database", rollcall.database).returncode == 0
    assert rollcall.cli("verify")["ok"]


def test_a_second_name_is_refused(rollcall, tmp_path):
    rollcall.start()
    other = tmp_path / "other.db"
    os.link(rollcall.database, other)
    code, words = serve(other)
    assert code == 1 and "2 names (hard links)" in words
    for command in (["responder", "list", "acme"], ["verify"], ["backup", tmp_path / "copy.db"],
                    ["restore", tmp_path / "nothing.db"]):
        done = rollcall.run(*command, "--database", other)
        assert done.returncode == 1 and "hard links" in done.stderr, done.stderr
    # Whoever has the file open goes on; a start by the first name is told, too.
    rollcall.responder("acme", "Ana")
    assert rollcall.stop() == 0
    code, words = serve(rollcall.database)
    assert code == 1 and "2 names (hard links)" in words
    other.unlink()
    rollcall.start()
    assert rollcall.stop() == 0


def test_a_file_that_is_held_cannot_be_opened_from_another_folder(rollcall, tmp_path):
    """As a container does that brings one file under another name: the folder has another lock, the file has not."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    rollcall.start()
    (elsewhere / "mounted.db").touch()
    mount = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
             f'mount --bind {rollcall.database} {elsewhere}/mounted.db && exec "$0" "$@"']
    tried = subprocess.run([*mount, "true"], capture_output=True, text=True)
    if tried.returncode:
        pytest.skip(f"no namespaces here: {tried.stderr.strip()}")
    done = subprocess.run(
        [*mount, BINARY, "serve", "--listen", "127.0.0.1:0", "--database", str(elsewhere / "mounted.db")],
        capture_output=True, text=True, timeout=30, env=ENVIRONMENT)
    assert done.returncode == 1 and "in use by another process" in done.stdout + done.stderr
    assert rollcall.stop() == 0


def test_a_restore_through_a_link_restores_the_real_file(rollcall, tmp_path):
    rollcall.responder("acme", "Ana")
    copy = tmp_path / "copy.db"
    rollcall.cli("backup", copy)
    rollcall.responder("acme", "Bor")
    link = tmp_path / "link.db"
    link.symlink_to(rollcall.database)
    restored = named(rollcall, link).cli("restore", copy)
    assert link.is_symlink() and os.path.realpath(link) == str(rollcall.database)
    assert restored["kept"].startswith(f"{rollcall.database}.before-")
    assert count(rollcall.database, PEOPLE) == 1


def test_a_start_takes_away_what_a_killed_restore_left(rollcall):
    names = [f"{rollcall.database}.restoring{suffix}" for suffix in ("", "-wal", "-shm", "-journal", ".lock")]
    for name in names:
        shutil.copy(rollcall.database, name)
    rollcall.start()
    assert not [name for name in names if os.path.exists(name)]
    assert rollcall.stop() == 0


def test_a_flipped_bit_in_a_backup_is_found(rollcall, tmp_path):
    rollcall.start()
    person = rollcall.responder("acme", "Ana")
    track = tmp_path / "track.csv"
    track.write_text("time,lat,lng\n" + "".join(
        f"2026-11-0{day}T{hour:02}:00:00Z,46.{day}{hour:02},14.5\n" for day in range(1, 10) for hour in range(24)))
    rollcall.cli("responder", "import-track", "acme", person, track)
    copy = tmp_path / "copy.db"
    rollcall.cli("backup", copy)
    assert rollcall.stop() == 0
    told = rollcall.run("verify", "--database", copy)
    assert (told.returncode, told.stdout.splitlines()[0]) == (0, "The backup is as it was made.")
    before = copy.read_bytes()
    chance = random.Random(SEED)
    for number in range(16):
        flipped = bytearray(before)
        place = chance.randrange(len(flipped))
        flipped[place] ^= 1 << chance.randrange(8)
        damaged = tmp_path / f"damaged-{number}.db"
        damaged.write_bytes(flipped)
        done = rollcall.run("verify", "--database", damaged)
        assert done.returncode == 1, f"seed {SEED}: byte {place} of {len(flipped)}: {done.stdout}"
        people = count(rollcall.database, PEOPLE)
        assert rollcall.run("restore", damaged, "--database", rollcall.database).returncode == 1, place
        assert count(rollcall.database, PEOPLE) == people
    # To verify it changed nothing, and it still restores.
    assert copy.read_bytes() == before
    rollcall.cli("restore", copy)
    assert rollcall.cli("verify")["ok"] is True
    assert count(rollcall.database, "SELECT count(*) FROM backup_sum") == 0


def test_what_is_appended_to_an_audit_entry_behind_a_nul_is_found(rollcall):
    file = sqlite3.connect(rollcall.database)
    with file:
        for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {name}")
        file.execute("UPDATE audit SET detail = detail || char(0) || 'x' WHERE number = 1")
    file.close()
    done = rollcall.run("verify", "--database", rollcall.database)
    assert done.returncode == 1 and "entry 1 was changed" in done.stderr + done.stdout


def test_an_audit_entry_cannot_be_replaced(rollcall):
    file = sqlite3.connect(rollcall.database)
    for statement in ("INSERT OR REPLACE INTO audit SELECT * FROM audit",
                      "INSERT OR REPLACE INTO audit_head SELECT * FROM audit_head"):
        with pytest.raises(sqlite3.IntegrityError, match="never replaced"):
            file.execute(statement)
    file.close()
    assert rollcall.cli("verify")["ok"] is True
