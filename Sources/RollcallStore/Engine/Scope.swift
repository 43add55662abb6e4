public import Rollcall

/// Where something is done: the workspace, the actor, their role, and their origin. Made once at admission,
/// and passed down to the audit entry.
public struct Scope: Sendable {
  /// The workspace.
  public let workspace: Workspace.ID
  /// Who acts.
  public let actor: Actor
  /// The actor's role in the workspace; `nil` for actors who are not members: a responder, or the server.
  public let role: Role?
  /// The origin, for the audit.
  public let origin: String

  /// A scope from its parts.
  public init(_ workspace: Workspace.ID, by actor: Actor, role: Role?, from origin: String) {
    (self.workspace, self.actor, self.role, self.origin) = (workspace, actor, role, origin)
  }

  /// The operator's command line, which may do everything.
  public static func commandLine(_ workspace: Workspace.ID) -> Scope {
    Scope(workspace, by: .commandLine, role: .owner, from: AuditOrigin.commandLine)
  }
}

extension Store {
  /// Writes on behalf of this scope's actor and waits until it is on disk. Blocks the caller; not for an
  /// event loop.
  func write<Value>(
    _ scope: Scope, _ work: (WriteTransaction) throws -> Value
  ) throws(StoreError) -> Value {
    try write { transaction in
      var transaction = transaction
      transaction.origin = scope.origin
      return try work(transaction)
    }
  }
}
