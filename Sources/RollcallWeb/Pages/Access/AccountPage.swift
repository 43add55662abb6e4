import Rollcall

/// A member's own account.
struct AccountPage: Page {
  static let template = "Access/AccountPage"

  var shell: Shell
  /// Their address.
  var email: String
  var notice: ActionNotice?
  /// What is wrong with a form.
  var problems: ProblemList?
  /// The memberships that were offered to them.
  var offered: [OfferedMembershipRow]
  var hasOffered: Bool
  /// The fields of a new password.
  var passwords: [PasswordField]
  /// The second factor, when it is on.
  var twoFactor: TwoFactorState?
  /// Whether it is.
  var isOn: Bool
  /// Asked for before it is turned on.
  var password: PasswordField
  /// Asked for before new recovery codes are made.
  var forCodes: PasswordField
  /// Asked for before it is turned off.
  var forOff: PasswordField
  /// The code that new recovery codes need.
  var codeForCodes: FormField
  /// The code that turning it off needs.
  var codeForOff: FormField
  /// Whether the form for new recovery codes was just sent in vain.
  var isRenewing: Bool
  /// Whether the form that turns it off was.
  var isEnding: Bool
  /// The logins that go on.
  var logins: [LoginRow]

  /// The account.
  ///
  /// - Parameters:
  ///   - offered: the memberships that wait for an answer, the newest first.
  ///   - twoFactor: `nil` = off.
  ///   - logins: those that go on, the one used last first.
  ///   - problems: what is wrong with the form that was sent.
  init(
    shell: Shell, email: String, offered: [OfferedMembershipRow], twoFactor: TwoFactorState?,
    logins: [LoginRow],
    problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) {
    self.shell = shell
    self.email = email
    self.notice = notice
    self.problems = ProblemList(problems)
    self.offered = offered
    hasOffered = !offered.isEmpty
    self.twoFactor = twoFactor
    isOn = twoFactor != nil
    self.logins = logins
    passwords = [
      PasswordField("current", "Present password", problems: problems),
      PasswordField("new", "New password", hint: "At least 8 characters.", isNew: true, problems: problems),
      PasswordField("again", "The new one again", isNew: true, problems: problems),
    ]
    password = PasswordField("password", "Your password", problems: problems)
    forCodes = PasswordField("password_codes", "Your password", problems: problems)
    forOff = PasswordField("password_off", "Your password", problems: problems)
    let hint = "Of your app, or a recovery code."
    codeForCodes = FormField("code_codes", "Code", hint: hint, isRequired: true, problems: problems)
    codeForOff = FormField("code_off", "Code", hint: hint, isRequired: true, problems: problems)
    isRenewing = problems.contains { ["password_codes", "code_codes"].contains($0.field) }
    isEnding = problems.contains { ["password_off", "code_off"].contains($0.field) }
  }
}

/// A membership that was offered to an account.
struct OfferedMembershipRow: PagePart {
  var id: String
  var workspace: String
  /// The role they would have.
  var role: String
  /// Until when it can be accepted.
  var expires: Moment

  init(id: Int64, workspace: String, role: Role, expiresAt: Timestamp, clock: PageClock) {
    self.id = String(id)
    self.workspace = workspace
    self.role = RoleWords.label(role)
    expires = clock.minute(expiresAt)
  }
}

/// A second factor that is on.
struct TwoFactorState: PagePart {
  var since: Moment
  /// How many recovery codes are left, in words.
  var codes: String
  /// Whether they run out.
  var isLow: Bool
  /// Whether the server has lost what it checks an app's codes with.
  var isLost: Bool

  /// A state from its parts.
  init(since: Moment, codesLeft: Int, isLost: Bool = false) {
    self.isLost = isLost
    self.since = since
    codes = codesLeft == 1 ? "1 recovery code is left" : "\(codesLeft) recovery codes are left"
    isLow = codesLeft < 3
  }
}

/// A login in the list of one's own.
struct LoginRow: PagePart {
  var id: String
  /// Whether it is the one that reads the page.
  var isThis: Bool
  /// By what, e.g. `Firefox on Linux`.
  var browser: String
  /// From where.
  var address: String
  var since: Moment
  /// When it was last used.
  var lastSeen: Moment

  init(
    id: Int64, isThis: Bool, since: Timestamp, lastSeen: Timestamp, address: String, browser: String,
    clock: PageClock
  ) {
    self.id = String(id)
    self.isThis = isThis
    self.browser = browser.utf8.isEmpty ? "A browser" : browser
    self.address = address.utf8.isEmpty ? Words.none : address
    self.since = clock.minute(since)
    self.lastSeen = clock.age(of: lastSeen)
  }
}
