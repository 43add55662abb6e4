import DeviceKit
import Rollcall
import Testing

@Suite("The log of a phone")
struct DeviceLogTests {
  private let test: DeviceUnderTest

  init() throws { test = try DeviceUnderTest() }

  @Test("counts the attempts that failed in a row, each once, and begins anew after one that did not")
  func failedAttempts() async throws {
    let device = try await test.loggedIn()
    for failures in [3, 2] {
      try await device.setDuty(.onDuty)
      // More than are asked for: the configuration gets no answer either.
      test.server.change { $0.script = Array(repeating: nil, count: 20) }
      for _ in 0..<failures { #expect(await !device.syncNow()) }
      let last = try #require(await device.log.entries.last)
      #expect(last.event == .waiting)
      #expect(last.detail == "no_answer")
      #expect(last.count == failures)
      test.server.change { $0.script = [] }
      #expect(await device.syncNow())
    }
  }
}
