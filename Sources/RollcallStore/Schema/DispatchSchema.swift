/// Regions and outlets on the ground, incidents with their offers, and alerts. Part of the second schema.
let dispatchSchema = """
  -- The polygon of a region: GeoJSON.
  ALTER TABLE region ADD COLUMN geometry TEXT CHECK (length(geometry) <= 1000000);

  CREATE TABLE outlet (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    lat REAL NOT NULL CHECK (lat BETWEEN -90 AND 90),
    lng REAL NOT NULL CHECK (lng BETWEEN -180 AND 180),
    external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 128),
    UNIQUE (workspace_id, id),
    UNIQUE (workspace_id, external_id)
  ) STRICT;

  CREATE TABLE incident (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    kind TEXT NOT NULL CHECK (kind IN ('incident', 'order')),
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    severity TEXT NOT NULL CHECK (severity IN ('low', 'normal', 'high', 'critical')),
    lat REAL NOT NULL CHECK (lat BETWEEN -90 AND 90),
    lng REAL NOT NULL CHECK (lng BETWEEN -180 AND 180),
    place TEXT,
    notes TEXT NOT NULL DEFAULT '' CHECK (length(notes) <= 4000),
    region TEXT,
    state TEXT NOT NULL CHECK (state IN ('open', 'offering', 'assigned', 'unassigned', 'resolved', 'cancelled')),
    opened_at INTEGER NOT NULL,
    opened_by TEXT NOT NULL,
    closed_at INTEGER,
    -- What the form was sent with: the same again opens nothing.
    once TEXT CHECK (length(once) BETWEEN 1 AND 64),
    CHECK ((closed_at IS NULL) = (state NOT IN ('resolved', 'cancelled'))),
    UNIQUE (workspace_id, id),
    UNIQUE (workspace_id, once),
    FOREIGN KEY (workspace_id, region) REFERENCES region(workspace_id, name)
  ) STRICT;
  CREATE INDEX incident_workspace ON incident(workspace_id, opened_at);

  CREATE TABLE offer (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
    incident_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN
      ('queued', 'sent', 'delivered', 'seen', 'accepted', 'declined', 'expired', 'unreachable', 'withdrawn')),
    distance_m REAL NOT NULL CHECK (distance_m >= 0),
    queued_at INTEGER NOT NULL,
    sent_at INTEGER,
    delivered_at INTEGER,
    seen_at INTEGER,
    ended_at INTEGER,
    expires_at INTEGER NOT NULL,
    reason TEXT CHECK (length(reason) <= 500),
    CHECK ((ended_at IS NULL) = (state IN ('queued', 'sent', 'delivered', 'seen'))),
    UNIQUE (workspace_id, id),
    FOREIGN KEY (workspace_id, incident_id) REFERENCES incident(workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX offer_incident ON offer(incident_id, id);
  CREATE INDEX offer_responder ON offer(responder_id, id);
  CREATE INDEX offer_workspace ON offer(workspace_id, queued_at);
  CREATE INDEX offer_deadline ON offer(expires_at) WHERE ended_at IS NULL;
  -- Nobody holds two open offers.
  CREATE UNIQUE INDEX offer_open ON offer(responder_id) WHERE ended_at IS NULL;

  -- The accepted offer in force: one assignee an incident, one incident an assignee.
  CREATE TABLE assignment (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
    incident_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    offer_id INTEGER NOT NULL UNIQUE REFERENCES offer(id),
    since INTEGER NOT NULL,
    arrived_at INTEGER,
    ended_at INTEGER,
    reason TEXT,
    FOREIGN KEY (workspace_id, incident_id) REFERENCES incident(workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX assignment_history ON assignment(incident_id);
  CREATE UNIQUE INDEX assignment_incident ON assignment(incident_id) WHERE ended_at IS NULL;
  CREATE UNIQUE INDEX assignment_responder ON assignment(responder_id) WHERE ended_at IS NULL;

  -- The incident's log: every step, with who and when.
  CREATE TABLE incident_step (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
    incident_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    step TEXT NOT NULL,
    responder_id INTEGER REFERENCES responder(id),
    detail TEXT NOT NULL DEFAULT '',
    -- When the phone says that it happened. For the log only.
    phone_at INTEGER,
    FOREIGN KEY (workspace_id, incident_id) REFERENCES incident(workspace_id, id)
  ) STRICT;
  CREATE INDEX incident_step_incident ON incident_step(incident_id, id);

  CREATE TABLE alert (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    kind TEXT NOT NULL,
    scope TEXT NOT NULL,
    critical INTEGER NOT NULL CHECK (critical IN (0, 1)),
    opened_at INTEGER NOT NULL,
    closed_at INTEGER CHECK (closed_at >= opened_at),
    detail TEXT NOT NULL
  ) STRICT;
  CREATE INDEX alert_workspace ON alert(workspace_id, opened_at);
  -- Opened once: the same trouble is not told twice at the same time.
  CREATE UNIQUE INDEX alert_open ON alert(workspace_id, kind, scope) WHERE closed_at IS NULL;
  """
