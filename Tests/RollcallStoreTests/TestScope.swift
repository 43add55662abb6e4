import Rollcall

@testable public import RollcallStore

extension Actor: ExpressibleByStringLiteral {
  /// Whoever is called so.
  public init(stringLiteral word: String) { self = .called(word) }
}

extension Scope {
  /// Whoever a test has act in a workspace.
  static func test(_ workspace: Workspace.ID, _ actor: Actor) -> Scope {
    Scope(workspace, by: actor, role: .owner, from: AuditOrigin.current)
  }
}
