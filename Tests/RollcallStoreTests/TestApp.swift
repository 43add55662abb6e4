import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

/// A foreign app that reports into a test's store and waits for each answer.
struct TestApp {
  let fixture: TestStore
  let device: AdapterDevice

  var id: Responder.ID { device.responder }

  /// A person with a foreign app, and nothing else.
  init(_ adapter: Adapter = .owntracks, profile: String = "family", intervals: ReportIntervals? = nil) throws
  {
    fixture = try TestStore()
    let id = try fixture.store.fleet.addResponders(
      [NewResponder(name: "Ana", profile: profile)], slug: "north")[0]
    device = try Self.issue(adapter, to: id, intervals, fixture)
  }

  private init(_ fixture: TestStore, _ device: AdapterDevice) {
    self.fixture = fixture
    self.device = device
  }

  /// Another app on the same person's phone.
  func another(_ adapter: Adapter) throws -> TestApp {
    TestApp(fixture, try Self.issue(adapter, to: id, nil, fixture))
  }

  private static func issue(
    _ adapter: Adapter, to id: Responder.ID, _ intervals: ReportIntervals?, _ fixture: TestStore
  ) throws -> AdapterDevice {
    try fixture.store.phones.issueAdapterDevice(
      adapter, AdapterDeviceSettings(name: "App", intervals: intervals), for: id,
      in: .test(fixture.workspace.id, "x")
    ).device
  }

  /// Sends positions.
  @discardableResult
  func send(_ pings: [Ping], at seconds: Double) async throws -> AdapterResult? {
    try await say(AdapterUpload(pings: pings), at: seconds)
  }

  /// Sends anything.
  @discardableResult
  func say(_ upload: AdapterUpload, at seconds: Double) async throws -> AdapterResult? {
    fixture.clock.set(seconds)
    return try await told { fixture.store.tracking.ingest(upload, from: device, done: $0) }
  }

  /// Their row on the board.
  var row: BoardEntry {
    get throws { try #require(fixture.store.liveness.board(of: fixture.workspace.id).first { $0.id == id }) }
  }

  /// What the console shows of the device.
  var view: AdapterDeviceView {
    get throws {
      let view = try fixture.store.phones.adapterDevice(device.id, in: fixture.workspace.id)
      return try #require(view)
    }
  }

  /// Everything stored of them, in order.
  var history: [HistoryPing] {
    get throws { try fixture.history(of: id) }
  }
}

extension TestStore {
  /// What time alone makes true until then.
  func settle(at seconds: Double) throws {
    clock.set(seconds)
    _ = try store.liveness.settleOverdue()
  }
}
