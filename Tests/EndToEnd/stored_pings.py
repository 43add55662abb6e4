"""The pings that a database file holds, unpacked by the reader that was written from docs/store.md alone."""
import functools

import chunk_reader

COLUMNS = (
    "effective_at", "recorded_at_raw", "received_at", "id", "flags", "on_duty", "time_source", "lat", "lng",
    "queue_id", "sequence", "is_mock", "variant", "accuracy_m", "speed_mps", "heading_deg", "altitude_m", "source",
    "battery_level", "signal_quality", "visit_id", "fix_age_s", "confirmed_at")

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


def table(db):
    """The connection, with a temporary table `ping` of them."""
    names = ("workspace_id", "responder_id", *COLUMNS)
    db.execute("DROP TABLE IF EXISTS temp.ping")
    db.execute(f"CREATE TEMP TABLE ping ({', '.join(names)})")
    db.executemany(
        f"INSERT INTO temp.ping VALUES ({', '.join('?' * len(names))})",
        ((workspace, person, *ping.values()) for workspace, person, ping in rows(db)))
    db.commit()
    return db
