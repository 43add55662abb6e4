import Rollcall

extension DutyRule {
  /// Its values as the audit has them: a timetable day by day, so that an entry tells which days a change altered.
  ///
  /// `duty_rule timetable, duty_rule.hours.1 08:00-12:00 and 13:00-17:00, duty_rule.dates.2026-12-24 off`; 1 = Monday.
  var values: [String: String] {
    var values = ["duty_rule": name.rawValue]
    func add(_ span: String, _ name: String) {
      values[name] = values[name].map { "\($0) and \(span)" } ?? span
    }
    for line in (timetable?.hours ?? []).sorted(by: { $0.from.minute < $1.from.minute }) {
      for day in Set(line.days) { add("\(line.from.text)-\(line.to.text)", "duty_rule.hours.\(day)") }
    }
    for line in timetable?.exceptions ?? [] {
      add(
        line.hours.map { "\($0.from.text)-\($0.to.text)" } ?? "off", "duty_rule.dates.\(line.date.isoDay)")
    }
    return values
  }

  /// The values of a rule; without one those of whatever decides then.
  static func values(_ rule: DutyRule?) -> [String: String] { rule?.values ?? ["duty_rule": "default"] }
}
