import DeviceKit
import Rollcall
import RollcallWire
import Testing

@Suite("The order in which the server receives a phone's push addresses")
struct PushOrderTests {
  private let test: DeviceUnderTest

  init() throws { test = try DeviceUnderTest() }

  /// What the server has heard of addresses, in the order in which it has heard it.
  private func heard() throws -> [String] {
    try test.server.calls(to: "/app/v1/push-token").map { call -> String in
      guard call.method == "PUT" else { return call.path.replacing("/app/v1/push-token/", with: "DELETE ") }
      return try "PUT " + PushTokenRequest.decode(bytes: call.body).token
    }
  }

  @Test("an address that is withdrawn and set again stays valid, however late the withdrawal arrives")
  func allowedAgain() async throws {
    let held = HeldServer(test.server) { $0.method == "DELETE" }
    let device = try await test.loggedIn(through: held)
    try await device.setPushToken(provider: .fcm, token: "abc")
    let forgetting = Task { try await device.forgetPushToken() }
    await held.isReached()
    try await device.setPushToken(provider: .fcm, token: "abc")
    await device.refreshConfig()
    #expect(try heard() == ["PUT abc"], "one request at a time")
    held.release()
    try await forgetting.value
    #expect(try heard() == ["PUT abc", "DELETE fcm", "PUT abc"])
    await device.refreshConfig()
    #expect(try heard().count == 3, "the server knows")
  }

  @Test("an address withdrawn while it is being sent is not used any more")
  func takenBack() async throws {
    let held = HeldServer(test.server) { $0.path == "/app/v1/push-token" }
    let device = try await test.loggedIn(through: held)
    let setting = Task { try await device.setPushToken(provider: .fcm, token: "abc") }
    await held.isReached()
    try await device.forgetPushToken()
    held.release()
    try await setting.value
    #expect(try heard() == ["PUT abc", "DELETE fcm"])
    await device.refreshConfig()
    #expect(try heard().count == 2, "the server knows")
  }

  @Test("a change made while a request gets no answer is sent without waiting for another trigger")
  func noAnswer() async throws {
    let held = HeldServer(test.server) { $0.method == "DELETE" }
    let device = try await test.loggedIn(through: held)
    try await device.setPushToken(provider: .fcm, token: "abc")
    let forgetting = Task { try await device.forgetPushToken() }
    await held.isReached()
    try await device.setPushToken(provider: .fcm, token: "def")
    test.server.change { $0.script = [nil] }
    held.release()
    try await forgetting.value
    #expect(try heard() == ["PUT abc", "DELETE fcm", "PUT def"])
  }

  @Test("an address at another service leaves the one that was taken back to be forgotten, over a restart")
  func otherService() async throws {
    let device = try await test.loggedIn()
    try await device.setPushToken(provider: .fcm, token: "abc")
    test.server.change { $0.script = [nil, nil] }
    try await device.forgetPushToken()
    try await device.setPushToken(provider: .expo, token: "ExponentPushToken[x]")
    #expect(try heard() == ["PUT abc", "DELETE fcm", "DELETE fcm"], "the server is out of reach")
    let again = try await test.start()
    await again.refreshConfig()
    await again.refreshConfig()
    #expect(try heard().dropFirst(3) == ["DELETE fcm", "PUT ExponentPushToken[x]"])
  }

  @Test("addresses at two services are both taken back")
  func both() async throws {
    let device = try await test.loggedIn()
    try await device.setPushToken(provider: .fcm, token: "abc")
    try await device.setPushToken(provider: .expo, token: "ExponentPushToken[x]")
    try await device.forgetPushToken()
    #expect(try heard() == ["PUT abc", "PUT ExponentPushToken[x]", "DELETE fcm", "DELETE expo"])
  }

  @Test(
    "a login while an address is being sent sends it again, because the old session took its addresses with it"
  )
  func login() async throws {
    let held = HeldServer(test.server) { $0.path == "/app/v1/push-token" }
    let device = try await test.loggedIn(through: held)
    let setting = Task { try await device.setPushToken(provider: .fcm, token: "abc") }
    await held.isReached()
    try await device.logIn(phone: "+38640123456", code: "2")
    held.release()
    try await setting.value
    let tokens = test.server.calls(to: "/app/v1/push-token").map { $0.headers["Authorization"] }
    #expect(tokens == ["Bearer a1", "Bearer a2"])
  }
}
