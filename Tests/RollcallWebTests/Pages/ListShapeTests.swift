import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Rows and columns of a list, in its address")
struct ListShapeTests {
  /// The lists, with the heads of their tables: what stands before the columns that can be hidden, and those.
  static let lists: [(page: String, rows: Int, columns: [String])] = [
    ("history", 200, ["person", "received", "delay", "position", "accuracy", "speed"]),
    ("audit", 200, ["who", "what", "about", "details", "origin", "entry"]),
    ("reports/exports", 200, ["who", "what", "filter", "rows", "bytes", "sha256", "entry"]),
    ("responders", 200, ["status", "profile", "region", "state", "device", "contact"]),
    ("board", 200, ["duty", "contact", "fix", "battery", "reachable", "assignment"]),
    ("incidents", 100, ["severity", "place", "opened", "who"]),
    ("suspicious-positions", 100, ["day", "score", "reason", "evidence", "positions", "state"]),
  ]

  /// A workspace with something in each list, and a reader of all.
  private static func desk() async throws -> DispatchDesk {
    let web = try TestWeb()
    let desk = try DispatchDesk(web, role: .owner)
    let phone = try web.phone("Ana")
    let at = web.store.clock().milliseconds
    let pings = (0..<3).map {
      #"{"lat":46.0\#($0),"lng":14.5,"is_mock":true,"sequence":\#($0),"recorded_at":\#(at - Int64($0) * 1000)}"#
    }
    let sent = await web.upload(
      phone.token, #"{"pings":[\#(pings.joined(separator: ","))]}"#, headers: ["X-Idempotency-Key": "k"])
    #expect(sent.status == 201, "\(sent.text)")
    _ = await desk.get("history.csv")
    _ = try await desk.open()
    return desk
  }

  @Test("Every list hides the columns that its address does not name, and leads on with them")
  func columns() async throws {
    let desk = try await Self.desk()
    for (page, _, columns) in Self.lists {
      let plain = await desk.get(page).text
      #expect(!plain.contains("data-hides"), "\(page)")
      for column in columns {
        let id = "id=\"column-\(column)\" name=\"column\" value=\"\(column)\" checked"
        #expect(plain.contains(id), "\(page) \(column)")
      }
      // Of all columns the first alone.
      let narrow = await desk.get("\(page)?columns=\(columns[0])").text
      let hidden = try #require(narrow.firstMatch(of: /data-hides="([0-9 ]+)"/), "\(page)")
      let places = Set(hidden.1.split(separator: " ").compactMap { Int($0) })
      let table = try #require(
        narrow.firstMatch(of: /<thead><tr>(.*?)<\/tr><\/thead>/.dotMatchesNewlines()), "\(page)")
      let heads = table.1.matches(of: /<th .*?<\/th>/.dotMatchesNewlines()).map { String($0.0) }
      let label = try #require(
        narrow.firstMatch(of: try Regex("<label for=\"column-\(columns[0])\">([^<]+)<"))?[1].substring)
      let shown = heads.indices.filter { !places.contains($0 + 1) }
      #expect(shown.contains { heads[$0].contains(">\(label)") }, "\(page): \(label) in \(shown)")
      #expect(places.count == heads.count - shown.count && places.min() ?? 0 > 1, "\(page)")
      #expect(narrow.contains("type=\"hidden\" name=\"columns\" value=\"\(columns[0])\""), "\(page)")
    }
  }

  @Test("What is ticked becomes the address; all columns, and the usual rows, need none")
  func ticked() async throws {
    let desk = try await Self.desk()
    let some = await desk.get("audit?action=login&column_count=6&column=who&column=about&size=50")
    #expect(some.header("Location") == "/w/north/audit?action=login&size=50&columns=who%2Cabout")
    let all = await desk.get("audit?column_count=2&column=who&column=about&size=")
    #expect(all.header("Location") == "/w/north/audit")
  }

  @Test("A page has as many rows as its address says; the next one goes on with them")
  func rows() async throws {
    let desk = try await Self.desk()
    let people = (0..<60).map {
      NewResponder(name: "P\($0)", profile: "family")
    }
    _ = try desk.web.store.fleet.addResponders(people, slug: "north")
    let page = await desk.get("responders?size=25").text
    #expect(page.matches(of: /<tr id="r[0-9]+"/).count == 25)
    #expect(page.contains("/w/north/responders?page=2&amp;size=25") && page.contains("1–25 of 61"))
    #expect(await desk.get("responders?page=3&size=25").text.matches(of: /<tr id="r[0-9]+"/).count == 11)
    // A number that is not offered is not obeyed.
    #expect(await desk.get("responders?size=3").text.matches(of: /<tr id="r[0-9]+"/).count == 61)
    let audit = await desk.get("audit?size=25")
    #expect(audit.status == 200 && audit.text.contains("<option value=\"25\" selected"))
  }

  @Test("Files and the audit do not depend on it")
  func files() async throws {
    let desk = try await Self.desk()
    let page = await desk.get("history?size=50&columns=person").text
    #expect(page.contains("href=\"/w/north/history.csv\"") && page.contains("href=\"/w/north/history.json\""))
    _ = await desk.get("history.csv?size=50&columns=person&flag=mock")
    let audited = await desk.get("audit.json").text
    #expect(audited.contains("flag=mock") && !audited.contains("columns=person"))
  }
}
