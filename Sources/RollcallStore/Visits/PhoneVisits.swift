public import Rollcall
import SQL

/// The answer to a check-in or check-out.
public struct VisitAnswer: Equatable, Sendable {
  /// The verdict.
  public var verdict: VisitVerdict
  /// The result of the ping, and the responder's open offers.
  public var taken: UploadResult
}

extension VisitStore {
  /// How long before and after now a visit may be planned to be sent to the phone, milliseconds.
  static let phoneVisits: (before: Milliseconds, after: Milliseconds) = (86_400_000, 172_800_000)

  /// The visits of a phone's responder, from yesterday's to the day after tomorrow's. Counts as a contact.
  public func all(
    of session: PhoneSession, done: @escaping @Sendable (Result<[Visit], StoreError>) -> Void
  ) {
    write(tellsChanges: true) { transaction in
      transaction.emit(.phoneHeard(session))
      let now = transaction.now
      return try transaction.db.all(
        """
        \(Visits.select) WHERE visit.workspace_id = \(session.workspace)
          AND visit.responder_id = \(session.responder) AND visit.to_at > \(now.advanced(by: -Self.phoneVisits.before))
          AND visit.from_at < \(now.advanced(by: Self.phoneVisits.after))
        ORDER BY visit.from_at, visit.to_at, visit.id LIMIT 200
        """)
    } done: {
      done($0)
    }
  }

  /// Records a check-in or check-out with its one ping, which is stored like any other. A verified check
  /// stays verified; the same ping repeats the same check, a different one is judged anew.
  ///
  /// - Parameter done: called once it is on disk; `nil` = the visit is not theirs, and only the contact is
  ///   stored.
  public func check(
    _ step: Visit.Step, of id: Visit.ID, _ upload: Upload, from session: PhoneSession,
    done: @escaping @Sendable (Result<VisitAnswer?, StoreError>) -> Void
  ) {
    write(rows: 6, bytes: upload.bytes) { transaction -> VisitAnswer? in
      guard
        let visit = try Visits.find(
          id, of: session.responder, in: session.workspace, transaction.db),
        let ping = upload.batch.pings.first
      else {
        transaction.emit(.phoneHeard(session))
        return nil
      }
      return try transaction.visits.check(step, of: visit, ping, upload, from: session)
    } done: {
      done($0)
    }
  }
}

extension VisitWrites {
  fileprivate func check(
    _ step: Visit.Step, of visit: Visit, _ ping: Ping, _ upload: Upload, from session: PhoneSession
  ) throws -> VisitAnswer {
    var upload = upload
    upload.batch.pings[0].visitID = visit.id.rawValue
    let taken = try transaction.tracking.ingest(upload, from: session) { _ in [] }?.result ?? UploadResult()
    let last = step == .checkIn ? visit.checkIn : visit.checkOut
    let clock = try transaction.tracking.sessionClock(of: session)
    let at = clock.judge(recordedAt: ping.recordedAt, receivedAt: now).effective
    // A duplicate alone does not prove a repeat: the phone may have uploaded this position before it was a
    // check-in.
    let isSame = taken.duplicates > 0 && last?.at == at
    if let last, isSame || last.verdict.word == .verified {
      return VisitAnswer(verdict: last.verdict, taken: taken)
    }
    let verdict = VisitVerdict(of: ping, at: visit.outlet.position, radius: visit.outlet.radius)
    if verdict != last?.verdict { try save(verdict, step, of: visit, ping, at: at, session) }
    return VisitAnswer(verdict: verdict, taken: taken)
  }

  private func save(
    _ verdict: VisitVerdict, _ step: Visit.Step, of visit: Visit, _ ping: Ping, at: Timestamp,
    _ session: PhoneSession
  ) throws {
    try db.run(
      """
      INSERT INTO visit_check (workspace_id, id, visit_id, responder_id, kind, effective_at, received_at, distance_m,
        accuracy_m, verdict, reason)
      VALUES (\(session.workspace), \(try transaction.next(.visitCheck, as: Int64.self)), \(visit.id), \(session.responder),
        \(step), \(at), \(now), \(verdict.distance), \(ping.accuracy), \(verdict.word), \(verdict.reason))
      """)
  }
}
