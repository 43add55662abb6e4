import DequeModule
import Foundation
import Rollcall
import SQL

/// The one thread that owns every write and every checkpoint.
///
/// It takes all jobs that were queued while the last commit ran, carries them out in one transaction, commits
/// (FULL: on disk), and only then reports to each member. There is no artificial delay: the group forms while
/// the previous commit syncs. Each member has a savepoint, so that its failure harms no other. A savepoint
/// copies every page that its member touches, so a group of uploads is tried without savepoints first.
final class Writer: @unchecked Sendable {
  // `condition` guards `waiting`, `scrubs`, `bytes`, `state`, `inHand` and `refused`; the rest belongs to the
  // writer's thread.

  /// A member of a group.
  struct Job {
    /// Rows it will write, for the size of a group.
    let rows: Int
    /// Bytes it holds in memory while it waits.
    let bytes: Int
    /// Whether it reports its changes, by the states it saves and by ``WriteTransaction/noteChange(of:)``. If
    /// not, anything may have changed.
    let tellsChanges: Bool
    /// Whether it only writes, so that it can be repeated after a rollback of its whole group.
    let isRepeatable: Bool
    /// The origin of the request.
    let origin = AuditOrigin.current
    /// The time of the request.
    let since = ContinuousClock.now
    /// Carries it out inside its savepoint.
    let run: (WriteTransaction) throws -> Void
    /// Called once the outcome is certain: `nil` = on disk.
    let finish: (StoreError?) -> Void
  }

  enum State { case running, draining, failed }

  private let pool: DatabasePool
  private let clock: @Sendable () -> Timestamp
  private let fatal: @Sendable (String) -> Void
  private let sign: @Sendable (WriterSign) -> Void
  private let board: BoardDirectory
  private let changes: Changes
  private let longestGap: Milliseconds
  private let memory: WriterMemory
  private let checkpoints: Checkpoints
  /// Held until the thread has ended, so that no second process writes before.
  private let lock: FileLock
  private let condition = NSCondition()
  private let ended = DispatchSemaphore(value: 0)
  private var waiting = Deque<Job>()
  /// Callers waiting for a scrub, and whether the whole file is to be rewritten.
  private var scrubs: [(isWhole: Bool, finish: (StoreError?) -> Void)] = []
  private var bytes = 0
  private var state = State.running
  /// When the oldest job of the current group was queued; `nil` = there is no group.
  private var inHand: ContinuousClock.Instant?
  private var asked: UInt64 = 0
  /// How many jobs were refused since the start because too many waited.
  private var refused = 0

  static let maximumWaiting = 2_000
  static let maximumBytes = 16 << 20
  static let groupJobs = 512
  static let groupRows = 2_000
  static let groupTime = Duration.milliseconds(20)

  init(
    pool: DatabasePool, lock: FileLock, board: BoardDirectory, changes: Changes, outboxes: Outboxes,
    options: Store.Options, clock: @escaping @Sendable () -> Timestamp,
    judged: JudgedClock?
  ) throws {
    self.pool = pool
    self.lock = lock
    self.board = board
    self.changes = changes
    memory = WriterMemory(boards: board)
    self.clock = clock
    memory.clock = judged
    fatal = options.fatal
    sign = options.onSign
    longestGap = options.longestGap
    memory.outboxes = outboxes
    checkpoints = try Checkpoints(pool)
    try FirstTransaction(memory: memory, now: clock()).run(on: pool)
    board.publish(memory.everybody, counting: memory.transitions, committedAt: memory.aliveMark)
    memory.forgetWritten()
    board.observing(since: memory.aliveMark ?? clock())
    let thread = Thread { [self] in work() }
    thread.name = "writer"
    thread.start()
  }

  /// Counts changes that may affect permissions.
  var rights: ChangeCount { memory.rights }

  /// Raised when an incident is due.
  var dispatchSignal: Signal { memory.dispatchSignal }

  /// Whether new work would be accepted now.
  var hasRoom: Bool {
    condition.withLock {
      state == .running && waiting.count < Self.maximumWaiting && bytes < Self.maximumBytes
    }
  }

  /// How many jobs were queued since the start.
  var jobs: UInt64 { condition.withLock { asked } }

  /// How long the oldest pending job has waited, milliseconds, and how many were refused.
  var lag: (oldest: Milliseconds, refused: Int) {
    condition.withLock {
      let first = [inHand, waiting.first?.since].compactMap(\.self).min()
      let wait = first.map { ContinuousClock.now - $0 } ?? .zero
      return (wait.components.seconds * 1_000 + wait.components.attoseconds / 1_000_000_000_000_000, refused)
    }
  }

  /// Queues a job; `false` without a change when the writer is behind, stopping or broken.
  func submit(_ job: Job) -> Bool {
    condition.withLock {
      guard state == .running, waiting.count < Self.maximumWaiting, bytes < Self.maximumBytes else {
        refused += 1
        return false
      }
      waiting.append(job)
      bytes += job.bytes
      asked &+= 1
      condition.signal()
      return true
    }
  }

  /// Scrubs deleted rows between two groups: from the log, and if `isWhole` from the file. `false` when the
  /// writer is stopping or broken.
  func scrub(isWhole: Bool, finish: @escaping (StoreError?) -> Void) -> Bool {
    condition.withLock {
      guard state == .running else { return false }
      scrubs.append((isWhole, finish))
      condition.signal()
      return true
    }
  }

  /// Accepts no more work; the queue is carried out, then the thread ends. Does not wait for it.
  func drain() {
    condition.withLock {
      if state == .running { state = .draining }
      condition.signal()
    }
  }

  /// Carries out the queue, checkpoints and ends the thread.
  func stop() {
    drain()
    ended.wait()
    ended.signal()
  }

  private func work() {
    while let group = nextGroup() {
      do {
        if group.isEmpty {
          try checkpoints.idle()
        } else {
          try commit(group)
          try checkpoints.committed()
        }
        try runScrubs()
      } catch {
        fail(error)
      }
    }
    for scrub in takeScrubs() { scrub.finish(.unavailable("the writer has stopped")) }
    // A connection with statements on it cannot be closed.
    pool.writeWithoutTransaction { _ in (memory.uploadStatements, memory.trackStatements) = (nil, nil) }
    // After a failed sync nothing more is written: the restart decides by the content of the disk.
    checkpoints.close(emptyingLog: condition.withLock { state != .failed })
    ended.signal()
  }

  private func takeScrubs() -> [(isWhole: Bool, finish: (StoreError?) -> Void)] {
    condition.withLock {
      defer { scrubs.removeAll() }
      return scrubs
    }
  }

  /// Carries out the queued scrubs. A failure is reported, and ends the writer only when the file is broken.
  private func runScrubs() throws {
    for scrub in takeScrubs() {
      do {
        try carryOut(scrubOfAll: scrub.isWhole)
        scrub.finish(nil)
      } catch {
        scrub.finish(StoreError(error))
        if (error as? DatabaseError)?.isFatal == true { throw error }
      }
    }
  }

  /// Scrubs the log, or the whole file. A whole scrub is announced before and after: it may take long.
  private func carryOut(scrubOfAll isWhole: Bool) throws {
    guard isWhole else { return try checkpoints.scrub(isWhole: false) }
    sign(.rewrites(bytes: DatabaseFile.length(of: pool.path)))
    defer { sign(.rewrote) }
    try checkpoints.scrub(isWhole: true)
  }

  /// The next group; empty after a second without work; `nil` when the writer is to end.
  private func nextGroup() -> [Job]? {
    condition.withLock {
      inHand = nil
      if waiting.isEmpty, scrubs.isEmpty, state == .running {
        _ = condition.wait(until: Date(timeIntervalSinceNow: 1))
      }
      guard state != .failed else { return nil }
      if waiting.isEmpty { return state == .running ? [] : nil }
      var group: [Job] = []
      var rows = 0
      while let job = waiting.first, group.count < Self.groupJobs, rows < Self.groupRows {
        waiting.removeFirst()
        bytes -= job.bytes
        rows += job.rows
        group.append(job)
      }
      inHand = group.first?.since
      return group
    }
  }

  /// Carries out one group. Each member gets exactly one report, after the commit or its failure.
  private func commit(_ group: [Job]) throws {
    var outcomes: [StoreError?] = []
    var fatalError: (any Error)?
    do {
      try pool.writeWithoutTransaction { db in outcomes = try run(group, on: db) }
      sign(.answered)
    } catch {
      let reason = error as? DatabaseError
      if reason?.isFatal == true {
        fatalError = error
      } else if reason?.isOfTheDiskAlone == true {
        sign(.answered)
      }
      memory.forget()
      outcomes = group.map { _ in StoreError(error) }
    }
    tellOthers()
    if outcomes.count < group.count { putBack(group[outcomes.count...]) }
    for (job, outcome) in zip(group, outcomes) { job.finish(outcome) }
    if let fatalError { throw fatalError }
  }

  /// Updates the readers' copies to the state on disk.
  private func tellOthers() {
    let changed = memory.takeChanges()
    board.publish(memory.takeSaved(), counting: memory.transitions, committedAt: memory.aliveMark)
    memory.transitions.removeAll(keepingCapacity: true)
    let actions = memory.afterCommit
    memory.afterCommit.removeAll(keepingCapacity: true)
    for action in actions { action() }
    // Last: a reader that sees the new count must see the counted changes, too.
    changes.record(of: changed.people, isCommon: changed.isCommon)
  }

  /// The clock reading for a transaction. If the last alive mark is too old, or in the future, this server
  /// was away, and that is written first.
  private func begin(on db: Database) throws -> WriteTransaction {
    let reading = clock()
    guard let mark = memory.aliveMark else { return WriteTransaction(db: db, now: reading, memory: memory) }
    let isSetBack = AliveMark.isSetBack(mark, to: reading)
    let transaction = WriteTransaction(db: db, now: isSetBack ? reading : max(reading, mark), memory: memory)
    if isSetBack {
      transaction.emit(.clockSetBack(from: mark))
    } else if reading.since(mark) > longestGap {
      transaction.emit(.serverWasAway(TimeSpan(from: mark, to: reading)))
    } else {
      return transaction
    }
    try transaction.finish()
    transaction.noteCommonChange()
    memory.afterCommit.append { [board, now = transaction.now] in board.observing(since: now) }
    return transaction
  }

  /// The outcome of each member carried out; members that did not fit into the time are missing.
  private func run(_ group: [Job], on db: Database) throws -> [StoreError?] {
    if group.allSatisfy(\.isRepeatable) {
      memory.groupBegins()
      do {
        return try run(group, on: db) { job, transaction in
          try carryOut(job, in: transaction)
          return nil
        }
      } catch  where !isOfTheDisk(error) {
        // It does not matter which member failed: all are repeated, each in its savepoint.
        memory.groupFailed()
      }
    }
    return try run(group, on: db, each: attempt)
  }

  /// Carries the members out in one transaction, each by a function that reports its own failure or ends the
  /// transaction.
  private func run(
    _ group: [Job], on db: Database, each carryOut: (Job, WriteTransaction) throws -> StoreError?
  ) throws -> [StoreError?] {
    let start = ContinuousClock.now
    let mark = memory.aliveMark
    var outcomes: [StoreError?] = []
    try db.beginTransaction()
    do {
      let transaction = try begin(on: db)
      try transaction.moveAliveMark()
      for job in group {
        outcomes.append(try carryOut(job, transaction))
        if ContinuousClock.now - start > Self.groupTime { break }
      }
      try db.commit()
    } catch {
      if db.isInsideTransaction { try? db.rollback() }
      memory.aliveMark = mark
      throw error
    }
    return outcomes
  }

  /// Runs one member in its savepoint. Its own refusal harms only itself; an error that ended the whole
  /// transaction is thrown.
  private func attempt(_ job: Job, in transaction: WriteTransaction) throws -> StoreError? {
    let actions = memory.afterCommit.count
    memory.memberBegins()
    try transaction.db.execute(sql: "SAVEPOINT member")
    do {
      try carryOut(job, in: transaction)
      try transaction.db.execute(sql: "RELEASE member")
      return nil
    } catch {
      memory.afterCommit.removeLast(memory.afterCommit.count - actions)
      guard transaction.db.isInsideTransaction, !isOfTheDisk(error) else { throw error }
      memory.memberFailed()
      try transaction.db.execute(sql: "ROLLBACK TO member")
      try transaction.db.execute(sql: "RELEASE member")
      return StoreError(error)
    }
  }

  private func carryOut(_ job: Job, in transaction: WriteTransaction) throws {
    var transaction = transaction
    transaction.origin = job.origin
    let changes = transaction.db.changes
    try job.run(transaction)
    try transaction.finish()
    if !job.tellsChanges, transaction.db.changes != changes { transaction.noteCommonChange() }
  }

  private func isOfTheDisk(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return [
      .full, .ioError, .noMemory, .corrupt, .notADatabase, .readOnly,
      .cannotOpen,
    ].contains(error.resultCode)
  }

  private func putBack(_ rest: ArraySlice<Job>) {
    condition.withLock {
      waiting.prepend(contentsOf: rest)
      bytes += rest.reduce(0) { $0 + $1.bytes }
    }
  }

  /// Ends the writer for good: no more work is accepted, waiting work is refused, the owner is informed.
  private func fail(_ error: any Error) {
    let refused = condition.withLock {
      state = .failed
      defer { waiting.removeAll() }
      return waiting
    }
    let reason = StoreError(error)
    for job in refused { job.finish(reason) }
    fatal("the database cannot be trusted any more: \(reason)")
  }
}
