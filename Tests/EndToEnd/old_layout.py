"""Makes database files of the layout before packed positions: a row for each."""
import math
import pathlib
import random
import sqlite3
import struct

TABLES = (pathlib.Path(__file__).parent.parent / "Contract/conversion/old.sql").read_text()
MARK = 0x14E1AA0B
APPLICATION = 0x52434C4C
DAY_MS = 86_400_000
FLAGS = 1024 * 2 - 1
PING = (
    "id", "workspace_id", "responder_id", "queue_id", "sequence", "recorded_at_raw", "effective_at", "received_at",
    "time_source", "lat", "lng", "is_mock", "accuracy_m", "speed_mps", "heading_deg", "altitude_m", "source",
    "battery_level", "signal_quality", "visit_id", "fix_age_s", "on_duty", "flags", "variant", "confirmed_at")


def empty(path):
    """A new file with the old tables; the connection."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA page_size = 8192")
    db.execute("PRAGMA auto_vacuum = INCREMENTAL")
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript(TABLES)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {MARK}")
    return db


def of(path, today):
    """A new file with the rows of a database of today that has no positions; the connection."""
    db = empty(path)
    db.execute("ATTACH DATABASE ? AS today", (str(today),))
    for table in names(db, "main"):
        shared = [name for name in columns(db, "main", table) if name in columns(db, "today", table)]
        if shared:
            listed = ", ".join(shared)
            db.execute(f"INSERT INTO main.{table} ({listed}) SELECT {listed} FROM today.{table}")
    db.commit()
    db.execute("DETACH DATABASE today")
    return db


def names(db, schema):
    return [name for (name,) in db.execute(
        f"SELECT name FROM {schema}.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]


def columns(db, schema, table):
    return [row[1] for row in db.execute(f"PRAGMA {schema}.table_info({table})")]


def odd(chance, low, high, places):
    """A number in a range: round, with all its bits, or at an end."""
    kind = chance.randrange(8)
    if kind == 0:
        return struct.unpack("<d", struct.pack("<d", chance.uniform(low, high)))[0]
    if kind == 1:
        return chance.choice([low, high, -0.0, 0.0, math.nextafter(high, low), 5e-324, 0.1 + 0.2 if high > 1 else 0.1])
    return round(chance.uniform(low, high), places)


def maybe(chance, value):
    return None if chance.random() < 0.3 else value


def positions(chance, person, workspace, queues, days, count, began):
    """A person's positions, without their ids: late ones, undated ones, conflicts, from several queues."""
    numbers = dict.fromkeys(queues, 0)
    seen = set()
    while len(seen) < count:
        queue = chance.choice(queues)
        numbers[queue] += 1
        sequence = maybe(chance, numbers[queue])
        raw = began + chance.randrange(days * DAY_MS) if chance.random() < 0.9 else None
        variant = 0
        if chance.random() < 0.1:
            # The same identity again, with other content.
            variant = chance.randrange(1, 4)
        identity = (raw, sequence, queue, variant)
        if raw is None and sequence is None or identity in seen:
            continue
        seen.add(identity)
        effective = raw + chance.choice([0, 0, 0, -3_600_000, 1_500]) if raw is not None else (
            began + chance.randrange(days * DAY_MS))
        received = effective + chance.choice([0, 40, 900, 3_600_000, 3 * DAY_MS])
        yield (
            workspace, person, queue, sequence, raw, effective, received,
            2 if raw is None else chance.randrange(2), odd(chance, -90, 90, 7), odd(chance, -180, 180, 7),
            chance.randrange(3), maybe(chance, odd(chance, 0, 500, 1)), maybe(chance, odd(chance, 0, 60, 2)),
            maybe(chance, odd(chance, 0, 360, 1)), maybe(chance, odd(chance, -200, 4000, 1)),
            maybe(chance, chance.randrange(3)), maybe(chance, odd(chance, 0, 1, 2)), maybe(chance, chance.randrange(3)),
            maybe(chance, chance.randrange(1, 9)), maybe(chance, odd(chance, 0, 90, 1)), chance.randrange(2),
            chance.choice([0, 0, 0, chance.randrange(FLAGS)]), variant,
            effective + chance.randrange(1, 10_000) if chance.random() < 0.1 else None)


def fill(db, people, seed, days=5, count=300, began=1_794_000_000_000):
    """Gives people positions, in the order in which a server received them, with the rows that name positions.

    `people`: pairs of workspace and id.
    """
    chance = random.Random(seed)
    rows = []
    for workspace, person in people:
        queues = []
        for number in range(chance.randrange(1, 4)):
            queues.append(db.execute(
                "INSERT INTO queue (responder_id, name) VALUES (?, ?)", (person, f"queue-{number}")).lastrowid)
        rows += positions(chance, person, workspace, queues, days, chance.randrange(count * 2), began)
    rows.sort(key=lambda row: row[6])
    ids = []
    for row in rows:
        # Some were purged.
        ids.append((ids[-1] if ids else 0) + chance.choice([1, 1, 1, 2]))
    db.executemany(
        f"INSERT INTO ping ({', '.join(PING)}) VALUES ({', '.join('?' * len(PING))})",
        ((id, *row) for id, row in zip(ids, rows)))
    refer(db, chance, list(zip(ids, rows)))
    db.commit()


def refer(db, chance, pings):
    """Doubts, uploads and latest fixes that name positions, one upload a position that is gone."""
    latest = {}
    for id, row in pings:
        workspace, person, effective, received, flags = row[0], row[1], row[5], row[6], row[21]
        latest[workspace, person] = (id, effective, row[8], row[9])
        for flag in (1 << bit for bit in range(11)):
            if flags & flag:
                db.execute(
                    "INSERT INTO doubt (workspace_id, ping_id, flag, responder_id, effective_at, first, strength, state)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (workspace, id, flag, person, effective, chance.random(), chance.random(), chance.randrange(3)))
        if chance.random() < 0.2:
            # Adapter devices are no rows of the old file: a number is enough.
            db.execute(
                "INSERT INTO upload (workspace_id, responder_id, received_at, stored, duplicates, expired, rejected,"
                " latest_ping_id, known_battery, adapter_device_id) VALUES (?, ?, ?, 1, 0, 0, 0, ?, 0.5, 1)",
                (workspace, person, received, chance.choice([id, id, id, None, 4_000_000])))
    for (workspace, person), (id, effective, lat, lng) in latest.items():
        db.execute(
            "UPDATE liveness SET latest_ping_id = ?, latest_effective_at = ?, lat = ?, lng = ?"
            " WHERE workspace_id = ? AND responder_id = ?", (id, effective, lat, lng, workspace, person))
