import GRDB
public import Rollcall

/// One walk through the rows of a workspace that have expired, slice by slice. A value: where a slice ended, the next
/// one goes on.
public struct PurgePass: Sendable {
  /// Whose rows.
  public let workspace: Workspace
  /// What has expired: fixed for the whole walk.
  public let limits: RetentionLimits
  /// What it took so far.
  public internal(set) var taken = PurgeCounts()
  /// What comes next; `nil` = nothing.
  var step: PurgeStep?
  /// The last person who is done, in a step that goes from person to person.
  var person: Int64 = 0

  init(of workspace: Workspace, now: Timestamp) {
    self.workspace = workspace
    limits = RetentionLimits(days: workspace.retentionDays, now: now)
    step = PurgeStep.allCases.first
  }

  /// Whether it came to its end.
  public var isDone: Bool { step == nil }

  /// Ends the step at hand.
  mutating func goOn() {
    person = 0
    step = step.flatMap { PurgeStep(rawValue: $0.rawValue + 1) }
  }
}

extension Store {
  /// A slice takes no more rows than this.
  public static let purgeRows = 5_000
  /// A slice begins nothing new after so long.
  public static let purgeTime = Duration.milliseconds(20)

  /// Whether nothing waits to be written.
  public var isIdle: Bool { writer.isIdle }

  /// Begins to purge what has expired of a workspace; puts the purges of past days into the audit. Blocks.
  ///
  /// - Throws: `notFound`.
  public func beginPurge(of id: Workspace.ID) throws(StoreError) -> PurgePass {
    let now = clock()
    let (workspace, unaudited) = try read { db in
      guard let workspace = try Workspaces.find(id, db) else { throw StoreError.notFound("workspace") }
      let today = workspace.localDay(at: now)
      return (workspace, try PurgeRecord.unaudited(of: id, before: today, db))
    }
    if !unaudited.isEmpty {
      try write { transaction in for day in unaudited { try day.audit(in: id, transaction) } }
    }
    return PurgePass(of: workspace, now: now)
  }

  /// Takes the next slice of a purge as one job of the writer; returns where it ended. Blocks.
  ///
  /// The caller rests between slices, so that uploads are not disturbed.
  ///
  /// - Parameters:
  ///   - rows: no more than so many.
  ///   - time: nothing new is begun after it.
  public func purgeSlice(
    _ pass: PurgePass, rows: Int = Store.purgeRows, time: Duration = Store.purgeTime
  ) throws(StoreError) -> PurgePass {
    try write { try $0.purge(pass, rows: rows, time: time) }
  }
}

extension WriteTransaction {
  /// How many rows are deleted by one statement, between two looks at the clock.
  private static let chunk = 250

  fileprivate func purge(_ pass: PurgePass, rows: Int, time: Duration) throws -> PurgePass {
    let start = ContinuousClock.now
    var pass = pass
    let before = pass.taken
    var left = rows
    while let step = pass.step, left > 0 {
      left -= try step.take(upTo: min(left, Self.chunk), of: &pass, self)
      if ContinuousClock.now - start >= time { break }
    }
    try record(pass.taken.since(before), before: pass.limits.reports, of: pass.workspace)
    return pass
  }
}

extension PurgeCounts {
  fileprivate func since(_ earlier: PurgeCounts) -> PurgeCounts {
    var counts = self
    counts.pings -= earlier.pings
    counts.uploads -= earlier.uploads
    counts.deviceEvents -= earlier.deviceEvents
    counts.logRows -= earlier.logRows
    return counts
  }
}
