import Rollcall

/// The two lanes of one person's time as ready-to-print SVG: *reachable* by contact, *track* by fix.
///
/// Lanes are one path for each level, whatever the number of spans. Places are per cent of the width, so that
/// texts keep their size on every screen.
struct TimelineDrawing: PagePart {
  /// A line at an instant: its place, its kind (`hour`, `event`, `danger`, `warning`), and its tooltip.
  struct Line: PagePart, Hashable {
    var x, kind, hint: String
  }

  struct Spot: PagePart, Hashable {
    var x, width, hint: String
  }

  /// The row of crossings: a mark for each (`enter`, `leave`), and the names of places where there is room.
  struct Passages: PagePart {
    var marks: [Line]
    var names: [TimelineLabel]
  }

  /// The box of the lanes' paths: cells by 20.
  var box = "0 0 \(Self.cells) 20"
  var reach, track: [LanePath]
  var ticks: [Line]
  var times: [TimelineLabel]
  /// The line at the end of the drawing; absent when all of the window is past.
  var now: TimelineNow?
  var causes: [TimelineLabel]
  var events: [Line]
  var notes: [TimelineLabel]
  var doubts: [Line]
  var passages: Passages?
  /// The total height, pixels.
  var height: String
  var spots: [Spot]
  /// The drawing in words, for readers who do not see it.
  var text: String

  static let cells = 1_200
  /// The most events, doubts and spots that are drawn.
  static let most = 200

  /// The drawing of a window. It ends at now; the axis continues to the end of the window.
  init(_ input: TimelineInput, in window: TimeSpan, clock: PageClock) {
    let scale = TimelineScale(window, now: clock.now)
    let ticks = TimelineTicks.all(in: window, clock: clock)
    let reach = scale.raster(input.reach, levels: ReachLevel.allCases)
    self.reach = Self.reachPaths(reach)
    track = Self.trackPaths(scale.raster(input.track, levels: TrackLevel.allCases))
    self.ticks = ticks.filter { scale.place($0.at) <= scale.limit }.map {
      Line(x: scale.percent($0.at), kind: "hour", hint: "")
    }
    now = TimelineNow(scale, clock)
    times = TimelineLabels.axis(ticks, scale, beside: now)
    let named = input.named.filter {
      $0.span.from < window.to && $0.span.from <= clock.now && $0.span.to > window.from
    }
    causes = TimelineLabels.place(
      named.filter { !$0.label.utf8.isEmpty }.map {
        .init(
          place: scale.share($0.span.from), until: scale.share($0.span.to), text: $0.label,
          weight: scale.weight($0.span))
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

  private static func passages(_ passages: [TimelineInput.Passage], _ scale: TimelineScale) -> Passages? {
    guard !passages.isEmpty else { return nil }
    return Passages(
      marks: scale.thinned(passages.map { ($0.at, $0.isEntry ? "enter" : "leave", $0.hint) }),
      names: TimelineLabels.place(
        passages.filter(\.isEntry).map { .init(place: scale.share($0.at), text: $0.place) },
        limit: scale.limit))
  }

  /// Amber and red have a pale background, so that a low bar is seen as a drop and not as a blank.
  private static func reachPaths(_ raster: LaneRaster<ReachLevel>) -> [LanePath] {
    LanePath.drawn([
      ("none", raster.bars(.none, top: 0, height: 20)),
      ("purged-ground", raster.bars(.purged, top: 0, height: 20)),
      ("purged", hatch(raster.runs { $0 == .purged }, falls: true)),
      ("green", raster.bars(.green, top: 0, height: 20)),
      ("away-ground", raster.bars(.notObserved, top: 0, height: 20)),
      ("away", hatch(raster.runs { $0 == .notObserved })),
      ("amber-ground", raster.bars(.amber, top: 0, height: 20)),
      ("amber", raster.bars(.amber, top: 7, height: 13)),
      ("red-ground", raster.bars(.red, top: 0, height: 20)), ("red", raster.bars(.red, top: 13, height: 7)),
    ])
  }

  private static func trackPaths(_ raster: LaneRaster<TrackLevel>) -> [LanePath] {
    LanePath.drawn([
      ("none", raster.bars(.none, top: 0, height: 20)),
      ("purged-ground", raster.bars(.purged, top: 0, height: 20)),
      ("purged", hatch(raster.runs { $0 == .purged }, falls: true)),
      ("live", raster.bars(.live, top: 0, height: 20)), ("late", raster.bars(.late, top: 0, height: 20)),
      ("away-ground", raster.bars(.notObserved, top: 0, height: 20)),
      ("away", hatch(raster.runs { $0 == .notObserved })), ("blank", raster.bars(.blank, top: 18, height: 2)),
    ])
  }

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

  private static func spots(_ named: [TimelineInput.Named], _ scale: TimelineScale) -> [Spot] {
    let lengths = named.map { name in
      let left = scale.share(name.span.from)
      return (name: name, left: left, length: scale.share(name.span.to) - left)
    }
    let longest = lengths.sorted { $0.length > $1.length }.prefix(most)
    return longest.sorted { $0.name.span.from < $1.name.span.from }.map { name, left, length in
      let width = min(max(length, 0.004), scale.limit)
      return Spot(
        x: TimelineLabels.percent(max(0, min(left, scale.limit - width))),
        width: TimelineLabels.percent(width), hint: name.hint)
    }
  }

  private static func words(
    _ raster: LaneRaster<ReachLevel>, _ scale: TimelineScale, clock: PageClock
  ) -> String {
    let end = scale.showsNow ? "now, \(clock.local(clock.now).minutes)" : clock.local(raster.to).second
    let span = Words.Timeline.span(clock.local(raster.from).second, end)
    guard raster.from <= clock.now else { return Words.Timeline.future(span) }
    guard let share = raster.reachable else { return Words.Timeline.notWatched(span) }
    let silences = raster.runs { $0 == .amber || $0 == .red }.count
    return Words.Timeline.reachable(span, share, Words.count(silences, "silence", "silences"))
  }
}
