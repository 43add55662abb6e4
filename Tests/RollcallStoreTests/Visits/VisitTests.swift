import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Visits to outlets")
struct VisitTests {
  private let fixture: TestStore
  private let ana: TestPhone
  private let outlet: Outlet
  private let visit: Visit.ID

  private var workspace: Workspace.ID { fixture.workspace.id }
  private var store: Store { fixture.store }

  init() throws {
    fixture = try TestStore()
    ana = try fixture.phone()
    let place = try #require(Position(latitude: 46, longitude: 14))
    _ = try fixture.store.visits.importOutlets(
      [NewOutlet(name: "Kiosk", position: place, externalID: "K")], in: .test(fixture.workspace.id, "t"))
    outlet = try #require(try fixture.store.visits.outlets(of: fixture.workspace.id).first)
    visit = try Self.plan(ana.id, outlet.id, fixture)
  }

  private static func plan(_ id: Responder.ID, _ outlet: Outlet.ID, _ fixture: TestStore) throws -> Visit.ID {
    let window = try #require(VisitWindow(day: "2027-01-15", from: "09:00", to: "10:00"))
    return try fixture.store.visits.planVisits(
      [NewVisit(responder: id, outlet: outlet, window: window)], in: .test(fixture.workspace.id, "t"))[0]
  }

  private func check(
    _ step: Visit.Step = .checkIn, _ id: Visit.ID? = nil, from phone: TestPhone? = nil, taken: Double = 0,
    lat: Double, accuracy: Double? = 10, at seconds: Double
  ) async throws -> VisitAnswer? {
    fixture.clock.set(seconds)
    let upload = Upload(batch: Batch(pings: [try ping(taken, lat: lat, accuracy: accuracy)]))
    return try await told {
      store.visits.check(step, of: id ?? visit, upload, from: (phone ?? ana).session, done: $0)
    }
  }

  private func stored() throws -> Visit {
    try #require(
      try store.visits.all(of: workspace, in: TimeSpan(from: .at(-1e7), to: .at(1e7))).first {
        $0.id == visit
      })
  }

  @Test("A check-in is stored with its position as any ping, and dated when it was taken")
  func checkIn() async throws {
    #expect(try await check(taken: 30, lat: 46, at: 100)?.verdict.word == .verified)
    let found = try #require(try stored().checkIn)
    #expect((found.at, found.receivedAt, found.verdict.word) == (.at(30), .at(100), .verified))
    #expect(try ana.history.map(\.ping.visitID) == [visit.rawValue])
    #expect(try ana.row.live.status == .online)
    #expect(try await check(.checkOut, taken: 200, lat: 46.0001, at: 210)?.verdict.word == .verified)
    #expect(try stored().stay == 170_000)
  }

  @Test("The same ping again is the same; another is judged anew until one is verified")
  func again() async throws {
    let far = try await check(taken: 10, lat: 46.1, at: 20)
    #expect(far?.verdict.word == .rejected)
    #expect(try await check(taken: 10, lat: 46.1, at: 30)?.verdict == far?.verdict)
    #expect(try await check(taken: 40, lat: 46, accuracy: nil, at: 40)?.verdict.word == .doubtful)
    let there = try await check(taken: 50, lat: 46, at: 50)
    #expect(there?.verdict.word == .verified)
    #expect(try await check(taken: 60, lat: 47, at: 60)?.verdict == there?.verdict)
    #expect(try stored().checkIn?.at == .at(50))
    #expect(try fixture.integer("SELECT count(*) FROM visit_check") == 3)
    #expect(try ana.history.count == 4, "where they were later is stored all the same")
  }

  @Test("A position that was uploaded before is the check-in that it is")
  func uploadedBefore() async throws {
    try await ana.send([try ping(10, lat: 46, accuracy: 10)], at: 12)
    #expect(try await check(taken: 10, lat: 46, at: 20)?.verdict.word == .verified)
    #expect(try ana.history.count == 1)
  }

  @Test("A position that was uploaded before is judged, also after a check-in that was rejected")
  func uploadedAfterRejection() async throws {
    #expect(try await check(taken: 5, lat: 46.1, at: 6)?.verdict.word == .rejected)
    try await ana.send([try ping(10, lat: 46, accuracy: 10)], at: 12)
    #expect(try await check(taken: 10, lat: 46, at: 20)?.verdict.word == .verified)
    #expect(try stored().checkIn?.at == .at(10))
    #expect(try ana.history.count == 2)
  }

  @Test("A check-in for another responder's visit is refused, but is a contact")
  func others() async throws {
    let bor = try fixture.phone(name: "Bor", device: "phone-2")
    #expect(try await check(from: bor, lat: 46, at: 40) == nil)
    #expect(try await check(.checkIn, Visit.ID(999), lat: 46, at: 50) == nil)
    #expect(try bor.row.live.lastContact == .at(40) && ana.row.live.lastContact == .at(50))
    #expect(try fixture.history().isEmpty && fixture.integer("SELECT count(*) FROM visit_check") == 0)
    let visits: [Visit] = try await told { store.visits.all(of: bor.session, done: $0) }
    #expect(visits.isEmpty)
  }

  @Test("A phone gets its visits from yesterday to the day after tomorrow")
  func tellingPhones() async throws {
    for from in ["08:59", "09:00"] {
      let window = try #require(VisitWindow(day: "2027-01-17", from: from))
      _ = try store.visits.planVisits(
        [NewVisit(responder: ana.id, outlet: outlet.id, window: window)], in: .test(workspace, "t"))
    }
    for (seconds, count) in [(0.0, 2), (1, 3), (89_999, 3), (90_001, 2)] {
      fixture.clock.set(seconds)
      let visits: [Visit] = try await told { store.visits.all(of: ana.session, done: $0) }
      #expect(visits.count == count, "\(seconds) s after the first begins")
    }
  }

  @Test("A list changes outlets by their external id; one with visits stays, one without goes")
  func outlets() throws {
    let place = try #require(Position(latitude: 46.5, longitude: 14))
    let list = [
      NewOutlet(name: "Kiosk", position: place, externalID: "K", radius: 250),
      NewOutlet(name: "New", position: place),
    ]
    #expect(try store.visits.importOutlets(list, in: .test(workspace, "t")) == (1, 1))
    let found = try store.visits.outlets(of: workspace)
    #expect(found.map(\.radius) == [250, 100] && found[0].id == outlet.id && found[0].position == place)
    #expect(throws: StoreError.conflict("There are visits to this outlet.")) {
      try store.visits.removeOutlet(outlet.id, in: .test(workspace, "t"))
    }
    try store.visits.removeOutlet(found[1].id, in: .test(workspace, "t"))
    let south = try fixture.addWorkspace("south")
    #expect(throws: StoreError.self) { try store.visits.removeOutlet(outlet.id, in: .test(south.id, "t")) }
    #expect(throws: StoreError.notFound("visit \(visit.rawValue)")) {
      try store.visits.removeVisit(visit, in: .test(south.id, "t"))
    }
  }

  @Test("A visit that was checked stays; it goes with the log, its checks with it, and both with the person")
  func ends() async throws {
    _ = try await check(lat: 46, at: 10)
    #expect(throws: StoreError.conflict("Somebody has checked in: the visit stays.")) {
      try store.visits.removeVisit(visit, in: .test(workspace, "t"))
    }
    let rows = try PersonalDataTests.rows(of: ana.id, fixture)
    #expect(rows["visit"]?.count == 1 && rows["visit_check"]?.count == 1)
    let end = try stored().planned.to
    for (days, left) in [(399, 1), (401, 0)] {
      fixture.clock.now = end.advanced(by: Int64(days) * 86_400_000)
      var pass = try store.retention.beginPurge(of: workspace)
      while !pass.isDone { pass = try store.retention.purgeSlice(pass) }
      #expect(try fixture.integer("SELECT count(*) FROM visit") == left)
      #expect(try fixture.integer("SELECT count(*) FROM visit_check") == left)
    }
    _ = try Self.plan(ana.id, outlet.id, fixture)
    try store.privacy.erase(ana.id, in: .test(workspace, "t"))
    while try store.privacy.continueErasure(of: ana.id, in: workspace) {}
    #expect(try fixture.integer("SELECT count(*) FROM visit") == 0)
  }

  @Test("Visits of others' people and to others' outlets cannot be planned")
  func strangers() throws {
    let south = try fixture.addWorkspace("south")
    let window = try #require(VisitWindow(day: "2027-01-15"))
    let bor = try fixture.phone(name: "Bor", device: "p", slug: "south").id
    for (person, other) in [(ana.id, south.id), (bor, workspace)] {
      #expect(throws: StoreError.self) {
        _ = try store.visits.planVisits(
          [NewVisit(responder: person, outlet: outlet.id, window: window)], in: .test(other, "t"))
      }
    }
    #expect(throws: StoreError.notFound("outlet \(outlet.id.rawValue)")) {
      _ = try store.visits.planVisits(
        [NewVisit(responder: bor, outlet: outlet.id, window: window)], in: .test(south.id, "t"))
    }
  }
}
