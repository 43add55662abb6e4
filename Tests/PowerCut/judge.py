"""Judges what a power cut left: first as SQLite recovers it, then as the program itself starts on it."""
import hashlib
import json
import os
import random
import shutil
import sqlite3
import subprocess

import requests
from rollcall import BINARY, ENVIRONMENT, Rollcall
from . import reading

DATABASE = "rollcall.db"


def lay(folder, state, seed):
    """Puts a state into a folder. The index of the log is not durable: it is missing, empty or noise."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    chance = random.Random(seed)
    for name, content in state.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("-shm"):
            left = chance.choice([None, b"", chance.randbytes(32768)])
            if left is None:
                continue
            content = left
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(content)


def problems(folder, expected):
    """What is wrong with a state, as a list of sentences. Opens the database and so changes the folder."""
    found = file_problems(folder, expected)
    path = folder / DATABASE
    if not path.exists() or path.stat().st_size == 0 and not (folder / f"{DATABASE}-wal").exists():
        return found + (["there is no database"] if expected.started else [])
    db = sqlite3.connect(path, isolation_level=None)
    try:
        return found + database_problems(db, expected)
    except sqlite3.Error as error:
        return found + [f"SQLite: {error}"]
    finally:
        try:
            db.close()
        except sqlite3.Error as error:
            found.append(f"SQLite: {error}")


def database_problems(db, expected):
    db.execute("PRAGMA wal_autocheckpoint = 0")
    if not expected.started and db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
        return []
    found = [f"integrity: {row[0]}" for row in db.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
    if found:
        return found
    found += [f"{row[0]} row {row[1]} refers to nothing" for row in db.execute("PRAGMA foreign_key_check")]
    if not expected.started:
        return found
    found += reading.audit_problems(db)
    worlds = [world_problems(db, one) for one in [expected, *expected.others]]
    return found + min(worlds, key=len)


def world_problems(db, expected):
    """What an expected world misses, and what is there twice."""
    there = reading.pings(db)
    found = []
    lost = sorted(expected.pings - there.keys())
    if lost:
        found.append(f"{len(lost)} acknowledged pings are lost, e.g. {lost[:3]}")
    doubled = sorted(key for key, times in there.items() if times > 1)
    if doubled:
        found.append(f"{len(doubled)} pings are there twice, e.g. {doubled[:3]}")
    gone = expected.old - there.keys()
    if len(gone) != reading.purged(db):
        found.append(f"{len(gone)} old pings are gone, and purges certify {reading.purged(db)}")
    for (query, arguments), least in expected.rows.items():
        count = db.execute(query, arguments).fetchone()[0]
        if count < least:
            found.append(f"{count} instead of {least}: {query} {arguments}")
    return found


def file_problems(folder, expected):
    found = []
    for name, sha256 in expected.files.items():
        if digest(folder / name) != sha256:
            found.append(f"{name} is lost")
    for name, allowed in expected.backups.items():
        if digest(folder / name) not in allowed:
            found.append(f"the backup {name} is lost or damaged")
    if expected.has_backup and not knows_backup(folder / f"{DATABASE}.backup"):
        found.append("it is not known any more that there is a backup")
    return found


def knows_backup(path):
    try:
        return json.loads(path.read_text())["bytes"] > 0
    except (OSError, ValueError):
        return False


def digest(path):
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return None


def refusals(folder, expected):
    """What the program's own check finds; it opens the file as a start of the server does."""
    path = folder / DATABASE
    if not path.exists() and not any(folder.glob(f"{DATABASE}.restored-*")):
        return []
    done = subprocess.run(
        [BINARY, "verify", "--database", path], capture_output=True, text=True, timeout=60, env=ENVIRONMENT)
    if done.returncode == 0:
        return []
    return [f"verify ends with {done.returncode}: {done.stdout}{done.stderr}"]


def refusals_of_a_start(folder, expected):
    """What is wrong with a server that starts on a state: its history, and repeats of an upload from before the cut."""
    server = Rollcall(folder)
    try:
        server.start()
        found = served_problems(server, expected) if expected.started and expected.key else []
        if server.stop() != 0:
            found.append("the server did not end in order")
        return found
    except AssertionError as error:
        return [f"the server does not start: {error}"]
    finally:
        if server.process and server.process.poll() is None:
            server.kill9()


def served_problems(server, expected):
    found = history_problems(server, expected)
    if found or not expected.witness:
        return found
    before = history(server, expected)
    token, body, key, answer = expected.witness
    for again in (key, f"{key}-again"):
        repeated = requests.post(
            f"{server.url}/app/v1/locations/batch", data=body, timeout=20, headers={
                "Authorization": f"Bearer {token}", "Content-Type": "application/json", "X-Idempotency-Key": again})
        if repeated.status_code != 201:
            found.append(f"a repeated upload is answered {repeated.status_code} {repeated.text}")
        elif again == key and repeated.json()["data"]["count"] != answer["count"]:
            found.append(f"a repeated upload is answered {repeated.text}, at first {answer}")
    if history(server, expected) != before:
        found.append("a repeated upload changed the history")
    return found


def history(server, expected):
    count = {}
    for row in server.history("acme", expected.key):
        name = int(row["responder_id"]), int(row["sequence"])
        count[name] = count.get(name, 0) + 1
    return count


def history_problems(server, expected):
    found = []
    count = history(server, expected)
    lost = min((one.pings - count.keys() for one in [expected, *expected.others]), key=len)
    if lost:
        found.append(f"{len(lost)} acknowledged pings are not in the history, e.g. {sorted(lost)[:3]}")
    if any(times > 1 for times in count.values()):
        found.append("the history has pings twice")
    return found
