import Columns
public import Rollcall
import SQL

/// Which pings are asked for.
public struct PingFilter: Equatable, Sendable {
  /// From this effective time on.
  public var from: Timestamp
  /// Before this effective time.
  public var to: Timestamp
  /// Only this responder's.
  public var responder: Responder.ID?
  /// Only those with at least one of these flags.
  public var flags: DoubtFlags

  /// Creates a filter.
  public init(from: Timestamp, to: Timestamp, responder: Responder.ID? = nil, flags: DoubtFlags = []) {
    self.from = from
    self.to = to
    self.responder = responder
    self.flags = flags
  }
}

/// A stored ping, as the history shows it.
public struct HistoryPing: Sendable {
  /// Its id.
  public var id: Int64
  /// The responder.
  public var responder: Responder.ID
  /// The ping as it was sent.
  public var ping: Ping
  /// When it was taken, in server time.
  public var effective: Timestamp
  /// When it was on disk.
  public var receivedAt: Timestamp
  /// The clock that its time is based on.
  public var timeSource: FixTime.Source
  /// Its queue.
  public var queue: String
  /// Its doubts.
  public var flags: DoubtFlags
  /// Whether it was taken on duty.
  public var isOnDuty: Bool
  /// Whether it is a sign of life that repeats a place rather than a fix.
  public var isRepeated = false

  /// Its position in the order of the history.
  var place: HistoryCursor { HistoryCursor(effective: effective, id: id) }
}

extension TrackingStore {
  /// Up to `limit` pings of a workspace in order of effective time and id, behind `cursor`. Blocks.
  ///
  /// The workspace's retention applies at once, wherever the purge is. Data on hold is included.
  ///
  /// - Parameter isNewestFirst: whether the order is reversed.
  public func history(
    of workspace: Workspace, _ filter: PingFilter, isNewestFirst: Bool = false, after cursor: HistoryCursor?,
    limit: Int
  ) throws(StoreError) -> [HistoryPing] {
    let now = clock()
    return try read { db in
      let shown = try ShownTime(
        TimeSpan(from: filter.from, to: filter.to),
        from: RetentionLimits(days: workspace.retentionDays, now: now).reports, of: workspace.id,
        responder: filter.responder, at: now, db)
      let direction: RowMerge.Direction = isNewestFirst ? .backwards : .forwards
      return try shown.rows(
        going: direction, after: cursor, limit: max(0, limit), { ($0.responder.rawValue, $0.place) }
      ) { span, start, wanted in
        let range =
          isNewestFirst
          ? Track.range(.start(of: span.from), start.previous)
          : Track.range(start.next, .end(before: span.to))
        guard let range else { return [] }
        return try db.track.history(filter, of: workspace.id, in: range, going: direction, limit: wanted)
      }
    }
  }
}
