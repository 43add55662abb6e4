import Rollcall
import StoreSupport
import Testing

@testable import RollcallStore

@Suite("Files that were handed out")
struct ExportFileTests {
  private let fixture: TestStore
  private let file = Array(String(repeating: "responder_id,responder,at\r\n", count: 100).utf8)

  init() throws { fixture = try TestStore() }

  private func note(
    _ kind: String, _ bytes: [UInt8], rows: Int = 99, whole: Bool = true, in workspace: Workspace? = nil
  ) throws {
    fixture.store.reports.recordExport(
      ExportNote(
        actor: "key:script", kind: kind, filter: "last 24 h", rows: rows, fingerprint: .of(bytes),
        isComplete: whole), in: (workspace ?? fixture.workspace).id)
    try fixture.store.markAlive()
  }

  /// How many are listed of a span.
  private func taken(_ first: Timestamp?, _ last: Timestamp?) throws -> Int {
    let found = try fixture.store.reports.exportFiles(
      of: fixture.workspace.id, from: first, until: last, limit: 10)
    return found.count
  }

  @Test("each is listed with the entry of the audit about it, the newest first, page by page")
  func list() throws {
    for kind in ["gaps", "history", "board"] { try note(kind, file) }
    let south = try fixture.addWorkspace("south")
    try note("drill-7", file, in: south)
    let all = try fixture.store.reports.exportFiles(of: fixture.workspace.id, limit: 10)
    #expect(all.map(\.kind) == ["board", "history", "gaps"])
    #expect(all.allSatisfy { $0.rows == 99 && $0.isComplete && $0.filter == "last 24 h" })
    #expect(all[0].entry.actor == "key:script" && all[0].fingerprint == .of(file))
    // Both ends of the hours: the first is part of them, the last is not.
    let at = try #require(all.first).entry.at
    let sameInstant = all.filter { $0.entry.at == at }.count
    #expect(try taken(at, nil) == sameInstant)
    #expect(try taken(at.advanced(by: 1), nil) == 0)
    #expect(try taken(nil, at) == all.count - sameInstant)
    let rest = try fixture.store.reports.exportFiles(
      of: fixture.workspace.id, before: all[0].entry.number, limit: 1)
    #expect(rest == [all[1]])
    #expect(try fixture.store.reports.exportFiles(of: south.id, limit: 10).map(\.kind) == ["drill-7"])
  }

  @Test("they are found by their hash, in their own workspace alone")
  func find() throws {
    try note("gaps", file)
    try note("gaps", file + [65])
    let hash = FileFingerprint.of(file).hashText
    let south = try fixture.addWorkspace("south").id
    #expect(
      try fixture.store.reports.exportFiles(of: fixture.workspace.id, sha256: hash, limit: 9).count == 1)
    #expect(try fixture.store.reports.exportFiles(of: south, sha256: hash, limit: 9).isEmpty)
    #expect(try fixture.store.reports.exportFiles(of: fixture.workspace.id, sha256: "x", limit: 9).isEmpty)
  }

  @Test("one that was being handed out when the server was killed is in the audit after the next start, once")
  func killed() throws {
    let id = fixture.workspace.id
    let begun = try AuditOrigin.$current.withValue("192.0.2.7") {
      try (0..<3).map {
        try fixture.store.reports.beginExport("gaps", filter: "?n=\($0)", in: .test(id, "key:script"))
      }
    }
    try fixture.store.reports.finishExport(
      ExportNote(actor: "key:script", kind: "gaps", filter: "?n=0", rows: 99, fingerprint: .of(file)),
      begun: begun[0], in: id)
    fixture.store.reports.forgetExport(begun[1], in: fixture.workspace.id)
    try fixture.restart()
    try fixture.restart()
    let found = try fixture.store.audit.entries(
      of: id, AuditFilter(from: .distantPast, to: Timestamp(milliseconds: .max), action: "export"),
      behind: nil, limit: 9)
    #expect(found.map(\.subject) == ["?n=2", "?n=0"] && found.map(\.origin).first == "192.0.2.7")
    #expect(
      found.first?.detail.hasSuffix("ended with the server: how much of it was taken is not known") == true)
    #expect(try fixture.store.reports.exportFiles(of: id, limit: 9).map(\.filter) == ["?n=0"])
  }

  @Test("one that was broken off says so, here and in the audit")
  func brokenOff() throws {
    try note("gaps", file, rows: 3, whole: false)
    let found = try #require(try fixture.store.reports.exportFiles(of: fixture.workspace.id, limit: 1).first)
    #expect(!found.isComplete && found.rows == 3)
    #expect(found.entry.detail == "3 rows, sha256 \(found.fingerprint.hashText), broken off")
  }

  @Test("a file equals one of them, begins like one, or is unknown")
  func match() throws {
    try note("gaps", file)
    try note("history", file + file)
    try note("gaps", file)
    guard case .same(let found) = try fixture.store.reports.exportMatch(of: .of(file)) else {
      Issue.record("not found")
      return
    }
    #expect(
      found.map(\.file.kind) == ["gaps", "gaps"] && found.allSatisfy { $0.isProof && $0.slug == "north" })
    #expect(found[0].file.entry.number > found[1].file.entry.number)

    var altered = file + file
    altered[4_000] ^= 1
    guard case .beginsLike(let other, let bytes) = try fixture.store.reports.exportMatch(of: .of(altered))
    else {
      Issue.record("not found")
      return
    }
    #expect(other.file.kind == "history" && bytes == 3_840)
    #expect(try fixture.store.reports.exportMatch(of: .of(Array("x".utf8))) == .unknown)
    #expect(try fixture.store.reports.exportMatch(of: .of(file.map { $0 ^ 1 })) == .unknown)
  }

  @Test("a hash changed in the list contradicts the audit")
  func forged() throws {
    try note("gaps", file)
    let forged = FileFingerprint.of(file.map { $0 ^ 1 })
    try fixture.execute("UPDATE export_file SET sha256 = x'\(forged.hashText)'")
    guard case .same(let found) = try fixture.store.reports.exportMatch(of: forged) else {
      Issue.record("not found")
      return
    }
    #expect(found.map(\.file.isAudited) == [false] && found.map(\.isProof) == [false])
  }

  @Test(
    "nor is a line that was made whole, or was given other rows",
    arguments: ["complete = 1", "row_count = 4"])
  func altered(change: String) throws {
    try note("gaps", file, rows: 3, whole: false)
    let id = fixture.workspace.id
    #expect(try fixture.store.reports.exportFiles(of: id, limit: 1).map(\.isAudited) == [true])
    try fixture.execute("UPDATE export_file SET \(change)")
    #expect(try fixture.store.reports.exportFiles(of: id, limit: 1).map(\.isAudited) == [false])
  }
}
