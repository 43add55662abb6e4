import Rollcall

/// Where people entered and left regions.
let mapSchema = """
  -- Somebody came into a region or to an outlet, or left it: proved by a fix, at its effective time.
  CREATE TABLE crossing (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    -- One of the two. The place may be gone since.
    region TEXT CHECK (length(region) \(NameLimits.short.between)),
    outlet_id INTEGER,
    is_entry INTEGER NOT NULL CHECK (is_entry IN (0, 1)),
    effective_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL CHECK (received_at >= effective_at),
    CHECK ((region IS NULL) <> (outlet_id IS NULL)),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX crossing_responder ON crossing(workspace_id, responder_id, effective_at, id);
  CREATE INDEX crossing_workspace ON crossing(workspace_id, effective_at, id);

  -- Of whom fixes came when their time was judged already: where they were then is judged anew.
  CREATE TABLE late_fixes (
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    from_at INTEGER NOT NULL,
    until_at INTEGER NOT NULL CHECK (until_at >= from_at),
    fixes INTEGER NOT NULL CHECK (fixes > 0),
    -- When the first of them came, and the last.
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, responder_id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  """
