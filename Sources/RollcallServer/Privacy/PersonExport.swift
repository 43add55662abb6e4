import Foundation
import Rollcall
import RollcallStore
import RollcallWeb

extension CommandExecutor {
  /// Writes everything held about a responder into a new file that only its owner may read.
  func exportResponder(_ slug: String, _ id: Int64, _ path: String) throws -> CommandOutcome {
    guard let workspace = try store.fleet.workspaces().first(where: { $0.slug == slug }) else {
      return .failure("There is no workspace \(slug)")
    }
    let told = Told()
    let source = try PrivacyFile(of: Responder.ID(id), in: workspace, store) { told.end = $0 }
    guard let file = Self.make(path) else { return .failure("\(path) cannot be made, or is there already") }
    defer { try? file.close() }
    do {
      while let part = try source.next() { try file.write(contentsOf: part) }
      try file.synchronize()
      try DiskNames.sync(folderOf: path)
      try source.sent()
    } catch {
      // Half an export must not be handed out.
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
    guard let end = told.end, end.isComplete else { return .failure("\(path) was not finished") }
    store.reports.recordExport(
      ExportNote(
        actor: .commandLine, kind: "responder", filter: "responder \(id)", rows: end.rows,
        fingerprint: end.fingerprint), in: workspace.id)
    // The entry is on disk before the file is handed out.
    try store.markAlive()
    return CommandOutcome(
      .object([
        "file": .string(path), "rows": .integer(Int64(end.rows)), "sha256": .string(end.fingerprint.hashText),
      ]), text: "\(end.rows) rows in \(path)")
  }

  private static func make(_ path: String) -> FileHandle? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    return descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
  }
}

/// The totals at the end of the file, on the thread that wrote it.
private final class Told: @unchecked Sendable {
  var end: ExportEnd?
}
