import Rollcall

/// A person on duty whom a drill does not ask.
struct DrillLeftOut: PagePart {
  var name, href, reason: String
}

struct DrillForm: FieldValues {
  var title = Words.Drills.readinessDrill
  /// The region; empty for everyone on duty.
  var region = ""
  /// Seconds to answer, as typed.
  var answer = "60"

  static let fields: [Field<DrillForm>] = [
    .text("title", \.title), .text("region", \.region), .text("answer", \.answer),
  ]
}

/// Sends a drill: the form, the people who would be asked now, and the others with reasons.
struct NewDrillPage: Page {
  static let template = "Dispatch/NewDrillPage"

  /// The form, and its consequences.
  struct Input {
    var form = DrillForm()
    /// A random token, kept while the same form is shown again.
    var once: String
    var regions: [String]
    var plan: DrillPlan
    var problems: [FieldProblem] = []
    var notice: ActionNotice?
  }

  var shell: Shell
  var list: String
  /// The form's targets: sends the drill, or only shows who would be asked.
  var send, look: String
  /// The form's token: sending the same form again sends no second drill.
  var once: String
  var notice: ActionNotice?
  var problems: ProblemList?
  var title: FormField
  var region: FormSelect
  var answer: FormField
  /// `37 of 42 on duty would be asked now`, and the group that this counts.
  var asked, audience: String
  var isSendable: Bool
  /// `Who not (5)`; empty when all would be asked.
  var leftOutTitle: String
  var leftOut: [DrillLeftOut]
  var leftOutMore: String

  private static let shown = 200

  /// - Parameter person: a person's page; empty when the reader may not open it.
  init(_ input: Input, shell: Shell, slug: String, person: (Responder.ID) -> String) {
    let (form, plan, wrong) = (input.form, input.plan, input.problems)
    let path = Shell.Section.drills(slug)
    (self.shell, list, send, look) = (shell, path, path, path + "/new")
    (once, notice, problems) = (input.once, input.notice, ProblemList(wrong))
    title = FormField(
      "title", "Title", value: form.title, hint: Words.Drills.titleHint,
      isRequired: true, problems: wrong)
    region = FormSelect(
      "region", Words.Drills.whoIsAsked,
      choices: Choice.list(
        input.regions.map { ($0, $0) }, chosen: form.region, all: Words.Drills.everybodyDuty),
      problems: wrong)
    answer = FormField(
      "answer", Words.Drills.timeAnswer, value: form.answer, hint: "30 to 600 seconds.", unit: "s",
      kind: .number,
      problems: wrong)
    let (count, others) = (plan.asked.count, plan.leftOut.count)
    let number = { (count: Int) in Words.grouped(count) }
    asked = Words.Drills.wouldAsk(number(count), number(count + others))
    audience = Words.audience(form.region.utf8.isEmpty ? nil : form.region)
    isSendable = count > 0
    leftOutTitle = others == 0 ? "" : Words.Drills.others(number(others))
    leftOut = plan.leftOut.prefix(Self.shown).map {
      DrillLeftOut(name: $0.person.name, href: person($0.person.id), reason: $0.reason)
    }
    leftOutMore =
      others > Self.shown ? Words.Drills.more(number(others - Self.shown)) : ""
  }
}
