import StoreSupport
import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("Actions on alerts: one row each, dated, audited, refused when too late")
struct AlertActTests {
  private let fixture: TestStore
  private let rows: DispatchRowsFixture
  private let incident: Incident.ID
  private var store: Store { fixture.store }
  private var workspace: Workspace.ID { fixture.workspace.id }

  init() throws {
    fixture = try TestStore()
    rows = DispatchRowsFixture(fixture)
    fixture.clock.set(1_000)
    incident = try rows.incident("Fall", opened: 900, state: "unassigned", since: 990)
    try look()
  }

  private func look() throws {
    var watch = AlertWatch()
    _ = try store.alerts.judgeAlerts(of: workspace, &watch)
  }

  private func set(_ state: String, at seconds: Double) throws {
    fixture.clock.set(seconds)
    try fixture.execute(
      "UPDATE incident SET state = '\(state)', state_since = \(Timestamp.at(seconds).milliseconds) WHERE id = \(incident.rawValue)"
    )
    try look()
  }

  private func alert() throws -> Alert { try #require(try store.alerts.openAlerts(of: workspace).first) }

  private func care() throws -> AlertCare {
    let alert = try alert()
    return try store.alerts.care(of: [alert], in: workspace)[alert.id] ?? .none
  }

  private func audited() throws -> [String] {
    try store.read {
      try $0.all(
        "SELECT action || ' ' || subject || ' ' || detail FROM audit WHERE action GLOB 'alert.*' ORDER BY number"
      )
    }
  }

  @Test("one person acknowledges it, another takes over; both are stored, and the audit has no note")
  func acknowledge() throws {
    let alert = try alert()
    fixture.clock.set(1_010)
    try store.alerts.act(
      .acknowledge, on: alert.id, note: "I call Ana Kovač", seen: 0, in: .test(workspace, "key:one"))
    let first = try care()
    #expect(first.acknowledged?.at == .at(1_010) && first.acknowledged?.note == "I call Ana Kovač")
    try store.alerts.act(.acknowledge, on: alert.id, seen: first.newest, in: .test(workspace, "key:two"))
    #expect(try care().acknowledged?.actor == "key:two")
    #expect(try store.alerts.acts(on: alert.id, in: workspace).map(\.actor) == ["key:one", "key:two"])
    #expect(try store.alerts.acknowledgedAlertCounts(of: workspace) == [.incidentUnassigned: 1])
    #expect(
      try audited() == [
        "alert.acknowledge alert \(alert.id) IncidentUnassigned, act 1",
        "alert.acknowledge alert \(alert.id) IncidentUnassigned, act 2",
      ])
    // What opens after it is nobody's
    try set("offering", at: 1_020)
    try set("unassigned", at: 1_030)
    #expect(try care() == .none)
    #expect(try store.alerts.acknowledgedAlertCounts(of: workspace) == [:])
  }

  @Test("an acknowledgement is taken back once, and another person may acknowledge it then")
  func takeBack() throws {
    let alert = try alert()
    #expect(throws: StoreError.conflict("Nobody has acknowledged the alert")) {
      try store.alerts.act(.takeBack, on: alert.id, in: .test(workspace, "key:one"))
    }
    try store.alerts.act(.acknowledge, on: alert.id, seen: 0, in: .test(workspace, "key:one"))
    try store.alerts.act(.takeBack, on: alert.id, in: .test(workspace, "key:two"))
    #expect(try care().acknowledged == nil)
    #expect(try store.alerts.acknowledgedAlertCounts(of: workspace) == [:])
    #expect(throws: StoreError.conflict("Nobody has acknowledged the alert")) {
      try store.alerts.act(.takeBack, on: alert.id, in: .test(workspace, "key:one"))
    }
    try store.alerts.act(.acknowledge, on: alert.id, in: .test(workspace, "key:two"))
    #expect(try care().acknowledged?.actor == "key:two")
    #expect(try store.alerts.acknowledgedAlertCounts(of: workspace) == [.incidentUnassigned: 1])
    #expect(try audited().contains("alert.take-back alert \(alert.id) IncidentUnassigned, act 2"))
  }

  @Test("a snooze holds to its instant, also for what closes and opens again, and through a restart")
  func snooze() throws {
    try store.alerts.act(.snooze(.halfHour), on: try alert().id, in: .test(workspace, "key:one"))
    let first = try alert()
    try set("offering", at: 1_100)
    #expect(try store.alerts.openAlerts(of: workspace) == [])
    try set("unassigned", at: 1_200)
    let second = try alert()
    #expect(second.id != first.id)
    try fixture.restart()
    for (seconds, isSnoozed) in [(1_200.0, true), (2_799.999, true), (2_800, false)] {
      #expect(try store.alerts.isSnoozed(second, in: workspace, at: .at(seconds)) == isSnoozed, "\(seconds)")
      #expect(
        try store.write { try $0.alerts.care(of: second, in: workspace, at: .at(seconds)).isSnoozed }
          == isSnoozed)
    }
    // Ended early, by a word about the second
    fixture.clock.set(1_300)
    try store.alerts.act(.wake, on: second.id, in: .test(workspace, "key:one"))
    #expect(try !care().isSnoozed)
    #expect(try store.alerts.isSnoozed(second, in: workspace, at: .at(1_250)))
    #expect(throws: StoreError.conflict("The alert is not snoozed")) {
      try store.alerts.act(.wake, on: second.id, in: .test(workspace, "key:one"))
    }
    // Until it closes: not for the next one
    try store.alerts.act(.snooze(.untilClosed), on: second.id, in: .test(workspace, "key:one"))
    fixture.clock.set(900_000)
    #expect(try care().isSnoozed)
    try set("offering", at: 900_010)
    try set("unassigned", at: 900_020)
    #expect(try !care().isSnoozed)
    #expect(
      try audited().contains(
        "alert.snooze alert \(first.id) IncidentUnassigned until \(Timestamp.at(2_800).rfc3339), act 1"))
  }

  @Test(
    "a late action is refused and leaves nothing: closed, overtaken, or in another workspace"
  )
  func refused() throws {
    let alert = try alert()
    try store.alerts.act(.acknowledge, on: alert.id, seen: 0, in: .test(workspace, "key:one"))
    #expect(throws: StoreError.conflict("Somebody else has done something about this alert meanwhile")) {
      try store.alerts.act(.snooze(.twoHours), on: alert.id, seen: 0, in: .test(workspace, "key:two"))
    }
    #expect(throws: StoreError.invalid("A note has at most 200 characters")) {
      try store.alerts.act(
        .acknowledge, on: alert.id, note: String(repeating: "x", count: 201), in: .test(workspace, "key:two"))
    }
    let other = try store.fleet.addWorkspace(slug: "other", name: "O", timeZone: "UTC", profiles: [])
    #expect(throws: StoreError.notFound("alert \(alert.id)")) {
      try store.alerts.act(.acknowledge, on: alert.id, in: .test(other.id, "key:two"))
    }
    #expect(throws: StoreError.notFound("alert \(alert.id)")) {
      try store.alerts.alert(alert.id, in: other.id)
    }
    try set("offering", at: 1_020)
    for deed in [AlertDeed.acknowledge, .snooze(.untilClosed), .wake] {
      #expect(throws: StoreError.conflict("The alert has closed meanwhile")) {
        try store.alerts.act(deed, on: alert.id, in: .test(workspace, "key:one"))
      }
    }
    #expect(try fixture.integer("SELECT count(*) FROM alert_act") == 1)
    #expect(try audited().count == 1)
  }
}
