import Synchronization

/// Counts changes, so that results found before the latest one can be discarded.
public final class ChangeCount: Sendable {
  private let count = Atomic<UInt64>(0)

  /// How many changes there were.
  public var now: UInt64 { count.load(ordering: .acquiring) }

  /// Counts a change that has already been made.
  func changed() { count.add(1, ordering: .releasing) }
}
