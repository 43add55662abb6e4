/// Why rows cannot be written as a chunk, or bytes are not a chunk.
public enum ChunkError: Error, Equatable, Sendable {
  /// More rows of one kind than a chunk holds, `Chunk.maximumRows`.
  case tooManyRows(Int)
  /// The column with this number of rows to be written is not known: they were decoded in part.
  case missingColumn(ChunkTable, Int)
  /// The bytes end before their directory does.
  case truncated
  /// Written by a newer Rollcall, or no chunk at all.
  case unknownVersion(UInt8)
  /// The bytes are not those that were written.
  case wrongChecksum
  /// Counts and lengths of the directory contradict each other or the bytes.
  case damagedDirectory
  /// The column with this number of the pings or uploads does not decode.
  case damagedColumn(ChunkTable, Int)
}

/// The two kinds of rows in a chunk.
public enum ChunkTable: Equatable, Sendable {
  /// Positions.
  case pings
  /// Requests that carried them.
  case uploads
}
