import Rollcall

/// Events with their participants, and visits to outlets.
let fieldSchema = """
  -- Something that people take part in.
  CREATE TABLE event (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    id INTEGER NOT NULL,
    slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 40),
    name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) \(NameLimits.name.between)),
    -- NULL = with the first activity; NULL = open.
    from_at INTEGER,
    to_at INTEGER CHECK (to_at > from_at),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, slug)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE event_participant (
    workspace_id INTEGER NOT NULL,
    event_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, event_id, responder_id),
    FOREIGN KEY (workspace_id, event_id) REFERENCES event(workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX event_participant_responder ON event_participant(workspace_id, responder_id);

  -- An entry of a participant's stream. A position is a ping and stands there; here stands that it came.
  CREATE TABLE event_activity (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    event_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    activity_id TEXT NOT NULL CHECK (length(CAST(activity_id AS BLOB)) BETWEEN 1 AND 64),
    type TEXT NOT NULL CHECK (length(CAST(type AS BLOB)) BETWEEN 1 AND 64),
    -- JSON as it came, of types without effect.
    data TEXT CHECK (length(CAST(data AS BLOB)) <= 4096),
    at_raw INTEGER NOT NULL,
    effective_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, event_id, responder_id, activity_id),
    FOREIGN KEY (workspace_id, event_id) REFERENCES event(workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX event_activity_responder ON event_activity(workspace_id, responder_id, effective_at);
  CREATE INDEX event_activity_event ON event_activity(workspace_id, event_id, effective_at);

  -- One visit of one person to one outlet, planned for a span.
  CREATE TABLE visit (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    outlet_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    from_at INTEGER NOT NULL,
    to_at INTEGER NOT NULL CHECK (to_at > from_at),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, outlet_id) REFERENCES outlet(workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX visit_workspace ON visit(workspace_id, from_at);
  CREATE INDEX visit_responder ON visit(workspace_id, responder_id, from_at);
  CREATE INDEX visit_outlet ON visit(workspace_id, outlet_id);

  -- A check-in or check-out with what was found. Of several the last one counts. Where the phone was is the ping's.
  CREATE TABLE visit_check (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    visit_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('check-in', 'check-out')),
    effective_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    distance_m REAL NOT NULL CHECK (distance_m >= 0),
    accuracy_m REAL,
    verdict TEXT NOT NULL CHECK (verdict IN ('verified', 'doubtful', 'rejected')),
    reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, visit_id) REFERENCES visit(workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX visit_check_visit ON visit_check(workspace_id, visit_id, kind, id);
  CREATE INDEX visit_check_responder ON visit_check(workspace_id, responder_id, received_at);
  """
