import Rollcall

/// Workspaces, their profiles and regions, and the people in them.
let fleetSchema = """
  CREATE TABLE workspace (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 40),
    name TEXT NOT NULL CHECK (length(name) \(NameLimits.name.between)),
    time_zone TEXT NOT NULL,
    -- ISO 3166-1; empty = none.
    country TEXT NOT NULL DEFAULT '' CHECK (length(country) IN (0, 2)),
    retention_days INTEGER NOT NULL CHECK (retention_days \(Workspace.retentions.between)),
    -- Whether everybody who is offline is an alert, not assignees alone.
    offline_alerts INTEGER NOT NULL DEFAULT 0 CHECK (offline_alerts IN (0, 1)),
    -- From when on a silence of many is one alert: how many of a hundred, within how many minutes.
    mass_percent INTEGER NOT NULL DEFAULT 40 CHECK (mass_percent \(MassSilenceRule.percents.between)),
    mass_minutes INTEGER NOT NULL DEFAULT 2 CHECK (mass_minutes \(MassSilenceRule.lengths.between)),
    -- Whether owners and admins get in with a second factor only.
    owners_two_factor INTEGER NOT NULL DEFAULT 0 CHECK (owners_two_factor IN (0, 1)),
    -- Whether visible pages of the control room keep their members logged in.
    watching_counts INTEGER NOT NULL DEFAULT 1 CHECK (watching_counts IN (0, 1)),
    -- The map outside to which positions link; empty = none.
    map_link TEXT NOT NULL DEFAULT '' CHECK (length(map_link) <= 300),
    -- Whether admins see what is still to be set up.
    checklist INTEGER NOT NULL DEFAULT 1 CHECK (checklist IN (0, 1)),
    created_at INTEGER NOT NULL
  ) STRICT;

  -- What the owners of the installation set in the console.
  CREATE TABLE server_setting (
    name TEXT PRIMARY KEY CHECK (name IN ('public_url')),
    value TEXT NOT NULL CHECK (length(value) BETWEEN 1 AND 300)
  ) STRICT, WITHOUT ROWID;

  -- How large the database was when a day was first looked at, by UTC: days since 1970.
  CREATE TABLE server_size (
    day INTEGER PRIMARY KEY,
    bytes INTEGER NOT NULL CHECK (bytes >= 0)
  ) STRICT;

  CREATE TABLE profile (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    document TEXT NOT NULL CHECK (length(document) BETWEEN 2 AND 100000),
    changed_at INTEGER NOT NULL,
    -- As it was brought, beside what it was edited to.
    original TEXT,
    PRIMARY KEY (workspace_id, name)
  ) STRICT, WITHOUT ROWID;

  -- For how many of a workspace's people a way of behaving is on, percent.
  CREATE TABLE rollout (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    flag TEXT NOT NULL CHECK (flag IN ('adaptive_intervals', 'server_thresholds', 'native_fallback')),
    percent INTEGER NOT NULL CHECK (percent BETWEEN 0 AND 100),
    PRIMARY KEY (workspace_id, flag)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE region (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    -- The audit names a region by it, because a name can be a person's.
    id INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) \(NameLimits.short.between)),
    -- Its polygon: GeoJSON.
    geometry TEXT CHECK (length(geometry) <= 1000000),
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, name)
  ) STRICT;

  CREATE TABLE responder (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    -- What uploads write names people by it alone.
    id INTEGER NOT NULL UNIQUE,
    name TEXT NOT NULL CHECK (length(name) \(NameLimits.name.between)),
    phone TEXT CHECK (phone GLOB '+[1-9]*' AND length(phone) BETWEEN 8 AND 16),
    profile TEXT NOT NULL,
    region TEXT,
    external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 128),
    active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
    -- `medic;boat=2027-03-31`: read and written with the person, never searched.
    skills TEXT NOT NULL DEFAULT '' CHECK (length(skills) <= \(SkillList.textLimit)),
    -- Their own duty rule as JSON; NULL = their profile's.
    duty_rule TEXT CHECK (length(duty_rule) <= 65536),
    created_at INTEGER NOT NULL,
    -- The record of the same person that is kept instead of this one, which is inactive.
    merged_into INTEGER CHECK (merged_into IS NULL OR active = 0),
    -- When and by whom a person was erased, and when nothing of them was left in the file. NULL = they were not.
    erased_at INTEGER,
    erased_by TEXT CHECK ((erased_by IS NULL) = (erased_at IS NULL)),
    scrubbed_at INTEGER CHECK (scrubbed_at IS NULL OR erased_at IS NOT NULL),
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, phone),
    UNIQUE (workspace_id, external_id),
    FOREIGN KEY (workspace_id, profile) REFERENCES profile(workspace_id, name),
    FOREIGN KEY (workspace_id, region) REFERENCES region(workspace_id, name),
    FOREIGN KEY (workspace_id, merged_into) REFERENCES responder(workspace_id, id)
  ) STRICT;

  -- Which timetable a person had from when on: their own, else their profile's. For reports about hours that are past.
  CREATE TABLE duty_plan (
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    -- The rule as JSON; NULL = no timetable from then on.
    rule TEXT CHECK (length(rule) <= 65536),
    PRIMARY KEY (workspace_id, responder_id, since),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  """
