public import Rollcall
import Synchronization

/// Counts what commits have changed since the start, by whom it concerns: while the counts are the same, so is all that
/// the rows tell.
public final class Changes: Sendable {
  private struct Counts {
    var common: UInt64 = 0
    var people: [Responder.ID: UInt64] = [:]
  }

  private let counts = Mutex(Counts())

  /// How often something changed that is not one person's alone.
  public var common: UInt64 { counts.withLock { $0.common } }

  /// How often something of one person alone changed.
  public func count(of person: Responder.ID) -> UInt64 { counts.withLock { $0.people[person] ?? 0 } }

  /// Counts a change that has already been made.
  ///
  /// - Parameter isCommon: whether more may have changed than these people's data.
  func note(of people: Set<Responder.ID>, isCommon: Bool = false) {
    counts.withLock { counts in
      if isCommon { counts.common += 1 }
      for person in people { counts.people[person, default: 0] += 1 }
    }
  }
}
