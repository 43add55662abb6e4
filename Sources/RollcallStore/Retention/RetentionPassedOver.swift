public import Rollcall
import SQL

/// Expired data that holds keep.
public struct PassedOver: Equatable, Sendable {
  /// Counting stops here: a number that reaches it means *at least*.
  public static let countLimit = 1_000_000

  /// How many rows.
  public internal(set) var counts = PurgeCounts()
  /// How many people have positions or log entries among them.
  public internal(set) var people = 0
  /// All active holds, ascending.
  public internal(set) var holds: [Hold.ID] = []

  /// Nothing.
  public init() {}

  /// Counts what a workspace's holds keep of the data expired by `limits`, using index positions only.
  init(of workspace: Workspace.ID, _ held: HeldRows, _ limits: RetentionLimits, _ db: Database) throws {
    holds = held.holds.map { Hold.ID($0) }
    var incidents = held.incidents
    for (person, time) in held.people {
      let before = counts.total
      for step in PurgeStep.allCases {
        guard let rows = step.rows else { continue }
        let limit = step.limit(limits)
        for span in time.held(in: TimeSpan(from: .distantPast, to: limit)) {
          counts[keyPath: step.count] += try rows.count(
            of: person, in: workspace, span, before: limit,
            most: Self.countLimit - counts[keyPath: step.count], db)
        }
      }
      let offered = try held.offeredIncidents(of: person, in: workspace, closedBefore: limits.log, db)
      incidents.formUnion(offered)
      if counts.total > before || !offered.isEmpty { people += 1 }
    }
    for incident in incidents {
      counts.logRows += try Self.rows(of: incident, in: workspace, before: limits.log, db)
    }
  }

  /// The record of held data that is due today; `nil` = it is written already, or nothing is held.
  static func unrecorded(_ pass: PurgePass, at now: Timestamp, _ db: Database) throws -> PassedOver? {
    let workspace = pass.workspace
    let held = try HeldRows(of: workspace.id, at: now, db)
    let day = workspace.localDay(at: now)
    let recorded = try db.first(
      "SELECT holds FROM purge WHERE workspace_id = \(workspace.id) AND day = \(day)", as: String.self)
    guard recorded ?? "" != PurgeRecord.text(held.holds) else { return nil }
    return try PassedOver(of: workspace.id, held, pass.limits, db)
  }

  private static func rows(
    of incident: Int64, in workspace: Workspace.ID, before limit: Timestamp, _ db: Database
  ) throws -> Int {
    let isExpired = try db.exists(
      """
      SELECT 1 FROM incident WHERE workspace_id = \(workspace) AND id = \(incident)
        AND opened_at < \(limit) AND closed_at < \(limit)
      """)
    return isExpired ? try PurgeStep.countRows(of: incident, in: workspace, db) : 0
  }
}
