/// The first schema. What a table holds for an operator: `docs/store.md`.
///
/// The schema keeps the promises: a row belongs to one workspace, references exist, values are in range.
/// Times are milliseconds since 1970 (UTC); coordinates are stored exactly as sent. `json_valid` is no CHECK here:
/// with `trusted_schema = OFF` SQLite 3.40 refuses to run it from a schema.
let schema1 = """
  CREATE TABLE workspace (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 40),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    time_zone TEXT NOT NULL,
    retention_days INTEGER NOT NULL CHECK (retention_days BETWEEN 1 AND 3650),
    -- Whether everybody who is offline is an alert, not assignees alone.
    offline_alerts INTEGER NOT NULL DEFAULT 0 CHECK (offline_alerts IN (0, 1)),
    -- From when on a silence of many is one alert: how many of a hundred, within how many minutes.
    mass_percent INTEGER NOT NULL DEFAULT 40 CHECK (mass_percent BETWEEN 10 AND 100),
    mass_minutes INTEGER NOT NULL DEFAULT 2 CHECK (mass_minutes BETWEEN 1 AND 15),
    -- Whether owners and admins get in with a second factor only.
    owners_two_factor INTEGER NOT NULL DEFAULT 0 CHECK (owners_two_factor IN (0, 1)),
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE profile (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    document TEXT NOT NULL CHECK (length(document) BETWEEN 2 AND 100000),
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE region (
    -- The audit names a region by it, because a name can be a person's. Never used twice.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    UNIQUE (workspace_id, name)
  ) STRICT;

  CREATE TABLE responder (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    phone TEXT CHECK (phone GLOB '+[1-9]*' AND length(phone) BETWEEN 8 AND 16),
    profile TEXT NOT NULL,
    region TEXT,
    external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 128),
    active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
    created_at INTEGER NOT NULL,
    UNIQUE (workspace_id, id),
    UNIQUE (workspace_id, phone),
    UNIQUE (workspace_id, external_id),
    FOREIGN KEY (workspace_id, profile) REFERENCES profile(workspace_id, name),
    FOREIGN KEY (workspace_id, region) REFERENCES region(workspace_id, name)
  ) STRICT;

  CREATE TABLE phone_session (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
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
    UNIQUE (workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX phone_session_responder ON phone_session(responder_id, id);
  CREATE UNIQUE INDEX phone_session_active ON phone_session(responder_id) WHERE revoked_at IS NULL;

  -- The row that the board reads: one for each responder, kept ready by ingest.
  CREATE TABLE liveness (
    responder_id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
    version INTEGER NOT NULL DEFAULT 1,
    duty TEXT NOT NULL CHECK (duty IN ('off_duty', 'on_duty', 'on_mission')),
    duty_since INTEGER NOT NULL,
    duty_at INTEGER,
    duty_order TEXT CHECK (length(duty_order) BETWEEN 1 AND 64),
    rule_name TEXT NOT NULL,
    degraded_ms INTEGER CHECK (degraded_ms > 0),
    offline_ms INTEGER CHECK (offline_ms > degraded_ms),
    online_since INTEGER,
    last_contact_at INTEGER,
    last_fix_at INTEGER,
    latest_ping_id INTEGER,
    latest_effective_at INTEGER,
    lat REAL CHECK (lat BETWEEN -90 AND 90),
    lng REAL CHECK (lng BETWEEN -180 AND 180),
    accuracy_m REAL,
    flags INTEGER NOT NULL DEFAULT 0,
    battery_level REAL CHECK (battery_level BETWEEN 0 AND 1),
    battery_at INTEGER,
    speed_mps REAL CHECK (speed_mps >= 0),
    speed_at INTEGER,
    app_state TEXT,
    app_state_at INTEGER,
    power_mode TEXT,
    power_mode_at INTEGER,
    permission TEXT,
    permission_at INTEGER,
    location_services INTEGER CHECK (location_services IN (0, 1)),
    location_services_at INTEGER,
    network TEXT,
    network_at INTEGER,
    queue_depth INTEGER,
    backlog INTEGER NOT NULL DEFAULT 0 CHECK (backlog IN (0, 1)),
    CHECK ((latest_ping_id IS NULL) = (lat IS NULL) AND (lat IS NULL) = (lng IS NULL)),
    CHECK ((degraded_ms IS NULL) = (offline_ms IS NULL)),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX liveness_workspace ON liveness(workspace_id);

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

  CREATE TABLE ping (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    queue_id INTEGER NOT NULL REFERENCES queue(id),
    sequence INTEGER CHECK (sequence BETWEEN 0 AND 9007199254740991),
    recorded_at_raw INTEGER,
    effective_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    time_source INTEGER NOT NULL CHECK (time_source IN (0, 1, 2)),
    lat REAL NOT NULL CHECK (lat BETWEEN -90 AND 90),
    lng REAL NOT NULL CHECK (lng BETWEEN -180 AND 180),
    is_mock INTEGER NOT NULL CHECK (is_mock IN (0, 1, 2)),
    accuracy_m REAL,
    speed_mps REAL CHECK (speed_mps >= 0),
    heading_deg REAL CHECK (heading_deg BETWEEN 0 AND 360),
    altitude_m REAL,
    source INTEGER CHECK (source IN (0, 1, 2)),
    battery_level REAL CHECK (battery_level BETWEEN 0 AND 1),
    signal_quality INTEGER CHECK (signal_quality IN (0, 1, 2)),
    visit_id INTEGER,
    fix_age_s REAL CHECK (fix_age_s >= 0),
    on_duty INTEGER NOT NULL CHECK (on_duty IN (0, 1)),
    flags INTEGER NOT NULL,
    variant INTEGER NOT NULL CHECK (variant >= 0),
    -- When its app last said that it is still there.
    confirmed_at INTEGER CHECK (confirmed_at > effective_at),
    CHECK (effective_at <= received_at),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  -- The same identity twice is impossible; another content under it is another variant.
  CREATE UNIQUE INDEX ping_identity ON ping(responder_id, recorded_at_raw, sequence, queue_id, variant);
  CREATE INDEX ping_responder ON ping(responder_id, effective_at);
  CREATE INDEX ping_workspace ON ping(workspace_id, effective_at);

  -- One request that carried pings, with what the phone said about itself.
  CREATE TABLE upload (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    -- NULL = it came from a foreign app.
    session_id INTEGER,
    received_at INTEGER NOT NULL,
    sent_at INTEGER,
    stored INTEGER NOT NULL CHECK (stored >= 0),
    duplicates INTEGER NOT NULL CHECK (duplicates >= 0),
    expired INTEGER NOT NULL CHECK (expired >= 0),
    rejected INTEGER NOT NULL CHECK (rejected >= 0),
    permission TEXT,
    location_services INTEGER CHECK (location_services IN (0, 1)),
    power_mode TEXT,
    app_state TEXT,
    queue_depth INTEGER CHECK (queue_depth >= 0),
    oldest_entry_age_s REAL,
    network TEXT,
    interval_s REAL,
    -- What the board showed of the person after it, so that a past board can be told.
    latest_ping_id INTEGER,
    confirmed_at INTEGER,
    known_battery REAL CHECK (known_battery BETWEEN 0 AND 1),
    low_power INTEGER NOT NULL DEFAULT 0 CHECK (low_power IN (0, 1)),
    backlog INTEGER NOT NULL DEFAULT 0 CHECK (backlog IN (0, 1)),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id),
    FOREIGN KEY (workspace_id, session_id) REFERENCES phone_session(workspace_id, id)
  ) STRICT;
  CREATE INDEX upload_responder ON upload(responder_id, received_at);
  CREATE INDEX upload_attempt ON upload(session_id, sent_at) WHERE sent_at IS NOT NULL;

  CREATE TABLE idempotency (
    responder_id INTEGER NOT NULL REFERENCES responder(id),
    key BLOB NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
    answer BLOB NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (responder_id, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_expiry ON idempotency(expires_at);

  CREATE TABLE device_event (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    event_id TEXT CHECK (length(CAST(event_id AS BLOB)) BETWEEN 1 AND 64),
    type TEXT NOT NULL,
    value TEXT NOT NULL,
    at_raw INTEGER NOT NULL,
    effective_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    UNIQUE (responder_id, event_id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX device_event_responder ON device_event(responder_id, effective_at);

  CREATE TABLE duty_change (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    change_id TEXT CHECK (length(CAST(change_id AS BLOB)) BETWEEN 1 AND 64),
    state TEXT NOT NULL CHECK (state IN ('off_duty', 'on_duty', 'on_mission')),
    duty_order TEXT,
    at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    applied INTEGER NOT NULL CHECK (applied IN (0, 1)),
    UNIQUE (responder_id, change_id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX duty_change_responder ON duty_change(responder_id, at);

  CREATE TABLE member (
    id INTEGER PRIMARY KEY,
    -- Not unique: whoever registers an address first must not own the account that another workspace makes later.
    email TEXT NOT NULL CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- Where it was made, and by what: `command line` or the number of an invitation.
    made_in INTEGER NOT NULL REFERENCES workspace(id),
    made_by TEXT NOT NULL CHECK (length(made_by) BETWEEN 1 AND 100),
    last_login_at INTEGER
  ) STRICT;
  CREATE INDEX member_email ON member(email);

  CREATE TABLE membership (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    member_id INTEGER NOT NULL REFERENCES member(id),
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'dispatcher', 'auditor', 'viewer')),
    PRIMARY KEY (workspace_id, member_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE console_session (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    member_id INTEGER NOT NULL REFERENCES member(id),
    csrf TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    -- From where it was last used, and by what, named shortly.
    address TEXT NOT NULL,
    browser TEXT NOT NULL
  ) STRICT;
  CREATE INDEX console_session_member ON console_session(member_id);

  CREATE TABLE api_key (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'dispatcher', 'auditor', 'viewer')),
    key_hash BLOB NOT NULL UNIQUE CHECK (length(key_hash) = 32),
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER,
    UNIQUE (workspace_id, name)
  ) STRICT;

  -- Who did or looked at what, in a hash chain for each workspace. Never changed, never purged.
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    -- 1, 2, 3 … in its workspace.
    number INTEGER NOT NULL CHECK (number > 0),
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    -- From where: an address, 'command line', 'phone' or 'server'.
    origin TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    value_before TEXT NOT NULL,
    value_after TEXT NOT NULL,
    previous BLOB NOT NULL CHECK (length(previous) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    UNIQUE (workspace_id, number)
  ) STRICT;
  CREATE INDEX audit_action ON audit(workspace_id, action);
  CREATE INDEX audit_look ON audit(workspace_id, actor, action, subject, at);
  CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit
    WHEN EXISTS (
      SELECT 1 FROM audit WHERE id = new.id OR (workspace_id = new.workspace_id AND number = new.number))
    BEGIN SELECT RAISE(ABORT, 'an audit entry is never replaced'); END;
  CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'an audit entry is never changed'); END;
  CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'an audit entry is never deleted'); END;

  -- Where each chain ends, so that entries cut off its end are missed.
  CREATE TABLE audit_head (
    workspace_id INTEGER PRIMARY KEY REFERENCES workspace(id),
    count INTEGER NOT NULL CHECK (count > 0),
    hash BLOB NOT NULL CHECK (length(hash) = 32)
  ) STRICT;
  CREATE TRIGGER audit_head_is_not_replaced BEFORE INSERT ON audit_head
    WHEN EXISTS (SELECT 1 FROM audit_head WHERE workspace_id = new.workspace_id)
    BEGIN SELECT RAISE(ABORT, 'the end of the audit is never replaced'); END;
  CREATE TRIGGER audit_head_goes_on BEFORE UPDATE ON audit_head WHEN new.count <> old.count + 1
    BEGIN SELECT RAISE(ABORT, 'the audit only goes on'); END;
  CREATE TRIGGER audit_head_is_not_deleted BEFORE DELETE ON audit_head
    BEGIN SELECT RAISE(ABORT, 'the end of the audit is never deleted'); END;

  -- One row: when this server last proved that it was alive and could write.
  CREATE TABLE alive (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL,
    -- The same instant as far as it is certain, when a clock in doubt wrote the mark.
    certain_at INTEGER,
    -- Milliseconds since the machine was started, and which start that was: how much time has passed since.
    uptime INTEGER CHECK (uptime >= 0),
    boot TEXT NOT NULL DEFAULT '' CHECK (length(boot) <= 64)
  ) STRICT;

  -- One row in a backup: SHA-256 over the whole file, in which its own bytes are zeros.
  CREATE TABLE backup_sum (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32)
  ) STRICT;
  """
