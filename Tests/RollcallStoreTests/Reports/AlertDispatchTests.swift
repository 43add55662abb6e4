import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("Alerts of dispatch are rows: unassigned incidents, and people who are offline")
struct AlertDispatchTests {
  private let fixture: TestStore
  private let rows: DispatchRowsFixture
  private var workspace: Workspace.ID { fixture.workspace.id }

  init() throws {
    fixture = try TestStore()
    rows = DispatchRowsFixture(fixture)
  }

  private func look(_ seconds: Double, _ watch: inout AlertWatch) throws -> Int {
    fixture.clock.set(seconds)
    return try fixture.store.alerts.judgeAlerts(of: workspace, &watch)
  }

  private func open() throws -> [Alert] { try fixture.store.alerts.openAlerts(of: workspace) }

  private func set(_ incident: Incident.ID, _ state: String, at seconds: Double) throws {
    try fixture.execute(
      "UPDATE incident SET state = '\(state)', state_since = \(Timestamp.at(seconds).milliseconds) WHERE id = \(incident.rawValue)"
    )
  }

  @Test(
    "an unassigned incident is an alert from that instant on, at once after a restart, until its state changes"
  )
  func unassigned() throws {
    fixture.clock.set(1_000)
    let ana = try fixture.phone().id
    var watch = AlertWatch()
    _ = try look(1_000, &watch)
    let incident = try rows.incident("Fall", opened: 900, state: "offering", place: "Harbour")
    try rows.offer(incident, to: ana, "declined", queued: 901, answer: "declined", after: 9)
    try rows.offer(incident, to: ana, "expired", queued: 950)
    _ = try rows.incident("Exercise", opened: 900, state: "unassigned", drill: true)
    // When nothing happens on the board
    #expect(try look(1_001, &watch) == 0)
    try set(incident, "unassigned", at: 1_001.5)
    #expect(try look(1_002, &watch) == 1)
    let told = try #require(try open().first)
    #expect(told.topic == .incidentUnassigned(incident) && told.openedAt == .at(1_001.5))
    #expect(told.detail == "Fall, Harbour: 2 asked, 1 declined, 1 expired")
    #expect(try fixture.integer("SELECT critical FROM alert") == 1)
    #expect(try look(1_003, &watch) == 0)
    // A restart neither closes it nor holds the next one
    let other = try rows.incident(opened: 1_050, state: "unassigned", since: 1_060)
    fixture.clock.set(1_100)
    try fixture.restart()
    watch = AlertWatch()
    #expect(try look(1_100, &watch) == 1)
    #expect(try open().map(\.topic) == [told.topic, .incidentUnassigned(other)])
    #expect(try open().map(\.openedAt) == [.at(1_001.5), .at(1_060)])
  }

  @Test("an assignment closes the alert at its instant; a second time is a second alert")
  func found() throws {
    fixture.clock.set(1_000)
    var watch = AlertWatch()
    let incident = try rows.incident(opened: 900, state: "unassigned", since: 990)
    #expect(try look(1_000, &watch) == 1)
    try set(incident, "offering", at: 1_000.5)
    #expect(try look(1_001, &watch) == 1)
    #expect(try open() == [])
    let closed = try fixture.store.alerts.closedAlerts(of: workspace, since: .at(0))
    #expect(closed.map(\.closedAt) == [.at(1_000.5)])
    try set(incident, "unassigned", at: 1_031)
    #expect(try look(1_032, &watch) == 1)
    #expect(try open().map(\.openedAt) == [.at(1_031)])
    #expect(try fixture.integer("SELECT count(*) FROM alert") == 2)
  }

  @Test("every offline responder is an alert only where the workspace wants it, dated by the deadline")
  func offline() async throws {
    fixture.clock.set(1_000)
    let ids = try fixture.store.fleet.addResponders(
      (1...20).map { NewResponder(name: "P\($0)", profile: "responder") }, slug: "north")
    var phones: [TestPhone] = []
    for id in ids {
      let phone = TestPhone(fixture, try fixture.login(id, device: "d\(id.rawValue)"))
      try await phone.duty(DutyChange(state: .onDuty))
      phones.append(phone)
    }
    for phone in phones { try await phone.send([ping(1_000, 1)]) }
    var watch = AlertWatch()
    _ = try look(1_001, &watch)
    // One of twenty falls silent: 180 s later they are offline, and that alone is no alert
    for phone in phones.dropFirst() { try await phone.send([ping(1_100, 2)], at: 1_100) }
    #expect(try look(1_185, &watch) == 0)
    func wish(_ tells: Bool) throws {
      _ = try fixture.store.fleet.setWorkspace(slug: "north") { $0.tellsOffline = tells }
    }
    try wish(true)
    let topic = AlertTopic.responderOffline(ids[0], having: nil)
    #expect(try look(1_186, &watch) == 1)
    #expect(try open().map(\.topic) == [topic] && !(try open())[0].topic.isCritical)
    try wish(false)
    #expect(try look(1_187, &watch) == 1)
    #expect(try open() == [])
    // Who falls silent while it is wished for is dated by their deadline, and closed by their contact
    try wish(true)
    _ = try look(1_188, &watch)
    try await phones[0].send([ping(1_189, 3)], at: 1_189)
    _ = try look(1_190, &watch)
    #expect(try open() == [])
    for phone in phones.dropFirst() { try await phone.send([ping(1_300, 3)], at: 1_300) }
    #expect(try look(1_375, &watch) == 1)
    #expect(try open().map(\.openedAt) == [.at(1_369)])
  }

  @Test(
    "an offline assignee is always an alert; after a restart not before their time is over"
  )
  func assignee() async throws {
    fixture.clock.set(1_000)
    let phone = try fixture.phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty))
    try await phone.send([ping(1_000, 1)])
    let incident = try rows.incident(opened: 1_000, state: "assigned")
    try rows.assignment(incident, of: phone.id, since: 1_000)
    try fixture.restart()
    let topic = AlertTopic.responderOffline(phone.id, having: incident)
    var watch = AlertWatch()
    #expect(try look(1_001, &watch) == 0)
    // When we were away for ten minutes, they are unknown
    fixture.clock.set(1_600)
    try fixture.restart()
    watch = AlertWatch()
    for seconds in [1_600.0, 1_700, 1_779.9] {
      _ = try look(seconds, &watch)
      #expect(try open().contains { $0.topic == topic } == false, "\(seconds)")
    }
    // And offline once they had their 180 s since
    _ = try look(1_781, &watch)
    let told = try #require(try open().first { $0.topic == topic })
    #expect(told.openedAt == .at(1_780) && told.topic.isCritical)
    #expect(told.detail == "has INC-\(incident.rawValue), Fall")
    #expect(try fixture.store.alerts.openAlertCounts(of: workspace, critical: true)[.responderOffline] == 1)
    // Another restart keeps it as it is
    try fixture.restart()
    watch = AlertWatch()
    _ = try look(1_782, &watch)
    #expect(try open().contains(told))
    try await phone.send([ping(1_790, 2)], at: 1_790)
    _ = try look(1_791, &watch)
    #expect(try open().contains { $0.topic == topic } == false)
  }

  @Test("the query of each second uses the index of the rows at fault")
  func indexed() throws {
    let plan = try fixture.store.read { try $0.plan(of: "\(AlertIncidents.atFault(in: workspace))") }
    for index in ["incident_unassigned", "incident_vain"] {
      #expect(plan.contains { $0.contains("USING INDEX \(index)") }, "\(plan)")
    }
    #expect(!plan.contains { $0.contains("SCAN incident") && !$0.contains("USING INDEX") }, "\(plan)")
  }
}
