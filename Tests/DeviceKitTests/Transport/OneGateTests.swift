import DeviceKit
import Rollcall
import Testing

@Suite("One gate for everything that is said to the server")
struct OneGateTests {
  private let test: DeviceUnderTest

  init() throws { test = try DeviceUnderTest() }

  private var told: [HTTPCall] { test.server.calls.filter { $0.headers["Authorization"] != nil } }

  private static let pages: [HTTPAnswer] = [
    HTTPAnswer(status: 200, body: Array("<html>Welcome</html>".utf8)), HTTPAnswer(status: 204),
    HTTPAnswer(status: 302, headers: ["Location": "http://portal/"]),
    HTTPAnswer(status: 511, body: Array("<html>Log in</html>".utf8)), HTTPAnswer(status: 401),
    HTTPAnswer(status: 429), HTTPAnswer(status: 503),
  ]

  @Test("a captive portal gets a token once, whatever it answers and whatever is requested", arguments: pages)
  func portal(page: HTTPAnswer) async throws {
    let device = try await test.loggedIn()
    test.server.change { ($0.isPortal, $0.page) = (true, page) }
    let before = told.count
    await device.refreshConfig()
    await device.refreshConfig()
    await device.fetchOffers()
    #expect(await device.fetchVisits() == nil)
    _ = await device.syncNow()
    await #expect(throws: Unreachable.self) { try await device.logOut() }
    #expect(told.count == before + 1)
    #expect(await device.status.owner != nil, "nobody was told of a logout")
    let isDown = (500...599).contains(page.status) && page.status != 511
    #expect(await device.status.sync == .waiting(isDown ? .noAnswer : .captivePortal))
    test.server.change { $0.isPortal = false }
    await device.fetchOffers()
    #expect(await device.status.sync == .upToDate)
    try await device.logOut()
  }

  @Test("a login page that says 204 to everything ends no session")
  func emptyAnswer() async throws {
    let device = try await test.loggedIn()
    test.server.change { ($0.isPortal, $0.page) = (true, HTTPAnswer(status: 204)) }
    await #expect(throws: Unreachable.self) { try await device.logOut() }
    #expect(test.tokens.now != nil)
  }

  @Test("a logout refused by a proxy does not count")
  func proxy() async throws {
    let device = try await test.loggedIn()
    test.server.change { $0.script = [HTTPAnswer(status: 401)] }
    await #expect(throws: Refusal.self) { try await device.logOut() }
    #expect(test.tokens.now != nil)
  }

  @Test("Retry-After holds for questions, too, whichever request it was said to")
  func patience() async throws {
    let device = try await test.loggedIn()
    test.server.change { $0.script = [.error(429, "RATE_LIMITED", headers: ["Retry-After": "7"])] }
    await device.refreshConfig()
    let before = test.server.calls.count
    await device.refreshConfig()
    await device.fetchOffers()
    try await device.setDuty(.onDuty)
    #expect(await !device.syncNow())
    #expect(test.server.calls.count == before)
    #expect(await device.status.sync == .waiting(.busy))
    try await test.pass(7_000)
    #expect(await device.syncNow())
  }
}
