import Rollcall

/// Channels for alerts, and the messages sent to them.
let noticeSchema = """
  -- A way by which a workspace is told of its alerts.
  CREATE TABLE channel (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    id INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) \(NameLimits.short.between)),
    kind TEXT NOT NULL CHECK (kind <> ''),
    -- A URL, or addresses of mail with commas; empty once it is removed.
    address TEXT NOT NULL CHECK (length(CAST(address AS BLOB)) <= 4096),
    -- What a webhook is signed with, or the token of an ntfy server; empty = none.
    secret TEXT NOT NULL DEFAULT '',
    -- The secret before, with which messages are signed, too, until this instant.
    former_secret TEXT NOT NULL DEFAULT '',
    former_until INTEGER,
    -- The kinds of alert that it is not told of, with blanks.
    left_out TEXT NOT NULL DEFAULT '',
    only_critical INTEGER NOT NULL CHECK (only_critical IN (0, 1)),
    tells_opened INTEGER NOT NULL CHECK (tells_opened IN (0, 1)),
    tells_closed INTEGER NOT NULL CHECK (tells_closed IN (0, 1)),
    tells_reports INTEGER NOT NULL CHECK (tells_reports IN (0, 1)),
    -- Whether a mail about a report carries its file.
    attaches_reports INTEGER NOT NULL DEFAULT 0 CHECK (attaches_reports IN (0, 1)),
    tells_incidents INTEGER NOT NULL CHECK (tells_incidents IN (0, 1)),
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
    -- Why Rollcall itself switched it off.
    off_reason TEXT CHECK (off_reason IS NULL OR is_on = 0),
    created_at INTEGER NOT NULL,
    removed_at INTEGER,
    CHECK ((former_secret = '') = (former_until IS NULL)),
    CHECK (attaches_reports = 0 OR kind = 'mail'),
    CHECK (removed_at IS NULL OR (address = '' AND secret = '' AND former_secret = '' AND is_on = 0)),
    PRIMARY KEY (workspace_id, id)
  ) STRICT;
  CREATE UNIQUE INDEX channel_name ON channel(workspace_id, name) WHERE removed_at IS NULL;

  -- The outbox: a message to one channel. Written in the transaction of what it tells of, and read anew when it is
  -- sent, so that what is erased in between is not told.
  CREATE TABLE notice (
    workspace_id INTEGER NOT NULL,
    -- Whoever sends it knows it by this alone.
    id INTEGER NOT NULL UNIQUE,
    channel_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('opened', 'closed', 'sum', 'report', 'test', 'incident', 'escalated')),
    -- What it tells of; NULL once that is purged or erased.
    alert_id INTEGER,
    -- The entry of an incident's log that it tells of; it may be purged or erased.
    step_id INTEGER,
    -- The report that was made, and the entry of the audit about it.
    file TEXT,
    export_number INTEGER,
    -- The message that tells of it, and of others, in its place.
    sum_id INTEGER,
    \(outboxColumns),
    CHECK (alert_id IS NULL OR kind IN ('opened', 'closed', 'escalated')),
    CHECK ((kind = 'incident') = (step_id IS NOT NULL)),
    CHECK ((kind = 'report') = (file IS NOT NULL AND export_number IS NOT NULL)),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, channel_id) REFERENCES channel(workspace_id, id),
    FOREIGN KEY (workspace_id, sum_id) REFERENCES notice(workspace_id, id),
    FOREIGN KEY (workspace_id, alert_id) REFERENCES alert(workspace_id, id)
  ) STRICT;
  CREATE INDEX notice_waiting ON notice(workspace_id, channel_id, id) WHERE state = 'waiting';
  CREATE INDEX notice_channel ON notice(workspace_id, channel_id, id);
  CREATE INDEX notice_workspace ON notice(workspace_id, created_at, id);
  CREATE INDEX notice_alert ON notice(workspace_id, alert_id) WHERE alert_id IS NOT NULL;
  CREATE INDEX notice_sum ON notice(workspace_id, sum_id) WHERE sum_id IS NOT NULL;

  -- One attempt to hand a message over.
  CREATE TABLE notice_attempt (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    notice_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('accepted', 'retry', 'refused', 'gone', 'misconfigured')),
    reason TEXT NOT NULL,
    status INTEGER,
    took_ms INTEGER NOT NULL CHECK (took_ms >= 0),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, notice_id) REFERENCES notice(workspace_id, id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX notice_attempt_notice ON notice_attempt(workspace_id, notice_id, id);

  -- Which alerts escalate.
  CREATE TABLE escalation (
    workspace_id INTEGER PRIMARY KEY REFERENCES workspace(id),
    only_critical INTEGER NOT NULL CHECK (only_critical IN (0, 1))
  ) STRICT;

  -- Which channels are told, in order, while nobody acknowledges an alert. How far an alert has come follows from
  -- its messages.
  CREATE TABLE escalation_step (
    workspace_id INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 0),
    channel_id INTEGER NOT NULL,
    -- How long after the step before, or after the alert has opened.
    after_ms INTEGER NOT NULL CHECK (after_ms BETWEEN 60000 AND 86400000),
    PRIMARY KEY (workspace_id, place),
    FOREIGN KEY (workspace_id, channel_id) REFERENCES channel(workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  """
