/// An action that a role may allow in a workspace.
public enum Permission: String, CaseIterable, Sendable {
  case viewLiveMap = "livemap:view"
  case viewHistory = "history:view"
  case exportHistory = "history:export"
  case viewPeople = "people:view"
  case viewContacts = "contact:view"
  case setDuty = "duty:set"
  case viewIncidents = "incident:view"
  case manageIncidents = "incident:manage"
  case viewAlerts = "alert:view"
  case reviewFlags = "flag:review"
  case viewAudit = "audit:view"
  case manageResponders = "responder:manage"
  case manageWorkspace = "workspace:manage"
  case eraseData = "data:erase"
}

extension Permission {
  /// The permissions that come with it.
  public var included: [Permission] {
    switch self {
    case .viewLiveMap: [.viewPeople, .viewAlerts]
    case .manageIncidents: [.viewIncidents]
    default: []
    }
  }

  /// Whether a login that was only watched needs its password again, as for any CSV file: exports, erasures, settings, and the secrets and data of
  /// people must be out of a passer-by's reach.
  public var needsPassword: Bool {
    [.exportHistory, .manageResponders, .manageWorkspace, .eraseData].contains(self)
  }
}

/// A member's part in a workspace. Phones never have one.
public enum Role: String, CaseIterable, Sendable {
  case owner, admin, dispatcher, auditor, viewer

  /// Whether the role has `permission`, itself or through another.
  public func allows(_ permission: Permission) -> Bool {
    granted.contains { $0 == permission || $0.included.contains(permission) }
  }

  private var granted: [Permission] {
    switch self {
    case .owner: Permission.allCases
    case .admin: Permission.allCases.filter { $0 != .eraseData }
    case .dispatcher: [.viewLiveMap, .viewHistory, .manageIncidents, .reviewFlags, .viewContacts, .setDuty]
    case .auditor:
      [.viewHistory, .exportHistory, .viewAudit, .reviewFlags, .viewPeople, .viewIncidents, .viewAlerts]
    case .viewer: [.viewLiveMap]
    }
  }
}

extension Role {
  /// Whether this role may do everything that `other` may do. A member cannot grant, take or change a role
  /// that reaches beyond their own.
  public func includes(_ other: Role) -> Bool {
    Permission.allCases.allSatisfy { allows($0) || !other.allows($0) }
  }

  /// The roles that a member with this one may grant, the highest first.
  public var given: [Role] { Self.allCases.filter { includes($0) } }
}
