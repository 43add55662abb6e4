import Synchronization

/// Counts changes, so that what was found before the latest of them is not believed after it.
public final class ChangeCount: Sendable {
  private let count = Atomic<UInt64>(0)

  /// How many changes there were.
  public var now: UInt64 { count.load(ordering: .acquiring) }

  /// One more; what it counts has been changed before.
  func changed() { count.add(1, ordering: .releasing) }
}
