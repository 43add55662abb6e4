/// Who may do what in a workspace: roles, invitations, keys, screens.
public struct MemberStore: StorePart {
  let store: Store
}

extension Store {
  /// Who may do what in a workspace: roles, invitations, keys, screens.
  public var members: MemberStore { MemberStore(store: self) }
}
