import DeviceKit
import Rollcall
import RollcallStore
import Testing

@testable import RollcallServer

@Suite("The app of a sales round, through the kit to the real server")
struct FieldAppTests {
  private static let number = "+38640123456"
  private let server: RealServer
  private let ana: Int64
  private let outlet: Int64

  init() throws {
    server = try RealServer()
    ana = try server.person("Ana", "field", phone: Self.number)
    let place = try KitPhone.place(0).position
    try server.execute(
      .field(slug: "north", .importOutlets([Seed.Outlet(NewOutlet(name: "Kiosk", position: place))])))
    let listed = try server.execute(.field(slug: "north", .listOutlets))
    outlet = try #require(listed["outlets"]?.items?.first?["id"]?.integer)
  }

  private func phone() async throws -> KitPhone {
    try await KitPhone.loggedIn(server, Self.number)
  }

  private func plan() throws -> Visit.ID {
    let made = try server.execute(
      .field(
        slug: "north", .planVisit(responder: ana, outlet: outlet, day: "2027-01-15", from: nil, to: nil)))
    return Visit.ID(try #require(made["id"]?.integer))
  }

  /// What the console shows of a visit.
  private func shown(_ id: Visit.ID) async throws -> JSONValue {
    let visits = try await server.console("visits.json?day=2027-01-15")["visits"]?.items ?? []
    return try #require(visits.first { $0["id"]?.integer == id.rawValue })
  }

  /// Metres from an outlet with a radius of 100 m, accuracy, whether it is made up, and the word for it.
  private static let checks: [(Double, Double?, Ping.MockReport, VisitVerdict.Word)] = [
    (0, 10, .no, .verified), (109, 10, .no, .verified), (111, 10, .no, .doubtful),
    (149, 400, .no, .verified), (151, 400, .no, .doubtful), (0, nil, .no, .doubtful),
    (0, 10, .yes, .doubtful), (299, 10, .no, .doubtful), (301, 10, .no, .rejected),
    (301, 10, .yes, .rejected),
  ]

  @Test("the way from visit to visit is measured by its positions, in the console's JSON, CSV and page")
  func way() async throws {
    try server.execute(
      .field(
        slug: "north",
        .importOutlets([Seed.Outlet(NewOutlet(name: "Shop", position: KitPhone.place(1_000).position))])))
    let listed = try server.execute(.field(slug: "north", .listOutlets))["outlets"]?.items ?? []
    let shop = try #require(listed.first { $0["name"]?.text == "Shop" }?["id"]?.integer)
    let phone = try await phone()
    try await phone.device.setDuty(.onDuty)
    let first = try plan()
    let made = try server.execute(
      .field(slug: "north", .planVisit(responder: ana, outlet: shop, day: "2027-01-15", from: nil, to: nil)))
    let second = Visit.ID(try #require(made["id"]?.integer))
    try await phone.device.check(.checkIn, of: first, at: KitPhone.place(0))
    server.pass(300)
    try await phone.device.check(.checkOut, of: first, at: KitPhone.place(0))
    // A detour of 500 m to the south.
    for metres in [-250.0, -500, -250, 0, 250, 500, 750] {
      server.pass(120)
      await phone.device.located(try KitPhone.place(metres))
    }
    server.pass(60)
    try await phone.device.check(.checkIn, of: second, at: KitPhone.place(1_000))
    #expect(await phone.device.syncNow())
    #expect(try await shown(first)["way"]?.integer == nil)
    let way = try #require(try await shown(second)["way"])
    #expect(way["from_visit_id"]?.integer == first.rawValue)
    let tens = ["s", "m", "straight_m"].map { name -> Int64? in
      switch way[name] {
      case .integer(let whole)?: (whole + 5) / 10
      case .number(let number)?: Int64((number / 10).rounded())
      default: nil
      }
    }
    #expect(tens == [90, 200, 100])
  }

  @Test("check-ins are verified, doubtful or rejected by distance, accuracy and mock positions")
  func verdicts() async throws {
    let phone = try await phone()
    for (metres, accuracy, isMock, word) in Self.checks {
      let visit = try plan()
      server.pass(60)
      let place = try KitPhone.place(metres, accuracy: accuracy, isMock: isMock)
      try await phone.device.check(.checkIn, of: visit, at: place)
      #expect(await phone.device.syncNow())
      guard case .checked(.checkIn, of: visit, let verdict)? = await phone.news(1).first else {
        Issue.record("no verdict at \(metres) m")
        continue
      }
      #expect(verdict.word == word, "at \(metres) m: \(verdict.reason)")
      #expect(abs(verdict.distance - metres) < 1)
      #expect(try await shown(visit)["check_in"]?["verdict"]?.text == word.rawValue)
    }
    let told = try #require(await phone.device.fetchVisits())
    #expect(told.map(\.checkIn) == Self.checks.map { $0.3 })
    #expect(try await server.history().count == Self.checks.count, "each is a position of the history, once")
  }

  @Test("a visit in a cellar is delivered later, by the app that was started again, with its own times")
  func offline() async throws {
    let phone = try await phone()
    let visit = try plan()
    server.reach(false)
    server.pass(600)
    let came = server.now
    try await phone.device.check(.checkIn, of: visit, at: KitPhone.place(5))
    server.pass(1_800)
    let left = server.now
    try await phone.device.check(.checkOut, of: visit, at: KitPhone.place(20))
    #expect(await !phone.device.syncNow())
    #expect(try await shown(visit)["check_in"] == .null)
    server.pass(3_600)
    let again = try await phone.restarted()
    #expect(await again.device.status.queue.notices == 2)
    server.reach(true)
    // Stored, and the answer lost on its way: told again, it is the same visit.
    server.lose(1)
    #expect(await !again.device.syncNow())
    #expect(await again.device.syncNow())
    let found = try await shown(visit)
    #expect(found["state"]?.text == "done")
    for (step, at) in [("check_in", came), ("check_out", left)] {
      #expect(found[step]?["verdict"]?.text == "verified")
      #expect(found[step]?["at"]?.text.flatMap(Timestamp.init(rfc3339:)) == at)
    }
    #expect(try await server.history().map { $0["visit_id"]?.integer } == [visit.rawValue, visit.rawValue])
  }

  @Test("another responder's visit is set aside, and the round goes on")
  func foreign() async throws {
    let phone = try await phone()
    let visit = try plan()
    try await phone.device.check(.checkIn, of: Visit.ID(999), at: KitPhone.place(0))
    try await phone.device.check(.checkIn, of: visit, at: KitPhone.place(0))
    #expect(await phone.device.syncNow())
    #expect(await phone.device.status.queue.setAside == 1)
    #expect(try await shown(visit)["check_in"]?["verdict"]?.text == "verified")
  }

  @Test(
    "two hundred positions wait at most, the oldest go and are counted, and the rest comes in batches of fifty"
  )
  func fullQueue() async throws {
    let phone = try await phone()
    await phone.device.refreshConfig()
    #expect(await phone.device.status.duty.state == .onDuty, "on shift from the first login")
    server.reach(false)
    for number in 0..<205 {
      server.pass(900)
      await phone.device.located(try KitPhone.place(Double(number * 20)))
    }
    let queue = await phone.device.status.queue
    #expect(queue.pings == 200 && queue.evicted == 5)
    server.reach(true)
    #expect(await phone.device.syncNow())
    #expect(await phone.device.status.queue.pings == 0)
    // The token has expired meanwhile: the first one goes twice, under the same key.
    let uploads = server.calls.filter { $0.path == "/app/v1/locations/batch" }
    #expect(Set(uploads.map { $0.headers["X-Idempotency-Key"] }).count == 4)
    let gaps = try await server.console("responders/\(ana)/timeline.json?from=2027-01-15&to=2027-01-19")
    #expect(gaps["missing_sequences"]?.items?.count == 0, "nothing before the first that was seen is missing")
    #expect(try await server.row(of: ana)["status"]?.text == "online")
  }
}
