public import Rollcall

/// A person or script that changes rights, and the role that limits them.
public struct Authority: Sendable {
  /// The person or script.
  public let actor: Actor
  /// Their role in the workspace.
  public let role: Role

  /// Creates an authority.
  public init(actor: Actor, role: Role) {
    self.actor = actor
    self.role = role
  }

  /// The operator, who can run commands beside the database.
  public static let commandLine = Authority(actor: .commandLine, role: .owner)

  /// Refuses a role that reaches beyond one's own.
  ///
  /// - Throws: `StoreError.invalid`.
  func require(_ other: Role) throws {
    guard role.includes(other) else {
      throw StoreError.invalid("the role \(other.rawValue) reaches beyond \(role.rawValue)")
    }
  }
}
