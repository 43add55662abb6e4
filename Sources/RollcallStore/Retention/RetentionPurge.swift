public import Rollcall
import SQL

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
  /// What lies before is done, of the next person or of the incidents.
  var reached = Timestamp.distantPast
  /// What is passed over in the slice at hand.
  var held = HeldRows()
  /// What the slice at hand took, for the record.
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

  /// Goes on behind somebody who is done.
  private mutating func leave(_ person: Int64) { (self.person, reached) = (person, .distantPast) }

  /// Goes on in the time of the person at hand that is not held, or from person to person; `nil` = it went further, and
  /// there was nothing. What is held is not looked at: it would be again in every pass.
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

/// How much a slice takes at once.
public enum PurgePace: Sendable {
  /// While others write.
  case busy
  /// While others write, and the purge has lasted long already: it must not fall behind what comes in.
  case late
  /// When nothing else is to be written.
  case calm

  /// It takes no more rows than this.
  public var rows: Int {
    switch self {
    case .busy: 100
    case .late: 500
    case .calm: 1_000
    }
  }

  /// It begins nothing new after so long.
  public var time: Duration {
    switch self {
    case .busy: .milliseconds(5)
    case .late: .milliseconds(10)
    case .calm: .milliseconds(20)
    }
  }
}

extension RetentionStore {
  /// How many writes were asked for since the start.
  public var writes: UInt64 { store.writer.jobs }

  /// Begins to purge what has expired of a workspace; records once a day what is passed over, and puts the purges of
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
      return (pass, days, try PassedOver.unrecorded(pass, at: now, db))
    }
    if !unaudited.isEmpty || held != nil {
      try write { transaction in
        for day in unaudited { try day.audit(in: id, transaction) }
        if let held { try transaction.retention.record(held, pass) }
      }
    }
    return pass
  }

  /// Takes the next slice of a purge as one job of the writer; returns where it ended. Blocks.
  ///
  /// What is put on hold while it runs is passed over from the next slice on. The caller rests between slices, so that
  /// uploads are not disturbed.
  ///
  /// - Parameters:
  ///   - rows: no more than so many.
  ///   - time: nothing new is begun after it.
  public func purgeSlice(
    _ pass: PurgePass, rows: Int = PurgePace.calm.rows, time: Duration = PurgePace.calm.time
  ) throws(StoreError) -> PurgePass {
    try write { try $0.retention.purge(pass, rows: rows, time: time) }
  }
}

extension RetentionWrites {
  /// How many rows are deleted by one statement, between two looks at the clock.
  private static let chunk = 50

  fileprivate func purge(_ pass: PurgePass, rows: Int, time: Duration) throws -> PurgePass {
    let start = ContinuousClock.now
    // A purge that was begun does not go on by a clock that is in doubt.
    guard transaction.clockDoubt == nil else { throw StoreError.clockInDoubt }
    var pass = pass
    pass.held = try HeldRows(of: pass.workspace.id, at: now, db)
    pass.slice = PurgedSlice()
    let before = pass.taken
    var left = rows
    while let step = pass.step, left > 0 {
      left -= try step.take(upTo: min(left, Self.chunk), of: &pass, transaction)
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
