import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

/// What fixes were doubted for, through real uploads.
@Suite("Evidence of doubts")
struct DoubtEvidenceTests {
  /// Each doubt of a phone's pings, by the second at which they were taken.
  static func evidence(_ phone: TestPhone) throws -> [String: [Doubt]] {
    let pings = try phone.history
    let found = try phone.fixture.store.tracking.evidence(of: pings.map(\.id), in: phone.session.workspace)
    return Dictionary(
      uniqueKeysWithValues: pings.compactMap { ping in
        found[ping.id].map { (TestPhone.second(ping.effective), $0.map(\.doubt)) }
      })
  }

  @Test("Every flag of a ping has its evidence, and there is none without a flag")
  func each() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    try await phone.send([ping(10, 10, mock: .yes, accuracy: 0)], at: 10)
    try await phone.send([ping(20, 11, lat: 0, lng: 0)], at: 20)
    try await phone.send([ping(30, 12, accuracy: -1)], at: 30)
    try await phone.send([ping(1_000, 13)], at: 40)
    try await phone.send([ping(50, 10)], at: 50)
    try await phone.send([ping(110, 14, lat: 47)], at: 110)
    let found = try Self.evidence(phone)
    #expect(found["10"] == [.mock, .accuracy(metres: 0)])
    #expect(found["20"] == [.nullIsland])
    #expect(found["30"] == [.invalidFix(accuracy: -1)])
    #expect(found["40"] == [.clockSkew(seconds: 960)])
    #expect(found["50"] == [.sequenceConflict(10)])
    guard case .speed(let metres, 60, .before)? = found["110"]?.first else {
      Issue.record("\(found)")
      return
    }
    #expect((111_000...111_400).contains(metres))
    for ping in try phone.history {
      #expect((found[TestPhone.second(ping.effective)] ?? []).flags == ping.flags)
    }
  }

  @Test("The network speaks about what is said now, and neither about what waited nor about a track")
  func network() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    fixture.clock.set(2_000)
    let origin = NetworkOrigin(country: "NG", kind: .hosting, network: 64_498)
    let pings = try [ping(1_000, 20), ping(1_990, 21)]
    _ = try await phone.upload(Upload(batch: Batch(pings: pings), network: origin))
    let found = try Self.evidence(phone)
    #expect(found["1000"] == nil)
    #expect(found["1990"]?.flags == [.networkCountry, .networkType])
    #expect(found["1990"]?.last == .networkType(.hosting, network: 64_498))
    // Sent again, it is the same.
    _ = try await phone.upload(Upload(batch: Batch(pings: pings), network: origin))
    #expect(try Self.evidence(phone) == found)
  }

  @Test("It goes with the positions, when they expire and when the person is erased")
  func gone() async throws {
    let fixture = try TestStore(retentionDays: 10)
    let phone = try await TestPhone.onDuty(fixture)
    try await phone.send([ping(10, 10, mock: .yes)], at: 10)
    let group = try #require(try Self.groups(fixture).first)
    try fixture.store.tracking.review(
      [DoubtPick(group)], as: .confirmed, note: "seen on camera", in: .test(fixture.workspace.id, "member:1"))
    let later = 11.0 * 86_400
    try await phone.send([ping(later, 11, mock: .yes)], at: later)
    #expect(try Self.groups(fixture).map(\.open) == [1], "the retention applies at once")
    let decided: [Responder.ID: Timestamp] = [phone.id: .at(10)]
    #expect(try fixture.store.tracking.confirmedFalse(of: fixture.workspace) == decided)
    var pass = try fixture.store.retention.beginPurge(of: fixture.workspace.id)
    while !pass.isDone { pass = try fixture.store.retention.purgeSlice(pass) }
    #expect(try fixture.integer("SELECT count(*) FROM doubt") == 1)
    #expect(try fixture.integer("SELECT count(*) FROM doubt_review") == 1, "what was decided is kept longer")
    #expect(try fixture.store.tracking.confirmedFalse(of: fixture.workspace) == decided, "and known")
    fixture.clock.set(later + 401 * 86_400)
    #expect(
      try fixture.store.tracking.confirmedFalse(of: fixture.workspace) == [:], "as long as the log is kept")
    pass = try fixture.store.retention.beginPurge(of: fixture.workspace.id)
    while !pass.isDone { pass = try fixture.store.retention.purgeSlice(pass) }
    #expect(try fixture.integer("SELECT count(*) FROM doubt") == 0)
    #expect(try fixture.integer("SELECT count(*) FROM doubt_review") == 0)
  }

  /// Everything there is, whenever.
  static func groups(_ fixture: TestStore, responder: Responder.ID? = nil) throws -> [DoubtGroup] {
    let always = TimeSpan(from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max))
    return try fixture.store.tracking.doubts(of: fixture.workspace, in: always, responder: responder)
  }
}
