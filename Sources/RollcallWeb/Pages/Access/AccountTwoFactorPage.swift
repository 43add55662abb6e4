/// Setting up a second factor: what the app scans, and where to prove that it was.
struct TwoFactorPage: Page {
  static let template = "Access/TwoFactorPage"

  var shell: Shell
  /// The secret in groups of four, for typing it.
  var key: String
  /// What is wrong with the code.
  var problems: ProblemList?
  /// The code of the app.
  var code: FormField

  /// The page.
  init(shell: Shell, key: String, problems: [FieldProblem] = []) {
    self.shell = shell
    self.key = key
    self.problems = ProblemList(problems)
    code = FormField("code", "Code", hint: "Six digits.", kind: .number, isRequired: true, problems: problems)
  }
}

/// Recovery codes, shown once.
struct RecoveryCodesPage: Page {
  static let template = "Access/RecoveryCodesPage"

  var shell: Shell
  /// Whose.
  var email: String
  /// What has happened.
  var notice: ActionNotice
  /// The codes.
  var codes: [RecoveryCodeText]

  /// The page.
  ///
  /// - Parameter isNew: whether the second factor was just turned on.
  init(shell: Shell, email: String, codes: [String], isNew: Bool) {
    self.shell = shell
    self.email = email
    self.codes = codes.map { RecoveryCodeText(text: $0) }
    notice =
      isNew
      ? ActionNotice(.calm, "The second factor is on.", detail: "Your other logins have ended.")
      : ActionNotice(
        .warning, "These are your recovery codes now.", detail: "Those before are worth nothing any more.")
  }
}

/// One recovery code.
struct RecoveryCodeText: PagePart {
  /// The code.
  var text: String
}
