import StoreSupport
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite struct GapReportTests {
  static let header =
    "responder_id,responder,from,to,seconds,worst,cause,evidence,backfilled_at"

  /// An instant of the test as the file has it.
  private func at(_ seconds: Int64) -> String {
    TestWeb.start.advanced(by: seconds * 1_000).rfc3339(offsetSeconds: 3_600)
  }

  @Test("A silence with what became of the track, a gap of somebody in contact, and an open silence")
  func rows()
    async throws
  {
    let desk = try TimelineDesk("=Ana")
    await desk.report(1)
    desk.web.pass(seconds: 600)
    await desk.report(2, secondsAgo: [540, 480, 420, 360, 300, 240, 180, 120, 60, 0])
    for _ in 0..<5 {
      desk.web.pass(seconds: 60)
      await desk.contact()
    }
    await desk.report(20)
    desk.web.pass(seconds: 100)
    let answer = await desk.get("reports/gaps.csv")
    #expect(answer.header("Content-Type")?.hasPrefix("text/csv; charset=utf-8") == true)
    // The last 24 hours, by the workspace's clock.
    #expect(
      answer.header("Content-Disposition")
        == "attachment; filename=\"gaps-north-2026-11-20-1016-2026-11-21-1016.csv\"")
    let who = "\(desk.id.rawValue),\"'=Ana\""
    let lines = [
      Self.header,
      "\(who),\(at(0)),\(at(600)),600.0,offline,no_network,\(at(600)) 9 fixes were queued and arrived,\(at(600))",
      "\(who),\(at(600)),\(at(900)),300.0,,,,",
      "\(who),\(at(900)),,100.0,degraded,unknown,"
        + "\(at(900)) last contact: the phone said nothing about itself,",
    ]
    #expect(answer.text == lines.map { $0 + "\r\n" }.joined())
  }

  @Test("A gap that goes on after its silence has a row of its own") func longerGap() async throws {
    let desk = try TimelineDesk()
    await desk.report(1)
    desk.web.pass(seconds: 200)
    for _ in 0..<10 {
      await desk.contact()
      desk.web.pass(seconds: 60)
    }
    await desk.report(2)
    let spans = await desk.rows("reports/gaps.csv").map {
      $0.split(separator: ",")[2...4].joined(separator: " ")
    }
    #expect(spans == ["\(at(0)) \(at(200)) 200.0", "\(at(0)) \(at(800)) 800.0"])
  }

  @Test("A silence of which late fixes filled a part is not filled while the rest of the track is missing")
  func openGap() async throws {
    let desk = try TimelineDesk()
    await desk.report(1)
    desk.web.pass(seconds: 600)
    await desk.report(2, secondsAgo: [540, 480, 420, 360, 300])
    let open = await desk.rows("reports/gaps.csv").filter { $0.contains(",\(at(0)),\(at(600)),") }
    #expect(open.count == 1 && open.first?.hasSuffix(",") == true, "\(open)")
    await desk.report(7, secondsAgo: [240, 180, 120, 60, 0])
    let closed = await desk.rows("reports/gaps.csv").filter { $0.contains(",\(at(0)),\(at(600)),") }
    #expect(closed.first?.hasSuffix(",\(at(600))") == true, "\(closed)")
  }

  @Test("Of the track during a silence whose positions have expired nothing is said") func expired()
    async throws
  {
    let desk = try TimelineDesk()
    await desk.report(1)
    desk.web.pass(seconds: 600)
    await desk.report(2, secondsAgo: stride(from: 540, through: 0, by: -60).map { $0 })
    let workspace = try #require(try desk.web.store.fleet.workspace(slug: "north"))
    let span = TimeSpan(from: TestWeb.start.advanced(by: -1), to: TestWeb.start.advanced(by: 600_000))
    func track() throws -> [SilenceEntry.Track] {
      let found = try desk.web.store.liveness.timeline(of: desk.id, in: workspace, span)
      return TimelineView(found: found, now: desk.web.store.clock(), profile: nil).silences.map(\.track)
    }
    #expect(try track() == [.backfilled(at: TestWeb.start.advanced(by: 600_000))])
    desk.web.pass(seconds: 90 * 86_400)
    #expect(try track() == [.unknown])
    // A hold keeps the positions: it is told again where all of them are there, on the page and in the file.
    let from = TestWeb.start.advanced(by: -60_000).rfc3339
    let to = TestWeb.start.advanced(by: 700_000).rfc3339
    for (begin, isTold) in [(Int64(300), false), (-30, true)] {
      let held = TimeSpan(
        from: TestWeb.start.advanced(by: begin * 1_000), to: TestWeb.start.advanced(by: 650_000))
      _ = try desk.web.store.retention.addHold(
        NewHold(.person(desk.id, held), reason: "an inquest"),
        in: .test(workspace.id, "member:1"))
      #expect(
        try track() == [isTold ? .backfilled(at: TestWeb.start.advanced(by: 600_000)) : .unknown], "\(begin)")
      let rows = await desk.rows("reports/gaps.csv?from=\(from)&to=\(to)")
        .filter { $0.contains(",\(at(0)),\(at(600)),") }
      #expect(rows.count == 1 && rows.first?.hasSuffix(isTold ? ",\(at(600))" : ",") == true, "\(rows)")
    }
  }

  @Test(
    "A report of all times is one of the days of which the log is kept; of nobody it is at its end at once")
  func bounded() async throws {
    let desk = try TimelineDesk()
    await desk.report(1)
    let workspace = try #require(try desk.web.store.fleet.workspace(slug: "north"))
    func steps(_ report: Report, _ pairs: [(name: String, value: String)]) throws -> Int {
      let query = ReportQuery(ReportFilter(pairs), workspace, now: desk.web.store.clock())
      let next = try report.lines(ReportScope(query, desk.web.store, workspace))
      var (csv, zone, steps) = (CSVWriter(), Zone("UTC"), 0)
      repeat { steps += 1 } while try !next(&csv, &zone).isLast && steps < 1_000
      return steps
    }
    for name in ["gaps", "availability", "attendance"] {
      let report = try #require(Report.named(name))
      #expect(try (400...402).contains(steps(report, [("from", "0001-01-01")])), "\(name)")
    }
    for report in Report.all where report.isByPerson {
      #expect(try steps(report, [("from", "0001-01-01"), ("region", "misspelt")]) == 1, "\(report.name)")
    }
  }

  @Test("What a day cuts in two is told as the timeline tells it") func overMidnight() async throws {
    let desk = try TimelineDesk()
    await desk.report(1)
    desk.web.pass(seconds: 1_440)
    // The report is read day by day; one ends at 480. Until 540 the queue filled the track; from there it is lost.
    await desk.report(2, secondsAgo: stride(from: 1_380, through: 900, by: -60).map { $0 } + [0])
    let from = TestWeb.start.advanced(by: -85_920_000).rfc3339
    let to = TestWeb.start.advanced(by: 200_000_000).rfc3339
    let rows = await desk.rows("reports/gaps.csv?from=\(from)&to=\(to)").filter { $0.contains(",offline,") }
    #expect(rows.count == 1, "\(rows)")
    #expect(rows.first?.hasSuffix(",") == true, "not filled: \(rows)")
    #expect(rows.first?.contains(",\(at(0)),\(at(1_440)),1440.0,offline,") == true, "\(rows)")
  }

  @Test("By time, then id; of one person when asked; nobody else's") func order() async throws {
    let web = try TestWeb()
    let desks = try ["Zoe", "Ana", "Mia"].map { try TimelineDesk($0, web: web) }
    let foreign = try web.phone("Bor", slug: "south")
    _ = await web.upload(
      foreign.token,
      "{\"pings\":[{\"lat\":1,\"lng\":1,\"is_mock\":false,\"sequence\":1,\"recorded_at\":1795251600000}]}",
      headers: ["X-Idempotency-Key": "k"])
    for desk in desks.reversed() { await desk.report() }
    web.pass(seconds: 300)
    await desks[2].contact()
    web.pass(seconds: 300)
    await desks[0].contact()
    let names = await desks[0].rows("reports/gaps.csv").map { $0.split(separator: ",")[1] }
    #expect(names.prefix(3) == ["Zoe", "Ana", "Mia"])
    #expect(names.count == 4 && names.last == "Mia", "the second one of hers is open")
    let one = await desks[0].rows("reports/gaps.csv?responder=\(desks[1].id.rawValue)")
    #expect(one.count == 1 && one[0].contains(",Ana,"))
    #expect(await desks[0].rows("reports/gaps.csv?responder=\(foreign.id.rawValue)") == [])
    #expect(await desks[0].rows("reports/transitions.csv?responder=\(foreign.id.rawValue)") == [])
    for query in ["responder=x", "from=x", "from=2026-11-22&to=2026-11-21"] {
      for file in ["gaps", "transitions"] {
        #expect(await desks[0].get("reports/\(file).csv?\(query)").status == 400)
      }
    }
  }

  @Test("The default is the last 24 hours, of what overlaps them") func lastDay() async throws {
    let desk = try TimelineDesk()
    await desk.report()
    desk.web.pass(seconds: 600)
    await desk.report()
    desk.web.pass(seconds: 86_400 - 300)
    #expect(await desk.rows("reports/gaps.csv").map { $0.contains(",\(at(0)),\(at(600)),") }.first == true)
    desk.web.pass(seconds: 301)
    #expect(await desk.rows("reports/gaps.csv").map { $0.contains(",\(at(600)),,") } == [true])
  }
}
