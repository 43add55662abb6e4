import Foundation
import Rollcall
import Testing

@testable import RollcallWeb

private let pagesFolder = ProcessInfo.processInfo.environment["ROLLCALL_PAGES"]

/// As `PreviewTests`, for the page of one responder and its states.
@Suite("Pages of responders for the browser tests", .enabled(if: pagesFolder != nil))
struct ResponderPreviewTests {
  @Test("the page of one responder is written in its states")
  func write() throws {
    let folder = URL(fileURLWithPath: try #require(pagesFolder))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let renderer = try Console.renderer()
    try Data(renderer.renderFragment(ResponderPage.sample))
      .write(to: folder.appendingPathComponent("responder-fragment.html"))
    for (name, page) in Self.pages {
      try Data(renderer.render(page)).write(to: folder.appendingPathComponent(name + ".html"))
    }
  }

  private static var pages: [(String, ResponderPage)] {
    var quarter = TimelineFilter()
    quarter.length = .quarter
    var week = TimelineFilter()
    week.length = .week
    return [
      ("responder", .sample),
      ("responder-week", .example(filter: week)),
      ("responder-quarter", .example(filter: quarter, timeline: months, silences: [])),
      ("responder-day", .example(filter: TimelineFilter([("day", "2026-11-20")]))),
      ("responder-arabic", .example(name: "محمد عبد الرحمن بن علي", status: .degraded)),
      (
        "responder-long",
        .example(
          name: "Bartholomew Maximilian Featherstonehaugh-Cholmondeley of Upper and Lower Slaughter",
          status: .online, silences: [])
      ),
      ("responder-wrong", .example(filter: TimelineFilter([("from", "yesterday")]))),
      ("responder-stale", .example(asOf: BoardPage.sampleNow.advanced(by: -400_000))),
      ("responder-new", newcomer),
    ]
  }

  /// Ninety days with a short silence each, and a restart each week.
  private static var months: TimelineInput {
    let day: Milliseconds = 86_400_000
    var input = TimelineInput()
    for number in 0..<90 as Range<Int64> {
      let start = BoardPage.sampleNow.advanced(by: (number - 90) * day)
      let quiet = start.advanced(by: day / 2)
      input.reach += [
        LaneSpan(from: start, to: quiet, level: .green),
        LaneSpan(from: quiet, to: quiet.advanced(by: 20_000), level: number % 9 == 0 ? .red : .amber),
        LaneSpan(from: quiet.advanced(by: 20_000), to: start.advanced(by: day * 5 / 6), level: .green),
      ]
      input.track += [LaneSpan(from: start, to: start.advanced(by: day * 5 / 6), level: .live)]
      if number % 7 == 0 {
        let away = LaneSpan(
          from: quiet.advanced(by: day / 9), to: quiet.advanced(by: day / 4), level: ReachLevel.notObserved)
        input.reach.append(away)
        input.track.append(LaneSpan(from: away.from, to: away.to, level: .notObserved))
      }
    }
    return input
  }

  private static var newcomer: ResponderPage {
    let clock = BoardPage.sampleClock
    let filter = TimelineFilter()
    return ResponderPage(
      shell: .sample, slug: "x", filter: filter, span: filter.span(now: clock.now) { _ in nil },
      person: ResponderNow(
        id: Responder.ID(9), name: "Piotr Zieliński", profile: "field", duty: "On shift", status: .unknown,
        since: nil, rule: "", lastContact: nil, latestFix: nil),
      timeline: TimelineInput(), silences: [], transitions: [], report: LatestReport(),
      phone: PhoneFacts(device: nil),
      doubts: [], uploads: UploadFacts(uploads: 0, stored: 0, duplicates: 0, expired: 0),
      push: PushFacts(ways: [], messages: []), mayTestPush: false, mayExport: false, asOf: clock.now,
      clock: clock)
  }
}
