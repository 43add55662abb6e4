import Foundation
public import Rollcall

/// Time and chance, as a phone has them: replaced in tests.
public struct DeviceClock: Sendable {
  /// The present by the phone's clock.
  public var now: @Sendable () -> Timestamp
  /// Waits so many milliseconds; throws `CancellationError` when the task is cancelled meanwhile.
  public var sleep: @Sendable (Milliseconds) async throws -> Void
  /// A random number, 0..<1.
  public var random: @Sendable () -> Double

  /// A clock from its parts.
  public init(
    now: @escaping @Sendable () -> Timestamp, sleep: @escaping @Sendable (Milliseconds) async throws -> Void,
    random: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.sleep = sleep
    self.random = random
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
