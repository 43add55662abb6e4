/// What an admin can do about a person's access, beside the phone's card: each asks again before it is done.
public struct PhoneAccessForms: PagePart {
  /// Their name.
  public var name: String
  /// The session in force; empty when there is none to end.
  public var session: String
  /// Where the form that ends it leads.
  public var endPath: String
  /// Where the form that makes them active or inactive leads.
  public var activePath: String
  /// Whether they may log in and report.
  public var isActive: Bool

  /// The forms of a person.
  ///
  /// - Parameters:
  ///   - session: the id of the session in force, if there is one.
  ///   - path: of the person's page.
  public init(name: String, session: Int64?, isActive: Bool, path: String) {
    self.name = name
    self.session = session.map { "\($0)" } ?? ""
    endPath = "\(path)/end-session"
    activePath = "\(path)/active"
    self.isActive = isActive
  }

  /// An example with every kind of content.
  public static let sample = PhoneAccessForms(
    name: "Mirela Novak", session: 12, isActive: true, path: "/w/city-rescue/responders/17")
}
