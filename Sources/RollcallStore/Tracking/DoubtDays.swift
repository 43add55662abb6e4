public import Rollcall
import SQL

/// The doubts of one kind about one person in a span.
public struct DoubtGroup: Equatable, Sendable {
  /// The person.
  public var responder: Responder.ID
  /// Exactly one flag.
  public var flag: DoubtFlags
  /// The effective time of the first.
  public var first: Timestamp
  /// The effective time of the last.
  public var last: Timestamp
  /// The newest ping: later ones were not part of the decision.
  public var newestPing: Int64
  /// How many are not reviewed.
  public var open = 0
  /// How many were confirmed.
  public var confirmed = 0
  /// How many were cleared.
  public var cleared = 0

  /// A group without counts.
  public init(
    responder: Responder.ID, flag: DoubtFlags, first: Timestamp, last: Timestamp, newestPing: Int64
  ) {
    (self.responder, self.flag) = (responder, flag)
    (self.first, self.last, self.newestPing) = (first, last, newestPing)
  }

  /// How many are in a state; `nil` = in any.
  public func count(_ state: DoubtState?) -> Int {
    switch state {
    case .open: open
    case .confirmed: confirmed
    case .cleared: cleared
    case nil: open + confirmed + cleared
    }
  }
}

/// Details of a group.
public struct DoubtDetail: Equatable, Sendable {
  /// The strongest doubt; `nil` when there is none.
  public var strongest: Doubt?
  /// The last decision; `nil` = none.
  public var review: DoubtDecision?

  /// Creates a detail.
  public init(strongest: Doubt? = nil, review: DoubtDecision? = nil) {
    (self.strongest, self.review) = (strongest, review)
  }
}

/// A person's decision about doubts.
public struct DoubtDecision: Equatable, Sendable {
  /// When it was made.
  public var at: Timestamp
  /// The person, as the audit names them.
  public var by: String
  /// The new state.
  public var state: DoubtState
  /// Their note; may be empty.
  public var note: String

  /// Creates a decision.
  public init(at: Timestamp, by: String, state: DoubtState, note: String) {
    (self.at, self.by, self.state, self.note) = (at, by, state, note)
  }
}

extension TrackingStore {
  /// The doubts of a span, by person and flag, in the order of their ids and bits. Blocks.
  ///
  /// The workspace's retention applies at once, wherever the purge is. Data on hold is included.
  public func doubts(
    of workspace: Workspace, in span: TimeSpan, responder: Responder.ID? = nil
  ) throws(StoreError) -> [DoubtGroup] {
    let now = clock()
    return try read { db in
      let shown = try ShownTime(
        span, from: RetentionLimits(days: workspace.retentionDays, now: now).reports, of: workspace.id,
        responder: responder, at: now, db)
      var groups = DoubtGroups()
      for (person, span) in shown.pieces {
        try groups.add(
          of: workspace.id, in: span, responder: person.map { Responder.ID($0) } ?? responder, db)
      }
      return groups.sorted
    }
  }

  /// The details of a group. Blocks.
  public func detail(of group: DoubtGroup, in workspace: Workspace.ID) throws(StoreError) -> DoubtDetail {
    try read { db in
      let found = Self.ofGroup(
        of: group.responder, group.flag, from: group.first, through: group.last, in: workspace)
      let strongest = try db.first(
        "SELECT * FROM doubt \(found) ORDER BY strength DESC, effective_at DESC LIMIT 1", DoubtRow.doubt)
      let review = try db.first(
        """
        SELECT at, reviewer, state, note FROM doubt_review
        WHERE workspace_id = \(workspace) AND id = (SELECT max(review_id) FROM doubt \(found))
        """, DoubtRow.decision)
      return DoubtDetail(strongest: strongest ?? nil, review: review)
    }
  }

  /// Selects one flag of one person, both ends included.
  static func ofGroup(
    of responder: Responder.ID, _ flag: DoubtFlags, from first: Timestamp, through last: Timestamp,
    in workspace: Workspace.ID
  ) -> Query {
    """
    INDEXED BY doubt_responder
    WHERE workspace_id = \(workspace) AND responder_id = \(responder) AND flag = \(flag) AND effective_at >= \(first)
      AND effective_at <= \(last)
    """
  }

  /// The evidence of pings' doubts, by their ids, for the rows of a report; at most a few thousand ids.
  /// Blocks.
  public func evidence(
    of pings: [Int64], in workspace: Workspace.ID
  ) throws(StoreError) -> [Int64: [ReviewedDoubt]] {
    guard !pings.isEmpty else { return [:] }
    return try read { db in
      var found: [Int64: [ReviewedDoubt]] = [:]
      for ping in pings {
        try db.each(
          "SELECT * FROM doubt WHERE workspace_id = \(workspace) AND ping_id = \(ping) ORDER BY flag"
        ) { row in
          guard let doubt = try DoubtRow.doubt(row) else { return }
          found[ping, default: []].append(ReviewedDoubt(doubt: doubt, state: try row["state"]))
        }
      }
      return found
    }
  }
}

/// A doubt with the decision about it.
public struct ReviewedDoubt: Equatable, Sendable {
  /// The doubt with its evidence.
  public var doubt: Doubt
  /// The decision.
  public var state: DoubtState
}

/// Rows of `doubt` and `doubt_review`.
enum DoubtRow {
  static func doubt(_ row: Row) throws -> Doubt? {
    DoubtRecord(
      flag: try row["flag"], try row["first"], try row["second"], try row["third"], word: try row["word"]
    ).doubt
  }

  static func decision(_ row: Row) throws -> DoubtDecision {
    DoubtDecision(
      at: try row["at"], by: try row["reviewer"], state: try row["state"], note: try row["note"])
  }
}

/// Doubts of several spans, counted by person and flag.
private struct DoubtGroups {
  private var found: [Key: DoubtGroup] = [:]

  private struct Key: Hashable {
    let responder: Responder.ID
    let flag: DoubtFlags
  }

  /// In the order of ids and bits.
  var sorted: [DoubtGroup] {
    found.values.sorted { ($0.responder, $0.flag.rawValue) < ($1.responder, $1.flag.rawValue) }
  }

  mutating func add(
    of workspace: Workspace.ID, in span: TimeSpan, responder: Responder.ID?, _ db: Database
  ) throws {
    let index: Query = responder == nil ? "doubt_workspace" : "doubt_responder"
    let whose: Query = responder.map { "AND responder_id = \($0)" } ?? ""
    try db.each(
      """
      SELECT responder_id, flag, state, count(*) AS count, min(effective_at) AS first, max(effective_at) AS last,
        max(ping_id) AS newest_ping
      FROM doubt INDEXED BY \(index)
      WHERE workspace_id = \(workspace) \(whose) AND effective_at >= \(span.from) AND effective_at < \(span.to)
      GROUP BY responder_id, flag, state
      """
    ) { try add($0) }
  }

  /// Adds the count of one state.
  private mutating func add(_ row: Row) throws {
    let key = Key(responder: try row["responder_id"], flag: try row["flag"])
    let first: Timestamp = try row["first"]
    let last: Timestamp = try row["last"]
    let newest: Int64 = try row["newest_ping"]
    let count: Int = try row["count"]
    var group =
      found[key]
      ?? DoubtGroup(responder: key.responder, flag: key.flag, first: first, last: last, newestPing: newest)
    group.first = min(group.first, first)
    group.last = max(group.last, last)
    group.newestPing = max(group.newestPing, newest)
    switch try row["state"] as DoubtState {
    case .confirmed: group.confirmed += count
    case .cleared: group.cleared += count
    case .open: group.open += count
    }
    found[key] = group
  }
}
