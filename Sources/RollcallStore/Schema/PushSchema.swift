/// Push addresses, and the messages sent to them.
let pushSchema = """
  -- An address of a phone at a service. The one that is live of each service is the latest its app registered.
  CREATE TABLE push_channel (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    -- Whoever registered it: nothing is sent once this session was ended. NULL = a number, which nobody registers.
    session_id INTEGER,
    provider TEXT NOT NULL CHECK (provider <> ''),
    token TEXT NOT NULL CHECK (length(CAST(token AS BLOB)) BETWEEN 1 AND 4096),
    registered_at INTEGER NOT NULL,
    -- When and why nothing is sent there any more; NULL = it is live.
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

  -- The outbox: a message to one address. Written in the transaction of what it tells of.
  CREATE TABLE push_job (
    workspace_id INTEGER NOT NULL,
    -- Whoever hands it over knows it by this alone.
    id INTEGER NOT NULL UNIQUE,
    responder_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('offer', 'withdrawn', 'changed', 'test')),
    offer_id INTEGER,
    -- The incident that was changed, for an assignee who has it without an offer.
    incident_id INTEGER,
    -- What the service calls it, and when to ask for its receipt; NULL = there is none to ask for.
    provider_id TEXT,
    receipt_at INTEGER,
    accepted_at INTEGER,
    \(outboxColumns),
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

  -- What became of the latest messages to an address: whether they wake the phone.
  CREATE TABLE push_proof (
    workspace_id INTEGER NOT NULL,
    job_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    offer_id INTEGER,
    -- When it was handed over, or will be.
    pushed_at INTEGER NOT NULL,
    -- Whether the app asks for its offers anyway: that it asks proves nothing.
    is_polled INTEGER NOT NULL CHECK (is_polled IN (0, 1)),
    answered_at INTEGER,
    -- An upload told of the offer before, or the message could not be handed over.
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

  -- When a phone last asked for its offers by itself.
  CREATE TABLE offer_request (
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    session_id INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, responder_id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id),
    FOREIGN KEY (workspace_id, session_id) REFERENCES phone_session(workspace_id, id)
  ) STRICT, WITHOUT ROWID;

  -- A service that a workspace gives a rest because our set-up for it is wrong.
  CREATE TABLE push_pause (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    provider TEXT NOT NULL,
    until INTEGER NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (workspace_id, provider)
  ) STRICT, WITHOUT ROWID;

  -- By which an offer can be answered, or what was taken by voice be looked at, without the app: the hash of what
  -- stands in /a/….
  CREATE TABLE offer_link (
    token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    offer_id INTEGER,
    -- What they have, or had, without an offer.
    incident_id INTEGER,
    made_at INTEGER NOT NULL,
    -- Whether a text message brought it: to open it is to have read that.
    by_text INTEGER NOT NULL CHECK (by_text IN (0, 1)),
    CHECK ((offer_id IS NULL) <> (incident_id IS NULL)),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id),
    FOREIGN KEY (workspace_id, offer_id) REFERENCES offer(workspace_id, id) ON DELETE CASCADE,
    FOREIGN KEY (workspace_id, incident_id) REFERENCES incident(workspace_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX offer_link_offer ON offer_link(workspace_id, offer_id);
  CREATE INDEX offer_link_incident ON offer_link(workspace_id, incident_id) WHERE incident_id IS NOT NULL;
  CREATE INDEX offer_link_responder ON offer_link(workspace_id, responder_id);
  """
