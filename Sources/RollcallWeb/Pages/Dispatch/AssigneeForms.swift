import Rollcall
import RollcallStore

/// What a dispatcher can do about the assignee, or write down for them.
struct AssigneeForms: PagePart {
  var action, responder, name: String
  var done: DoneSoFar
  /// Whether others are asked in their place because the dispatcher wants it.
  var isReplaced: Bool
  /// Whether it is not reported yet that they are on the way, or there.
  var canSetOut, canArrive: Bool

  init(_ assignment: AssignedIncident, name: String, isReplaced: Bool, path: String, clock: PageClock) {
    (action, responder) = (path + "/assignee", String(assignment.responder.rawValue))
    (self.name, self.isReplaced) = (name, isReplaced)
    done = DoneSoFar(assignment, clock: clock)
    canArrive = assignment.arrivedAt == nil
    canSetOut = canArrive && assignment.onWayAt == nil
  }
}

/// What an assignee has done so far; absent when not reported.
struct DoneSoFar: PagePart {
  var accepted: Moment
  var onTheWay, arrived: Moment?

  init(_ assignment: AssignedIncident, clock: PageClock) {
    accepted = clock.time(assignment.since)
    (onTheWay, arrived) = (
      assignment.onWayAt.map { clock.time($0) }, assignment.arrivedAt.map { clock.time($0) }
    )
  }
}

/// The form that writes down a telephone call, and what the person said.
struct CallForm: PagePart {
  var action: String
  var person: PersonField
  var result: FormSelect
  var note: FormField
  /// Asks before a decline takes the incident from an assignee; absent otherwise.
  var sure: Sure?

  struct Sure: PagePart {
    var done: DoneSoFar
    var tick: TickBox
  }

  /// - Parameters:
  ///   - people: those who may have been called, by id, those involved first.
  ///   - typed: a refused form.
  init(
    _ people: [(id: Int64, name: String)], path: String, typed: Typed = Typed(),
    held: DoneSoFar? = nil, problems: [FieldProblem] = []
  ) {
    action = path + "/call"
    person = PersonField(
      "called", Words.Calls.person, of: people, chosen: typed.person, placeholder: Words.Lists.typeName,
      problems: problems)
    result = FormSelect(
      "result", Words.Calls.result,
      choices: Choice.list(
        IncidentCall.Result.allCases.map { ($0.rawValue, Words.Calls.of($0)) }, chosen: typed.result,
        all: Words.Calls.choose), problems: problems)
    note = FormField(
      "about", Words.Calls.note, value: typed.note, problems: problems)
    sure =
      problems.of("sure").isEmpty
      ? nil : held.map { Sure(done: $0, tick: TickBox("sure", Words.Calls.sure, isOn: false)) }
  }

  /// What a refused form said; the person by id, or as typed.
  struct Typed {
    var person = "", result = "", note = ""
  }
}
