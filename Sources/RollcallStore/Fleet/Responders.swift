public import Rollcall
import SQL

/// A new responder's data.
public struct NewResponder: Codable, Equatable, Sendable {
  /// Their name, 1 to 200 bytes.
  public var name: String
  /// E.164, e.g. `+38640123456`.
  public var phone: String?
  /// The name of a profile of the workspace.
  public var profile: String
  /// A region; created when the workspace does not have it.
  public var region: String?
  /// Their id in the operator's own system.
  public var externalID: String?
  /// What they can do: `medic;boat=2027-03-31`.
  public var skills: String

  /// Creates a new responder.
  public init(
    name: String, phone: String? = nil, profile: String = "responder", region: String? = nil,
    externalID: String? = nil, skills: String = ""
  ) {
    self.name = name
    self.phone = phone
    self.profile = profile
    self.region = region
    self.externalID = externalID
    self.skills = skills
  }
}

extension NewResponder {
  /// The data of a person, to be changed.
  public init(_ person: Responder) {
    self.init(
      name: person.name, phone: person.phone, profile: person.profile, region: person.region,
      externalID: person.externalID, skills: person.skills.text)
  }
}

/// Rows of `responder`.
enum Responders {
  static func find(_ id: Responder.ID, in workspace: Workspace.ID, _ db: Database) throws -> Responder? {
    try db.first("SELECT * FROM responder WHERE workspace_id = \(workspace) AND id = \(id)")
  }

  /// The values for the audit. Not the identity: a name and a number can be erased, an entry cannot.
  static func values(_ person: Responder, _ db: Database) throws -> [String: String] {
    let region = try person.region.flatMap { try Regions.id(of: $0, in: person.workspace, db) }
    return [
      "profile": person.profile, "region": region.map(String.init) ?? "none",
      "active": person.isActive ? "yes" : "no",
    ]
  }

  /// The changed fields whose values are withheld.
  static func unsaid(_ old: Responder, _ new: Responder) -> String {
    [
      old.name == new.name ? nil : "name changed", old.phone == new.phone ? nil : "phone number changed",
      old.externalID == new.externalID ? nil : "external id changed",
      old.skills == new.skills ? nil : "skills changed",
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension FleetStore {
  /// Adds people to a workspace, all or none.
  ///
  /// - Throws: `notFound`; `invalid` with the line at fault (from 1); `conflict` when a phone or external id is taken.
  public func addResponders(
    _ people: [NewResponder], slug: String, by actor: Actor = .commandLine
  ) throws(StoreError) -> [Responder.ID] {
    try write { transaction in
      try transaction.fleet.add(
        people, to: try Workspaces.require(slug: slug, transaction.db), by: actor)
    }
  }

  /// Adds people to a workspace and changes others, all or none. Blocks.
  ///
  /// - Returns: the ids of those added.
  /// - Throws: `notFound`; `invalid` and `conflict` with the entry at fault.
  public func importPeople(
    adding new: [NewResponder], changing known: [(id: Responder.ID, person: NewResponder)], in scope: Scope
  ) throws(StoreError) -> [Responder.ID] {
    try write(scope) { transaction in
      guard let workspace = try Workspaces.find(scope.workspace, transaction.db) else {
        throw StoreError.notFound("workspace")
      }
      for (id, person) in known {
        _ = try transaction.fleet.change(id, in: workspace, by: scope.actor) { $0 = person }
      }
      return try transaction.fleet.add(new, to: workspace, by: scope.actor)
    }
  }

  /// Changes a person. Does nothing without a change. Blocks.
  ///
  /// - Throws: `notFound`, for an erased person, too; `invalid`; `conflict` when a number or an id is another person's.
  public func changePerson(
    _ id: Responder.ID, in scope: Scope, _ change: (inout NewResponder) -> Void
  ) throws(StoreError) -> Responder {
    try withoutActuallyEscaping(change) { change throws(StoreError) in
      try write(scope) { transaction in
        guard let workspace = try Workspaces.find(scope.workspace, transaction.db) else {
          throw StoreError.notFound("workspace")
        }
        return try transaction.fleet.change(id, in: workspace, by: scope.actor, change)
      }
    }
  }

  /// The same for several people, all or none. Blocks.
  public func changePeople(
    _ people: [Responder.ID], in scope: Scope, _ change: (inout NewResponder) -> Void
  ) throws(StoreError) {
    try withoutActuallyEscaping(change) { change throws(StoreError) in
      try write(scope) { transaction in
        guard let workspace = try Workspaces.find(scope.workspace, transaction.db) else {
          throw StoreError.notFound("workspace")
        }
        for id in people { _ = try transaction.fleet.change(id, in: workspace, by: scope.actor, change) }
      }
    }
  }

  /// The people of a workspace, by id.
  ///
  /// - Throws: `notFound`.
  public func responders(slug: String) throws(StoreError) -> [Responder] {
    try read { db in
      let workspace = try Workspaces.require(slug: slug, db)
      return try db.all("SELECT * FROM responder WHERE workspace_id = \(workspace.id) ORDER BY id")
    }
  }
}

extension StoreError {
  /// The same error, with the line of the import.
  fileprivate func at(line: Int, of count: Int) -> StoreError {
    guard count > 1 else { return self }
    return switch self {
    case .invalid(let text): .invalid("line \(line): \(text)")
    case .conflict(let text): .conflict("line \(line): \(text)")
    default: self
    }
  }
}

extension FleetWrites {
  /// Changes a person. Does nothing without a change.
  func change(
    _ id: Responder.ID, in workspace: Workspace, by actor: Actor, _ change: (inout NewResponder) -> Void
  ) throws -> Responder {
    let old = try Responders.findUnerased(id, in: workspace.id, db)
    var draft = NewResponder(old)
    change(&draft)
    var checks = try PersonChecks(workspace, db)
    draft = try checks.require(draft, as: id)
    var person = old
    (person.name, person.phone, person.profile) = (draft.name, draft.phone, draft.profile)
    (person.region, person.externalID) = (draft.region, draft.externalID)
    person.skills = try SkillList(written: draft.skills)
    guard person != old else { return old }
    try ensure(region: person.region, in: workspace.id)
    try db.run(
      """
      UPDATE responder SET name = \(person.name), phone = \(person.phone), profile = \(person.profile),
        region = \(person.region), external_id = \(person.externalID), skills = \(person.skills.text)
      WHERE workspace_id = \(workspace.id) AND id = \(id)
      """)
    reload(id, in: workspace.id)
    if person.profile != old.profile { transaction.emit(.becameAvailable(in: workspace.id)) }
    try transaction.audit(
      actor, "responder.set", subject: "responder \(id.rawValue)", detail: Responders.unsaid(old, person),
      change: AuditChange(try Responders.values(old, db), try Responders.values(person, db)), in: workspace.id
    )
    return person
  }

  /// Adds people in their order; an error names its line.
  func add(_ people: [NewResponder], to workspace: Workspace, by actor: Actor) throws -> [Responder.ID] {
    var ids: [Responder.ID] = []
    var checks = try PersonChecks(workspace, db)
    for (index, person) in people.enumerated() {
      do {
        ids.append(try add(try checks.require(person, at: index), to: workspace, by: actor))
      } catch {
        throw StoreError(error).at(line: index + 1, of: people.count)
      }
    }
    return ids
  }

  /// Adds a checked person.
  private func add(
    _ person: NewResponder, to workspace: Workspace, by actor: Actor
  ) throws -> Responder.ID {
    let profile = try profile(named: person.profile, in: workspace.id)
    try ensure(region: person.region, in: workspace.id)
    let id: Responder.ID = try transaction.next(.responder)
    try db.run(
      """
      INSERT INTO responder (workspace_id, id, name, phone, profile, region, external_id, skills,
        created_at)
      VALUES (\(workspace.id), \(id), \(person.name), \(person.phone), \(person.profile), \(person.region),
        \(person.externalID), \(person.skills), \(now))
      """)
    transaction.emit(.personAdded(id, in: workspace.id, profile))
    guard let added = try Responders.find(id, in: workspace.id, db) else { return id }
    try transaction.audit(
      actor, "responder.add", subject: "responder \(id.rawValue)",
      change: AuditChange([:], try Responders.values(added, db)), in: workspace.id)
    return id
  }

  private func ensure(region: String?, in workspace: Workspace.ID) throws {
    guard let region else { return }
    try db.run(
      """
      INSERT INTO region (workspace_id, id, name)
      VALUES (\(workspace), \(try transaction.next(.region, as: Int64.self)), \(region)) ON CONFLICT DO NOTHING
      """)
  }
}

extension Responders {
  /// A responder of a workspace who was not erased.
  static func findUnerased(_ id: Responder.ID, in workspace: Workspace.ID, _ db: Database) throws -> Responder
  {
    guard let person = try find(id, in: workspace, db), try !isErased(id, in: workspace, db) else {
      throw StoreError.notFound("responder \(id.rawValue)")
    }
    return person
  }

  static func isErased(_ id: Responder.ID, in workspace: Workspace.ID, _ db: Database) throws -> Bool {
    try db.exists(
      "SELECT 1 FROM responder WHERE id = \(id) AND workspace_id = \(workspace) AND erased_at IS NOT NULL")
  }
}

extension FleetStore {
  /// Whether a person was erased. Blocks.
  public func isErased(_ id: Responder.ID, in workspace: Workspace.ID) throws(StoreError) -> Bool {
    try read { try Responders.isErased(id, in: workspace, $0) }
  }
}

/// A responder and their workspace: the key of every row about them.
struct ResponderKey: Hashable, FetchableRecord {
  let workspace: Workspace.ID
  let id: Responder.ID

  init(_ id: Responder.ID, in workspace: Workspace.ID) { (self.workspace, self.id) = (workspace, id) }

  /// From `workspace_id` and `responder_id`.
  init(row: Row) throws { (workspace, id) = (try row["workspace_id"], try row["responder_id"]) }

  /// The condition of rows about them.
  var rows: Query { "workspace_id = \(workspace) AND responder_id = \(id)" }
}
