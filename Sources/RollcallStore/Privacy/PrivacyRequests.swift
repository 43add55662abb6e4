public import Rollcall
package import SQL

/// A responder's request to the workspace about their own data.
public struct PrivacyRequest: Equatable, Sendable {
  /// What can be asked for.
  public enum Kind: String, CaseIterable, Sendable {
    /// A copy of all data about them.
    case export
    /// That it be erased.
    case erase
  }

  /// Its number.
  public let id: Int64
  /// Who asks.
  public let responder: Responder.ID
  /// For what.
  public let kind: Kind
  /// When it came.
  public let madeAt: Timestamp
  /// When it was completed; `nil` = it is open.
  public let doneAt: Timestamp?
  /// The person who completed it, as the audit names them.
  public let doneBy: String?
}

extension PrivacyRequest: FetchableRecord {
  /// From a row of `privacy_request`.
  package init(row: Row) throws {
    self.init(
      id: try row["id"], responder: try row["responder_id"], kind: try row["kind"],
      madeAt: try row["made_at"], doneAt: try row["done_at"], doneBy: try row["done_by"])
  }
}

extension PrivacyStore {
  /// Adds a phone's request to the admins' inbox. A repeat while one is open returns that one. Counts as a
  /// contact.
  public func request(
    _ kind: PrivacyRequest.Kind, by session: PhoneSession,
    done: @escaping @Sendable (Result<(request: PrivacyRequest, isNew: Bool), StoreError>) -> Void
  ) {
    write(
      { transaction in
        try transaction.liveness.contact(session)
        return try transaction.privacy.makeRequest(kind, of: session.responder, in: session.workspace)
      }, done: done)
  }

  /// The requests of a workspace: the open ones, the oldest first, or the newest completed ones. Blocks.
  public func privacyRequests(
    of workspace: Workspace.ID, areOpen: Bool, limit: Int = 500
  ) throws(StoreError) -> [PrivacyRequest] {
    let which: Query =
      areOpen ? "done_at IS NULL ORDER BY made_at, id" : "done_at IS NOT NULL ORDER BY done_at DESC, id DESC"
    return try read {
      try $0.all(
        "SELECT * FROM privacy_request WHERE workspace_id = \(workspace) AND \(which) LIMIT \(limit)")
    }
  }

  /// Marks a request as completed; does nothing when it is already.
  ///
  /// - Throws: `notFound`.
  public func finishRequest(
    _ id: Int64, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      let found = try transaction.db.first(
        "SELECT * FROM privacy_request WHERE id = \(id) AND workspace_id = \(workspace)",
        as: PrivacyRequest.self)
      guard let request = found else { throw StoreError.notFound("request") }
      guard request.doneAt == nil else { return }
      try transaction.privacy.finish(request, by: actor, in: workspace)
    }
  }
}

extension PrivacyWrites {
  /// A person's open request, created if needed.
  func makeRequest(
    _ kind: PrivacyRequest.Kind, of responder: Responder.ID, in workspace: Workspace.ID
  ) throws -> (request: PrivacyRequest, isNew: Bool) {
    if let open = try openRequest(kind, of: responder, in: workspace) { return (open, false) }
    try db.run(
      """
      INSERT INTO privacy_request (workspace_id, id, responder_id, kind, made_at)
      VALUES (\(workspace), \(try transaction.next(.privacyRequest, as: Int64.self)), \(responder), \(kind), \(now))
      """)
    try transaction.audit(
      .ownPage(responder), "request.\(kind.rawValue)",
      subject: "responder \(responder.rawValue)", in: workspace)
    guard let made = try openRequest(kind, of: responder, in: workspace) else {
      throw StoreError.notFound("request")
    }
    return (made, true)
  }

  fileprivate func openRequest(
    _ kind: PrivacyRequest.Kind, of responder: Responder.ID, in workspace: Workspace.ID
  ) throws -> PrivacyRequest? {
    try db.first(
      """
      SELECT * FROM privacy_request
      WHERE workspace_id = \(workspace) AND responder_id = \(responder) AND kind = \(kind) AND done_at IS NULL
      """)
  }

  fileprivate func finish(_ request: PrivacyRequest, by actor: Actor, in workspace: Workspace.ID) throws {
    let name = actor.pseudonym
    try db.run(
      """
      UPDATE privacy_request SET done_at = \(now), done_by = \(name)
      WHERE workspace_id = \(workspace) AND id = \(request.id)
      """)
    try transaction.audit(
      actor, "request.done", subject: "responder \(request.responder.rawValue)",
      detail: request.kind.rawValue, in: workspace)
  }

  /// Marks all open requests of a person as completed.
  func finishRequests(of responder: Responder.ID, by actor: Actor, in workspace: Workspace.ID) throws {
    for kind in PrivacyRequest.Kind.allCases {
      guard let open = try openRequest(kind, of: responder, in: workspace) else { continue }
      try finish(open, by: actor, in: workspace)
    }
  }
}

extension PrivacyRequest.Kind: DatabaseValueConvertible {}
