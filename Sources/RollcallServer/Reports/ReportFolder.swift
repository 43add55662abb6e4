import Foundation
import Glibc
import Rollcall
import RollcallStore
import RollcallWeb

/// The folder for scheduled reports: a file there is whole or missing, and is never replaced. A mark beside a
/// file shows that it is not recorded yet, so that a killed server's unfinished files are recognised.
struct ReportFolder: Sendable {
  let path: String

  /// Makes the file of a report and puts it into the workspace's folder; returns its rows and its
  /// fingerprint. Finish with ``keep(_:of:)`` or ``takeBack(_:of:)``. Blocks.
  ///
  /// - Parameter goesOn: called between two parts with the time that the last one took; `false` = stop.
  /// - Throws: errors of the system or the store, `conflict` when there is such a file with another content,
  ///   and `CancellationError` when it was stopped.
  func write(
    _ report: ScheduledReport, as name: String, of slug: String, goesOn: (Duration) -> Bool
  ) throws -> (rows: Int, fingerprint: FileFingerprint) {
    let folder = try made(slug)
    // A killed server's unfinished file is made anew.
    try takeBack(name, of: slug)
    let part = "\(folder)/.\(name).part"
    let file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Self.failure("open") }
    var isOpen = true
    defer { if isOpen { close(file) } }
    do {
      let written = try fill(file, report, goesOn)
      guard fsync(file) == 0 else { throw Self.failure("fsync") }
      isOpen = false
      guard close(file) == 0 else { throw Self.failure("close") }
      try give(part, name, in: folder, written.fingerprint)
      return written
    } catch {
      unlink(part)
      throw error
    }
  }

  /// A file as it is read.
  enum Found { case bytes([UInt8]), missing, tooLarge }

  /// Reads a file that has been recorded. Blocks.
  func read(_ name: String, of slug: String, atMost limit: Int) -> Found {
    let file = open("\(path)/\(slug)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return .missing }
    defer { close(file) }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let room = min(1 << 20, limit + 1 - bytes.count)
      var failure: Int32 = 0
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let got = Glibc.read(file, buffer.baseAddress, room)
        failure = got < 0 ? errno : 0
        count = max(0, got)
      }
      if failure == EINTR { continue }
      guard failure == 0 else { return .missing }
      if part.isEmpty { return .bytes(bytes) }
      bytes += part
    }
    return .tooLarge
  }

  /// Keeps a written file that has been recorded. Blocks.
  func save(_ name: String, of slug: String) throws {
    try Self.remove(Self.mark(name, in: "\(path)/\(slug)"))
  }

  /// Removes a file that was written but is not kept; a file that was there before stays. Blocks.
  func takeBack(_ name: String, of slug: String) throws {
    let folder = "\(path)/\(slug)"
    let mark = Self.mark(name, in: folder)
    if Self.isThere(mark) {
      try Self.remove("\(folder)/\(name)")
      try Self.remove(mark)
    }
    try Self.remove("\(folder)/.\(name).part")
  }

  /// Writes where the audit ended when a report was made, beside it. Blocks.
  func writeHead(_ head: KnownHead, of fingerprint: FileFingerprint, beside name: String, of slug: String)
    throws
  {
    let (folder, note) = ("\(path)/\(slug)", "\(name).audit.txt")
    guard !Self.isThere("\(folder)/\(note)") else { return }
    let text = "\(name)\nSHA-256 \(fingerprint.hashText)\nAudit: \(head.text)\n"
    let part = "\(folder)/.\(note).part"
    let file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Self.failure("open") }
    defer { close(file) }
    try Self.put(Array(text.utf8), file)
    guard fsync(file) == 0 else { throw Self.failure("fsync") }
    guard rename(part, "\(folder)/\(note)") == 0 else { throw Self.failure("rename") }
    try DiskNames.sync(folder: folder)
  }

  /// The folder of a workspace, synced so that a power cut cannot remove it.
  private func made(_ slug: String) throws -> String {
    let folder = "\(path)/\(slug)"
    let isFirst = !Self.isThere(path)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try DiskNames.sync(folderOf: folder)
    if isFirst { try DiskNames.sync(folderOf: path) }
    return folder
  }

  /// Gives a file its name, unless the same one is there already.
  private func give(_ part: String, _ name: String, in folder: String, _ fingerprint: FileFingerprint) throws
  {
    let file = "\(folder)/\(name)"
    guard !Self.isThere(file) else {
      guard try ClaimedFile(path: file).fingerprint == fingerprint else {
        throw StoreError.conflict("another file is called \(name), and is not replaced: move it away")
      }
      return try Self.remove(part)
    }
    let mark = open(Self.mark(name, in: folder), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard mark >= 0, close(mark) == 0 else { throw Self.failure("mark") }
    try DiskNames.sync(folder: folder)
    guard rename(part, file) == 0 else { throw Self.failure("rename") }
    try DiskNames.sync(folder: folder)
  }

  private static func mark(_ name: String, in folder: String) -> String { "\(folder)/.\(name).new" }

  private static func isThere(_ file: String) -> Bool {
    var facts = stat()
    return lstat(file, &facts) == 0
  }

  /// A missing file counts as removed.
  private static func remove(_ file: String) throws {
    guard unlink(file) == 0 || errno == ENOENT else { throw failure("unlink") }
  }

  private func fill(
    _ file: Int32, _ report: ScheduledReport, _ goesOn: (Duration) -> Bool
  ) throws -> (rows: Int, fingerprint: FileFingerprint) {
    var builder = FingerprintBuilder()
    var rows = 0
    while true {
      let start = ContinuousClock.now
      let part = try report.next()
      try Self.put(part.bytes, file)
      builder.add(part.bytes)
      rows += part.rows
      if part.isLast { return (rows, builder.fingerprint) }
      guard goesOn(ContinuousClock.now - start) else { throw CancellationError() }
    }
  }

  private static func put(_ bytes: [UInt8], _ file: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("write") }
      rest = rest.dropFirst(count)
    }
  }

  private static func failure(_ step: String) -> StoreError {
    .unavailable("\(step): \(String(cString: strerror(errno)))")
  }
}
