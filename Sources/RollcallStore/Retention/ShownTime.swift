import Columns
public import Rollcall
import SQL

/// The instants before which data has expired.
public struct RetentionLimits: Equatable, Sendable {
  /// How long transitions, silences, offers and the rest of the log are kept, days.
  public static let logDays = 400

  /// Pings and device events with an earlier effective time, and uploads received earlier, have expired.
  public let reports: Timestamp
  /// Older log entries have expired.
  public let log: Timestamp

  /// The limits at `now` of a workspace that keeps positions for this many days.
  public init(days: Int, now: Timestamp) {
    reports = now.advanced(by: Self.length(ofDays: days))
    log = now.advanced(by: Self.length(ofDays: Self.logDays))
  }

  private static func length(ofDays days: Int) -> Milliseconds {
    -Int64(clamping: days).multipliedReportingOverflow(by: 86_400_000).partialValue
  }
}

/// The visible part of a span, wherever the purge is: what has not expired, and what is on hold.
struct ShownTime {
  /// The times in which there may be something visible, ascending.
  let spans: [TimeSpan]
  /// Older data is visible only where it is held.
  let limit: Timestamp
  private let held: HeldRows

  /// - Parameter responder: the owner of the rows; `nil` = all people.
  init(
    _ asked: TimeSpan, from limit: Timestamp, of workspace: Workspace.ID, responder: Responder.ID? = nil,
    at now: Timestamp, _ db: Database
  ) throws {
    self.limit = limit
    // Most requests do not reach back far enough for a hold to matter.
    held =
      asked.from < limit
      ? try HeldRows(of: workspace, responder: responder, at: now, db) : HeldRows()
    spans = HeldTime(held.people.values.flatMap(\.spans)).kept(in: asked, from: limit)
  }

  /// The same in pieces: first each person's held time, then the unexpired time of all people.
  var pieces: [(person: Int64?, span: TimeSpan)] {
    let expired = TimeSpan(from: .distantPast, to: limit)
    let held = held.people.flatMap { person, time in
      time.held(in: expired).flatMap { span in spans.compactMap { $0.overlap(span) } }.map { (person, $0) }
    }
    return held.sorted { $0.0 < $1.0 }.map { ($0.0, $0.1) }
      + spans.filter { $0.to > limit }.map { (nil, $0) }
  }

  /// Whether a person's row is visible.
  func shows(_ person: Int64, at instant: Timestamp) -> Bool {
    instant >= limit || held.time(of: person).contains(instant)
  }

  /// Up to `limit` rows of the spans behind `cursor`, in order.
  ///
  /// - Parameters:
  ///   - read: reads the rows of a span behind a position, in order, at most this many.
  ///   - place: a row's owner and position.
  func rows<Item>(
    going direction: RowMerge.Direction = .forwards, after cursor: HistoryCursor?, limit: Int,
    _ place: (Item) -> (person: Int64, at: HistoryCursor),
    read: (TimeSpan, HistoryCursor, Int) throws -> [Item]
  ) throws -> [Item] {
    var found: [Item] = []
    let isForwards = direction == .forwards
    for span in isForwards ? spans : spans.reversed() {
      var start = HistoryCursor(effective: isForwards ? span.from : span.to, id: -1)
      // A cursor only moves on; one from outside a span would reveal expired data.
      if let cursor, isForwards ? cursor.effective >= span.from : cursor.effective < span.to {
        start = cursor
      }
      while found.count < limit, isForwards ? start.effective < span.to : start.effective >= span.from {
        let wanted = limit - found.count
        let page = try read(span, start, wanted)
        // Without a hold the spans begin at the limit.
        let seen =
          held.people.isEmpty
          ? page
          : page.filter {
            let (person, at) = place($0)
            return shows(person, at: at.effective)
          }
        if found.isEmpty { found = seen } else { found += seen }
        guard page.count == wanted, let last = page.last else { break }
        start = place(last).at
      }
    }
    return found
  }
}

/// Which parts of a person's time were purged, and which are kept only because of a hold.
public struct PurgedTime: Equatable, Sendable {
  /// Where positions and device events were purged, ascending.
  public internal(set) var reports: [TimeSpan]
  /// Where status and duty changes, and silences, were purged, ascending.
  public internal(set) var log: [TimeSpan]
  /// Where data is kept on hold, ascending.
  public internal(set) var held: [TimeSpan]
  /// Reports of before have expired.
  public let before: Timestamp
  /// When the person was erased, with everything before; `nil` = they were not.
  public internal(set) var erasedAt: Timestamp?
  /// The last day on which data of theirs was purged, `2026-11-21`; `nil` = never.
  public internal(set) var day: String?
  /// How many of their positions were purged on that day.
  public internal(set) var dayPings = 0
  /// How many were taken ever.
  public internal(set) var pings = 0

  /// - Parameter held: the person's held time.
  init(
    of id: Responder.ID, in workspace: Workspace.ID, _ asked: TimeSpan, _ held: HeldTime,
    _ limits: RetentionLimits, _ db: Database
  ) throws {
    before = limits.reports
    self.held = held.held(in: TimeSpan(from: asked.from, to: min(asked.to, limits.reports)))
    (reports, log) = ([], [])
    if asked.from < max(limits.reports, limits.log) { try find(id, workspace, asked, held, limits, db) }
    erasedAt = try db.first(
      """
      SELECT erased_at FROM responder WHERE workspace_id = \(workspace) AND id = \(id) AND erased_at IS NOT NULL
      """, as: Timestamp.self)
    if let erasedAt, erasedAt > asked.from {
      reports = [TimeSpan(from: asked.from, to: min(erasedAt, asked.to))]
      log = reports
    }
  }

  private mutating func find(
    _ id: Responder.ID, _ workspace: Workspace.ID, _ asked: TimeSpan, _ held: HeldTime,
    _ limits: RetentionLimits, _ db: Database
  ) throws {
    var (firstReport, firstLog): (Timestamp?, Timestamp?)
    try db.each(
      """
      SELECT *, date(day * 86400, 'unixepoch') AS name FROM purge_person
      WHERE workspace_id = \(workspace) AND responder_id = \(id)
      """
    ) { row in
      (day, dayPings, pings) = (try row["name"], try row["day_pings"], try row["pings"])
      (firstReport, firstLog) = (try row["first_report_at"], try row["first_log_at"])
    }
    func gone(_ first: Timestamp?, _ limit: Timestamp) -> [TimeSpan] {
      guard let first, first < limit else { return [] }
      let expired = TimeSpan(from: max(first, asked.from), to: min(limit, asked.to))
      return held.free(in: expired).filter { $0.length > 0 }
    }
    // Data that is already hidden is purged next, so it is shown as purged.
    let hidden = try Self.firstPing(of: id, held, limits.reports, db)
    reports = gone([firstReport, hidden].compactMap(\.self).min(), limits.reports)
    log = gone(firstLog, limits.log)
  }

  /// Whether nothing was purged.
  public var isEmpty: Bool { reports.isEmpty && log.isEmpty }

  private static func firstPing(
    of id: Responder.ID, _ held: HeldTime, _ limit: Timestamp, _ db: Database
  ) throws -> Timestamp? {
    for span in held.free(in: TimeSpan(from: .distantPast, to: limit)) {
      if let first = try db.track.oldest(of: id, in: span) { return first }
    }
    return nil
  }
}

extension RetentionStore {
  /// The purged parts of a person's time in a span. Blocks.
  public func purgedTime(
    of id: Responder.ID, in workspace: Workspace, _ span: TimeSpan
  ) throws(StoreError) -> PurgedTime? {
    let now = clock()
    return try read { db in
      guard try Responders.find(id, in: workspace.id, db) != nil else { return nil }
      let held = try HeldRows(of: workspace.id, responder: id, at: now, db).time(of: id.rawValue)
      return try PurgedTime(
        of: id, in: workspace.id, span, held, RetentionLimits(days: workspace.retentionDays, now: now), db)
    }
  }
}
