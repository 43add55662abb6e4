import Foundation
public import Rollcall
import SQL

/// The link to a responder's own page, as the console shows it, without its secret.
public struct OwnLink: Equatable, Sendable {
  /// When it was made.
  public var createdAt: Timestamp
  /// When it ends.
  public var expiresAt: Timestamp
  /// When it was last opened; `nil` = never.
  public var lastUsed: Timestamp?
}

/// A responder who opened the link to their own page.
public struct OwnVisitor: Sendable {
  /// The person.
  public var responder: Responder
  /// Their workspace.
  public var workspace: Workspace
}

extension PhoneStore {
  /// How many days such a link may be valid.
  public static let ownLinkDays = 1...365

  /// Creates the link to a responder's own page. Its secret is returned only here, and an earlier link is
  /// revoked. Blocks.
  ///
  /// - Parameter days: how long it is valid, 1 to 365.
  /// - Throws: `notFound`; `invalid` for a bad number of days, or an inactive responder.
  public func makeOwnLink(
    of id: Responder.ID, days: Int, in scope: Scope
  ) throws(StoreError) -> Secret {
    let (actor, workspace) = (scope.actor, scope.workspace)
    guard Self.ownLinkDays.contains(days) else {
      throw .invalid("1 to \(Self.ownLinkDays.upperBound) days")
    }
    let secret = Secret.random()
    try write(scope) { transaction in
      guard try Responders.findUnerased(id, in: workspace, transaction.db).isActive else {
        throw StoreError.invalid("responder \(id.rawValue) is inactive")
      }
      try transaction.phones.endOwnLink(of: id, in: workspace)
      try transaction.db.run(
        """
        INSERT INTO own_link (workspace_id, id, responder_id, token_hash, created_at, expires_at)
        VALUES (\(workspace), \(try transaction.next(.ownLink, as: Int64.self)), \(id), \(secret.hash),
          \(transaction.now), \(transaction.now.advanced(by: Milliseconds(days) * 86_400_000)))
        """)
      try transaction.audit(
        actor, "own-link.make", subject: "responder \(id.rawValue)",
        change: AuditChange([:], ["days": "\(days)"]), in: workspace)
    }
    return secret
  }

  /// The valid link to a responder's own page; `nil` = there is none. Blocks.
  public func ownLink(of id: Responder.ID, in workspace: Workspace.ID) throws(StoreError) -> OwnLink? {
    let now = clock()
    return try read { db in
      try db.first(
        """
        SELECT * FROM own_link
        WHERE workspace_id = \(workspace) AND responder_id = \(id) AND revoked_at IS NULL AND expires_at > \(now)
        """
      ) { row in
        try OwnLink(createdAt: row["created_at"], expiresAt: row["expires_at"], lastUsed: row["last_used_at"])
      }
    }
  }

  /// Revokes the link to a responder's own page at once. Does nothing when there is none. Blocks.
  public func revokeOwnLink(
    of id: Responder.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      _ = try Responders.findUnerased(id, in: workspace, transaction.db)
      guard try transaction.phones.endOwnLink(of: id, in: workspace) else { return }
      try transaction.audit(
        actor, "own-link.revoke", subject: "responder \(id.rawValue)", in: workspace)
    }
  }

  /// The responder whose own page a link opens; `nil` when it is not valid. Blocks.
  public func openOwnLink(_ link: String) throws(StoreError) -> OwnVisitor? {
    let now = clock()
    let hash = SecretHash(of: link)
    let found = try read { db in
      try db.first(
        """
        SELECT own_link.responder_id, own_link.workspace_id, own_link.last_used_at FROM own_link
        JOIN responder ON responder.workspace_id = own_link.workspace_id AND responder.id = own_link.responder_id
        WHERE token_hash = \(hash) AND revoked_at IS NULL AND expires_at > \(store.lapsingTime) AND active = 1
          AND erased_at IS NULL
        """
      ) { row in
        (
          workspace: try row["workspace_id"] as Workspace.ID,
          responder: try row["responder_id"] as Responder.ID,
          lastUsed: try row["last_used_at"] as Timestamp?
        )
      }
    }
    guard let found else { return nil }
    if found.lastUsed.map({ now.since($0) > 60_000 }) ?? true {
      recordUse(hash, of: found.responder, at: now)
    }
    return try read { db in
      guard let workspace = try Workspaces.find(found.workspace, db),
        let responder = try Responders.find(found.responder, in: workspace.id, db)
      else { return nil }
      return OwnVisitor(responder: responder, workspace: workspace)
    }
  }

  /// Records that a link was opened. Does not wait.
  private func recordUse(_ hash: SecretHash, of person: Responder.ID, at now: Timestamp) {
    write(tellsChanges: true) { transaction in
      try transaction.db.run("UPDATE own_link SET last_used_at = \(now) WHERE token_hash = \(hash)")
      transaction.noteChange(of: person)
    } done: { _ in
    }
  }
}

extension PhoneWrites {
  /// Revokes the link to a responder's own page; `false` = there was none.
  @discardableResult
  func endOwnLink(of id: Responder.ID, in workspace: Workspace.ID) throws -> Bool {
    try db.run(
      """
      UPDATE own_link SET revoked_at = \(now)
      WHERE workspace_id = \(workspace) AND responder_id = \(id) AND revoked_at IS NULL
      """) > 0
  }
}
