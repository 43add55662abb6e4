import Rollcall

/// The names of roles and their rights, for people.
enum RoleWords {
  /// `Dispatcher`.
  static func label(_ role: Role) -> String { Words.capitalized(role.rawValue) }

  /// The rights of each role, in a line.
  static func hint(_ roles: [Role]) -> String {
    roles.map { "\(label($0)): \(about($0))." }.joined(separator: " ")
  }

  private static func about(_ role: Role) -> String {
    switch role {
    case .owner: "everything, erasing people too"
    case .admin: "everything but erasing people"
    case .dispatcher: "board, history, incidents, telephone numbers, duty"
    case .auditor: "the past, reports, audit; people, incidents and alerts to read"
    case .viewer: "board, map, people and alerts to read"
    }
  }
}
