import Rollcall

/// Signing in to the console.
struct LoginPage: Page {
  static let template = "Access/LoginPage"

  var csrf: String
  /// The page to open afterwards: a path of ours.
  var next: String
  /// The address typed before; the password is never sent back.
  var email: String
  /// Why it did not work; empty at first.
  var error: String
  /// Whether they are logged in, but their password is needed again.
  var isAgain: Bool
  /// How long to wait after too many attempts: `40 s`; empty without a wait.
  var wait: String

  /// - Parameter waitSeconds: how long this address or account must wait; 0 = not at all.
  init(
    csrf: String, next: String = "", email: String = "", error: String = "", isAgain: Bool = false,
    waitSeconds: Int = 0
  ) {
    (self.csrf, self.next, self.email, self.error) = (csrf, next, email, error)
    self.isAgain = isAgain
    wait = waitSeconds > 0 ? "\(waitSeconds) s" : ""
  }

  /// The same message for a wrong address and a wrong password.
  static let wrongCredentials = "E-mail address or password is not right."
}

/// The second step of a login: the code of the member's app, or a recovery code.
struct LoginCodePage: Page {
  static let template = "Access/LoginCodePage"

  var csrf: String
  /// The page to open afterwards: a path of ours.
  var next: String
  /// Why it did not work; empty at first.
  var error: String
  /// How long to wait after too many attempts: `40 s`; empty without a wait.
  var wait: String
  /// How to log in without the app's code.
  var hint: String

  /// - Parameters:
  ///   - waitSeconds: how long this account must wait; 0 = not at all.
  ///   - takesAppCodes: whether the server can check an app's codes.
  init(
    csrf: String, next: String = "", error: String = "", waitSeconds: Int = 0, takesAppCodes: Bool = true
  ) {
    (self.csrf, self.next, self.error) = (csrf, next, error)
    wait = waitSeconds > 0 ? "\(waitSeconds) s" : ""
    hint = takesAppCodes ? Self.withoutPhone : Self.withoutKey
  }

  private static let withoutPhone = "Without your phone, use one of your recovery codes."
  private static let withoutKey =
    "This server has lost the key with which codes of apps are checked. Use one of your recovery codes, then set the "
    + "second factor up again; without any, the operator resets it with “rollcall member reset-two-factor”."

  /// The message for a code that is wrong or has expired.
  static let wrongCode = "This code is not right. Each code works once; wait for the next one."
}

/// The page behind an invitation's link.
struct InvitationPage: Page {
  static let template = "Access/InvitationPage"

  /// The reader: not logged in, where the page does not know whether they have an account; a member with the
  /// invited address; a member with another.
  enum Reader: Sendable { case stranger, member, somebodyElse }

  var title, sentence: String
  /// The invited address; empty for an invalid link.
  var email: String
  /// The form's target; empty when there is none.
  var path: String
  var csrf: String
  /// The fields of a new member; absent for an existing one.
  var password, again: PasswordField?
  /// The form's button.
  var button: String
  /// The text above the form; may be empty.
  var hint: String
  /// A link onward, beside the form or instead of it.
  var action: Link?

  /// - Parameter path: the link's own path.
  init(
    _ reader: Reader, path: String, workspace: String, email: String, role: Role, csrf: String,
    problems: [FieldProblem] = []
  ) {
    title = "Join \(workspace)"
    (self.email, self.path, self.csrf, hint) = (email, reader == .somebodyElse ? "" : path, csrf, "")
    button = reader == .stranger ? "Set the password and log in" : "Join"
    let invited = "You are invited as \(role.rawValue)."
    switch reader {
    case .stranger:
      sentence = "\(invited) Choose the password with which you will log in."
      password = PasswordField(
        "password", "Password", hint: "At least 8 characters; a few words are easier to remember.",
        isNew: true, problems: problems)
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

  /// An unknown, used, withdrawn or expired link.
  static let over = InvitationPage(
    title: "This link opens nothing",
    sentence:
      "It may have been used, taken back, or be older than 7 days. Ask whoever invited you for a new one.")
  /// A link that was just declined.
  static let declined = InvitationPage(
    title: "The invitation is declined", sentence: "Its link opens nothing any more.")

  private init(title: String, sentence: String) {
    (self.title, self.sentence) = (title, sentence)
    (email, path, csrf, button, hint) = ("", "", "", "", "")
    action = Link(label: "Log in", href: "/login")
  }
}
