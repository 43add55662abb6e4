import HTTPServer
public import Rollcall
public import RollcallStore

/// A report made for a folder rather than for a reader: the same rows as the file of its page.
public struct ScheduledReport {
  /// Its period and filter, as the audit shows them.
  public let covered: String
  private let nextPart: () throws -> FileExport.Part

  /// A report of a period; its rows are read later. Blocks.
  ///
  /// - Throws: `invalid` when the report no longer exists, or its filter cannot be understood.
  public init(
    _ schedule: ReportSchedule, _ period: ReportPeriod, of workspace: Workspace, _ store: Store
  ) throws(StoreError) {
    guard let report = Report.named(schedule.kind) else {
      throw .invalid("there is no report \(schedule.kind)")
    }
    var filter = ReportFilter(Self.pairs(schedule.filter))
    (filter.from, filter.to) = (period.firstDay, period.endDay)
    let query = ReportQuery(filter.usable(by: report), workspace, now: store.clock())
    let scope = try ReportScope(query, store, workspace)
    covered = try query.words(store, workspace)
    nextPart = CSVExport.parts(report.header, zone: Zone(workspace.timeZone), report.lines(scope))
  }

  /// The next part: its bytes, how many rows it has, and whether it is the last. Blocks.
  public func next() throws -> (bytes: [UInt8], rows: Int, isLast: Bool) { try nextPart() }

  /// The period of a schedule to be made now; `nil` = none.
  public static func due(
    _ schedule: ReportSchedule, of workspace: Workspace, at now: Timestamp
  ) -> ReportPeriod? {
    let local = Zone.pageClock(workspace.timeZone, now: now).local(now)
    return schedule.due(
      today: local.date.daysSince1970, hour: Int(local.milliseconds / 3_600_000), at: now)
  }

  /// The end of the last period whose hour has come: days since 1970.
  static func doneTo(
    _ rhythm: ReportSchedule.Rhythm, hour: Int, of workspace: Workspace, at now: Timestamp
  ) -> Int {
    let local = Zone.pageClock(workspace.timeZone, now: now).local(now)
    let isEarly = Int(local.milliseconds / 3_600_000) < hour
    return rhythm.last(endedBy: local.date.daysSince1970 - (isEarly ? 1 : 0)).to
  }

  /// The names and values of a stored query: `?region=North`.
  static func pairs(_ query: String) -> [(name: String, value: String)] {
    FormFields(parsing: query.utf8.dropFirst())?.pairs ?? []
  }
}
