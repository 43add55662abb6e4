/// The counters of ids.
let idSchema = """
  -- The last id of each table whose rows have one. A table's name is missing until its first row.
  CREATE TABLE id_counter (
    name TEXT PRIMARY KEY,
    last INTEGER NOT NULL CHECK (last > 0)
  ) STRICT, WITHOUT ROWID;
  """
