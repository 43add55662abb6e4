import Rollcall
import RollcallStore

/// The visits shown: those of a day, of everyone or of one person.
struct VisitFilter: FieldValues {
  /// The local day; empty for today.
  var day = ""
  var responder: Int64?

  static let fields: [Field<VisitFilter>] = [.text("day", \.day), .id("responder", \.responder)]
}

extension VisitFilter {
  func link(_ slug: String) -> String { query.link(Shell.Section.visits.path(slug)) }

  var audited: String {
    "day \(day.utf8.isEmpty ? "today" : day)" + (responder.map { ", responder \($0)" } ?? "")
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
    if person == nil { problems.append(FieldProblem("responder", Words.Visits.chooseGo)) }
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
  var responder, outlet: FormSelect
  var times: [FormField]

  init(
    _ form: VisitForm, path: String, day: CivilDate, people: [(id: Int64, name: String)], outlets: [Outlet],
    problems: [FieldProblem]
  ) {
    (self.path, self.problems) = (path, ProblemList(problems))
    responder = FormSelect(
      "responder", "Who",
      choices: Choice.list(people.map { ("\($0.id)", $0.name) }, chosen: form.responder, all: "Choose…"),
      problems: problems)
    outlet = FormSelect(
      "outlet", "Site",
      choices: Choice.list(
        outlets.map { ("\($0.id.rawValue)", $0.name) }, chosen: form.outlet, all: "Choose…"),
      problems: problems)
    times = [
      FormField(
        "day", "Day", value: form.day.utf8.isEmpty ? day.isoDay : form.day, isRequired: true,
        problems: problems),
      FormField("from", "From", value: form.from, hint: Words.Visits.windowHint, problems: problems),
      FormField("to", "Until", value: form.to, problems: problems),
    ]
  }
}
