import Testing

@testable import Rollcall

@Suite("An alert among people: seen to, snoozed for a while, and for what opens again meanwhile")
struct AlertCareTests {
  private static func act(
    _ id: Int64, _ kind: AlertAct.Kind, on alert: Int64 = 7, at seconds: Double, until: Double? = nil
  ) -> AlertAct {
    AlertAct(
      id: id, alert: alert, kind: kind, at: .at(seconds), actor: "member:\(id)", until: until.map { .at($0) })
  }

  /// Acts, the instant, who sees to alert 7, and whether it is snoozed then.
  private static let cases: [(acts: [AlertAct], at: Double, helper: String?, isSnoozed: Bool)] = [
    ([], 10, nil, false),
    ([act(1, .acknowledge, at: 1)], 10, "member:1", false),
    ([act(1, .acknowledge, at: 1), act(2, .acknowledge, at: 2)], 10, "member:2", false),
    ([act(1, .acknowledge, at: 1), act(2, .takeBack, at: 2)], 10, nil, false),
    ([act(1, .acknowledge, at: 1), act(2, .takeBack, on: 6, at: 2)], 10, "member:1", false),
    (
      [act(1, .acknowledge, at: 1), act(2, .takeBack, at: 2), act(3, .acknowledge, at: 3)], 10, "member:3",
      false
    ),
    // Somebody saw to the one before; this one is new.
    ([act(1, .acknowledge, on: 6, at: 1)], 10, nil, false),
    // It ends at its instant, by itself.
    ([act(1, .snooze, at: 1, until: 20)], 19.999, nil, true),
    ([act(1, .snooze, at: 1, until: 20)], 20, nil, false),
    ([act(1, .snooze, at: 1, until: 20), act(2, .wake, at: 5)], 10, nil, false),
    (
      [act(1, .snooze, at: 1, until: 20), act(2, .wake, at: 5), act(3, .snooze, at: 6, until: 30)], 25, nil,
      true
    ),
    // A later one holds, also when it is shorter.
    ([act(1, .snooze, at: 1, until: 90), act(2, .snooze, at: 2, until: 20)], 21, nil, false),
    // What opens again meanwhile is snoozed too, unless it was until the other one closed.
    ([act(1, .snooze, on: 6, at: 1, until: 20)], 10, nil, true),
    ([act(1, .snooze, on: 6, at: 1)], 10, nil, false),
    ([act(1, .snooze, at: 1)], 1_000_000, nil, true),
    ([act(1, .snooze, at: 1), act(2, .acknowledge, at: 2)], 10, "member:2", true),
  ]

  @Test("actions on a topic determine how its alert is handled", arguments: cases.indices)
  func table(_ index: Int) {
    let found = Self.cases[index]
    let care = AlertCare(found.acts, on: 7, at: .at(found.at))
    #expect(care.acknowledged?.actor == found.helper)
    #expect(care.isSnoozed == found.isSnoozed)
    #expect(care.newest == found.acts.filter { $0.alert == 7 }.map(\.id).max() ?? 0)
  }

  @Test("a note has at most 200 characters, whatever their bytes")
  func record() {
    #expect(AlertAct.isValid(note: String(repeating: "ž", count: 200)))
    #expect(!AlertAct.isValid(note: String(repeating: "ž", count: 201)))
    #expect(AlertSnooze.allCases.compactMap(\.length).max() == AlertSnooze.longest)
  }
}
