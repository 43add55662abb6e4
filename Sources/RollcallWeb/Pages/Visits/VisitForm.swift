import Rollcall
import RollcallStore

/// The visits shown: those of a day or another time, of everyone or of one person.
struct VisitFilter: FieldValues {
  /// The local day; empty for today.
  var day = ""
  /// Another time than a whole day, half-open; may be empty.
  var from = "", to = ""
  /// The person's id, or a text that is none; empty for everyone.
  var responder = ""
  /// The site's id; `nil` for all.
  var outlet: Int64?

  static let most = AskedDays.Most.days(31)

  static let fields: [Field<VisitFilter>] = [
    .text("day", \.day), .text("from", \.from).shown(.span(.from)), .text("to", \.to).shown(.span(.to)),
    .text("responder", \.responder).shown(.person("Who", all: Words.Visits.everybody)),
    .id("outlet", \.outlet).shown(.choice("Site", all: Words.Visits.everySite)),
  ]
}

extension VisitFilter {
  func link(_ slug: String) -> String { query.link(Shell.Section.visits.path(slug)) }

  /// The person; `nil` = everyone.
  var person: Responder.ID? { Int64(responder).map { Responder.ID($0) } }

  /// The site; `nil` = all.
  var site: Outlet.ID? { outlet.map { Outlet.ID($0) } }

  /// The time asked for.
  func time(in workspace: Workspace, _ clock: PageClock) -> AskedDays {
    AskedDays(day: day, from: from, to: to, in: workspace, clock, most: Self.most)
  }

  /// The same people on a local day.
  func on(_ day: CivilDate) -> VisitFilter {
    with { ($0.day, $0.from, $0.to) = (day.isoDay, "", "") }
  }

  var audited: String {
    let day = day.utf8.isEmpty ? "today" : day
    let time = from.utf8.isEmpty && to.utf8.isEmpty ? "day \(day)" : "from \(from), to \(to)"
    return time + (person.map { ", responder \($0.rawValue)" } ?? "") + (outlet.map { ", site \($0)" } ?? "")
  }
}

/// The form of a planned visit, as typed.
struct VisitForm: FieldValues {
  /// The visitor and the outlet: ids.
  var responder = "", outlet = ""
  var day = ""
  /// The start and the end as times of day; may be empty.
  var from = "", to = ""

  static let fields: [Field<VisitForm>] = [
    .text("responder", \.responder), .text("outlet", \.outlet), .text("day", \.day), .text("from", \.from),
    .text("to", \.to),
  ]

  func read() -> (visit: NewVisit?, problems: [FieldProblem]) {
    var problems: [FieldProblem] = []
    let (person, place) = (Int64(responder), Int64(outlet))
    if person == nil {
      problems.append(
        FieldProblem(
          "responder",
          responder.utf8.isEmpty ? Words.Visits.chooseGo : Words.Lists.notOnePerson(responder)))
    }
    if place == nil { problems.append(FieldProblem("outlet", Words.Visits.chooseOutlet)) }
    let window = VisitWindow(day: day, from: from, to: to)
    if VisitWindow(day: day) == nil {
      problems.append(FieldProblem("day", Words.Visits.dayFormat))
    } else if window == nil {
      problems.append(FieldProblem("from", Words.Visits.windowFormat))
    }
    guard let person, let place, let window else { return (nil, problems) }
    return (NewVisit(responder: Responder.ID(person), outlet: Outlet.ID(place), window: window), [])
  }
}

/// The form of a visit to be planned.
struct VisitFields: PagePart {
  var path: String
  var problems: ProblemList?
  var responder: PersonField
  var outlet: FormSelect
  var times: [FormField]

  init(
    _ form: VisitForm, path: String, day: CivilDate, people: [(id: Int64, name: String)], outlets: [Outlet],
    problems: [FieldProblem]
  ) {
    (self.path, self.problems) = (path, ProblemList(problems))
    responder = PersonField(
      "responder", "Who", of: people, chosen: form.responder, placeholder: Words.Lists.typeName,
      problems: problems)
    outlet = FormSelect(
      "outlet", "Site",
      choices: Choice.list(
        outlets.map { ("\($0.id.rawValue)", $0.name) }, chosen: form.outlet, all: "Choose…"),
      problems: problems)
    times = [
      FormField(
        "day", "Day", value: form.day.utf8.isEmpty ? day.isoDay : form.day, kind: .date, isRequired: true,
        problems: problems),
      FormField(
        "from", "From", value: form.from, hint: Words.Visits.windowHint, kind: .time, problems: problems),
      FormField("to", "Until", value: form.to, kind: .time, problems: problems),
    ]
  }
}
