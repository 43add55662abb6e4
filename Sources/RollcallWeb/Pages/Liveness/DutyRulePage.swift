import Rollcall

/// The form of a duty rule, for one person or many at once.
struct DutyRulePage: Page {
  static let template = "Liveness/DutyRulePage"

  var head: FormHead
  /// The page before it, and its name.
  var back: Link
  var title: String
  var rule: FormSelect
  var lines: [HoursPart]
  var exceptions: [ExceptionPart]
  /// For whom it is: those selected first.
  var people: [PersonTick]
  /// A note about people who are not shown; may be empty.
  var note: String
  var peopleProblem: String
  /// Whether the list of people is unfolded.
  var showsPeople: Bool

  /// - Parameter people: everybody who may be selected, in the order of the list.
  init(
    shell: Shell, slug: String, form: DutyRuleForm, people: [Responder], problems: [FieldProblem] = []
  ) {
    let picked = Set(form.picks)
    let one = form.picks.count == 1 ? people.first { $0.id == form.picks[0] } : nil
    head = FormHead(
      shell, path: PagePath.dutyRule(slug), problems: problems, place: Self.place)
    back =
      one.map { Link(label: $0.name, href: PagePath.duty(slug, $0.id)) }
      ?? Link(label: Words.Fleet.people, href: Shell.Section.responders.path(slug))
    title = one.map { Words.Duty.title(of: $0.name) } ?? Words.Duty.title
    rule = FormSelect(
      "rule", Words.Duty.rule,
      choices: [Choice(value: "default", label: Words.Duty.asProfile, isSelected: form.rule == "default")]
        + DutyRule.Name.allCases.map {
          Choice(value: $0.rawValue, label: Words.name(of: $0), isSelected: $0.rawValue == form.rule)
        }, problems: problems)
    lines = form.lines.enumerated().map { HoursPart($1, index: $0, problems: problems) }
    exceptions = form.exceptions.enumerated().map { ExceptionPart($1, index: $0, problems: problems) }
    let sorted = people.filter { picked.contains($0.id) } + people.filter { !picked.contains($0.id) }
    self.people = sorted.prefix(DutyRuleForm.mostPeople).map {
      PersonTick($0, isPicked: picked.contains($0.id))
    }
    note =
      people.count > DutyRuleForm.mostPeople
      ? Words.Duty.firstPeople(DutyRuleForm.mostPeople, Words.grouped(people.count)) : ""
    peopleProblem = problems.of("people")
    showsPeople = picked.count != 1
  }

  /// A field's place in the form, for the list of problems.
  private static func place(_ field: String) -> String? {
    guard let end = field.firstIndex(of: "_"), let number = Int(field[..<end].dropFirst()) else { return nil }
    return field.hasPrefix("h") ? Words.Duty.line(number + 1) : Words.Duty.exception(number + 1)
  }
}

/// One line of weekly hours.
struct HoursPart: PagePart {
  var title, problem: String
  var days: [TickBox]
  var from, to: FormField

  init(_ line: DutyRuleForm.Line, index: Int, problems: [FieldProblem]) {
    title = Words.Duty.line(index + 1)
    problem = problems.of("h\(index)_day-1")
    days = Words.weekdays.enumerated().map { place, label in
      TickBox("h\(index)_day", label, value: "\(place + 1)", isOn: line.days.contains("\(place + 1)"))
    }
    from = FormField("h\(index)_from", Words.Duty.from, value: line.from, kind: .time, problems: problems)
    to = FormField("h\(index)_to", Words.Duty.to, value: line.to, kind: .time, problems: problems)
  }
}

/// Other hours on one date.
struct ExceptionPart: PagePart {
  var title: String
  var date, from, to: FormField

  init(_ line: DutyRuleForm.Exception, index: Int, problems: [FieldProblem]) {
    title = Words.Duty.exception(index + 1)
    date = FormField("x\(index)_date", Words.Duty.date, value: line.date, kind: .date, problems: problems)
    from = FormField("x\(index)_from", Words.Duty.from, value: line.from, kind: .time, problems: problems)
    to = FormField("x\(index)_to", Words.Duty.to, value: line.to, kind: .time, problems: problems)
  }
}

/// A person to select in a form.
struct PersonTick: PagePart {
  var id, name, about: String
  var isPicked: Bool

  init(_ person: Responder, isPicked: Bool) {
    (id, name, self.isPicked) = ("\(person.id.rawValue)", person.name, isPicked)
    about = [Words.capitalized(person.profile), person.region].compactMap(\.self).joined(separator: ", ")
  }
}
