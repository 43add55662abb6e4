/// Reads the directory of a chunk.
struct DirectoryReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8], from position: Int, to end: Int) {
    (self.bytes, self.position, self.end) = (bytes, position, end)
  }

  /// The next kind of rows.
  mutating func table(_ traits: ColumnTraits) throws(ChunkError) -> TableDirectory {
    let count = try number(upTo: Chunk.maximumRows)
    var lengths = [Int](repeating: 0, count: traits.count)
    if count == 0 { return TableDirectory(traits, count: 0, present: 0, lengths: lengths) }
    let present = UInt32(try number(upTo: 1 << traits.count - 1))
    guard present & traits.required == traits.required else { throw .damagedDirectory }
    for number in 0..<traits.count where present >> UInt32(number) & 1 == 1 {
      lengths[number] = try self.number(upTo: end)
    }
    return TableDirectory(traits, count: count, present: present, lengths: lengths)
  }

  /// A number in as few bytes as it needs, at most `limit`, which is below 2³¹.
  private mutating func number(upTo limit: Int) throws(ChunkError) -> Int {
    var (value, shift) = (0, 0)
    while true {
      guard position < end else { throw .truncated }
      let byte = Int(bytes[position])
      position += 1
      value |= (byte & 0x7F) << shift
      if byte < 0x80 {
        guard value <= limit, byte > 0 || shift == 0 else { throw .damagedDirectory }
        return value
      }
      shift += 7
      guard shift <= 28 else { throw .damagedDirectory }
    }
  }
}
