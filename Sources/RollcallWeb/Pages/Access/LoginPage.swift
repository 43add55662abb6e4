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
  static let wrongCredentials = Words.Login.eMailAddressPasswordNot
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
    hint = takesAppCodes ? Words.Login.withoutPhone : Words.Login.withoutKey
  }

  /// The message for a code that is wrong or has expired.
  static let wrongCode = Words.Login.wrongCode
}

/// The page behind the link of an invitation, or for a new password.
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
  var button: String
  /// Whether it can be declined.
  var canDecline: Bool
  /// The text above the form; may be empty.
  var hint: String
  var action: Link?

  /// - Parameter path: the link's own path.
  init(
    _ reader: Reader, path: String, workspace: String, email: String, role: Role, csrf: String,
    problems: [FieldProblem] = []
  ) {
    title = "Join \(workspace)"
    (self.email, self.path, self.csrf, hint) = (email, reader == .somebodyElse ? "" : path, csrf, "")
    button = reader == .stranger ? Words.Login.setPasswordLog : "Join"
    canDecline = true
    let invited = Words.Login.youAreInvitedAs(role.rawValue)
    switch reader {
    case .stranger:
      sentence = Words.Login.choosePassword(invited)
      password = PasswordField(
        "password", "Password", hint: Words.Login.least8CharactersFewWords, isNew: true, problems: problems)
      again = PasswordField("again", Words.Login.sameAgain, isNew: true, problems: problems)
      hint = Words.Login.haveAccount
      action = Link(label: Words.Login.logComeBack, href: "/login?next=\(path)")
    case .member: sentence = invited
    case .somebodyElse:
      sentence = Words.Login.invitationSomebodyElseLogOut
      action = Link(label: Words.Login.toYourAccount, href: "/account")
    }
  }

  /// Asks for a new password of an account.
  init(passwordOf email: String, path: String, csrf: String, problems: [FieldProblem] = []) {
    (title, sentence) = (Words.Login.newPassword, Words.Login.newPasswordAdvice)
    (self.email, self.path, self.csrf, hint) = (email, path, csrf, "")
    (button, canDecline) = (Words.Login.setPassword, false)
    password = PasswordField(
      "password", "Password", hint: Words.Login.least8CharactersFewWords, isNew: true, problems: problems)
    again = PasswordField("again", Words.Login.sameAgain, isNew: true, problems: problems)
  }

  /// An unknown, used, withdrawn or expired link.
  static let over = InvitationPage(title: Words.Login.deadLink, sentence: Words.Login.deadLinkAdvice)
  /// A link that was just declined.
  static let declined = InvitationPage(
    title: Words.Login.invitationDeclined, sentence: Words.Login.linkOpensNothingAnyMore)

  /// The password of a link was just set.
  static let passwordSet = InvitationPage(
    title: Words.Login.passwordSet, sentence: Words.Login.passwordSetAdvice)
  /// A link for a new password that is unknown, used or expired.
  static let passwordLinkOver = InvitationPage(
    title: Words.Login.deadLink, sentence: Words.Login.deadPasswordLinkAdvice)

  private init(title: String, sentence: String) {
    (self.title, self.sentence) = (title, sentence)
    (email, path, csrf, button, hint) = ("", "", "", "", "")
    canDecline = false
    action = Link(label: Words.Login.logIn, href: "/login")
  }
}
