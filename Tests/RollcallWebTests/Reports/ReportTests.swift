import Foundation
import Rollcall
import SQL
import StoreSupport
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("Reports: a page and a file of the same filter")
struct ReportTests {
  private let desk: TimelineDesk
  private var web: TestWeb { desk.web }

  /// Ana reports, is silent for five minutes, and reports again; it is 10:06 in Ljubljana.
  init() async throws {
    desk = try TimelineDesk("=Ana <b>")
    await desk.report(1)
    desk.web.pass(seconds: 300)
    await desk.report(2, mock: true)
    desk.web.pass(seconds: 60)
  }

  @Test("availability: the five parts are the duty, by day and person, with region and profile")
  func availability() async throws {
    let text = await desk.get("reports/availability.csv").text
    let lines = text.split(separator: "\r\n").map(String.init)
    #expect(lines.first == Report.named("availability")?.header.joined(separator: ","))
    #expect(
      lines.dropFirst() == [
        "2026-11-21,\(desk.id.rawValue),\"'=Ana <b>\",,family,360.0,,150.0,90.0,120.0,0.0,0.0,0.417,0.417,0.25,0.333,0.0,0.0,281.999,0,,"
      ])
  }

  @Test("The form shows the chosen columns, keeps filter and order, and ticks what is shown")
  func chosenColumns() async throws {
    let query = "from=2026-11-21&to=2026-11-22&sort=-offline_s"
    let page = await desk.get("reports/availability?\(query)&column=responder&column=offline_s").text
    let shown = page.matches(of: #/<td data-label="([^"]*)"/#).map { String($0.output.1) }
    #expect(Set(shown) == ["Who", "Offline"])
    let ticked = page.matches(of: #/name="column" value="([^"]*)" checked/#).map { String($0.output.1) }
    #expect(ticked == ["responder", "offline_s"])
    #expect(
      page.contains("name=\"sort\" value=\"-offline_s\"")
        && page.contains("name=\"from\" value=\"2026-11-21\""))
    #expect(page.contains("columns=responder%2Coffline_s"))
    let unknown = await desk.get("reports/availability?columns=%3Cb%3E,responder")
    #expect(unknown.status == 200 && !unknown.text.contains("<b>,"))
  }

  @Test("totals add up lengths and counts, and nothing that is no part of a whole")
  func totals() async throws {
    let other = try TimelineDesk("Bo", web: web)
    await other.report(1)
    web.pass(seconds: 200)
    await other.report(2)
    let page = await desk.get("reports/availability").text
    let foot = try #require(
      page.components(separatedBy: "<tfoot>").dropFirst().first?.components(separatedBy: "</tfoot>").first)
    // On duty: Ana 360 s and, since then, 200 s; Bo 200 s.
    #expect(foot.contains("<b>12 min 40 s</b>") && !foot.contains("%"), "\(foot)")
    // Both have the same kind of phone: a single line is its own total.
    #expect(await !desk.get("reports/reliability").text.contains("<tfoot>"))
  }

  @Test("for spreadsheets: semicolons and a byte order mark, else commas and none")
  func semicolons() async throws {
    let comma = await desk.get("reports/reliability.csv").text
    let semicolon = await desk.get("reports/reliability.csv?separator=semicolon").text
    #expect(!comma.unicodeScalars.starts(with: ["\u{FEFF}"]))
    #expect(semicolon.unicodeScalars.first == "\u{FEFF}")
    #expect(
      String(semicolon.unicodeScalars.dropFirst())
        == comma.replacingOccurrences(of: ",", with: ";"), "\(semicolon)")
  }

  @Test("reliability: silences by cause and phone; answers to offers have a report of their own")
  func reliability() async {
    #expect(await desk.rows("reports/reliability.csv") == ["unknown,,,,,1,1,300.0,300.0"])
    #expect(await desk.rows("reports/answers.csv").isEmpty)
  }

  @Test("reliability: a phone that says what it is has a row with platform, system and version of the app")
  func phones() async throws {
    func tellPhone() throws {
      try web.store.pool.writeWithoutTransaction {
        try $0.run(
          """
          UPDATE phone_session SET platform = 'android', os_version = '15', app_version = '2.4.1',
            device_name = 'Pixel 8'
          """)
      }
    }
    try tellPhone()
    let rows = await desk.rows("reports/reliability.csv")
    #expect(rows == ["unknown,android,15,2.4.1,Google,1,1,300.0,300.0"])
    let page = await desk.get("reports/reliability").text
    for (title, name) in [("maker", "Google"), ("system", "android 15"), ("version of the app", "2.4.1")] {
      let plot = try #require(
        page.components(separatedBy: "<div class=\"plot\">").first {
          $0.contains("<h2>Silent time by \(title)</h2>")
        })
      #expect(plot.contains("<bdi>\(name)</bdi>") && plot.contains("5 min"), "\(plot)")
    }
  }

  @Test("flags: the doubted positions alone, with their reasons")
  func flags() async throws {
    let rows = await desk.rows("reports/flags.csv")
    #expect(rows.count == 1)
    let row = try #require(rows.first)
    #expect(
      row.contains(",\"'=Ana <b>\",2026-11-21T10:05:00.000+01:00,") && row.contains(",mock,46.05,14.5,"))
    #expect(row.hasSuffix(",yes,phone,The phone itself says that the position is made up.,mock:open"))
    // People read the decision in words.
    let page = await desk.get("reports/suspicious-positions").text
    #expect(page.contains("mock reported: open") && !page.contains("mock:open"))
  }

  @Test("attendance: duty and visits of each person and day")
  func attendance() async throws {
    let workspace = try #require(try web.store.fleet.workspace(slug: "north"))
    let place = try #require(Position(latitude: 46, longitude: 14))
    _ = try web.store.visits.importOutlets(
      [NewOutlet(name: "Shop", position: place)], in: .test(workspace.id, "test"))
    let outlet = try #require(try web.store.visits.outlets(of: workspace.id).first).id
    let day = try #require(CivilDate(year: 2026, month: 11, day: 21))
    let windows = [(0, 540), (700, 800)].compactMap { VisitWindow(day: day, from: $0.0, to: $0.1) }
    _ = try web.store.visits.planVisits(
      windows.map { NewVisit(responder: desk.id, outlet: outlet, window: $0) },
      in: .test(workspace.id, "test"))
    #expect(
      await desk.rows("reports/attendance.csv?from=2026-11-20&to=2026-11-23") == [
        "2026-11-21,\(desk.id.rawValue),\"'=Ana <b>\",360.0,2,0,1,,,0,0,0"
      ])
  }

  @Test("each filter narrows page and file alike; nobody of another region, profile or name is in them")
  func filters() async throws {
    let other = try TimelineDesk("Bo", web: web)
    await other.report(1)
    web.pass(seconds: 10)
    for (query, count) in [
      ("", 2), ("?responder=\(desk.id.rawValue)", 1), ("?region=North", 0), ("?profile=family", 2),
      ("?profile=driver", 0), ("?from=2026-11-20&to=2026-11-21", 0), ("?responder=999", 0),
    ] {
      #expect(await desk.rows("reports/availability.csv\(query)").count == count, "\(query)")
      let page = await desk.get("reports/availability\(query)")
      #expect(
        page.status == 200
          && page.text.ranges(of: "data-label=\"On duty\"").count == count + (count > 1 ? 1 : 0), "\(query)")
      #expect(page.text.contains("<strong>\(count) \(count == 1 ? "row" : "rows")</strong>"))
    }
  }

  @Test(
    "a page shows the first rows as the file has them, and leads to that",
    arguments: Report.all.filter { !$0.hasOwnPage }.map(\.name))
  func page(_ name: String) async throws {
    let report = try #require(Report.named(name))
    let answer = await desk.get(report.page)
    #expect(answer.status == 200)
    #expect(!answer.text.contains("<b>") || name != "gaps")
    #expect(answer.text.contains("href=\"/w/north/\(report.file)\""))
    let lines = await desk.get("reports/\(name).csv").text.split(separator: "\r\n")
    #expect(lines.first.map(String.init) == report.header.joined(separator: ","))
    #expect(answer.text.contains("<strong>\(lines.count - 1) \(lines.count == 2 ? "row" : "rows")</strong>"))
    let wrong = await desk.get("\(report.page)?from=yesterday")
    #expect(wrong.status == 400 && !wrong.text.contains(".csv\""))
    #expect(await desk.get("reports/\(name).csv?responder=x").status == 400)
  }

  @Test("a long report is counted no further than it must; the file has all of it")
  func long() async throws {
    let ids = try web.store.fleet.addResponders(
      (0..<60).map { NewResponder(name: "Person \($0)", profile: "family") }, slug: "north")
    for id in ids {
      let phone = try web.store.phones.issueToken(
        slug: "north", responder: id, deviceID: "d\(id.rawValue)", lifetime: 86_400_000)
      let answer = await web.upload(
        phone.token.text, #"{"pings":[{"lat":46,"lng":14,"is_mock":false,"sequence":1}]}"#,
        headers: ["X-Idempotency-Key": "k"])
      #expect(answer.status == 201)
    }
    web.pass(seconds: 86_400 * 8)
    let query = "?from=2026-11-21&to=2026-11-29"
    let page = await desk.get("reports/availability\(query)").text
    #expect(page.ranges(of: "data-label=\"On duty\"").count == 200)
    #expect(page.contains("more than ") && page.contains("the first 200 are shown"))
    #expect(await desk.rows("reports/availability.csv\(query)").count == 61 * 8)
  }
}
