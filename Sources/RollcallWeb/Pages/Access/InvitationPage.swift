public import Rollcall

/// What an invitation's link shows.
public struct InvitationPage: Page {
  /// Its template.
  public static let template = "Access/InvitationPage"

  /// Who opened the link.
  public enum Reader: Sendable {
    /// Somebody new, who chooses a password.
    case newcomer
    /// The member who is meant, logged in.
    case member
    /// Nobody who is logged in; the member who is meant has a password already.
    case loginNeeded
    /// A member who is not meant.
    case somebodyElse
  }

  /// What it is about.
  public var title: String
  /// What is the case, in a sentence.
  public var sentence: String
  /// The address that is invited; empty when the link opens nothing.
  public var email: String
  /// Where the form leads; empty when there is none.
  public var path: String
  /// The token of the form.
  public var csrf: String
  /// The fields of somebody new; absent for a member.
  public var password: PasswordField?
  /// The same password again.
  public var again: PasswordField?
  /// What the form's button says.
  public var button: String
  /// The way on, where there is no form.
  public var action: Link?

  /// The page for whoever opened it.
  ///
  /// - Parameters:
  ///   - path: the link's own path.
  ///   - problems: what is wrong with the password.
  public init(
    _ reader: Reader, path: String, workspace: String, email: String, role: Role, csrf: String,
    problems: [FieldProblem] = []
  ) {
    title = "Join \(workspace)"
    self.email = email
    let isForm = reader == .newcomer || reader == .member
    self.path = isForm ? path : ""
    self.csrf = csrf
    button = reader == .newcomer ? "Set the password and log in" : "Join"
    let invited = "You are invited as \(role.rawValue)."
    switch reader {
    case .newcomer:
      sentence = "\(invited) Choose the password with which you will log in."
      password = PasswordField(
        "password", "Password", hint: "At least 8 characters; a few words are easier to remember.",
        isNew: true,
        problems: problems)
      again = PasswordField("again", "The same again", isNew: true, problems: problems)
    case .member: sentence = invited
    case .loginNeeded:
      sentence = "\(invited) Log in first: there is a member of this address."
      action = Link(label: "Log in and come back", href: "/login?next=\(path)")
    case .somebodyElse:
      sentence = "This invitation is for somebody else. Log out, then open the link again."
      action = Link(label: "To your account", href: "/account")
    }
  }

  /// A link that is unknown, used, taken back or too old.
  public static let over = InvitationPage()

  private init() {
    title = "This link opens nothing"
    sentence =
      "It may have been used, taken back, or be older than 7 days. Ask whoever invited you for a new one."
    (email, path, csrf, button) = ("", "", "", "")
    action = Link(label: "Log in", href: "/login")
  }

  /// An example with every kind of content.
  public static let sample = InvitationPage(
    .newcomer, path: "/i/sample", workspace: "City Rescue", email: "nina@example.org", role: .dispatcher,
    csrf: "sample-token", problems: [FieldProblem("again", "This is not the same password.")])
}

/// A field for a password, which is never filled in by us.
public struct PasswordField: PagePart {
  /// The name under which the form sends it, and its id in the page.
  public var name: String
  /// What it is called.
  public var label: String
  /// What may be filled in; may be empty.
  public var hint: String
  /// What is wrong with it, a sentence; may be empty.
  public var problem: String
  /// What the browser's own store of passwords may put here.
  public var fill: String
  /// The ids of its hint and problem; empty when it has neither.
  public var describedBy: String

  /// A field from its parts; `problems` are those of the whole form.
  ///
  /// - Parameter isNew: whether it is for a password that is being chosen.
  public init(
    _ name: String, _ label: String, hint: String = "", isNew: Bool = false, problems: [FieldProblem] = []
  ) {
    self.name = name
    self.label = label
    self.hint = hint
    fill = isNew ? "new-password" : "current-password"
    problem = problems.of(name)
    describedBy = FieldProblem.describing(name, hint: hint, problem: problem)
  }

  /// An example with every kind of content.
  public static let sample = PasswordField(
    "password", "Password", hint: "At least 8 characters.", isNew: true,
    problems: [FieldProblem("password", "8 to 1,024 bytes.")])
}
