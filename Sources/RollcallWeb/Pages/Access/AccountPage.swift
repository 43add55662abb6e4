import Rollcall
import RollcallStore

/// A member's own account.
struct AccountPage: Page {
  static let template = "Access/AccountPage"

  var head: FormHead
  var email: String
  /// The memberships that wait for an answer, the newest first.
  var offered: [OfferedMembershipRow]
  var passwords: [PasswordField]
  /// The second factor; absent while it is off.
  var twoFactor: TwoFactorState?
  var isOn: Bool
  /// The password asked for before it is turned on.
  var password: PasswordField
  /// The passwords asked for before new recovery codes are made, and before it is turned off.
  var forCodes, forOff: PasswordField
  var codeForCodes, codeForOff: FormField
  /// Whether the form for new recovery codes, or the one that turns it off, was just refused.
  var isRenewing, isEnding: Bool
  /// The active logins, the one used last first.
  var logins: [LoginRow]

  init(
    shell: Shell, email: String, offered: [OfferedMembershipRow], twoFactor: TwoFactorState?,
    logins: [LoginRow], problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) {
    head = FormHead(shell, path: "/account", problems: problems, notice: notice)
    (self.email, self.offered, self.logins) = (email, offered, logins)
    (self.twoFactor, isOn) = (twoFactor, twoFactor != nil)
    passwords = [
      PasswordField("current", Words.Account.presentPassword, problems: problems),
      PasswordField(
        "new", Words.Account.newPassword, hint: Words.Account.least8Characters, isNew: true,
        problems: problems),
      PasswordField("again", Words.Account.newOneAgain, isNew: true, problems: problems),
    ]
    password = PasswordField("password", Words.Account.yourPassword, problems: problems)
    forCodes = PasswordField("password_codes", Words.Account.yourPassword, problems: problems)
    forOff = PasswordField("password_off", Words.Account.yourPassword, problems: problems)
    let hint = Words.Account.codeHint
    codeForCodes = FormField("code_codes", "Code", hint: hint, isRequired: true, problems: problems)
    codeForOff = FormField("code_off", "Code", hint: hint, isRequired: true, problems: problems)
    isRenewing = problems.contains { ["password_codes", "code_codes"].contains($0.field) }
    isEnding = problems.contains { ["password_off", "code_off"].contains($0.field) }
  }
}

struct OfferedMembershipRow: PagePart {
  var id, workspace, role: String
  /// Until when it can be accepted.
  var expires: Moment

  init(_ offer: OfferedMembership, clock: PageClock) {
    (id, workspace) = (String(offer.id.rawValue), offer.workspace.name)
    (role, expires) = (RoleWords.label(offer.role), clock.minute(offer.expiresAt))
  }
}

/// An active second factor.
struct TwoFactorState: PagePart {
  var since: Moment
  var codes: String
  /// Whether they run out.
  var isLow: Bool
  /// Whether the server has lost the secret that checks an app's codes.
  var isLost: Bool

  init(since: Moment, codesLeft: Int, isLost: Bool = false) {
    (self.since, self.isLost, isLow) = (since, isLost, codesLeft < 3)
    codes = Words.Account.recoveryCodesLeft(codesLeft)
  }
}

struct LoginRow: PagePart {
  var id: String
  /// Whether it is the reader's.
  var isThis: Bool
  /// The browser, e.g. `Firefox on Linux`, and its address.
  var browser, address: String
  var since, lastSeen: Moment

  init(_ login: LoginEntry, isThis: Bool, clock: PageClock) {
    (id, self.isThis) = (String(login.id.rawValue), isThis)
    browser = login.browser.utf8.isEmpty ? "A browser" : login.browser
    address = login.address.utf8.isEmpty ? Words.none : login.address
    (since, lastSeen) = (clock.minute(login.createdAt), clock.age(of: login.lastSeen))
  }
}

/// Sets up a second factor: the code for the app, and the form to confirm it.
struct TwoFactorPage: Page {
  static let template = "Access/TwoFactorPage"

  var shell: Shell
  /// The secret in groups of four, for typing it.
  var key: String
  var problems: ProblemList?
  var code: FormField

  init(shell: Shell, key: String, problems: [FieldProblem] = []) {
    (self.shell, self.key, self.problems) = (shell, key, ProblemList(problems))
    code = FormField(
      "code", "Code", hint: Words.Account.sixDigits, kind: .number, isRequired: true, problems: problems)
  }
}

/// Recovery codes, shown once.
struct RecoveryCodesPage: Page {
  static let template = "Access/RecoveryCodesPage"

  var shell: Shell
  var email: String
  var notice: ActionNotice
  var codes: [TextLine]

  /// - Parameter isNew: whether the second factor was just turned on.
  init(shell: Shell, email: String, codes: [String], isNew: Bool) {
    (self.shell, self.email, self.codes) = (shell, email, codes.map(TextLine.init))
    notice =
      isNew
      ? ActionNotice(.calm, Words.Account.secondFactorOn, detail: Words.Account.otherLoginsEnded)
      : ActionNotice(.warning, Words.Account.newCodes, detail: Words.Account.codesReplaced)
  }
}
