import Rollcall

extension ProfileForm {
  /// The profile in the form, and its problems by field. With problems it must not be saved.
  ///
  /// - Parameters:
  ///   - name: the profile's name; a form does not change it.
  ///   - travelSpeed: how fast its people travel; not a field of the form.
  ///   - dutyRule: what puts them on and off duty; likewise.
  ///   - firstDuty: the duty state after the first login; likewise.
  func read(
    name: String, travelSpeed: Double? = nil, dutyRule: DutyRule? = nil, firstDuty: DutyState? = nil
  ) -> (profile: Profile, problems: [FieldProblem]) {
    var problems: [FieldProblem] = []
    var limit: Int?
    if !queueLimit.utf8.isEmpty {
      limit = RuleForm.number(queueLimit).flatMap { Int(exactly: $0) }
      if limit.map({ (1...1_000_000).contains($0) }) != true {
        problems.append(FieldProblem("queue_limit", Words.Profiles.wrongQueueLimit))
      }
    }
    let read = rules.enumerated().map { index, rule in
      rule.read(index: index, isLast: index == rules.count - 1, problems: &problems)
    }
    if rules.isEmpty { problems.append(FieldProblem("", Words.Profiles.noRule)) }
    let profile = Profile(
      name: name, labels: labels, queueLimit: limit, order: Profile.Order(rawValue: order),
      offers: offers, travelSpeed: travelSpeed, dutyRule: dutyRule,
      firstDuty: firstDuty, rules: read)
    // Problems without a field are shown for the whole profile: a form must not pass what an import would
    // refuse.
    if problems.isEmpty { problems = profile.problems().map { FieldProblem("", $0) } }
    return (profile, problems)
  }

  /// Changes with the document: saving requires that of the preview.
  var hash: String {
    var hash = ContentHash()
    for state in DutyState.allCases { hash.add(labels[state.rawValue] ?? "") }
    hash.add(queueLimit)
    hash.add(order)
    for kind in IncidentKind.allCases { hash.add(offers.contains(kind.rawValue) ? kind.rawValue : "") }
    for rule in rules { for field in RuleForm.fields { hash.add(rule[keyPath: field.path]) } }
    return hash.text
  }
}

extension RuleForm {
  /// A decimal number as people type it; a comma is a point.
  static func number(_ text: String) -> Double? {
    let comma = UInt8(ascii: ",")
    return DecimalText.double(
      String(decoding: text.utf8.map { $0 == comma ? UInt8(ascii: ".") : $0 }, as: UTF8.self))
  }

  /// The conditions in words, as far as they can be read.
  var conditionsInWords: String {
    var reader = FieldReader(prefix: "")
    return RuleWords.conditions(condition(&reader))
  }

  fileprivate func read(index: Int, isLast: Bool, problems: inout [FieldProblem]) -> ProfileRule {
    var reader = FieldReader(prefix: "r\(index)_")
    if !name.hasBytes(NameLimits.short) { reader.problem("name", "\(NameLimits.words(NameLimits.short)).") }
    let when = condition(&reader)
    if isLast, when != nil {
      reader.problem("name", Words.Profiles.lastRuleConditions)
    }
    let rule = ProfileRule(
      name: name, when: when,
      interval: reader.number("interval_s", interval, above: 0, to: 31_536_000),
      distance: reader.number("distance_m", distance, from: 0, to: 1_000_000),
      degraded: reader.number("degraded_s", degraded, above: 0, to: 31_536_000),
      offline: reader.number("offline_s", offline, above: 0, to: 31_536_000))
    if reader.problems.isEmpty { order(rule, &reader) }
    problems += reader.problems
    return rule
  }

  private func condition(_ reader: inout FieldReader) -> ProfileRule.Condition? {
    var when = ProfileRule.Condition()
    when.duty = duty.utf8.isEmpty ? nil : duty
    when.batteryBelow = reader.number("battery_below", batteryBelow, from: 0, to: 100).map { $0 / 100 }
    // Metres per second, to as many digits as the form shows: what was not changed stays the same.
    when.speedAbove = reader.number("speed_above", speedAbove, from: 0, to: 3_600).map {
      ($0 / 3.6 * 1e6).rounded() / 1e6
    }
    when.appState = appState.utf8.isEmpty ? nil : appState
    when.powerMode = powerMode.utf8.isEmpty ? nil : powerMode
    if from.utf8.isEmpty != until.utf8.isEmpty {
      reader.problem(from.utf8.isEmpty ? "from" : "until", Words.Profiles.bothTimes)
    }
    if !from.utf8.isEmpty, !until.utf8.isEmpty {
      for (field, text) in [("from", from), ("until", until)] where !Self.isTimeOfDay(text) {
        reader.problem(field, Words.Profiles.wrongTimeOfDay)
      }
      when.between = [from, until]
    }
    return when == ProfileRule.Condition() ? nil : when
  }

  private static func isTimeOfDay(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let isShaped = bytes.indices.allSatisfy { index in
      index == 2
        ? bytes[index] == UInt8(ascii: ":") : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
    }
    return isShaped && bytes.count == 5 && text.utf8.lexicographicallyPrecedes("24".utf8)
      && bytes[3] < UInt8(ascii: "6")
  }

  private func order(_ rule: ProfileRule, _ reader: inout FieldReader) {
    guard let interval = rule.interval else { return }
    let degraded = rule.degraded ?? interval * 1.5
    if !(interval < degraded) {
      reader.problem("degraded_s", Words.Profiles.limitedTooEarly(interval: interval))
    }
    if !(degraded < rule.offline ?? interval * 3) {
      reader.problem("offline_s", Words.Profiles.offlineTooEarly(limited: degraded))
    }
  }
}

/// Reads the numbers of a form and collects problems.
private struct FieldReader {
  let prefix: String
  var problems: [FieldProblem] = []

  mutating func problem(_ field: String, _ text: String) {
    problems.append(FieldProblem(prefix + field, text))
  }

  /// The number of a field; `nil` for an empty one and, with a problem, for other text.
  mutating func number(_ field: String, _ text: String, from: Double? = nil, above: Double? = nil, to: Double)
    -> Double?
  {
    guard !text.utf8.isEmpty else { return nil }
    if let number = RuleForm.number(text), number >= from ?? -.infinity, number > above ?? -.infinity,
      number <= to
    {
      return number
    }
    problem(field, Words.Profiles.wrongNumber(from: from, above: above, to: to))
    return nil
  }
}
