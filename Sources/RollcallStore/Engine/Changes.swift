public import Rollcall
import Synchronization

/// Counts committed changes since the start, by the person concerned: while the counts are the same, so is
/// the content of the rows.
public final class Changes: Sendable {
  private struct Counts {
    var common: UInt64 = 0
    var people: [Responder.ID: UInt64] = [:]
  }

  private let counts = Mutex(Counts())

  /// The number of changes that concern more than one person.
  public var common: UInt64 { counts.withLock { $0.common } }

  /// The number of changes that concern only this person.
  public func count(of person: Responder.ID) -> UInt64 { counts.withLock { $0.people[person] ?? 0 } }

  /// Counts a change that has already been made.
  ///
  /// - Parameter isCommon: whether more may have changed than these people's data.
  func record(of people: Set<Responder.ID>, isCommon: Bool = false) {
    counts.withLock { counts in
      if isCommon { counts.common += 1 }
      for person in people { counts.people[person, default: 0] += 1 }
    }
  }
}
