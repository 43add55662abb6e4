import Foundation
public import Rollcall
import SQL

/// A new incident with the decisions made when it is opened.
public struct IncidentOpening: Sendable {
  /// Its title, severity and place.
  public var details: NewIncident
  /// The place in words, e.g. an outlet's name; may be empty.
  public var place: String
  /// A token sent with the form, 1 to 64 letters. The same token again opens nothing and returns the incident
  /// opened first.
  public var once: String?
  /// 32 bytes that differ for different requests with the same ``once``; `nil` = any request.
  public var fingerprint: [UInt8]?
  /// The people to ask at once.
  public var asking: Asking

  /// An opening from its parts.
  public init(
    _ details: NewIncident, place: String = "", once: String? = nil, fingerprint: [UInt8]? = nil,
    asking: Asking = .nobody
  ) {
    self.details = details
    self.place = place
    self.once = once
    self.fingerprint = fingerprint
    self.asking = asking
  }
}

extension DispatchStore {
  /// Opens an incident, and asks people at once if requested: both or neither.
  ///
  /// - Parameter actor: who acts, as named in the audit.
  /// - Throws: `invalid` for an unknown region; `notFound` for a responder who was picked; `conflict` with
  ///   the reason, in words, when none of the people picked can be asked now.
  public func open(
    _ opening: IncidentOpening, in scope: Scope
  ) throws(StoreError) -> Incident.ID {
    try openOnce(opening, in: scope).id
  }

  /// The same, and whether it was opened now rather than by an earlier request.
  ///
  /// - Throws: also `keyReused`: the token opened another incident.
  public func openOnce(
    _ opening: IncidentOpening, in scope: Scope
  ) throws(StoreError) -> (id: Incident.ID, isNew: Bool) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    return try write(scope) { try $0.dispatch.open(opening, by: actor, in: workspace) }
  }

  /// The incident opened with this token before; `nil` = none. Blocks.
  ///
  /// - Throws: `keyReused` when the token opened something else.
  public func incident(
    openedBy once: String, fingerprint: [UInt8]?, in workspace: Workspace.ID
  ) throws(StoreError) -> Incident.ID? {
    try read { try Incidents.opened(by: once, fingerprint, in: workspace, $0) }
  }
}

extension Incidents {
  fileprivate static func opened(
    by once: String, _ fingerprint: [UInt8]?, in workspace: Workspace.ID, _ db: Database
  ) throws -> Incident.ID? {
    try db.first(
      "SELECT id, once_hash FROM incident WHERE workspace_id = \(workspace) AND once = \(once)"
    ) { row in
      guard try fingerprint == nil || row["once_hash"] == fingerprint else { throw StoreError.keyReused }
      return try row["id"]
    }
  }
}

extension DispatchWrites {
  fileprivate func open(
    _ opening: IncidentOpening, by actor: Actor, in workspace: Workspace.ID
  ) throws -> (id: Incident.ID, isNew: Bool) {
    if let once = opening.once,
      let known = try Incidents.opened(by: once, opening.fingerprint, in: workspace, db)
    {
      return (known, false)
    }
    try check(opening.details.region, in: workspace)
    let id = try insert(opening, by: actor, in: workspace)
    let severity = opening.details.severity.rawValue
    try log(.opened, of: id, in: workspace, by: actor, detail: severity)
    // Without the title: people write names into it, and an entry is never erased.
    try transaction.audit(
      actor, "incident.open", subject: Incidents.order(id),
      detail: "\(opening.details.kind.rawValue), \(severity)", in: workspace)
    if opening.asking.mode != .nobody { try ask(opening.asking, for: id, by: actor, in: workspace) }
    return (id, true)
  }

  func check(_ region: String?, in workspace: Workspace.ID) throws {
    guard let region else { return }
    let isThere = try db.exists("SELECT 1 FROM region WHERE workspace_id = \(workspace) AND name = \(region)")
    guard !isThere else { return }
    let names = try db.all("SELECT name FROM region WHERE workspace_id = \(workspace) ORDER BY name") {
      try $0["name"] as String
    }
    throw StoreError.invalid("There is no region \(region)\(NearestWord.hint(region, among: names))")
  }

  private func insert(
    _ opening: IncidentOpening, by actor: Actor, in workspace: Workspace.ID
  ) throws -> Incident.ID {
    let details = opening.details
    let id: Incident.ID = try transaction.next(.incident)
    try db.run(
      """
      INSERT INTO incident
        (workspace_id, id, kind, title, severity, lat, lng, place, notes, region, needs, open_places, state, state_since, opened_at,
          opened_by, once, once_hash)
      VALUES (\(workspace), \(id), \(details.kind), \(details.title), \(details.severity),
        \(details.position.latitude), \(details.position.longitude), \(opening.place.utf8.isEmpty ? nil : opening.place),
        \(details.notes ?? ""), \(details.region), \(details.needs.text), \(details.needs.places), 'open', \(now), \(now), \(actor.word), \(opening.once),
        \(opening.fingerprint))
      """)
    return id
  }
}
