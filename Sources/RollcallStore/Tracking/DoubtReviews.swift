import GRDB
public import Rollcall

/// Doubts that somebody decides about: those of one flag of one person in a span, up to what was seen.
public struct DoubtPick: Hashable, Sendable {
  /// Whose positions.
  public var responder: Responder.ID
  /// Exactly one flag.
  public var flag: DoubtFlags
  /// From this effective time on.
  public var from: Timestamp
  /// Up to this one, included.
  public var through: Timestamp
  /// The newest ping that was seen.
  public var newestPing: Int64

  /// A pick from its parts.
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

extension Store {
  /// The longest note, bytes.
  public static let doubtNoteLimit = 1_000
  /// A step of a decision takes no more rows, so that uploads do not wait for it.
  static let doubtStep = 2_000

  /// Decides about doubts. Each step is whole in itself, with its entry in the audit; the flags of the pings stay as
  /// they are. Blocks.
  ///
  /// - Parameters:
  ///   - only: those in this state; `nil` = in any other.
  ///   - note: why; at most ``doubtNoteLimit`` bytes.
  /// - Returns: how many changed.
  /// - Throws: `invalid` for a note that is too long; `notFound` for somebody whom the workspace does not have.
  @discardableResult
  public func review(
    _ picks: [DoubtPick], as state: DoubtState, only: DoubtState? = nil, note: String, by actor: String,
    in workspace: Workspace.ID
  ) throws(StoreError) -> Int {
    guard note.utf8.count <= Self.doubtNoteLimit else {
      throw .invalid("A note has at most \(Self.doubtNoteLimit) bytes.")
    }
    var changed = 0
    for pick in picks {
      var taken = Self.doubtStep
      while taken == Self.doubtStep {
        taken = try write { transaction in
          try transaction.review(pick, as: state, only: only, note: note, by: actor, in: workspace)
        }
        changed += taken
      }
    }
    return changed
  }
}

extension WriteTransaction {
  fileprivate func review(
    _ pick: DoubtPick, as state: DoubtState, only: DoubtState?, note: String, by actor: String,
    in workspace: Workspace.ID
  ) throws -> Int {
    guard try Responders.find(pick.responder, in: workspace, db) != nil else {
      throw StoreError.notFound("responder \(pick.responder.rawValue)")
    }
    let pings = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT ping_id FROM doubt \(Store.ofGroup) AND effective_at <= ?5 AND ping_id <= ?6
            AND state <> ?7 AND (?8 IS NULL OR state = ?8) ORDER BY effective_at LIMIT \(Store.doubtStep)
          """),
      arguments: [
        workspace.rawValue, pick.responder.rawValue, pick.flag.rawValue, pick.from.milliseconds,
        pick.through.milliseconds, pick.newestPing, state.rawValue, only?.rawValue,
      ])
    guard !pings.isEmpty else { return 0 }
    try db.cachedStatement(
      sql: """
        INSERT INTO doubt_review (workspace_id, responder_id, at, reviewer, flag, state, count, note)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      workspace.rawValue, pick.responder.rawValue, now.milliseconds, try pseudonym(of: actor, in: workspace),
      pick.flag.rawValue,
      state.rawValue,
      pings.count, note,
    ])
    let id = db.lastInsertedRowID
    let change = try db.cachedStatement(
      sql: "UPDATE doubt SET state = ?, review_id = ? WHERE ping_id = ? AND flag = ?")
    for ping in pings { try change.execute(arguments: [state.rawValue, id, ping, pick.flag.rawValue]) }
    // The note may name somebody: it can be erased, the audit cannot.
    try audit(
      actor, "flag.\(state.verb)", subject: "responder \(pick.responder.rawValue)",
      detail: "\(pick.flag.names.joined(separator: " ")): \(pings.count) positions, review \(id)",
      in: workspace)
    return pings.count
  }
}

extension DoubtState {
  /// What was done, as the audit names it.
  fileprivate var verb: String {
    switch self {
    case .open: "reopen"
    case .confirmed: "confirm"
    case .cleared: "clear"
    }
  }
}
