import Rollcall
import RollcallStore

/// The input for drawing one person's time. Lists may be in any order and reach beyond the window.
struct TimelineInput: Sendable {
  struct Named: Sendable {
    /// At or after now it continues. The future is not drawn.
    var span: TimeSpan
    /// Its label where there is room: `No network`.
    var label = ""
    /// Its tooltip: `21:06 – 21:36 · 30 min · No network`.
    var hint: String
  }

  /// A crossing of a region or outlet, in or out.
  struct Passage: Sendable {
    var at: Timestamp
    var isEntry: Bool
    var place: String
    /// Its tooltip: `came to Kiosk 10:12`.
    var hint: String
  }

  var reach: [ReachSpan] = []
  var track: [TrackSpan] = []
  var named: [Named] = []
  var events: [(at: Timestamp, label: String)] = []
  var doubts: [(at: Timestamp, flag: String)] = []
  var passages: [Passage] = []

  /// Whether there are only lanes of people off watch.
  var isBlank: Bool {
    reach.allSatisfy { $0.level == .none } && track.allSatisfy { $0.level == .none } && named.isEmpty
      && events.isEmpty && doubts.isEmpty && passages.isEmpty
  }

  func naming(_ silences: [SilenceEntry], clock: PageClock) -> TimelineInput {
    var input = self
    input.named += silences.map { entry in
      let silence = entry.silence
      return Named(
        span: TimeSpan(from: silence.from, to: silence.to ?? Timestamp(milliseconds: .max)),
        label: Words.shortCause(silence.cause.rawValue), hint: SilenceRow(entry, clock: clock).hint)
    }
    return input
  }
}

extension TimelineInput {
  /// The drawing of a person's timeline; its silences are passed to the page.
  ///
  /// - Parameters:
  ///   - purged: the purged part, and the part that only a hold keeps.
  ///   - dutyLabel: the profile's word for a duty state: `On shift`.
  ///   - crossings: their crossings of regions and outlets.
  init(
    _ timeline: Timeline, reach: [Lanes.Piece<Lanes.Reachable>], track: [Lanes.Piece<Lanes.Track>],
    purged: PurgedTime, dutyLabel: (DutyState) -> String, crossings: [CrossingEntry], clock: PageClock
  ) {
    self.reach =
      reach.map { ReachSpan($0) } + purged.log.map { ReachSpan(from: $0.from, to: $0.to, level: .purged) }
    self.track =
      track.map { TrackSpan($0) } + purged.reports.map { TrackSpan(from: $0.from, to: $0.to, level: .purged) }
      + timeline.notObserved.map { TrackSpan(from: $0.from, to: $0.to, level: .notObserved) }
    named =
      timeline.notObserved.map { Named(span: $0, hint: Self.hint($0, Words.Timeline.rollcallAway, clock)) }
      + Self.named(purged, clock)
    events = timeline.duty.map {
      ($0.at, "\(dutyLabel($0.state).lowercased()) \(clock.local($0.at).minutes)")
    }
    doubts = timeline.flags.map { ($0.at, $0.flag) }
    passages = crossings.map { entry in
      let (at, isEntry) = (entry.crossing.at, entry.crossing.isEntry)
      return Passage(
        at: at, isEntry: isEntry, place: entry.place,
        hint: Words.Timeline.passage(entry.place, isEntry: isEntry, at: clock.local(at).minutes))
    }
  }

  private static func hint(_ span: TimeSpan, _ words: String, _ clock: PageClock) -> String {
    "\(clock.minute(span.from).text) – \(clock.minute(span.to, after: span.from).text) · \(words)"
  }

  private static func named(_ purged: PurgedTime, _ clock: PageClock) -> [Named] {
    let day = purged.day.map { " on \($0)" } ?? ""
    let count = purged.dayPings > 0 ? ", \(Words.count(purged.dayPings, "position", "positions"))" : ""
    let (label, words) = purged.erasedAt == nil ? ("purged", "purged\(day)\(count)") : ("erased", "erased")
    return purged.reports.map { Named(span: $0, label: label, hint: hint($0, words, clock)) }
      + purged.held.map {
        Named(span: $0, label: Words.Timeline.onHold, hint: hint($0, Words.Timeline.keptHold, clock))
      }
  }
}
