import Rollcall

/// Outlets, incidents with their offers, and alerts.
let dispatchSchema = """
  CREATE TABLE outlet (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    id INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) \(NameLimits.name.between)),
    lat REAL NOT NULL CHECK (lat BETWEEN -90 AND 90),
    lng REAL NOT NULL CHECK (lng BETWEEN -180 AND 180),
    external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 128),
    -- How near one must be, metres.
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
    -- The people it needs, a line for those who must be able to do the same: "2 medic;boat".
    needs TEXT NOT NULL DEFAULT '\(Needs.onePerson.text)' CHECK (length(needs) <= \(Needs.textLimit)),
    state TEXT NOT NULL CHECK (state IN ('open', 'offering', 'assigned', 'unassigned', 'resolved', 'cancelled')),
    opened_at INTEGER NOT NULL,
    opened_by TEXT NOT NULL,
    closed_at INTEGER,
    -- What the form was sent with: the same again opens nothing. A drill's begins with "drill ".
    once TEXT CHECK (length(once) BETWEEN 1 AND 70),
    -- What was asked for with it, where a program did: something else with the same is refused.
    once_hash BLOB CHECK (length(once_hash) = 32),
    -- Since when it is in this state.
    state_since INTEGER NOT NULL,
    -- How responders are found for it: nobody is asked, down the ranking, or those who were picked.
    mode TEXT NOT NULL DEFAULT 'nobody' CHECK (mode IN ('nobody', 'automatic', 'parallel')),
    -- The number of the round of asking that goes on.
    round INTEGER NOT NULL DEFAULT 0 CHECK (round >= 0),
    -- How long each has to answer.
    answer_ms INTEGER NOT NULL DEFAULT 30000 CHECK (answer_ms BETWEEN 15000 AND 600000),
    -- When to look again whether somebody can be asked; NULL = when something happens.
    wake_at INTEGER,
    -- Whom it still wants to ask: 0 nobody, 1 extra people, 2 somebody for a place.
    lack INTEGER NOT NULL DEFAULT 0 CHECK (lack BETWEEN 0 AND 2),
    -- Since when nobody was found in place of an assignee who is leaving; NULL = nobody leaves, or it goes on.
    vain_since INTEGER,
    -- How many of its places nobody has.
    open_places INTEGER NOT NULL DEFAULT 0 CHECK (open_places >= 0),
    -- An exercise: nothing hangs on it, nobody is assigned, no statistics.
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

  -- Who was picked by hand for the asking that goes on, in the order in which they are asked.
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

  -- What a kind of incident usually needs: fills in the form of a new one.
  CREATE TABLE incident_template (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    id INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) \(NameLimits.short.between)),
    title TEXT NOT NULL CHECK (length(title) <= 200),
    severity TEXT NOT NULL CHECK (severity IN ('low', 'normal', 'high', 'critical')),
    needs TEXT NOT NULL CHECK (length(needs) <= \(Needs.textLimit)),
    notes TEXT NOT NULL CHECK (length(notes) <= 4000),
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, name)
  ) STRICT;

  -- What a workspace has set for dispatch, milliseconds; no row = the defaults.
  CREATE TABLE dispatch_setting (
    workspace_id INTEGER PRIMARY KEY REFERENCES workspace(id),
    answer_low_ms INTEGER NOT NULL CHECK (answer_low_ms BETWEEN 15000 AND 600000),
    answer_normal_ms INTEGER NOT NULL CHECK (answer_normal_ms BETWEEN 15000 AND 600000),
    answer_high_ms INTEGER NOT NULL CHECK (answer_high_ms BETWEEN 15000 AND 600000),
    answer_critical_ms INTEGER NOT NULL CHECK (answer_critical_ms BETWEEN 15000 AND 600000),
    -- How long an assignee may be offline before others are asked.
    grace_ms INTEGER NOT NULL CHECK (grace_ms BETWEEN 0 AND 3600000),
    -- Whoever hears of an offer later is not asked automatically.
    hearing_limit_ms INTEGER NOT NULL CHECK (hearing_limit_ms BETWEEN 5000 AND 3600000),
    -- How many more people than places a critical incident asks at once.
    extra_offers INTEGER NOT NULL CHECK (extra_offers BETWEEN 0 AND 4),
    -- Whether people with a number are also told of offers by text message.
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
    -- The last instant at which it can reach the phone.
    deliver_by INTEGER NOT NULL CHECK (deliver_by <= expires_at),
    reason TEXT CHECK (length(reason) <= 500),
    -- The round of the incident it belongs to.
    round INTEGER NOT NULL CHECK (round >= 1),
    -- What the phone answered, and when: what becomes of an accepted offer later does not change it.
    answer TEXT CHECK (answer IN ('accepted', 'declined')),
    answered_at INTEGER,
    -- Only a gateway's receipt says that it was delivered: whether anybody read it is not known.
    by_receipt INTEGER NOT NULL DEFAULT 0 CHECK (by_receipt IN (0, 1)),
    -- When the phone was first told that it is over; NULL = it need not be, or was not yet.
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
  -- When an open one ends if nothing more is heard.
  CREATE INDEX offer_deadline ON offer(CASE WHEN state IN ('queued', 'sent') THEN deliver_by ELSE expires_at END)
    WHERE ended_at IS NULL;
  -- Who may be asked again at their next contact.
  CREATE INDEX offer_undelivered ON offer(workspace_id, responder_id, incident_id) WHERE state = 'undelivered';
  -- Nobody holds two open offers.
  CREATE UNIQUE INDEX offer_open ON offer(workspace_id, responder_id) WHERE ended_at IS NULL;

  -- Who was on duty when a drill was sent: who was asked, and why the others were not.
  CREATE TABLE drill_person (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    incident_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    offer_id INTEGER,
    -- Why they could not be asked, in words.
    reason TEXT CHECK (length(reason) BETWEEN 1 AND 500),
    CHECK ((offer_id IS NULL) <> (reason IS NULL)),
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, incident_id, responder_id),
    FOREIGN KEY (workspace_id, incident_id) REFERENCES incident(workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id),
    FOREIGN KEY (workspace_id, offer_id) REFERENCES offer(workspace_id, id)
  ) STRICT;
  -- What goes with an offer is found by it.
  CREATE INDEX drill_person_offer ON drill_person(workspace_id, offer_id) WHERE offer_id IS NOT NULL;
  CREATE INDEX incident_drill ON incident(workspace_id, opened_at, id) WHERE is_drill = 1;

  -- The accepted offer in force: one assignee an incident, one incident an assignee.
  CREATE TABLE assignment (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    incident_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    -- NULL = taken by voice without an offer.
    offer_id INTEGER,
    since INTEGER NOT NULL,
    -- The line of the needs in which they fill a place.
    line INTEGER NOT NULL DEFAULT 0 CHECK (line BETWEEN 0 AND \(Needs.lineLimit - 1)),
    by TEXT NOT NULL DEFAULT 'app' CHECK (by IN ('app', 'voice')),
    -- Taken by voice, and the phone was not online since.
    is_unheard INTEGER NOT NULL DEFAULT 0 CHECK (is_unheard IN (0, 1)),
    -- The dispatcher wants another.
    is_replaced INTEGER NOT NULL DEFAULT 0 CHECK (is_replaced IN (0, 1)),
    on_way_at INTEGER,
    arrived_at INTEGER,
    ended_at INTEGER,
    reason TEXT,
    -- When others are asked unless the assignee is heard before; NULL = they are not offline.
    grace_at INTEGER,
    -- Since when others are asked; until one of them accepts it is still theirs.
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

  -- Who said without an offer that they do not come.
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

  -- The incident's log: every step, with who and when.
  CREATE TABLE incident_step (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    incident_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    step TEXT NOT NULL,
    responder_id INTEGER,
    detail TEXT NOT NULL DEFAULT '',
    -- When the phone says that it happened. For the log only.
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
  -- Opened once: the same trouble is not told twice at the same time.
  CREATE UNIQUE INDEX alert_open ON alert(workspace_id, kind, scope) WHERE closed_at IS NULL;
  """
