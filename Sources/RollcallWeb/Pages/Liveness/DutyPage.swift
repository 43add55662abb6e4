import Rollcall

/// A person's duty: the switch by hand, and the rule that decides otherwise.
struct DutyPage: Page {
  static let template = "Liveness/DutyPage"

  var head: FormHead
  var name, back: String
  /// Their duty in the words of their profile.
  var state: String
  var choice: FormSelect
  var order: FormField
  /// Their rule, its hours, and what comes next.
  var facts: [Fact]
  /// What the rule does.
  var about: String
  /// The form of the rule; empty for readers who may not change it.
  var ruleForm: String

  /// What is known of a person's duty.
  struct Content {
    var id: Responder.ID
    var name: String
    var duty: DutyState
    /// The order of a mission.
    var order: String?
    var isActive: Bool
    /// Their own rule, and that of their profile.
    var own: DutyRule?
    var profile: Profile?
    /// The hours that run, or come next.
    var ahead: String
    var mayChangeRule: Bool
  }

  /// - Parameter typed: the state and the order in the form; `nil` = as they are.
  init(
    _ content: Content, shell: Shell, slug: String, typed: (state: String, order: String)? = nil,
    problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) {
    let words = { (duty: DutyState) in content.profile?.label(for: duty) ?? Words.plain(duty.rawValue) }
    head = FormHead(shell, path: PagePath.duty(slug, content.id), problems: problems, notice: notice)
    (name, back) = (content.name, PagePath.person(slug, content.id))
    state = [words(content.duty), content.duty == .onMission ? content.order : nil].compactMap(\.self)
      .joined(separator: " ")
    let chosen = typed?.state ?? content.duty.rawValue
    choice = FormSelect(
      "state", Words.Duty.state,
      choices: [DutyState.offDuty, .onDuty, .onMission].map {
        Choice(value: $0.rawValue, label: words($0), isSelected: $0.rawValue == chosen)
      }, problems: problems)
    order = FormField(
      "order", Words.Duty.order, value: typed?.order ?? content.order ?? "", hint: Words.Duty.orderHint,
      problems: problems)
    let rule = content.own ?? content.profile?.dutyRule
    facts = Self.facts(content, rule)
    about = Words.about(rule)
    ruleForm = content.mayChangeRule ? PagePath.dutyRule(slug, of: content.id) : ""
  }

  private static func facts(_ content: Content, _ rule: DutyRule?) -> [Fact] {
    let profile = content.profile?.name ?? ""
    var facts = [
      Fact("Rule", rule.map { Words.name(of: $0.name) } ?? Words.Duty.asProfile),
      Fact("Whose", content.own == nil ? Words.Duty.profiles(profile) : Words.Duty.own),
    ]
    guard let timetable = rule?.timetable else { return facts }
    facts += timetable.hours.map { Fact("Hours", Words.hours($0)) }
    facts += timetable.exceptions.sorted { $0.date.daysSince1970 < $1.date.daysSince1970 }.suffix(12)
      .map { Fact("Date", Words.exception($0)) }
    return facts + [Fact("Ahead", content.ahead)]
  }
}

extension Words {
  static func name(of rule: DutyRule.Name) -> String {
    switch rule {
    case .manual: Duty.manual
    case .reporting: Duty.reporting
    case .timetable: Duty.timetable
    }
  }

  /// What a rule does; `nil` = the kind of phone decides.
  static func about(_ rule: DutyRule?) -> String {
    switch rule {
    case .manual: Duty.manualLong
    case .reporting: Duty.reportingLong
    case .timetable: Duty.timetableLong
    case nil: Duty.byPhone
    }
  }
}
