import Rollcall
import RollcallStore

/// The form of a new hold, as typed or filled in by a link.
struct HoldForm: FieldValues {
  /// The person's id; empty for an incident.
  var responder = ""
  /// Its first instant or local day.
  var from = ""
  /// The first instant or local day after it.
  var to = ""
  /// Which incident: `INC-12` or its number; empty for a person's time.
  var incident = ""
  var reason = ""
  /// The instant or local day at which it expires; may be empty.
  var until = ""

  static let fields: [Field<HoldForm>] = [
    .text("responder", \.responder), .text("from", \.from), .text("to", \.to), .text("incident", \.incident),
    .text("reason", \.reason), .text("until", \.until),
  ]

  /// Whether a link has filled it in.
  var isBegun: Bool { self != HoldForm() }

  /// The hold, or the problems.
  ///
  /// - Parameter zone: the workspace's.
  func read(_ zone: Zone) -> (hold: NewHold?, problems: [FieldProblem]) {
    var problems: [FieldProblem] = []
    let subject = subject(zone, &problems)
    if Hold.text(reason) == nil {
      problems.append(FieldProblem("reason", Words.Holds.sayWhy(Hold.textLimit)))
    }
    let end = zone.instant(until)
    if end == nil, !until.utf8.isEmpty { problems.append(FieldProblem("until", Words.Holds.endFormat)) }
    guard let subject, problems.isEmpty else { return (nil, problems) }
    return (NewHold(subject, reason: reason, until: end), [])
  }

  private func subject(_ zone: Zone, _ problems: inout [FieldProblem]) -> Hold.Subject? {
    guard incident.utf8.isEmpty else {
      let digits =
        incident.utf8.starts(with: "INC-".utf8) ? Substring(incident).dropFirst(4) : Substring(incident)
      guard responder.utf8.isEmpty, let id = Int64(digits) else {
        problems.append(FieldProblem("incident", Words.Holds.incidentFormat))
        return nil
      }
      return .incident(Incident.ID(id))
    }
    let (first, last) = (zone.instant(from), zone.end(to))
    if first == nil { problems.append(FieldProblem("from", Words.Holds.fromFormat)) }
    if last == nil { problems.append(FieldProblem("to", Words.Holds.toFormat)) }
    if let first, let last, first >= last {
      problems.append(FieldProblem("to", Words.Holds.mustComeAfterBeginning))
    }
    guard let id = Int64(responder) else {
      problems.append(
        FieldProblem(
          "responder",
          responder.utf8.isEmpty
            ? Words.Holds.chooseSomebodyNameIncident : Words.Lists.notOnePerson(responder)))
      return nil
    }
    return first.flatMap { first in last.map { .person(Responder.ID(id), TimeSpan(from: first, to: $0)) } }
  }
}
