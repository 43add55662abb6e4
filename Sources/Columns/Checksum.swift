/// CRC-32 as in zlib, gzip and PNG: polynomial 0x04C11DB7 reflected, start and end inverted.
enum Checksum {
  /// Eight tables: entry `256 · j + b` is the effect of byte `b` with `j` bytes after it.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = tables[Int(before & 0xFF)] ^ (before >> 8)
    }
    return tables
  }()

  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var sum = ~UInt32(0)
      var position = 0
      while bytes.count - position >= 8 {
        let word =
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)) ^ UInt64(sum)
        sum = tables[1792 + Int(word & 0xFF)] ^ tables[1536 + Int(word >> 8 & 0xFF)]
        sum ^= tables[1280 + Int(word >> 16 & 0xFF)] ^ tables[1024 + Int(word >> 24 & 0xFF)]
        sum ^= tables[768 + Int(word >> 32 & 0xFF)] ^ tables[512 + Int(word >> 40 & 0xFF)]
        sum ^= tables[256 + Int(word >> 48 & 0xFF)] ^ tables[Int(word >> 56)]
        position += 8
      }
      while position < bytes.count {
        sum = tables[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[position])] ^ (sum >> 8)
        position += 1
      }
      return ~sum
    }
  }
}
