import Testing

@testable import Rollcall

@Suite("Alerts open once, close once, and wait after a downtime or when a responder has just come on duty")
struct AlertVerdictTests {
  private let north = AlertTopic.noOnlineResponders(region: "North")

  private func verdict(
    _ people: [AlertPerson], open: Set<AlertTopic> = [], since: Double = 0, at now: Double = 10_000
  ) -> AlertVerdict {
    AlertVerdict(AlertRules(people, at: .at(now)), open: open, observingSince: .at(since))
  }

  @Test(
    "People lost by the server's own downtime count as online for the rate, and have five minutes of grace")
  func lost() {
    func person(_ id: Int64, restart: Bool) -> AlertPerson {
      var live = Liveness(createdAt: .at(0), rule: .onDuty)
      _ = live.changed(duty: .onDuty, rule: .onDuty, at: .at(0))
      _ = live.contacted(at: .at(1), fix: .at(1))
      if restart { _ = live.unobserved(TimeSpan(from: .at(20), to: .at(400))) }
      return AlertPerson(
        id: Responder.ID(id), region: "North", live: live.settled(at: .at(410)), flapping: Flapping(),
        at: .at(410))
    }
    let offline = person(1, restart: false)
    #expect(offline.status == .offline)
    let lost = (2...10).map { person($0, restart: true) }
    #expect(lost.allSatisfy { $0.isUnknownByRestart && $0.graceUntil == .at(700) })
    #expect(!AlertRules([offline] + lost, at: .at(410)).everybody.isHighOfflineRate, "one of ten")
    #expect(AlertRules([offline] + lost.dropLast(), at: .at(410)).everybody.isHighOfflineRate, "one of nine")
    #expect(AlertRules(lost, at: .at(410)).everybody.watched == 9)
  }

  @Test(
    "what stands and is not open is opened; what is open and does not stand is closed; the rest is left alone"
  )
  func steps() {
    let bad = [AlertPerson].people("2 offline", region: "North")
    let good = [AlertPerson].people("2 online", region: "North")
    #expect(verdict(bad).opens == [.highOfflineRate, north])
    #expect(verdict(bad, open: [.highOfflineRate]).opens == [north])
    #expect(verdict(bad, open: [.highOfflineRate, north]).opens == [])
    #expect(verdict(good, open: [.highOfflineRate, north]).closes == [.highOfflineRate, north])
    #expect(verdict(good).closes == [] && verdict(good).nextLook == nil)
    #expect(verdict([], open: [north, .responderFlapping(Responder.ID(9))]).closes.count == 2)
  }

  @Test("rates and regions wait until those who decide them have had their time to be heard")
  func held() {
    // Given a region of slow reporters and one of quick ones, who are enough for the workspace's rate
    let people =
      [AlertPerson].people("1 offline", region: "North")
      + [AlertPerson(id: 9, .offline, region: "South", offline: 900_000)]
    let south = AlertTopic.noOnlineResponders(region: "South")
    for (now, opens) in [
      (100.0, []), (179.999, []), (180, [north, .highOfflineRate]), (899.999, [north, .highOfflineRate]),
      (900, [north, south, .highOfflineRate]),
    ] as [(Double, Set<AlertTopic>)] {
      let found = verdict(people, at: now)
      #expect(found.opens == opens, "\(now)")
      #expect(found.opens.union(found.waits) == [north, south, .highOfflineRate])
    }
    #expect(verdict(people, at: 100).nextLook == .at(180))
    #expect(verdict(people, at: 180).nextLook == .at(900))
    // And what is open is not closed meanwhile
    let fine = [AlertPerson].people("1 online", region: "North")
    #expect(verdict(fine, open: [north], at: 100).waits == [north])
    #expect(verdict(fine, open: [north], at: 180).closes == [north])
    // And flapping does not wait for anything
    let flapping = AlertPerson(id: 1, .online, flapping: TimeSpan(from: .at(0), to: .at(900)))
    #expect(verdict([flapping], at: 100).opens == [.responderFlapping(Responder.ID(1))])
    #expect(verdict([flapping], at: 100).nextLook == Timestamp.at(900).advanced(by: 1))
  }

  @Test("off duty people and those without an interval do not delay an alert")
  func unconcerned() {
    let people = [
      AlertPerson(id: 1, .offDuty, region: "North"),
      AlertPerson(id: 2, .unknown, region: "North", offline: nil),
    ]
    #expect(verdict(people, at: 1).opens == [north])
  }

  @Test("a responder who has just come on duty has the time for a first fix; open alerts stay open")
  func grace() {
    let early = [AlertPerson(id: 1, .unknown, region: "North", grace: .at(10_050))]
    #expect(verdict(early).waits == [north] && verdict(early).nextLook == .at(10_050))
    #expect(verdict(early, at: 10_050).opens == [north])
    #expect(verdict(early, open: [north]) == verdict([]))
    let other = [AlertPerson(id: 2, .offline, region: "South")]
    #expect(verdict(early + other).opens.contains(.noOnlineResponders(region: "South")))
  }

  @Test("a person's grace ends with their degraded threshold, or with the first fix")
  func graceOfAPerson() {
    let rule = RuleInForce(
      name: "on_duty", interval: 60_000, thresholds: Thresholds(degraded: 90_000, offline: 180_000))
    var live = Liveness(createdAt: .at(0), rule: rule)
    func person(_ now: Double) -> AlertPerson {
      AlertPerson(
        id: Responder.ID(1), region: nil, live: live.settled(at: .at(now)), flapping: Flapping(), at: .at(now)
      )
    }
    #expect(person(5).graceUntil == nil && person(5).offlineThreshold == nil)
    _ = live.changed(duty: .onDuty, rule: rule, at: .at(10))
    #expect(person(20).graceUntil == .at(100) && person(20).offlineThreshold == 180_000)
    #expect(person(99.999).graceUntil == .at(100) && person(100).graceUntil == nil)
    _ = live.contacted(at: .at(30), fix: .at(30))
    #expect(person(31).graceUntil == nil && person(31).status == .online)
  }
}
