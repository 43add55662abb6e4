extension Chunk {
  /// How many first rows take at most `limit` bytes as a chunk without uploads: so many that one more takes more. At least
  /// 1 of rows that are not none, whatever it takes.
  ///
  /// - Throws: what `encode` throws.
  public static func fitting(_ pings: Rows<PingColumn>, limit: Int) throws(ChunkError) -> Int {
    try fitting(pings.count, limit: limit) { count throws(ChunkError) in
      try encode(pings: pings.picked(0..<count), uploads: Rows()).count
    }
  }

  /// The same of uploads as a chunk without positions.
  public static func fitting(_ uploads: Rows<UploadColumn>, limit: Int) throws(ChunkError) -> Int {
    try fitting(uploads.count, limit: limit) { count throws(ChunkError) in
      try encode(pings: Rows(), uploads: uploads.picked(0..<count)).count
    }
  }

  /// - Parameter size: of so many first rows.
  private static func fitting(
    _ count: Int, limit: Int, _ size: (Int) throws(ChunkError) -> Int
  ) throws(ChunkError) -> Int {
    guard count > 0 else { return 0 }
    var (fits, tooMany) = (1, min(count, maximumRows) + 1)
    // All of them first, then where the size of all says.
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
