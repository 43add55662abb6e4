-- The tables of the build before positions were packed. Its mark is the number that rollcall convert knows.
CREATE TABLE id_counter (
  name TEXT PRIMARY KEY,
  last INTEGER NOT NULL CHECK (last > 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE workspace (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 40),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  time_zone TEXT NOT NULL,
  country TEXT NOT NULL DEFAULT '' CHECK (length(country) IN (0, 2)),
  retention_days INTEGER NOT NULL CHECK (retention_days BETWEEN 1 AND 3650),
  offline_alerts INTEGER NOT NULL DEFAULT 0 CHECK (offline_alerts IN (0, 1)),
  mass_percent INTEGER NOT NULL DEFAULT 40 CHECK (mass_percent BETWEEN 10 AND 100),
  mass_minutes INTEGER NOT NULL DEFAULT 2 CHECK (mass_minutes BETWEEN 1 AND 15),
  owners_two_factor INTEGER NOT NULL DEFAULT 0 CHECK (owners_two_factor IN (0, 1)),
  watching_counts INTEGER NOT NULL DEFAULT 1 CHECK (watching_counts IN (0, 1)),
  map_link TEXT NOT NULL DEFAULT '' CHECK (length(map_link) <= 300),
  checklist INTEGER NOT NULL DEFAULT 1 CHECK (checklist IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE server_setting (
  name TEXT PRIMARY KEY CHECK (name IN ('public_url')),
  value TEXT NOT NULL CHECK (length(value) BETWEEN 1 AND 300)
) STRICT, WITHOUT ROWID;
CREATE TABLE profile (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  document TEXT NOT NULL CHECK (length(document) BETWEEN 2 AND 100000),
  changed_at INTEGER NOT NULL,
  original TEXT,
  PRIMARY KEY (workspace_id, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE rollout (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  flag TEXT NOT NULL CHECK (flag IN ('adaptive_intervals', 'server_thresholds', 'native_fallback')),
  percent INTEGER NOT NULL CHECK (percent BETWEEN 0 AND 100),
  PRIMARY KEY (workspace_id, flag)
) STRICT, WITHOUT ROWID;
CREATE TABLE region (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  geometry TEXT CHECK (length(geometry) <= 1000000),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, name)
) STRICT;
CREATE TABLE responder (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  phone TEXT CHECK (phone GLOB '+[1-9]*' AND length(phone) BETWEEN 8 AND 16),
  profile TEXT NOT NULL,
  region TEXT,
  external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 128),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  skills TEXT NOT NULL DEFAULT '' CHECK (length(skills) <= 1040),
  duty_rule TEXT CHECK (length(duty_rule) <= 65536),
  created_at INTEGER NOT NULL,
  erased_at INTEGER,
  erased_by TEXT CHECK ((erased_by IS NULL) = (erased_at IS NULL)),
  scrubbed_at INTEGER CHECK (scrubbed_at IS NULL OR erased_at IS NOT NULL),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, phone),
  UNIQUE (workspace_id, external_id),
  FOREIGN KEY (workspace_id, profile) REFERENCES profile(workspace_id, name),
  FOREIGN KEY (workspace_id, region) REFERENCES region(workspace_id, name)
) STRICT;
CREATE TABLE duty_plan (
  workspace_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  since INTEGER NOT NULL,
  rule TEXT CHECK (length(rule) <= 65536),
  PRIMARY KEY (workspace_id, responder_id, since),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE phone_session (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  device_id TEXT NOT NULL CHECK (length(CAST(device_id AS BLOB)) BETWEEN 1 AND 128),
  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  logged_out INTEGER NOT NULL DEFAULT 0 CHECK (logged_out IN (0, 1)),
  superseded INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1)),
  device_name TEXT CHECK (length(CAST(device_name AS BLOB)) BETWEEN 1 AND 100),
  platform TEXT CHECK (length(CAST(platform AS BLOB)) BETWEEN 1 AND 100),
  os_version TEXT CHECK (length(CAST(os_version AS BLOB)) BETWEEN 1 AND 100),
  app_version TEXT CHECK (length(CAST(app_version AS BLOB)) BETWEEN 1 AND 100),
  address TEXT CHECK (length(CAST(address AS BLOB)) BETWEEN 1 AND 100),
  clock TEXT NOT NULL DEFAULT '[]' CHECK (length(clock) BETWEEN 2 AND 1000),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE INDEX phone_session_responder ON phone_session(workspace_id, responder_id, id);
CREATE UNIQUE INDEX phone_session_active ON phone_session(workspace_id, responder_id) WHERE revoked_at IS NULL;
CREATE TABLE queue (
  id INTEGER PRIMARY KEY,
  responder_id INTEGER NOT NULL REFERENCES responder(id),
  name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 128),
  UNIQUE (responder_id, name)
) STRICT;
CREATE TABLE sequence_range (
  queue_id INTEGER NOT NULL REFERENCES queue(id),
  first INTEGER NOT NULL CHECK (first >= 0),
  last INTEGER NOT NULL CHECK (last BETWEEN first AND 9007199254740991),
  PRIMARY KEY (queue_id, first)
) STRICT, WITHOUT ROWID;
CREATE TABLE ping (
  id INTEGER PRIMARY KEY,
  workspace_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  queue_id INTEGER NOT NULL REFERENCES queue(id),
  sequence INTEGER CHECK (sequence BETWEEN 0 AND 9007199254740991),
  recorded_at_raw INTEGER,
  effective_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  time_source INTEGER NOT NULL CHECK (time_source BETWEEN 0 AND 2),
  lat REAL NOT NULL CHECK (lat BETWEEN -90 AND 90),
  lng REAL NOT NULL CHECK (lng BETWEEN -180 AND 180),
  is_mock INTEGER NOT NULL CHECK (is_mock BETWEEN 0 AND 2),
  accuracy_m REAL,
  speed_mps REAL CHECK (speed_mps >= 0),
  heading_deg REAL CHECK (heading_deg BETWEEN 0 AND 360),
  altitude_m REAL,
  source INTEGER CHECK (source BETWEEN 0 AND 2),
  battery_level REAL CHECK (battery_level BETWEEN 0 AND 1),
  signal_quality INTEGER CHECK (signal_quality BETWEEN 0 AND 2),
  visit_id INTEGER,
  fix_age_s REAL CHECK (fix_age_s >= 0),
  on_duty INTEGER NOT NULL CHECK (on_duty IN (0, 1)),
  flags INTEGER NOT NULL,
  variant INTEGER NOT NULL CHECK (variant >= 0),
  confirmed_at INTEGER CHECK (confirmed_at > effective_at),
  CHECK (effective_at <= received_at),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX ping_identity ON ping(responder_id, recorded_at_raw, sequence, queue_id, variant);
CREATE INDEX ping_workspace ON ping(workspace_id, effective_at);
CREATE INDEX ping_responder ON ping(responder_id, effective_at, id, received_at, time_source, flags, on_duty);
CREATE INDEX ping_kept ON ping(responder_id, effective_at, confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX ping_doubt ON ping(responder_id, effective_at) WHERE flags <> 0;
CREATE TABLE upload (
  id INTEGER PRIMARY KEY,
  workspace_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  session_id INTEGER,
  received_at INTEGER NOT NULL,
  sent_at INTEGER,
  stored INTEGER NOT NULL CHECK (stored >= 0),
  duplicates INTEGER NOT NULL CHECK (duplicates >= 0),
  expired INTEGER NOT NULL CHECK (expired >= 0),
  rejected INTEGER NOT NULL CHECK (rejected >= 0),
  permission TEXT,
  location_services INTEGER CHECK (location_services IN (0, 1)),
  power_mode TEXT,
  app_state TEXT,
  queue_depth INTEGER CHECK (queue_depth >= 0),
  oldest_entry_age_s REAL,
  network TEXT,
  interval_s REAL,
  latest_ping_id INTEGER,
  confirmed_at INTEGER,
  known_battery REAL CHECK (known_battery BETWEEN 0 AND 1),
  low_power INTEGER NOT NULL DEFAULT 0 CHECK (low_power IN (0, 1)),
  backlog INTEGER NOT NULL DEFAULT 0 CHECK (backlog IN (0, 1)),
  adapter_device_id INTEGER CHECK ((adapter_device_id IS NULL) <> (session_id IS NULL)),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id),
  FOREIGN KEY (workspace_id, session_id) REFERENCES phone_session(workspace_id, id)
) STRICT;
CREATE INDEX upload_attempt ON upload(session_id, sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX upload_responder ON upload(responder_id, received_at, id, stored, duplicates, expired);
CREATE TABLE idempotency (
  responder_id INTEGER NOT NULL REFERENCES responder(id),
  key BLOB NOT NULL CHECK (length(key) = 12),
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  expires_at INTEGER NOT NULL,
  stored INTEGER NOT NULL CHECK (stored >= 0),
  duplicates INTEGER NOT NULL CHECK (duplicates >= 0),
  expired INTEGER NOT NULL CHECK (expired >= 0),
  answer BLOB,
  PRIMARY KEY (responder_id, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE device_event (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  event_id TEXT CHECK (length(CAST(event_id AS BLOB)) BETWEEN 1 AND 64),
  type TEXT NOT NULL,
  value TEXT NOT NULL,
  at_raw INTEGER NOT NULL,
  effective_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, responder_id, event_id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE INDEX device_event_responder ON device_event(workspace_id, responder_id, effective_at, id);
CREATE TABLE duty_change (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  change_id TEXT CHECK (length(CAST(change_id AS BLOB)) BETWEEN 1 AND 64),
  state TEXT NOT NULL CHECK (state = 'off_duty' OR state = 'on_duty' OR state = 'on_mission'),
  duty_order TEXT,
  at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  applied INTEGER NOT NULL CHECK (applied IN (0, 1)),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, responder_id, change_id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE INDEX duty_change_responder ON duty_change(workspace_id, responder_id, at, id);
CREATE TABLE denial (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  code TEXT NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE INDEX denial_responder ON denial(workspace_id, responder_id, at);
CREATE TABLE rejection (
  workspace_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 120),
  count INTEGER NOT NULL CHECK (count > 0),
  last_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, responder_id, day, reason),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE liveness (
  workspace_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  duty TEXT NOT NULL CHECK (duty = 'off_duty' OR duty = 'on_duty' OR duty = 'on_mission'),
  duty_since INTEGER NOT NULL,
  duty_at INTEGER,
  duty_order TEXT CHECK (length(duty_order) BETWEEN 1 AND 64),
  status TEXT NOT NULL CHECK (status = 'online' OR status = 'degraded' OR status = 'offline' OR status = 'unknown' OR status = 'off_duty'),
  since INTEGER NOT NULL,
  reason TEXT NOT NULL,
  watched_from INTEGER NOT NULL,
  last_contact_at INTEGER,
  last_fix_at INTEGER,
  degrade_by INTEGER,
  offline_by INTEGER,
  deadline_at INTEGER,
  rule_name TEXT NOT NULL,
  interval_ms INTEGER CHECK (interval_ms > 0),
  degraded_ms INTEGER CHECK (degraded_ms > 0),
  offline_ms INTEGER CHECK (offline_ms > degraded_ms),
  rule_until INTEGER,
  flaps TEXT NOT NULL DEFAULT '[]' CHECK (length(flaps) BETWEEN 2 AND 500),
  latest_ping_id INTEGER,
  latest_effective_at INTEGER,
  lat REAL CHECK (lat BETWEEN -90 AND 90),
  lng REAL CHECK (lng BETWEEN -180 AND 180),
  accuracy_m REAL,
  flags INTEGER NOT NULL DEFAULT 0,
  battery_level REAL CHECK (battery_level BETWEEN 0 AND 1),
  battery_at INTEGER,
  speed_mps REAL CHECK (speed_mps >= 0),
  speed_at INTEGER,
  app_state TEXT,
  app_state_at INTEGER,
  power_mode TEXT,
  power_mode_at INTEGER,
  permission TEXT,
  permission_at INTEGER,
  location_services INTEGER CHECK (location_services IN (0, 1)),
  location_services_at INTEGER,
  network TEXT,
  network_at INTEGER,
  queue_depth INTEGER,
  backlog INTEGER NOT NULL DEFAULT 0 CHECK (backlog IN (0, 1)),
  restarted_at INTEGER,
  wait_by INTEGER,
  confirmed_at INTEGER,
  reporter_id INTEGER,
  off_by_hand_at INTEGER,
  hours_at INTEGER,
  hours_since INTEGER,
  leaves_at INTEGER,
  CHECK ((latest_ping_id IS NULL) = (lat IS NULL) AND (lat IS NULL) = (lng IS NULL)),
  CHECK ((degraded_ms IS NULL) = (offline_ms IS NULL)),
  CHECK ((duty = 'off_duty') = (status = 'off_duty')),
  PRIMARY KEY (workspace_id, responder_id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE INDEX liveness_deadline ON liveness(deadline_at) WHERE deadline_at IS NOT NULL;
CREATE TABLE transition (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  from_status TEXT CHECK (from_status = 'online' OR from_status = 'degraded' OR from_status = 'offline' OR from_status = 'unknown' OR from_status = 'off_duty'),
  to_status TEXT NOT NULL CHECK (to_status = 'online' OR to_status = 'degraded' OR to_status = 'offline' OR to_status = 'unknown' OR to_status = 'off_duty'),
  rule TEXT NOT NULL,
  CHECK (from_status IS NOT to_status),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE INDEX transition_responder ON transition(workspace_id, responder_id, at, id);
CREATE INDEX transition_workspace ON transition(workspace_id, at, id);
CREATE UNIQUE INDEX transition_first ON transition(workspace_id, responder_id) WHERE from_status IS NULL;
CREATE TABLE rule_change (
  workspace_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  rule TEXT NOT NULL,
  interval_ms INTEGER,
  degraded_ms INTEGER,
  offline_ms INTEGER,
  PRIMARY KEY (workspace_id, responder_id, at),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE silence (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL CHECK (to_at > from_at),
  degraded_ms INTEGER NOT NULL CHECK (degraded_ms > 0),
  offline_ms INTEGER NOT NULL CHECK (offline_ms > degraded_ms),
  cause TEXT,
  evidence TEXT,
  CHECK ((cause IS NULL) = (evidence IS NULL)),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, responder_id, from_at),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE INDEX silence_responder ON silence(workspace_id, responder_id, to_at);
CREATE INDEX silence_workspace ON silence(workspace_id, to_at);
CREATE INDEX silence_unsealed ON silence(workspace_id, from_at) WHERE cause IS NULL;
CREATE TABLE absence (
  id INTEGER PRIMARY KEY,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL CHECK (to_at >= from_at)
) STRICT;
CREATE INDEX absence_to ON absence(to_at);
CREATE TABLE alive (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL,
  certain_at INTEGER,
  uptime INTEGER CHECK (uptime >= 0),
  boot TEXT NOT NULL DEFAULT '' CHECK (length(boot) <= 64)
) STRICT;
CREATE TABLE audit (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  number INTEGER NOT NULL CHECK (number > 0),
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  origin TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL,
  value_before TEXT NOT NULL,
  value_after TEXT NOT NULL,
  previous BLOB NOT NULL CHECK (length(previous) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (workspace_id, number)
) STRICT;
CREATE INDEX audit_action ON audit(workspace_id, action);
CREATE INDEX audit_look ON audit(workspace_id, actor, action, subject, at);
CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit
  WHEN EXISTS (SELECT 1 FROM audit WHERE workspace_id = new.workspace_id AND number = new.number)
  BEGIN SELECT RAISE(ABORT, 'an audit entry is never replaced'); END;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
  BEGIN SELECT RAISE(ABORT, 'an audit entry is never changed'); END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
  BEGIN SELECT RAISE(ABORT, 'an audit entry is never deleted'); END;
CREATE TABLE audit_head (
  workspace_id INTEGER PRIMARY KEY REFERENCES workspace(id),
  count INTEGER NOT NULL CHECK (count > 0),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE TRIGGER audit_head_is_not_replaced BEFORE INSERT ON audit_head
  WHEN EXISTS (SELECT 1 FROM audit_head WHERE workspace_id = new.workspace_id)
  BEGIN SELECT RAISE(ABORT, 'the end of the audit is never replaced'); END;
CREATE TRIGGER audit_head_goes_on BEFORE UPDATE ON audit_head WHEN new.count <> old.count + 1
  BEGIN SELECT RAISE(ABORT, 'the audit only goes on'); END;
CREATE TRIGGER audit_head_is_not_deleted BEFORE DELETE ON audit_head
  BEGIN SELECT RAISE(ABORT, 'the end of the audit is never deleted'); END;
CREATE TABLE backup_sum (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sha256 BLOB NOT NULL CHECK (length(sha256) = 32)
) STRICT;
CREATE TABLE outlet (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  lat REAL NOT NULL CHECK (lat BETWEEN -90 AND 90),
  lng REAL NOT NULL CHECK (lng BETWEEN -180 AND 180),
  external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 128),
  radius_m REAL NOT NULL DEFAULT 100 CHECK (radius_m BETWEEN 1 AND 10000),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, external_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE incident (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('incident', 'order')),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  severity TEXT NOT NULL CHECK (severity IN ('low', 'normal', 'high', 'critical')),
  lat REAL NOT NULL CHECK (lat BETWEEN -90 AND 90),
  lng REAL NOT NULL CHECK (lng BETWEEN -180 AND 180),
  place TEXT,
  notes TEXT NOT NULL DEFAULT '' CHECK (length(notes) <= 4000),
  region TEXT,
  needs TEXT NOT NULL DEFAULT '1 ' CHECK (length(needs) <= 4120),
  state TEXT NOT NULL CHECK (state IN ('open', 'offering', 'assigned', 'unassigned', 'resolved', 'cancelled')),
  opened_at INTEGER NOT NULL,
  opened_by TEXT NOT NULL,
  closed_at INTEGER,
  once TEXT CHECK (length(once) BETWEEN 1 AND 70),
  once_hash BLOB CHECK (length(once_hash) = 32),
  state_since INTEGER NOT NULL,
  mode TEXT NOT NULL DEFAULT 'nobody' CHECK (mode IN ('nobody', 'automatic', 'order', 'parallel')),
  round INTEGER NOT NULL DEFAULT 0 CHECK (round >= 0),
  answer_ms INTEGER NOT NULL DEFAULT 30000 CHECK (answer_ms BETWEEN 15000 AND 600000),
  wake_at INTEGER,
  lack INTEGER NOT NULL DEFAULT 0 CHECK (lack BETWEEN 0 AND 2),
  vain_since INTEGER,
  open_places INTEGER NOT NULL DEFAULT 0 CHECK (open_places >= 0),
  is_drill INTEGER NOT NULL DEFAULT 0 CHECK (is_drill IN (0, 1)),
  CHECK ((closed_at IS NULL) = (state NOT IN ('resolved', 'cancelled'))),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, once),
  FOREIGN KEY (workspace_id, region) REFERENCES region(workspace_id, name)
) STRICT;
CREATE INDEX incident_workspace ON incident(workspace_id, opened_at, id);
CREATE INDEX incident_wake ON incident(wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX incident_unassigned ON incident(workspace_id) WHERE state = 'unassigned';
CREATE INDEX incident_waiting ON incident(workspace_id) WHERE lack > 0;
CREATE INDEX incident_vain ON incident(workspace_id) WHERE vain_since IS NOT NULL;
CREATE TABLE incident_pick (
  workspace_id INTEGER NOT NULL,
  incident_id INTEGER NOT NULL,
  place INTEGER NOT NULL CHECK (place >= 0),
  responder_id INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, incident_id, place),
  UNIQUE (workspace_id, incident_id, responder_id),
  FOREIGN KEY (workspace_id, incident_id) REFERENCES incident(workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE incident_template (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 80),
  title TEXT NOT NULL CHECK (length(title) <= 200),
  severity TEXT NOT NULL CHECK (severity IN ('low', 'normal', 'high', 'critical')),
  needs TEXT NOT NULL CHECK (length(needs) <= 4120),
  notes TEXT NOT NULL CHECK (length(notes) <= 4000),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, name)
) STRICT;
CREATE TABLE dispatch_setting (
  workspace_id INTEGER PRIMARY KEY REFERENCES workspace(id),
  answer_low_ms INTEGER NOT NULL CHECK (answer_low_ms BETWEEN 15000 AND 600000),
  answer_normal_ms INTEGER NOT NULL CHECK (answer_normal_ms BETWEEN 15000 AND 600000),
  answer_high_ms INTEGER NOT NULL CHECK (answer_high_ms BETWEEN 15000 AND 600000),
  answer_critical_ms INTEGER NOT NULL CHECK (answer_critical_ms BETWEEN 15000 AND 600000),
  grace_ms INTEGER NOT NULL CHECK (grace_ms BETWEEN 0 AND 3600000),
  hearing_limit_ms INTEGER NOT NULL CHECK (hearing_limit_ms BETWEEN 5000 AND 3600000),
  extra_offers INTEGER NOT NULL CHECK (extra_offers BETWEEN 0 AND 4),
  offers_by_text INTEGER NOT NULL CHECK (offers_by_text IN (0, 1))
) STRICT;
CREATE TABLE offer (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  incident_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN
    ('queued', 'sent', 'delivered', 'seen', 'accepted', 'declined', 'expired', 'undelivered', 'unreachable',
      'withdrawn')),
  distance_m REAL NOT NULL CHECK (distance_m >= 0),
  queued_at INTEGER NOT NULL,
  sent_at INTEGER,
  delivered_at INTEGER,
  seen_at INTEGER,
  ended_at INTEGER,
  expires_at INTEGER NOT NULL,
  deliver_by INTEGER NOT NULL CHECK (deliver_by <= expires_at),
  reason TEXT CHECK (length(reason) <= 500),
  round INTEGER NOT NULL CHECK (round >= 1),
  answer TEXT CHECK (answer IN ('accepted', 'declined')),
  answered_at INTEGER,
  by_receipt INTEGER NOT NULL DEFAULT 0 CHECK (by_receipt IN (0, 1)),
  told_at INTEGER,
  CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CHECK ((ended_at IS NULL) = (state IN ('queued', 'sent', 'delivered', 'seen'))),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, incident_id) REFERENCES incident(workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE INDEX offer_incident ON offer(workspace_id, incident_id, id);
CREATE INDEX offer_pending ON offer(workspace_id, incident_id) WHERE ended_at IS NULL;
CREATE INDEX offer_responder ON offer(workspace_id, responder_id, id);
CREATE INDEX offer_workspace ON offer(workspace_id, queued_at);
CREATE INDEX offer_deadline ON offer(CASE WHEN state IN ('queued', 'sent') THEN deliver_by ELSE expires_at END)
  WHERE ended_at IS NULL;
CREATE INDEX offer_undelivered ON offer(workspace_id, responder_id, incident_id) WHERE state = 'undelivered';
CREATE UNIQUE INDEX offer_open ON offer(workspace_id, responder_id) WHERE ended_at IS NULL;
CREATE TABLE drill_person (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  incident_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  offer_id INTEGER,
  reason TEXT CHECK (length(reason) BETWEEN 1 AND 500),
  CHECK ((offer_id IS NULL) <> (reason IS NULL)),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, incident_id, responder_id),
  FOREIGN KEY (workspace_id, incident_id) REFERENCES incident(workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id),
  FOREIGN KEY (workspace_id, offer_id) REFERENCES offer(workspace_id, id)
) STRICT;
CREATE INDEX drill_person_offer ON drill_person(workspace_id, offer_id) WHERE offer_id IS NOT NULL;
CREATE INDEX incident_drill ON incident(workspace_id, opened_at, id) WHERE is_drill = 1;
CREATE TABLE assignment (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  incident_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  offer_id INTEGER,
  since INTEGER NOT NULL,
  line INTEGER NOT NULL DEFAULT 0 CHECK (line BETWEEN 0 AND 4),
  by TEXT NOT NULL DEFAULT 'app' CHECK (by IN ('app', 'voice')),
  is_unheard INTEGER NOT NULL DEFAULT 0 CHECK (is_unheard IN (0, 1)),
  is_replaced INTEGER NOT NULL DEFAULT 0 CHECK (is_replaced IN (0, 1)),
  on_way_at INTEGER,
  arrived_at INTEGER,
  ended_at INTEGER,
  reason TEXT,
  grace_at INTEGER,
  lost_at INTEGER,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, offer_id),
  FOREIGN KEY (workspace_id, incident_id) REFERENCES incident(workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id),
  FOREIGN KEY (workspace_id, offer_id) REFERENCES offer(workspace_id, id)
) STRICT;
CREATE INDEX assignment_history ON assignment(workspace_id, incident_id, id);
CREATE INDEX assignment_grace ON assignment(grace_at) WHERE ended_at IS NULL AND grace_at IS NOT NULL;
CREATE UNIQUE INDEX assignment_responder ON assignment(workspace_id, responder_id) WHERE ended_at IS NULL;
CREATE TABLE incident_refusal (
  workspace_id INTEGER NOT NULL,
  incident_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, incident_id, responder_id),
  FOREIGN KEY (workspace_id, incident_id) REFERENCES incident(workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX incident_refusal_responder ON incident_refusal(workspace_id, responder_id);
CREATE TABLE incident_step (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  incident_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  step TEXT NOT NULL,
  responder_id INTEGER,
  detail TEXT NOT NULL DEFAULT '',
  phone_at INTEGER,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, incident_id) REFERENCES incident(workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE INDEX incident_step_incident ON incident_step(workspace_id, incident_id, id);
CREATE TABLE alert (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  scope TEXT NOT NULL,
  critical INTEGER NOT NULL CHECK (critical IN (0, 1)),
  opened_at INTEGER NOT NULL,
  closed_at INTEGER CHECK (closed_at >= opened_at),
  detail TEXT NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE INDEX alert_workspace ON alert(workspace_id, opened_at, id);
CREATE UNIQUE INDEX alert_open ON alert(workspace_id, kind, scope) WHERE closed_at IS NULL;
CREATE TABLE push_channel (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  session_id INTEGER,
  provider TEXT NOT NULL CHECK (provider <> ''),
  token TEXT NOT NULL CHECK (length(CAST(token AS BLOB)) BETWEEN 1 AND 4096),
  registered_at INTEGER NOT NULL,
  gone_at INTEGER,
  gone_reason TEXT,
  CHECK ((gone_at IS NULL) = (gone_reason IS NULL)),
  CHECK ((provider = 'sms') = (session_id IS NULL)),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id),
  FOREIGN KEY (workspace_id, session_id) REFERENCES phone_session(workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX push_channel_live ON push_channel(workspace_id, responder_id, provider) WHERE gone_at IS NULL;
CREATE INDEX push_channel_responder ON push_channel(workspace_id, responder_id, registered_at, id);
CREATE TABLE push_job (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL UNIQUE,
  responder_id INTEGER NOT NULL,
  channel_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('offer', 'withdrawn', 'changed', 'test')),
  offer_id INTEGER,
  incident_id INTEGER,
  provider_id TEXT,
  receipt_at INTEGER,
  accepted_at INTEGER,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'failed', 'cancelled')),
  attempt INTEGER NOT NULL DEFAULT 0 CHECK (attempt >= 0),
  created_at INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  held_until INTEGER,
  expires_at INTEGER NOT NULL,
  last_at INTEGER,
  last_outcome TEXT CHECK (last_outcome IN ('accepted', 'retry', 'gone', 'refused', 'misconfigured')),
  last_reason TEXT NOT NULL DEFAULT '',
  CHECK ((last_at IS NULL) = (last_outcome IS NULL)),
  CHECK ((kind = 'test') = (offer_id IS NULL AND incident_id IS NULL)),
  CHECK (incident_id IS NULL OR (kind = 'changed' AND offer_id IS NULL)),
  CHECK (accepted_at IS NULL OR state IN ('accepted', 'failed')),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id),
  FOREIGN KEY (workspace_id, channel_id) REFERENCES push_channel(workspace_id, id),
  FOREIGN KEY (workspace_id, offer_id) REFERENCES offer(workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, incident_id) REFERENCES incident(workspace_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX push_job_due ON push_job(next_at, id) WHERE state = 'waiting';
CREATE INDEX push_job_receipt ON push_job(receipt_at) WHERE state = 'accepted' AND receipt_at IS NOT NULL;
CREATE INDEX push_job_offer ON push_job(workspace_id, offer_id, id);
CREATE INDEX push_job_incident ON push_job(workspace_id, incident_id) WHERE incident_id IS NOT NULL;
CREATE INDEX push_job_channel ON push_job(workspace_id, channel_id, id);
CREATE INDEX push_job_responder ON push_job(workspace_id, responder_id, id);
CREATE INDEX push_job_test ON push_job(created_at) WHERE kind = 'test';
CREATE TABLE push_proof (
  workspace_id INTEGER NOT NULL,
  job_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  channel_id INTEGER NOT NULL,
  offer_id INTEGER,
  pushed_at INTEGER NOT NULL,
  is_polled INTEGER NOT NULL CHECK (is_polled IN (0, 1)),
  answered_at INTEGER,
  proves_nothing INTEGER NOT NULL DEFAULT 0 CHECK (proves_nothing IN (0, 1)),
  withdrawn_at INTEGER,
  PRIMARY KEY (workspace_id, job_id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id),
  FOREIGN KEY (workspace_id, channel_id) REFERENCES push_channel(workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, offer_id) REFERENCES offer(workspace_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX push_proof_channel ON push_proof(workspace_id, channel_id, job_id);
CREATE INDEX push_proof_offer ON push_proof(workspace_id, offer_id);
CREATE INDEX push_proof_responder ON push_proof(workspace_id, responder_id);
CREATE TABLE offer_request (
  workspace_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  session_id INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, responder_id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id),
  FOREIGN KEY (workspace_id, session_id) REFERENCES phone_session(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE push_pause (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  provider TEXT NOT NULL,
  until INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (workspace_id, provider)
) STRICT, WITHOUT ROWID;
CREATE TABLE offer_link (
  token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  workspace_id INTEGER NOT NULL,
  offer_id INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  by_text INTEGER NOT NULL CHECK (by_text IN (0, 1)),
  FOREIGN KEY (workspace_id, offer_id) REFERENCES offer(workspace_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX offer_link_offer ON offer_link(workspace_id, offer_id);
CREATE TABLE member (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  made_in INTEGER NOT NULL REFERENCES workspace(id),
  made_by TEXT NOT NULL CHECK (length(made_by) BETWEEN 1 AND 100),
  last_login_at INTEGER
) STRICT;
CREATE INDEX member_email ON member(email);
CREATE TABLE membership (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  member_id INTEGER NOT NULL REFERENCES member(id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'dispatcher', 'auditor', 'viewer')),
  PRIMARY KEY (workspace_id, member_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE console_session (
  id INTEGER PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  member_id INTEGER NOT NULL REFERENCES member(id),
  csrf TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  acted_at INTEGER NOT NULL,
  address TEXT NOT NULL,
  browser TEXT NOT NULL
) STRICT;
CREATE INDEX console_session_member ON console_session(member_id);
CREATE TABLE api_key (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'dispatcher', 'auditor', 'viewer')),
  key_hash BLOB NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE two_factor (
  member_id INTEGER PRIMARY KEY REFERENCES member(id),
  secret BLOB NOT NULL CHECK (length(secret) = 48),
  begun_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  last_step INTEGER NOT NULL DEFAULT -1
) STRICT;
CREATE TABLE recovery_code (
  member_id INTEGER NOT NULL REFERENCES two_factor(member_id) ON DELETE CASCADE,
  code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
  used_at INTEGER,
  PRIMARY KEY (member_id, code_hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE login_challenge (
  token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  member_id INTEGER NOT NULL REFERENCES member(id),
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE known_browser (
  token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
  member_id INTEGER NOT NULL REFERENCES member(id),
  last_seen_at INTEGER NOT NULL,
  PRIMARY KEY (token_hash, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_browser_member ON known_browser(member_id);
CREATE TABLE former_membership (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  member_id INTEGER NOT NULL REFERENCES member(id),
  left_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, member_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE invitation (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL,
  email TEXT NOT NULL CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'dispatcher', 'auditor', 'viewer')),
  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  made_by INTEGER REFERENCES member(id),
  member_id INTEGER REFERENCES member(id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  revoked_at INTEGER,
  accepted_at INTEGER,
  CHECK (revoked_at IS NULL OR accepted_at IS NULL),
  PRIMARY KEY (workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX invitation_open ON invitation(workspace_id, email)
  WHERE revoked_at IS NULL AND accepted_at IS NULL;
CREATE INDEX invitation_member ON invitation(member_id) WHERE member_id IS NOT NULL;
CREATE TABLE screen (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  revoked_at INTEGER,
  PRIMARY KEY (workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE screen_session (
  token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  workspace_id INTEGER NOT NULL,
  screen_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  FOREIGN KEY (workspace_id, screen_id) REFERENCES screen(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX screen_session_screen ON screen_session(workspace_id, screen_id, created_at);
CREATE TABLE otp_number (
  number_hash BLOB PRIMARY KEY CHECK (length(number_hash) = 32),
  history TEXT NOT NULL CHECK (length(history) BETWEEN 2 AND 40000),
  changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX otp_number_changed ON otp_number(changed_at);
CREATE TABLE let_in (
  workspace_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
  made_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > made_at),
  PRIMARY KEY (workspace_id, responder_id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX responder_phone ON responder(phone) WHERE active = 1;
CREATE TABLE phone_refresh (
  workspace_id INTEGER NOT NULL,
  session_id INTEGER NOT NULL,
  access_until INTEGER NOT NULL,
  family_hash BLOB NOT NULL UNIQUE CHECK (length(family_hash) = 32),
  token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
  used_hash BLOB CHECK (length(used_hash) = 32),
  used_at INTEGER,
  salt BLOB CHECK (length(salt) = 32),
  used_access_hash BLOB CHECK (length(used_access_hash) = 32),
  CHECK ((used_hash IS NULL) = (used_at IS NULL) AND (used_at IS NULL) = (salt IS NULL)
    AND (salt IS NULL) = (used_access_hash IS NULL)),
  PRIMARY KEY (workspace_id, session_id),
  FOREIGN KEY (workspace_id, session_id) REFERENCES phone_session(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX responder_unscrubbed ON responder(erased_at) WHERE erased_at IS NOT NULL AND scrubbed_at IS NULL;
CREATE TABLE former_name (
  workspace_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (workspace_id, responder_id, name),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER responder_renamed AFTER UPDATE OF name, phone, external_id ON responder
WHEN NEW.erased_at IS NULL BEGIN
  INSERT INTO former_name (workspace_id, responder_id, name) SELECT OLD.workspace_id, OLD.id, OLD.name
    WHERE OLD.name IS NOT NEW.name ON CONFLICT DO NOTHING;
  INSERT INTO former_name (workspace_id, responder_id, name) SELECT OLD.workspace_id, OLD.id, OLD.phone
    WHERE OLD.phone IS NOT NULL AND OLD.phone IS NOT NEW.phone ON CONFLICT DO NOTHING;
  INSERT INTO former_name (workspace_id, responder_id, name) SELECT OLD.workspace_id, OLD.id, OLD.external_id
    WHERE OLD.external_id IS NOT NULL AND OLD.external_id IS NOT NEW.external_id ON CONFLICT DO NOTHING;
END;
CREATE TABLE privacy_request (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('export', 'erase')),
  made_at INTEGER NOT NULL,
  done_at INTEGER,
  done_by TEXT CHECK ((done_by IS NULL) = (done_at IS NULL)),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE INDEX privacy_request_workspace ON privacy_request(workspace_id, made_at);
CREATE UNIQUE INDEX privacy_request_open ON privacy_request(workspace_id, responder_id, kind) WHERE done_at IS NULL;
CREATE TABLE own_link (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  revoked_at INTEGER,
  last_used_at INTEGER,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX own_link_open ON own_link(workspace_id, responder_id) WHERE revoked_at IS NULL;
CREATE INDEX own_link_responder ON own_link(workspace_id, responder_id);
CREATE TABLE adapter_device (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  adapter TEXT NOT NULL
    CHECK (adapter IN ('owntracks', 'overland', 'osmand', 'flat', 'gpslogger', 'transistor', 'expo')),
  name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 200),
  secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  speed_unit TEXT NOT NULL CHECK (speed_unit IN ('knots', 'mps')),
  on_duty_s INTEGER CHECK (on_duty_s BETWEEN 1 AND 86400),
  on_mission_s INTEGER CHECK (on_mission_s BETWEEN 1 AND 86400),
  takes_commands INTEGER NOT NULL CHECK (takes_commands IN (0, 1)),
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  last_contact_at INTEGER,
  user_agent TEXT CHECK (length(CAST(user_agent AS BLOB)) BETWEEN 1 AND 200),
  positions INTEGER NOT NULL DEFAULT 0 CHECK (positions >= 0),
  last_position_at INTEGER,
  last_accuracy_m REAL,
  last_battery_level REAL CHECK (last_battery_level BETWEEN 0 AND 1),
  told_s INTEGER,
  told_times INTEGER NOT NULL DEFAULT 0,
  told_at INTEGER,
  told_before_s INTEGER,
  last_drops TEXT NOT NULL DEFAULT '[]' CHECK (length(last_drops) BETWEEN 2 AND 2000),
  CHECK ((on_duty_s IS NULL) = (on_mission_s IS NULL)),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE INDEX adapter_device_responder ON adapter_device(workspace_id, responder_id, id);
CREATE TABLE adapter_drop (
  workspace_id INTEGER NOT NULL,
  device_id INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 40),
  count INTEGER NOT NULL CHECK (count > 0),
  last_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, device_id, reason),
  FOREIGN KEY (workspace_id, device_id) REFERENCES adapter_device(workspace_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE event (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL,
  slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 40),
  name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 200),
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
CREATE TABLE event_activity (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  activity_id TEXT NOT NULL CHECK (length(CAST(activity_id AS BLOB)) BETWEEN 1 AND 64),
  type TEXT NOT NULL CHECK (length(CAST(type AS BLOB)) BETWEEN 1 AND 64),
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
CREATE TABLE crossing (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  region TEXT CHECK (length(region) BETWEEN 1 AND 80),
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
CREATE TABLE late_fixes (
  workspace_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  until_at INTEGER NOT NULL CHECK (until_at >= from_at),
  fixes INTEGER NOT NULL CHECK (fixes > 0),
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, responder_id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE export_file (
  workspace_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  row_count INTEGER NOT NULL CHECK (row_count >= 0),
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
  complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
  step INTEGER NOT NULL CHECK (step > 0),
  beginnings BLOB NOT NULL CHECK (length(beginnings) % 16 = 0),
  PRIMARY KEY (workspace_id, number),
  FOREIGN KEY (workspace_id, number) REFERENCES audit(workspace_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX export_file_sha256 ON export_file(sha256);
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
CREATE TABLE doubt (
  workspace_id INTEGER NOT NULL,
  ping_id INTEGER NOT NULL,
  flag INTEGER NOT NULL CHECK (flag > 0),
  responder_id INTEGER NOT NULL,
  effective_at INTEGER NOT NULL,
  first REAL,
  second REAL,
  third REAL,
  word TEXT CHECK (length(word) BETWEEN 1 AND 16),
  strength REAL NOT NULL,
  state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 2),
  review_id INTEGER,
  PRIMARY KEY (workspace_id, ping_id, flag),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX doubt_workspace ON doubt(workspace_id, effective_at, responder_id, flag, state, ping_id);
CREATE INDEX doubt_flag ON doubt(workspace_id, flag, effective_at);
CREATE INDEX doubt_responder ON doubt(workspace_id, responder_id, effective_at);
CREATE INDEX doubt_confirmed ON doubt(workspace_id, responder_id, effective_at) WHERE state = 1;
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
CREATE TABLE channel (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 80),
  kind TEXT NOT NULL CHECK (kind <> ''),
  address TEXT NOT NULL CHECK (length(CAST(address AS BLOB)) <= 4096),
  secret TEXT NOT NULL DEFAULT '',
  former_secret TEXT NOT NULL DEFAULT '',
  former_until INTEGER,
  left_out TEXT NOT NULL DEFAULT '',
  only_critical INTEGER NOT NULL CHECK (only_critical IN (0, 1)),
  tells_opened INTEGER NOT NULL CHECK (tells_opened IN (0, 1)),
  tells_closed INTEGER NOT NULL CHECK (tells_closed IN (0, 1)),
  tells_reports INTEGER NOT NULL CHECK (tells_reports IN (0, 1)),
  tells_incidents INTEGER NOT NULL CHECK (tells_incidents IN (0, 1)),
  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  off_reason TEXT CHECK (off_reason IS NULL OR is_on = 0),
  created_at INTEGER NOT NULL,
  removed_at INTEGER,
  CHECK ((former_secret = '') = (former_until IS NULL)),
  CHECK (removed_at IS NULL OR (address = '' AND secret = '' AND former_secret = '' AND is_on = 0)),
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE UNIQUE INDEX channel_name ON channel(workspace_id, name) WHERE removed_at IS NULL;
CREATE TABLE notice (
  workspace_id INTEGER NOT NULL,
  id INTEGER NOT NULL UNIQUE,
  channel_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('opened', 'closed', 'sum', 'report', 'test', 'incident', 'escalated')),
  alert_id INTEGER,
  step_id INTEGER,
  file TEXT,
  export_number INTEGER,
  sum_id INTEGER,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'failed', 'cancelled')),
  attempt INTEGER NOT NULL DEFAULT 0 CHECK (attempt >= 0),
  created_at INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  held_until INTEGER,
  expires_at INTEGER NOT NULL,
  last_at INTEGER,
  last_outcome TEXT CHECK (last_outcome IN ('accepted', 'retry', 'gone', 'refused', 'misconfigured')),
  last_reason TEXT NOT NULL DEFAULT '',
  CHECK ((last_at IS NULL) = (last_outcome IS NULL)),
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
CREATE TABLE escalation (
  workspace_id INTEGER PRIMARY KEY REFERENCES workspace(id),
  only_critical INTEGER NOT NULL CHECK (only_critical IN (0, 1))
) STRICT;
CREATE TABLE escalation_step (
  workspace_id INTEGER NOT NULL,
  place INTEGER NOT NULL CHECK (place >= 0),
  channel_id INTEGER NOT NULL,
  after_ms INTEGER NOT NULL CHECK (after_ms BETWEEN 60000 AND 86400000),
  PRIMARY KEY (workspace_id, place),
  FOREIGN KEY (workspace_id, channel_id) REFERENCES channel(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_act (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL,
  alert_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  scope TEXT NOT NULL,
  act TEXT NOT NULL CHECK (act IN ('acknowledge', 'snooze', 'wake')),
  at INTEGER NOT NULL,
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 300),
  note TEXT NOT NULL CHECK (length(note) <= 200),
  until_at INTEGER CHECK (until_at IS NULL OR until_at > at AND act = 'snooze'),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, alert_id) REFERENCES alert(workspace_id, id)
) STRICT;
CREATE INDEX alert_act_alert ON alert_act(workspace_id, alert_id, id);
CREATE INDEX alert_act_topic ON alert_act(workspace_id, kind, scope, at);
CREATE TABLE alert_person (
  workspace_id INTEGER NOT NULL,
  alert_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  fell_at INTEGER NOT NULL,
  back_at INTEGER CHECK (back_at >= fell_at),
  carried_at INTEGER CHECK (carried_at >= fell_at),
  PRIMARY KEY (workspace_id, alert_id, responder_id),
  FOREIGN KEY (workspace_id, alert_id) REFERENCES alert(workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_person_silent ON alert_person(workspace_id, responder_id, fell_at)
  WHERE back_at IS NULL AND carried_at IS NULL;
CREATE INDEX alert_person_responder ON alert_person(workspace_id, responder_id);
CREATE TABLE hold (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL,
  incident_id INTEGER,
  responder_id INTEGER,
  from_at INTEGER,
  to_at INTEGER CHECK (to_at > from_at),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  made_at INTEGER NOT NULL,
  made_by TEXT NOT NULL,
  until_at INTEGER CHECK (until_at > made_at),
  released_at INTEGER,
  released_by TEXT CHECK ((released_by IS NULL) = (released_at IS NULL)),
  note TEXT CHECK (length(note) BETWEEN 1 AND 200),
  CHECK ((incident_id IS NULL) <> (responder_id IS NULL)),
  CHECK ((responder_id IS NULL) = (from_at IS NULL) AND (from_at IS NULL) = (to_at IS NULL)),
  CHECK ((note IS NULL) = (released_at IS NULL)),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT;
CREATE INDEX hold_open ON hold(workspace_id, id) WHERE released_at IS NULL;
CREATE TRIGGER hold_is_not_deleted BEFORE DELETE ON hold
  BEGIN SELECT RAISE(ABORT, 'a hold is never deleted'); END;
CREATE TABLE purge (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  day INTEGER NOT NULL,
  before_at INTEGER NOT NULL,
  pings INTEGER NOT NULL,
  uploads INTEGER NOT NULL,
  device_events INTEGER NOT NULL,
  log_rows INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  log_before_at INTEGER NOT NULL DEFAULT 0,
  people INTEGER NOT NULL DEFAULT 0,
  first_effective_at INTEGER,
  last_effective_at INTEGER,
  held_pings INTEGER NOT NULL DEFAULT 0,
  held_uploads INTEGER NOT NULL DEFAULT 0,
  held_device_events INTEGER NOT NULL DEFAULT 0,
  held_log_rows INTEGER NOT NULL DEFAULT 0,
  held_people INTEGER NOT NULL DEFAULT 0,
  holds TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE purge_person (
  workspace_id INTEGER NOT NULL,
  responder_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  day_pings INTEGER NOT NULL,
  pings INTEGER NOT NULL,
  row_count INTEGER NOT NULL,
  first_report_at INTEGER,
  first_log_at INTEGER,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, responder_id),
  FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE report_schedule (
  workspace_id INTEGER NOT NULL REFERENCES workspace(id),
  id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  filter TEXT NOT NULL CHECK (length(CAST(filter AS BLOB)) <= 1000),
  rhythm TEXT NOT NULL CHECK (rhythm IN ('day', 'week', 'month')),
  hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  created_at INTEGER NOT NULL,
  done_to INTEGER NOT NULL,
  problem TEXT NOT NULL DEFAULT '',
  retry_at INTEGER,
  file TEXT NOT NULL DEFAULT '',
  made_at INTEGER,
  CHECK ((problem = '') = (retry_at IS NULL)),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, kind, filter, rhythm)
) STRICT;
