import Rollcall

/// Holds, and records of purges.
let retentionSchema = """
  -- An incident, or the time of one person, that is kept as evidence. Never deleted.
  CREATE TABLE hold (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    id INTEGER NOT NULL,
    -- One of the two. The incident may be gone since the hold ended.
    incident_id INTEGER,
    responder_id INTEGER,
    from_at INTEGER,
    to_at INTEGER CHECK (to_at > from_at),
    reason TEXT NOT NULL CHECK (length(reason) \((1...Hold.textLimit).between)),
    made_at INTEGER NOT NULL,
    -- As the audit names them.
    made_by TEXT NOT NULL,
    -- When it ends by itself; NULL = when it is released.
    until_at INTEGER CHECK (until_at > made_at),
    released_at INTEGER,
    released_by TEXT CHECK ((released_by IS NULL) = (released_at IS NULL)),
    note TEXT CHECK (length(note) \((1...Hold.textLimit).between)),
    CHECK ((incident_id IS NULL) <> (responder_id IS NULL)),
    CHECK ((responder_id IS NULL) = (from_at IS NULL) AND (from_at IS NULL) = (to_at IS NULL)),
    CHECK ((note IS NULL) = (released_at IS NULL)),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX hold_open ON hold(workspace_id, id) WHERE released_at IS NULL;
  CREATE TRIGGER hold_is_not_deleted BEFORE DELETE ON hold
    BEGIN SELECT RAISE(ABORT, 'a hold is never deleted'); END;

  -- What a purge took away, for the record.
  CREATE TABLE purge (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    day INTEGER NOT NULL,
    before_at INTEGER NOT NULL,
    pings INTEGER NOT NULL,
    uploads INTEGER NOT NULL,
    device_events INTEGER NOT NULL,
    log_rows INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    -- The older log that went, from whom, of which times, and what was passed over by which holds.
    log_before_at INTEGER NOT NULL DEFAULT 0,
    people INTEGER NOT NULL DEFAULT 0,
    first_effective_at INTEGER,
    last_effective_at INTEGER,
    held_pings INTEGER NOT NULL DEFAULT 0,
    held_uploads INTEGER NOT NULL DEFAULT 0,
    held_device_events INTEGER NOT NULL DEFAULT 0,
    held_log_rows INTEGER NOT NULL DEFAULT 0,
    held_people INTEGER NOT NULL DEFAULT 0,
    -- Their ids, ascending, with blanks between.
    holds TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (workspace_id, day)
  ) STRICT, WITHOUT ROWID;

  -- What purges took of one person: on the last day on which they took anything, and in all.
  CREATE TABLE purge_person (
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    day_pings INTEGER NOT NULL,
    pings INTEGER NOT NULL,
    row_count INTEGER NOT NULL,
    -- The earliest instants of reports and of the log that were taken.
    first_report_at INTEGER,
    first_log_at INTEGER,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, responder_id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  """
