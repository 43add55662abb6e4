import Foundation
public import Rollcall

/// Where the kit runs its own tasks: anywhere by default. An app, or a simulation, may use an executor of its
/// own.
public protocol TaskStarting: Sendable {
  /// Starts an unstructured task.
  func start<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Task<Value, Never>
}

/// Tasks wherever the system runs them.
public struct TasksAnywhere: TaskStarting {
  /// The system's way.
  public init() {}

  /// Starts an unstructured task.
  public func start<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
    Task { await work() }
  }
}

/// Time and randomness as a phone has them. Replaced in tests.
public struct DeviceClock: Sendable {
  /// The present by the phone's clock.
  public var now: @Sendable () -> Timestamp
  /// Sleeps this many milliseconds; throws `CancellationError` when the task is cancelled meanwhile.
  public var sleep: @Sendable (Milliseconds) async throws -> Void
  /// A random number, 0..<1.
  public var random: @Sendable () -> Double
  /// Where the kit's own tasks run.
  public var tasks: any TaskStarting

  /// Creates a clock.
  public init(
    now: @escaping @Sendable () -> Timestamp, sleep: @escaping @Sendable (Milliseconds) async throws -> Void,
    random: @escaping @Sendable () -> Double, tasks: any TaskStarting = TasksAnywhere()
  ) {
    self.now = now
    self.sleep = sleep
    self.random = random
    self.tasks = tasks
  }

  /// The system's.
  public static let system = DeviceClock(
    now: {
      let seconds = Date().timeIntervalSince1970
      return Timestamp(milliseconds: Milliseconds(exactly: (seconds * 1_000).rounded(.down)) ?? 0)
    },
    sleep: { milliseconds in
      // A month is as good as for ever.
      try await Task.sleep(for: .milliseconds(min(max(0, milliseconds), 2_678_400_000)))
    },
    random: { Double.random(in: 0..<1) })
}
