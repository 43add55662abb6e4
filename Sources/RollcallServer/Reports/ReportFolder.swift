import Foundation
import Glibc
import Rollcall
import RollcallStore
import RollcallWeb

/// The folder into which scheduled reports are written: a file is there whole, or not at all.
struct ReportFolder: Sendable {
  /// Its path.
  let path: String

  /// Makes the file of a report and puts it into the workspace's folder; returns its rows and its print. Blocks.
  ///
  /// - Parameter goesOn: asked between two parts, with how long the last one took; `false` = leave off.
  /// - Throws: what the system or the store says, and `CancellationError` when it was left off.
  func write(
    _ report: ScheduledReport, as name: String, of slug: String, goesOn: (Duration) -> Bool
  ) throws -> (rows: Int, print: FilePrint) {
    let folder = "\(path)/\(slug)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let part = "\(folder)/.\(name).part"
    // One that a killed server left behind is begun anew.
    let file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Self.failure("open") }
    var isOpen = true
    defer { if isOpen { close(file) } }
    do {
      let written = try fill(file, report, goesOn)
      guard fsync(file) == 0 else { throw Self.failure("fsync") }
      isOpen = false
      guard close(file) == 0 else { throw Self.failure("close") }
      guard rename(part, "\(folder)/\(name)") == 0 else { throw Self.failure("rename") }
      try sync(folder)
      return written
    } catch {
      unlink(part)
      throw error
    }
  }

  /// Takes a file away again; one that is not there is none. Blocks.
  func remove(_ name: String, of slug: String) throws {
    guard unlink("\(path)/\(slug)/\(name)") == 0 || errno == ENOENT else { throw Self.failure("unlink") }
  }

  private func fill(
    _ file: Int32, _ report: ScheduledReport, _ goesOn: (Duration) -> Bool
  ) throws -> (rows: Int, print: FilePrint) {
    var printer = FilePrinter()
    var rows = 0
    while true {
      let start = ContinuousClock.now
      let part = try report.next()
      try Self.put(part.bytes, file)
      printer.add(part.bytes)
      rows += part.rows
      if part.isLast { return (rows, printer.print) }
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

  /// The name of a file is on disk when its folder is.
  private func sync(_ folder: String) throws {
    let handle = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else { throw Self.failure("open") }
    defer { close(handle) }
    guard fsync(handle) == 0 else { throw Self.failure("fsync") }
  }

  private static func failure(_ step: String) -> StoreError {
    .unavailable("\(step): \(String(cString: strerror(errno)))")
  }
}
