public import Rollcall
import SQL

/// One walk through the expired rows of a workspace, slice by slice. A value: the next slice continues where
/// the last one ended.
public struct PurgePass: Sendable {
  /// The workspace to purge.
  public let workspace: Workspace
  /// The limits, fixed for the whole walk.
  public let limits: RetentionLimits
  /// What it has deleted so far.
  public internal(set) var taken = PurgeCounts()
  /// The next step; `nil` = done.
  var step: PurgeStep?
  /// The last completed person, in a step that goes from person to person.
  var person: Int64 = 0
  /// The time completed, of the next person or of the incidents.
  var reached = Timestamp.distantPast
  /// The holds to respect in the present slice.
  var held = HeldRows()
  /// What the present slice deleted, for the record.
  var slice = PurgedSlice()

  init(of workspace: Workspace, now: Timestamp) {
    self.workspace = workspace
    limits = RetentionLimits(days: workspace.retentionDays, now: now)
    step = PurgeStep.allCases.first
  }

  /// Whether it came to its end.
  public var isDone: Bool { step == nil }

  /// Ends the step at hand.
  mutating func goOn() {
    (person, reached) = (0, .distantPast)
    step = step.flatMap { PurgeStep(rawValue: $0.rawValue + 1) }
  }

  /// Continues after a completed person.
  private mutating func leave(_ person: Int64) { (self.person, reached) = (person, .distantPast) }

  /// Continues with the next unheld part of the present person's time, or with the next person; `nil` = it
  /// moved on, and there was nothing. Held parts are skipped without reading them: otherwise, every pass
  /// would read them again.
  mutating func nextPart(of step: PurgeStep, _ db: Database) throws -> (person: Int64, span: TimeSpan)? {
    let next = try db.first(
      "SELECT id FROM responder WHERE workspace_id = \(workspace.id) AND id > \(person) ORDER BY id LIMIT 1",
      as: Int64.self)
    guard let next else {
      goOn()
      return nil
    }
    let rest = TimeSpan(from: reached, to: step.limit(limits))
    guard let span = held.time(of: next).free(in: rest).first else {
      leave(next)
      return nil
    }
    return (next, span)
  }
}

/// How much a slice deletes at once.
public enum PurgePace: Sendable {
  /// While others write.
  case busy
  /// While others write, and the purge is taking long: it must not fall behind the incoming data.
  case late
  /// When nothing else is to be written.
  case calm

  /// The most rows of a slice.
  public var rows: Int {
    switch self {
    case .busy: 100
    case .late: 500
    case .calm: 1_000
    }
  }

  /// A slice begins nothing new after this long.
  public var time: Duration {
    switch self {
    case .busy: .milliseconds(5)
    case .late: .milliseconds(10)
    case .calm: .milliseconds(20)
    }
  }
}

extension RetentionStore {
  /// How many writes were requested since the start.
  public var writes: UInt64 { store.writer.jobs }

  /// Begins to purge a workspace's expired data. Records once a day what holds keep, and writes the purges of
  /// past days into the audit. Blocks.
  ///
  /// - Throws: `notFound`; `unavailable` while the clock is in doubt.
  public func beginPurge(of id: Workspace.ID) throws(StoreError) -> PurgePass {
    guard store.clockDoubt == nil else { throw .clockInDoubt }
    let now = clock()
    let (pass, unaudited, held) = try read { db in
      guard let workspace = try Workspaces.find(id, db) else { throw StoreError.notFound("workspace") }
      let pass = PurgePass(of: workspace, now: now)
      let days = try PurgeRecord.unaudited(of: id, before: workspace.localDay(at: now), db)
      return (pass, days, try HeldBack.unrecorded(pass, at: now, db))
    }
    if !unaudited.isEmpty || held != nil {
      try write { transaction in
        for day in unaudited { try day.audit(in: id, transaction) }
        if let held { try transaction.retention.record(held, pass) }
      }
    }
    return pass
  }

  /// Deletes the next slice of a purge as one job of the writer; returns where it ended. Blocks.
  ///
  /// A hold added meanwhile is respected from the next slice on. The caller pauses between slices, so that
  /// uploads are not disturbed.
  ///
  /// - Parameters:
  ///   - rows: the most rows to delete.
  ///   - time: nothing new is begun after this long.
  public func purgeSlice(
    _ pass: PurgePass, rows: Int = PurgePace.calm.rows, time: Duration = PurgePace.calm.time
  ) throws(StoreError) -> PurgePass {
    try write { try $0.retention.purge(pass, rows: rows, time: time) }
  }
}

extension RetentionWrites {
  /// How many rows one statement deletes between two checks of the clock.
  private static let chunk = 50

  fileprivate func purge(_ pass: PurgePass, rows: Int, time: Duration) throws -> PurgePass {
    let start = ContinuousClock.now
    // A purge under way stops while the clock is in doubt.
    guard transaction.clockDoubt == nil else { throw StoreError.clockInDoubt }
    var pass = pass
    pass.held = try HeldRows(of: pass.workspace.id, at: now, db)
    pass.slice = PurgedSlice()
    let before = pass.taken
    var left = rows
    while let step = pass.step, left > 0 {
      left -= try step.run(upTo: min(left, Self.chunk), of: &pass, transaction)
      if ContinuousClock.now - start >= time { break }
    }
    pass.slice.counts = pass.taken.since(before)
    try record(pass.slice, pass)
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
