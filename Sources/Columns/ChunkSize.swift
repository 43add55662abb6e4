extension Chunk {
  /// How many of the first rows fit in a chunk of their own of at most `limit` bytes. At least 1 unless there
  /// are no rows, even if that row is larger than the limit.
  ///
  /// - Throws: what `encode` throws.
  public static func fitting<Name>(_ rows: Rows<Name>, limit: Int) throws(ChunkError) -> Int {
    try fitting(rows.count, limit: limit) { count throws(ChunkError) in
      try Name.encode(rows.picked(0..<count)).count
    }
  }

  /// - Parameter size: the chunk's size for a number of first rows.
  private static func fitting(
    _ count: Int, limit: Int, _ size: (Int) throws(ChunkError) -> Int
  ) throws(ChunkError) -> Int {
    guard count > 0 else { return 0 }
    var (fits, tooMany) = (1, min(count, maximumRows) + 1)
    // Try all rows first, then guess from their total size.
    var guess = tooMany - 1
    while tooMany - fits > 1 {
      let bytes = try size(guess)
      if bytes <= limit { fits = guess } else { tooMany = guess }
      let expected =
        fits == 1 && tooMany == guess ? guess * max(0, limit) / max(1, bytes) : (fits + tooMany) / 2
      guess = min(max(expected, fits + 1), tooMany - 1)
    }
    return fits
  }
}
