import Testing

@testable import Rollcall

@Suite("Alerts about one incident or one person: what stands, how it is dated, that nothing holds it")
struct AlertIncidentTests {
  private let now = Timestamp.at(10_000)
  private let ana = Responder.ID(1)

  private func person(_ status: Status, _ incident: Int64? = nil) -> AlertPerson {
    AlertPerson(
      id: ana, region: nil, status: status, graceUntil: nil, offlineThreshold: 180_000, flapping: nil,
      errand: incident.map { AlertAssignment(incident: Incident.ID($0), title: "Fall") })
  }

  private func incident(_ id: Int64, since: Double, _ offers: [Offer.State: Int] = [:], place: String = "")
    -> AlertIncident
  {
    AlertIncident(id: Incident.ID(id), title: "Fall", place: place, since: .at(since), offers: offers)
  }

  @Test("an offline assignee is an alert; others only where the workspace wants it")
  func offline() {
    for status in Status.allCases {
      for (errand, tells) in [(7, false), (7, true), (nil, false), (nil, true)] as [(Int64?, Bool)] {
        let standing = AlertRules([person(status, errand)], tellsOffline: tells, at: now).standing
          .filter { $0.kind == .responderOffline }
        let expected: Set<AlertTopic> =
          status == .offline && (errand != nil || tells)
          ? [.responderOffline(ana, having: errand.map { Incident.ID($0) })] : []
        #expect(standing == expected, "\(status) \(errand ?? 0) \(tells)")
      }
    }
    #expect(AlertTopic.responderOffline(ana, having: Incident.ID(7)).isCritical)
    #expect(!AlertTopic.responderOffline(ana, having: nil).isCritical)
  }

  @Test("an incident with several places says how many are open, and one with a single place does not")
  func places() {
    let several = AlertIncident(id: .init(9), title: "Fire: pier", place: "", since: now, places: (2, 3))
    #expect(several.detail == "2 of 3 places open: Fire: pier: nobody could be asked")
    #expect(AlertIncident.places(in: several.detail) == "2 of 3 places open")
    let fewer = AlertIncident(id: .init(9), title: "Fire: pier", place: "", since: now, places: (1, 3))
    #expect(!fewer.isToldRightly(in: several.detail) && fewer.isToldRightly(in: fewer.detail))
    let single = AlertIncident(id: .init(9), title: "Two of 3 places open", place: "", since: now)
    #expect(single.detail == "Two of 3 places open: nobody could be asked")
    #expect(AlertIncident.places(in: single.detail) == nil)
    let alert = Alert(id: 1, topic: several.topic, openedAt: now, detail: several.detail)
    let rules = AlertRules([], incidents: [fewer], at: now)
    #expect(rules.corrected(alert) == fewer.detail)
    #expect(AlertRules([], incidents: [several], at: now).corrected(alert) == nil)
  }

  @Test("neither waits after our absence, and an incident's alert is dated by its row")
  func held() throws {
    let rules = AlertRules([person(.offline, 7)], incidents: [incident(9, since: 40)], at: now)
    let topics: Set<AlertTopic> = [
      .responderOffline(ana, having: Incident.ID(7)), .incidentUnassigned(Incident.ID(9)),
    ]
    let verdict = AlertVerdict(rules, open: [], observingSince: now)
    #expect(verdict.opens.isSuperset(of: topics) && verdict.waits.isDisjoint(with: topics))
    var watch = AlertWatch()
    watch.record(verdict, version: 1, at: now)
    let decided = AlertDecision.all(verdict, rules, instants: [:], watch: watch)
    #expect(decided.first { $0.topic == .incidentUnassigned(Incident.ID(9)) }?.at == .at(40))
    let calm = AlertVerdict(AlertRules([person(.degraded, 7)], at: now), open: topics, observingSince: now)
    #expect(calm.closes == topics && calm.waits.isEmpty)
  }

  @Test(
    "being offline is dated by the log, in and out; getting an incident while offline leaves nothing there")
  func dated() {
    let topic = AlertTopic.responderOffline(ana, having: Incident.ID(7))
    let log = [
      LoggedChange(responder: ana, at: .at(900), from: .degraded, to: .online),
      LoggedChange(responder: ana, at: .at(800), from: .offline, to: .degraded),
      LoggedChange(responder: ana, at: .at(500), from: .degraded, to: .offline),
    ]
    var back = AlertRewind([person(.online, 7)])
    #expect(back.instants(of: [topic], log: log) == [topic: .at(800)])
    var gone = AlertRewind([person(.offline, 7)])
    #expect(gone.instants(of: [topic], log: log.suffix(1)) == [topic: .at(500)])
    let rules = AlertRules([person(.offline, 7)], at: now)
    #expect(rules.isLogged(topic, opens: true) && !rules.isLogged(topic, opens: false))
  }

  @Test(
    "the detail tells what, where, how many were asked and how that ended",
    arguments: [
      ([:], "", "Fall: nobody could be asked"), ([:], "Harbour", "Fall, Harbour: nobody could be asked"),
      (
        [.declined: 2, .expired: 1, .unreachable: 1, .accepted: 0], "Harbour",
        "Fall, Harbour: 4 asked, 2 declined, 1 expired, 1 unreachable"
      ),
    ] as [([Offer.State: Int], String, String)])
  func detail(offers: [Offer.State: Int], place: String, text: String) {
    let found = incident(9, since: 1, offers, place: place)
    #expect(found.detail == text)
    #expect(AlertRules([], incidents: [found], at: now).detail(of: .incidentUnassigned(found.id)) == text)
  }

  @Test("stored topics are read back; unknown scopes are not")
  func stored() {
    for topic: AlertTopic in [
      .responderOffline(ana, having: nil), .responderOffline(ana, having: Incident.ID(7)),
      .incidentUnassigned(Incident.ID(9)),
    ] {
      #expect(AlertTopic(kind: topic.kind.rawValue, scope: topic.scope) == topic)
    }
    for scope in ["", "/", "1/", "/1", "1/2/3", "a", "1/b"] {
      #expect(AlertTopic(kind: "ResponderOffline", scope: scope) == nil, "\(scope)")
    }
    for scope in ["", "1/2", "x"] { #expect(AlertTopic(kind: "IncidentUnassigned", scope: scope) == nil) }
  }

  @Test("a check is due when an incident becomes unassigned or the workspace's setting changes")
  func due() {
    var watch = AlertWatch()
    let calm = AlertSurroundings()
    watch.record(
      AlertVerdict(AlertRules([], at: now), open: [], observingSince: now), version: 1, calm, at: now)
    #expect(!watch.isDue(version: 1, calm, at: now))
    #expect(watch.isDue(version: 1, AlertSurroundings(tellsOffline: true), at: now))
    #expect(
      watch.isDue(
        version: 1, AlertSurroundings(incidents: [.incidentUnassigned(Incident.ID(1)): now]), at: now))
  }
}
