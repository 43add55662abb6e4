/// The columns by which the messages of each outbox wait, are tried again and end: see `Delivery`.
let outboxColumns = """
  state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'failed', 'cancelled')),
    -- How often it was handed over.
    attempt INTEGER NOT NULL DEFAULT 0 CHECK (attempt >= 0),
    created_at INTEGER NOT NULL,
    -- When it was due first, and when it is due next.
    first_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    -- Until when the service asked us to wait.
    held_until INTEGER,
    -- From when on it is of no use.
    expires_at INTEGER NOT NULL,
    -- When and how the latest attempt ended, and why the message stands as it does.
    last_at INTEGER,
    last_outcome TEXT CHECK (last_outcome IN ('accepted', 'retry', 'gone', 'refused', 'misconfigured')),
    last_reason TEXT NOT NULL DEFAULT '',
    CHECK ((last_at IS NULL) = (last_outcome IS NULL))
  """
