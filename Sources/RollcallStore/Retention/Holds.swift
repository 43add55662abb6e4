public import Rollcall
package import SQL

/// A hold to be made.
public struct NewHold: Equatable, Sendable {
  /// The data that it covers.
  public var subject: Hold.Subject
  /// Why; 1 to ``Hold/textLimit`` characters.
  public var reason: String
  /// When it ends by itself; `nil` = when it is released.
  public var until: Timestamp?

  /// Creates a hold.
  public init(_ subject: Hold.Subject, reason: String, until: Timestamp? = nil) {
    (self.subject, self.reason, self.until) = (subject, reason, until)
  }
}

extension RetentionStore {
  /// The holds of a workspace, active ones first, then the newest first; released ones stay. Blocks.
  public func holds(of workspace: Workspace.ID, limit: Int = .max) throws(StoreError) -> [Hold] {
    let now = clock()
    return try read { db in
      try db.all(
        """
        SELECT * FROM hold WHERE workspace_id = \(workspace)
        ORDER BY released_at IS NULL AND (until_at IS NULL OR until_at > \(now)) DESC, id DESC LIMIT \(max(0, limit))
        """
      )
    }
  }

  /// The active holds on a person's data, ascending. Blocks.
  public func holdsInForce(
    on id: Responder.ID, in workspace: Workspace.ID
  ) throws(StoreError) -> [Hold.ID] {
    let now = clock()
    return try read { try Holds.inForce(on: id, in: workspace, at: now, $0).map { Hold.ID($0) } }
  }

  /// Adds a hold: from now on no purge deletes what it covers. Blocks.
  ///
  /// - Returns: its number.
  /// - Throws: `invalid` for a bad reason, span or end; `notFound` for a person, also an erased one, or an
  ///   incident that the workspace does not have.
  public func addHold(_ hold: NewHold, in scope: Scope) throws(StoreError)
    -> Hold.ID
  {
    let (actor, workspace) = (scope.actor, scope.workspace)
    guard let reason = Hold.text(hold.reason) else { throw .invalid(Holds.textRule("reason")) }
    return try write(scope) { transaction in
      if let until = hold.until, until <= transaction.now {
        throw StoreError.invalid("A hold ends in the future.")
      }
      return try transaction.retention.addHold(hold, reason: reason, by: actor, in: workspace)
    }
  }

  /// Releases a hold: what it kept is deleted by the next purge. Blocks.
  ///
  /// - Throws: `invalid` for a bad note; `notFound`; `conflict` when it has ended.
  public func releaseHold(
    _ id: Hold.ID, note: String, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { try $0.retention.release(id, note: note, by: actor, in: workspace) }
  }
}

extension Hold: FetchableRecord {
  package init(row: Row) throws {
    self.init(
      id: try row["id"], subject: try Subject(row: row), reason: try row["reason"],
      madeAt: try row["made_at"],
      madeBy: try row["made_by"], until: try row["until_at"], release: try Self.release(row))
  }

  private static func release(_ row: Row) throws -> Release? {
    guard let at: Timestamp = try row["released_at"] else { return nil }
    return Release(at: at, by: try row["released_by"] ?? "", note: try row["note"] ?? "")
  }
}

extension Hold.Subject: FetchableRecord {
  package init(row: Row) throws {
    if let incident: Incident.ID = try row["incident_id"] {
      self = .incident(incident)
    } else {
      self = .person(try row["responder_id"], TimeSpan(from: try row["from_at"], to: try row["to_at"]))
    }
  }
}

/// Rows of `hold`.
enum Holds {
  static func textRule(_ name: String) -> String { "A \(name) has 1 to \(Hold.textLimit) characters." }

  /// The active holds on a person's data, ascending.
  static func inForce(
    on id: Responder.ID, in workspace: Workspace.ID, at now: Timestamp, _ db: Database
  ) throws -> [Int64] {
    try db.all(
      """
      SELECT id FROM hold WHERE workspace_id = \(workspace) AND released_at IS NULL
        AND (until_at IS NULL OR until_at > \(now))
        AND (responder_id = \(id) OR incident_id IN (SELECT incident_id FROM offer
          WHERE offer.workspace_id = \(workspace) AND offer.responder_id = \(id)))
      ORDER BY id
      """, as: Int64.self)
  }
}

extension RetentionWrites {
  /// Writes a hold and its audit entry.
  ///
  /// - Parameter carried: when and by whom it was made in an older database; `nil` = it is made now.
  func addHold(
    _ hold: NewHold, reason: String, by actor: Actor, in workspace: Workspace.ID,
    carried: (at: Timestamp, by: String)? = nil
  ) throws -> Hold.ID {
    var (incident, person, span): (Int64?, Int64?, TimeSpan?)
    let subject: String
    switch hold.subject {
    case .incident(let id):
      _ = try Incidents.require(id, in: workspace, db)
      incident = id.rawValue
      subject = Incidents.order(id)
    case .person(let id, let time):
      _ = try Responders.findUnerased(id, in: workspace, db)
      guard time.length > 0 else { throw StoreError.invalid("The span ends before it begins.") }
      (person, span) = (id.rawValue, time)
      subject = "responder \(id.rawValue)"
    }
    let id: Hold.ID = try transaction.next(.hold)
    try db.run(
      """
      INSERT INTO hold
        (workspace_id, id, incident_id, responder_id, from_at, to_at, reason, made_at, made_by, until_at)
      VALUES (\(workspace), \(id), \(incident), \(person), \(span?.from), \(span?.to), \(reason),
        \(carried?.at ?? now), \(carried?.by ?? actor.pseudonym), \(hold.until))
      """)
    // The reason may name a person: it can be erased, the audit cannot.
    let times = span.map { ", from \($0.from.rfc3339) to \($0.to.rfc3339)" } ?? ""
    let until = hold.until.map { ", until \($0.rfc3339)" } ?? ""
    let since = carried.map { ", held since \($0.at.rfc3339), carried over by a restore" } ?? ""
    try transaction.audit(
      actor, "hold.add", subject: subject, detail: "hold \(id.rawValue)\(times)\(until)\(since)",
      in: workspace)
    return id
  }

  fileprivate func release(
    _ id: Hold.ID, note: String, by actor: Actor, in workspace: Workspace.ID
  ) throws {
    let found = try db.first(
      "SELECT * FROM hold WHERE workspace_id = \(workspace) AND id = \(id)", as: Hold.self)
    guard let hold = found else { throw StoreError.notFound("hold \(id.rawValue)") }
    guard let note = Hold.text(note) else { throw StoreError.invalid(Holds.textRule("note")) }
    guard hold.isInForce(at: now) else { throw StoreError.conflict("Hold \(id.rawValue) has ended already.") }
    try db.run(
      """
      UPDATE hold SET released_at = \(now), released_by = \(actor.pseudonym), note = \(note)
      WHERE workspace_id = \(workspace) AND id = \(id)
      """
    )
    let subject =
      switch hold.subject {
      case .incident(let incident): Incidents.order(incident)
      case .person(let person, _): "responder \(person.rawValue)"
      }
    try transaction.audit(
      actor, "hold.release", subject: subject, detail: "hold \(id.rawValue)", in: workspace)
  }
}

/// The holds on data of a phone whose upload reaches back before the retention: such data is stored. Looked
/// up on demand, once a request.
struct HoldLookup {
  private var time: HeldTime?

  /// Whether an instant of a responder is on hold.
  mutating func contains(
    _ instant: Timestamp, of id: Responder.ID, in workspace: Workspace.ID, _ transaction: WriteTransaction
  ) throws -> Bool {
    let found = try time ?? look(id, workspace, transaction)
    time = found
    return found.contains(instant)
  }

  private func look(
    _ id: Responder.ID, _ workspace: Workspace.ID, _ transaction: WriteTransaction
  ) throws -> HeldTime {
    try HeldRows(of: workspace, responder: id, at: transaction.now, transaction.db)
      .time(of: id.rawValue)
  }
}
