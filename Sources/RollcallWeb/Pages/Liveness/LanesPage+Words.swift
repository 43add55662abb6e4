import Rollcall

extension LanesPage {
  /// `At 03:10, 22 of 40 on watch were silent (55 %), 18 of them out of reach.`
  static func sentence(_ census: LaneCensus, _ place: Int, _ clock: PageClock) -> String {
    let count = census.counts[place]
    let time = clock.minutes(census.start(of: place))
    let were = count.silent == 1 ? "was" : "were"
    let red = count.red == 0 ? "" : ", \(count.red) of them out of reach"
    return
      "At \(time), \(count.silent) of \(count.watched) on watch \(were) silent (\(LaneHour.share(of: count)))\(red)."
  }

  static func notices(_ facts: Facts, _ clock: PageClock) -> [Notice] {
    guard facts.day.from < facts.logFrom else { return [] }
    return [
      Notice(
        level: "calm", pill: StatusPill(.unknown), title: "Of that day not everything is kept.",
        detail: "Statuses are kept since \(clock.minute(facts.logFrom).text).")
    ]
  }

  /// The axis of a day, with the place of now on it.
  static func axis(_ day: TimeSpan, _ clock: PageClock) -> (times: [TimelineLabel], now: TimelineNow?) {
    let scale = TimelineDrawing.Scale(from: day.from, to: day.to, now: clock.now)
    let now = TimelineNow(scale, clock)
    let ticks = TimelineTicks.all(from: day.from, to: day.to, clock: clock)
    return (TimelineLabels.axis(ticks, scale, beside: now), now)
  }

  static func emptyState(isNarrow: Bool, _ facts: Facts, _ clock: PageClock) -> EmptyState {
    if facts.day.from > clock.now {
      return EmptyState(title: "That day has not come.", advice: "Choose one that has.")
    }
    if facts.matching > 0 {
      return EmptyState(title: "The list ends before this page.", advice: "Go back to the first page.")
    }
    if isNarrow {
      return EmptyState(title: "Nobody of these was on watch.", advice: "Choose another region or profile.")
    }
    return EmptyState(title: "Nobody was on watch.", advice: "Choose another day.")
  }
}
