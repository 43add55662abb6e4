import Testing

@testable import Rollcall

@Suite("Which alerts stand, by the statuses of the people")
struct AlertRulesTests {
  private let now = Timestamp.at(10_000)

  private func standing(_ people: [AlertPerson]) -> Set<AlertTopic> { AlertRules(people, at: now).standing }

  @Test(
    "more than 10 % of online, degraded and offline together, to the person; the others do not count",
    arguments: [
      (counts: "9 online 1 offline", true: false), ("8 online 1 offline", true),
      ("81 online 9 degraded 10 offline", false), ("80 online 9 degraded 10 offline", true),
      ("1 offline", true), ("1 offline 500 unknown 500 off_duty", true), ("", false), ("7 unknown", false),
      ("10 degraded 1 offline", false), ("9 degraded 1 offline", false), ("8 degraded 1 offline", true),
    ])
  func rate(counts: String, isHigh: Bool) {
    #expect(standing(.people(counts)).contains(.highOfflineRate) == isHigh, "\(counts)")
  }

  @Test(
    "a region with people on watch and none online; off duty, or without people, there is no alert",
    arguments: [
      (counts: "2 offline 1 degraded 2 off_duty", true: true), ("1 unknown", true), ("1 degraded", true),
      ("1 online 9 offline", false), ("4 off_duty", false), ("", false),
    ])
  func region(counts: String, isUnreachable: Bool) {
    // Given the region, another where all is well, and people of no region
    let people =
      [AlertPerson].people(counts, region: "North")
      + .people("9 online", region: "South", from: 100) + .people("3 offline", from: 200)
    // Then it is called unreachable, and no other
    let found = standing(people).filter { $0.kind == .noOnlineResponders }
    #expect(found == (isUnreachable ? [.noOnlineResponders(region: "North")] : []), "\(counts)")
  }

  @Test("a flapping responder has an alert, up to and including the last instant at which they flap")
  func flapping() {
    for (end, isFlapping) in [(9_999.0, false), (10_000, true), (10_001, true)] {
      let person = AlertPerson(id: 7, .online, flapping: TimeSpan(from: .at(9_000), to: .at(end)))
      #expect(standing([person]) == (isFlapping ? [.responderFlapping(Responder.ID(7))] : []), "\(end)")
    }
  }

  @Test("topics are read back as they are stored, and those of another program are left alone")
  func stored() {
    let topics: [AlertTopic] = [
      .highOfflineRate, .responderFlapping(Responder.ID(-3)), .noOnlineResponders(region: "Šiška \"1\""),
    ]
    for topic in topics { #expect(AlertTopic(kind: topic.kind.rawValue, scope: topic.scope) == topic) }
    for (kind, scope) in [("RegionFlooded", "7"), ("ResponderFlapping", "x"), ("", "")] {
      #expect(AlertTopic(kind: kind, scope: scope) == nil)
    }
  }

  @Test("the figures in words: as many as there are, the worst first")
  func figures() {
    let rules = AlertRules([AlertPerson].people("2 offline 1 degraded 2 off_duty", region: "North"), at: now)
    #expect(
      rules.detail(of: .noOnlineResponders(region: "North"))
        == "0 of 5 on duty: 2 offline, 1 degraded, 2 off duty")
    #expect(rules.detail(of: .highOfflineRate) == "2 of 3 are offline, 66 %")
    #expect(
      AlertRules([AlertPerson].people("8 online 1 offline"), at: now).detail(of: .highOfflineRate)
        == "1 of 9 is offline, 11 %")
    #expect(AlertRules([], at: now).detail(of: .highOfflineRate) == "0 of 0 are offline, 0 %")
    #expect(AlertRules([], at: now).detail(of: .noOnlineResponders(region: "x")) == "0 of 0 on duty: nobody")
  }
}
