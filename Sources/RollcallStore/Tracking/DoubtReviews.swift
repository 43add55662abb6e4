public import Rollcall
import SQL

/// The doubts of a decision: one flag of one person in a span, up to the newest ping that was displayed.
public struct DoubtPick: Hashable, Sendable {
  /// The person.
  public var responder: Responder.ID
  /// Exactly one flag.
  public var flag: DoubtFlags
  /// From this effective time on.
  public var from: Timestamp
  /// Up to this one, included.
  public var through: Timestamp
  /// The newest ping that was displayed.
  public var newestPing: Int64

  /// Creates a pick.
  public init(
    responder: Responder.ID, flag: DoubtFlags, from: Timestamp, through: Timestamp, newestPing: Int64
  ) {
    (self.responder, self.flag) = (responder, flag)
    (self.from, self.through, self.newestPing) = (from, through, newestPing)
  }

  /// All of a group.
  public init(_ group: DoubtGroup) {
    self.init(
      responder: group.responder, flag: group.flag, from: group.first, through: group.last,
      newestPing: group.newestPing)
  }
}

extension TrackingStore {
  /// The longest note, bytes.
  public static let doubtNoteLimit = 1_000
  /// How many rows one step of a decision changes, so that uploads do not wait for it.
  static let doubtStep = 2_000

  /// Decides about doubts. Each step is complete in itself, with its audit entry; the flags of the pings stay
  /// as they are. Blocks.
  ///
  /// - Parameters:
  ///   - only: those in this state; `nil` = in any other.
  ///   - note: the reason; at most ``doubtNoteLimit`` bytes.
  /// - Returns: how many changed.
  /// - Throws: `invalid` for a note that is too long; `notFound` for a person whom the workspace does not
  ///   have.
  @discardableResult
  public func review(
    _ picks: [DoubtPick], as state: DoubtState, only: DoubtState? = nil, note: String, in scope: Scope
  ) throws(StoreError) -> Int {
    let (actor, workspace) = (scope.actor, scope.workspace)
    guard note.utf8.count <= Self.doubtNoteLimit else {
      throw .invalid("A note is \(NameLimits.words(upTo: Self.doubtNoteLimit)).")
    }
    var changed = 0
    for pick in picks {
      var taken = Self.doubtStep
      while taken == Self.doubtStep {
        taken = try write(scope) { transaction in
          try transaction.tracking.review(pick, as: state, only: only, note: note, by: actor, in: workspace)
        }
        changed += taken
      }
    }
    return changed
  }
}

extension TrackingWrites {
  fileprivate func review(
    _ pick: DoubtPick, as state: DoubtState, only: DoubtState?, note: String, by actor: Actor,
    in workspace: Workspace.ID
  ) throws -> Int {
    guard try Responders.find(pick.responder, in: workspace, db) != nil else {
      throw StoreError.notFound("responder \(pick.responder.rawValue)")
    }
    let group = TrackingStore.ofGroup(
      of: pick.responder, pick.flag, from: pick.from, through: pick.through, in: workspace)
    let pings = try db.all(
      """
      SELECT ping_id FROM doubt \(group) AND ping_id <= \(pick.newestPing)
        AND state <> \(state) AND (\(only) IS NULL OR state = \(only)) ORDER BY effective_at LIMIT \(TrackingStore.doubtStep)
      """, as: Int64.self)
    guard !pings.isEmpty else { return 0 }
    let id: Int64 = try transaction.next(.doubtReview)
    try db.run(
      """
      INSERT INTO doubt_review (workspace_id, id, responder_id, at, reviewer, flag, state, count, note)
      VALUES (\(workspace), \(id), \(pick.responder), \(now), \(actor.pseudonym), \(pick.flag), \(state),
        \(pings.count), \(note))
      """)
    for ping in pings {
      try db.run(
        """
        UPDATE doubt SET state = \(state), review_id = \(id)
        WHERE workspace_id = \(workspace) AND ping_id = \(ping) AND flag = \(pick.flag)
        """)
    }
    transaction.fleet.reload(pick.responder, in: workspace)
    // The note may name a person: it can be erased, the audit cannot.
    try transaction.audit(
      actor, "flag.\(state.verb)", subject: "responder \(pick.responder.rawValue)",
      detail: "\(pick.flag.names.joined(separator: " ")): \(pings.count) positions, review \(id)",
      in: workspace)
    return pings.count
  }
}

extension DoubtState {
  /// The action, as the audit names it.
  fileprivate var verb: String {
    switch self {
    case .open: "reopen"
    case .confirmed: "confirm"
    case .cleared: "clear"
    }
  }
}

extension TrackingStore {
  /// The people with confirmed false positions, and the time of the last decision. Blocks.
  ///
  /// A decision outlasts its positions: it counts while the log is kept. It stands as long as there is no
  /// later decision about the same flag of the same person, or confirmed positions remain. If positions
  /// remain that are newer than the decision, the newest of them tells the time.
  public func confirmedFalse(of workspace: Workspace) throws(StoreError) -> [Responder.ID: Timestamp] {
    let limits = RetentionLimits(days: workspace.retentionDays, now: clock())
    return try read { db in
      let positions = try Self.people(
        """
        SELECT responder_id, max(effective_at) AS last FROM doubt INDEXED BY doubt_confirmed
        WHERE workspace_id = \(workspace.id) AND state = 1 AND effective_at >= \(limits.reports)
          AND (flag & \(DoubtFlags.falsePlace)) <> 0 GROUP BY responder_id
        """, db)
      let decisions = try Self.people(
        """
        SELECT responder_id, max(at) AS last FROM doubt_review AS review
        WHERE workspace_id = \(workspace.id) AND state = 1 AND at >= \(limits.log)
          AND (flag & \(DoubtFlags.falsePlace)) <> 0
          AND (NOT EXISTS (SELECT 1 FROM doubt_review AS later
              WHERE later.workspace_id = \(workspace.id) AND later.responder_id = review.responder_id
              AND later.flag = review.flag AND later.id > review.id)
            OR EXISTS (SELECT 1 FROM doubt INDEXED BY doubt_confirmed WHERE doubt.workspace_id = \(workspace.id)
              AND doubt.responder_id = review.responder_id AND state = 1 AND effective_at >= \(limits.reports)
              AND doubt.flag = review.flag))
        GROUP BY responder_id
        """, db)
      return positions.merging(decisions) { _, decided in decided }
    }
  }

  private static func people(_ query: Query, _ db: Database) throws -> [Responder.ID: Timestamp] {
    let rows = try db.all(query) { (try $0["responder_id"] as Responder.ID, try $0["last"] as Timestamp) }
    return Dictionary(rows, uniquingKeysWith: { first, _ in first })
  }
}
