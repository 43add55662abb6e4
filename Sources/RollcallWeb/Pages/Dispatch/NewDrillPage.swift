import Rollcall

/// Somebody on duty whom a drill does not ask.
struct DrillLeftOut: PagePart {
  var name: String
  var href: String
  var reason: String
}

/// What was filled in for a new drill.
struct DrillForm: FieldValues {
  var title = "Readiness drill"
  /// The region; empty for everybody on duty.
  var region = ""
  /// Seconds to answer, as typed.
  var answer = "60"

  static let fields: [Field<DrillForm>] = [
    .text("title", \.title), .text("region", \.region), .text("answer", \.answer),
  ]
}

/// Sending a drill: the form, who would be asked now, and who not and why.
struct NewDrillPage: Page {
  static let template = "Dispatch/NewDrillPage"

  var shell: Shell
  var list: String
  /// Where the form sends the drill.
  var send: String
  /// Where it looks who would be asked, sending nothing.
  var look: String
  /// Sent once: a second sending of the same form sends no second drill.
  var once: String
  var notice: ActionNotice?
  var problems: ProblemList?
  var title: FormField
  /// To whom it goes.
  var region: FormSelect
  var answer: FormField
  /// `37 of 42 on duty would be asked now`.
  var asked: String
  /// To whom that refers.
  var audience: String
  /// Whether anybody would be asked.
  var isSendable: Bool
  /// `Who not (5)`; empty when all would be.
  var leftOutTitle: String
  /// Who not, and why.
  var leftOut: [DrillLeftOut]
  /// How many more there are; may be empty.
  var leftOutMore: String

  /// How many of those left out are shown.
  private static let shown = 200

  /// The form.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - once: a random text, kept while the same form is shown again.
  ///   - plan: who would be asked now.
  ///   - href: a person's page; empty when the reader may not follow.
  init(
    shell: Shell, slug: String, form: DrillForm, once: String, regions: [String], plan: DrillPlan,
    problems: [FieldProblem] = [], notice: ActionNotice? = nil, href: (Responder.ID) -> String = { _ in "" }
  ) {
    let path = Shell.Section.drills(slug)
    self.shell = shell
    (list, send, look) = (path, path, path + "/new")
    self.once = once
    self.notice = notice
    self.problems = ProblemList(problems)
    title = FormField(
      "title", "Title", value: form.title, hint: "The phones show it after the word Drill.",
      isRequired: true, problems: problems)
    region = FormSelect(
      "region", "Who is asked",
      choices: Choice.list(regions.map { ($0, $0) }, chosen: form.region, all: "Everybody on duty"),
      problems: problems)
    answer = FormField(
      "answer", "Time to answer", value: form.answer, hint: "30 to 600 seconds.", unit: "s", kind: .number,
      problems: problems)
    let (count, others) = (plan.asked.count, plan.leftOut.count)
    let onDuty = Words.grouped(Int64(count + others))
    asked = "\(Words.grouped(Int64(count))) of \(onDuty) on duty would be asked now."
    audience = Words.audience(form.region.utf8.isEmpty ? nil : form.region)
    isSendable = count > 0
    leftOutTitle = others == 0 ? "" : "Who would not be, and why (\(Words.grouped(Int64(others))))"
    leftOut = plan.leftOut.prefix(Self.shown).map {
      DrillLeftOut(name: $0.person.name, href: href($0.person.id), reason: $0.reason)
    }
    leftOutMore =
      others > Self.shown
      ? "And \(Words.grouped(Int64(others - Self.shown))) more: the drill's page has them all." : ""
  }
}
