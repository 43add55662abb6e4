import Foundation
import Rollcall
import Testing

@testable import RollcallWeb

/// As `PreviewTests`, for the page of one responder and its states.
@Suite("Pages of responders for the browser tests", .enabled(if: Previews.folder != nil))
struct ResponderPreviewTests {
  @Test("the page of one responder is written in its states")
  func write() throws {
    try Previews.write(Self.pages)
  }

  private static var pages: [(name: String, page: any Page)] {
    var quarter = TimelineFilter()
    quarter.length = .quarter
    var week = TimelineFilter()
    week.length = .week
    return [
      ("responder", ResponderPage.sample),
      ("responder-week", ResponderPage.example(filter: week)),
      ("responder-quarter", ResponderPage.example(filter: quarter, timeline: months, silences: [])),
      ("responder-day", ResponderPage.example(filter: TimelineFilter([("day", "2026-11-20")]))),
      ("responder-arabic", ResponderPage.example(name: "محمد عبد الرحمن بن علي", status: .degraded)),
      (
        "responder-long",
        ResponderPage.example(
          name: "Bartholomew Maximilian Featherstonehaugh-Cholmondeley of Upper and Lower Slaughter",
          status: .online, silences: [])
      ),
      ("responder-wrong", ResponderPage.example(filter: TimelineFilter([("from", "yesterday")]))),
      ("responder-stale", ResponderPage.example(asOf: PageClock.sampleNow.advanced(by: -400_000))),
      ("responder-new", newcomer),
    ]
  }

  /// Ninety days with a short silence each, and a restart each week.
  private static var months: TimelineInput {
    let day: Milliseconds = 86_400_000
    var input = TimelineInput()
    for number in 0..<90 as Range<Int64> {
      let start = PageClock.sampleNow.advanced(by: (number - 90) * day)
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
    let clock = PageClock.sample
    let filter = TimelineFilter()
    return ResponderPage(
      .init(
        filter: filter, span: filter.span(now: clock.now) { _ in nil },
        person: ResponderNow(
          id: Responder.ID(9), name: "Piotr Zieliński", profile: "field", duty: "On shift", status: .unknown,
          since: nil, rule: "", lastContact: nil, latestFix: nil),
        cards: [LatestReport().card(clock), PushFacts(ways: [], messages: []).card(clock)], asOf: clock.now),
      shell: .sample, slug: "x", clock: clock)
  }
}
