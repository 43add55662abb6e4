public import Rollcall
import SQL
import Synchronization

/// The addresses from which phones were last heard. In memory, because that is often. A changed address is
/// written at most once a minute for each session.
final class PhoneAddresses: Sendable {
  private struct Heard {
    var address: String
    var written: String
    var writtenAt: Timestamp
  }

  private let heard = Mutex<[PhoneSession.ID: Heard]>([:])
  private static let pause: Milliseconds = 60_000
  private static let limit = 20_000

  /// The last address of a session; `nil` = not heard since the start.
  func last(_ session: PhoneSession.ID) -> String? { heard.withLock { $0[session]?.address } }

  /// Removes sessions that no longer exist: their numbers may be reused.
  func forget(_ sessions: [PhoneSession.ID]) {
    heard.withLock { all in for session in sessions { all[session] = nil } }
  }

  /// Records the address of a session. Returns whether it has changed, and whether to write it.
  func record(
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
      // A session removed here is merely written once more.
      if all.count >= Self.limit { all.removeAll() }
      all[session] = Heard(address: address, written: address, writtenAt: now)
      return (true, true)
    }
  }
}

extension PhoneStore {
  /// Records the address from which a phone is heard, 1 to 100 bytes. Returns at once.
  public func recordAddress(_ address: String, of session: PhoneSession) {
    guard (1...100).contains(address.utf8.count) else { return }
    let (isNew, isDue) = store.addresses.record(address, of: session.id, at: clock())
    // Pages read it from memory, before it is written.
    if isNew { store.changes.record(of: [session.responder]) }
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
