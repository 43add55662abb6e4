"""The archive: fifty million pings of two thousand people over ninety days, written without uploading them.

In the order of the keys, without syncs, and with the indexes made afterwards.
"""

import os
import random
import sqlite3
import time

from server import PING_ROWS, UPLOAD_ROWS, Rollcall, make_workspace, numbered, pack

EACH = 278
HOUR, DAY = 3_600_000, 86_400_000
# Eight hours of duty a day, begun between 05:00 and 13:00 UTC; a ping each 104 s, ten to an upload.
STEP, BATCH, SHIFT = 103_600, 10, 8 * HOUR
HEAVY = ("chunk", "upload", "upload_chunk", "transition", "silence", "duty_change")
RULE = "responder/on_duty"


class ArchiveFile:
    def __init__(self, binary, folder, people, days):
        self.binary, self.folder, self.people, self.days = binary, folder, people, days
        self.random = random.Random(50)

    def make(self, path):
        os.makedirs(self.folder, exist_ok=True)
        part = path + ".part"
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(part + suffix):
                os.remove(part + suffix)
        rollcall = Rollcall(self.binary, part)
        _, key = make_workspace(rollcall, self.folder, self.people)
        rollcall.command("workspace", "set", "bench", "--retention-days", str(self.days + 2))
        with open(os.path.join(self.folder, "key"), "w") as file:
            file.write(key)
        self.fill(part)
        os.rename(part, path)
        os.remove(part + ".lock")

    def fill(self, path):
        rows = path + ".rows"
        if os.path.exists(rows):
            os.remove(rows)
        db = sqlite3.connect(path, isolation_level=None)
        db.execute("ATTACH ? AS rows", (rows,))
        for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -2000000", "temp_store = MEMORY",
                        "foreign_keys = OFF", "ignore_check_constraints = ON"):
            db.execute(f"PRAGMA {setting}")
        db.execute("PRAGMA rows.journal_mode = OFF")
        db.execute("PRAGMA rows.synchronous = OFF")
        for table in (PING_ROWS, UPLOAD_ROWS):
            db.execute(table.replace("CREATE TABLE ", "CREATE TABLE rows."))
        marks = ", ".join("?" * len(HEAVY))
        indexes = db.execute(
            f"SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ({marks})",
            HEAVY).fetchall()
        for name, _ in indexes:
            db.execute(f"DROP INDEX {name}")
        self.crew(db)
        db.execute("BEGIN")
        for day in range(self.days):
            self.fill_day(db, day)
        self.finish(db)
        db.execute("COMMIT")
        db.execute("DETACH rows")
        db.close()
        pack(rows, path)
        db = sqlite3.connect(path, isolation_level=None)
        for name, sql in indexes:
            db.execute(sql)
        db.execute("PRAGMA journal_mode = WAL")
        db.close()

    def crew(self, db):
        """Who there is, and the table of a day's steps. Everything known so far of their duty is forgotten."""
        (self.workspace,), = db.execute("SELECT id FROM workspace")
        for table in (*HEAVY, "fresh", "rule_change", "absence"):
            db.execute(f"DELETE FROM {table}")
        db.execute("INSERT OR IGNORE INTO queue (responder_id, name) SELECT id, 'archive' FROM responder")
        db.execute("""
            CREATE TEMP TABLE crew AS SELECT row_number() OVER (ORDER BY responder.id) - 1 AS place, responder.id AS person,
              queue.id AS queue, session.id AS session, 5 * 3600000 + (responder.id * 7919) % (8 * 3600000) AS offset
            FROM responder JOIN queue ON queue.responder_id = responder.id AND queue.name = 'archive'
            JOIN phone_session AS session
              ON session.workspace_id = responder.workspace_id AND session.responder_id = responder.id""")
        db.execute("CREATE TEMP TABLE step (step INTEGER PRIMARY KEY)")
        db.executemany("INSERT INTO step VALUES (?)", ((step,) for step in range(EACH)))
        # The last day is yesterday: what is measured is the past.
        self.first = int(time.time() * 1_000) // DAY * DAY - self.days * DAY

    def fill_day(self, db, day):
        bound = {"workspace": self.workspace, "start": self.first + day * DAY, "day": day, "each": EACH, "step": STEP,
                 "batch": BATCH}
        taken, number = ":start + offset + step * :step", "(person << 32) + :day * :each + step + 1"
        db.execute(f"""
            INSERT INTO rows.ping
            SELECT :workspace, person, queue, :day * :each + step, {taken}, {taken},
              {taken} + 400 + (:batch - 1 - step % :batch) * :step,
              CASE WHEN (step * 31 + place * 17 + :day) % 997 = 0 THEN 1 ELSE 0 END, 1,
              46.05 + (step * 37 + place * 11) % 1000 * 0.0001, 14.5 + (step * 53 + place * 7) % 1000 * 0.0001,
              8.5, 1.25, 271.3, 0.95 - step * 0.002
            FROM crew CROSS JOIN step ORDER BY place, step""", bound)
        db.execute(f"""
            INSERT INTO rows.upload
            SELECT :workspace, person, session, {taken} + 400, NULL, :batch, {number}, {taken}, 0.95 - step * 0.002
            FROM step CROSS JOIN crew WHERE step % :batch = :batch - 1 ORDER BY step, place""", bound)
        self.fill_log(db, day, bound)

    def fill_log(self, db, day, bound):
        """Duty, and two silences of everybody; on one day in ten half of them fall silent together."""
        begin = bound["start"]
        transitions, silences, duty = [], [], []
        for place, person, offset in db.execute("SELECT place, person, offset FROM crew").fetchall():
            at = begin + offset
            changes = [(at, "off_duty", "unknown", "on duty"), (at + 1_000, "unknown", "online", f"{RULE}: a fresh fix")]
            starts = sorted(self.random.sample(range(10, 460, 25), 2))
            for number, minute in enumerate(starts):
                since = at + minute * 60_000
                if number == 0 and day % 10 == 3 and place % 2 == 0:
                    since = max(at + 60_000, begin + 13 * HOUR + place * 10)
                until = since + self.random.randrange(4, 20) * 60_000
                silences.append((self.workspace, person, since, until, 90_000, 180_000))
                changes += [(since + 90_000, "online", "degraded", f"{RULE}: no fix for 90 s"),
                            (since + 180_000, "degraded", "offline", f"{RULE}: no contact for 180 s"),
                            (until, "offline", "online", f"{RULE}: a fresh fix")]
            duty.append((self.workspace, person, "on_duty", at, at))
            if day == self.days - 1 and place % 2 == 0:
                # Half of them are still on duty.
                changes = changes[:2]
                silences = silences[:-2]
            else:
                changes.append((at + SHIFT, "online", "off_duty", "off duty"))
                duty.append((self.workspace, person, "off_duty", at + SHIFT, at + SHIFT))
            if day == 0:
                changes.insert(0, (at - HOUR, None, "off_duty", "off duty"))
            transitions += [(self.workspace, person, *change) for change in changes]
        db.executemany("INSERT INTO transition (id, workspace_id, responder_id, at, from_status, to_status, rule)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?)",
                       numbered(db, "transition", sorted(transitions, key=lambda row: row[2])))
        db.executemany("INSERT OR IGNORE INTO silence"
                       " (id, workspace_id, responder_id, from_at, to_at, degraded_ms, offline_ms)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?)",
                       numbered(db, "silence", sorted(silences, key=lambda row: row[3])))
        db.executemany("INSERT INTO duty_change (id, workspace_id, responder_id, state, at, received_at, applied)"
                       " VALUES (?, ?, ?, ?, ?, ?, 1)",
                       numbered(db, "duty_change", sorted(duty, key=lambda row: row[3])))

    def finish(self, db):
        """The rows that ingest keeps ready, as the last day left them."""
        db.execute("INSERT INTO sequence_range SELECT queue, 0, ? FROM crew", (self.days * EACH - 1,))
        db.execute("INSERT INTO rule_change SELECT ?, person, ?, ?, 60000, 90000, 180000 FROM crew",
                   (self.workspace, self.first, RULE))
        last = {"day": self.first + (self.days - 1) * DAY, "pings": self.days * EACH, "each": EACH, "step": STEP,
                "shift": SHIFT, "workspace": self.workspace}
        db.execute("""
            UPDATE liveness SET duty = CASE WHEN place % 2 = 0 THEN 'on_duty' ELSE 'off_duty' END,
              status = CASE WHEN place % 2 = 0 THEN 'online' ELSE 'off_duty' END,
              reason = CASE WHEN place % 2 = 0 THEN 'responder/on_duty: a fresh fix' ELSE 'off duty' END,
              since = :day + offset + CASE WHEN place % 2 = 0 THEN 1000 ELSE :shift END, duty_since = :day + offset,
              duty_at = :day + offset, watched_from = :day + offset, last_contact_at = :day + offset + (:each - 1) * :step,
              last_fix_at = :day + offset + (:each - 1) * :step, rule_name = 'on_duty', interval_ms = 60000,
              degraded_ms = 90000, offline_ms = 180000, flaps = '[]',
              degrade_by = CASE WHEN place % 2 = 0 THEN :day + offset + (:each - 1) * :step + 90000 END,
              offline_by = CASE WHEN place % 2 = 0 THEN :day + offset + (:each - 1) * :step + 180000 END,
              deadline_at = CASE WHEN place % 2 = 0 THEN :day + offset + (:each - 1) * :step + 90000 END,
              pings = 0, uploads = 0, latest_ping_id = (person << 32) + :pings,
              latest_effective_at = :day + offset + (:each - 1) * :step, lat = 46.05, lng = 14.5
            FROM crew WHERE liveness.workspace_id = :workspace AND person = liveness.responder_id""", last)
