import Rollcall

@testable import RollcallWeb

extension DutyPage: Sampled {
  /// Nights on weekdays, off on Christmas Eve, a short day on New Year's Eve.
  static var rule: DutyRule {
    var exceptions = [Timetable.Exception(date: CivilDate(daysSince1970: 20_811), hours: nil)]
    var hours: [Timetable.Hours] = []
    if let night = Rollcall.LocalTime(minute: 1_320), let morning = Rollcall.LocalTime(minute: 360),
      let noon = Rollcall.LocalTime(minute: 720)
    {
      hours = [Timetable.Hours(days: [1, 2, 3, 4, 7], from: night, to: morning)]
      exceptions.append(Timetable.Exception(date: CivilDate(daysSince1970: 20_818), hours: (morning, noon)))
    }
    return .timetable(Timetable(hours: hours, exceptions: exceptions))
  }

  static let sample = DutyPage(
    Content(
      id: Responder.ID(17), name: "Mirela Novak", duty: .onMission, order: "8841", isActive: true, own: rule,
      profile: ProfilePage.sampleProfile, ahead: Words.Duty.until("06:00"), mayChangeRule: true),
    shell: .example(.responders, title: "Duty"), slug: "city-rescue", typed: ("on_duty", "8841"),
    problems: [FieldProblem("state", Words.Duty.hasIncident), FieldProblem("order", Words.Duty.orderAlone)],
    notice: ActionNotice(.calm, Words.Duty.ruleSaved, detail: Words.Duty.ruleHolds))

  static let plain = DutyPage(
    Content(
      id: Responder.ID(17), name: "Mirela Novak", duty: .offDuty, isActive: true, own: nil,
      profile: ProfilePage.sampleProfile, ahead: "", mayChangeRule: false),
    shell: .example(.responders, title: "Duty"), slug: "city-rescue")
}

extension DutyRulePage: Sampled {
  private static let people = ["Mirela Novak", "أحمد بن عبد الرحمن", "Tara Okafor"].enumerated().map {
    Responder(
      id: Responder.ID(Int64($0 + 17)), workspace: Workspace.ID(1), name: $1, profile: "responder",
      region: "North")
  }

  private static func page(_ form: DutyRuleForm) -> DutyRulePage {
    DutyRulePage(
      shell: .example(.responders, title: "Duty rule"), slug: "city-rescue", form: form, people: people,
      problems: form.read().problems)
  }

  static let sample = page(
    DutyRuleForm([
      ("rule", "timetable"), ("h0_from", "22:00"), ("h0_to", "six"), ("x0_date", "24.12."),
      ("x0_from", "06:00"),
    ]))

  static let one = page(DutyRuleForm(DutyPage.rule, picks: [Responder.ID(17)]))
}
