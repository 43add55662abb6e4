/// Scheduled reports.
let scheduleSchema = """
  CREATE TABLE report_schedule (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    -- Of whom, as the query of the report's page says it.
    filter TEXT NOT NULL CHECK (length(CAST(filter AS BLOB)) <= 1000),
    rhythm TEXT NOT NULL CHECK (rhythm IN ('day', 'week', 'month')),
    hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
    created_at INTEGER NOT NULL,
    -- A local day. Periods that end with it or before are not made: they were, or their hour had come when this began or
    -- was switched on. Of those after it, the ones that the audit names were made by a schedule before this one.
    done_to INTEGER NOT NULL,
    -- What was wrong with the latest attempt, and when it is made again.
    problem TEXT NOT NULL DEFAULT '',
    retry_at INTEGER,
    file TEXT NOT NULL DEFAULT '',
    made_at INTEGER,
    CHECK ((problem = '') = (retry_at IS NULL)),
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, kind, filter, rhythm)
  ) STRICT;
  """
