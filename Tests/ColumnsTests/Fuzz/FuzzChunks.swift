@testable import Columns

/// What must hold of any bytes that are read as a chunk. Used by the fuzzer and by tests.
enum FuzzChunks {
  /// What is wrong, in words; `nil` when all is well. The bytes are read as they are and with a checksum that fits.
  static func failure(_ bytes: [UInt8]) -> String? {
    read(bytes) ?? read(sealed(bytes))
  }

  /// The bytes with a checksum in place of the last four.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var sealed = Array(bytes.dropLast(4))
    let sum = sealed.withUnsafeBytes { Checksum.of($0) }
    for shift: UInt32 in [0, 8, 16, 24] { sealed.append(UInt8(truncatingIfNeeded: sum >> shift)) }
    return sealed
  }

  private static func read(_ bytes: [UInt8]) -> String? {
    guard let chunk = try? Chunk(bytes) else { return nil }
    for name in PingColumn.allCases { _ = try? chunk.pings([name]) }
    for name in UploadColumn.allCases { _ = try? chunk.uploads([name]) }
    guard let pings = try? chunk.pings(), let uploads = try? chunk.uploads() else { return nil }
    if pings.count > Chunk.maximumRows || uploads.count > Chunk.maximumRows {
      return "more rows than allowed"
    }
    guard let again = try? Chunk.encode(pings: pings, uploads: uploads), let other = try? Chunk(again),
      let samePings = try? other.pings(), let sameUploads = try? other.uploads()
    else { return "what was read cannot be written" }
    if RowText.lines(samePings) != RowText.lines(pings) { return "pings changed on their way" }
    if RowText.lines(sameUploads) != RowText.lines(uploads) { return "uploads changed on their way" }
    if (try? Chunk.encode(pings: samePings, uploads: sameUploads)) != again {
      return "other bytes for the same rows"
    }
    let made = try? Chunk.encode(pings: Rows(pings.all()), uploads: Rows(uploads.all()))
    return hasTruths(pings, uploads) && made != again ? "other bytes for the same rows made anew" : nil
  }

  /// Whether what is yes or no is 1 or 0: forged numbers beyond become 0.
  private static func hasTruths(_ pings: Rows<PingColumn>, _ uploads: Rows<UploadColumn>) -> Bool {
    let truths = pings.integers(.onDuty) + uploads.integers(.lowPower) + uploads.integers(.backlog)
    return truths.allSatisfy { (0...1).contains($0) }
  }
}
