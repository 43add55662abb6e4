import Rollcall
import RollcallStore

extension LaneSpan where Level == ReachLevel {
  /// A piece of the domain's lane, as it is drawn.
  init(_ piece: Lanes.Piece<Lanes.Reachable>) {
    let level: ReachLevel =
      switch piece.level {
      case .none: .none
      case .green: .green
      case .amber: .amber
      case .red: .red
      case .notObserved: .notObserved
      }
    self.init(from: piece.span.from, to: piece.span.to, level: level)
  }
}

extension LaneSpan where Level == TrackLevel {
  /// A piece of the domain's lane, as it is drawn.
  init(_ piece: Lanes.Piece<Lanes.Track>) {
    let level: TrackLevel =
      switch piece.level {
      case .none: .none
      case .known: .live
      case .late: .late
      case .blank: .blank
      }
    self.init(from: piece.span.from, to: piece.span.to, level: level)
  }
}

extension SilenceEntry {
  /// A silence with what the track gaps say of it.
  ///
  /// - Parameters:
  ///   - silence: as judged.
  ///   - gaps: the track gaps around it; others are ignored.
  ///   - isTracked: whether the positions of all of it are there: else nothing can be said of the track.
  init(_ silence: Silence, gaps: [TrackGap], isTracked: Bool = true) {
    let worst: Status? =
      switch silence.worst {
      case .degraded: .degraded
      case .offline: .offline
      case nil: nil
      }
    self.init(
      from: silence.from, to: silence.to, worst: worst, cause: silence.cause.rawValue,
      evidence: silence.evidence.map { ($0.at, $0.text) },
      track: isTracked ? Self.track(of: silence, gaps) : .unknown)
  }

  private static func track(of silence: Silence, _ gaps: [TrackGap]) -> Track {
    guard let to = silence.to, silence.worst != nil else { return .unknown }
    let span = TimeSpan(from: silence.from, to: to)
    let within = gaps.compactMap { gap in
      span.overlap(TimeSpan(from: gap.from, to: gap.to)).map { (length: $0.length, at: gap.backfilledAt) }
    }
    let missing = within.filter { $0.at == nil }.reduce(Int64(0)) {
      $0.addingReportingOverflow($1.length).partialValue
    }
    if missing > 0 { return .missing(missing) }
    return within.compactMap(\.at).max().map { .backfilled(at: $0) } ?? .complete
  }
}

extension TimelineInput {
  /// What is drawn of a person's timeline.
  ///
  /// - Parameters:
  ///   - timeline: duty changes, flags and our own absences; its silences are given to the page.
  ///   - reach: the lane of contact.
  ///   - track: the lane of fixes.
  ///   - purged: what is gone, and what is only there because it is on hold; `nil` = neither.
  ///   - dutyLabel: the profile's word for a duty state: `On shift`.
  ///   - incidents: instants and what happened at them: `INC-209 accepted`.
  ///   - crossings: their comings into regions and to outlets, and goings.
  ///   - clock: when and where the page is read.
  init(
    _ timeline: Timeline, reach: [Lanes.Piece<Lanes.Reachable>], track: [Lanes.Piece<Lanes.Track>],
    purged: PurgedTime? = nil, dutyLabel: (DutyState) -> String,
    incidents: [(at: Timestamp, label: String)] = [], crossings: [CrossingEntry] = [], clock: PageClock
  ) {
    let event = { (at: Timestamp, label: String) in
      Event(at: at, label: "\(label) \(clock.local(at).minutes)")
    }
    let away = timeline.notObserved.map { span in
      Named(
        from: span.from, to: span.to, label: "",
        hint:
          "\(clock.minute(span.from).text) – \(clock.minute(span.to, after: span.from).text) · Rollcall was away"
      )
    }
    self.init(
      reach: reach.map { ReachSpan($0) }
        + (purged?.log ?? []).map { ReachSpan(from: $0.from, to: $0.to, level: .purged) },
      track: track.map { TrackSpan($0) }
        + (purged?.reports ?? []).map { TrackSpan(from: $0.from, to: $0.to, level: .purged) }
        + timeline.notObserved.map { TrackSpan(from: $0.from, to: $0.to, level: .notObserved) },
      named: away + (purged.map { Self.named($0, clock) } ?? []),
      events: timeline.duty.map { event($0.at, dutyLabel($0.state).lowercased()) }
        + incidents.map { event($0.at, $0.label) },
      doubts: timeline.flags.map { Doubt(at: $0.at, flag: $0.flag) },
      passages: crossings.map { Passage($0, clock) })
  }

  /// What is said at the spans that are gone, and at those on hold.
  private static func named(_ purged: PurgedTime, _ clock: PageClock) -> [Named] {
    func named(_ span: TimeSpan, _ label: String, _ words: String) -> Named {
      let times = "\(clock.minute(span.from).text) – \(clock.minute(span.to, after: span.from).text)"
      return Named(from: span.from, to: span.to, label: label, hint: "\(times) · \(words)")
    }
    let day = purged.day.map { " on \($0)" } ?? ""
    let count =
      purged.dayPings > 0 ? ", \(Words.count(purged.dayPings, "position", "positions"))" : ""
    let (label, words) = purged.erasedAt == nil ? ("purged", "purged\(day)\(count)") : ("erased", "erased")
    return purged.reports.map { named($0, label, words) }
      + purged.held.map { named($0, "on hold", "kept on hold") }
  }
}

extension TimelineInput.Passage {
  fileprivate init(_ entry: CrossingEntry, _ clock: PageClock) {
    let time = clock.local(entry.crossing.at).minutes
    self.init(
      at: entry.crossing.at, isEntry: entry.crossing.isEntry, place: entry.place,
      hint: "\(entry.crossing.isEntry ? "came to" : "left") \(entry.place) \(time)")
  }
}
