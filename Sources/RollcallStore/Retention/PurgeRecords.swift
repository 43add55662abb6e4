import Foundation
public import Rollcall
package import SQL

/// How many rows a purge deleted.
public struct PurgeCounts: Equatable, Sendable {
  /// Pings.
  public var pings = 0
  /// Uploads with their telemetry.
  public var uploads = 0
  /// Device events.
  public var deviceEvents = 0
  /// Log entries: transitions, silences, changes of duty and rule, refusals, alerts, incidents with their
  /// offers.
  public var logRows = 0

  /// Nothing.
  public init() {}

  /// All rows.
  public var total: Int { pings + uploads + deviceEvents + logRows }
}

/// What was purged from a workspace on one of its local days: the certificate.
public struct PurgeRecord: Sendable {
  /// The local day, `2026-11-21`.
  public let day: String
  /// Positions before this instant were deleted, except those on hold.
  public let before: Timestamp
  /// Log entries before this instant were deleted, except those on hold.
  public let logBefore: Timestamp
  /// How much was deleted.
  public let counts: PurgeCounts
  /// From how many people.
  public let people: Int
  /// The first and the last effective time of the deleted positions; `nil` = there were none.
  public let taken: TimeSpan?
  /// What holds have kept.
  public let heldBack: HeldBack
  /// When the last of it was deleted, or found to be on hold.
  public let at: Timestamp
  /// The number of its audit entry; `nil` = the day is not over.
  public let entry: Int64?
}

extension PurgeRecord: FetchableRecord {
  /// From a row of ``select``.
  package init(row: Row) throws {
    day = try row["name"]
    before = try row["before_at"]
    logBefore = try row["log_before_at"]
    at = try row["last_at"]
    people = try row["people"]
    entry = try row["entry"]
    var counts = PurgeCounts()
    counts.pings = try row["pings"]
    counts.uploads = try row["uploads"]
    counts.deviceEvents = try row["device_events"]
    counts.logRows = try row["log_rows"]
    self.counts = counts
    let (first, last): (Timestamp?, Timestamp?) = try (row["first_effective_at"], row["last_effective_at"])
    taken = first.flatMap { first in last.map { TimeSpan(from: first, to: $0) } }
    var held = HeldBack()
    held.counts.pings = try row["held_pings"]
    held.counts.uploads = try row["held_uploads"]
    held.counts.deviceEvents = try row["held_device_events"]
    held.counts.logRows = try row["held_log_rows"]
    held.people = try row["held_people"]
    let holds: String = try row["holds"]
    held.holds = holds.split(separator: " ").compactMap { Int64($0) }.map { Hold.ID($0) }
    heldBack = held
  }
}

extension RetentionStore {
  /// The last purges of a workspace, the newest first. Blocks.
  public func purges(of workspace: Workspace.ID, limit: Int = 10) throws(StoreError) -> [PurgeRecord] {
    try read { db in
      try db.all(
        "\(PurgeRecord.select) WHERE workspace_id = \(workspace) ORDER BY day DESC LIMIT \(max(0, limit))")
    }
  }
}

extension PurgeRecord {
  static let select: Query = """
    SELECT *, date(day * 86400, 'unixepoch') AS name, (SELECT max(number) FROM audit INDEXED BY audit_look
      WHERE audit.workspace_id = purge.workspace_id AND action = \(action) AND actor = \(Actor.rollcall.pseudonym)
        AND subject = date(day * 86400, 'unixepoch')) AS entry
    FROM purge
    """

  private static let action = "retention.purge"

  /// The stored form of holds' ids.
  static func text(_ holds: [Int64]) -> String { holds.map(String.init).joined(separator: " ") }

  /// A workspace's days before `day` that are not in the audit.
  static func unaudited(
    of workspace: Workspace.ID, before day: Int64, _ db: Database
  ) throws -> [PurgeRecord] {
    try db.all(
      """
      SELECT * FROM (\(select) WHERE workspace_id = \(workspace) AND day < \(day))
      WHERE entry IS NULL ORDER BY day
      """)
  }

  /// Writes the day's figures into the audit.
  func audit(in workspace: Workspace.ID, _ transaction: WriteTransaction) throws {
    var words = [Self.words(counts), "of people \(people)"]
    if let taken { words.append("reports from \(taken.from.rfc3339) to \(taken.to.rfc3339)") }
    words += ["reports before \(before.rfc3339)", "log before \(logBefore.rfc3339)"]
    var detail = words.joined(separator: ", ")
    if !heldBack.holds.isEmpty {
      let holds = Self.text(heldBack.holds.map(\.rawValue))
      detail +=
        "; passed over: \(Self.words(heldBack.counts)), of people \(heldBack.people), because of holds \(holds)"
    }
    try transaction.audit(.rollcall, Self.action, subject: day, detail: detail, in: workspace)
  }

  private static func words(_ counts: PurgeCounts) -> String {
    "pings \(counts.pings), uploads \(counts.uploads), device events \(counts.deviceEvents), log entries \(counts.logRows)"
  }
}

extension Workspace {
  /// The days since 1970-01-01 in the workspace's calendar.
  func localDay(at now: Timestamp) -> Int64 {
    let local = now.advanced(by: Int64(Self.offset(zone, now)) * 1_000).milliseconds
    return local / 86_400_000 - (local % 86_400_000 < 0 ? 1 : 0)
  }

  /// When the next day begins in the workspace's time zone.
  func nextMidnight(after now: Timestamp) -> Timestamp {
    let zone = self.zone
    return CivilDate(daysSince1970: Int(localDay(at: now)) + 1).start { Self.offset(zone, $0) }
  }

  private var zone: TimeZone { TimeZone(identifier: timeZone) ?? .gmt }

  private static func offset(_ zone: TimeZone, _ instant: Timestamp) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000))
  }
}

/// What one slice of a purge deleted, for the record of its day.
struct PurgedSlice {
  /// How many rows.
  var counts = PurgeCounts()
  /// How many people lost data for the first time on this day.
  var people = 0
  /// The first and the last instant of the deleted positions.
  var first: Timestamp?
  var last: Timestamp?

  /// Adds the first and the last instant of deleted positions.
  mutating func add(_ span: ClosedRange<Timestamp>) {
    first = min(first ?? span.lowerBound, span.lowerBound)
    last = max(last ?? span.upperBound, span.upperBound)
  }
}

extension RetentionWrites {
  /// Adds what a step deleted to the record of a person.
  func record(
    _ taken: TakenTimes, of person: ResponderKey, by step: PurgeStep, _ pass: inout PurgePass
  ) throws {
    guard let span = taken.span else { return }
    let first = span.lowerBound
    let day = pass.workspace.localDay(at: now)
    let last = try db.first(
      "SELECT day FROM purge_person WHERE workspace_id = \(pass.workspace.id) AND responder_id = \(person.id)",
      as: Int64.self)
    if last != day { pass.slice.people += 1 }
    if step.isReport { pass.slice.add(span) }
    let pings = step == .pings ? taken.count : 0
    try db.run(
      """
      INSERT INTO purge_person (workspace_id, responder_id, day, day_pings, pings, row_count, first_report_at,
        first_log_at, last_at)
      VALUES (\(pass.workspace.id), \(person.id), \(day), \(pings), \(pings), \(taken.count),
        \(step.isReport ? first : nil), \(step.isReport ? nil : first), \(now))
      ON CONFLICT (workspace_id, responder_id) DO UPDATE SET
        day_pings = CASE day WHEN excluded.day THEN day_pings ELSE 0 END + excluded.day_pings, day = excluded.day,
        pings = pings + excluded.pings, row_count = row_count + excluded.row_count,
        first_report_at = coalesce(min(first_report_at, excluded.first_report_at), first_report_at,
          excluded.first_report_at),
        first_log_at = coalesce(min(first_log_at, excluded.first_log_at), first_log_at, excluded.first_log_at),
        last_at = excluded.last_at
      """)
  }

  /// Adds what a slice deleted to the record of the workspace's present day.
  func record(_ slice: PurgedSlice, _ pass: PurgePass) throws {
    guard slice.counts.total > 0 else { return }
    try db.run(
      """
      INSERT INTO purge (workspace_id, day, before_at, log_before_at, pings, uploads, device_events, log_rows,
        people, first_effective_at, last_effective_at, last_at)
      VALUES (\(pass.workspace.id), \(pass.workspace.localDay(at: now)), \(pass.limits.reports),
        \(pass.limits.log), \(slice.counts.pings), \(slice.counts.uploads), \(slice.counts.deviceEvents),
        \(slice.counts.logRows), \(slice.people), \(slice.first), \(slice.last), \(now))
      ON CONFLICT (workspace_id, day) DO UPDATE SET before_at = excluded.before_at,
        log_before_at = excluded.log_before_at, pings = pings + excluded.pings,
        uploads = uploads + excluded.uploads, device_events = device_events + excluded.device_events,
        log_rows = log_rows + excluded.log_rows, people = people + excluded.people,
        first_effective_at = coalesce(min(first_effective_at, excluded.first_effective_at), first_effective_at,
          excluded.first_effective_at),
        last_effective_at = coalesce(max(last_effective_at, excluded.last_effective_at), last_effective_at,
          excluded.last_effective_at), last_at = excluded.last_at
      """)
  }

  /// Adds what holds keep to the record of the workspace's present day, which exists even when nothing is
  /// deleted.
  func record(_ held: HeldBack, _ pass: PurgePass) throws {
    let day = pass.workspace.localDay(at: now)
    if held.counts.total > 0 {
      try db.run(
        """
        INSERT INTO purge (workspace_id, day, before_at, log_before_at, pings, uploads, device_events, log_rows, last_at)
        VALUES (\(pass.workspace.id), \(day), \(pass.limits.reports), \(pass.limits.log), 0, 0, 0, 0, \(now))
        ON CONFLICT (workspace_id, day) DO NOTHING
        """)
    }
    try db.run(
      """
      UPDATE purge SET held_pings = \(held.counts.pings), held_uploads = \(held.counts.uploads),
        held_device_events = \(held.counts.deviceEvents), held_log_rows = \(held.counts.logRows),
        held_people = \(held.people), holds = \(PurgeRecord.text(held.holds.map(\.rawValue)))
      WHERE workspace_id = \(pass.workspace.id) AND day = \(day)
      """)
  }
}
