/// Reports that are made again and again. Part of the second schema.
let scheduleSchema = """
  CREATE TABLE report_schedule (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    kind TEXT NOT NULL,
    -- Of whom, as the query of the report's page says it.
    filter TEXT NOT NULL CHECK (length(CAST(filter AS BLOB)) <= 1000),
    rhythm TEXT NOT NULL CHECK (rhythm IN ('day', 'week', 'month')),
    hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
    created_at INTEGER NOT NULL,
    -- The end of the last period that was made, a local day: each is made once.
    done_to INTEGER NOT NULL,
    -- What was wrong with the latest attempt, and when it is made again.
    problem TEXT NOT NULL DEFAULT '',
    retry_at INTEGER,
    file TEXT NOT NULL DEFAULT '',
    made_at INTEGER,
    CHECK ((problem = '') = (retry_at IS NULL)),
    UNIQUE (workspace_id, kind, filter, rhythm)
  ) STRICT;
  """
