import Rollcall

/// The form of a person's skills.
struct SkillsPage: Page {
  static let template = "Fleet/SkillsPage"

  var shell: Shell
  var name: String
  var back: String
  var path: String
  var skills: FormField
  var problems: ProblemList?

  /// The form.
  ///
  /// - Parameter typed: the text in the field: `medic;boat=2027-03-31`.
  init(
    shell: Shell, slug: String, id: Responder.ID, name: String, typed: String, problems: [FieldProblem] = []
  ) {
    self.shell = shell
    self.name = name
    back = PagePath.person(slug, id)
    path = PagePath.skills(slug, id)
    skills = FormField(
      "skills", "Skills", value: typed, hint: Words.Skills.hint(SkillList.limit), problems: problems)
    self.problems = ProblemList(problems)
  }
}
