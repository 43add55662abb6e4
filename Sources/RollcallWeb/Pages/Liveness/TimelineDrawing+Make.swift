import Rollcall

extension TimelineDrawing {
  /// The drawing of `input` from `from` until `to`.
  ///
  /// Nothing is drawn after now. The axis goes on to the end of the window.
  ///
  /// - Parameters:
  ///   - from: the left edge.
  ///   - to: the right edge; nothing is drawn when it is not after `from`.
  ///   - clock: when and where the page is read.
  init(_ input: TimelineInput, from: Timestamp, to: Timestamp, clock: PageClock) {
    let scale = Scale(from: from, to: to, now: clock.now)
    let ticks = TimelineTicks.all(from: from, to: to, clock: clock)
    box = "0 0 \(Self.cells) 20"
    let reach = scale.raster(input.reach, levels: ReachLevel.allCases)
    self.reach = Self.reachPaths(reach)
    track = Self.trackPaths(scale.raster(input.track, levels: TrackLevel.allCases))
    self.ticks = ticks.filter { scale.place($0.at) <= scale.limit }.map {
      Line(x: scale.percent($0.at), kind: "hour", hint: "")
    }
    now = TimelineNow(scale, clock)
    times = TimelineLabels.axis(ticks, scale, beside: now)
    let named = input.named.filter { $0.from < to && $0.from <= clock.now && $0.to > from }
    causes = TimelineLabels.place(
      named.filter { !$0.label.utf8.isEmpty }.map {
        .init(
          place: scale.share($0.from), until: scale.share($0.to), text: $0.label, weight: scale.weight($0))
      }, limit: scale.limit)
    spots = Self.spots(named, scale)
    let events = input.events.filter { scale.contains($0.at) }
    self.events = scale.thinned(events.map { ($0.at, "event", $0.label) })
    notes = TimelineLabels.place(
      events.map { .init(place: scale.share($0.at), text: $0.label) }, limit: scale.limit)
    doubts = scale.thinned(
      input.doubts.map { doubt in
        let mark = FlagMark(doubt.flag)
        return (doubt.at, mark.level, "\(mark.label) \(clock.minute(doubt.at).text)")
      })
    passages = Self.passages(input.passages.filter { scale.contains($0.at) }, scale)
    height = passages == nil ? "104" : "132"
    text = Self.words(reach, scale, clock: clock)
  }

  private static func passages(_ passages: [TimelineInput.Passage], _ scale: Scale) -> Passages? {
    guard !passages.isEmpty else { return nil }
    return Passages(
      marks: scale.thinned(passages.map { ($0.at, $0.isEntry ? "enter" : "leave", $0.hint) }),
      names: TimelineLabels.place(
        passages.filter(\.isEntry).map { .init(place: scale.share($0.at), text: $0.place) },
        limit: scale.limit))
  }

  /// Under amber and red lies a pale ground, so that a low bar is seen as a fall and not as nothing.
  private static func reachPaths(_ raster: LaneRaster<ReachLevel>) -> [LanePath] {
    drawn([
      LanePath(level: "none", path: raster.bars(.none, top: 0, height: 20)),
      LanePath(level: "purged-ground", path: raster.bars(.purged, top: 0, height: 20)),
      LanePath(level: "purged", path: hatch(raster.runs { $0 == .purged }, falls: true)),
      LanePath(level: "green", path: raster.bars(.green, top: 0, height: 20)),
      LanePath(level: "away-ground", path: raster.bars(.notObserved, top: 0, height: 20)),
      LanePath(level: "away", path: hatch(raster.runs { $0 == .notObserved })),
      LanePath(level: "amber-ground", path: raster.bars(.amber, top: 0, height: 20)),
      LanePath(level: "amber", path: raster.bars(.amber, top: 7, height: 13)),
      LanePath(level: "red-ground", path: raster.bars(.red, top: 0, height: 20)),
      LanePath(level: "red", path: raster.bars(.red, top: 13, height: 7)),
    ])
  }

  private static func trackPaths(_ raster: LaneRaster<TrackLevel>) -> [LanePath] {
    drawn([
      LanePath(level: "none", path: raster.bars(.none, top: 0, height: 20)),
      LanePath(level: "purged-ground", path: raster.bars(.purged, top: 0, height: 20)),
      LanePath(level: "purged", path: hatch(raster.runs { $0 == .purged }, falls: true)),
      LanePath(level: "live", path: raster.bars(.live, top: 0, height: 20)),
      LanePath(level: "late", path: raster.bars(.late, top: 0, height: 20)),
      LanePath(level: "away-ground", path: raster.bars(.notObserved, top: 0, height: 20)),
      LanePath(level: "away", path: hatch(raster.runs { $0 == .notObserved })),
      LanePath(level: "blank", path: raster.bars(.blank, top: 18, height: 2)),
    ])
  }

  private static func drawn(_ paths: [LanePath]) -> [LanePath] { paths.filter { !$0.path.utf8.isEmpty } }

  /// Slanting lines, cut at the edges of each run.
  private static func hatch(_ runs: [Range<Int>], falls: Bool = false) -> String {
    runs.map { run in
      stride(from: run.lowerBound - run.lowerBound % 8 - 8, to: run.upperBound, by: 8).map { foot in
        let (left, right) = (max(foot, run.lowerBound), min(foot + 8, run.upperBound))
        guard left < right else { return "" }
        // From the foot of the lane to its top over eight cells.
        let height = { (x: Int) in
          let rise = Double(x - foot) * 2.5
          return Words.decimal(falls ? rise : 20 - rise, places: 1)
        }
        return "M\(left) \(height(left))L\(right) \(height(right))"
      }.joined()
    }.joined()
  }

  private static func spots(_ named: [TimelineInput.Named], _ scale: Scale) -> [Spot] {
    let lengths = named.map { span in
      (span: span, left: scale.share(span.from), length: scale.share(span.to) - scale.share(span.from))
    }
    let longest = lengths.sorted { $0.length > $1.length }.prefix(most)
    return longest.sorted { $0.span.from < $1.span.from }.map { span, left, length in
      let width = min(max(length, 0.004), scale.limit)
      return Spot(
        x: TimelineLabels.percent(max(0, min(left, scale.limit - width))),
        width: TimelineLabels.percent(width), hint: span.hint)
    }
  }

  private static func words(
    _ raster: LaneRaster<ReachLevel>, _ scale: Scale, clock: PageClock
  ) -> String {
    let end = scale.showsNow ? "now, \(clock.local(clock.now).minutes)" : clock.local(raster.to).full
    let span = "From \(clock.local(raster.from).full) until \(end)"
    guard scale.from <= clock.now else { return "\(span): that time has not come." }
    let green = raster.count(.green)
    let watched = green + raster.count(.amber) + raster.count(.red)
    guard watched > 0 else { return "\(span): not watched." }
    let share = green * 100 / watched
    let silences = raster.runs { $0 == .amber || $0 == .red }.count
    let times = silences == 1 ? "1 silence" : "\(silences) silences"
    return "\(span): reachable \(share) % of the time watched, \(times). The tables below tell each."
  }
}
