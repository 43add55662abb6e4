import Foundation
import Rollcall
import Testing

@testable import RollcallStore

@Suite("An app that sees no movement confirms the last place")
struct KeptPlaceTests {
  private let app: TestApp
  private var fixture: TestStore { app.fixture }

  init() throws { app = try TestApp() }

  private func sign(_ made: Double?, lat: Double = 46, rests: Bool = true) throws -> SignOfLife {
    SignOfLife(
      position: try #require(Position(latitude: lat, longitude: 14)), madeAt: made.map { .at($0) },
      seesNoMovement: rests)
  }

  private func send(_ sign: SignOfLife, at seconds: Double, from app: TestApp? = nil) async throws {
    try await (app ?? self.app).say(AdapterUpload(signs: [sign]), at: seconds)
  }

  /// Every quarter of an hour, from a position at 0.
  private func rest(until end: Double) async throws {
    try await app.send([try ping(0)], at: 1)
    for moment in stride(from: 900.0, through: end, by: 900) { try await send(sign(moment), at: moment + 1) }
  }

  @Test("A phone at rest is green all day, where it was, and no track is missing")
  func day() async throws {
    try await rest(until: 28_800)
    let row = try app.row
    #expect(row.live.status == .online)
    #expect(row.live.reason.hasSuffix("a fresh fix"), "it was never anything else")
    #expect(row.fixAt == .at(0))
    #expect(row.confirmedAt == .at(28_800))
    #expect(row.live.newestFix == .at(28_800))
    #expect(try app.history.count == 1)
    try fixture.settle(at: 28_800 + 1_351)
    #expect(try app.row.live.since == .at(28_800 + 1_350), "green ends D after the last confirmation")
    let timeline = try fixture.store.liveness.timeline(
      of: app.id, in: fixture.workspace, TimeSpan(from: .at(-100), to: .at(28_802)))
    #expect(timeline.timeline.trackGaps.isEmpty)
  }

  @Test("After silence it is green again by its own rule")
  func back() async throws {
    try await app.send([try ping(0)], at: 1)
    try fixture.settle(at: 4_000)
    #expect(try app.row.live.status == .offline)
    try await send(sign(4_100), at: 4_101)
    #expect(try app.row.live.status == .online)
    #expect(try app.row.live.reason.hasSuffix(": at rest, place confirmed"))
  }

  @Test("It survives a restart, and a past board tells it as it was then")
  func restart() async throws {
    try await rest(until: 3_600)
    fixture.clock.set(3_700)
    try fixture.restart()
    #expect(try app.row.confirmedAt == .at(3_600))
    let past = try fixture.store.liveness.board(of: fixture.workspace, at: .at(2_000)).entries
    #expect(past.map(\.confirmedAt) == [.at(1_800)])
    #expect(past.map(\.fixAt) == [.at(0)])
  }

  @Test("Another place is kept as history: no fix, never latest, never confirmed, once")
  func elsewhere() async throws {
    try await app.send([try ping(0)], at: 1)
    for moment in [900.0, 901] { try await send(sign(900, lat: 47), at: moment) }
    try await send(sign(1_800, lat: 47), at: 1_801)
    #expect(try app.row.position?.latitude == 46)
    #expect(try app.row.live.status == .degraded)
    #expect(try app.row.confirmedAt == nil)
    #expect(try app.history.map(\.ping.position.latitude) == [46, 47, 47])
    #expect(try app.history.map(\.isRepeated) == [false, true, true])
    #expect(try app.history.allSatisfy { $0.flags.isEmpty })
  }

  @Test("The same place as a fix, after it was known from a sign, is a fix")
  func becomesFix() async throws {
    try await app.send([try ping(0)], at: 1)
    try await send(sign(900, lat: 47), at: 900)
    try await app.send([try ping(900, lat: 47)], at: 902)
    #expect(try app.row.position?.latitude == 47)
    #expect(try app.row.live.status == .online)
    #expect(try app.history.map(\.isRepeated) == [false, false])
  }

  @Test("Only the app that sent the place confirms it")
  func otherApp() async throws {
    try await app.send([try ping(0)], at: 1)
    try await send(sign(900), at: 901, from: try app.another(.transistor))
    #expect(try app.row.confirmedAt == nil)
  }

  @Test("What the request itself says of permission comes before its signs")
  func denied() async throws {
    try await app.send([try ping(0)], at: 1)
    let event = DeviceEvent(kind: .permission(.denied), at: .at(899))
    try await app.say(AdapterUpload(signs: [sign(900)], events: [event]), at: 901)
    #expect(try app.row.confirmedAt == nil)
  }

  @Test("In one request fixes come before signs")
  func order() async throws {
    try await app.say(AdapterUpload(pings: [try ping(0)], signs: [sign(900)]), at: 901)
    #expect(try app.row.fixAt == .at(0))
    #expect(try app.row.confirmedAt == .at(900))
    try await app.say(AdapterUpload(pings: [try ping(950, lat: 47)], signs: [sign(960)]), at: 961)
    #expect(try app.row.fixAt == .at(950))
    #expect(try app.row.confirmedAt == nil)
    #expect(try app.row.position?.latitude == 47)
  }

  @Test("A fix that is older than a confirmation is history")
  func older() async throws {
    try await rest(until: 900)
    try await app.send([try ping(600, lat: 47)], at: 905)
    #expect(try app.row.position?.latitude == 46)
    #expect(try app.row.live.newestFix == .at(900))
    try await app.send([try ping(910, lat: 47)], at: 911)
    #expect(try app.row.position?.latitude == 47)
    #expect(try app.row.confirmedAt == nil)
  }

  @Test("A sign that waited in the phone confirms as of when it was made, and makes nothing green by that")
  func late() async throws {
    try await app.send([try ping(0)], at: 1)
    try fixture.settle(at: 10_000)
    try await send(sign(8_000), at: 10_000)
    #expect(try app.row.live.status == .degraded)
    #expect(try app.row.confirmedAt == .at(8_000))
  }

  @Test(
    "A place sent off duty becomes the latest by a sign on duty, with its own time, and is never confirmed"
  )
  func brought() async throws {
    try await app.send([try ping(0)], at: 1)
    let phone = TestPhone(fixture, try fixture.login(app.id))
    try await phone.duty(DutyChange(state: .offDuty), at: 10)
    try await app.send([try ping(5_000, lat: 47)], at: 5_001)
    try await send(sign(5_900, lat: 47), at: 5_901)
    #expect(try app.row.position?.latitude == 46)
    try await phone.duty(DutyChange(state: .onDuty), at: 9_000)
    try await send(sign(9_100, lat: 47), at: 9_101)
    #expect(try app.row.position?.latitude == 47)
    #expect(try app.row.fixAt == .at(5_000))
    #expect(try app.row.confirmedAt == nil)
    #expect(try app.row.live.status == .unknown)
    try await send(sign(9_200, lat: 47), at: 9_201)
    #expect(try app.row.confirmedAt == nil)
    #expect(try app.row.live.status == .unknown)
  }

  @Test("Signs are no positions: nothing is counted, and no delay")
  func uncounted() async throws {
    try await app.send([try ping(0)], at: 1)
    let result = try await app.say(AdapterUpload(signs: [sign(900), sign(901, lat: 47)]), at: 905)
    #expect(result?.positions == UploadResult())
  }

  @Test("Many signs are stored in parts, after everything else")
  func parts() throws {
    let signs = try (0..<120).map { try sign(Double($0)) }
    let pings = try (0..<60).map { try ping(Double($0)) }
    let parts = AdapterUpload(pings: pings, signs: signs).parts
    #expect(parts.map(\.pings.count) == [50, 10, 0, 0])
    #expect(parts.map(\.signs.count) == [0, 50, 50, 20])
    #expect(parts.map(\.isLast) == [false, false, false, true])
  }
}
