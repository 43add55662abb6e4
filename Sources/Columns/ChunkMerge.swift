/// How new rows of a person join the chunks of their day, which never overlap.
public enum ChunkMerge {
  /// A chunk of the day.
  public struct Leaf: Sendable {
    /// The places of its first and last row.
    public var ends: ClosedRange<RowPlace>
    /// Its bytes.
    public var size: Int

    /// A leaf from its parts.
    public init(ends: ClosedRange<RowPlace>, size: Int) { (self.ends, self.size) = (ends, size) }
  }

  /// A chunk to be stored.
  public struct Part<Name: ColumnName>: Sendable {
    /// Its rows, in order.
    public let rows: Rows<Name>
    /// The chunk.
    public let bytes: [UInt8]
  }

  /// Which chunks new rows are put into: all that they lie among, else one neighbour that has room, the earlier one
  /// first. An empty range says between which chunks the rows get some of their own.
  ///
  /// - Parameters:
  ///   - leaves: the chunks of the day, by time.
  ///   - new: the places of the first and the last new row.
  ///   - limit: the most bytes of a chunk.
  public static func touched(_ leaves: [Leaf], by new: ClosedRange<RowPlace>, limit: Int) -> Range<Int> {
    let first = leaves.firstIndex { $0.ends.upperBound >= new.lowerBound } ?? leaves.count
    let end = leaves[first...].firstIndex { $0.ends.lowerBound > new.upperBound } ?? leaves.count
    guard first == end else { return first..<end }
    // A chunk that is nearly full would be written anew for a row or two.
    func hasRoom(_ index: Int) -> Bool {
      leaves.indices.contains(index) && leaves[index].size < limit / 8 * 7
    }
    if hasRoom(first - 1) { return first - 1..<first }
    return hasRoom(first) ? first..<first + 1 : first..<first
  }

  /// The chunks in place of those that new rows are put into: all rows in order, no chunk larger than `limit` unless
  /// it has one row.
  ///
  /// - Parameters:
  ///   - stored: the rows of those chunks, by time.
  ///   - new: rows in any order.
  ///   - limit: the most bytes of a chunk.
  /// - Throws: what `Chunk.encode` throws.
  public static func join(
    _ stored: [Rows<PingColumn>], _ new: Rows<PingColumn>, limit: Int
  ) throws(ChunkError) -> [Part<PingColumn>] {
    // Not generic for other modules: there it would not be specialised, which costs ten times as much.
    try joined(stored, new, limit)
  }

  /// The same for uploads.
  public static func join(
    _ stored: [Rows<UploadColumn>], _ new: Rows<UploadColumn>, limit: Int
  ) throws(ChunkError) -> [Part<UploadColumn>] {
    try joined(stored, new, limit)
  }

  private static func joined<Name>(
    _ stored: [Rows<Name>], _ new: Rows<Name>, _ limit: Int
  ) throws(ChunkError) -> [Part<Name>] {
    var all = Rows<Name>()
    for rows in stored { all.append(rows) }
    let last = all.ends?.upperBound
    let new = new.ordered()
    all.append(new)
    // At the end chunks are filled: more rows will follow. Among others they are halved, so that each has room.
    let areLast = last.map { last in new.ends.map { $0.lowerBound >= last } ?? true } ?? true
    return try areLast ? filled(all, limit) : halved(all.ordered(), limit)
  }

  /// How many rows are tried first when there are more than one chunk may have.
  private static let usual = 128

  private static func filled<Name>(
    _ rows: Rows<Name>, _ limit: Int
  ) throws(ChunkError) -> [Part<Name>] {
    guard rows.count > 0 else { return [] }
    var (parts, rest, guess): ([Part<Name>], Rows<Name>, Int) = ([], rows, usual)
    if rows.count <= Chunk.maximumRows {
      let bytes = try Name.encode(rows)
      if bytes.count <= limit || rows.count == 1 { return [Part(rows: rows, bytes: bytes)] }
      guess = rows.count * limit / bytes.count
    }
    while rest.count > 0 {
      let part = try full(rest, limit, guess)
      parts.append(part)
      guess = part.rows.count * limit / max(1, part.bytes.count)
      rest = rest.picked(part.rows.count..<rest.count)
    }
    return parts
  }

  /// A chunk of the first rows that is full or nearly so: each try encodes them anew, so there are few.
  ///
  /// - Parameter guess: about how many rows fit.
  private static func full<Name>(
    _ rows: Rows<Name>, _ limit: Int, _ guess: Int
  ) throws(ChunkError) -> Part<Name> {
    let most = min(rows.count, Chunk.maximumRows)
    func part(_ count: Int) throws(ChunkError) -> Part<Name> {
      let first = count == rows.count ? rows : rows.picked(0..<count)
      return Part(rows: first, bytes: try Name.encode(first))
    }
    var best = try part(min(most, max(1, guess)))
    while best.bytes.count > limit, best.rows.count > 1 {
      let fewer = min(best.rows.count - 1, best.rows.count * limit / best.bytes.count)
      best = try part(max(1, fewer))
    }
    let more = min(most, best.rows.count * limit / max(1, best.bytes.count))
    guard more > best.rows.count, best.bytes.count < limit / 16 * 15 else { return best }
    let larger = try part(more)
    return larger.bytes.count <= limit ? larger : best
  }

  private static func halved<Name>(
    _ rows: Rows<Name>, _ limit: Int
  ) throws(ChunkError) -> [Part<Name>] {
    guard rows.count > 0 else { return [] }
    if let whole = try whole(rows, limit) { return [whole] }
    let middle = rows.count / 2
    return try halved(rows.picked(0..<middle), limit) + halved(rows.picked(middle..<rows.count), limit)
  }

  /// All of the rows, if they fit in one chunk, or cannot be parted.
  private static func whole<Name>(
    _ rows: Rows<Name>, _ limit: Int
  ) throws(ChunkError) -> Part<Name>? {
    guard rows.count <= Chunk.maximumRows else { return nil }
    let bytes = try Name.encode(rows)
    return bytes.count <= limit || rows.count == 1 ? Part(rows: rows, bytes: bytes) : nil
  }
}
