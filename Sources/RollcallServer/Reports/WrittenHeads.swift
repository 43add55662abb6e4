import Foundation
public import RollcallStore

/// The ends of audits that a file tells of.
public struct WrittenHeads {
  /// They, in the order of the file.
  public let heads: [KnownHead]

  /// The largest file that is read as text: 256 MiB.
  private static let limit = 256 << 20

  /// Reads a backup, or any file with texts such as `rollcall-head:north:4211:5f2c…`. Blocks.
  ///
  /// - Throws: `invalid` when it tells of none; the system's error when it cannot be read.
  public init(path: String) throws {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let start = try file.read(upToCount: 16) ?? Data()
    if start.elementsEqual("SQLite format 3\0".utf8) {
      guard let backup = try BackupProblems.of(path) else {
        throw StoreError.invalid("\(path) is a database, not a backup: make one with `rollcall backup`")
      }
      guard backup.found.isEmpty else {
        throw StoreError.invalid("\(path): \(backup.found.joined(separator: "; "))")
      }
      heads = backup.heads.map { KnownHead($0.slug, $0.head) }
    } else {
      let rest = try file.read(upToCount: Self.limit) ?? Data()
      heads = KnownHead.all(in: Array(start + rest))
    }
    guard !heads.isEmpty else {
      throw StoreError.invalid("\(path) tells of no audit: it has no line that begins with “rollcall-head:”")
    }
  }
}
