import StoreSupport
import HTTPServer
import HTTPTypes
import Rollcall
import SQL
import Synchronization
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("What is taken out is noted, whole or in part")
struct ExportTests {
  private struct Broken: Error {}

  /// An export of three pages of one row each; the page after `last` fails.
  private static func export(failsAfter last: Int = 3, _ ends: Ends) -> FileExport {
    var page: Int64 = 0
    let parts = CSVExport.parts(["number"], zone: Zone("UTC")) { csv, _ in
      guard page < last else { throw Broken() }
      page += 1
      csv.number(page)
      csv.endRow()
      return (1, page == 3)
    }
    return FileExport(ended: { end in ends.list.withLock { $0.append(end) } }, nextPart: parts)
  }

  private final class Ends: Sendable {
    let list = Mutex<[ExportEnd?]>([])
    var told: [ExportEnd] { list.withLock { $0.compactMap(\.self) } }
  }

  @Test("one that was taken to its end is noted once, with the hash of all of it")
  func whole() throws {
    let ends = Ends()
    var bytes: [UInt8] = []
    do {
      let export = Self.export(ends)
      while let part = try export.next() { bytes += part }
      #expect(ends.told.isEmpty, "the last of it is not taken yet")
      try export.sent()
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "number\r\n1\r\n2\r\n3\r\n")
    #expect(ends.told.map(\.isComplete) == [true])
    #expect(ends.told.map(\.rows) == [3] && ends.told.map(\.fingerprint) == [.of(bytes)])
  }

  @Test("one whose reader left before the end of its last part was broken off")
  func last() throws {
    let ends = Ends()
    do {
      let export = Self.export(ends)
      while try export.next() != nil {}
    }
    #expect(ends.told.map(\.isComplete) == [false] && ends.told.map(\.rows) == [3])
  }

  @Test("one whose reader left is noted with what was handed on, one that failed too")
  func left() throws {
    for failsAfter in [2, 3] {
      let ends = Ends()
      var bytes: [UInt8] = []
      do {
        let export = Self.export(failsAfter: failsAfter, ends)
        for _ in 0..<2 { bytes += try #require(try export.next()) }
        if failsAfter == 2 { #expect(throws: Broken.self) { try export.next() } }
      }
      #expect(ends.told.map(\.isComplete) == [false])
      #expect(ends.told.map(\.rows) == [2] && ends.told.map(\.fingerprint) == [.of(bytes)])
    }
  }

  @Test("one of which nothing was handed on is not noted, and forgotten")
  func unread() throws {
    let ends = Ends()
    do {
      _ = Self.export(ends)
      let failing = Self.export(failsAfter: 0, ends)
      #expect(throws: Broken.self) { try failing.next() }
    }
    #expect(ends.told.isEmpty && ends.list.withLock { $0.count } == 2)
  }

  @Test("nothing leaves that cannot be noted, and nothing is left of a file that nobody took")
  func begun() async throws {
    let web = try TestWeb()
    let key = try web.store.members.issueAPIKey(slug: "north", name: "script", role: .auditor).text
    func begun() throws -> Int {
      try web.store.markAlive()
      return try web.store.read { try $0.first("SELECT count(*) FROM export_begun") ?? -1 }
    }
    let headers = ["Authorization": "Bearer \(key)"]
    do {
      let response = await web.response(.get, "/w/north/reports/gaps.csv", headers: headers)
      #expect(response.status == .ok)
      #expect(try begun() == 1)
      withExtendedLifetime(response) {}
    }
    #expect(try begun() == 0)
    _ = await web.get("/w/north/reports/gaps.csv", key: key)
    #expect(try begun() == 0)
    #expect(try web.store.reports.exportFiles(of: Workspace.ID(1), limit: 9).count == 1)
    // As on a full disk.
    try web.store.pool.writeWithoutTransaction {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE INSERT ON export_begun BEGIN SELECT RAISE(ABORT, 'full'); END")
    }
    for path in ["reports/gaps.csv", "history.csv", "audit.csv", "board.csv"] {
      let refused = await web.get("/w/north/\(path)", key: key)
      #expect(refused.status >= 400 && !refused.text.contains("responder_id,"), "\(path): \(refused.text)")
    }
  }
}

@Suite("The page of exported files")
struct ExportsPageTests {
  private let web: TestWeb
  private let key: String

  init() throws {
    web = try TestWeb()
    key = try web.store.members.issueAPIKey(slug: "north", name: "script <b>", role: .auditor).text
  }

  @Test("every download is on it, with the hash of the very file, and is found by that")
  func downloads() async throws {
    let gaps = await web.get("/w/north/reports/gaps.csv?from=2026-11-18", key: key)
    _ = await web.get("/w/north/reports/transitions.csv", key: key)
    try web.store.markAlive()
    let hash = FileFingerprint.of(Array(gaps.text.utf8)).hashText
    let page = await web.get("/w/north/reports/exports", key: key)
    #expect(page.status == 200 && page.text.contains(hash))
    #expect(page.text.contains("from 2026-11-18") && page.text.contains("script &lt;b&gt;"))
    #expect(page.text.ranges(of: "<tr id=\"e").count == 2)

    let found = await web.get("/w/north/reports/exports.json?sha256=\(hash)", key: key).text
    #expect(found.ranges(of: "\"number\"").count == 1 && found.contains("\"kind\":\"gaps\""))
    #expect(found.contains("\"bytes\":\(gaps.text.utf8.count)") && found.contains("\"complete\":true"))
    let none = await web.get("/w/north/reports/exports?sha256=beef", key: key).text
    #expect(none.contains("No file with this hash") && !none.contains("<tr id"))

    // As by somebody who can write into the file.
    let mark = "the audit does not say so"
    #expect(!page.text.contains(mark) && found.contains("\"audited\":true"))
    try web.store.pool.writeWithoutTransaction {
      try $0.run("UPDATE export_file SET row_count = row_count + 1 WHERE lower(hex(sha256)) = \(hash)")
    }
    let marked = await web.get("/w/north/reports/exports", key: key).text
    #expect(marked.ranges(of: mark).count == 1)
    let told = await web.get("/w/north/reports/exports.json?sha256=\(hash)", key: key).text
    #expect(told.contains("\"audited\":false"))
    // A script that goes on with a wrong word would read the first page for ever.
    #expect(await web.get("/w/north/reports/exports.json?cursor=x", key: key).status == 400)
  }

  @Test("more than a page are paged without loss, and lead to their entries of the audit")
  func pages() async throws {
    for number in 0..<205 {
      web.store.reports.recordExport(
        ExportNote(actor: "rollcall", kind: "made", filter: "\(number)", rows: 1, fingerprint: .of([])),
        in: Workspace.ID(1))
    }
    try web.store.markAlive()
    let first = await web.get("/w/north/reports/exports", key: key).text
    let next = try #require(first.firstMatch(of: #/rel="next" href="([^"]+)"/#)?.output.1)
    let second = await web.get(String(next), key: key).text
    let numbers = [first, second].map { $0.matches(of: #/<tr id="e([0-9]+)"/#).map { Int($0.output.1) ?? 0 } }
    #expect(numbers[0].count == 200 && Set(numbers[0] + numbers[1]).count == 205)
    let entry = try #require(second.firstMatch(of: #/<a href="(/w/north/audit[^"#]+)#(a[0-9]+)"/#)?.output)
    let audit = await web.get(entry.1.split(separator: "&amp;").joined(separator: "&"), key: key).text
    #expect(audit.contains("<tr id=\"\(entry.2)\""))
  }
}
