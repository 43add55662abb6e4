public import Rollcall

/// A person's duty rule: `{rule, hours?: [{days, from, to}], exceptions?: [{date, from?, to?}]}`. The rule
/// `default` is their profile's again.
public struct DutyRuleRequest: Equatable, Sendable {
  /// The rule; `nil` = their profile's.
  public let rule: DutyRule?

  private enum Word: String, CaseIterable { case manual, reporting, timetable, `default` }

  /// Decodes and checks a rule.
  public static func decode(bytes: [UInt8]) throws(WireError) -> DutyRuleRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> DutyRuleRequest in
      let members = JSONMembers<DutyRuleField>(of: root)
      var findings = Findings()
      let word: Word? = findings.requiredWord(members[.rule], DutyRuleField.rule.name)
      let timetable = Timetable(
        hours: findings.list(members[.hours], DutyRuleField.hours.name, limit: Timetable.mostHours) {
          findings, line in findings.hours(line)
        },
        exceptions: findings.list(
          members[.exceptions], DutyRuleField.exceptions.name, limit: Timetable.mostExceptions
        ) { findings, line in findings.exception(line) })
      try findings.throwFaults()
      guard let word else { throw .invalid([]) }
      let rule = DutyRule.Name(rawValue: word.rawValue).flatMap { DutyRule($0, timetable) }
      if rule == nil, word != .default || !timetable.isEmpty {
        findings.refuse(DutyRuleField.hours.name, .format, "only a timetable has hours")
      }
      if let problem = rule?.problems().first {
        findings.refuse(DutyRuleField.hours.name, .format, problem)
      }
      try findings.throwFaults()
      return DutyRuleRequest(rule: rule)
    }
  }
}

extension JSONWriter {
  /// A person's duty rule as it is asked for.
  public mutating func dutyRule(_ rule: DutyRule?) {
    object { root in
      root.member(DutyRuleField.rule.name, rule?.name.rawValue ?? "default")
      guard let timetable = rule?.timetable else { return }
      root.array(DutyRuleField.hours.name) { list in
        for line in timetable.hours {
          list.object { hours in
            hours.array(DutyRuleField.days.name) { days in for day in line.days { days.value(Int64(day)) } }
            hours.member(DutyRuleField.from.name, line.from.text)
            hours.member(DutyRuleField.to.name, line.to.text)
          }
        }
      }
      root.array(DutyRuleField.exceptions.name) { list in
        for line in timetable.exceptions {
          list.object { exception in
            exception.member(DutyRuleField.date.name, line.date.isoDay)
            if let hours = line.hours {
              exception.member(DutyRuleField.from.name, hours.from.text)
              exception.member(DutyRuleField.to.name, hours.to.text)
            }
          }
        }
      }
    }
  }
}

extension Findings {
  /// The lines of an optional array.
  fileprivate mutating func list<Line>(
    _ value: JSONValue?, _ field: String, limit: Int, _ read: (inout Findings, JSONValue) -> Line?
  ) -> [Line] {
    guard let value else { return [] }
    guard value.kind == .array, value.count <= limit else {
      refuse(field, .type, "\(field) must be an array of at most \(limit)")
      return []
    }
    var lines: [Line] = []
    for (index, element) in value.elements {
      let line = within("\(field).\(index)") { inner -> Line? in
        guard element.kind == .object else {
          inner.refuse("", .type, "must be an object")
          return nil
        }
        return read(&inner, element)
      }
      if let line { lines.append(line) }
    }
    return lines
  }

  fileprivate mutating func hours(_ line: JSONValue) -> Timetable.Hours? {
    let members = JSONMembers<DutyRuleField>(of: line)
    let days = days(members[.days])
    let from = time(required(members[.from], DutyRuleField.from.name), DutyRuleField.from.name)
    let to = time(required(members[.to], DutyRuleField.to.name), DutyRuleField.to.name)
    guard let days, let from, let to else { return nil }
    return Timetable.Hours(days: days, from: from, to: to)
  }

  fileprivate mutating func exception(_ line: JSONValue) -> Timetable.Exception? {
    let members = JSONMembers<DutyRuleField>(of: line)
    let text = text(required(members[.date], DutyRuleField.date.name), DutyRuleField.date.name, limit: 10)
    let date = text.flatMap { CivilDate(isoDay: $0) }
    if text != nil, date == nil {
      refuse(DutyRuleField.date.name, .format, "\(DutyRuleField.date.name) must be a date like 2026-12-24")
    }
    let from = time(members[.from], DutyRuleField.from.name)
    let to = time(members[.to], DutyRuleField.to.name)
    if (members[.from] == nil) != (members[.to] == nil) {
      refuse(DutyRuleField.from.name, .required, "an exception has both times or none")
    }
    guard let date else { return nil }
    if let from, let to { return Timetable.Exception(date: date, hours: (from, to)) }
    return Timetable.Exception(date: date, hours: nil)
  }

  private mutating func days(_ value: JSONValue?) -> [Int]? {
    let field = DutyRuleField.days.name
    guard let value = required(value, field) else { return nil }
    var days: [Int] = []
    if value.kind == .array {
      for (_, element) in value.elements {
        if case .exact(let day) = element.integer, (1...7).contains(day) { days.append(Int(day)) }
      }
    }
    guard value.kind == .array, days.count == value.count, !days.isEmpty else {
      refuse(field, .range, "\(field) must be an array of days 1 (Monday) to 7")
      return nil
    }
    return Set(days).sorted()
  }

  private mutating func time(_ value: JSONValue?, _ field: String) -> LocalTime? {
    guard let text = text(value, field, limit: 5) else { return nil }
    guard let time = LocalTime(text) else {
      refuse(field, .format, "\(field) must be a time like 22:00")
      return nil
    }
    return time
  }
}

enum DutyRuleField: Int, JSONField {
  case rule, hours, exceptions, days, from, to, date
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .rule: "rule"
    case .hours: "hours"
    case .exceptions: "exceptions"
    case .days: "days"
    case .from: "from"
    case .to: "to"
    case .date: "date"
    }
  }
}
