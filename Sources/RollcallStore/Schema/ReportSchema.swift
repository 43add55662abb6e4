import Rollcall

/// People's actions on alerts, and the people named by a mass silence.
let alertSchema = """
  -- That somebody sees to an alert, or snoozed it, or ended a snooze: one row for each act, never changed.
  CREATE TABLE alert_act (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    id INTEGER NOT NULL,
    alert_id INTEGER NOT NULL,
    -- Those of the alert: a snooze holds for what opens again under them.
    kind TEXT NOT NULL,
    scope TEXT NOT NULL,
    act TEXT NOT NULL CHECK (act IN ('acknowledge', 'take-back', 'snooze', 'wake')),
    at INTEGER NOT NULL,
    actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 300),
    note TEXT NOT NULL CHECK (length(note) <= \(AlertAct.noteLimit)),
    -- NULL of a snooze = until the alert closes.
    until_at INTEGER CHECK (until_at IS NULL OR until_at > at AND act = 'snooze'),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, alert_id) REFERENCES alert(workspace_id, id)
  ) STRICT;
  CREATE INDEX alert_act_alert ON alert_act(workspace_id, alert_id, id);
  CREATE INDEX alert_act_topic ON alert_act(workspace_id, kind, scope, at);

  -- Who fell silent in a mass silence.
  CREATE TABLE alert_person (
    workspace_id INTEGER NOT NULL,
    alert_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    -- When they were last heard before it.
    fell_at INTEGER NOT NULL,
    -- When they were heard again, or no longer watched.
    back_at INTEGER CHECK (back_at >= fell_at),
    -- When another alert took them over, still silent: it has a row of theirs with the same fell_at.
    carried_at INTEGER CHECK (carried_at >= fell_at),
    PRIMARY KEY (workspace_id, alert_id, responder_id),
    FOREIGN KEY (workspace_id, alert_id) REFERENCES alert(workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  -- Each silence is told of once.
  CREATE INDEX alert_person_silent ON alert_person(workspace_id, responder_id, fell_at)
    WHERE back_at IS NULL AND carried_at IS NULL;
  CREATE INDEX alert_person_responder ON alert_person(workspace_id, responder_id);
  """

/// Records of downloaded files.
let reportSchema = """
  -- A file that was handed out, wholly or in part. Who, when, of what kind and with which filter says the audit.
  CREATE TABLE export_file (
    workspace_id INTEGER NOT NULL,
    -- The audit's entry about it.
    number INTEGER NOT NULL,
    row_count INTEGER NOT NULL CHECK (row_count >= 0),
    bytes INTEGER NOT NULL CHECK (bytes >= 0),
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
    -- 0 = it was broken off; bytes, rows and hash are those of what was taken.
    complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
    -- SHA-256 of the first step, 2 × step, 3 × step … bytes, 16 bytes of each, one after the other.
    step INTEGER NOT NULL CHECK (step > 0),
    beginnings BLOB NOT NULL CHECK (length(beginnings) % 16 = 0),
    PRIMARY KEY (workspace_id, number),
    FOREIGN KEY (workspace_id, number) REFERENCES audit(workspace_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX export_file_sha256 ON export_file(sha256);

  -- A file that is being handed out. What a server finds here at its start was cut off with the one before it.
  CREATE TABLE export_begun (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    origin TEXT NOT NULL,
    kind TEXT NOT NULL,
    filter TEXT NOT NULL,
    PRIMARY KEY (workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  """

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

/// Statements sent by mail.
let statementMailSchema = """
  -- The outbox of statements: one to be sent to one mailbox. It is made anew from its question when it is sent, so that
  -- nothing of it is kept here, and what is erased in between is not told.
  CREATE TABLE statement_mail (
    workspace_id INTEGER NOT NULL,
    -- Whoever sends it knows it by this alone.
    id INTEGER NOT NULL UNIQUE,
    -- Whom or what it is about; neither = everybody on duty. The incident may be purged.
    responder_id INTEGER,
    incident_id INTEGER,
    from_at INTEGER NOT NULL,
    to_at INTEGER NOT NULL,
    known_at INTEGER NOT NULL,
    -- Of its files, in hexadecimal digits: a statement with another one is not sent.
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    -- The entry of the audit on its cover, which says who made it, and when.
    entry INTEGER NOT NULL,
    recipient TEXT NOT NULL CHECK (length(CAST(recipient AS BLOB)) <= 254),
    \(outboxColumns),
    CHECK (responder_id IS NULL OR incident_id IS NULL),
    CHECK (from_at < to_at),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, entry) REFERENCES audit(workspace_id, number),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX statement_mail_waiting ON statement_mail(next_at) WHERE state = 'waiting';
  CREATE INDEX statement_mail_workspace ON statement_mail(workspace_id, created_at, id);
  CREATE INDEX statement_mail_responder ON statement_mail(workspace_id, responder_id) WHERE responder_id IS NOT NULL;
  """
