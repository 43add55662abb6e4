import DeviceKit
import Rollcall
import Testing

@testable import RollcallServer

@Suite("One responder, one session: the kit against the real server")
struct SecondPhoneTests {
  private static let number = "+38640123456"
  private let server: RealServer
  private let dana: Int64

  init() throws {
    server = try RealServer()
    dana = try server.person("Dana", "driver", phone: Self.number)
  }

  private func phone(_ name: String) async throws -> KitPhone {
    try await KitPhone.loggedIn(server, Self.number, named: name)
  }

  @Test(
    "a second phone ends the first one's session, goes on with the shift, and what the first has kept comes when it is back"
  )
  func secondPhone() async throws {
    let first = try await phone("first")
    try await first.device.setDuty(.onMission, order: "O-2041")
    await first.device.located(try KitPhone.place(0))
    #expect(await first.device.syncNow())
    server.reach(false)
    server.pass(60)
    await first.device.located(try KitPhone.place(100))
    server.reach(true)

    let second = try await phone("second")
    #expect(await second.device.status.duty == DutyRecord(.onMission, order: "O-2041"))
    #expect(await !first.device.syncNow())
    #expect(await first.device.status.sync == .sessionEnded)
    guard case .sessionEnded(let owner)? = await first.news(1).first else {
      Issue.record("not told")
      return
    }
    #expect(owner.id == dana)
    #expect(await first.device.status.queue.pings == 1, "kept for its owner")

    server.pass(10)
    try await second.device.setDuty(.offDuty)
    #expect(await second.device.syncNow())
    // Whoever comes back to the first phone does not drive any more.
    let back = try await first.restarted()
    #expect(await back.device.status.sync == .sessionEnded)
    try await back.logIn(Self.number)
    #expect(await back.device.status.duty.state == .offDuty)
    #expect(await back.device.syncNow())
    #expect(try await server.history().count == 2)
    #expect(try await server.row(of: dana)["status"]?.text == "off_duty")
    _ = await second.device.syncNow()
    #expect(await second.device.status.sync == .sessionEnded)
  }

  @Test("a logout tells what waits, ends the duty on the server, and the phone asks nothing any more")
  func logout() async throws {
    let phone = try await phone("first")
    try await phone.device.setDuty(.onDuty)
    await phone.device.located(try KitPhone.place(0))
    try await phone.device.logOut()
    #expect(try await server.history().count == 1)
    #expect(try await server.row(of: dana)["status"]?.text == "off_duty")
    #expect(await phone.device.status.sync == .loggedOut)
    let before = server.calls.count
    await phone.device.refreshConfig()
    #expect(await !phone.device.syncNow() || server.calls.count == before)
    #expect(server.calls.count == before)
  }
}
