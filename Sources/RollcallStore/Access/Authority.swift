public import Rollcall

/// Who changes what others may do, and how far their own role reaches.
public struct Authority: Sendable {
  /// As the audit calls them.
  public let actor: String
  /// Their role in the workspace.
  public let role: Role

  /// An authority from its parts.
  public init(actor: String, role: Role) {
    self.actor = actor
    self.role = role
  }

  /// The operator: whoever can run commands beside the database.
  public static let commandLine = Authority(actor: "command line", role: .owner)

  /// Refuses a role that reaches beyond one's own.
  ///
  /// - Throws: `StoreError.invalid`.
  func require(_ other: Role) throws {
    guard role.includes(other) else {
      throw StoreError.invalid("the role \(other.rawValue) reaches beyond \(role.rawValue)")
    }
  }
}
