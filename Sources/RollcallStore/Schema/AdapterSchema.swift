import Rollcall

/// Apps that report without having been made for Rollcall.
let adapterSchema = """
  -- A foreign app on somebody's phone, with the secret by which it is known. Beside the session of our own app.
  CREATE TABLE adapter_device (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    adapter TEXT NOT NULL
      CHECK (adapter IN ('owntracks', 'overland', 'osmand', 'flat', 'gpslogger', 'transistor', 'expo')),
    name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) \(NameLimits.name.between)),
    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    speed_unit TEXT NOT NULL CHECK (speed_unit IN ('knots', 'mps')),
    -- How often it is expected to report; NULL = as the adapter says.
    on_duty_s INTEGER CHECK (on_duty_s \(ReportIntervals.allowed.between)),
    on_mission_s INTEGER CHECK (on_mission_s \(ReportIntervals.allowed.between)),
    -- Whether its user allowed remote commands.
    takes_commands INTEGER NOT NULL CHECK (takes_commands IN (0, 1)),
    created_at INTEGER NOT NULL,
    revoked_at INTEGER,
    -- When and as what it last spoke, and what it brought so far.
    last_contact_at INTEGER,
    user_agent TEXT CHECK (length(CAST(user_agent AS BLOB)) BETWEEN 1 AND 200),
    positions INTEGER NOT NULL DEFAULT 0 CHECK (positions >= 0),
    last_position_at INTEGER,
    last_accuracy_m REAL,
    last_battery_level REAL CHECK (last_battery_level BETWEEN 0 AND 1),
    -- Which interval it was told last by our answers, or set up with, and how often: one that was lost must not be the
    -- only one. Since when, and which it kept until then: it may be judged by that until it has had time to follow.
    told_s INTEGER,
    told_times INTEGER NOT NULL DEFAULT 0,
    told_at INTEGER,
    told_before_s INTEGER,
    -- The last ten records that were dropped: `[[instant, "reason"], …]`, the newest first.
    last_drops TEXT NOT NULL DEFAULT '[]' CHECK (length(last_drops) BETWEEN 2 AND 2000),
    CHECK ((on_duty_s IS NULL) = (on_mission_s IS NULL)),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX adapter_device_responder ON adapter_device(workspace_id, responder_id, id);

  -- How many of its records were dropped, by reason.
  CREATE TABLE adapter_drop (
    workspace_id INTEGER NOT NULL,
    device_id INTEGER NOT NULL,
    reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 40),
    count INTEGER NOT NULL CHECK (count > 0),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, device_id, reason),
    FOREIGN KEY (workspace_id, device_id) REFERENCES adapter_device(workspace_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  """
