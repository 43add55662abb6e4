import Rollcall

/// What an invitation's link shows.
struct InvitationPage: Page {
  static let template = "Access/InvitationPage"

  /// Who opened the link.
  enum Reader: Sendable {
    /// Nobody who is logged in: somebody new, or somebody with an account. The page does not know.
    case stranger
    /// Whoever has an account of the address, logged in.
    case member
    /// A member of another address.
    case somebodyElse
  }

  /// What it is about.
  var title: String
  /// What is the case, in a sentence.
  var sentence: String
  /// The address that is invited; empty when the link opens nothing.
  var email: String
  /// Where the form leads; empty when there is none.
  var path: String
  var csrf: String
  /// The fields of somebody new; absent for a member.
  var password: PasswordField?
  /// The same password again.
  var again: PasswordField?
  /// What the form's button says.
  var button: String
  /// What is said above the way on; may be empty.
  var hint: String
  /// The way on, beside the form or where there is none.
  var action: Link?

  /// The page for whoever opened it.
  ///
  /// - Parameters:
  ///   - path: the link's own path.
  ///   - problems: what is wrong with the password.
  init(
    _ reader: Reader, path: String, workspace: String, email: String, role: Role, csrf: String,
    problems: [FieldProblem] = []
  ) {
    title = "Join \(workspace)"
    self.email = email
    self.path = reader == .somebodyElse ? "" : path
    self.csrf = csrf
    button = reader == .stranger ? "Set the password and log in" : "Join"
    hint = ""
    let invited = "You are invited as \(role.rawValue)."
    switch reader {
    case .stranger:
      sentence = "\(invited) Choose the password with which you will log in."
      password = PasswordField(
        "password", "Password", hint: "At least 8 characters; a few words are easier to remember.",
        isNew: true,
        problems: problems)
      again = PasswordField("again", "The same again", isNew: true, problems: problems)
      hint =
        "You have an account with this address already? Log in with it instead: a password chosen here makes another."
      action = Link(label: "Log in and come back", href: "/login?next=\(path)")
    case .member: sentence = invited
    case .somebodyElse:
      sentence = "This invitation is for somebody else. Log out, then open the link again."
      action = Link(label: "To your account", href: "/account")
    }
  }

  /// A link that is unknown, used, taken back or too old.
  static let over = InvitationPage()

  /// A link that was just declined.
  static let declined = InvitationPage(
    title: "The invitation is declined", sentence: "Its link opens nothing any more.")

  private init(
    title: String = "This link opens nothing",
    sentence: String =
      "It may have been used, taken back, or be older than 7 days. Ask whoever invited you for a new one."
  ) {
    (self.title, self.sentence) = (title, sentence)
    (email, path, csrf, button, hint) = ("", "", "", "", "")
    action = Link(label: "Log in", href: "/login")
  }
}
