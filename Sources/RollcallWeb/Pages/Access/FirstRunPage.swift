import Rollcall

/// Makes the first workspace and its owner.
struct FirstRunPage: Page {
  static let template = "Access/FirstRunPage"

  var path, csrf: String
  var problems: ProblemList?
  var workspace: NewWorkspaceFields
  var email: FormField
  var password, again: PasswordField

  init(path: String, csrf: String, form: FirstRunForm, problems: [FieldProblem] = []) {
    (self.path, self.csrf, self.problems) = (path, csrf, ProblemList(problems))
    workspace = NewWorkspaceFields(form.workspace, problems: problems)
    email = FormField(
      "email", Words.FirstRun.email, value: form.email, hint: Words.FirstRun.emailHint, kind: .email,
      isRequired: true,
      problems: problems)
    password = PasswordField(
      "password", Words.FirstRun.password, hint: Words.Account.least8Characters, isNew: true,
      problems: problems)
    again = PasswordField("again", Words.FirstRun.again, isNew: true, problems: problems)
  }
}
