import DeviceKit
import Rollcall
import RollcallWire
import Testing

@Suite("A session that ends")
struct SessionEndTests {
  private let test: DeviceUnderTest

  init() throws { test = try DeviceUnderTest() }

  @Test("is told once, however often the app tries, and the next one again")
  func once() async throws {
    let device = try await test.loggedIn()
    try await device.setDuty(.onDuty)
    for _ in 0..<2 {
      test.server.change { $0.refusal = .sessionRevoked }
      for number in 0..<3 {
        #expect(await !device.syncNow())
        // Something else stands in the log between.
        await device.report(.permission(number % 2 == 0 ? .denied : .granted))
        await device.refreshConfig()
        try await device.setDuty(.onDuty)
      }
      test.server.change { $0.refusal = nil }
      try await device.logIn(phone: "+38640123456", code: "1")
    }
    let ends = await test.newsUntilOffer(device).filter {
      if case .sessionEnded = $0 { true } else { false }
    }
    #expect(ends.count == 2)
  }

  @Test("without a login nothing is saved, and each call throws")
  func loggedOut() async throws {
    let device = try await test.start()
    await #expect(throws: LoggedOut()) { try await device.setDuty(.onDuty) }
    await #expect(throws: LoggedOut()) {
      try await device.record(#require(EventActivity("water", in: "run")))
    }
    await #expect(throws: LoggedOut()) { try await device.check(.checkIn, of: Visit.ID(1), at: .sample(1)) }
    #expect(await device.status.duty.state == .offDuty)
    #expect(await device.status.signal == PhoneSignal(.loggedOut))
    try await device.logIn(phone: "+38640123456", code: "049130")
    #expect(await device.status.queue.pending == 0)
  }
}
