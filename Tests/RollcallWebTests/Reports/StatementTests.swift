import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("A statement about a person")
struct StatementTests {
  private let desk: TimelineDesk

  /// From 09:00:00Z on: fixes at 0, 60 and 120 s, then nothing; it is 09:12:00Z.
  init() async throws {
    desk = try TimelineDesk("Barbara Potočnik")
    for sequence in [1, 2, 3] {
      await desk.report(sequence)
      desk.web.pass(seconds: 60)
    }
    desk.web.pass(seconds: 540)
  }

  static let hour = "from=2026-11-21T09:00:00Z&to=2026-11-21T09:10:00Z"

  private func statement(_ ending: String = "", _ query: String = StatementTests.hour) async -> TestAnswer {
    await desk.web.get("\(desk.path)/statement\(ending)?\(query)", key: desk.key)
  }

  private func answer(_ query: String) async throws -> [String: Any] {
    let answer = await statement(".json", query)
    #expect(answer.status == 200, "\(answer.text)")
    let root = try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
    return try #require(((root?["people"] as? [[String: Any]])?.first?["answer"]) as? [String: Any])
  }

  @Test("says how long the phone was in contact, and what the control room was shown")
  func sentences() async throws {
    let page = await statement()
    #expect(page.status == 200, "\(page.text)")
    for sentence in [
      "Saturday 21 November 2026, 10:00:00 to 10:10:00", "Europe/Ljubljana, UTC+01:00",
      "Barbara Potočnik was on duty for all of the 10 min.",
      "The phone was in contact for 2 min of the 10 min on duty that Rollcall observed.",
      "The last contact before the end was at 10:02:00.",
      "It was silent once, for 8 min: from 10:02:00 on, still lasting at the end.",
      "Of the silent time, 1 min 30 s lay beyond the first limit (“limited”) and 5 min beyond the second (“offline”)",
      "online from 10:00:00 until 10:03:30, limited from 10:03:30 until 10:05:00, offline from 10:05:00 until the end",
      "3 positions taken in this span were known.",
    ] {
      #expect(page.text.contains(sentence), "\(sentence)")
    }
    let figures = try await answer(Self.hour)
    #expect(figures["in_contact_ms"] as? Int == 120_000 && figures["silent_ms"] as? Int == 480_000)
    #expect(figures["shown_online_ms"] as? Int == 210_000 && figures["out_of_reach_ms"] as? Int == 300_000)
  }

  @Test("what was received, decided and looked at later changes nothing in what was known before")
  func asKnown() async throws {
    let known = "\(Self.hour)&known=\(desk.web.store.clock().rfc3339)"
    let before = await statement(".json", known)
    let files = try await members(known)
    // A late position closes the gap, a contact ends the silence, somebody looks, somebody decides.
    await desk.report(4, secondsAgo: [0, 420])
    await desk.report(9, secondsAgo: [300], mock: true)
    _ = await desk.get("responders/\(desk.id.rawValue)")
    desk.web.pass(seconds: 3_600)
    await desk.report(20)
    #expect(await statement(".json", known).text == before.text)
    #expect(try await members(known) == files)
    let now = try await answer(Self.hour)
    #expect(now["in_contact_ms"] as? Int == 120_000, "what was silent stays silent")
    let later = await statement(".json").text
    #expect(later.contains("\"positions\":5") && before.text.contains("\"positions\":3"))
    #expect(later.contains("\"late\":[{") && before.text.contains("\"late\":[]"))
    #expect(later.contains("\"flag\":\"mock\"") && before.text.contains("\"doubts\":[]"))
  }

  /// The parts of the ZIP file that must be the same for ever.
  private func members(_ query: String) async throws -> [String: String] {
    let response = await desk.web.response(
      .get, "\(desk.path)/statement.zip?\(query)", headers: ["Authorization": "Bearer \(desk.key)"])
    #expect(response.status == .ok)
    #expect(
      response.headers[.contentDisposition]
        == "attachment; filename=\"statement-barbara-potocnik-2026-11-21-1000-2026-11-21-1010.zip\"")
    let whole = TestAnswer(response).text
    var found: [String: String] = [:]
    for name in ["statement.json", "SHA256SUMS", "looks.csv", "silences.csv", "positions.csv", "answer.csv"] {
      let parts = whole.components(separatedBy: name)
      found[name] = parts.dropFirst().first { $0.utf8.count > 20 }.map {
        $0.components(separatedBy: "PK\u{3}\u{4}").first ?? ""
      }
    }
    #expect(found.count == 6)
    return found
  }

  @Test("each one made is an audit entry with the hash of its files, and the chain's head stands on it")
  func audited() async throws {
    let page = await statement()
    let entries = try desk.web.store.audit.entries(
      of: try #require(try desk.web.store.fleet.workspace(slug: "north")).id,
      AuditFilter(from: .distantPast, to: Timestamp(milliseconds: .max), action: "statement"), behind: nil,
      limit: 10)
    let entry = try #require(entries.first)
    #expect(entries.count == 1 && entry.subject == "responder \(desk.id.rawValue)")
    let hash = try #require(entry.detail.components(separatedBy: "sha256 ").last)
    #expect(hash.utf8.count == 64 && page.text.contains(hash) && page.text.contains(entry.hashText))
  }

  @Test("who looked in the span is named, at them alone and at lists")
  func looks() async throws {
    let cookie = try desk.web.login(.owner, email: "mirela@example.org")
    _ = await desk.web.get(desk.path, cookie: cookie)
    _ = await desk.web.get("/w/north/board", cookie: cookie)
    desk.web.pass(seconds: 60)
    let page = await statement("", "from=2026-11-21T09:00:00Z&to=2026-11-21T09:13:00Z")
    #expect(
      page.text.contains("1 look at this person&#39;s data alone")
        || page.text.contains("1 look at this person's data alone"), "\(page.text)")
    #expect(page.text.contains("2 looks at lists that could show them"))
    #expect(page.text.contains("mirela@example.org"))
  }

  @Test(
    "a question that cannot be answered says why",
    arguments: [
      ("from=yesterday&to=2026-11-21", "are a day, with or without a time"),
      ("from=2026-11-21", "are a day, with or without a time"),
      ("from=2026-11-21T10:00&to=2026-11-21T09:00", "is not before"),
      ("\(StatementTests.hour)&known=2027-01-01", "is in the future"),
      ("from=2026-01-01&to=2026-11-21", "at most 31 days"),
      ("from=2026-11-22&to=2026-11-23", "Nothing of this time was known"),
    ])
  func refused(query: String, why: String) async {
    let page = await statement("", query)
    #expect(page.status == 400 && page.text.contains(why), "\(page.text)")
    #expect(await statement(".json", query).status == 400)
  }

  @Test("without hours there is only the form; an unknown person is nobody")
  func form() async {
    let page = await statement("", "")
    #expect(page.status == 200 && page.text.contains("Choose the hours."))
    #expect(await desk.get("responders/999/statement?\(Self.hour)").status == 404)
    #expect(await statement(".pdf").status == 404, "nothing makes PDF files here")
  }

  @Test("hours that are too many for one PDF are said to be, to whoever follows the link and to programs")
  func tooLong() async throws {
    let pressed = try TimelineDesk(web: TestWeb(printer: PDFPrinter { _, _ in .tooLong }))
    let path = "\(pressed.path)/statement.pdf?from=2026-11-21T08:00:00Z&to=2026-11-21T08:10:00Z"
    let program = await pressed.web.get(path, key: pressed.key)
    #expect(program.status == 400 && program.text.contains("The ZIP has everything"), "\(program.text)")
    #expect(program.text.contains("VALIDATION_ERROR"))
    let cookie = try pressed.web.login(.owner, email: "dora@example.org")
    let page = await pressed.web.send(
      .get, path, headers: ["Cookie": "rollcall=\(cookie)", "Accept": "text/html,*/*"])
    #expect(page.status == 400 && page.text.contains("<h1>This was not done.</h1>"), "\(page.text)")
  }

  @Test("a piece shorter than a second does not read as no time at all")
  func shortPieces() {
    let clock = PageClock(now: TestWeb.start) { _ in 0 }
    let time = StatementTime(clock, TimeSpan(from: TestWeb.start, to: TestWeb.start.advanced(by: 3_600_000)))
    let end = { time.end(TestWeb.start.advanced(by: $0), after: TestWeb.start) }
    #expect(end(400) == "the same second" && end(1_000) == "09:00:01" && end(0) == "09:00:00")
  }

  @Test("after retention has taken something it is no longer complete, and says so")
  func incomplete() async throws {
    #expect(await statement(".json").text.contains("\"complete\":true"))
    desk.web.pass(seconds: 91 * 86_400)
    let page = await statement()
    #expect(page.text.contains("no longer complete"), "\(page.text)")
    #expect(await statement(".json").text.contains("\"complete\":false"))
  }

  @Test("a purge changes no byte while it is complete, and it is not when something it rests on is gone")
  func purged() async throws {
    let ana = try TimelineDesk("Ana")
    // The first contact brings no status, and is deleted first.
    await ana.report(1, secondsAgo: [600])
    ana.web.pass(seconds: 60)
    await ana.report(2)
    try ana.web.pass(until: "2026-11-26T09:00:00Z")
    let token = try ana.web.store.phones.issueToken(
      slug: "north", responder: ana.id, deviceID: "new", lifetime: 86_400_000
    ).token.text
    for sequence in [3, 4, 5] {
      ana.web.pass(seconds: 60)
      let at = ana.web.store.clock().rfc3339
      let answer = await ana.web.upload(
        token,
        "{\"pings\":[{\"lat\":46.05,\"lng\":14.5,\"is_mock\":false,\"sequence\":\(sequence),\"recorded_at\":\"\(at)\"}]}",
        headers: ["X-Idempotency-Key": "k\(sequence)"])
      #expect(answer.status == 201, "\(answer.text)")
    }
    ana.web.pass(seconds: 30)
    // Behind the silence of five days, which would be part of it.
    let query = "from=2026-11-26T09:01:30Z&to=2026-11-26T09:10:00Z&known=\(ana.web.store.clock().rfc3339)"
    func json() async -> String {
      await ana.web.get("\(ana.path)/statement.json?\(query)", key: ana.key).text
    }
    let before = await json()
    #expect(before.contains("\"complete\":true") && before.contains("\"positions\":2"), "\(before)")
    try ana.web.pass(until: "2027-02-21T09:00:00Z")
    try ana.web.purge()
    #expect(await json() == before, "what was deleted was heard before the span")
    try ana.web.pass(until: "2027-02-23T09:00:00Z")
    #expect(await json().contains("\"complete\":false"), "its track was read from 24 November on")
  }

  @Test("of a shift: everybody on duty, nobody else")
  func shift() async throws {
    let other = try TimelineDesk("Ana", web: desk.web)
    await other.report(1)
    desk.web.pass(seconds: 60)
    let query = "from=2026-11-21T09:00:00Z&to=2026-11-21T09:30:00Z"
    let json = await desk.get("shift/statement.json?\(query)")
    #expect(json.text.ranges(of: "\"heard_since\"").count == 2)
    let page = await desk.get("shift/statement?\(query)")
    #expect(page.text.contains("Everybody in this statement") && page.text.contains("Barbara Potočnik"))
    // With a few people, too, all that was found of each is on it.
    for title in ["Uploads of the phone", "Status shown to the control room", "Silences with their evidence"]
    {
      #expect(page.text.contains(title), "\(title)")
    }
    let early = await desk.get("shift/statement.json?from=2026-11-20&to=2026-11-21")
    #expect(early.text.contains("\"people\":[]"))
  }
}

extension TestWeb {
  /// Deletes what has expired in `north`.
  fileprivate func purge() throws {
    let north = try #require(try store.fleet.workspace(slug: "north"))
    var pass = try store.retention.beginPurge(of: north.id)
    while !pass.isDone { pass = try store.retention.purgeSlice(pass) }
  }
}
