import Rollcall

/// Member accounts and their logins, API keys, invitations, and wall screens.
let memberSchema = """
  CREATE TABLE member (
    id INTEGER PRIMARY KEY,
    -- Not unique: whoever registers an address first must not own the account that another workspace makes later.
    email TEXT NOT NULL CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- Where it was made, and by what: `command line` or the number of an invitation.
    made_in INTEGER NOT NULL REFERENCES workspace(id),
    made_by TEXT NOT NULL CHECK (length(made_by) BETWEEN 1 AND 100),
    last_login_at INTEGER
  ) STRICT;
  CREATE INDEX member_email ON member(email);

  CREATE TABLE membership (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    member_id INTEGER NOT NULL REFERENCES member(id),
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'dispatcher', 'auditor', 'viewer')),
    -- What this workspace calls them beside their address.
    name TEXT CHECK (length(name) \(NameLimits.short.between)),
    PRIMARY KEY (workspace_id, member_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE console_session (
    id INTEGER PRIMARY KEY,
    token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    member_id INTEGER NOT NULL REFERENCES member(id),
    csrf TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    -- When its member last did something, and not only watched.
    acted_at INTEGER NOT NULL,
    -- From where it was last used, and by what, named shortly.
    address TEXT NOT NULL,
    browser TEXT NOT NULL
  ) STRICT;
  CREATE INDEX console_session_member ON console_session(member_id);

  CREATE TABLE api_key (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    id INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) \(NameLimits.name.between)),
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'dispatcher', 'auditor', 'viewer')),
    key_hash BLOB NOT NULL UNIQUE CHECK (length(key_hash) = 32),
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, name)
  ) STRICT, WITHOUT ROWID;

  -- A member's second factor. One that is not confirmed is being set up and asks nobody for a code.
  CREATE TABLE two_factor (
    member_id INTEGER PRIMARY KEY REFERENCES member(id),
    -- 20 bytes, sealed with the key beside the database: a copy of the file alone computes no codes.
    secret BLOB NOT NULL CHECK (length(secret) = 48),
    begun_at INTEGER NOT NULL,
    confirmed_at INTEGER,
    -- The period of the code that was taken last: a code is good once.
    last_step INTEGER NOT NULL DEFAULT -1
  ) STRICT;

  -- What stands in for a lost phone, each once.
  CREATE TABLE recovery_code (
    member_id INTEGER NOT NULL REFERENCES two_factor(member_id) ON DELETE CASCADE,
    code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
    used_at INTEGER,
    PRIMARY KEY (member_id, code_hash)
  ) STRICT, WITHOUT ROWID;

  -- Whoever gave the right password and still owes the code: no login yet.
  CREATE TABLE login_challenge (
    token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
    member_id INTEGER NOT NULL REFERENCES member(id),
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Browsers from which a member has logged in before: they are not slowed down by what strangers try.
  CREATE TABLE known_browser (
    token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
    member_id INTEGER NOT NULL REFERENCES member(id),
    last_seen_at INTEGER NOT NULL,
    PRIMARY KEY (token_hash, member_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX known_browser_member ON known_browser(member_id);

  -- Who was a member once: the audit still knows what they are called.
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
    -- The member whose it is; NULL = a script's.
    made_by INTEGER REFERENCES member(id),
    -- The account it is for, which accepts it without a link; NULL = whoever has the link.
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

  -- The link with which a member sets a new password; gone once it is used.
  CREATE TABLE password_link (
    member_id INTEGER PRIMARY KEY REFERENCES member(id),
    token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    -- The member who made it, and must still be allowed to when it is used.
    made_by INTEGER NOT NULL REFERENCES member(id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > created_at)
  ) STRICT;

  -- A link for a screen on a wall, and the browsers that opened it.
  CREATE TABLE screen (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    id INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) \(NameLimits.name.between)),
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
  """

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
