import Rollcall
import RollcallStore

/// What is kept as evidence, and what purges take and pass over.
struct HoldsPage: Page {
  static let template = "Retention/HoldsPage"

  var shell: Shell
  /// The audit.
  var audit: String
  var notice: ActionNotice?
  /// The holds, those in force first.
  var rows: [HoldRow]
  var hasRows: Bool
  var empty: EmptyState?
  var json: String
  /// The same as CSV.
  var csv: String
  /// The form of another one.
  var form: HoldFields
  /// What the next purges do.
  var ahead: PurgeAhead
  /// The last purges, the newest first.
  var purges: [PurgeRow]
  /// Whether there was one.
  var hasPurges: Bool
  /// The purges as CSV.
  var purgesCSV: String

  init(
    shell: Shell, slug: String, holds: [HoldRow], people: [(id: Int64, name: String)], ahead: PurgeAhead,
    purges: [PurgeRow], form: HoldForm = HoldForm(), problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) {
    let path = PagePath.holds(slug)
    self.shell = shell
    audit = Shell.Section.audit.path(slug)
    self.notice = notice
    (rows, hasRows) = (holds, !holds.isEmpty)
    empty =
      holds.isEmpty
      ? EmptyState(
        title: "Nothing is on hold.",
        advice: "What must not be deleted, because a court or an inquest asks for it, is put on hold below.")
      : nil
    json = path + ".json"
    csv = path + ".csv"
    self.form = HoldFields(form, path: path, people: people, problems: problems)
    self.ahead = ahead
    (self.purges, hasPurges) = (purges, !purges.isEmpty)
    purgesCSV = "/w/\(slug)/purges.csv"
  }
}

/// The form of something to be put on hold.
struct HoldFields: PagePart {
  var path: String
  /// What is wrong with it.
  var problems: ProblemList?
  /// Whose time.
  var responder: FormSelect
  /// From when until when.
  var span: [FormField]
  /// Or which incident.
  var incident: FormField
  /// Why, and until when.
  var why: [FormField]

  init(_ form: HoldForm, path: String, people: [(id: Int64, name: String)], problems: [FieldProblem]) {
    self.path = path
    self.problems = ProblemList(problems)
    responder = FormSelect(
      "responder", "A person's time",
      choices: Choice.list(people.map { ("\($0.id)", $0.name) }, chosen: form.responder, all: "Nobody's"),
      problems: problems)
    span = [
      FormField(
        "from", "From", value: form.from, hint: "A day such as 2026-11-21, or an instant.", problems: problems
      ),
      FormField("to", "Until, not included", value: form.to, problems: problems),
    ]
    incident = FormField(
      "incident", "Or an incident", value: form.incident,
      hint:
        "Such as INC-12. The reports of everybody it was offered to are held with it, from an hour before it "
        + "was opened until an hour after it was closed.", problems: problems)
    why = [
      FormField(
        "reason", "Why", value: form.reason, hint: "1 to 200 characters. Name nobody.", isRequired: true,
        problems: problems),
      FormField(
        "until", "Ends by itself on", value: form.until, hint: "Empty: when somebody releases it.",
        problems: problems),
    ]
  }
}
