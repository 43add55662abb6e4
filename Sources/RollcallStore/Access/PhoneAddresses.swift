public import Rollcall
import SQL
import Synchronization

/// From where phones were heard last. In memory, because they are heard often; an address is written when it is
/// another one, at most once a minute for each session.
final class PhoneAddresses: Sendable {
  private struct Heard {
    var address: String
    var written: String
    var writtenAt: Timestamp
  }

  private let heard = Mutex<[PhoneSession.ID: Heard]>([:])
  private static let pause: Milliseconds = 60_000
  private static let limit = 20_000

  /// From where a session was heard last; `nil` = not since our start.
  func last(_ session: PhoneSession.ID) -> String? { heard.withLock { $0[session]?.address } }

  /// Forgets sessions that are no more: their numbers may be given to others.
  func forget(_ sessions: [PhoneSession.ID]) {
    heard.withLock { all in for session in sessions { all[session] = nil } }
  }

  /// Notes from where a session is heard; returns whether it was heard from elsewhere before, and whether that is to be
  /// written.
  func note(
    _ address: String, of session: PhoneSession.ID, at now: Timestamp
  ) -> (isNew: Bool, isDue: Bool) {
    heard.withLock { all in
      if var known = all[session] {
        let isNew = !known.address.utf8.elementsEqual(address.utf8)
        known.address = address
        let isDue =
          !known.written.utf8.elementsEqual(address.utf8) && abs(now.since(known.writtenAt)) >= Self.pause
        if isDue { (known.written, known.writtenAt) = (address, now) }
        all[session] = known
        return (isNew, isDue)
      }
      // Whoever is forgotten is written once more.
      if all.count >= Self.limit { all.removeAll() }
      all[session] = Heard(address: address, written: address, writtenAt: now)
      return (true, true)
    }
  }
}

extension PhoneStore {
  /// Notes from which address a phone is heard, 1 to 100 bytes; returns at once.
  public func noteAddress(_ address: String, of session: PhoneSession) {
    guard (1...100).contains(address.utf8.count) else { return }
    let (isNew, isDue) = store.addresses.note(address, of: session.id, at: clock())
    // It is told from memory, before it is written.
    if isNew { store.changes.note(of: [session.responder]) }
    guard isDue else { return }
    write(tellsChanges: true) { transaction in
      try transaction.db.run(
        """
        UPDATE phone_session SET address = \(address)
        WHERE workspace_id = \(session.workspace) AND id = \(session.id) AND address IS DISTINCT FROM \(address)
        """)
    } done: { _ in
    }
  }
}
