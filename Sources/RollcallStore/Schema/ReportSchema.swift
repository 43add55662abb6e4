/// Records of downloaded files.
let reportSchema = """
  -- A file that was handed out, wholly or in part. Who, when, of what kind and with which filter says the audit.
  CREATE TABLE export_file (
    workspace_id INTEGER NOT NULL,
    -- The audit's entry about it.
    number INTEGER NOT NULL,
    row_count INTEGER NOT NULL CHECK (row_count >= 0),
    bytes INTEGER NOT NULL CHECK (bytes >= 0),
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
    -- 0 = it was broken off; bytes, rows and hash are those of what was taken.
    complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
    -- SHA-256 of the first step, 2 × step, 3 × step … bytes, 16 bytes of each, one after the other.
    step INTEGER NOT NULL CHECK (step > 0),
    beginnings BLOB NOT NULL CHECK (length(beginnings) % 16 = 0),
    PRIMARY KEY (workspace_id, number),
    FOREIGN KEY (workspace_id, number) REFERENCES audit(workspace_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX export_file_sha256 ON export_file(sha256);

  -- A file that is being handed out. What a server finds here at its start was cut off with the one before it.
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
  """
