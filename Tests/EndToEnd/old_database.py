"""A database as the build before packed positions left it: the rows of one of today's, and positions made up."""
import pathlib
import random
import sqlite3

SCHEMA = pathlib.Path(__file__).parents[1] / "Contract/conversion/old.sql"
MARK, APPLICATION = 0x14E1AA0B, 0x52434C4C
DAY_MS = 86_400_000
# 2026-11-01 00:00 UTC.
START = 1_793_491_200_000
ODD = (-0.0, 0.0, 5e-324, -5e-324, 0.1 + 0.2, 1 / 3, 46.056946, 1e-300, 89.99999999999999)
COLUMNS = (
    "id", "workspace_id", "responder_id", "queue_id", "sequence", "recorded_at_raw", "effective_at", "received_at",
    "time_source", "lat", "lng", "is_mock", "accuracy_m", "speed_mps", "heading_deg", "altitude_m", "source",
    "battery_level", "signal_quality", "visit_id", "fix_age_s", "on_duty", "flags", "variant", "confirmed_at")


def columns(db, table):
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


def tables(db):
    return [name for name, in db.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid")]


def make(today, old):
    """Makes the file `old` with the rows of the file `today`, but for positions; the open connection."""
    db = sqlite3.connect(old, isolation_level=None)
    db.executescript(f"""
        PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;
        PRAGMA synchronous = OFF; PRAGMA application_id = {APPLICATION};
        {SCHEMA.read_text()}
        PRAGMA user_version = {MARK};""")
    db.execute("ATTACH ? AS today", (str(today),))
    for table in tables(db):
        if table != "ping":
            here, there = columns(db, table), [row[1] for row in db.execute(f"PRAGMA today.table_info({table})")]
            both = ", ".join(name for name in here if name in there)
            db.execute(f"INSERT INTO main.{table} ({both}) SELECT {both} FROM today.{table}")
    db.execute("DETACH today")
    return db


def ordinary(rng, at, person):
    """What a phone reports that rounds its numbers."""
    return [
        round(46 + person * 1e-3 + rng.uniform(-0.01, 0.01), 7), round(14.5 + rng.uniform(-0.01, 0.01), 7), 0,
        round(rng.uniform(3, 20), 1), round(rng.uniform(0, 20), 2), round(rng.uniform(0, 360), 1),
        round(rng.uniform(200, 400), 1), 0, round(0.2 + at % DAY_MS / DAY_MS / 2, 2), 0, None, None, 1, 0, 0, None]


def odd(rng, at, _):
    """Whatever the tables allow."""
    def some(make):
        return make() if rng.random() < 0.6 else None

    def number(low, high):
        return rng.choice([value for value in ODD if low <= value <= high] + [rng.uniform(low, high)])

    return [
        number(-90, 90), number(-180, 180), rng.randint(0, 2), some(lambda: number(-9e9, 9e9)),
        some(lambda: number(0, 400)), some(lambda: number(0, 360)), some(lambda: number(-1e3, 9e3)),
        some(lambda: rng.randint(0, 2)), some(lambda: number(0, 1)), some(lambda: rng.randint(0, 2)),
        some(lambda: rng.randint(1, 9)), some(lambda: number(0, 1e6)), rng.randint(0, 1),
        rng.choice([0, 0, 1, 64, 129, 1024]), 0, some(lambda: at + rng.randint(1, DAY_MS))]


def fill(db, count, people, seed=1, days=9, content=odd):
    """Adds `count` positions of `people` people, in batches of many queues, late ones, undated ones, conflicts."""
    rng = random.Random(seed)
    person = [(id, workspace) for id, workspace in db.execute("SELECT id, workspace_id FROM responder ORDER BY id")]
    people = person[:people]
    db.execute("BEGIN")
    for id, _ in people:
        for name in ("phone", "other"):
            db.execute("INSERT OR IGNORE INTO queue (responder_id, name) VALUES (?, ?)", (id, name))
    queues = {id: [one for one, in db.execute("SELECT id FROM queue WHERE responder_id = ?", (id,))] for id, _ in people}
    step = max(1, days * DAY_MS * len(people) // count)

    def rows():
        at, taken, sequence = START, 0, 0
        while taken < count:
            id, workspace = rng.choice(people)
            queue = rng.choice(queues[id])
            size = min(rng.choice([1, 1, 10, 50]), count - taken)
            received = at
            for number in range(size):
                taken, sequence = taken + 1, sequence + 1
                effective = received - (size - number) * step
                # Late ones, some of them by days.
                effective -= rng.randint(0, 2 * DAY_MS) if rng.random() < 0.05 else 0
                raw = None if rng.random() < 0.05 else effective + rng.choice([0, 0, 0, 1_500, -90_000])
                named = sequence
                if raw is not None and rng.random() < 0.1:
                    # Told apart by its time alone.
                    named, raw = None, START - taken
                values = content(rng, effective, id)
                source = 2 if raw is None else 0 if raw == effective else 1
                row = [taken, workspace, id, queue, named, raw, effective, received, source,
                       *values[:12], *values[12:14], values[14], values[15]]
                yield row
                if named is not None and taken < count and rng.random() < 0.02:
                    # Another content under the same identity.
                    taken += 1
                    yield [taken, *row[1:9], *content(rng, effective, id)[:12], *values[12:14], 1, None]
            at += size * step // len(people)

    places = ", ".join("?" * len(COLUMNS))
    db.executemany(f"INSERT INTO ping ({', '.join(COLUMNS)}) VALUES ({places})", rows())
    db.execute("COMMIT")


def refer(db, seed=2):
    """Adds what refers to positions: uploads, doubts, latest fixes; some of positions that are gone."""
    rng = random.Random(seed)
    db.execute("BEGIN")
    pings = db.execute(
        "SELECT id, workspace_id, responder_id, effective_at, received_at FROM ping ORDER BY id").fetchall()
    session, = db.execute("SELECT min(id) FROM adapter_device").fetchone()
    for id, workspace, person, effective, received in pings[::7]:
        latest = rng.choice([None, id, id, id, 4_000_000 + id])
        db.execute(
            "INSERT INTO upload (workspace_id, responder_id, received_at, sent_at, stored, duplicates, expired, rejected,"
            " latest_ping_id, adapter_device_id, permission, location_services, power_mode, app_state,"
            " network, queue_depth, oldest_entry_age_s, interval_s, known_battery)"
            " VALUES (?, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (workspace, person, received, rng.choice([None, received - 300]), rng.randint(0, 50), latest,
             session or 1,
             rng.choice([None, "granted", "denied"]), rng.choice([None, 0, 1]),
             rng.choice([None, "normal", "low_power"]), rng.choice([None, "foreground", "background"]),
             rng.choice([None, "wifi", "cellular", "none"]), rng.choice([None, 0, 7]), rng.choice([None, 1.5, 0.1 + 0.2]),
             rng.choice([None, 60.0]), rng.choice([None, 0.5])))
    for id, workspace, person, effective, _ in pings[::11]:
        db.execute(
            "INSERT INTO doubt (ping_id, flag, workspace_id, responder_id, effective_at, strength)"
            " VALUES (?, 2, ?, ?, ?, 0.5)", (id, workspace, person, effective))
    for id, _, person, effective, _ in pings:
        db.execute(
            "UPDATE liveness SET latest_ping_id = ?, latest_effective_at = ?, lat = 46, lng = 14"
            " WHERE responder_id = ? AND coalesce(latest_effective_at, 0) <= ?", (id, effective, person, effective))
    db.execute("COMMIT")
