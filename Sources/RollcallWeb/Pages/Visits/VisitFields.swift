import Rollcall

/// The form of a visit to be planned.
struct VisitFields: PagePart {
  var path: String
  /// What is wrong with it.
  var problems: ProblemList?
  var responder: FormSelect
  /// Where to.
  var outlet: FormSelect
  var times: [FormField]

  init(
    _ form: VisitForm, path: String, day: CivilDate, people: [(id: Int64, name: String)], outlets: [Outlet],
    problems: [FieldProblem]
  ) {
    self.path = path
    self.problems = ProblemList(problems)
    responder = FormSelect(
      "responder", "Who",
      choices: Choice.list(people.map { ("\($0.id)", $0.name) }, chosen: form.responder, all: "Choose…"),
      problems: problems)
    outlet = FormSelect(
      "outlet", "Outlet",
      choices: Choice.list(
        outlets.map { ("\($0.id.rawValue)", $0.name) }, chosen: form.outlet, all: "Choose…"),
      problems: problems)
    times = [
      FormField(
        "day", "Day", value: form.day.utf8.isEmpty ? day.isoDay : form.day, isRequired: true,
        problems: problems),
      FormField(
        "from", "From", value: form.from, hint: "A time such as 09:00; empty: the whole day.",
        problems: problems),
      FormField("to", "Until", value: form.to, problems: problems),
    ]
  }
}
