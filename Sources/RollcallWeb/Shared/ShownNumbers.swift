import Rollcall

extension Door {
  /// Whether a visitor may see telephone numbers; showing them on `page` is recorded in the audit.
  func mayShowNumbers(_ page: String, to visitor: Visitor, of subject: String = "everybody") -> Bool {
    guard visitor.role.allows(.viewContacts) else { return false }
    web.members.recordView(visitor, page: "numbers-\(page)", subject: subject)
    return true
  }
}
