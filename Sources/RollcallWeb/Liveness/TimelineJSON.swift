import Rollcall
import RollcallStore
import RollcallWire

extension JSONWriter {
  /// `timeline.json` as the next value.
  mutating func timeline(
    _ timeline: Timeline, _ crossings: [CrossingEntry], purged: PurgedTime, before: Timestamp?
  ) {
    object { root in
      root.array("transitions", timeline.transitions, of: Transition.table)
      root.array("silences", timeline.silences, of: Silence.table)
      root.array("track_gaps", timeline.trackGaps, of: TrackGap.table)
      root.array("not_observed", timeline.notObserved, of: TimeSpan.table)
      root.array("missing_sequences", timeline.missingSequences, of: Timeline.holeTable)
      root.array("duty", timeline.duty, of: Timeline.dutyTable)
      root.array("flags", timeline.flags, of: Timeline.flagTable)
      root.array("crossings", crossings, of: CrossingEntry.timelineTable)
      root.member("purged_before", before)
      root.array("purged", purged.reports, of: TimeSpan.table)
      root.array("on_hold", purged.held, of: TimeSpan.table)
    }
  }
}

extension TimeSpan {
  static let table = Table<TimeSpan> {
    Column("from") { $0.from }
    Column("to") { $0.to }
  }
}

extension Transition {
  static let table = Table<Transition> {
    Column("at") { $0.at }
    Column("from") { $0.from?.rawValue }.oneOf(Status.allCases.map(\.rawValue))
    Column("to") { $0.to.rawValue }.oneOf(Status.allCases.map(\.rawValue))
    Column("rule") { $0.rule }
  }
}

extension Silence {
  static let table = Table<Silence> {
    Column("from") { $0.from }
    Column("to") { $0.to }
    Column("worst") { $0.worst?.rawValue }.oneOf(Silence.Worst.allCases.map(\.rawValue))
    Column("cause") { $0.cause.rawValue }.oneOf(Cause.allCases.map(\.rawValue))
    Column("evidence") { silence in Structure(silence.evidence, of: evidenceTable) }
  }

  private static let evidenceTable = Table<Evidence> {
    Column("at") { $0.at }
    Column("text") { $0.text }
  }
}

extension TrackGap {
  static let table = Table<TrackGap> {
    Column("from") { $0.from }
    Column("to") { $0.to }
    Column("backfilled_at") { $0.backfilledAt }
  }
}

extension Timeline {
  static let holeTable = Table<MissingSequences> {
    Column("queue") { $0.queue }
    Column("from") { $0.numbers.lowerBound }
    Column("to") { $0.numbers.upperBound }
  }

  static let dutyTable = Table<Duty> {
    Column("at") { $0.at }
    Column("state") { $0.state.rawValue }.oneOf(DutyState.allCases.map(\.rawValue))
  }

  static let flagTable = Table<Flag> {
    Column("at") { $0.at }
    Column("flag") { $0.flag }
    Column("ping_id") { $0.pingID }
  }
}

extension CrossingEntry {
  static let timelineTable = Table<CrossingEntry> {
    Column("at") { $0.crossing.at }
    Column("event") { $0.crossing.event }.oneOf(["enter", "leave"])
    Column("kind") { $0.crossing.place.kind }.oneOf(["region", "outlet"])
    Column("place") { $0.place }
    Column("outlet_id") { $0.crossing.place.outlet }
    Column("received_at", "When it became known: positions may come late.") { $0.receivedAt }
  }
}
