/// The second schema: statuses that are stored with their deadlines, and what the timeline is made of.
let schema2 = """
  ALTER TABLE liveness RENAME TO liveness_1;
  DROP INDEX liveness_workspace;

  -- What ingest keeps ready of each responder: status and deadlines, latest fix, newest known state of the phone.
  CREATE TABLE liveness (
    responder_id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
    duty TEXT NOT NULL CHECK (duty IN ('off_duty', 'on_duty', 'on_mission')),
    duty_since INTEGER NOT NULL,
    duty_at INTEGER,
    duty_order TEXT CHECK (length(duty_order) BETWEEN 1 AND 64),
    status TEXT NOT NULL CHECK (status IN ('online', 'degraded', 'offline', 'unknown', 'off_duty')),
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
    CHECK ((latest_ping_id IS NULL) = (lat IS NULL) AND (lat IS NULL) = (lng IS NULL)),
    CHECK ((degraded_ms IS NULL) = (offline_ms IS NULL)),
    CHECK ((duty = 'off_duty') = (status = 'off_duty')),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  INSERT INTO liveness
    SELECT responder_id, workspace_id, duty, duty_since, duty_at, duty_order,
      CASE duty WHEN 'off_duty' THEN 'off_duty' ELSE 'unknown' END, duty_since,
      CASE duty WHEN 'off_duty' THEN 'off duty' ELSE 'no fresh fix since our restart' END, duty_since,
      last_contact_at, last_fix_at, NULL, NULL, NULL, rule_name, NULL, NULL, NULL, NULL, '[]', latest_ping_id,
      latest_effective_at, lat, lng, accuracy_m, flags, battery_level, battery_at, speed_mps, speed_at, app_state,
      app_state_at, power_mode, power_mode_at, permission, permission_at, location_services,
      location_services_at, network, network_at, queue_depth, backlog,
      NULL, NULL, NULL
    FROM liveness_1;
  DROP TABLE liveness_1;
  CREATE INDEX liveness_deadline ON liveness(deadline_at) WHERE deadline_at IS NOT NULL;

  -- A change of status, written once, dated when it became true.
  CREATE TABLE transition (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    from_status TEXT CHECK (from_status IN ('online', 'degraded', 'offline', 'unknown', 'off_duty')),
    to_status TEXT NOT NULL CHECK (to_status IN ('online', 'degraded', 'offline', 'unknown', 'off_duty')),
    rule TEXT NOT NULL,
    CHECK (from_status IS NOT to_status),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX transition_responder ON transition(responder_id, at);
  CREATE INDEX transition_workspace ON transition(workspace_id, at);
  CREATE UNIQUE INDEX transition_first ON transition(responder_id) WHERE from_status IS NULL;
  INSERT INTO transition (workspace_id, responder_id, at, from_status, to_status, rule)
    SELECT workspace_id, responder_id, since, NULL, status, reason FROM liveness;

  -- Which rule held since when: by what a quiet phone was judged.
  CREATE TABLE rule_change (
    responder_id INTEGER NOT NULL REFERENCES responder(id),
    at INTEGER NOT NULL,
    rule TEXT NOT NULL,
    interval_ms INTEGER,
    degraded_ms INTEGER,
    offline_ms INTEGER,
    PRIMARY KEY (responder_id, at)
  ) STRICT, WITHOUT ROWID;

  -- A span without contact, longer than the degraded threshold, written when it ended.
  CREATE TABLE silence (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    from_at INTEGER NOT NULL,
    to_at INTEGER NOT NULL CHECK (to_at > from_at),
    degraded_ms INTEGER NOT NULL CHECK (degraded_ms > 0),
    offline_ms INTEGER NOT NULL CHECK (offline_ms > degraded_ms),
    cause TEXT,
    evidence TEXT,
    CHECK ((cause IS NULL) = (evidence IS NULL)),
    UNIQUE (responder_id, from_at),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX silence_responder ON silence(responder_id, to_at);
  CREATE INDEX silence_workspace ON silence(workspace_id, to_at);
  CREATE INDEX silence_unsealed ON silence(workspace_id, from_at) WHERE cause IS NULL;

  -- A span in which this server itself was away: of the whole server, nobody's in particular.
  CREATE TABLE absence (
    id INTEGER PRIMARY KEY,
    from_at INTEGER NOT NULL,
    to_at INTEGER NOT NULL CHECK (to_at >= from_at)
  ) STRICT;
  CREATE INDEX absence_to ON absence(to_at);

  -- A request of a phone whose session had ended: no contact, but evidence.
  CREATE TABLE denial (
    id INTEGER PRIMARY KEY,
    responder_id INTEGER NOT NULL REFERENCES responder(id),
    at INTEGER NOT NULL,
    code TEXT NOT NULL
  ) STRICT;
  CREATE INDEX denial_responder ON denial(responder_id, at);

  -- What of a phone's uploads was refused or set aside, by day and reason.
  CREATE TABLE rejection (
    responder_id INTEGER NOT NULL REFERENCES responder(id),
    day INTEGER NOT NULL,
    reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 120),
    count INTEGER NOT NULL CHECK (count > 0),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (responder_id, day, reason)
  ) STRICT, WITHOUT ROWID;

  -- The track of one person in order, and the sums of their uploads, without a look at the rows.
  DROP INDEX ping_responder;
  CREATE INDEX ping_responder ON ping(responder_id, effective_at, id, received_at, time_source, flags, on_duty);
  DROP INDEX upload_responder;
  CREATE INDEX upload_responder ON upload(responder_id, received_at, id, stored, duplicates, expired);
  CREATE INDEX ping_kept ON ping(responder_id, effective_at, confirmed_at) WHERE confirmed_at IS NOT NULL;
  CREATE INDEX ping_doubt ON ping(responder_id, effective_at) WHERE flags <> 0;
  CREATE INDEX ping_doubted ON ping(workspace_id, effective_at) WHERE flags <> 0;

  -- A profile as it was brought, beside what it was edited to.
  ALTER TABLE profile ADD COLUMN original TEXT;
  UPDATE profile SET original = document;

  -- For how many of a workspace's people a way of behaving is on, percent.
  CREATE TABLE rollout (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    flag TEXT NOT NULL CHECK (flag IN ('adaptive_intervals', 'server_thresholds', 'native_fallback')),
    percent INTEGER NOT NULL CHECK (percent BETWEEN 0 AND 100),
    PRIMARY KEY (workspace_id, flag)
  ) STRICT, WITHOUT ROWID;

  -- What a purge took away, for the record.
  CREATE TABLE purge (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    day INTEGER NOT NULL,
    before_at INTEGER NOT NULL,
    pings INTEGER NOT NULL,
    uploads INTEGER NOT NULL,
    device_events INTEGER NOT NULL,
    log_rows INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    UNIQUE (workspace_id, day)
  ) STRICT;
  """
