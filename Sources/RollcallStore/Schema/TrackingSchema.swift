import Rollcall

/// What rows of packed positions have in common: what they hold, so that it is found without unpacking it.
private let packedPings = """
  -- The first and the last effective time.
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL CHECK (last_at >= first_at),
  -- The first and the last time by the phone's clock.
  raw_first INTEGER,
  raw_last INTEGER CHECK (raw_last >= raw_first),
  -- The first and the last number of those that no phone has timed.
  undated_first INTEGER,
  undated_last INTEGER CHECK (undated_last >= undated_first),
  pings INTEGER NOT NULL CHECK (pings > 0),
  -- Those of all its positions.
  flags INTEGER NOT NULL,
  -- docs/store.md describes the bytes.
  data BLOB NOT NULL CHECK (length(data) > 4)
  """

/// Data from phones: logins, queues, pings and uploads, and what was refused.
let trackingSchema = """
  CREATE TABLE phone_session (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    device_id TEXT NOT NULL CHECK (length(CAST(device_id AS BLOB)) BETWEEN 1 AND 128),
    token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER,
    logged_out INTEGER NOT NULL DEFAULT 0 CHECK (logged_out IN (0, 1)),
    -- Whether a newer login ended it.
    superseded INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1)),
    -- What the phone said of itself, and from where it was heard last.
    device_name TEXT CHECK (length(CAST(device_name AS BLOB)) BETWEEN 1 AND 100),
    platform TEXT CHECK (length(CAST(platform AS BLOB)) BETWEEN 1 AND 100),
    os_version TEXT CHECK (length(CAST(os_version AS BLOB)) BETWEEN 1 AND 100),
    app_version TEXT CHECK (length(CAST(app_version AS BLOB)) BETWEEN 1 AND 100),
    address TEXT CHECK (length(CAST(address AS BLOB)) BETWEEN 1 AND 100),
    clock TEXT NOT NULL DEFAULT '[]' CHECK (length(clock) BETWEEN 2 AND 1000),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX phone_session_responder ON phone_session(workspace_id, responder_id, id);
  CREATE UNIQUE INDEX phone_session_active ON phone_session(workspace_id, responder_id) WHERE revoked_at IS NULL;

  -- A queue's name as a small number, for the pings' keys.
  CREATE TABLE queue (
    id INTEGER PRIMARY KEY,
    responder_id INTEGER NOT NULL REFERENCES responder(id),
    name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 128),
    UNIQUE (responder_id, name)
  ) STRICT;

  -- Every sequence number ever seen of a queue, as ranges: survives purges.
  CREATE TABLE sequence_range (
    queue_id INTEGER NOT NULL REFERENCES queue(id),
    first INTEGER NOT NULL CHECK (first >= 0),
    last INTEGER NOT NULL CHECK (last BETWEEN first AND 9007199254740991),
    PRIMARY KEY (queue_id, first)
  ) STRICT, WITHOUT ROWID;

  -- Positions as an upload brought them, packed, a row for each day (UTC) that they were taken on. When a person has
  -- some of them, they are joined with that person's chunks.
  CREATE TABLE fresh (
    responder_id INTEGER NOT NULL,
    -- The lowest id in it.
    number INTEGER NOT NULL,
    workspace_id INTEGER NOT NULL,
    \(packedPings),
    PRIMARY KEY (responder_id, number),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT, WITHOUT ROWID;

  -- Positions of one person on one day (UTC), packed. Those of one day follow each other and never overlap.
  CREATE TABLE chunk (
    workspace_id INTEGER NOT NULL,
    -- Days since 1970.
    day INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    part INTEGER NOT NULL CHECK (part > 0),
    -- The ids of the first and the last position.
    first_id INTEGER NOT NULL,
    last_id INTEGER NOT NULL,
    \(packedPings),
    PRIMARY KEY (workspace_id, day, responder_id, part),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  -- A person's time, with what is needed to count positions.
  CREATE INDEX chunk_responder ON chunk(responder_id, last_at, last_id, first_at, pings);
  CREATE INDEX chunk_recorded ON chunk(responder_id, raw_last, raw_first);
  CREATE INDEX chunk_undated ON chunk(responder_id, undated_last, undated_first) WHERE undated_last IS NOT NULL;
  CREATE INDEX chunk_workspace ON chunk(workspace_id, first_at, first_id, last_at);

  -- One request that carried pings, with what the phone said about itself. Each 32nd of a person is packed with those
  -- before it.
  CREATE TABLE upload (
    responder_id INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    -- Which of the person's uploads it is.
    number INTEGER NOT NULL CHECK (number > 0),
    workspace_id INTEGER NOT NULL,
    -- NULL = it came from a foreign app.
    session_id INTEGER,
    sent_at INTEGER,
    stored INTEGER NOT NULL CHECK (stored >= 0),
    duplicates INTEGER NOT NULL CHECK (duplicates >= 0),
    expired INTEGER NOT NULL CHECK (expired >= 0),
    rejected INTEGER NOT NULL CHECK (rejected >= 0),
    -- docs/store.md has the codes of these, with the columns of packed uploads.
    permission INTEGER CHECK (permission BETWEEN 0 AND 1),
    location_services INTEGER CHECK (location_services BETWEEN 0 AND 1),
    power_mode INTEGER CHECK (power_mode BETWEEN 0 AND 1),
    app_state INTEGER CHECK (app_state BETWEEN 0 AND 1),
    queue_depth INTEGER CHECK (queue_depth >= 0),
    oldest_entry_age_s REAL,
    network INTEGER CHECK (network BETWEEN 0 AND 2),
    interval_s REAL,
    -- What the board showed of the person after it, so that a past board can be told.
    latest_ping_id INTEGER,
    latest_effective_at INTEGER,
    confirmed_at INTEGER,
    known_battery REAL CHECK (known_battery BETWEEN 0 AND 1),
    low_power INTEGER NOT NULL DEFAULT 0 CHECK (low_power BETWEEN 0 AND 1),
    backlog INTEGER NOT NULL DEFAULT 0 CHECK (backlog BETWEEN 0 AND 1),
    adapter_device_id INTEGER CHECK ((adapter_device_id IS NULL) <> (session_id IS NULL)),
    CHECK ((latest_ping_id IS NULL) = (latest_effective_at IS NULL)),
    PRIMARY KEY (responder_id, received_at, number),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id),
    FOREIGN KEY (workspace_id, session_id) REFERENCES phone_session(workspace_id, id)
  ) STRICT, WITHOUT ROWID;

  -- Uploads of one person, packed. They follow each other and never overlap.
  CREATE TABLE upload_chunk (
    responder_id INTEGER NOT NULL,
    -- When the first and the last one were received, and their numbers.
    first_at INTEGER NOT NULL,
    first_number INTEGER NOT NULL,
    workspace_id INTEGER NOT NULL,
    last_at INTEGER NOT NULL CHECK (last_at >= first_at),
    last_number INTEGER NOT NULL,
    -- The first and the last time at which the phone says that it sent one.
    sent_first INTEGER,
    sent_last INTEGER CHECK (sent_last >= sent_first),
    uploads INTEGER NOT NULL CHECK (uploads > 0),
    -- docs/store.md describes the bytes.
    data BLOB NOT NULL CHECK (length(data) > 4),
    PRIMARY KEY (responder_id, first_at, first_number),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX upload_chunk_sent ON upload_chunk(responder_id, sent_last, sent_first) WHERE sent_last IS NOT NULL;

  CREATE TABLE idempotency (
    responder_id INTEGER NOT NULL REFERENCES responder(id),
    -- The beginnings of hashes of the key and of the pings.
    key BLOB NOT NULL CHECK (length(key) = 12),
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
    expires_at INTEGER NOT NULL,
    stored INTEGER NOT NULL CHECK (stored >= 0),
    duplicates INTEGER NOT NULL CHECK (duplicates >= 0),
    expired INTEGER NOT NULL CHECK (expired >= 0),
    -- Where it tells more than the counts.
    answer BLOB,
    PRIMARY KEY (responder_id, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE device_event (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    event_id TEXT CHECK (length(CAST(event_id AS BLOB)) BETWEEN 1 AND 64),
    type TEXT NOT NULL,
    value TEXT NOT NULL,
    at_raw INTEGER NOT NULL,
    effective_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, responder_id, event_id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX device_event_responder ON device_event(workspace_id, responder_id, effective_at, id);

  CREATE TABLE duty_change (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    change_id TEXT CHECK (length(CAST(change_id AS BLOB)) BETWEEN 1 AND 64),
    state TEXT NOT NULL CHECK (\(DutyState.check("state"))),
    duty_order TEXT,
    at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    applied INTEGER NOT NULL CHECK (applied IN (0, 1)),
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, responder_id, change_id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX duty_change_responder ON duty_change(workspace_id, responder_id, at, id);

  -- A request of a phone whose session had ended: no contact, but evidence.
  CREATE TABLE denial (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX denial_responder ON denial(workspace_id, responder_id, at);

  -- What of a phone's uploads was refused or set aside, by day and reason.
  CREATE TABLE rejection (
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 120),
    count INTEGER NOT NULL CHECK (count > 0),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, responder_id, day, reason),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  """
