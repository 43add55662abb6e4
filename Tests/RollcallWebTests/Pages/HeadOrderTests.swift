import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Long lists sorted by their heads")
struct HeadOrderTests {
  @Test("Rows without a value come last in either direction, equal ones keep their order")
  func keys() {
    let rows: [(Int, SortKey?)] = [
      (1, .number(2)), (2, nil), (3, .number(1)), (4, .number(2)), (5, nil), (6, .number(-3.5)),
    ]
    #expect(rows.sorted(isFalling: false) { $0.1 }.map(\.0) == [6, 3, 1, 4, 2, 5])
    #expect(rows.sorted(isFalling: true) { $0.1 }.map(\.0) == [1, 4, 3, 6, 2, 5])
    #expect(SortKey.number(Double.nan) == nil && SortKey.words("") == nil)
    #expect(SortKey.words("Čerin") == SortKey.words("cerin"))
  }

  /// Rows in the store, where a page of two begins, what it shows, and where the next begins.
  static let pages: [(Int, Int64?, [Int], String?)] = [
    (5, nil, [0, 1], "2"), (5, 4, [4], nil), (4, 2, [2, 3], nil), (2, 9, [], nil), (3, -7, [0, 1], "2"),
    (3, .max, [], nil), (3, .min, [0, 1], "2"), (0, nil, [], nil),
    (25_000, 20_001, [20_001, 20_002], "20003"),
    (20_000, 19_998, [19_998, 19_999], nil), (100_000, 99_999, [99_999], nil), (100_000, nil, [0, 1], "2"),
  ]

  @Test("A page is cut from the sorted whole, which is read piece by piece", arguments: pages)
  func paged(count: Int, start: Int64?, shown: [Int], next: String?) throws {
    // Read in the opposite of the order asked for.
    var rest = Array((0..<count).reversed())
    var page = SortedPage<Int>(from: start, size: 2)
    let fits = try page.fill(isFalling: false, by: { .number($0) }) { () throws(StoreError) in
      defer { rest = Array(rest.dropFirst(SortedWhole.piece)) }
      return Array(rest.prefix(SortedWhole.piece))
    }
    #expect(fits && page.rows == shown && page.next == next)
  }

  @Test("More than can be sorted is not read to its end")
  func tooMany() throws {
    var (page, pieces) = (SortedPage<Int>(from: 0, size: 2), 0)
    let fits = try page.fill(isFalling: true, by: { .number($0) }) { () throws(StoreError) in
      pieces += 1
      return Array(repeating: 1, count: SortedWhole.piece)
    }
    #expect(!fits && pieces == 11 && page.rows.isEmpty && page.next == nil)
  }

  /// An auditor, and two people with positions that differ in every column.
  private func positions() async throws -> DispatchDesk {
    let web = try TestWeb()
    let auditor = try DispatchDesk(web, role: .auditor)
    let bor = try await DispatchPhone(web, "Bor")
    let ana = try await DispatchPhone(web, "Ana")
    let facts: [(DispatchPhone, String)] = [
      (bor, #""lat":46.3,"lng":14,"accuracy_m":5,"speed_mps":3,"battery_level":0.5,"source":"gps""#),
      (ana, #""lat":46.1,"lng":14,"accuracy_m":50,"speed_mps":1,"battery_level":0.9,"source":"network""#),
      (ana, #""lat":46.2,"lng":14,"battery_level":0.1,"is_mock":true"#),
    ]
    for (phone, fields) in facts {
      web.pass(seconds: 400)
      let at = web.store.clock().milliseconds
      let mock = fields.contains("is_mock") ? "" : #""is_mock":false,"#
      let answer = await web.upload(
        phone.token, #"{"pings":[{\#(mock)"recorded_at":\#(at),\#(fields)}]}"#,
        headers: ["X-Idempotency-Key": UUID().uuidString])
      #expect(answer.status == 201, "\(answer.text)")
    }
    return auditor
  }

  @Test(
    "Positions are sorted by each head, and turned round",
    arguments: [
      ("accuracy", [50, 5, nil]), ("-accuracy", [5, 50, nil]), ("speed", [5, 50, nil]),
      ("battery", [nil, 5, 50]), ("-battery", [50, 5, nil]), ("mock", [nil]), ("person", [nil]),
      ("-person", [5]), ("position", [nil, nil, 50, nil, 5]), ("source", [5, 50, nil]),
      ("-source", [50, 5, nil]),
      ("flags", [nil]), ("taken", [nil]),
    ] as [(String, [Int?])])
  func sortedPositions(sort: String, accuracies: [Int?]) async throws {
    let auditor = try await positions()
    let page = await auditor.get("history?sort=\(sort)").text
    let all = page.matches(of: #/data-label="Accuracy" class="number">([^<]*)</#).map {
      Int($0.output.1.prefix { $0.isNumber })
    }
    // Each phone reported once before, at login: without accuracy. Only where those differ is the place told.
    let told = all.filter { value in value != nil || accuracies.contains(nil) }
    #expect(told.prefix(accuracies.count).map { $0 } == accuracies, "\(sort): \(all)")
    let column = sort.replacingOccurrences(of: "-", with: "")
    #expect(
      page.matches(of: #/aria-sort/#).count == 1
        && page.contains("sort=\(sort == column ? "-" : "")\(column)\""))
  }

  @Test("Board and map are sorted by accuracy, flags and assignment, and turned round")
  func sortedBoard() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let (ana, bor) = (try await DispatchPhone(web, "Ana"), try await DispatchPhone(web, "Bor"))
    _ = try web.phone("Cene")
    for (phone, fields) in [
      (ana, #""is_mock":true,"accuracy_m":5"#), (bor, #""is_mock":false,"accuracy_m":50"#),
    ] {
      web.pass(seconds: 2)
      let at = web.store.clock().milliseconds
      let answer = await web.upload(
        phone.token, #"{"pings":[{"recorded_at":\#(at),"lat":46.01,"lng":14,\#(fields)}]}"#,
        headers: ["X-Idempotency-Key": UUID().uuidString])
      #expect(answer.status == 201, "\(answer.text)")
    }
    _ = try await desk.open(offer: bor.id)
    let orders = [
      "accuracy": ["Cene", "Bor", "Ana"], "-accuracy": ["Ana", "Bor", "Cene"], "flags": ["Ana"],
      "assignment": ["Bor"],
    ]
    for (sort, names) in orders {
      let text = await desk.get("board.json?sort=\(sort)").text
      let found = text.matches(of: #/"name":"(Ana|Bor|Cene)"/#).map { String($0.output.1) }
      #expect(found.prefix(names.count) == names[...], "\(sort): \(text)")
      let column = sort.replacingOccurrences(of: "-", with: "")
      let map = await desk.get("map?sort=\(sort)").text
      #expect(map.contains("sort=\(sort == column ? "-" : "")\(column)\""), "\(sort)")
      let direction = ["accuracy", "flags"].contains(sort) ? "descending" : "ascending"
      #expect(map.contains("aria-sort=\"\(direction)\""), "\(sort)")
    }
  }

  @Test("The audit is sorted by each head, page after page without loss")
  func sortedAudit() async throws {
    let web = try TestWeb()
    let auditor = try DispatchDesk(web, role: .auditor)
    for number in 0..<210 { _ = try web.phone("Person \(number)") }
    func entries(_ query: String) async -> ([Int], [String], next: String?) {
      let page = await auditor.get("audit?\(query)").text
      let next = page.firstMatch(of: #/rel="next" href="[^"]*cursor=([0-9]+)/#).map { String($0.output.1) }
      return (
        page.matches(of: #/<tr id="a([0-9]+)"/#).compactMap { Int($0.output.1) },
        page.matches(of: #/<td data-label="What" title="([^"]*)"/#).map { String($0.output.1) }, next
      )
    }
    for sort in ["who", "-who", "what", "about", "-details", "origin", "-entry"] {
      let first = await entries("sort=\(sort)")
      let cursor = try #require(first.next, "\(sort)")
      let second = await entries("sort=\(sort)&cursor=\(cursor)")
      #expect(first.0.count == 200 && Set(first.0).isDisjoint(with: second.0), "\(sort)")
      if sort == "what" {
        let words = (first.1 + second.1).map { Folding.fold(AuditWords.action($0)) }
        #expect(words == words.sorted())
      }
    }
    let json = await auditor.get("audit.json?sort=who").text
    let numbers = json.matches(of: #/"number":([0-9]+)/#).compactMap { Int($0.output.1) }
    #expect(numbers == numbers.sorted(by: >), "programs have the order of time")
  }

  @Test("Exported files are sorted by their heads")
  func exports() async throws {
    let auditor = try await positions()
    for file in ["history.csv?flag=mock", "history.csv", "audit.csv"] {
      #expect(await auditor.get(file).status == 200)
      try auditor.web.store.markAlive()
    }
    func rows(_ sort: String) async -> [Int] {
      await auditor.get("reports/exports?sort=\(sort)").text.matches(
        of: #/data-label="Rows" class="number">([0-9,]+)/#
      ).compactMap { Int($0.output.1.replacing(",", with: "")) }
    }
    let falling = await rows("rows")
    #expect(falling.count == 3 && falling == falling.sorted(by: >) && Set(falling).count == 3)
    #expect(await rows("-rows") == falling.reversed())
    #expect(await rows("-at") == (await rows("at")).reversed())
  }

  @Test("Incidents are sorted by who has them; those without anybody come first")
  func incidents() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let (bor, ana) = (try await DispatchPhone(web, "Bor"), try await DispatchPhone(web, "Ana"))
    for (title, person) in [("Bor's", bor.id), ("Nobody's", nil), ("Ana's", ana.id)]
      as [(String, Responder.ID?)]
    {
      _ = try await desk.open(title, offer: person)
    }
    func titles(_ sort: String) async -> [String] {
      await desk.get("incidents?sort=\(sort)").text.matches(of: #/<th scope="row"><a[^>]*><bdi>(.*?)(&|\')/#)
        .map {
          String($0.output.1)
        }
    }
    #expect(await titles("who") == ["Nobody", "Ana", "Bor"])
    #expect(await titles("-who") == ["Bor", "Ana", "Nobody"])
  }

  @Test("Who may not see telephone numbers cannot learn their order")
  func numbers() async throws {
    let web = try TestWeb()
    for (name, phone) in [("Ana", "+38640999999"), ("Bor", "+38640111111"), ("Cene", nil)] {
      let person = NewResponder(name: name, phone: phone, profile: "family")
      _ = try web.store.fleet.addResponders([person], slug: "north")
    }
    func names(_ role: Role) async throws -> [String] {
      let desk = try DispatchDesk(web, role: role)
      return await desk.get("responders?sort=phone").text.matches(of: #/<bdi>(Ana|Bor|Cene)</#).map {
        String($0.output.1)
      }
    }
    #expect(try await names(.admin) == ["Bor", "Ana", "Cene"])
    #expect(try await names(.viewer) == ["Ana", "Bor", "Cene"])
  }
}
