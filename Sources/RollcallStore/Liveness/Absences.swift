public import Rollcall
import SQL

/// An absence of this server being recorded.
struct Absence {
  /// From the last alive mark to the next.
  let span: TimeSpan
  /// The span that it adds to the absence it continues; otherwise all of it.
  let added: TimeSpan
  /// The absence together with the one that it continues.
  let whole: TimeSpan

  init(_ span: TimeSpan, continuing last: TimeSpan? = nil) {
    self.span = span
    added = last.map { TimeSpan(from: $0.to, to: span.to) } ?? span
    whole = last.map { TimeSpan(from: $0.from, to: span.to) } ?? span
  }
}

extension LivenessWrites {
  /// Records that this server could not hear anyone during a span, and holds no one responsible for it.
  ///
  /// Spans that follow each other within the life of an alive mark are one, unless someone was heard in
  /// between.
  func noteAbsence(_ span: TimeSpan) throws {
    let continued = try Absences.continued(by: span, db)
    let absence = Absence(span, continuing: continued?.span)
    if let continued {
      try db.run("UPDATE absence SET to_at = \(span.to) WHERE id = \(continued.id)")
    } else {
      try insert(absence: span)
    }
    memory.boards.absence(endedAt: try Absences.lastLongEnd(db))
    // A person off duty now may come back with a fix from before.
    let found = try forEach { $0.unobserved(absence) }
    // Changes from before the absence come before the offers that ended in it, later ones after.
    tell(found) { $0.at <= span.from }
    transaction.emit(.unobserved(span, isShort: absence.whole.length < Liveness.longAbsence))
    tell(found) { $0.at > span.from }
  }

  /// Records that our clock was set back: instants now in the future keep their age.
  func noteStepBack(from old: Timestamp) throws {
    try insert(absence: TimeSpan(from: now, to: now))
    memory.boards.absence(endedAt: try Absences.lastLongEnd(db))
    let found = try forEach { $0.steppedBack(by: old.since(now), to: now) }
    transaction.emit(.deadlinesVoid)
    tell(found) { _ in true }
  }

  /// Records an absence of unknown length: no one is shown as reachable by earlier contacts.
  func noteUnknownAbsence() throws {
    let found = try forEach { $0.ageUnknown(at: now) }
    transaction.emit(.deadlinesVoid)
    tell(found) { _ in true }
  }

  private func insert(absence span: TimeSpan) throws {
    try db.run(
      """
      INSERT INTO absence (id, from_at, to_at)
      VALUES (\(try transaction.next(.absence, as: Int64.self)), \(span.from), \(span.to))
      """)
  }

  /// Changes all people before any effect is carried out, because dispatch looks at several people at once.
  private func forEach(
    _ change: (inout ResponderState) -> Void
  ) throws -> [(person: ResponderState, transitions: [Transition])] {
    let people = try db.all(
      "SELECT workspace_id, responder_id FROM liveness ORDER BY responder_id", as: ResponderKey.self)
    return try people.map { person in
      var state = try state(of: person.id, in: person.workspace)
      change(&state)
      return (state, try store(state))
    }
  }

  /// Emits some of these changes.
  private func tell(
    _ found: [(person: ResponderState, transitions: [Transition])], where isMeant: (Transition) -> Bool
  ) {
    for (person, transitions) in found {
      let meant = transitions.filter(isMeant)
      if !meant.isEmpty {
        transaction.emit(
          .statusChanged(StatusChange(person: person.id, workspace: person.workspace, transitions: meant)))
      }
    }
  }
}

extension LivenessStore {
  /// Since when this server hears: its start, or the end of its last absence. Alerts on rates and regions wait from
  /// then on for the offline threshold.
  public var observingSince: Timestamp { store.boards.observingSince }

  /// The absence of this server that is not written yet at `now`; `nil` = none.
  func unwrittenAbsence(at now: Timestamp) -> TimeSpan? {
    let last = store.boards.committedAt
    guard store.longestGap != .max, last != .distantPast, now.since(last) > store.longestGap else {
      return nil
    }
    return TimeSpan(from: last, to: now)
  }

  /// Until when this server can tell at `now` who was silent: `now`, or, when it was just away and has not
  /// recorded that yet, the last instant for which its last commit vouches.
  public func vouched(at now: Timestamp) -> Timestamp {
    store.longestGap == .max ? now : min(now, store.boards.committedAt.advanced(by: store.longestGap))
  }

  /// The same for this instant.
  public var vouchedUntil: Timestamp { vouched(at: clock()) }

  /// The absences of this server within a span. Blocks.
  public func absences(in span: TimeSpan) throws(StoreError) -> [TimeSpan] {
    try read { try Absences.find(in: span, $0) }
  }
}

/// Rows of `absence`.
enum Absences {
  /// When the last one ended, in the order of recording: the clock may have been set back since.
  static func lastEnd(_ db: Database) throws -> Timestamp? {
    try db.first("SELECT to_at FROM absence ORDER BY id DESC LIMIT 1")
  }

  /// When the last long one ended, or our clock was set back behind it; `nil` = there was none.
  static func lastLongEnd(_ db: Database) throws -> Timestamp? {
    try db.first(
      """
      SELECT min(to_at) FROM absence WHERE id >= (SELECT max(id) FROM absence
        WHERE to_at - from_at >= \(Liveness.longAbsence))
      """)
  }

  /// The last one, if `span` continues it.
  fileprivate static func continued(
    by span: TimeSpan, _ db: Database
  ) throws -> (id: Int64, span: TimeSpan)? {
    try db.first(
      """
      SELECT id, from_at, to_at FROM absence WHERE id = (SELECT max(id) FROM absence)
        AND to_at >= \(span.from.milliseconds - AliveMark.longestGap)
        AND NOT EXISTS (SELECT 1 FROM liveness WHERE last_contact_at >= absence.to_at)
      """
    ) { row in
      (try row["id"], TimeSpan(from: try row["from_at"], to: try row["to_at"]))
    }
  }

  static func find(in span: TimeSpan, _ db: Database) throws -> [TimeSpan] {
    try db.all(
      "SELECT from_at, to_at FROM absence WHERE to_at > \(span.from) AND from_at < \(span.to) ORDER BY from_at"
    ) { TimeSpan(from: try $0["from_at"], to: try $0["to_at"]) }
  }
}
