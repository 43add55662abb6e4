import Foundation
public import Rollcall

/// The record of a database's last backup: a small file `FILE.backup` beside it, so that it can be read while
/// the server is down.
public struct BackupNote: Codable, Equatable, Sendable {
  /// The moment of the copy, milliseconds since 1970.
  public let at: Milliseconds
  /// Its length.
  public let bytes: Int64
  /// How long it took, milliseconds.
  public let took: Milliseconds

  init(_ backup: Backup) {
    (at, bytes, took) = (backup.at.milliseconds, backup.bytes, backup.took)
  }

  /// The note beside a database; `nil` when there never was a backup.
  public static func read(beside database: String) -> BackupNote? {
    guard let data = FileManager.default.contents(atPath: database + ".backup") else { return nil }
    return try? JSONDecoder().decode(BackupNote.self, from: data)
  }

  /// Writes it. Errors are ignored: the backup is good even without its note.
  func write(beside database: String) {
    let name = database + ".backup"
    guard let data = try? JSONEncoder().encode(self),
      let file = try? BackupFile(name + ".partial", asOwnerOf: database)
    else { return }
    do {
      try data.withUnsafeBytes { try file.append($0) }
      // Otherwise a power cut could leave an empty file in place of the earlier note.
      try file.sync()
      try file.publish(as: name, replacing: true)
    } catch { file.discard() }
  }
}
