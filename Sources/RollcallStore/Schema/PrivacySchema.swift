/// Requests of people about their data, links to their own pages, and erasures.
let privacySchema = """
  -- Who was erased and is not yet out of the whole file.
  CREATE INDEX responder_unscrubbed ON responder(erased_at) WHERE erased_at IS NOT NULL AND scrubbed_at IS NULL;

  -- Names, numbers and external ids that a person had before: an erasure looks for these in texts, too.
  CREATE TABLE former_name (
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (workspace_id, responder_id, name),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  -- Whatever changes a person keeps the old name; an erasure marks the person first and keeps none.
  CREATE TRIGGER responder_renamed AFTER UPDATE OF name, phone, external_id ON responder
  WHEN NEW.erased_at IS NULL BEGIN
    INSERT INTO former_name (workspace_id, responder_id, name) SELECT OLD.workspace_id, OLD.id, OLD.name
      WHERE OLD.name IS NOT NEW.name ON CONFLICT DO NOTHING;
    INSERT INTO former_name (workspace_id, responder_id, name) SELECT OLD.workspace_id, OLD.id, OLD.phone
      WHERE OLD.phone IS NOT NULL AND OLD.phone IS NOT NEW.phone ON CONFLICT DO NOTHING;
    INSERT INTO former_name (workspace_id, responder_id, name) SELECT OLD.workspace_id, OLD.id, OLD.external_id
      WHERE OLD.external_id IS NOT NULL AND OLD.external_id IS NOT NEW.external_id ON CONFLICT DO NOTHING;
  END;

  -- What somebody asked for from their phone: what is held about them, or that it be erased.
  CREATE TABLE privacy_request (
    workspace_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('export', 'erase')),
    made_at INTEGER NOT NULL,
    done_at INTEGER,
    -- As the audit names them.
    done_by TEXT CHECK ((done_by IS NULL) = (done_at IS NULL)),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT;
  CREATE INDEX privacy_request_workspace ON privacy_request(workspace_id, made_at);
  -- Asked twice is asked once.
  CREATE UNIQUE INDEX privacy_request_open ON privacy_request(workspace_id, responder_id, kind) WHERE done_at IS NULL;

  -- A link by which somebody sees, without an account, what the console sees of them. At most one opens at a time.
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
  """
