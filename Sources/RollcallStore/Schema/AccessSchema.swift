/// Logins of phones by number.
let accessSchema = """
  -- A number that asked to log in within the last day, anybody's or not. Numbers are few enough to be tried out
  -- against their hashes, so a row goes as soon as nothing of it counts.
  CREATE TABLE otp_number (
    number_hash BLOB PRIMARY KEY CHECK (length(number_hash) = 32),
    -- Codes, when they were asked for, and what was wrong, as JSON; codes are keyed with what only the running server
    -- knows, networks and devices are hashed.
    history TEXT NOT NULL CHECK (length(history) BETWEEN 2 AND 40000),
    changed_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX otp_number_changed ON otp_number(changed_at);
  -- The code by which an admin lets in somebody whom no message reaches; keyed like those of `otp_number`.
  CREATE TABLE let_in (
    workspace_id INTEGER NOT NULL,
    responder_id INTEGER NOT NULL,
    code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
    made_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > made_at),
    PRIMARY KEY (workspace_id, responder_id),
    FOREIGN KEY (workspace_id, responder_id) REFERENCES responder(workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  -- A login knows the number alone, not the workspace.
  CREATE INDEX responder_phone ON responder(phone) WHERE active = 1;

  -- How a login that was made by number goes on: its refresh tokens. `phone_session.expires_at` is when the newest of
  -- them ends; the access token ends long before.
  CREATE TABLE phone_refresh (
    workspace_id INTEGER NOT NULL,
    session_id INTEGER NOT NULL,
    access_until INTEGER NOT NULL,
    -- What all refresh tokens of a login begin with, so that an old one is known as one of them.
    family_hash BLOB NOT NULL UNIQUE CHECK (length(family_hash) = 32),
    token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
    -- The one before: when it was used, what its successors are derived with, and its access token.
    used_hash BLOB CHECK (length(used_hash) = 32),
    used_at INTEGER,
    salt BLOB CHECK (length(salt) = 32),
    used_access_hash BLOB CHECK (length(used_access_hash) = 32),
    CHECK ((used_hash IS NULL) = (used_at IS NULL) AND (used_at IS NULL) = (salt IS NULL)
      AND (salt IS NULL) = (used_access_hash IS NULL)),
    PRIMARY KEY (workspace_id, session_id),
    FOREIGN KEY (workspace_id, session_id) REFERENCES phone_session(workspace_id, id)
  ) STRICT, WITHOUT ROWID;
  """
