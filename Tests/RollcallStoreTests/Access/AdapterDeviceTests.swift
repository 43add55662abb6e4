import StoreSupport
import Foundation
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Secrets of foreign apps")
struct AdapterDeviceTests {
  private let fixture: TestStore
  private let id: Responder.ID
  private var store: Store { fixture.store }
  private var workspace: Workspace.ID { fixture.workspace.id }

  init() throws {
    fixture = try TestStore()
    id = try fixture.store.fleet.addResponders([NewResponder(name: "Ana")], slug: "north")[0]
  }

  private func issue(
    _ adapter: Adapter = .overland, name: String = "Ana's iPhone", to person: Responder.ID? = nil,
    intervals: ReportIntervals? = nil
  ) throws -> IssuedAdapterDevice {
    try store.phones.issueAdapterDevice(
      adapter, AdapterDeviceSettings(name: name, intervals: intervals), for: person ?? id,
      in: .test(workspace, "member:1"))
  }

  @Test("A secret is 32 bytes as base64url, finds its device, and is nowhere in the file")
  func secret() throws {
    let issued = try issue()
    #expect(issued.secret.text.utf8.count == 43)
    #expect(store.adapters.find(secret: issued.secret.text) == issued.device)
    #expect(store.adapters.find(secret: issued.secret.text + "x") == nil)
    let file = try Data(contentsOf: URL(filePath: store.path))
    let log = try Data(contentsOf: URL(filePath: store.path + "-wal"))
    #expect(!(file + log).contains(Data(issued.secret.text.utf8)))
  }

  @Test("A responder may have several, beside a session of Rollcall's own app")
  func several() throws {
    let session = try store.phones.issueToken(
      slug: "north", responder: id, deviceID: "d", lifetime: 1_000_000)
    let (first, second) = (try issue(), try issue(.owntracks, name: "Old phone"))
    #expect(store.sessions.find(token: session.token.text)?.revokedAt == nil)
    #expect(
      try store.phones.adapterDevices(of: id, in: workspace).map(\.device) == [second.device, first.device])
    #expect(first.device.intervals == Adapter.overland.intervals)
  }

  @Test("The valid devices of everybody are listed, the newest first, in their workspace alone")
  func everybody() throws {
    let bor = try store.fleet.addResponders([NewResponder(name: "Bor")], slug: "north")[0]
    let south = try fixture.addWorkspace("south")
    let (first, second, third) = (try issue(), try issue(.owntracks, to: bor), try issue(.osmand))
    try store.phones.revokeAdapterDevice(first.device.id, in: .test(workspace, "member:1"))
    #expect(try store.phones.adapterDevices(in: workspace) == [third.device, second.device])
    #expect(try store.phones.adapterDevices(in: south.id).isEmpty)
  }

  @Test("A device that is revoked is known as such at once, and is not listed")
  func revoked() throws {
    let issued = try issue()
    try store.phones.revokeAdapterDevice(issued.device.id, in: .test(workspace, "member:1"))
    #expect(store.adapters.find(secret: issued.secret.text)?.revokedAt != nil)
    #expect(try store.phones.adapterDevices(of: id, in: workspace).isEmpty)
    #expect(throws: StoreError.self) {
      try store.phones.revokeAdapterDevice(issued.device.id, in: .test(workspace, "member:1"))
    }
    #expect(try store.phones.adapterDevice(issued.device.id, in: workspace)?.device.revokedAt != nil)
  }

  @Test("Deactivation and erasure revoke every secret")
  func ends() throws {
    let bor = try store.fleet.addResponders([NewResponder(name: "Bor")], slug: "north")[0]
    let (ana, other) = (try issue(), try issue(to: bor))
    try store.phones.setActive(false, id, in: .test(workspace, "member:1"))
    #expect(store.adapters.find(secret: ana.secret.text)?.revokedAt != nil)
    #expect(throws: StoreError.self) { _ = try issue() }
    try store.privacy.erase(bor, in: .test(workspace, "member:1"))
    #expect(store.adapters.find(secret: other.secret.text) == nil)
    let reopened = AdapterDirectory()
    try store.read { try reopened.load($0) }
    #expect(reopened.find(secret: other.secret.text)?.revokedAt != nil)
  }

  @Test("Another workspace sees and touches none of them")
  func isolation() throws {
    let south = try fixture.addWorkspace("south")
    let issued = try issue()
    #expect(try store.phones.adapterDevices(of: id, in: south.id).isEmpty)
    #expect(try store.phones.adapterDevice(issued.device.id, in: south.id) == nil)
    #expect(throws: StoreError.self) {
      try store.phones.revokeAdapterDevice(issued.device.id, in: .test(south.id, "x"))
    }
    #expect(throws: StoreError.self) {
      _ = try store.phones.issueAdapterDevice(
        .flat, AdapterDeviceSettings(name: "x"), for: id, in: .test(south.id, "x"))
    }
  }

  @Test("Settings are changed in the file and in memory; bad ones are refused")
  func settings() throws {
    let issued = try issue(.osmand)
    var settings = issued.device.settings
    settings.speedUnit = .metresPerSecond
    settings.intervals = ReportIntervals(onDuty: 120, onMission: 30)
    try store.phones.setAdapterDevice(issued.device.id, settings, in: .test(workspace, "member:1"))
    #expect(store.adapters.find(secret: issued.secret.text)?.settings == settings)
    #expect(try store.phones.adapterDevices(of: id, in: workspace).first?.device.settings == settings)
    for bad in [ReportIntervals(onDuty: 0, onMission: 1), ReportIntervals(onDuty: 1, onMission: 86_401)] {
      settings.intervals = bad
      #expect(throws: StoreError.invalid("an interval is 1 to 86400 seconds")) {
        try store.phones.setAdapterDevice(issued.device.id, settings, in: .test(workspace, "member:1"))
      }
    }
    #expect(throws: StoreError.self) { _ = try issue(name: "") }
    #expect(throws: StoreError.self) { _ = try issue(name: "a\u{0}b") }
  }

  @Test("Several people get theirs at once, or none of them does")
  func sheet() throws {
    let people = try store.fleet.addResponders(
      (1...3).map { NewResponder(name: "P\($0)") }, slug: "north")
    let settings = AdapterDeviceSettings(name: "Card")
    let issued = try store.phones.issueAdapterDevices(
      .owntracks, settings, for: people, in: .test(workspace, "x"))
    #expect(issued.map(\.device.responder) == people)
    #expect(Set(issued.map(\.secret.text)).count == 3)
    #expect(throws: StoreError.self) {
      _ = try store.phones.issueAdapterDevices(
        .owntracks, settings, for: people + [Responder.ID(999)], in: .test(workspace, "x"))
    }
    #expect(try store.phones.adapterDevices(of: people[0], in: workspace).count == 1)
  }
}
