public import DeviceKit
import Foundation
public import Rollcall
import Synchronization

/// A clock that advances only when all tasks wait for it: then it jumps to the next wake time.
///
/// All tasks started through it run on one thread in turn. So it knows when no task has anything to do, and
/// equal phones with equal random choices behave equally. Work on other threads, such as a server's, is
/// awaited when it goes through ``outside(_:)``; its callers continue in the order in which it was begun,
/// however fast the threads were.
public final class VirtualTime: TaskExecutor, TaskStarting {
  private struct State {
    var now: Timestamp
    var ready: [UnownedJob] = []
    var isDone = false
    var outside = 0
    var lastOutside: UInt64 = 0
    /// Tasks whose outside work is done: they continue together, in the order in which they left.
    var back: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var sleepers: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    var queue = SleepQueue()
    var lastID: UInt64 = 0
    /// Tasks that were cancelled before they fell asleep.
    var cancelled: Set<UInt64> = []
  }

  private let state: Mutex<State>
  private let bell = NSCondition()
  private let step: Milliseconds
  private let moved: @Sendable (Timestamp) -> Void

  /// Creates a clock that stands at `start`.
  ///
  /// - Parameters:
  ///   - step: Sleepers wake at whole multiples of it, milliseconds, so that many wake together and a server
  ///     commits together what they send.
  ///   - moved: Called with each new time, before any task wakes.
  public init(
    _ start: Timestamp, step: Milliseconds = 1, moved: @escaping @Sendable (Timestamp) -> Void = { _ in }
  ) {
    state = Mutex(State(now: start))
    self.step = max(1, step)
    self.moved = moved
  }

  /// The present.
  public var now: Timestamp { state.withLock { $0.now } }

  /// The clock as a phone reads it.
  ///
  /// - Parameter random: Its random source, 0..<1.
  public func clock(random: @escaping @Sendable () -> Double) -> DeviceClock {
    DeviceClock(
      now: { self.now }, sleep: { try await self.sleep($0) }, random: random, tasks: self)
  }

  /// Starts work on the clock's thread.
  public func start<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
    Task(executorPreference: self) { await work() }
  }

  /// Work of other threads: no time passes until it is done, and no task continues before all tasks that wait
  /// for such work do.
  public func outside<Value>(_ work: () async throws -> Value) async rethrows -> Value {
    let place = state.withLock { state in
      state.outside += 1
      state.lastOutside += 1
      return state.lastOutside
    }
    do {
      let value = try await work()
      await comeBack(place)
      return value
    } catch {
      await comeBack(place)
      throw error
    }
  }

  private func comeBack(_ place: UInt64) async {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.outside -= 1
        state.back[place] = continuation
      }
    }
  }

  /// Runs `body` and everything that it starts until it is done, all tasks wait for ever, or the time is
  /// over. Then it is cancelled and awaited.
  ///
  /// - Parameter end: When the time is over; called before each move.
  public func run(
    until end: @escaping @Sendable () -> Timestamp, _ body: @escaping @Sendable () async -> Void
  )
    async
  {
    await withCheckedContinuation { done in
      let thread = Thread {
        self.loop(until: end, body)
        done.resume()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  // MARK: The executor

  /// Accepts a job of a task.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    bell.lock()
    state.withLock { $0.ready.append(job) }
    bell.signal()
    bell.unlock()
  }

  private func loop(until end: () -> Timestamp, _ body: @escaping @Sendable () async -> Void) {
    let root = start {
      await body()
      self.state.withLock { $0.isDone = true }
    }
    while true {
      runReady()
      let (isDone, isBusy) = state.withLock { ($0.isDone, !$0.ready.isEmpty || $0.outside > 0) }
      if isBusy {
        rest()
      } else if letIn() {
        continue
      } else if isDone {
        guard wakeEverybody() else { return }
      } else if root.isCancelled || !move(notBeyond: end()) {
        root.cancel()
        rest()
      }
    }
  }

  /// Resumes the tasks whose outside work is done.
  ///
  /// - Returns: Whether there were any.
  private func letIn() -> Bool {
    let back = state.withLock { state in
      defer { state.back = [:] }
      return state.back.sorted { $0.key < $1.key }
    }
    for (_, continuation) in back { continuation.resume() }
    return !back.isEmpty
  }

  private func runReady() {
    while true {
      let jobs = state.withLock { state in
        defer { state.ready.removeAll(keepingCapacity: true) }
        return state.ready
      }
      guard !jobs.isEmpty else { return }
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  /// Waits until there is something to do. Not for ever, because a task about to signal cannot be seen.
  private func rest() {
    bell.lock()
    if state.withLock({ $0.ready.isEmpty }) { _ = bell.wait(until: Date(timeIntervalSinceNow: 0.05)) }
    bell.unlock()
  }

  // MARK: Sleep

  /// Moves to the next wake time.
  ///
  /// - Returns: Whether any task wakes before the time is over.
  private func move(notBeyond end: Timestamp) -> Bool {
    guard let next = nextWake else { return false }
    guard next <= end else {
      go(to: end)
      return false
    }
    go(to: next)
    let woken = state.withLock { state in
      var woken: [CheckedContinuation<Void, any Error>] = []
      while let first = state.queue.first, first.wake <= next {
        state.queue.removeFirst()
        if let sleeper = state.sleepers.removeValue(forKey: first.id) { woken.append(sleeper) }
      }
      return woken
    }
    for sleeper in woken { sleeper.resume() }
    return true
  }

  private func go(to instant: Timestamp) {
    let hasMoved = state.withLock { state in
      defer { state.now = max(state.now, instant) }
      return instant > state.now
    }
    if hasMoved { moved(instant) }
  }

  /// Wakes all remaining sleepers at the end.
  ///
  /// - Returns: Whether there were any.
  private func wakeEverybody() -> Bool {
    let left = state.withLock { state in
      defer { state.sleepers = [:] }
      return state.sleepers.sorted { $0.key < $1.key }
    }
    for (_, sleeper) in left { sleeper.resume(throwing: CancellationError()) }
    return !left.isEmpty
  }

  /// The next wake time, on a whole step.
  private var nextWake: Timestamp? {
    state.withLock { state in
      while let first = state.queue.first, state.sleepers[first.id] == nil { state.queue.removeFirst() }
      return state.queue.first.map { first in
        let over = ((first.wake.milliseconds % step) + step) % step
        return over == 0 ? first.wake : first.wake.advanced(by: step - over)
      }
    }
  }

  /// Waits.
  private func sleep(_ length: Milliseconds) async throws {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { lie(down: $0, id, for: length) }
    } onCancel: {
      wake(id)
    }
  }

  private func lie(down sleeper: CheckedContinuation<Void, any Error>, _ id: UInt64, for length: Milliseconds)
  {
    let isCancelled = state.withLock { state in
      if state.cancelled.remove(id) != nil { return true }
      state.sleepers[id] = sleeper
      // A sleep longer than a year is treated as endless.
      if length < 366 * 86_400_000 {
        state.queue.insert(state.now.advanced(by: max(1, length)), id)
        if state.queue.count > 2 * state.sleepers.count + 1_000 {
          let sleepers = state.sleepers
          state.queue.tidy { sleepers[$0] == nil }
        }
      }
      return false
    }
    if isCancelled { sleeper.resume(throwing: CancellationError()) }
  }

  private func wake(_ id: UInt64) {
    let sleeper = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: id)
      if sleeper == nil { state.cancelled.insert(id) }
      return sleeper
    }
    sleeper?.resume(throwing: CancellationError())
  }
}
