/// What an admin can do about a person's access, beside the phone's card: each asks again before it is done.
struct PhoneAccessForms: PagePart {
  var name: String
  /// The session in force; empty when there is none to end.
  var session: String
  /// Where the form that ends it leads.
  var endPath: String
  /// Where the form that makes them active or inactive leads.
  var activePath: String
  /// Whether they may log in and report.
  var isActive: Bool

  /// The forms of a person.
  ///
  /// - Parameters:
  ///   - session: the id of the session in force, if there is one.
  ///   - path: of the person's page.
  init(name: String, session: Int64?, isActive: Bool, path: String) {
    self.name = name
    self.session = session.map { "\($0)" } ?? ""
    endPath = "\(path)/end-session"
    activePath = "\(path)/active"
    self.isActive = isActive
  }

}
