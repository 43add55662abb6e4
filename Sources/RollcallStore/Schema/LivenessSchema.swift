import Rollcall

/// Statuses with their deadlines, and the data of the timeline.
let livenessSchema = """
  -- What ingest keeps ready of each responder: status and deadlines, latest fix, newest known state of the phone.
  CREATE TABLE liveness (
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    duty TEXT NOT NULL CHECK (\(DutyState.check("duty"))),
    duty_since INTEGER NOT NULL,
    duty_at INTEGER,
    duty_order TEXT CHECK (length(duty_order) BETWEEN 1 AND 64),
    status TEXT NOT NULL CHECK (\(Status.check("status"))),
    since INTEGER NOT NULL,
    reason TEXT NOT NULL,
    watched_from INTEGER NOT NULL,
    last_contact_at INTEGER,
    last_fix_at INTEGER,
    degrade_by INTEGER,
    offline_by INTEGER,
    deadline_at INTEGER,
    rule_name TEXT NOT NULL,
    interval_ms INTEGER CHECK (interval_ms > 0),
    degraded_ms INTEGER CHECK (degraded_ms > 0),
    offline_ms INTEGER CHECK (offline_ms > degraded_ms),
    rule_until INTEGER,
    flaps TEXT NOT NULL DEFAULT '[]' CHECK (length(flaps) BETWEEN 2 AND 500),
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
    restarted_at INTEGER,
    wait_by INTEGER,
    confirmed_at INTEGER,
    -- By whose intervals they are judged: a foreign app's, or NULL = their profile's.
    reporter_id INTEGER,
    -- When they were last switched off duty by hand, and not on again by hand.
    off_by_hand_at INTEGER,
    -- The next beginning or end of their hours of duty, and the end that an incident or offer outlasts.
    hours_at INTEGER,
    -- When the hours in which they are began; NULL = they are in none.
    hours_since INTEGER,
    leaves_at INTEGER,
    -- How many positions of theirs were ever stored: of what the ids of new ones are made.
    pings INTEGER NOT NULL DEFAULT 0 CHECK (pings BETWEEN 0 AND 4294967295),
    -- How many uploads of theirs there ever were: the number of the last one.
    uploads INTEGER NOT NULL DEFAULT 0 CHECK (uploads >= 0),
    CHECK ((latest_ping_id IS NULL) = (lat IS NULL) AND (lat IS NULL) = (lng IS NULL)),
    CHECK ((degraded_ms IS NULL) = (offline_ms IS NULL)),
    CHECK ((duty = 'off_duty') = (status = 'off_duty')),
    PRIMARY KEY (workspace_id, responder_id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX liveness_deadline ON liveness(deadline_at) WHERE deadline_at IS NOT NULL;

  -- A change of status, written once, dated when it became true.
  CREATE TABLE transition (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    from_status TEXT CHECK (\(Status.check("from_status"))),
    to_status TEXT NOT NULL CHECK (\(Status.check("to_status"))),
    rule TEXT NOT NULL,
    CHECK (from_status IS NOT to_status),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX transition_responder ON transition(workspace_id, responder_id, at, id);
  CREATE INDEX transition_workspace ON transition(workspace_id, at, id);
  CREATE UNIQUE INDEX transition_first ON transition(workspace_id, responder_id) WHERE from_status IS NULL;

  -- Which rule held since when: by what a quiet phone was judged.
  CREATE TABLE rule_change (
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    rule TEXT NOT NULL,
    interval_ms INTEGER,
    degraded_ms INTEGER,
    offline_ms INTEGER,
    PRIMARY KEY (workspace_id, responder_id, at),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT, WITHOUT ROWID;

  -- A span without contact, longer than the degraded threshold, written when it ended.
  CREATE TABLE silence (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    from_at INTEGER NOT NULL,
    to_at INTEGER NOT NULL CHECK (to_at > from_at),
    degraded_ms INTEGER NOT NULL CHECK (degraded_ms > 0),
    offline_ms INTEGER NOT NULL CHECK (offline_ms > degraded_ms),
    cause TEXT,
    evidence TEXT,
    CHECK ((cause IS NULL) = (evidence IS NULL)),
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, responder_id, from_at),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX silence_responder ON silence(workspace_id, responder_id, to_at);
  CREATE INDEX silence_workspace ON silence(workspace_id, to_at);
  CREATE INDEX silence_unsealed ON silence(workspace_id, from_at) WHERE cause IS NULL;

  -- A span in which this server itself was away: of the whole server, nobody's in particular.
  CREATE TABLE absence (
    id INTEGER PRIMARY KEY,
    from_at INTEGER NOT NULL,
    to_at INTEGER NOT NULL CHECK (to_at >= from_at)
  ) STRICT;
  CREATE INDEX absence_to ON absence(to_at);

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
  """
