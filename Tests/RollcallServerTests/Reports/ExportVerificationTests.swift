import Rollcall
import RollcallStore
import Testing

@testable import RollcallServer

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
      let workspace = try store.addWorkspace(slug: "north", name: "North", timeZone: "UTC", profiles: []).id
      store.noteExport(
        ExportNote(actor: "test", kind: kind, filter: "", rows: 199, print: .of(file)), in: workspace)
      try store.markAlive()
    }
    let answer = CommandRunner.run(
      .verifyExport(.of(file.dropLast(5)), rows: 198), database: place.database)
    #expect(answer.exit == 1 && answer.text.contains("It begins like:"), "\(answer.text)")
    #expect((answer.result["rows"] != nil) == isTold)
    #expect(answer.text.contains("It has 198 rows and 995 bytes; the export had 199 and 1000.") == isTold)
    #expect(answer.text.contains("It has 995 bytes; the export had 1000.") != isTold)
  }
}
