import Rollcall
import SQL

/// Fixes of a person that came after their time had been judged.
private struct LateFixes: FetchableRecord {
  let responder: Responder.ID
  let workspace: Workspace.ID
  /// The time of the first of them, and of the last.
  let from: Timestamp
  let until: Timestamp
  /// How many have come.
  let count: Int64

  init(row: Row) throws {
    (responder, workspace) = (try row["responder_id"], try row["workspace_id"])
    (from, until, count) = (try row["from_at"], try row["until_at"], try row["fixes"])
  }

  /// The people who wait longest, once their phone has sent everything, or has taken long enough.
  static func next(at now: Timestamp, _ db: Database) throws -> LateFixes? {
    try db.first(
      """
      SELECT responder_id, workspace_id, from_at, until_at, fixes FROM late_fixes
      WHERE last_at <= \(now.advanced(by: -LivenessStore.lateFixesRest))
        OR first_at <= \(now.advanced(by: -LivenessStore.lateFixesWait))
      ORDER BY first_at LIMIT 1
      """)
  }

  /// A review that has seen nothing yet.
  func review(_ db: Database) throws -> CrossingReview {
    let record = try Crossing.record(of: responder, in: workspace, db)
    let ground = try MarkedGround(of: workspace, version: 0, db)
    return CrossingReview(
      until: until, record: record.filter { $0.at >= from }, last: record.inside, on: ground)
  }

  /// Whether there is nothing new since.
  func isSame(_ db: Database) throws -> Bool {
    try db.first(
      "SELECT fixes FROM late_fixes WHERE workspace_id = \(workspace) AND responder_id = \(responder)",
      as: Int64.self) == count
  }

  /// The time of the newest fix of all.
  func newest(_ db: Database) throws -> Timestamp {
    try db.track.newest(of: responder) ?? .distantPast
  }
}

extension LivenessStore {
  /// Late fixes are judged once none has arrived for this long, milliseconds: a phone sends a long queue in
  /// pieces.
  static let lateFixesRest: Milliseconds = 15_000
  /// They wait no longer than this, milliseconds.
  static let lateFixesWait: Milliseconds = 300_000
  /// How many pings are read at once.
  private static let lateFixesPage = 2_000

  /// Judges crossings of people with late fixes anew. Blocks.
  ///
  /// The fixes are read without the writer, which only gets the changes.
  ///
  /// - Returns: `false` = no review is pending, or new data arrived meanwhile, and it must be done again.
  public func reviewCrossings() throws(StoreError) -> Bool {
    let now = clock()
    guard let late = try read({ try LateFixes.next(at: now, $0) }) else { return false }
    let (start, newest) = try read { (try late.review($0), try late.newest($0)) }
    var review = start
    var next = HistoryCursor?.some(HistoryCursor(effective: late.from, id: 0))
    while !review.isSettled, let after = next {
      let page = try read {
        try ProvingFix.page(of: late.responder, after: after, until: newest, limit: Self.lateFixesPage, $0)
      }
      for fix in page.fixes where fix.at >= late.from {
        review.record(fix.position, accuracy: fix.accuracy, at: fix.at)
      }
      next = page.end
    }
    let found = review
    return try write(tellsChanges: true) { try $0.liveness.conclude(found, of: late, newest: newest) }
  }
}

extension LivenessWrites {
  /// Records that fixes came for a time already judged, or for one that only a review judges.
  func noteLate(_ fixes: [ProvingFix], of state: ResponderState) throws {
    let times = fixes.map(\.at)
    guard let first = times.min(), let last = times.max() else { return }
    guard try !memory.ground(of: state.workspace, db).isEmpty else { return }
    try db.run(
      """
      INSERT INTO late_fixes (workspace_id, responder_id, from_at, until_at, fixes, first_at, last_at)
      VALUES (\(state.workspace), \(state.id), \(first), \(last), \(times.count), \(now), \(now))
      ON CONFLICT (workspace_id, responder_id) DO UPDATE SET from_at = min(from_at, excluded.from_at),
        until_at = max(until_at, excluded.until_at), fixes = fixes + excluded.fixes, last_at = excluded.last_at
      """)
  }

  /// Writes the result of a review, unless data has arrived that it has not seen: then `false`.
  fileprivate func conclude(_ review: CrossingReview, of late: LateFixes, newest: Timestamp) throws -> Bool {
    guard try late.isSame(db), try review.isSettled || late.newest(db) == newest else { return false }
    transaction.noteChange(of: late.responder)
    var state = try state(of: late.responder, in: late.workspace)
    let (refuted, added) = (review.refuted, try reallyAdded(by: review, of: state))
    for crossing in refuted { try delete(crossing, of: late.responder, in: late.workspace) }
    for crossing in added { try insert(crossing, of: late.responder, in: late.workspace) }
    if !refuted.isEmpty {
      try transaction.audit(
        .rollcall, "crossing.review", subject: "responder \(late.responder.rawValue)",
        detail: "positions came late: \(refuted.count) taken out, \(added.count) added", in: late.workspace)
    }
    try db.run(
      "DELETE FROM late_fixes WHERE workspace_id = \(late.workspace) AND responder_id = \(late.responder)")
    if !review.isSettled, let presence = state.presence {
      state.presence = Presence(inside: review.inside, judgedUntil: presence.judgedUntil)
      memory.save(state)
    }
    return true
  }

  /// The additions of a review, without entries of a person who had entered so long ago that the row is gone.
  private func reallyAdded(by review: CrossingReview, of state: ResponderState) throws -> [Crossing] {
    let told = Set(try Crossing.record(of: state.id, in: state.workspace, db).map(\.place))
    var untold = (state.presence?.inside ?? []).subtracting(told)
    return review.added.filter { !$0.isEntry || untold.remove($0.place) == nil }
  }
}
