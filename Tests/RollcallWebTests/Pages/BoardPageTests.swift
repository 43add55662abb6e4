import Rollcall
import Testing

@testable import RollcallWeb

@Suite("The board")
struct BoardPageTests {
  private static let now = PageClock.sampleNow

  private func board(
    _ filter: String = "", counts: BoardCounts? = nil, rows: [BoardRow] = [.sample], matching: Int = 1,
    age: Milliseconds = 2_000, later: Milliseconds = 0
  ) -> BoardPage {
    var some = BoardCounts()
    some[.offline] = 1
    let now = Self.now.advanced(by: later)
    return BoardPage(
      .init(
        filter: BoardFilter(Self.pairs(filter)), regions: ["North"], profiles: ["responder"],
        counts: counts ?? some, rows: rows, matching: matching, asOf: now.advanced(by: -age)),
      shell: .sample, slug: "x", clock: PageClock(now: now) { _ in 0 })
  }

  private static func pairs(_ query: String) -> [(name: String, value: String)] {
    query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  @Test(
    "a filter says in the URL what it was read from",
    arguments: [
      "", "?status=offline",
      "?q=novak&region=North&profile=driver&duty=on_duty&status=off_duty&sort=-contact&page=3",
      "?sort=-status", "?sort=battery",
    ])
  func roundTrip(query: String) {
    #expect(BoardFilter(Self.pairs(String(query.dropFirst()))).query.link("") == query)
  }

  @Test(
    "nonsense in the URL leaves the matter open",
    arguments: [
      "status=away", "duty=asleep", "sort=colour", "sort=--name", "sort=-", "page=0", "page=-3", "page=x",
      "sort=status", "z=1",
    ])
  func nonsense(query: String) {
    #expect(BoardFilter(Self.pairs(query)).query.link("/b") == "/b")
  }

  @Test("what is typed is encoded byte by byte")
  func encoding() {
    var filter = BoardFilter()
    filter.search = "Ana & \"K\" é"
    #expect(filter.query.link("/b") == "/b?q=Ana%20%26%20%22K%22%20%C3%A9")
  }

  @Test("a count narrows the board to its status, and widens it again")
  func cards() {
    #expect(board("region=North&page=2").cards.map(\.href)[2] == "/w/x/board?region=North&status=offline")
    let narrowed = board("status=offline").cards[2]
    #expect(narrowed.isCurrent)
    #expect(narrowed.href == "/w/x/board")
  }

  @Test("a column sorts by itself, then turns round")
  func columns() {
    #expect(board().columns.map(\.sorted) == ["ascending", "", "", "", "", "", "", ""])
    #expect(board().columns[0].href == "/w/x/board?sort=-status")
    #expect(board("q=a&sort=contact").columns[3].href == "/w/x/board?q=a&sort=-contact")
    #expect(board("sort=-contact").columns[3].href == "/w/x/board?sort=contact")
    #expect(board("sort=-contact").columns[3].sorted == "descending")
    #expect(board().columns.map(\.href.isEmpty) == [false, false, false, false, false, false, true, false])
  }

  @Test("a list of more than 200 has pages, each with the same filter")
  func pages() {
    let rows = Array(repeating: BoardRow.sample, count: 200)
    #expect(board(rows: rows, matching: 2_000).pager.range == "1–200 of 2,000")
    #expect(board(rows: rows, matching: 2_000).pager.previous.isEmpty)
    let second = board("sort=name&page=2", rows: rows, matching: 2_000).pager
    #expect(second.range == "201–400 of 2,000")
    #expect(second.previous == "/w/x/board?sort=name")
    #expect(second.next == "/w/x/board?sort=name&page=3")
    let last = board("page=2", rows: [.sample, .sample], matching: 202).pager
    #expect(last.range == "201–202 of 202")
    #expect(last.next.isEmpty)
  }

  @Test(
    "the first line says the worst that is so now",
    arguments: [
      ([Status.online: 3], "calm", "Everybody heard from can be reached"),
      ([.online: 3, .degraded: 1], "warning", "1 of 4 limited"),
      ([.online: 3, .degraded: 1, .offline: 2, .offDuty: 5], "danger", "2 of 6 cannot be reached"),
      ([.degraded: 1, .unknown: 2], "danger", "Nobody can be reached for sure"),
      ([.unknown: 2], "calm", "Nobody has reported yet"),
      ([.offDuty: 2], "calm", "Nobody is on duty"),
    ])
  func headline(counts: [Status: Int], level: String, title: String) {
    var all = BoardCounts()
    for (status, count) in counts { all[status] = count }
    #expect(all.headline?.level == level)
    #expect(all.headline?.title == title)
  }

  @Test("nothing is said of nobody")
  func noHeadline() { #expect(BoardCounts().headline == nil) }

  @Test("an empty board says why, and what to do")
  func empty() throws {
    let nobody = try Console.html(board(counts: BoardCounts(), rows: [], matching: 0))
    #expect(nobody.contains("Nobody is here yet."))
    #expect(nobody.contains("<a href=\"/w/x/responders\">People</a>"))
    let noMatch = try Console.html(board("status=offline", rows: [], matching: 0))
    #expect(noMatch.contains("Nobody matches this filter."))
    #expect(noMatch.contains("<a href=\"/w/x/board\">Show everybody</a>"))
    #expect(!noMatch.contains("<table"))
  }

  @Test("data older than 15 s is called stale, without script too")
  func stale() throws {
    #expect(!board(age: 15_000).isStale)
    let html = try Console.html(board(age: 400_000))
    #expect(html.contains("This board is not up to date."))
    #expect(html.contains("The server&#39;s data is from 6 min ago."))
    #expect(try Console.html(board()).contains("<noscript><meta http-equiv=\"refresh\""))
  }

  @Test("the version follows the data and not the clock")
  func version() {
    let first = board()
    #expect(board(later: 60_000).version == first.version)
    var moved = BoardRow.sample
    moved.latestFix.iso = "2026-11-21T12:04:30.000Z"
    #expect(board(rows: [moved]).version != first.version)
    var flagged = BoardRow.sample
    flagged.flags = []
    #expect(board(rows: [flagged]).version != first.version)
    #expect(board("sort=name").version != first.version)
    #expect(board(matching: 201).version != first.version)
  }

  @Test("old data never answers as unmodified")
  func staleVersion() {
    #expect(board(age: 400_000).version != board(age: 401_000, later: 1_000).version)
  }

  @Test("the fragment is the board without its surroundings")
  func fragment() throws {
    let fragment = try Console.fragment(BoardPage.sample)
    #expect(!fragment.contains("<html"))
    #expect(!fragment.contains("_csrf"))
    for part in ["notices", "cards", "asof", "list"] { #expect(fragment.contains("id=\"\(part)\"")) }
    #expect(try Console.html(BoardPage.sample).contains(fragment))
  }

  @Test("a row has a shape and a word beside its colour, and exact instants")
  func row() throws {
    let html = try Console.html(BoardPage.sample)
    for status in Status.allCases { #expect(html.contains("<span class=\"pill s-\(status.rawValue)\"><svg")) }
    #expect(html.contains("datetime=\"2026-11-21T11:52:07.000Z\" title=\"2026-11-21 11:52:07 +00:00\""))
    #expect(html.contains("data-ticks=\"age\">12 min ago</time>"))
    #expect(html.contains("<bdi>أحمد بن عبد الرحمن</bdi>"))
  }

  @Test("a chosen region that no longer exists stays chosen")
  func unknownChoice() {
    let chosen = board("region=Gone").regions.filter(\.isSelected)
    #expect(chosen.map(\.value) == ["Gone"])
  }
}
