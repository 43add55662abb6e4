import Testing

@testable import RollcallWeb

@Suite("Duty rules in the audit")
struct DutyAuditWordsTests {
  @Test(
    "Days of the same hours stand together, then the dates",
    arguments: [
      (["duty_rule default"], "As the profile says"), (["duty_rule manual"], "By hand only"),
      (
        [
          "duty_rule timetable", "duty_rule.dates.2026-12-24 off", "duty_rule.dates.2026-12-31 08:00-12:00",
          "duty_rule.hours.1 08:00-12:00 and 13:00-17:00", "duty_rule.hours.2 08:00-12:00 and 13:00-17:00",
          "duty_rule.hours.7 22:00-06:00",
        ],
        """
        By timetable; Mon–Tue 08:00–12:00 and 13:00–17:00; Sun 22:00–06:00; 24 Dec 2026: off; \
        31 Dec 2026: 08:00–12:00
        """
      ),
      (["duty_rule.hours.3 09:00-17:00"], "Wed 09:00–17:00"),
      (["duty_rule.hours.noon 09:00-17:00", "duty_rule"], "duty_rule.hours.noon 09:00-17:00; duty_rule"),
    ])
  func words(values: [String], said: String) {
    #expect(values.allSatisfy(DutyAuditWords.isPart))
    #expect(DutyAuditWords.words(values) == said)
  }
}
