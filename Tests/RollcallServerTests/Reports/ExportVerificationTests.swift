import Rollcall
import SQL
import Testing

@testable import RollcallServer
@testable import RollcallStore

@Suite("A file in hand, compared with what was exported")
struct ExportVerificationTests {
  @Test(
    "rows are compared of tables alone",
    arguments: [("gaps", true), ("track.gpx", false), ("track.geojson", false), ("responder", false)])
  func rows(kind: String, isTold: Bool) throws {
    let place = try TemporaryPlace()
    let file = Array(String(repeating: "a,b\r\n", count: 200).utf8)
    do {
      let store = try Store(path: place.database)
      defer { store.close() }
      let workspace = try store.fleet.addWorkspace(
        slug: "north", name: "North", timeZone: "UTC", profiles: []
      ).id
      store.reports.recordExport(
        ExportNote(actor: .commandLine, kind: kind, filter: "", rows: 199, fingerprint: .of(file)),
        in: workspace)
      try store.markAlive()
    }
    let answer = CommandRunner.run(
      .verifyExport(.of(file.dropLast(5)), rows: 198), database: place.database)
    #expect(answer.exit == 1 && answer.text.contains("It begins like:"), "\(answer.text)")
    #expect((answer.result["rows"] != nil) == isTold)
    #expect(answer.text.contains("It has 198 rows and 995 bytes; the export had 199 and 1000.") == isTold)
    #expect(answer.text.contains("It has 995 bytes; the export had 1000.") != isTold)
  }

  @Test("a file is proven when list and audit say alike that it was taken, whole, and by nothing less")
  func proof() throws {
    let place = try TemporaryPlace()
    let whole = Array(String(repeating: "a,b\r\n", count: 200).utf8)
    let (part, forged) = (Array(whole.prefix(500)), whole.map { $0 ^ 1 })
    do {
      let store = try Store(path: place.database)
      defer { store.close() }
      let workspace = try store.fleet.addWorkspace(
        slug: "north", name: "North", timeZone: "UTC", profiles: []
      ).id
      for (bytes, isComplete) in [(whole, true), (part, false), (whole, true)] {
        store.reports.recordExport(
          ExportNote(
            actor: .commandLine, kind: "gaps", filter: "", rows: 9, fingerprint: .of(bytes),
            isComplete: isComplete),
          in: workspace)
      }
      try store.markAlive()
      // As by somebody who wants another file to be the one that was taken.
      try store.pool.writeWithoutTransaction { db in
        try db.run(
          """
          UPDATE export_file SET sha256 = \(FileFingerprint.of(forged).sha256)
          WHERE number = (SELECT max(number) FROM export_file)
          """)
      }
    }
    func verdict(_ bytes: [UInt8]) -> CommandOutcome {
      CommandRunner.run(.verifyExport(.of(bytes), rows: 9), database: place.database)
    }
    let (good, broken, tampered) = (verdict(whole), verdict(part), verdict(forged))
    #expect(good.exit == 0 && good.result["ok"] == .bool(true))
    #expect(good.text.contains("nothing in it was changed since"))
    #expect(broken.exit == 1 && broken.result["ok"] == .bool(false))
    #expect(broken.text.contains("only a part") && broken.text.contains("was broken off"), "\(broken.text)")
    #expect(tampered.exit == 1 && tampered.result["ok"] == .bool(false))
    #expect(tampered.text.contains("The list says so, the audit does not"), "\(tampered.text)")
    #expect(!tampered.text.contains("nothing in it was changed"), "\(tampered.text)")
  }
}
