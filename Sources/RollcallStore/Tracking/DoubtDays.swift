import GRDB
public import Rollcall

/// The doubts of one kind about one person in a span.
public struct DoubtGroup: Equatable, Sendable {
  /// Whose positions.
  public var responder: Responder.ID
  /// Exactly one flag.
  public var flag: DoubtFlags
  /// The effective time of the first.
  public var first: Timestamp
  /// The effective time of the last.
  public var last: Timestamp
  /// The newest ping: what comes later was not seen by whoever decides now.
  public var newestPing: Int64
  /// How many nobody has looked at.
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

  /// How many there are in a state; `nil` = in any.
  public func count(_ state: DoubtState?) -> Int {
    switch state {
    case .open: open
    case .confirmed: confirmed
    case .cleared: cleared
    case nil: open + confirmed + cleared
    }
  }
}

/// What is told of a group beside its numbers.
public struct DoubtDetail: Equatable, Sendable {
  /// What the strongest was found by; `nil` when there is none.
  public var strongest: Doubt?
  /// What was decided last; `nil` = nothing.
  public var review: DoubtDecision?

  /// A detail from its parts.
  public init(strongest: Doubt? = nil, review: DoubtDecision? = nil) {
    (self.strongest, self.review) = (strongest, review)
  }
}

/// What somebody has decided about doubts.
public struct DoubtDecision: Equatable, Sendable {
  /// When.
  public var at: Timestamp
  /// Who, as the audit names them.
  public var by: String
  /// What.
  public var state: DoubtState
  /// What they wrote; may be empty.
  public var note: String

  /// A decision from its parts.
  public init(at: Timestamp, by: String, state: DoubtState, note: String) {
    (self.at, self.by, self.state, self.note) = (at, by, state, note)
  }
}

extension Store {
  /// The doubts of a span, by person and flag, in the order of their ids and bits. Blocks.
  ///
  /// The retention of the workspace applies at once, whatever the purge has reached; what is on hold is shown.
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

  /// What is told of a group. Blocks.
  public func detail(of group: DoubtGroup, in workspace: Workspace.ID) throws(StoreError) -> DoubtDetail {
    try read { db in
      let which: StatementArguments = [
        workspace.rawValue, group.responder.rawValue, group.flag.rawValue, group.first.milliseconds,
        group.last.milliseconds,
      ]
      let found = "\(Self.ofGroup) AND effective_at <= ?5"
      let strongest = try Row.fetchOne(
        db.cachedStatement(
          sql: "SELECT * FROM doubt \(found) ORDER BY strength DESC, effective_at DESC LIMIT 1"),
        arguments: which)
      let review = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT at, reviewer, state, note FROM doubt_review
            WHERE id = (SELECT max(review_id) FROM doubt \(found))
            """), arguments: which)
      return DoubtDetail(
        strongest: strongest.flatMap(DoubtRow.doubt), review: review.flatMap(DoubtRow.decision))
    }
  }

  /// Binds workspace, person, flag and the beginning.
  static let ofGroup = """
    INDEXED BY doubt_responder
    WHERE workspace_id = ?1 AND responder_id = ?2 AND flag = ?3 AND effective_at >= ?4
    """

  /// What pings were doubted for, by their ids, for the rows of a report; at most a few thousand ids. Blocks.
  public func evidence(
    of pings: [Int64], in workspace: Workspace.ID
  ) throws(StoreError) -> [Int64: [ReviewedDoubt]] {
    guard !pings.isEmpty else { return [:] }
    return try read { db in
      var found: [Int64: [ReviewedDoubt]] = [:]
      let statement = try db.cachedStatement(
        sql: "SELECT * FROM doubt WHERE ping_id = ? AND workspace_id = ? ORDER BY flag")
      for ping in pings {
        let rows = try Row.fetchCursor(statement, arguments: [ping, workspace.rawValue])
        while let row = try rows.next() {
          guard let doubt = DoubtRow.doubt(row) else { continue }
          found[ping, default: []].append(
            ReviewedDoubt(doubt: doubt, state: DoubtState(rawValue: row["state"]) ?? .open))
        }
      }
      return found
    }
  }
}

/// A doubt with what was decided about it.
public struct ReviewedDoubt: Equatable, Sendable {
  /// What it was found by.
  public var doubt: Doubt
  /// What was decided.
  public var state: DoubtState
}

/// Rows of `doubt` and `doubt_review`.
enum DoubtRow {
  static func doubt(_ row: Row) -> Doubt? {
    DoubtRecord(
      flag: DoubtFlags(rawValue: row["flag"]), row["first"], row["second"], row["third"], word: row["word"]
    ).doubt
  }

  static func decision(_ row: Row) -> DoubtDecision? {
    DoubtState(rawValue: row["state"]).map {
      DoubtDecision(
        at: Timestamp(milliseconds: row["at"]), by: row["reviewer"], state: $0, note: row["note"])
    }
  }
}

/// Doubts of several spans, counted by person and flag.
private struct DoubtGroups {
  private var found: [Key: DoubtGroup] = [:]

  private struct Key: Hashable {
    let responder: Int64
    let flag: Int64
  }

  /// In the order of ids and bits.
  var sorted: [DoubtGroup] {
    found.sorted { ($0.key.responder, $0.key.flag) < ($1.key.responder, $1.key.flag) }.map(\.value)
  }

  mutating func add(
    of workspace: Workspace.ID, in span: TimeSpan, responder: Responder.ID?, _ db: Database
  ) throws {
    var arguments: StatementArguments = [
      "workspace": workspace.rawValue, "from": span.from.milliseconds, "to": span.to.milliseconds,
    ]
    if let responder { arguments += ["responder": responder.rawValue] }
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT responder_id, flag, state, count(*), min(effective_at), max(effective_at), max(ping_id)
          FROM doubt INDEXED BY \(responder == nil ? "doubt_workspace" : "doubt_responder")
          WHERE workspace_id = :workspace \(responder == nil ? "" : "AND responder_id = :responder")
            AND effective_at >= :from AND effective_at < :to
          GROUP BY responder_id, flag, state
          """), arguments: arguments)
    while let row = try rows.next() { add(row) }
  }

  /// Adds the count of one state.
  private mutating func add(_ row: Row) {
    let key = Key(responder: row[0], flag: row[1])
    let (first, last) = (Timestamp(milliseconds: row[4]), Timestamp(milliseconds: row[5]))
    var group =
      found[key]
      ?? DoubtGroup(
        responder: Responder.ID(key.responder), flag: DoubtFlags(rawValue: key.flag), first: first,
        last: last,
        newestPing: row[6])
    group.first = min(group.first, first)
    group.last = max(group.last, last)
    group.newestPing = max(group.newestPing, row[6])
    switch DoubtState(rawValue: row[2]) {
    case .confirmed: group.confirmed += row[3]
    case .cleared: group.cleared += row[3]
    default: group.open += row[3]
    }
    found[key] = group
  }
}
