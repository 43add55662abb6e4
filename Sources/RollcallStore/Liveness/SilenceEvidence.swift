import GRDB
import Rollcall

/// Fetches what may tell why somebody was silent.
enum SilenceEvidence {
  /// Battery readings of pings that are looked at, the newest before an instant: a phone empties slowly.
  private static let batteryReadings = 20

  static func facts(
    of quiet: Quiet, _ responder: Responder.ID, _ now: Timestamp, _ db: Database
  ) throws -> SilenceFacts {
    let span = quiet.span(at: now)
    let wide = TimeSpan(
      from: span.from.advanced(by: -SilenceFacts.lookBack), to: span.to.advanced(by: SilenceFacts.lookAhead))
    var facts = SilenceFacts()
    facts.absences = try Absences.find(in: span, db)
    facts.sessionEnds = try sessionEnds(of: responder, in: span, db)
    facts.refusals = try instants(
      "SELECT at FROM denial WHERE responder_id = ? AND at >= ? AND at <= ? ORDER BY at LIMIT 100", responder,
      span, db)
    facts.events = try events(of: responder, in: wide, db)
    facts.reports =
      try reports(
        "received_at <= ? ORDER BY received_at DESC, id DESC LIMIT 3", responder, span.from, db)
      + (quiet.to.map { try reports("received_at >= ? ORDER BY received_at, id LIMIT 1", responder, $0, db) }
        ?? [])
    facts.fixes = try fixes(of: responder, in: span, db)
    // What the battery was when the silence began, and when the phone stopped taking fixes.
    let stop = facts.fixes.longestPause(in: span).from
    for (after, until) in [(wide.from.advanced(by: -1), span.from), (span.from, stop)] {
      facts.batteries += try batteries(of: responder, after: after, until: until, db)
    }
    facts.batteries += facts.events.compactMap { event in
      if case .battery(let level) = event.kind { .init(level: level, at: event.at) } else { nil }
    }
    return facts
  }

  private static func sessionEnds(
    of responder: Responder.ID, in span: TimeSpan, _ db: Database
  ) throws -> [SilenceFacts.SessionEnd] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT revoked_at, expires_at,
            (SELECT min(created_at) FROM phone_session AS next
              WHERE next.responder_id = ended.responder_id AND next.id > ended.id) AS succeeded_at
          FROM phone_session AS ended WHERE responder_id = ?
            AND min(coalesce(revoked_at, expires_at), expires_at) BETWEEN ? AND ?
          ORDER BY id DESC LIMIT 20
          """), arguments: [responder.rawValue, span.from.milliseconds, span.to.milliseconds])
    return rows.compactMap { row in
      let (revoked, expires) = (row.instant("revoked_at"), row.instant("expires_at"))
      guard let at = [revoked, expires].compactMap({ $0 }).min() else { return nil }
      return SilenceFacts.SessionEnd(
        at: at, how: at == revoked ? .revoked : .expired, succeededAt: row.instant("succeeded_at"))
    }
  }

  private static func events(
    of responder: Responder.ID, in span: TimeSpan, _ db: Database
  ) throws -> [SilenceFacts.Event] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT type, value, effective_at, received_at FROM device_event
          WHERE responder_id = ? AND effective_at >= ? AND effective_at <= ? ORDER BY effective_at, id LIMIT 1000
          """), arguments: [responder.rawValue, span.from.milliseconds, span.to.milliseconds]
    ).compactMap { row in
      DeviceEvent.Kind(type: row["type"], value: row["value"]).map {
        SilenceFacts.Event(
          $0, at: Timestamp(milliseconds: row["effective_at"]),
          receivedAt: Timestamp(milliseconds: row["received_at"]))
      }
    }
  }

  private static func reports(
    _ condition: String, _ responder: Responder.ID, _ instant: Timestamp, _ db: Database
  ) throws -> [SilenceFacts.Report] {
    try Row.fetchAll(
      db.cachedStatement(
        sql:
          "SELECT \(UploadTelemetry.columns), received_at FROM upload WHERE responder_id = ? AND \(condition)"
      ),
      arguments: [responder.rawValue, instant.milliseconds]
    ).map {
      SilenceFacts.Report(
        receivedAt: Timestamp(milliseconds: $0["received_at"]), telemetry: UploadTelemetry.telemetry($0))
    }
  }

  private static func batteries(
    of responder: Responder.ID, after: Timestamp, until: Timestamp, _ db: Database
  ) throws -> [SilenceFacts.Battery] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT battery_level, effective_at FROM ping INDEXED BY ping_responder
          WHERE responder_id = ? AND effective_at > ? AND effective_at <= ? AND battery_level IS NOT NULL
          ORDER BY effective_at DESC, id DESC LIMIT ?
          """),
      arguments: [responder.rawValue, after.milliseconds, until.milliseconds, batteryReadings]
    ).map { SilenceFacts.Battery(level: $0[0], at: Timestamp(milliseconds: $0[1])) }
  }

  private static func fixes(of responder: Responder.ID, in span: TimeSpan, _ db: Database) throws
    -> FixesInside
  {
    var fixes = FixesInside()
    try Fixes.forEach(of: responder, in: span, db) { effective, received in
      if effective > span.from, effective < span.to { fixes.add(effective: effective, received: received) }
    }
    return fixes
  }

  private static func instants(
    _ sql: String, _ responder: Responder.ID, _ span: TimeSpan, _ db: Database
  ) throws -> [Timestamp] {
    try Int64.fetchAll(
      db.cachedStatement(sql: sql),
      arguments: [responder.rawValue, span.from.milliseconds, span.to.milliseconds]
    ).map { Timestamp(milliseconds: $0) }
  }
}
