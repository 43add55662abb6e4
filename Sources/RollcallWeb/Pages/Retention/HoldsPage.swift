import Rollcall
import RollcallStore

/// What is kept as evidence, and what purges take and pass over.
public struct HoldsPage: Page {
  /// Its template.
  public static let template = "Retention/HoldsPage"

  /// What surrounds it.
  public var shell: Shell
  /// The audit.
  public var audit: String
  /// What happened.
  public var notice: ActionNotice?
  /// The holds, those in force first.
  public var rows: [HoldRow]
  /// Whether there is one.
  public var hasRows: Bool
  /// What is said instead of the table.
  public var empty: EmptyState?
  /// The same as JSON.
  public var json: String
  /// The same as CSV.
  public var csv: String
  /// The form of another one.
  public var form: HoldFields
  /// What the next purges do.
  public var ahead: PurgeAhead
  /// The last purges, the newest first.
  public var purges: [PurgeRow]
  /// Whether there was one.
  public var hasPurges: Bool
  /// The purges as CSV.
  public var purgesCSV: String

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

  /// An example with every kind of content.
  public static let sample = {
    var page = example(
      problems: [
        FieldProblem("reason", "Say why, in 1 to 200 characters."),
        FieldProblem("", "There is no such incident."),
      ])
    page.notice = .sample
    page.empty = .sample
    return page
  }()
}

/// The form of something to be put on hold.
public struct HoldFields: PagePart {
  /// Where it leads.
  public var path: String
  /// What is wrong with it.
  public var problems: ProblemList?
  /// Whose time.
  public var responder: FormSelect
  /// From when until when.
  public var span: [FormField]
  /// Or which incident.
  public var incident: FormField
  /// Why, and until when.
  public var why: [FormField]

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

  /// An example with every kind of content.
  public static let sample = HoldFields(
    HoldForm(), path: "/w/city-rescue/holds", people: [(1, "Ana")],
    problems: [FieldProblem("responder", "Choose somebody, or name an incident.")])
}
