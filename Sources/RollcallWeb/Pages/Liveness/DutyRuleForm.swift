import Rollcall

/// The form of a duty rule, as typed.
struct DutyRuleForm: Equatable, Sendable {
  /// Hours on some days.
  struct Line: Equatable, Sendable {
    /// 1 (Monday) to 7, as typed.
    var days: [String] = []
    var from = "", to = ""

    var isEmpty: Bool { days.isEmpty && from.utf8.isEmpty && to.utf8.isEmpty }
  }

  /// Other hours on a date, or none.
  struct Exception: Equatable, Sendable {
    var date = "", from = "", to = ""

    var isEmpty: Bool { date.utf8.isEmpty && from.utf8.isEmpty && to.utf8.isEmpty }
  }

  /// `default` or the name of a rule.
  var rule = "default"
  var lines: [Line] = []
  var exceptions: [Exception] = []
  /// For whom it is.
  var picks: [Responder.ID] = []

  /// The most people at once: a form has at most 1,000 fields.
  static let mostPeople = 300
  /// The most lines of a form, for the same reason. Longer timetables are set by programs.
  static let most = (lines: 20, exceptions: 60)

  /// The form of a stored rule, with room for more lines.
  init(_ rule: DutyRule?, picks: [Responder.ID]) {
    self.rule = rule?.name.rawValue ?? "default"
    self.picks = picks
    lines =
      rule?.timetable?.hours.map {
        Line(days: $0.days.map(String.init), from: $0.from.text, to: Self.shown($0.to))
      } ?? []
    exceptions =
      rule?.timetable?.exceptions.map {
        Exception(
          date: $0.date.isoDay, from: $0.hours?.from.text ?? "", to: $0.hours.map { Self.shown($0.to) } ?? "")
      } ?? []
    addRoom()
  }

  /// Reads `rule`, `pick`, and `h0_day`, `h0_from`, `h0_to`, …, `x0_date`, `x0_from`, `x0_to`, ….
  init(_ pairs: [(name: String, value: String)]) {
    var values: [String: [String]] = [:]
    for (name, value) in pairs { values[name, default: []].append(value) }
    let first = { (name: String) in values[name]?.first ?? "" }
    rule = first("rule")
    picks = (values["pick"] ?? []).compactMap { Int64($0) }.map { Responder.ID($0) }
    lines = (0..<Self.most.lines).map {
      Line(days: values["h\($0)_day"] ?? [], from: first("h\($0)_from"), to: first("h\($0)_to"))
    }
    exceptions = (0..<Self.most.exceptions).map {
      Exception(date: first("x\($0)_date"), from: first("x\($0)_from"), to: first("x\($0)_to"))
    }
    lines.removeAll(where: \.isEmpty)
    exceptions.removeAll(where: \.isEmpty)
  }

  /// Adds empty lines to fill in.
  mutating func addRoom() {
    lines += Array(repeating: Line(), count: max(0, min(2, Self.most.lines - lines.count)))
    exceptions += Array(
      repeating: Exception(), count: max(0, min(3, Self.most.exceptions - exceptions.count)))
  }

  /// A browser's field of time has no 24:00; 00:00 as an end means the same.
  private static func shown(_ end: Rollcall.LocalTime) -> String { end.minute == 1_440 ? "00:00" : end.text }
}

extension DutyRuleForm {
  /// The rule read from the form (`nil` = the profile's), or what is wrong with it.
  func read() -> (rule: DutyRule?, problems: [FieldProblem]) {
    var problems: [FieldProblem] = []
    if picks.isEmpty { problems.append(FieldProblem("people", Words.Duty.nobody)) }
    let hours = lines.enumerated().compactMap { read($1, "h\($0)", &problems) }
    let dates = exceptions.enumerated().compactMap { read($1, "x\($0)", &problems) }
    let timetable = Timetable(hours: hours, exceptions: dates)
    guard problems.isEmpty else { return (nil, problems) }
    if rule == "default", timetable.isEmpty { return (nil, []) }
    guard let name = DutyRule.Name(rawValue: rule) else {
      let text = rule == "default" ? Words.Duty.hoursWithoutTimetable : Words.Duty.chooseState
      return (nil, [FieldProblem("rule", text)])
    }
    guard name != .timetable || !timetable.isEmpty else {
      return (nil, [FieldProblem("rule", Words.Duty.emptyTimetable)])
    }
    guard let read = DutyRule(name, timetable) else {
      return (nil, [FieldProblem("rule", Words.Duty.hoursWithoutTimetable)])
    }
    return (read, read.problems().map { FieldProblem("rule", "\(Words.capitalized($0)).") })
  }

  private func read(_ line: Line, _ field: String, _ problems: inout [FieldProblem]) -> Timetable.Hours? {
    guard !line.isEmpty else { return nil }
    let days = Set(line.days.compactMap { Int($0) }.filter((1...7).contains)).sorted()
    if days.isEmpty { problems.append(FieldProblem("\(field)_day-1", Words.Duty.needsDays)) }
    let from = time(line.from, "\(field)_from", &problems)
    let to = time(line.to, "\(field)_to", &problems)
    guard let from, let to, !days.isEmpty else { return nil }
    return Timetable.Hours(days: days, from: from, to: to)
  }

  private func read(
    _ line: Exception, _ field: String, _ problems: inout [FieldProblem]
  ) -> Timetable.Exception? {
    guard !line.isEmpty else { return nil }
    let date = CivilDate(isoDay: line.date)
    if date == nil { problems.append(FieldProblem("\(field)_date", Words.Duty.needsDate)) }
    if line.from.utf8.isEmpty, line.to.utf8.isEmpty {
      return date.map { Timetable.Exception(date: $0, hours: nil) }
    }
    guard !line.from.utf8.isEmpty, !line.to.utf8.isEmpty else {
      problems.append(FieldProblem("\(field)_from", Words.Duty.bothTimes))
      return nil
    }
    let from = time(line.from, "\(field)_from", &problems)
    let to = time(line.to, "\(field)_to", &problems)
    guard let date, let from, let to else { return nil }
    return Timetable.Exception(date: date, hours: (from, to))
  }

  private func time(_ text: String, _ field: String, _ problems: inout [FieldProblem]) -> Rollcall.LocalTime?
  {
    let time = Rollcall.LocalTime(text)
    if time == nil { problems.append(FieldProblem(field, Words.Duty.needsTime)) }
    return time
  }
}
