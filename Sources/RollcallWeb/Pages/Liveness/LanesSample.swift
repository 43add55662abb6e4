import Rollcall

extension LanesPage {
  /// An example with every kind of content.
  public static let sample = example(people: 14)
  /// A day without anybody.
  static let nobody = example(people: 0)
  /// A day that cannot be read.
  static let wrong = example(people: 0, day: "yesterday", error: "“day” is not a day, like 2026-11-20.")
  /// A large workspace.
  static let crowded = example(people: 400)

  private static let names = [
    "Mirela Novak", "Bartholomew Maximilian Featherstonehaugh-Cholmondeley", "محمد عبد الرحمن بن علي", "Jo",
  ]

  /// So many people, of whom half fall silent after three.
  private static func example(people: Int, day: String = "2026-11-20", error: String = "") -> LanesPage {
    let clock = PageClock(now: PageClock.sampleNow) { _ in 3_600 }
    let date = CivilDate(isoDay: "2026-11-20") ?? CivilDate(daysSince1970: 0)
    let span = TimeSpan(from: clock.start(of: date), to: clock.start(of: date).advanced(by: 86_400_000))
    var facts = Facts(
      day: span, census: LaneCensus(of: span, now: clock.now), matching: people * 3,
      regions: ["Center", "North"],
      profiles: ["responder"], logFrom: span.from.advanced(by: 60_000))
    facts.shown = (0..<people).map { person($0, in: span, now: clock.now) }
    for person in facts.shown { facts.count(person) }
    var filter = LanesFilter()
    (filter.day, filter.region) = (day, people == 14 ? "North" : "")
    return LanesPage(
      shell: .example(.history, title: "Day lanes"), slug: "city-rescue", filter: filter, day: date,
      facts: facts,
      error: error, clock: clock
    ) { "/w/city-rescue/board?at=\(LocalTime.iso($0))" }
  }

  private static func person(_ number: Int, in span: TimeSpan, now: Timestamp) -> LaneRow.Day {
    let at = { (minute: Int) in span.from.advanced(by: Int64(minute) * 60_000) }
    let watched = TimeSpan(from: at(number % 3 * 60), to: at(1_440 - number % 5 * 90))
    var quiet: [Quiet] = []
    let thresholds = Thresholds(degraded: 90_000, offline: 180_000)
    if number % 2 == 0 {
      quiet.append(Quiet(from: at(190 + number % 7), to: at(235 + number % 11 * 5), thresholds: thresholds))
    }
    if number % 5 == 1 {
      quiet.append(Quiet(from: at(600 + number % 300), to: at(603 + number % 300), thresholds: thresholds))
    }
    let lane = Lanes.reachable(
      in: span, watched: [watched], quiet: quiet, absences: [TimeSpan(from: at(840), to: at(850))],
      now: span.to)
    return LaneRow.Day(
      id: Responder.ID(Int64(number + 1)), name: names[number % names.count],
      region: number % 3 == 0 ? nil : "North", profile: "responder", lane: lane, in: span, now: now)
  }
}
