import Rollcall
import SQL

/// Reads the evidence for the cause of a person's silence.
enum SilenceEvidence {
  /// Battery readings of pings that are looked at, the newest before an instant: a phone empties slowly.
  private static let batteryReadings = 20

  static func facts(
    of quiet: Quiet, _ person: ResponderKey, _ now: Timestamp, _ db: Database
  ) throws -> SilenceFacts {
    let span = quiet.span(at: now)
    let wide = TimeSpan(
      from: span.from.advanced(by: -SilenceFacts.lookBack), to: span.to.advanced(by: SilenceFacts.lookAhead))
    var facts = SilenceFacts()
    facts.absences = try Absences.find(in: span, db)
    facts.sessionEnds = try sessionEnds(of: person, in: span, db)
    facts.refusals = try db.all(
      """
      SELECT at FROM denial WHERE \(person.rows) AND at >= \(span.from) AND at <= \(span.to)
      ORDER BY at LIMIT 100
      """)
    facts.events = try events(of: person, in: wide, db)
    facts.reports = try db.track.lastReports(3, of: person.id, until: span.from)
    if let end = quiet.to, let next = try db.track.firstReport(of: person.id, from: end) {
      facts.reports.append(next)
    }
    facts.fixes = try fixes(of: person, in: span, db)
    // The battery when the silence began, and when the phone stopped taking fixes.
    let stop = facts.fixes.longestPause(in: span).from
    for (after, until) in [(wide.from.advanced(by: -1), span.from), (span.from, stop)] {
      facts.batteries += try db.track.batteries(
        of: person.id, after: after, until: until, limit: batteryReadings
      ).map { SilenceFacts.Battery(level: $0.level, at: $0.at) }
    }
    facts.batteries += facts.events.compactMap { event in
      if case .battery(let level) = event.kind { .init(level: level, at: event.at) } else { nil }
    }
    return facts
  }

  private static func sessionEnds(
    of person: ResponderKey, in span: TimeSpan, _ db: Database
  ) throws -> [SilenceFacts.SessionEnd] {
    try db.all(
      """
      SELECT revoked_at, expires_at,
        (SELECT min(created_at) FROM phone_session AS next
          WHERE next.workspace_id = ended.workspace_id AND next.responder_id = ended.responder_id
            AND next.id > ended.id) AS succeeded_at
      FROM phone_session AS ended WHERE \(person.rows)
        AND min(coalesce(revoked_at, expires_at), expires_at) BETWEEN \(span.from) AND \(span.to)
      ORDER BY id DESC LIMIT 20
      """
    ) { row in
      let (revoked, expires): (Timestamp?, Timestamp?) = (try row["revoked_at"], try row["expires_at"])
      guard let at = [revoked, expires].compactMap({ $0 }).min() else { return nil }
      return SilenceFacts.SessionEnd(
        at: at, how: at == revoked ? .revoked : .expired, succeededAt: try row["succeeded_at"])
    }.compactMap(\.self)
  }

  private static func events(
    of person: ResponderKey, in span: TimeSpan, _ db: Database
  ) throws -> [SilenceFacts.Event] {
    try db.all(
      """
      SELECT type, value, effective_at, received_at FROM device_event
      WHERE \(person.rows) AND effective_at >= \(span.from) AND effective_at <= \(span.to)
      ORDER BY effective_at, id LIMIT 1000
      """
    ) { row in
      try DeviceEvent.Kind(type: try row["type"], value: try row["value"]).map {
        SilenceFacts.Event($0, at: try row["effective_at"], receivedAt: try row["received_at"])
      }
    }.compactMap(\.self)
  }

  private static func fixes(
    of person: ResponderKey, in span: TimeSpan, receivedBefore limit: Timestamp? = nil, _ db: Database
  ) throws -> FixesInside {
    var fixes = FixesInside()
    try db.track.forEachFix(of: person.id, in: span) { effective, received in
      guard effective > span.from, effective < span.to, limit.map({ received < $0 }) ?? true else { return }
      fixes.add(effective: effective, received: received)
    }
    return fixes
  }
}

extension SilenceEvidence {
  /// The evidence as it was known before `limit`, which is also where a silence that lasted then ends.
  static func facts(
    of quiet: Quiet, _ person: ResponderKey, knownBefore limit: Timestamp, _ db: Database
  ) throws -> SilenceFacts {
    var facts = try facts(of: quiet, person, limit, db)
    let span = quiet.span(at: limit)
    facts.absences = facts.absences.compactMap { $0.overlap(TimeSpan(from: .distantPast, to: limit)) }
    facts.refusals.removeAll { $0 >= limit }
    facts.events.removeAll { $0.receivedAt >= limit }
    let oldest = quiet.from.advanced(by: -reportAge)
    facts.reports.removeAll { $0.receivedAt >= limit || $0.receivedAt < oldest }
    facts.sessionEnds = facts.sessionEnds.filter { $0.at < limit }.map { end in
      var end = end
      if let next = end.succeededAt, next >= limit { end.succeededAt = nil }
      return end
    }
    facts.fixes = try fixes(of: person, in: span, receivedBefore: limit, db)
    facts.batteries = try batteries(of: person, quiet, facts, knownBefore: limit, db)
    return facts
  }

  /// The readings that had arrived by then: before the silence, and until the phone stopped taking fixes.
  private static func batteries(
    of person: ResponderKey, _ quiet: Quiet, _ facts: SilenceFacts, knownBefore limit: Timestamp,
    _ db: Database
  ) throws -> [SilenceFacts.Battery] {
    let span = quiet.span(at: limit)
    let stop = facts.fixes.longestPause(in: span).from
    let from = span.from.advanced(by: -SilenceFacts.lookBack)
    let end = max(span.from, stop).advanced(by: 1)
    guard let range = Track.range(TimeSpan(from: from, to: end)) else { return [] }
    let known = try db.track.history(
      PingFilter(from: from, to: end, responder: person.id), of: person.workspace, in: range,
      limit: mostReadings
    ).filter { $0.receivedAt < limit }
    func last(_ span: ClosedRange<Timestamp>) -> [SilenceFacts.Battery] {
      known.filter { span.contains($0.effective) }.compactMap { ping in
        ping.ping.batteryLevel.map { SilenceFacts.Battery(level: $0, at: ping.effective) }
      }.suffix(batteryReadings)
    }
    let told = facts.events.compactMap { event in
      if case .battery(let level) = event.kind {
        SilenceFacts.Battery(level: level, at: event.at)
      } else {
        nil
      }
    }
    return last(from...span.from) + (stop > span.from ? last(span.from.advanced(by: 1)...stop) : []) + told
  }

  /// How old the last reports before a silence may be: older ones are purged before what is known of it.
  private static let reportAge: Milliseconds = 86_400_000
  /// The most positions that are looked through for battery levels.
  private static let mostReadings = 20_000
}
