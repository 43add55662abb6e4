/// Writes a ZIP file whose members are stored as they are, without compression: the same members give the same bytes.
struct ZipFile {
  /// A file in it.
  struct Member {
    let name: String
    let bytes: [UInt8]
  }

  /// The whole file.
  ///
  /// - Parameter members: fewer than 65,535, together less than 4 GiB: what lies beyond is left out.
  static func bytes(of members: [Member]) -> [UInt8] {
    var (out, directory, count): ([UInt8], [UInt8], UInt16) = ([], [], 0)
    for member in members {
      guard count < .max - 1, let size = UInt32(exactly: member.bytes.count),
        let offset = UInt32(exactly: out.count), let name = UInt16(exactly: member.name.utf8.count),
        out.count + member.bytes.count < Int(UInt32.max) / 2
      else { continue }
      let facts = common(CRC32.of(member.bytes), size, name)
      out += number(UInt32(0x0403_4B50)) + facts + Array(member.name.utf8) + member.bytes
      // Made by version 2.0 for MS-DOS; no comment, disk 0, no attributes.
      directory += number(UInt32(0x0201_4B50)) + number(UInt16(20)) + facts
      directory += [UInt8](repeating: 0, count: 10) + number(offset) + Array(member.name.utf8)
      count += 1
    }
    let start = UInt32(clamping: out.count)
    out += directory + number(UInt32(0x0605_4B50)) + number(UInt16(0)) + number(UInt16(0))
    out += number(count) + number(count) + number(UInt32(clamping: directory.count)) + number(start)
    return out + number(UInt16(0))
  }

  /// What both headers say of a member: names are UTF-8, nothing is compressed, and the date is the first that
  /// there can be, because the time of writing is no part of the content.
  private static func common(_ sum: UInt32, _ size: UInt32, _ name: UInt16) -> [UInt8] {
    number(UInt16(20)) + number(UInt16(0x0800)) + number(UInt16(0)) + number(UInt16(0)) + number(UInt16(0x21))
      + number(sum) + number(size) + number(size) + number(name) + number(UInt16(0))
  }

  private static func number(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}

/// The check sum of ZIP files.
enum CRC32 {
  static func of(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
  }

  private static let table: [UInt32] = (0..<256).map { place in
    (0..<8).reduce(UInt32(place)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }
}
