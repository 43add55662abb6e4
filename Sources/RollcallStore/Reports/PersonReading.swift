import Columns
import Rollcall
import SQL

/// Reads what a statement says about one person.
struct PersonReading {
  let statement: StatementReading
  let key: ResponderKey
  let question: StatementQuestion
  private let covered: TimeSpan
  private let known: Timestamp
  private let db: Database

  /// How far beyond the span the track is read, so that gaps over its ends are whole: 24 hours.
  private static let trackMargin: Milliseconds = 86_400_000
  /// How far before the span, or the silence that reaches into it, anything is read: a kept place of a track gap
  /// may be 24 hours older than the track.
  private static let margin = trackMargin + SignVerdict.longestKept
  private static let pageSize = 5_000

  init(_ statement: StatementReading, _ id: Responder.ID, in question: StatementQuestion) {
    (self.statement, self.question) = (statement, question)
    key = ResponderKey(id, in: statement.workspace.id)
    (covered, known, db) = (question.covered, statement.known, statement.db)
  }

  func read(atMost room: Int) throws -> (person: PersonStatement, positions: [HistoryPing]) {
    var person = PersonStatement(key.id, in: covered)
    let now = statement.store.clock()
    let held = try HeldRows(of: key.workspace, responder: key.id, at: now, db).time(of: key.id.rawValue)
    let reports = held.kept(in: covered, from: statement.limits.reports)
    try readLog(into: &person, held)
    person.heardSince = try heardSince()
    let changes = try RuleChanges.find(of: key, before: known, db)
    person.silences = try silences(changes, since: statement.limits.log)
    // One inside a silence adds no age to it, even before the span.
    let around = TimeSpan(
      from: min(covered.from, person.silences.first?.from ?? covered.from), to: covered.to)
    person.missing = try missing(held, from: around.from)
    person.absences = try Absences.find(in: around, db).compactMap { $0.overlap(around) }
    person.contacts = try reports.flatMap { try db.track.contacts(of: key.id, in: $0) }.map {
      PersonStatement.Contact(at: $0.at, stored: $0.stored, duplicates: $0.duplicates)
    }
    person.trackGaps = try trackGaps(changes, held)
    let positions = try reports.flatMap { try self.positions(in: $0, atMost: room) }
    guard positions.count <= room else {
      throw StoreError.invalid("More than \(ReportStore.mostPositions) positions: ask for fewer hours.")
    }
    person.positions = positions.count
    person.late = Self.late(positions, changes)
    person.doubts = Self.doubts(positions)
    person.decisions = try decisions()
    person.looks = try StatementLooks.find(at: key, in: covered, db)
    return (person, positions)
  }

  /// What was purged or erased of all that is read: later bytes would be others though the span itself is kept.
  private func missing(_ held: HeldTime, from first: Timestamp) throws -> [TimeSpan] {
    let read = TimeSpan(
      from: first.advanced(by: -Self.margin), to: min(known, covered.to.advanced(by: Self.trackMargin)))
    let purged = try PurgedTime(of: key.id, in: key.workspace, read, held, statement.limits, db)
    return HeldTime(purged.reports + purged.log).spans
  }

  private func readLog(into person: inout PersonStatement, _ held: HeldTime) throws {
    let limit = statement.limits.log
    person.before = try db.first(
      """
      SELECT at, from_status, to_status, rule FROM transition
      WHERE \(key.rows) AND at < \(covered.from) ORDER BY at DESC, id DESC LIMIT 1
      """
    ) { try Transitions.transition($0) }
    var live = statement.store.boards.entry(of: key.id, in: key.workspace)?.live
    let unwritten = live?.settle(until: statement.store.liveness.vouchedUntil) ?? []
    for span in held.kept(in: covered, from: limit) {
      person.transitions += try Transitions.find(of: key, in: span, unwritten: unwritten, db)
      person.duty += try db.all(
        """
        SELECT at, state FROM duty_change WHERE \(key.rows) AND at >= \(span.from) AND at < \(span.to)
          AND received_at < \(known) ORDER BY at, id
        """
      ) { Timeline.Duty(at: try $0["at"], state: try $0["state"]) }
    }
  }

  /// When anything was first heard of them: an upload, the first status that only a contact brings, or the
  /// beginning of a silence. What was heard before the span says no more than that: its rows are purged first.
  private func heardSince() throws -> Timestamp? {
    let status = try db.first(
      "SELECT min(at) FROM transition WHERE \(key.rows) AND to_status IN ('online', 'degraded', 'offline')",
      as: Timestamp?.self)
    let silence = try db.first(
      "SELECT min(from_at) FROM silence WHERE \(key.rows)", as: Timestamp?.self)
    let upload = try db.track.firstContact(of: key.id, since: covered.from.advanced(by: -Self.margin))
    let first = [upload, status ?? nil, silence ?? nil].compactMap(\.self).min()
    return first.flatMap { $0 < known ? max($0, covered.from) : nil }
  }

  /// The silences as they were known: one that ended later lasted then, and its cause rests on what had arrived.
  private func silences(_ changes: [TrackGaps.Change], since limit: Timestamp) throws -> [Silence] {
    var found = try db.all(
      """
      SELECT from_at, to_at, degraded_ms, offline_ms FROM silence
      WHERE \(key.rows) AND to_at > \(max(covered.from, limit)) AND from_at < \(covered.to) ORDER BY from_at
      """
    ) { try Silences.quiet($0) }
    let live = statement.store.boards.entry(of: key.id, in: key.workspace)?.live
    if let live, let contact = live.lastContact, live.duty.isWatched {
      let from = max(contact, live.dutySince)
      if from < covered.to, !found.contains(where: { $0.from == from }), let force = live.force.thresholds {
        found.append(Quiet(from: from, to: nil, thresholds: force))
      }
    }
    return try found.compactMap { quiet in
      guard let quiet = asKnown(quiet, changes) else { return nil }
      let facts = try SilenceEvidence.facts(of: quiet, key, knownBefore: known, db)
      return Silence(judging: quiet, by: facts, at: known)
    }
  }

  private func asKnown(_ quiet: Quiet, _ changes: [TrackGaps.Change]) -> Quiet? {
    if let end = quiet.to, end < known { return quiet }
    // It lasted: judged by the thresholds in force then.
    guard let thresholds = changes.last?.thresholds ?? (changes.isEmpty ? quiet.thresholds : nil),
      known.since(quiet.from) > thresholds.degraded
    else { return nil }
    return Quiet(from: quiet.from, to: nil, thresholds: thresholds)
  }

  private func trackGaps(_ changes: [TrackGaps.Change], _ held: HeldTime) throws -> [TrackGap] {
    let around = TimeSpan(
      from: covered.from.advanced(by: -Self.trackMargin),
      to: min(known, covered.to.advanced(by: Self.trackMargin)))
    let watched = try WatchedSpans.find(of: key, in: around, now: known, db)
    return try held.kept(in: around, from: statement.limits.reports).flatMap { whole in
      let spans = watched.compactMap { $0.overlap(whole) }
      guard !spans.isEmpty, try db.track.firstFix(of: key.id, in: whole) != nil else { return [TrackGap]() }
      var track = TrackGaps(
        watched: spans, thresholds: changes, kept: try kept(in: whole), range: covered)
      try db.track.forEachFix(of: key.id, in: whole) { effective, received in
        if received < known { track.add(effective: effective, received: received) }
      }
      return track.finish()
    }
  }

  /// Where they were confirmed at the same place, by signs that had arrived. Only the latest place is ever
  /// confirmed, and each upload tells how far it was then.
  private func kept(in span: TimeSpan) throws -> [TimeSpan] {
    let last = try db.track.known(of: key.id, at: known.advanced(by: -1))
    let latest = try last?.latest.flatMap { try db.track.ping(at: $0, of: key.id)?.time.effective }
    return try db.track.kept(of: key.id, in: span).compactMap { kept in
      guard kept.to >= known || kept.from == latest else { return kept }
      guard kept.from == latest, let confirmed = last?.confirmedAt else { return nil }
      return TimeSpan(from: kept.from, to: min(confirmed, known))
    }
  }

  private func positions(in span: TimeSpan, atMost room: Int) throws -> [HistoryPing] {
    let filter = PingFilter(from: span.from, to: span.to, responder: key.id)
    var (found, rest): ([HistoryPing], ClosedRange<RowPlace>?) = ([], Track.range(span))
    while found.count <= room, let range = rest {
      let page = try db.track.history(filter, of: key.workspace, in: range, limit: Self.pageSize)
      found += page.filter { $0.receivedAt < known }
      guard page.count == Self.pageSize, let last = page.last else { break }
      rest = Track.range(last.place.next, range.upperBound)
    }
    return found
  }

  /// Runs of neighbours that arrived later than the degraded threshold in force when they were taken.
  private static func late(
    _ positions: [HistoryPing], _ changes: [TrackGaps.Change]
  ) -> [PersonStatement.Late] {
    var (runs, isRunning): ([PersonStatement.Late], Bool) = ([], false)
    for ping in positions where ping.timeSource != .server && !ping.isRepeated {
      let change = changes.last { $0.at <= ping.effective } ?? changes.first
      let limit = change?.thresholds?.degraded
      guard let limit, ping.receivedAt.since(ping.effective) > limit else {
        isRunning = false
        continue
      }
      if isRunning, let last = runs.last {
        runs[runs.count - 1] = PersonStatement.Late(
          first: last.first, last: ping.effective, count: last.count + 1,
          arrivedFirst: min(last.arrivedFirst, ping.receivedAt),
          arrivedLast: max(last.arrivedLast, ping.receivedAt))
      } else {
        runs.append(
          PersonStatement.Late(
            first: ping.effective, last: ping.effective, count: 1, arrivedFirst: ping.receivedAt,
            arrivedLast: ping.receivedAt))
      }
      isRunning = true
    }
    return runs
  }

  private static func doubts(_ positions: [HistoryPing]) -> [PersonStatement.Doubt] {
    var found: [String: PersonStatement.Doubt] = [:]
    for ping in positions {
      for flag in ping.flags.names {
        let old = found[flag]
        found[flag] = PersonStatement.Doubt(
          flag: flag, count: (old?.count ?? 0) + 1, first: old?.first ?? ping.effective, last: ping.effective)
      }
    }
    return found.values.sorted { $0.flag < $1.flag }
  }

  private func decisions() throws -> [PersonStatement.Decision] {
    try db.all(
      """
      SELECT at, reviewer, flag, state, count, note FROM doubt_review
      WHERE \(key.rows) AND at >= \(covered.from) AND at < \(known) ORDER BY at, id
      """
    ) { row in
      let flag: DoubtFlags = try row["flag"]
      return PersonStatement.Decision(
        at: try row["at"], by: try row["reviewer"], flag: flag.names.first ?? "", state: try row["state"],
        count: try row["count"], note: try row["note"])
    }
  }
}

/// Rows of `rule_change`.
enum RuleChanges {
  /// The thresholds of a person, ascending: which held since when.
  static func find(
    of person: ResponderKey, before limit: Timestamp, _ db: Database
  ) throws -> [TrackGaps.Change] {
    try db.all(
      """
      SELECT at, degraded_ms, offline_ms FROM rule_change WHERE \(person.rows) AND at < \(limit) ORDER BY at
      """
    ) { row in
      var thresholds: Thresholds?
      if let degraded: Int64 = try row["degraded_ms"], let offline: Int64 = try row["offline_ms"] {
        thresholds = Thresholds(degraded: degraded, offline: offline)
      }
      return TrackGaps.Change(at: try row["at"], thresholds: thresholds)
    }
  }
}
