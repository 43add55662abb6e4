import StoreSupport
import Foundation
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Coming into regions and to outlets, and going")
struct CrossingTests {
  private static let square =
    #"{"type":"Polygon","coordinates":[[[13.9,45.9],[14.1,45.9],[14.1,46.1],[13.9,46.1],[13.9,45.9]]]}"#

  private let fixture: TestStore
  private let ana: TestPhone

  /// A region around 46, 14 with an outlet at its centre, and somebody on duty.
  init() throws {
    fixture = try TestStore()
    ana = try fixture.phone()
    let kiosk = NewOutlet(name: "Kiosk", position: try #require(Position(latitude: 46, longitude: 14)))
    try fixture.store.visits.addRegionsAndOutlets(
      regions: [NewRegion(name: "Centre", geometry: Self.square)], outlets: [kiosk], slug: "north")
  }

  /// The log as `+Centre 10`: in or out, where, at how many seconds.
  private func log(_ span: TimeSpan? = nil, of id: Responder.ID? = nil) throws -> [String] {
    let span = span ?? TimeSpan(from: .at(-1_000_000), to: .at(20_000_000))
    return try fixture.store.liveness.crossings(of: fixture.workspace, in: span, responder: id, limit: 1_000)
      .map {
        "\($0.crossing.isEntry ? "+" : "-")\($0.place) \(($0.crossing.at.milliseconds - Timestamp.at(0).milliseconds) / 1_000)"
      }
  }

  @Test("are stored with the time of the fix, sorted within an upload, and go on after a restart")
  func story() async throws {
    // Not in order within the upload.
    try await ana.send(
      [try ping(1_200, 2, lat: 46, accuracy: 10), try ping(600, 1, lat: 46.05, accuracy: 10)], at: 1_300)
    #expect(try log() == ["+Centre 600", "+Kiosk 1200"])
    try fixture.restart()
    try await ana.send([try ping(1_800, 3, lat: 46.05, accuracy: 10)], at: 1_801)
    #expect(try log() == ["+Centre 600", "+Kiosk 1200", "-Kiosk 1800"])
    try await ana.send([try ping(2_400, 4, lat: 46.2, accuracy: 10)], at: 2_401)
    #expect(try log().last == "-Centre 2400")
    let all = TimeSpan(from: .at(0), to: .at(9_000))
    let received = try fixture.store.liveness.crossings(of: fixture.workspace, in: all, limit: 9).map(
      \.receivedAt)
    #expect(received == [.at(1_300), .at(1_300), .at(1_801), .at(2_401)])
    let part = try log(TimeSpan(from: .at(1_200), to: .at(2_400)))
    #expect(part == ["+Kiosk 1200", "-Kiosk 1800"], "half-open")
    let (nobody, hers) = (try log(of: Responder.ID(99)), try log(of: ana.id))
    #expect(nobody.isEmpty && hers.count == 4)
  }

  @Test("are not proved by what came late, is in doubt, is cached from before, or only timed by us")
  func doubts() async throws {
    try await ana.send([try ping(600, 1, lat: 46.05, accuracy: 10)], at: 601)
    let before = try log()
    #expect(before == ["+Centre 600"])
    try await ana.send([try ping(300, 2, lat: 46.2, accuracy: 10)], at: 700)
    try await ana.send([try ping(1_200, 3, lat: 46.2, mock: .yes, accuracy: 10)], at: 1_201)
    try await ana.send([try ping(1_800, 4, lat: 0, lng: 0, accuracy: 10)], at: 1_801)
    try await ana.send([try ping(2_400, 5, lat: 46.2, accuracy: -1)], at: 2_401)
    try await ana.send([try ping(nil, 6, lat: 46.2, accuracy: 10)], at: 3_000)
    var cached = try ping(3_600, 7, lat: 46.2, accuracy: 10)
    cached.fixAge = 3_100
    try await ana.send([cached], at: 3_601)
    // Faster than anybody travels.
    try await ana.send([try ping(3_700, 8, lat: -30, accuracy: 10)], at: 3_701)
    #expect(try log() == before)
    #expect(try fixture.integer("SELECT count(*) FROM ping") == 8)
  }

  @Test("are not proved off duty; the first fix on duty tells where they are")
  func duty() async throws {
    try await ana.send([try ping(600, 1, lat: 46.05, accuracy: 10)], at: 601)
    try await ana.duty(DutyChange(state: .offDuty), at: 700)
    try await ana.send([try ping(1_800, 2, lat: 46.2, accuracy: 10)], at: 1_801)
    #expect(try log() == ["+Centre 600"])
    try await ana.duty(DutyChange(state: .onDuty), at: 3_000)
    try await ana.send([try ping(3_000, 3, lat: 46.2, accuracy: 10)], at: 3_001)
    #expect(try log() == ["+Centre 600", "-Centre 3000"])
  }

  @Test("are judged by what there is now; a place that is gone keeps its history")
  func ground() async throws {
    try await ana.send([try ping(600, 1, accuracy: 10)], at: 601)
    #expect(try log() == ["+Centre 600", "+Kiosk 600"])
    // The region moves away under them.
    try fixture.store.visits.addRegionsAndOutlets(
      regions: [NewRegion(name: "Centre", geometry: Self.square.replacing("45.9", with: "46.05"))],
      outlets: [], slug: "north")
    try await ana.send([try ping(660, 2, accuracy: 10)], at: 661)
    #expect(try log().last == "-Centre 660")
    let kiosk = try #require(try fixture.store.visits.outlets(of: fixture.workspace.id).first)
    try fixture.store.visits.removeOutlet(kiosk.id, in: .test(fixture.workspace.id, "test"))
    try await ana.send([try ping(1_800, 3, lat: 46.03, accuracy: 10)], at: 1_801)
    #expect(try log() == ["+Centre 600", "+outlet \(kiosk.id.rawValue) 600", "-Centre 660"])
  }

  @Test("are of their workspace alone, go page by page, and are kept no longer than positions")
  func scope() async throws {
    let south = try fixture.addWorkspace("south")
    let bor = try fixture.phone(name: "Bor", slug: "south")
    try await bor.send([try ping(10, 1, accuracy: 10)], at: 11)
    for turn in 0..<6 {
      let second = Double(100 + turn * 600)
      try await ana.send(
        [try ping(second, Int64(turn), lat: turn.isMultiple(of: 2) ? 46.05 : 46.2, accuracy: 10)],
        at: second + 1)
    }
    let span = TimeSpan(from: .at(0), to: .at(10_000))
    #expect(try fixture.store.liveness.crossings(of: south, in: span, limit: 9).isEmpty)
    #expect(
      try fixture.store.liveness.crossings(of: fixture.workspace, in: span, responder: ana.id, limit: 9).count
        == 6)
    #expect(try fixture.store.liveness.crossings(of: south, in: span, responder: ana.id, limit: 9).isEmpty)
    var (pages, last) = ([[CrossingEntry]](), (at: Timestamp, id: Int64)?.none)
    while true {
      let page = try fixture.store.liveness.crossings(of: fixture.workspace, in: span, after: last, limit: 4)
      guard let end = page.last else { break }
      pages.append(page)
      last = (end.crossing.at, end.id)
    }
    #expect(pages.map(\.count) == [4, 2])
    let entries = pages.joined().map { $0.crossing.isEntry }
    #expect(entries == [true, false, true, false, true, false])
    fixture.clock.set(90 * 86_400 + 101)
    #expect(try log().count == 5, "the first is too old to be shown, though nothing was purged")
    fixture.clock.set(91 * 86_400)
    var pass = try fixture.store.retention.beginPurge(of: fixture.workspace.id)
    while !pass.isDone { pass = try fixture.store.retention.purgeSlice(pass) }
    #expect(try fixture.integer("SELECT count(*) FROM crossing") == 0)
  }

  @Test("A trail has the fixes that count, in parts between gaps, thinned but with its newest")
  func trail() async throws {
    var sequence: Int64 = 0
    for start in [0.0, 2_000] {
      for part in 0..<6 {
        let pings = try (0..<50).map { step in
          sequence += 1
          return try ping(start + Double(part * 50 + step), sequence, lat: 46 + Double(sequence) / 10_000)
        }
        try await ana.send(pings, at: start + Double(part * 50 + 50))
      }
    }
    try await ana.send([try ping(2_301, 900, lat: 0, lng: 0), try ping(nil, 901, lat: 10)], at: 2_302)
    let trail = try fixture.store.map.trail(
      of: ana.id, in: fixture.workspace, TimeSpan(from: .at(0), to: .at(5_000)), gap: 60_000)
    #expect(
      trail.map(\.span) == [
        TimeSpan(from: .at(0), to: .at(299)), TimeSpan(from: .at(2_000), to: .at(2_299)),
      ])
    #expect(trail.map(\.places.count).reduce(0, +) <= MapStore.trailPlaces + 2)
    #expect(trail.last?.places.last?.latitude == 46 + 600.0 / 10_000)
    let other = try fixture.addWorkspace("south")
    #expect(
      try fixture.store.map.trail(
        of: ana.id, in: other, TimeSpan(from: .at(0), to: .at(5_000)), gap: nil
      ).isEmpty)
  }
}
