"""The pings and uploads that a database file holds, unpacked by the reader that was written from docs/store.md alone."""
import functools

import chunk_reader

COLUMNS = (
    "effective_at", "recorded_at_raw", "received_at", "id", "flags", "on_duty", "time_source", "lat", "lng",
    "queue_id", "sequence", "is_mock", "variant", "accuracy_m", "speed_mps", "heading_deg", "altitude_m", "source",
    "battery_level", "signal_quality", "visit_id", "fix_age_s", "confirmed_at")

UPLOAD_COLUMNS = (
    "received_at", "number", "sent_at", "session_id", "stored", "duplicates", "expired", "rejected", "latest_ping_id",
    "known_battery", "low_power", "backlog", "confirmed_at", "permission", "location_services", "power_mode",
    "app_state", "queue_depth", "oldest_entry_age_s", "network", "interval_s", "adapter_device_id",
    "latest_effective_at")

# One statement, so that what is joined meanwhile is neither missed nor read twice.
ROWS = """
    SELECT workspace_id, responder_id, data FROM chunk
    UNION ALL SELECT workspace_id, responder_id, data FROM fresh"""


@functools.lru_cache(maxsize=4096)
def unpacked(data):
    return chunk_reader.read(data)[0]


def rows(db):
    """Each ping: its workspace, its person, and what stands in `COLUMNS`."""
    for workspace, person, data in db.execute(ROWS).fetchall():
        for ping in unpacked(data):
            yield workspace, person, dict(zip(COLUMNS, ping))


def uploads(db):
    """Each upload: its workspace, its person, and what stands in `UPLOAD_COLUMNS`."""
    latest = ", ".join(UPLOAD_COLUMNS)
    # In one snapshot, so that what is packed meanwhile is neither missed nor read twice.
    found = db.execute(f"""
        SELECT workspace_id, responder_id, NULL AS data, {latest} FROM main.upload
        UNION ALL SELECT workspace_id, responder_id, data, {", ".join("NULL" for _ in UPLOAD_COLUMNS)}
        FROM upload_chunk""").fetchall()
    for workspace, person, data, *values in found:
        for upload in [values] if data is None else chunk_reader.read(data)[1]:
            yield workspace, person, dict(zip(UPLOAD_COLUMNS, upload))


def fill(db, name, columns, found):
    names = ("workspace_id", "responder_id", *columns)
    # They are read before the table is there, which hides one of that name.
    rows = [(workspace, person, *values.values()) for workspace, person, values in found]
    db.execute(f"DROP TABLE IF EXISTS temp.{name}")
    db.execute(f"CREATE TEMP TABLE {name} ({', '.join(names)})")
    db.executemany(f"INSERT INTO temp.{name} VALUES ({', '.join('?' * len(names))})", rows)


def table(db):
    """The connection, with a temporary table `ping` of the pings."""
    fill(db, "ping", COLUMNS, rows(db))
    db.commit()
    return db


def upload_table(db):
    """The connection, with a temporary table `upload` of the uploads."""
    fill(db, "upload", UPLOAD_COLUMNS, uploads(db))
    db.commit()
    return db
