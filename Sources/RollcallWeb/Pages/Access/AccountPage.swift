import Rollcall

/// A member's own account.
public struct AccountPage: Page {
  /// Its template.
  public static let template = "Access/AccountPage"

  /// What surrounds it.
  public var shell: Shell
  /// Their address.
  public var email: String
  /// What happened.
  public var notice: ActionNotice?
  /// What is wrong with a form.
  public var problems: ProblemList?
  /// The memberships that were offered to them.
  public var offered: [OfferedMembershipRow]
  /// Whether there are any.
  public var hasOffered: Bool
  /// The fields of a new password.
  public var passwords: [PasswordField]
  /// The second factor, when it is on.
  public var twoFactor: TwoFactorState?
  /// Whether it is.
  public var isOn: Bool
  /// Asked for before it is turned on.
  public var password: PasswordField
  /// Asked for before new recovery codes are made.
  public var forCodes: PasswordField
  /// Asked for before it is turned off.
  public var forOff: PasswordField
  /// The code that new recovery codes need.
  public var codeForCodes: FormField
  /// The code that turning it off needs.
  public var codeForOff: FormField
  /// Whether the form for new recovery codes was just sent in vain.
  public var isRenewing: Bool
  /// Whether the form that turns it off was.
  public var isEnding: Bool
  /// The logins that go on.
  public var logins: [LoginRow]

  /// The account.
  ///
  /// - Parameters:
  ///   - offered: the memberships that wait for an answer, the newest first.
  ///   - twoFactor: `nil` = off.
  ///   - logins: those that go on, the one used last first.
  ///   - problems: what is wrong with the form that was sent.
  public init(
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

  /// An example with every kind of content.
  public static let sample = example(twoFactor: .sample)

  /// The example, with the second factor on or off.
  static func example(twoFactor: TwoFactorState?) -> AccountPage {
    var shell = Shell.example(.board, title: "Account")
    for index in shell.pages.indices { shell.pages[index].isCurrent = false }
    return AccountPage(
      shell: shell, email: "ana@example.org", offered: [.sample], twoFactor: twoFactor,
      logins: [.sample, .other],
      problems: [FieldProblem("current", "This is not your password.")],
      notice: ActionNotice(.calm, "That login has ended."))
  }
}

/// A membership that was offered to an account.
public struct OfferedMembershipRow: PagePart {
  /// Which.
  public var id: String
  /// The workspace's name.
  public var workspace: String
  /// The role they would have.
  public var role: String
  /// Until when it can be accepted.
  public var expires: Moment

  /// A row from its parts.
  init(id: Int64, workspace: String, role: Role, expiresAt: Timestamp, clock: PageClock) {
    self.id = String(id)
    self.workspace = workspace
    self.role = RoleWords.label(role)
    expires = clock.minute(expiresAt)
  }

  /// An example with every kind of content.
  public static let sample = OfferedMembershipRow(
    id: 12, workspace: "Harbour Watch", role: .dispatcher,
    expiresAt: PageClock.sampleNow.advanced(by: 500_000_000), clock: PageClock.sample)
}

/// A second factor that is on.
public struct TwoFactorState: PagePart {
  /// Since when.
  public var since: Moment
  /// How many recovery codes are left, in words.
  public var codes: String
  /// Whether they run out.
  public var isLow: Bool
  /// Whether the server has lost what it checks an app's codes with.
  public var isLost: Bool

  /// A state from its parts.
  init(since: Moment, codesLeft: Int, isLost: Bool = false) {
    self.isLost = isLost
    self.since = since
    codes = codesLeft == 1 ? "1 recovery code is left" : "\(codesLeft) recovery codes are left"
    isLow = codesLeft < 3
  }

  /// An example with every kind of content.
  public static let sample = TwoFactorState(since: .sample, codesLeft: 2, isLost: true)
}

/// A login in the list of one's own.
public struct LoginRow: PagePart {
  /// Which.
  public var id: String
  /// Whether it is the one that reads the page.
  public var isThis: Bool
  /// By what, e.g. `Firefox on Linux`.
  public var browser: String
  /// From where.
  public var address: String
  /// Since when.
  public var since: Moment
  /// When it was last used.
  public var lastSeen: Moment

  /// A row from its parts.
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

  /// An example with every kind of content.
  public static let sample = LoginRow(
    id: 7, isThis: true, since: PageClock.sampleNow.advanced(by: -3_000_000),
    lastSeen: PageClock.sampleNow.advanced(by: -20_000), address: "203.0.113.7", browser: "Firefox on Linux",
    clock: PageClock.sample)

  /// Another one.
  static let other = LoginRow(
    id: 6, isThis: false, since: PageClock.sampleNow.advanced(by: -9_000_000),
    lastSeen: PageClock.sampleNow.advanced(by: -800_000), address: "2001:db8::17",
    browser: "Safari on iPhone",
    clock: PageClock.sample)
}
