import Rollcall
import RollcallStore

/// Which visits are shown: those of a day, of everybody or of one person.
struct VisitFilter: FieldValues {
  /// The local day; empty for today.
  var day = ""
  var responder: Int64?

  static let fields: [Field<VisitFilter>] = [.text("day", \.day), .id("responder", \.responder)]
}

extension VisitFilter {
  func link(_ slug: String) -> String { query.link(Shell.Section.visits.path(slug)) }

  /// What the audit says of it.
  var audited: String {
    "day \(day.utf8.isEmpty ? "today" : day)" + (responder.map { ", responder \($0)" } ?? "")
  }
}

/// The form of a visit to be planned, as it was typed.
struct VisitForm: FieldValues {
  /// Who is to go, an id.
  var responder = ""
  /// Where to, an id.
  var outlet = ""
  var day = ""
  /// From which time of the day on; may be empty.
  var from = ""
  /// Until which time; may be empty.
  var to = ""

  static let fields: [Field<VisitForm>] = [
    .text("responder", \.responder), .text("outlet", \.outlet), .text("day", \.day), .text("from", \.from),
    .text("to", \.to),
  ]

  /// The visit that is meant, or what is wrong.
  func read() -> (visit: NewVisit?, problems: [FieldProblem]) {
    var problems: [FieldProblem] = []
    let (person, place) = (Int64(responder), Int64(outlet))
    if person == nil { problems.append(FieldProblem("responder", "Choose who is to go.")) }
    if place == nil { problems.append(FieldProblem("outlet", "Choose an outlet.")) }
    let window = VisitWindow(day: day, from: from, to: to)
    if VisitWindow(day: day) == nil {
      problems.append(FieldProblem("day", "A day such as 2026-11-21."))
    } else if window == nil {
      problems.append(FieldProblem("from", "Times such as 09:00, the second after the first."))
    }
    guard let person, let place, let window else { return (nil, problems) }
    return (NewVisit(responder: Responder.ID(person), outlet: Outlet.ID(place), window: window), [])
  }
}
