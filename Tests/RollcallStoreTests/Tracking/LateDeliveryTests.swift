import StoreSupport
import Rollcall
import RollcallStore
import Testing

@Suite("What a phone delivers after a newer login ended its session")
struct LateDeliveryTests {
  /// A phone that was on duty, and another that took over at 100 s and is heard at 120 s.
  private func twoPhones() async throws -> (old: TestPhone, new: TestPhone) {
    let fixture = try TestStore()
    let old = try fixture.phone(device: "old")
    try await old.send([ping(10, 1)], at: 10)
    fixture.clock.set(100)
    let new = TestPhone(fixture, try fixture.login(old.id, device: "new"))
    try await new.send([ping(120, 1, lat: 47)], at: 120)
    return (TestPhone(fixture, try old.ended()), new)
  }

  @Test("It is history: neither a contact nor the latest fix, and nothing else of the row changes")
  func history() async throws {
    let (old, new) = try await twoPhones()
    let before = try new.row
    var batch = Batch(pings: [try ping(50, 2, battery: 0.01), try ping(99.999, 3, lat: 47.5)])
    batch.telemetry.queueDepth = 9
    let result = try #require(try await old.deliver(batch, at: 200))
    #expect([result.stored, result.duplicates, result.expired] == [2, 0, 0] && result.offers.isEmpty)
    let after = try new.row
    #expect(after.fixAt == before.fixAt && after.position == before.position)
    #expect(after.live == before.live && after.queueDepth == before.queueDepth && after.phone == before.phone)
    #expect(try new.history.map(\.ping.sequence) == [1, 2, 3, 1])
    #expect(try new.fixture.integer("SELECT count(*) FROM upload") == 2)
  }

  @Test("Sent again it is a duplicate, also after a restart")
  func duplicates() async throws {
    let (old, _) = try await twoPhones()
    let batch = Batch(pings: [try ping(10, 1), try ping(50, 2)])
    #expect(try await old.deliver(batch, at: 200)?.stored == 1)
    try old.fixture.restart()
    let again = try #require(try await old.deliver(batch))
    #expect([again.stored, again.duplicates] == [0, 2])
  }

  @Test(
    "Nothing of a batch is stored when one of its pings was not taken before the end, or says no time",
    arguments: [100, 100.5, 150, nil] as [Double?])
  func after(end: Double?) async throws {
    let (old, new) = try await twoPhones()
    #expect(try await old.deliver(Batch(pings: [try ping(50, 2), try ping(end, 3)]), at: 200) == nil)
    #expect(try new.history.count == 2)
  }

  @Test("For a day, not longer; and not for an inactive responder")
  func day() async throws {
    let (old, new) = try await twoPhones()
    let batch = Batch(pings: [try ping(50, 2)])
    _ = try old.fixture.store.phones.setResponder(
      new.id, slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: false)
    #expect(try await old.deliver(batch, at: 86_499) == nil)
    _ = try old.fixture.store.phones.setResponder(
      new.id, slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: true)
    #expect(try await old.deliver(batch)?.stored == 1)
    #expect(try await old.deliver(batch, at: 86_500) == nil)
  }

  @Test("Only a newer login leaves that door open: no logout, and no end by an admin")
  func others() async throws {
    let fixture = try TestStore()
    for way in ["logout", "admin", "inactive"] {
      let phone = try fixture.phone(name: way, device: way)
      try await phone.send([ping(10, 1)], at: 10)
      switch way {
      case "logout": try await phone.logout()
      case "admin":
        try fixture.store.phones.endSession(
          phone.session.id, of: phone.id, in: .test(fixture.workspace.id, "key:test"))
      default:
        try fixture.store.phones.setActive(false, phone.id, in: .test(fixture.workspace.id, "key:test"))
      }
      let ended = TestPhone(fixture, try phone.ended())
      #expect(ended.session.revokedAt != nil)
      #expect(try await ended.deliver(Batch(pings: [try ping(5, 2)]), at: 20) == nil)
    }
  }
}

extension TestPhone {
  /// Its session as the rows have it now.
  func ended() throws -> PhoneSession {
    var session = session
    let row = try fixture.texts(
      "SELECT revoked_at || ' ' || superseded FROM phone_session WHERE id = \(session.id.rawValue)")
    let numbers = try #require(row.first).split(separator: " ").compactMap { Int64($0) }
    session.revokedAt = Timestamp(milliseconds: numbers[0])
    session.isSuperseded = numbers[1] == 1
    return session
  }

  /// Delivers what was taken before the end of its session.
  func deliver(_ batch: Batch, at seconds: Double? = nil) async throws -> UploadResult? {
    if let seconds { fixture.clock.set(seconds) }
    return try await told { fixture.store.tracking.deliver(batch, bytes: 0, from: session, done: $0) }
  }
}
