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
    act TEXT NOT NULL CHECK (act IN ('acknowledge', 'snooze', 'wake')),
    at INTEGER NOT NULL,
    actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 300),
    note TEXT NOT NULL CHECK (length(note) <= 200),
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
