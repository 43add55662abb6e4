import DeviceKit
import Rollcall
import RollcallWire
import Testing

@Suite("Waking the phone")
struct PushTests {
  private let test: DeviceUnderTest

  init() throws { test = try DeviceUnderTest() }

  /// The addresses that the server was told, in order.
  private func told() throws -> [PushTokenRequest] {
    try test.server.calls(to: "/app/v1/push-token").filter { $0.method == "PUT" }.map {
      try PushTokenRequest.decode(bytes: $0.body)
    }
  }

  @Test("an address is told once, again after each login, and survives restarts")
  func told() async throws {
    let device = try await test.start()
    try await device.setPushToken(provider: .fcm, token: "abc:DEF-1")
    #expect(try told().isEmpty, "nobody is logged in")
    try await device.logIn(phone: "+38640123456", code: "1")
    await device.refreshConfig()
    await device.refreshConfig()
    try await device.setPushToken(provider: .fcm, token: "abc:DEF-1")
    #expect(try told().map(\.token) == ["abc:DEF-1"])
    let again = try await test.start()
    await again.refreshConfig()
    #expect(try told().count == 1, "the session is the same")
    try await again.logIn(phone: "+38640123456", code: "2")
    await again.refreshConfig()
    #expect(try told().count == 2)
    try await again.setPushToken(provider: .expo, token: "ExponentPushToken[x]")
    #expect(try told().last?.provider == .expo)
  }

  @Test(
    "a withdrawn address is removed at the server, even if it was unreachable at first, and not sent again"
  )
  func takenBack() async throws {
    let device = try await test.loggedIn()
    try await device.forgetPushToken()
    try await device.setPushToken(provider: .fcm, token: "abc")
    func takenBack() -> [String] { test.server.calls(to: "/app/v1/push-token/fcm").map(\.method) }
    #expect(takenBack().isEmpty)
    test.server.change { $0.script = [nil] }
    try await device.forgetPushToken()
    let again = try await test.start()
    await again.refreshConfig()
    await again.refreshConfig()
    #expect(takenBack() == ["DELETE", "DELETE"], "the first was not answered")
    try await again.logIn(phone: "+38640123456", code: "2")
    await again.refreshConfig()
    #expect(try told().map(\.token) == ["abc"])
    try await again.setPushToken(provider: .fcm, token: "abc")
    #expect(try told().map(\.token) == ["abc", "abc"])
  }

  @Test("what the server has not received is sent later; what it refuses is not repeated for ever")
  func later() async throws {
    let device = try await test.loggedIn()
    test.server.change { $0.script = [nil] }
    try await device.setPushToken(provider: .fcm, token: "abc")
    test.server.change { $0.script = [HTTPAnswer(status: 304), .error(400, "VALIDATION_ERROR")] }
    await device.refreshConfig()
    await device.refreshConfig()
    #expect(try told().count == 2)
    await #expect(throws: InvalidPushToken()) {
      try await device.setPushToken(provider: .expo, token: "abc")
    }
  }

  @Test("a message is read, and what waits is asked for")
  func received() async throws {
    let device = try await test.loggedIn()
    test.server.change { $0.script = [.ok(DeviceUnderTest.offer)] }
    let hint = await device.received(push: [
      "type": "assignment.offered", "push_id": "msg_9", "collapse": "offer-5", "offer_id": "5",
      "incident_id": "7", "expires_at": "2027-01-15T08:01:00.000Z", "kind": "incident", "drill": "true",
    ])
    #expect(hint?.kind == .offered && hint?.offer == Offer.ID(5) && hint?.isDrill == true)
    #expect(hint?.expiresAt == Sleeper.start.advanced(by: 60_000))
    #expect(hint?.id == "msg_9" && hint?.collapse == "offer-5")
    for await item in device.news where item != .changed {
      guard case .offered(let offer) = item else { continue }
      #expect(offer.id == Offer.ID(5))
      break
    }
    let before = test.server.calls.count
    for strange in [[:], ["type": "news"], ["type": "assignment.offered"]] as [[String: String]] {
      #expect(await device.received(push: strange) == nil)
    }
    #expect(test.server.calls.count == before)
    #expect(await device.received(push: ["type": "test"])?.kind == .test)
  }
}
