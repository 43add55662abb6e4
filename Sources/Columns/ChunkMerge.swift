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
  public static func join<Name>(
    _ stored: [Rows<Name>], _ new: Rows<Name>, limit: Int
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

  private static func filled<Name>(
    _ rows: Rows<Name>, _ limit: Int
  ) throws(ChunkError) -> [Part<Name>] {
    var (parts, rest): ([Part<Name>], Rows<Name>) = ([], rows)
    while rest.count > 0 {
      if let whole = try whole(rest, limit) { return parts + [whole] }
      let count = try Chunk.fitting(rest, limit: limit)
      let part = rest.picked(0..<count)
      parts.append(Part(rows: part, bytes: try Name.encode(part)))
      rest = rest.picked(count..<rest.count)
    }
    return parts
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
