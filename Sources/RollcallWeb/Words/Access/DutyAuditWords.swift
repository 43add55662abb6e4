import Rollcall

/// What entries of the audit say of duty rules and timetables.
enum DutyAuditWords {
  /// Whether one of an entry's values belongs to a duty rule.
  static func isPart(_ value: String) -> Bool { value.utf8.starts(with: prefix.utf8) }

  /// The values of a rule as people say them: `By timetable; Mon–Fri 08:00–16:00; 24 Dec 2026: off`.
  static func words(_ values: [String]) -> String {
    var (rules, dates): ([String], [String]) = ([], [])
    var weeks: [(hours: String, days: [Int])] = []
    for value in values {
      let parts = value.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map { String(Substring($0)) }
      guard parts.count == 2 else {
        rules.append(value)
        continue
      }
      let (name, hours) = (parts[0], parts[1].replacing("-", with: "–"))
      if name == prefix {
        rules.append(rule(parts[1]))
      } else if let day = rest(of: name, after: "\(prefix).hours.").flatMap({ Int($0) }) {
        if let week = weeks.firstIndex(where: { $0.hours == hours }) {
          weeks[week].days.append(day)
        } else {
          weeks.append((hours, [day]))
        }
      } else if let date = rest(of: name, after: "\(prefix).dates.").flatMap({ CivilDate(isoDay: $0) }) {
        dates.append("\(Words.written(date)): \(hours)")
      } else {
        rules.append(value)
      }
    }
    return (rules + weeks.map { "\(Words.days($0.days)) \($0.hours)" } + dates).joined(separator: "; ")
  }

  private static let prefix = "duty_rule"

  private static func rest(of name: String, after start: String) -> String? {
    name.utf8.starts(with: start.utf8)
      ? String(decoding: name.utf8.dropFirst(start.utf8.count), as: UTF8.self) : nil
  }

  private static func rule(_ name: String) -> String {
    switch name {
    case "default": Words.Duty.asProfile
    case DutyRule.Name.manual.rawValue: Words.Duty.manual
    case DutyRule.Name.reporting.rawValue: Words.Duty.reporting
    case DutyRule.Name.timetable.rawValue: Words.Duty.timetable
    default: name
    }
  }
}
