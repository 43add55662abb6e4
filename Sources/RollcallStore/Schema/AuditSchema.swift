/// The audit, and the checksum of a backup.
let auditSchema = """
  -- Who did or looked at what, in a hash chain for each workspace. Never changed, never purged.
  CREATE TABLE audit (
    workspace_id INTEGER NOT NULL REFERENCES workspace(id),
    -- 1, 2, 3 … in its workspace.
    number INTEGER NOT NULL CHECK (number > 0),
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    -- From where: an address, 'command line', 'phone' or 'server'.
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

  -- Where each chain ends, so that entries cut off its end are missed.
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

  -- One row in a backup: SHA-256 over the whole file, in which its own bytes are zeros.
  CREATE TABLE backup_sum (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32)
  ) STRICT;
  """
