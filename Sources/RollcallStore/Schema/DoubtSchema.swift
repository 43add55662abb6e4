/// Doubts about positions, with their evidence and people's decisions.
let doubtSchema = """
  -- One reason to doubt one ping. It goes with the ping; the ping's flags stay whatever is decided here.
  CREATE TABLE doubt (
    workspace_id INTEGER NOT NULL,
    ping_id INTEGER NOT NULL,
    -- One bit of the ping's flags.
    flag INTEGER NOT NULL CHECK (flag > 0),
    responder_id INTEGER NOT NULL,
    -- The ping's.
    effective_at INTEGER NOT NULL,
    -- What it was found by; what they are says the flag.
    first REAL,
    second REAL,
    third REAL,
    word TEXT CHECK (length(word) BETWEEN 1 AND 16),
    -- Orders those of one flag.
    strength REAL NOT NULL,
    -- 0 = open, 1 = confirmed, 2 = cleared.
    state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 2),
    review_id INTEGER,
    PRIMARY KEY (workspace_id, ping_id, flag),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  -- With what the review page counts, so that it need not look at the rows.
  CREATE INDEX doubt_workspace ON doubt(workspace_id, effective_at, responder_id, flag, state, ping_id);
  CREATE INDEX doubt_flag ON doubt(workspace_id, flag, effective_at);
  CREATE INDEX doubt_responder ON doubt(workspace_id, responder_id, effective_at);
  CREATE INDEX doubt_confirmed ON doubt(workspace_id, responder_id, effective_at) WHERE state = 1;

  -- What somebody decided about doubts of one flag of one person.
  CREATE TABLE doubt_review (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    reviewer TEXT NOT NULL CHECK (length(reviewer) BETWEEN 1 AND 300),
    flag INTEGER NOT NULL CHECK (flag > 0),
    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),
    count INTEGER NOT NULL CHECK (count > 0),
    note TEXT NOT NULL CHECK (length(CAST(note AS BLOB)) <= 1000),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX doubt_review_responder ON doubt_review(workspace_id, responder_id, at);
  """
