import Synchronization

/// What a connection is waiting for and until when, in one word: its event loop writes it, the reaper reads
/// it.
final class Deadline: Sendable {
  /// What the reaper does when the instant has passed.
  enum Phase: UInt64 {
    /// In the middle of a transfer: cut it off.
    case busy = 0
    /// Between requests, or without a complete head: cut it off, even earlier when connections run short.
    case idle = 1
    /// Suspended: settle what it waits for.
    case suspended = 2
  }

  private let word: Atomic<UInt64>

  init(_ phase: Phase, until instant: UInt64) {
    word = Atomic(Self.pack(phase, instant))
  }

  func set(_ phase: Phase, until instant: UInt64) {
    word.store(Self.pack(phase, instant), ordering: .relaxed)
  }

  func read() -> (phase: Phase, until: UInt64) {
    let value = word.load(ordering: .relaxed)
    return (Phase(rawValue: value & 3) ?? .busy, value >> 2)
  }

  private static func pack(_ phase: Phase, _ instant: UInt64) -> UInt64 {
    min(instant, Monotonic.ceiling) << 2 | phase.rawValue
  }
}
