public import Rollcall
package import SQL

/// An event to be made.
public struct NewEvent: Equatable, Sendable {
  /// Its name in URLs, in the form of a workspace's.
  public var slug: String
  /// Its name for people, 1 to 200 bytes.
  public var name: String
  /// When it begins; `nil` = with its first activity.
  public var from: Timestamp?
  /// When it ends, after it begins; `nil` = it is open.
  public var to: Timestamp?

  /// Creates an event.
  public init(slug: String, name: String, from: Timestamp? = nil, to: Timestamp? = nil) {
    (self.slug, self.name, self.from, self.to) = (slug, name, from, to)
  }
}

extension NewEvent {
  /// - Throws: `invalid` for a bad short name, name or span.
  func require() throws(StoreError) {
    guard Workspace.isValid(slug: slug) else {
      throw .invalid("A short name is 1 to 40 of a-z, 0-9 and -, neither first nor last a -.")
    }
    guard name.hasBytes(NameLimits.name), !name.hasControlCharacters else {
      throw .invalid("A name is \(NameLimits.words(NameLimits.name)), on one line.")
    }
    if let from, let to, to <= from { throw .invalid("An event must end after it begins.") }
  }
}

/// The people to add to an event.
public enum NewParticipants: Equatable, Sendable {
  /// These.
  case people([Responder.ID])
  /// All active responders with the profile.
  case profile(String)
}

/// An event in a list.
public struct EventSummary: Equatable, Sendable {
  /// The event.
  public var event: Event
  /// The number of participants.
  public var participants: Int
}

/// Rows of `event` and `event_participant`.
enum Events {
  static func find(_ slug: String, in workspace: Workspace.ID, _ db: Database) throws -> Event? {
    try db.first("SELECT * FROM event WHERE workspace_id = \(workspace) AND slug = \(slug)")
  }

  static func require(_ slug: String, in workspace: Workspace.ID, _ db: Database) throws -> Event {
    guard let found = try find(slug, in: workspace, db) else { throw StoreError.notFound("event \(slug)") }
    return found
  }

  static func participants(of event: Event, _ db: Database) throws -> [Responder.ID] {
    try db.all(
      """
      SELECT responder_id FROM event_participant
      WHERE workspace_id = \(event.workspace) AND event_id = \(event.id) ORDER BY responder_id
      """)
  }

  static func isParticipant(_ id: Responder.ID, of event: Event, _ db: Database) throws -> Bool {
    try db.exists(
      """
      SELECT 1 FROM event_participant
      WHERE workspace_id = \(event.workspace) AND event_id = \(event.id) AND responder_id = \(id)
      """)
  }
}

extension Event: FetchableRecord {
  /// From a row of `event`.
  package init(row: Row) throws {
    self.init(
      id: try row["id"], workspace: try row["workspace_id"], slug: try row["slug"], name: try row["name"],
      from: try row["from_at"], to: try row["to_at"])
  }
}

extension EventStore {
  /// The events of a workspace, the newest first. Blocks.
  ///
  /// - Parameters:
  ///   - first: only those that end after it, or are open; `nil` for all.
  ///   - last: only those that begin before it; `nil` for all. One without a beginning counts from its making.
  public func all(
    of workspace: Workspace.ID, from first: Timestamp? = nil, until last: Timestamp? = nil
  ) throws(StoreError) -> [EventSummary] {
    try read { db in
      try db.all(
        """
        SELECT event.*, (SELECT count(*) FROM event_participant
          WHERE event_participant.workspace_id = event.workspace_id AND event_id = event.id) AS people
        FROM event WHERE workspace_id = \(workspace)
          AND (\(first) IS NULL OR to_at IS NULL OR to_at > \(first))
          AND (\(last) IS NULL OR coalesce(from_at, created_at) < \(last))
        ORDER BY coalesce(from_at, created_at) DESC, id DESC
        """
      ) { EventSummary(event: try Event(row: $0), participants: try $0["people"]) }
    }
  }

  /// Makes an event without participants.
  ///
  /// - Throws: `invalid` for a bad slug, name or span; `conflict` when the slug is taken.
  public func addEvent(
    _ new: NewEvent, in scope: Scope
  ) throws(StoreError) -> Event {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try new.require()
    return try write(scope) { transaction in
      guard try Events.find(new.slug, in: workspace, transaction.db) == nil else {
        throw StoreError.conflict("There is an event \(new.slug) already.")
      }
      try transaction.db.run(
        """
        INSERT INTO event (workspace_id, id, slug, name, from_at, to_at, created_at)
        VALUES (\(workspace), \(try transaction.next(.event, as: Event.ID.self)), \(new.slug), \(new.name), \(new.from),
          \(new.to), \(transaction.now))
        """)
      let event = try Events.require(new.slug, in: workspace, transaction.db)
      try transaction.audit(actor, "event.add", subject: "event \(event.id.rawValue)", in: workspace)
      return event
    }
  }
}

extension EventStore {
  /// Adds people to an event; existing participants stay. Returns how many are new.
  ///
  /// - Throws: `notFound` for the event, a person or a profile.
  @discardableResult
  public func addParticipants(
    _ new: NewParticipants, to slug: String, in scope: Scope
  ) throws(StoreError) -> Int {
    let (actor, workspace) = (scope.actor, scope.workspace)
    return try write(scope) { transaction in
      let event = try Events.require(slug, in: workspace, transaction.db)
      var added = 0
      for id in try transaction.events.people(new, in: workspace) {
        added += try transaction.db.run(
          """
          INSERT INTO event_participant (workspace_id, event_id, responder_id, added_at)
          VALUES (\(workspace), \(event.id), \(id), \(transaction.now)) ON CONFLICT DO NOTHING
          """)
      }
      guard added > 0 else { return 0 }
      try transaction.audit(
        actor, "event.join", subject: "event \(event.id.rawValue)", detail: "\(added) people", in: workspace)
      return added
    }
  }

  /// Removes participants from an event, all or none. Their data stays, and is visible again when they take part
  /// again.
  ///
  /// - Throws: `notFound`, also for a person who does not take part.
  public func removeParticipants(
    _ people: [Responder.ID], from slug: String, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      let event = try Events.require(slug, in: workspace, transaction.db)
      for id in people {
        let removed = try transaction.db.run(
          """
          DELETE FROM event_participant
          WHERE workspace_id = \(workspace) AND event_id = \(event.id) AND responder_id = \(id)
          """)
        guard removed > 0 else { throw StoreError.notFound("participant \(id.rawValue)") }
        try transaction.audit(
          actor, "event.leave", subject: "event \(event.id.rawValue)", detail: "responder \(id.rawValue)",
          in: workspace)
      }
    }
  }
}

extension EventWrites {
  fileprivate func people(_ new: NewParticipants, in workspace: Workspace.ID) throws -> [Responder.ID] {
    switch new {
    case .people(let ids):
      for id in ids { _ = try Responders.findUnerased(id, in: workspace, db) }
      return ids
    case .profile(let name):
      _ = try transaction.fleet.profile(named: name, in: workspace)
      return try db.all(
        "SELECT id FROM responder WHERE workspace_id = \(workspace) AND profile = \(name) AND active = 1 ORDER BY id"
      )
    }
  }
}
