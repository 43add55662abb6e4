public import Rollcall
import SQL

/// Rows of `rejection`: how much of a phone's uploads was refused or rejected, by day (UTC) and reason.
enum Rejections {
  static func day(of instant: Timestamp) -> Int64 { instant.milliseconds / 86_400_000 }
}

extension TrackingWrites {
  /// Counts refusals by reason; a reason that is too long is cut.
  func count(_ rejections: [String: Int], of session: PhoneSession) throws {
    for (reason, number) in rejections where number > 0 && !reason.isEmpty {
      let cut = String(String.UnicodeScalarView(reason.unicodeScalars.prefix(120)))
      try db.run(
        """
        INSERT INTO rejection (workspace_id, responder_id, day, reason, count, last_at)
        VALUES (\(session.workspace), \(session.responder), \(Rejections.day(of: now)), \(cut), \(number), \(now))
        ON CONFLICT (workspace_id, responder_id, day, reason) DO UPDATE
        SET count = rejection.count + excluded.count, last_at = excluded.last_at
        """)
    }
  }
}

extension TrackingStore {
  /// Records that a phone was heard, and why its request was refused: `field: rule` and how often.
  public func recordRefusal(_ session: PhoneSession, _ rejections: [String: Int]) {
    write(tellsChanges: true) { transaction in
      try transaction.tracking.count(rejections, of: session)
      try transaction.liveness.contact(session)
    } done: { _ in
    }
  }

  /// Records a request of a phone whose session has ended: not a contact, but evidence for its silence.
  public func recordDenial(_ session: PhoneSession, code: String) {
    recordDenial(ResponderKey(session.responder, in: session.workspace), code: code)
  }

  /// The same for an app whose secret was revoked.
  public func recordDenial(_ device: AdapterDevice, code: String) {
    recordDenial(ResponderKey(device.responder, in: device.workspace), code: code)
  }

  private func recordDenial(_ person: ResponderKey, code: String) {
    write(tellsChanges: true) { transaction in
      let now = transaction.now
      let isNoted = try transaction.db.exists(
        "SELECT 1 FROM denial WHERE \(person.rows) AND at > \(now.advanced(by: -60_000))")
      guard !isNoted else { return }
      try transaction.db.run(
        """
        INSERT INTO denial (workspace_id, id, responder_id, at, code)
        VALUES (\(person.workspace), \(try transaction.next(.denial, as: Int64.self)), \(person.id), \(now), \(code))
        """)
      transaction.noteChange(of: person.id)
    } done: { _ in
    }
  }
}
