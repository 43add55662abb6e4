import Foundation
public import Rollcall

/// Where the kit's own tasks run: anywhere by default. An app, or a simulation, may keep them together on an executor of
/// its own.
public protocol TaskStarting: Sendable {
  /// Starts work that nobody's scope holds.
  func start<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Task<Value, Never>
}

/// Tasks wherever the system runs them.
public struct TasksAnywhere: TaskStarting {
  /// The system's way.
  public init() {}

  /// Starts work that nobody's scope holds.
  public func start<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
    Task { await work() }
  }
}

/// Time and chance, as a phone has them: replaced in tests.
public struct DeviceClock: Sendable {
  /// The present by the phone's clock.
  public var now: @Sendable () -> Timestamp
  /// Waits so many milliseconds; throws `CancellationError` when the task is cancelled meanwhile.
  public var sleep: @Sendable (Milliseconds) async throws -> Void
  /// A random number, 0..<1.
  public var random: @Sendable () -> Double
  /// Where the kit's own tasks run.
  public var tasks: any TaskStarting

  /// A clock from its parts.
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
      // Longer than a month is as good as until the task is cancelled.
      try await Task.sleep(for: .milliseconds(min(max(0, milliseconds), 2_678_400_000)))
    },
    random: { Double.random(in: 0..<1) })
}
