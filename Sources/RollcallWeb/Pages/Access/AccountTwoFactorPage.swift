/// Setting up a second factor: what the app scans, and where to prove that it was.
public struct TwoFactorPage: Page {
  /// Its template.
  public static let template = "Access/TwoFactorPage"

  /// What surrounds it.
  public var shell: Shell
  /// The secret in groups of four, for typing it.
  public var key: String
  /// What is wrong with the code.
  public var problems: ProblemList?
  /// The code of the app.
  public var code: FormField

  /// The page.
  public init(shell: Shell, key: String, problems: [FieldProblem] = []) {
    self.shell = shell
    self.key = key
    self.problems = ProblemList(problems)
    code = FormField("code", "Code", hint: "Six digits.", kind: .number, isRequired: true, problems: problems)
  }

  /// An example with every kind of content.
  public static let sample = TwoFactorPage(
    shell: AccountPage.sample.shell, key: "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ",
    problems: [FieldProblem("code", "This is not the code that the app shows now.")])
}

/// Recovery codes, shown once.
public struct RecoveryCodesPage: Page {
  /// Its template.
  public static let template = "Access/RecoveryCodesPage"

  /// What surrounds it.
  public var shell: Shell
  /// Whose.
  public var email: String
  /// What has happened.
  public var notice: ActionNotice
  /// The codes.
  public var codes: [RecoveryCodeText]

  /// The page.
  ///
  /// - Parameter isNew: whether the second factor was just turned on.
  public init(shell: Shell, email: String, codes: [String], isNew: Bool) {
    self.shell = shell
    self.email = email
    self.codes = codes.map { RecoveryCodeText(text: $0) }
    notice =
      isNew
      ? ActionNotice(.calm, "The second factor is on.", detail: "Your other logins have ended.")
      : ActionNotice(
        .warning, "These are your recovery codes now.", detail: "Those before are worth nothing any more.")
  }

  /// An example with every kind of content.
  public static let sample = RecoveryCodesPage(
    shell: AccountPage.sample.shell, email: "ana@example.org",
    codes: (0..<10).map { "k7mw-2dq9-xht\("abcdefghjk".prefix($0 + 1).suffix(1))" }, isNew: true)
}

/// One recovery code.
public struct RecoveryCodeText: PagePart {
  /// The code.
  public var text: String

  /// An example with every kind of content.
  public static let sample = RecoveryCodeText(text: "k7mw-2dq9-xhtc")
}
