public import Rollcall
import SQL
import Synchronization

/// The causes of silences in progress. They are remembered, because each open board asks for them every few
/// seconds and a cause takes several queries.
final class OpenCauses: Sendable {
  private struct Judgement {
    let version: UInt64
    let from: Timestamp
    let at: Timestamp
    let cause: Cause
  }

  private let judged = Mutex<[Responder.ID: Judgement]>([:])

  /// A judgement is made anew after this time even when the person's row has not changed: a refused login and
  /// a session that runs out are evidence, too.
  private static let renewal: Milliseconds = 60_000

  /// The cause found before, if it still holds.
  fileprivate func known(_ entry: BoardEntry, _ quiet: Quiet, at now: Timestamp) -> Cause? {
    judged.withLock { all in
      guard let found = all[entry.id], found.version == entry.version.magnitude, found.from == quiet.from,
        now.since(found.at) < Self.renewal
      else { return nil }
      return found.cause
    }
  }

  fileprivate func remember(_ cause: Cause, _ entry: BoardEntry, _ quiet: Quiet, at now: Timestamp) {
    let judgement = Judgement(version: entry.version.magnitude, from: quiet.from, at: now, cause: cause)
    judged.withLock { $0[entry.id] = judgement }
  }
}

extension LivenessStore {
  /// Why people are silent at `now`, as far as known; who is not silent is missing. Blocks.
  ///
  /// - Parameter entries: rows of the live board.
  public func openCauses(
    of entries: [BoardEntry], at now: Timestamp
  ) throws(StoreError) -> [Responder.ID: Cause] {
    var found: [Responder.ID: Cause] = [:]
    var unknown: [(entry: BoardEntry, quiet: Quiet)] = []
    for entry in entries {
      guard let quiet = entry.openQuiet(at: now) else { continue }
      found[entry.id] = store.openCauses.known(entry, quiet, at: now)
      if found[entry.id] == nil { unknown.append((entry, quiet)) }
    }
    guard !unknown.isEmpty else { return found }
    let causes = try read { db in
      try unknown.map { entry, quiet in
        let person = ResponderKey(entry.id, in: entry.person.workspace)
        let facts = try SilenceEvidence.facts(of: quiet, person, now, db)
        return Silence(judging: quiet, by: facts, at: now).cause
      }
    }
    for ((entry, quiet), cause) in zip(unknown, causes) {
      store.openCauses.remember(cause, entry, quiet, at: now)
      found[entry.id] = cause
    }
    return found
  }
}
