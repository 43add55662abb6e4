import GRDB
public import Rollcall

/// What somebody asked of the workspace about their own data.
public struct PrivacyRequest: Equatable, Sendable {
  /// What can be asked for.
  public enum Kind: String, CaseIterable, Sendable {
    /// Everything that is held about them.
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
  /// When it was dealt with; `nil` = it is open.
  public let doneAt: Timestamp?
  /// By whom, as the audit names them.
  public let doneBy: String?

  init?(_ row: Row) {
    guard let kind = Kind(rawValue: row["kind"]) else { return nil }
    self.kind = kind
    id = row["id"]
    responder = Responder.ID(row["responder_id"])
    madeAt = Timestamp(milliseconds: row["made_at"])
    doneAt = (row["done_at"] as Int64?).map { Timestamp(milliseconds: $0) }
    doneBy = row["done_by"]
  }
}

extension Store {
  /// Puts a request of a phone into the admins' inbox; asked again while one is open, it is that one. A contact.
  public func request(
    _ kind: PrivacyRequest.Kind, by session: PhoneSession,
    done: @escaping @Sendable (Result<(request: PrivacyRequest, isNew: Bool), StoreError>) -> Void
  ) {
    write(
      { transaction in
        try transaction.contact(session)
        return try transaction.makeRequest(kind, of: session.responder, in: session.workspace)
      }, done: done)
  }

  /// The requests of a workspace: the open ones, the oldest first, or the newest of those that are done. Blocks.
  public func privacyRequests(
    of workspace: Workspace.ID, areOpen: Bool, limit: Int = 500
  ) throws(StoreError) -> [PrivacyRequest] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT * FROM privacy_request WHERE workspace_id = ? AND done_at IS \(areOpen ? "" : "NOT") NULL
          ORDER BY \(areOpen ? "made_at, id" : "done_at DESC, id DESC") LIMIT ?
          """, arguments: [workspace.rawValue, limit]
      ).compactMap(PrivacyRequest.init)
    }
  }

  /// Notes that a request was dealt with; nothing happens when it was already.
  ///
  /// - Throws: `notFound`.
  public func finishRequest(
    _ id: Int64, by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) {
    try write { transaction in
      let found = try Row.fetchOne(
        transaction.db, sql: "SELECT * FROM privacy_request WHERE id = ? AND workspace_id = ?",
        arguments: [id, workspace.rawValue])
      guard let request = found.flatMap(PrivacyRequest.init) else { throw StoreError.notFound("request") }
      guard request.doneAt == nil else { return }
      try transaction.finish(request, by: actor, in: workspace)
    }
  }
}

extension WriteTransaction {
  /// The open request of a person, made when there is none.
  func makeRequest(
    _ kind: PrivacyRequest.Kind, of responder: Responder.ID, in workspace: Workspace.ID
  ) throws -> (request: PrivacyRequest, isNew: Bool) {
    if let open = try openRequest(kind, of: responder) { return (open, false) }
    try db.execute(
      sql: "INSERT INTO privacy_request (workspace_id, responder_id, kind, made_at) VALUES (?, ?, ?, ?)",
      arguments: [workspace.rawValue, responder.rawValue, kind.rawValue, now.milliseconds])
    try audit(
      "responder:\(responder.rawValue)", "request.\(kind.rawValue)",
      subject: "responder \(responder.rawValue)", in: workspace)
    guard let made = try openRequest(kind, of: responder) else { throw StoreError.notFound("request") }
    return (made, true)
  }

  fileprivate func openRequest(
    _ kind: PrivacyRequest.Kind, of responder: Responder.ID
  ) throws -> PrivacyRequest? {
    try Row.fetchOne(
      db, sql: "SELECT * FROM privacy_request WHERE responder_id = ? AND kind = ? AND done_at IS NULL",
      arguments: [responder.rawValue, kind.rawValue]
    ).flatMap(PrivacyRequest.init)
  }

  fileprivate func finish(_ request: PrivacyRequest, by actor: String, in workspace: Workspace.ID) throws {
    try db.execute(
      sql: "UPDATE privacy_request SET done_at = ?, done_by = ? WHERE id = ?",
      arguments: [now.milliseconds, try pseudonym(of: actor, in: workspace), request.id])
    try audit(
      actor, "request.done", subject: "responder \(request.responder.rawValue)",
      detail: request.kind.rawValue, in: workspace)
  }

  /// Notes every open request of a person as dealt with.
  func finishRequests(of responder: Responder.ID, by actor: String, in workspace: Workspace.ID) throws {
    for kind in PrivacyRequest.Kind.allCases {
      if let open = try openRequest(kind, of: responder) { try finish(open, by: actor, in: workspace) }
    }
  }
}
