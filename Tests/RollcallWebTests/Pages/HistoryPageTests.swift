import Rollcall
import Testing

@testable import RollcallWeb

@Suite("The history")
struct HistoryPageTests {
  private let clock = PageClock(now: PageClock.sampleNow) { _ in 3_600 }

  private func history(
    _ filter: HistoryFilter, rows: [HistoryRow] = [.sample], next: String? = nil, error: String = "",
    mayExport: Bool = true
  ) -> HistoryPage {
    let now = PageClock.sampleNow
    return HistoryPage(
      shell: .sample, slug: "x", filter: filter, responders: [(1, "Mirela Novak")], error: error,
      covered: error.isEmpty ? now.advanced(by: -86_400_000)..<now : nil, rows: rows, nextCursor: next,
      retentionDays: 90, mayExport: mayExport, clock: clock)
  }

  private let filter = HistoryFilter([
    ("responder", "1"), ("from", "2026-11-20"), ("to", "2026-11-21T08:00:00+01:00"), ("flag", "mock"),
    ("cursor", "abc"), ("fragment", "1"),
  ])

  @Test("an export is the screen's filter, whole, from its first page on")
  func exports() {
    let query = "?responder=1&from=2026-11-20&to=2026-11-21T08%3A00%3A00%2B01%3A00&flag=mock"
    let page = history(filter, next: "def")
    #expect(page.head.csv == "/w/x/history.csv" + query)
    #expect(page.head.json == "/w/x/history.json" + query)
    #expect(page.head.pager.previous == "/w/x/history" + query)
    #expect(page.head.pager.next == "/w/x/history" + query + "&cursor=def")
  }

  @Test("who may not export sees no link to it")
  func noExport() throws {
    #expect(try !Console.html(history(filter, mayExport: false)).contains(".csv"))
  }

  @Test("the form shows the filter's days, times and person")
  func fields() throws {
    let shown = history(filter).head.filters
    func when(_ name: String) -> SpanField? { shown.first { $0.name == name }?.when }
    let (from, to) = (try #require(when("from")), try #require(when("to")))
    #expect(from.day == "2026-11-20" && from.time.isEmpty && to.day == "2026-11-21" && !to.time.isEmpty)
    #expect(shown.first { $0.name == "responder" }?.person?.value == "Mirela Novak")
    let html = try Console.html(history(filter))
    #expect(html.contains("<option value=\"Mirela Novak\">") && html.contains("name=\"responder_named\""))
  }

  @Test("an empty history says why")
  func empty() throws {
    #expect(
      try Console.html(history(HistoryFilter(), rows: [])).contains("No positions in the last 24 hours."))
    #expect(try Console.html(history(filter, rows: [])).contains("No positions match this filter."))
    let wrong = try Console.html(history(filter, rows: [], error: "“from” must be before “to”."))
    #expect(wrong.contains("role=\"alert\""))
    #expect(wrong.contains("Correct the filter above"))
    #expect(wrong.contains("Positions are kept for 90 days"))
  }

  @Test("a row tells everything the phone said, and where the server knows better")
  func row() throws {
    let place = try #require(Position(latitude: 45.8144, longitude: 15.978))
    var ping = Ping(position: place, isMock: .unknown)
    ping.accuracy = 12
    ping.speed = 1.5
    let taken = PageClock.sampleNow.advanced(by: -600_000)
    let row = HistoryRow(
      id: 7, ping: ping, takenAt: taken, timeNote: "server", receivedAt: taken.advanced(by: 180_000),
      flags: [.speed, .networkCountry], responder: "Ana", responderHref: "/h", clock: clock)
    #expect(row.key == "p7")
    #expect(row.taken.text == "12:54:33")
    #expect(row.isLate)
    #expect(
      [row.delay, row.accuracy, row.speed, row.battery, row.mock, row.source, row.sequence]
        == ["3 min", "12 m", "5.4 km/h", "—", "unknown", "—", "—"])
    #expect(row.geo == "geo:45.8144000,15.9780000;u=12")
    #expect(row.flags.map(\.name) == ["speed", "network_country"])
  }

  @Test("every flag of the contract has words for people")
  func flags() {
    for word in DoubtFlags.words.map(\.word) + ["backlog", "flapping"] {
      #expect(FlagMark.labels[word] != nil, "\(word)")
    }
    #expect(FlagMark("brand_new").label == "brand_new")
  }
}
