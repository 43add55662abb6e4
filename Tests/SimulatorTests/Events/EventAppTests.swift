import DeviceKit
import Rollcall
import Testing

@testable import RollcallServer

@Suite("The app of an event, through the kit to the real server")
struct EventAppTests {
  private static let number = "+38640123456"
  private let server: RealServer
  private let ana: Int64

  init() throws {
    server = try RealServer()
    ana = try server.person("Ana", "event", phone: Self.number)
    try server.execute(
      .field(
        slug: "north", .addEvent(event: "run", name: "River run", from: "2027-01-15", to: "2027-01-17")))
  }

  private func phone() async throws -> KitPhone {
    try await KitPhone.loggedIn(server, Self.number)
  }

  private func join() throws {
    try server.execute(.field(slug: "north", .join(event: "run", people: [ana], profile: nil)))
  }

  private func participant() async throws -> JSONValue {
    let people = try await server.console("events/run.json")["participants"]?.items ?? []
    return try #require(people.first { $0["name"]?.text == "Ana" })
  }

  private func note(_ type: String, _ phone: KitPhone) async throws {
    try await phone.device.record(#require(EventActivity(type, in: "run")))
  }

  @Test("a run with its start, its way and its end is on the event's page, though answers are lost")
  func run() async throws {
    try join()
    let phone = try await phone()
    #expect(try await participant()["state"]?.text == "not_started")
    try await note("start", phone)
    #expect(await phone.device.syncNow())
    #expect(try await participant()["state"]?.text == "under_way")
    for number in 0..<5 {
      server.pass(10)
      let place = try KitPhone.place(Double(number * 30))
      try await phone.device.record(#require(EventActivity(location: place, in: "run")))
    }
    #expect(try await server.row(of: ana)["duty_state"]?.text == "on_duty")
    server.lose(1)
    #expect(await !phone.device.syncNow())
    #expect(await phone.device.syncNow(), "told again, each is the same activity")
    #expect(try await server.row(of: ana)["status"]?.text == "online")
    server.pass(10)
    try await note("stop", phone)
    #expect(await phone.device.syncNow())
    let found = try await participant()
    #expect(found["state"]?.text == "finished")
    #expect(found["positions"]?.integer == 5)
    #expect(try await server.history().count == 5)
    #expect(try await server.row(of: ana)["status"]?.text == "off_duty")
    #expect(await phone.device.status.duty.state == .offDuty)
  }

  @Test(
    "a thousand activities wait without a network, the oldest go and are counted, and the rest comes in heaps"
  )
  func heap() async throws {
    try join()
    let phone = try await phone()
    server.reach(false)
    for number in 0..<1_010 {
      server.pass(10)
      let place = try KitPhone.place(Double(number))
      try await phone.device.record(#require(EventActivity(location: place, in: "run")))
    }
    let queue = await phone.device.status.queue
    #expect(queue.notices == 1_000 && queue.evictedNotices == 10)
    #expect(await phone.device.log.entries.contains { $0.event == .evicted })
    server.reach(true)
    #expect(await phone.device.syncNow())
    let heaps = server.calls.filter { $0.path == "/api/events/run/activity/batch" }
    #expect(!heaps.isEmpty && heaps.count < 10, "not one by one")
    #expect(heaps.allSatisfy { $0.body.count <= 256 << 10 })
    #expect(try await participant()["positions"]?.integer == 1_000)
  }

  @Test("a non-participant is refused, and nothing else is held up by it")
  func stranger() async throws {
    let phone = try await phone()
    try await note("water", phone)
    await phone.device.located(try KitPhone.place(0))
    #expect(await phone.device.syncNow())
    let queue = await phone.device.status.queue
    #expect(queue.setAside == 1 && queue.pending == 0)
    #expect(try await server.history().count == 1)
  }
}
