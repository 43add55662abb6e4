import Rollcall
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("The page of one responder")
struct ResponderPageTests {
  private static let now = PageClock.sampleNow

  private func filter(_ pairs: [(String, String)]) -> TimelineFilter {
    TimelineFilter(pairs.map { (name: $0.0, value: $0.1) })
  }

  fileprivate static let queries: [([(String, String)], String)] = [
    ([], ""), ([("range", "24h")], ""), ([("range", "7d")], "?range=7d"), ([("range", "year")], ""),
    ([("from", "2026-11-20"), ("to", "2026-11-21")], "?from=2026-11-20&to=2026-11-21"),
    ([("day", "2026-02-28")], "?from=2026-02-28&to=2026-03-01"), ([("day", "2026-02-29")], ""),
    ([("day", "x")], ""), ([("day", "2026-1a-01")], ""), ([("fragment", "1")], ""),
  ]

  @Test("a range says in the URL what it was read from", arguments: queries)
  func query(pairs: [(String, String)], query: String) {
    #expect(filter(pairs).query.link("") == query)
  }

  @Test("a range that cannot be understood is none")
  func wrong() throws {
    let read = { (text: String) in Timestamp(rfc3339: text) }
    #expect(filter([("from", "yesterday")]).span(now: Self.now, read: read) == nil)
    #expect(filter([("to", "soon")]).span(now: Self.now, read: read) == nil)
    let turned = filter([("from", "2026-11-21T00:00:00Z"), ("to", "2026-11-20T00:00:00Z")])
    #expect(turned.span(now: Self.now, read: read) == nil)
    let html = try Console.html(ResponderPage.example(filter: filter([("from", "yesterday")])))
    #expect(html.contains("This range cannot be understood"))
    #expect(html.contains("Nothing is shown."))
    #expect(!html.contains("class=\"drawing\""))
  }

  @Test("the days before and after are one step away, and tomorrow is not")
  func days() {
    let page = ResponderPage.example(filter: filter([("day", "2026-11-20")]))
    #expect(page.title == "Fri 20 Nov")
    #expect(
      page.times.map(\.day) == ["2026-11-20", "2026-11-20"] && page.times.allSatisfy { $0.time.isEmpty })
    #expect(page.previous == "/w/city-rescue/responders/17?from=2026-11-19&to=2026-11-20")
    #expect(page.next == "/w/city-rescue/responders/17?from=2026-11-21&to=2026-11-22")
    let today = ResponderPage.example(filter: filter([("day", "2026-11-21")]))
    #expect(today.title == "Today")
    #expect(today.next.isEmpty)
    #expect(ResponderPage.sample.previous == "/w/city-rescue/responders/17?from=2026-11-20&to=2026-11-21")
    #expect(ResponderPage.sample.ranges.filter(\.isCurrent).map(\.label) == ["24 h"])
  }

  @Test("what paper adds to the range is exchanged with it: an open page follows a range that ends now")
  func printed() throws {
    let page = ResponderPage.example(filter: filter([("from", "2026-11-20")]))
    #expect(page.printed.contains("2026"))
    let fragment = try Console.fragment(page)
    #expect(fragment.contains("<h2 id=\"range\" data-live><span data-after=\"\(page.printed)\">"))
    #expect(try Console.fragment(ResponderPage.sample).contains("<h2 id=\"range\" data-live><span>"))
  }

  @Test("an export is the range on the screen")
  func exports() {
    #expect(
      ResponderPage.sample.files.map(\.href) == [
        "/w/city-rescue/reports/gaps.csv?responder=17", "/w/city-rescue/reports/transitions.csv?responder=17",
        "/w/city-rescue/history.csv?responder=17", "/w/city-rescue/responders/17/track.gpx",
        "/w/city-rescue/responders/17/track.geojson", "/w/city-rescue/responders/17/timeline.json",
      ])
    let views = ResponderPage.sample.views.map(\.href)
    #expect(views.first == "/w/city-rescue/history?responder=17")
    #expect(
      views.last
        == "/w/city-rescue/holds?responder=17&from=2026-11-20T12%3A05%3A00.000Z&to=2026-11-21T12%3A05%3A00.000Z#new-title"
    )
    let day = ResponderPage.example(filter: filter([("day", "2026-11-20")])).files
    #expect(day[0].href.hasSuffix("gaps.csv?responder=17&from=2026-11-20&to=2026-11-21"))
    #expect(day[3].href.hasSuffix("track.gpx?from=2026-11-20&to=2026-11-21"))
    #expect(day[5].href.hasSuffix("timeline.json?from=2026-11-20&to=2026-11-21"))
    let week = ResponderPage.example(filter: filter([("range", "7d")])).files
    #expect(week[0].href.hasSuffix("gaps.csv?responder=17&from=2026-11-14T12%3A10%3A00.000Z"))
  }

  fileprivate static let sentences: [(String, String)] = [
    ("responder/on_duty: no contact for 180 s", "responder, on duty → offline after 3 min without contact"),
    (
      "responder/on_mission, low power: no fix for 7.5 s",
      "responder, on mission, low power → limited after 7.5 s without a fix"
    ),
    ("driver/shift: a fresh fix", "driver, shift → online with a fresh fix"),
    ("field/battery: contact without a fresh fix", "field, battery → limited: contact, but no fresh fix"),
    ("session revoked", "session revoked"), ("not timed", "not timed"), ("", ""), (": ", " → "),
    ("a/b/c_d: e", "a, b/c d → e"),
  ]

  @Test("a rule is said in words; what is not of that shape stays as it is", arguments: sentences)
  func rules(sentence: String, words: String) { #expect(Words.rule(sentence) == words) }

  @Test("the log and the lanes say times and causes in words, also in tooltips")
  func words() throws {
    let html = try Console.html(ResponderPage.sample)
    #expect(html.contains("offline after 3 min without contact"))
    for raw in ["no contact for", "no fix for", "/on_duty", "180 s", "app_killed", "no_network"] {
      #expect(!html.contains(raw), "\(raw)")
    }
  }

  fileprivate static let told: [(Status, String, Bool, Bool, String)] = [
    (Status.offline, "", true, true, "No contact since 12:04:23."),
    (
      .offline, "session revoked", true, true,
      "Its session was ended here, and no other phone has signed in. Last contact 12:04:23."
    ),
    (.degraded, "", true, true, "The newest position was taken at 12:03:33: they may be elsewhere by now."),
    (.degraded, "", true, false, "The phone answers, but has never sent a position."),
    (.online, "", true, true, "The newest position was taken at 12:03:33."),
    (.unknown, "", false, false, "This phone has never reported."),
    (
      .unknown, "no fresh fix since our restart", true, true,
      "No fresh position since Rollcall itself was away. Last contact 12:04:23."
    ),
    (.unknown, "", true, false, "It has never sent a position. Last contact 12:04:23."),
    (.offDuty, "", false, false, "Not monitored until the next duty."),
    (.offDuty, "", true, false, "Not monitored until the next duty. Last contact 12:04:23."),
  ]

  @Test("one sentence says what the status means", arguments: told)
  func sentence(status: Status, rule: String, contact: Bool, fix: Bool, text: String) {
    let made = ResponderNow(
      id: Responder.ID(1), name: "", profile: "", duty: "", status: status, since: nil, rule: rule,
      lastContact: contact ? Self.now.advanced(by: -10_000) : nil,
      latestFix: fix ? Self.now.advanced(by: -60_000) : nil
    ).sentence(PageClock.sample)
    #expect(made.before + (made.moment.map { " " + $0.text } ?? "") + made.after == text)
    #expect(made.since == nil)
  }

  @Test(
    "a silence has its ends, length, worst status, cause with dated evidence, and what became of the track")
  func silence() throws {
    let html = try Console.html(ResponderPage.sample)
    for part in [
      "Not known yet", "App killed in background",
      ">08:40:33</time> no fixes taken from here on for 36 min",
      "36 min missing", "track complete<small>backfilled", "data-ticks=\"span\">12 min</time>",
    ] { #expect(html.contains(part), "\(part)") }
    let rows = ResponderPage.sample.silences.items
    #expect(rows.map(\.length) == ["", "1 h 6 min", "24 min", "24 min", "30 min"])
    #expect(rows.map { $0.worst?.name ?? "" } == ["offline", "offline", "degraded", "", "offline"])
    #expect(rows[4].from.text == "20 Nov 21:04" && rows[4].to?.text == "21:34")
  }

  @Test("every cause of the contract has words, and a new one is shown as it is")
  func causes() {
    for word in [
      "not_observed", "session_revoked", "session_expired", "permission_revoked", "location_off",
      "battery_empty",
      "power_saving", "no_network", "app_killed", "unknown",
    ] {
      #expect(
        Words.cause(word) != Words.plain(word) || word == "not_observed" || !Words.cause(word).contains("_"))
      #expect(Words.cause(word).first?.isUppercase ?? false, "\(word)")
    }
    #expect(Words.cause("solar_storm") == "solar storm")
    #expect(Words.cause("unknown", isOpen: true) == "Not known yet")
  }

  @Test("the tables are short, and say what they leave out")
  func limits() throws {
    let many = (0..<300).map { (number: Int64) -> SilenceEntry in
      let from = Self.now.advanced(by: number * -100_000 - 50_000)
      return SilenceEntry(
        Silence(
          from: from, to: from.advanced(by: 40_000), thresholds: Thresholds(degraded: 1, offline: 2),
          worst: .degraded, cause: .unknown, evidence: []))
    }
    let page = ResponderPage.example(silences: many)
    #expect(page.silences.items.count == 200)
    #expect(page.silences.items.first?.from.iso == "2026-11-21T12:03:43.000Z")
    #expect(page.silencesNote == "The newest 200 of 300 silences; the CSV has all.")
    let none = ResponderPage.example(silences: [])
    #expect(none.silencesNote == "No silence in this range.")
    #expect(try !Console.html(none).contains("class=\"list silences\""))
  }

  @Test("nothing to draw is said in words")
  func blank() throws {
    let html = try Console.html(ResponderPage.example(timeline: TimelineInput(), silences: []))
    #expect(html.contains("Nothing in this range."))
  }

  @Test("rejected values are told by field and rule, the most frequent first")
  func rejections() {
    let card = PersonFacts.Uploads(
      requests: 1, stored: 1, duplicates: 0, expired: 0,
      rejected: [("lat: range", 1), ("speed: wrong_type", 1_200)]
    ).card
    #expect(
      card.facts.suffix(2).map { "\($0.label) \($0.text)" } == [
        "Rejected: speed, wrong type 1,200", "Rejected: lat, range 1",
      ])
  }

  @Test("missing sequences are ranges; very many are counted")
  func sequences() {
    var facts = PersonFacts.sample
    let between = (1..<20).map { (number: Int64) in number * 10 + 2...number * 10 + 9 }
    let seen: [ClosedRange<Int64>] = [0...9] + between + [202...9_000]
    facts.queues = [.init(name: "q", seen: SequenceSet(ranges: seen))]
    let card = facts.phoneCard(heardAt: nil, origin: nil, PageClock.sample)
    #expect(card.facts.first { $0.label == "Missing" }?.text.hasSuffix("80–81 and 12 more") ?? false)
    #expect(card.facts.first { $0.label == "Sequence" }?.text == "0 … 9,000")
    facts.session = nil
    let none = facts.phoneCard(heardAt: nil, origin: nil, PageClock.sample)
    #expect(none.note == "No phone has signed in yet.")
  }

  @Test("the version follows the data and not the clock")
  func version() {
    let page = ResponderPage.example()
    #expect(ResponderPage.example().version == page.version)
    #expect(ResponderPage.example(status: .degraded).version != page.version)
    #expect(ResponderPage.example(silences: []).version != page.version)
    #expect(ResponderPage.example(filter: filter([("range", "6h")])).version != page.version)
    #expect(ResponderPage.example(asOf: Self.now.advanced(by: -2_000)).version == page.version)
    var other = page
    other.privacy = []
    #expect(other.version != page.version)
    other = page
    other.files = []
    #expect(other.version != page.version)
  }

  @Test("the fragment is the page without its surroundings, in parts that can be exchanged")
  func fragment() throws {
    let fragment = try Console.fragment(ResponderPage.sample)
    #expect(!fragment.contains("<html"))
    for part in ["who", "asof", "range", "lanes", "silences", "changes", "facts"] {
      #expect(fragment.contains("id=\"\(part)\" data-live"), "\(part)")
    }
    #expect(try Console.html(ResponderPage.sample).contains(fragment))
  }
}
