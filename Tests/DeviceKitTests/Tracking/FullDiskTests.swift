import DeviceKit
import GRDB
import Rollcall
import Testing

@Suite("A phone whose disk is full")
struct FullDiskTests {
  private let test: DeviceUnderTest

  init() throws { test = try DeviceUnderTest() }

  /// Lets the disk be full, or not, for what goes into a table.
  private func disk(isFull: Bool, for table: String) throws {
    let file = try DatabaseQueue(path: test.file.path)
    try file.write { db in
      try db.execute(
        sql: isFull
          ? "CREATE TRIGGER full BEFORE INSERT ON \(table) BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
          : "DROP TRIGGER full")
    }
  }

  @Test("the signal is red, and a position that could not be saved is tried again until it can")
  func fix() async throws {
    let device = try await test.loggedIn()
    try await device.setDuty(.onDuty)
    try disk(isFull: true, for: "ping")
    await device.located(.sample(1))
    #expect(await device.status.queue.pings == 0)
    #expect(await device.status.signal == PhoneSignal(.storage))
    #expect(await device.status.signal.colour == .red)
    try await test.pass(7_000)
    _ = await device.syncNow()
    #expect(await device.status.signal == PhoneSignal(.storage))
    try disk(isFull: false, for: "ping")
    #expect(await device.syncNow())
    let ping = try #require(test.server.batches.flatMap(\.pings).first)
    #expect(ping.position == Ping.sample(1).position)
    #expect(ping.recordedAt == test.sleeper.now)
    #expect(ping.fixAge == 7)
    #expect(await device.status.signal == PhoneSignal(.allWell))
  }

  @Test("reports of the platform meanwhile are sent once they can be saved")
  func event() async throws {
    let device = try await test.loggedIn()
    try await device.setDuty(.onDuty)
    try disk(isFull: true, for: "notice")
    await device.report(.power(.lowPower))
    #expect(await device.status.signal == PhoneSignal(.storage))
    try disk(isFull: false, for: "notice")
    await device.located(.sample(1))
    #expect(await device.syncNow())
    let told = test.server.calls(to: "/app/v1/device-events").map { String(decoding: $0.body, as: UTF8.self) }
    #expect(told.contains { $0.contains(#""power","value":"low_power""#) })
    #expect(await device.status.signal == PhoneSignal(.allWell))
  }
}
