import StoreSupport
import Foundation
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Coming and going that is known only when a queue has been sent")
struct LateCrossingTests {
  private static let square =
    #"{"type":"Polygon","coordinates":[[[13.9,45.9],[14.1,45.9],[14.1,46.1],[13.9,46.1],[13.9,45.9]]]}"#

  private let fixture: TestStore
  private let ana: TestPhone

  /// Somebody on duty north of a region.
  init() throws {
    fixture = try TestStore()
    ana = try fixture.phone()
    try fixture.store.visits.addRegionsAndOutlets(
      regions: [NewRegion(name: "Centre", geometry: Self.square)], outlets: [], slug: "north")
  }

  /// A walk of 120 fixes, one each 30 s, 55 m each: into the region, out, in, out, and so on each 600 s.
  private static func walk() throws -> [Ping] {
    try (0..<120).map { step in
      let phase = step % 40
      let south = Double(phase < 20 ? phase : 40 - phase) * 0.0005
      return try ping(Double(step) * 30, Int64(step), lat: 46.105 - south, lng: 14.09, accuracy: 10)
    }
  }

  private func log(of phone: TestPhone) throws -> [String] {
    try fixture.store.liveness.crossings(
      of: fixture.workspace, in: TimeSpan(from: .at(-90_000), to: .at(900_000)), responder: phone.id,
      limit: 999
    ).map {
      "\($0.crossing.isEntry ? "+" : "-")\($0.crossing.at.milliseconds - Timestamp.at(0).milliseconds)"
    }
  }

  private func waiting() throws -> Int { try fixture.integer("SELECT count(*) FROM late_fixes") }

  @Test("A queue that is sent newest first tells the same as one that is sent in order")
  func newestFirst() async throws {
    let (walk, bor) = (try Self.walk(), try fixture.phone(name: "Bor"))
    for start in stride(from: 0, to: 120, by: 40) {
      try await bor.send(Array(walk[start..<start + 40]), at: 4_000)
    }
    let inOrder = try log(of: bor)
    #expect(inOrder.count == 6)
    for start in stride(from: 80, through: 0, by: -40) {
      try await ana.send(Array(walk[start..<start + 40]), at: 4_001)
    }
    #expect(try log(of: ana).count == 2, "of the newest piece")
    #expect(try waiting() == 1)
    #expect(try !fixture.store.liveness.reviewCrossings(), "more may be on its way")
    fixture.clock.set(4_016)
    #expect(try fixture.store.liveness.reviewCrossings())
    #expect(try log(of: ana) == inOrder)
    #expect(try waiting() == 0)
    #expect(try !fixture.store.liveness.reviewCrossings())
    let received = try fixture.store.liveness.crossings(
      of: fixture.workspace, in: TimeSpan(from: .at(0), to: .at(9_000)), responder: ana.id, limit: 9
    ).map(\.receivedAt)
    let early = Array(repeating: Timestamp.at(4_016), count: 4)
    #expect(received == early + [.at(4_001), .at(4_001)], "since when it is known")
    #expect(try fixture.store.verify() == [])
  }

  @Test("What waits is judged after a restart, and the next fix goes on from it")
  func restart() async throws {
    let walk = try Self.walk()
    try await ana.send([walk[0]], at: 1)
    try await ana.send([try ping(1_000, 99, lat: 46.1, lng: 14.09, accuracy: 50)], at: 2_000)
    try await ana.send(Array(walk[1..<20]), at: 2_001)
    try fixture.restart()
    fixture.clock.set(2_016)
    #expect(try fixture.store.liveness.reviewCrossings())
    let known = try log(of: ana)
    #expect(known.count == 1 && known[0].hasPrefix("+"))
    // Still in.
    try await ana.send([try ping(2_100, 200, lat: 46.09, lng: 14.09, accuracy: 10)], at: 2_100)
    #expect(try log(of: ana) == known)
    try await ana.send([try ping(2_500, 201, lat: 46.106, lng: 14.09, accuracy: 10)], at: 2_500)
    #expect(try log(of: ana) == known + ["-2500000"])
  }

  @Test("When the newest fixes leave it open, what came late says where they are")
  func open() async throws {
    let walk = try Self.walk()
    try await ana.send([walk[0]], at: 1)
    // Beside the border: this proves nothing.
    try await ana.send([try ping(900, 99, lat: 46.1, lng: 14.09, accuracy: 50)], at: 900)
    try await ana.send([walk[20]], at: 901)
    fixture.clock.set(920)
    #expect(try fixture.store.liveness.reviewCrossings())
    #expect(try log(of: ana) == ["+600000"])
    try await ana.send([try ping(1_200, 100, lat: 46.1, lng: 14.09, accuracy: 50)], at: 1_200)
    try await ana.send([try ping(1_800, 101, lat: 46.106, lng: 14.09, accuracy: 10)], at: 1_800)
    #expect(try log(of: ana) == ["+600000", "-1800000"])
  }

  @Test("Somebody who sends late fixes without a pause is judged after five minutes")
  func steady() async throws {
    let walk = try Self.walk()
    try await ana.send([walk[119]], at: 5_000)
    for step in 0..<29 {
      try await ana.send([walk[step]], at: 5_000 + Double(step) * 10)
      #expect(try !fixture.store.liveness.reviewCrossings())
    }
    try await ana.send([walk[29]], at: 5_301)
    #expect(try fixture.store.liveness.reviewCrossings())
    #expect(try log(of: ana).count == 2)
  }

  @Test("What comes while a review runs is judged by the next one")
  func meanwhile() async throws {
    let walk = try Self.walk()
    try await ana.send([walk[119]], at: 5_000)
    try await ana.send(Array(walk[0..<10]), at: 5_001)
    fixture.clock.set(5_020)
    let (store, gate) = (fixture.store, DispatchSemaphore(value: 0))
    let before = store.retention.writes
    // The writer is busy; then the rest of the queue waits for it, and behind that what a review found without it.
    store.write {
      _ in
      gate.wait()
    } done: { _ in
    }
    let sender = Task { [ana] in try await ana.send(Array(walk[10..<30])) }
    while store.retention.writes < before + 2 { await Task.yield() }
    let review = Task.detached { try store.liveness.reviewCrossings() }
    while store.retention.writes < before + 3 { await Task.yield() }
    gate.signal()
    _ = try await sender.value
    #expect(try await !review.value)
    #expect(try waiting() == 1)
    fixture.clock.set(5_040)
    #expect(try store.liveness.reviewCrossings())
    #expect(try log(of: ana).count == 2)
  }

  @Test("What a phone delivers after its session counts, too")
  func delivered() async throws {
    let walk = try Self.walk()
    try await ana.send([walk[0]], at: 1)
    fixture.clock.set(1_300)
    let new = TestPhone(fixture, try fixture.login(ana.id, device: "new"))
    try await new.send([walk[44]], at: 1_321)
    let old = TestPhone(fixture, try ana.ended())
    #expect(try await old.deliver(Batch(pings: Array(walk[10..<35])), at: 1_330)?.stored == 25)
    fixture.clock.set(1_345)
    #expect(try fixture.store.liveness.reviewCrossings())
    #expect(try log(of: ana).count == 2)
  }

  @Test("A recorded track proves what was on duty")
  func track() async throws {
    let walk = try Self.walk()
    try await ana.send([walk[0]], at: 1)
    try await ana.send([walk[40]], at: 1_300)
    _ = try fixture.store.tracking.importTrack(
      Array(walk[10..<30]), from: [1], of: ana.id, in: .test(fixture.workspace.id, "test"))
    fixture.clock.set(1_320)
    #expect(try fixture.store.liveness.reviewCrossings())
    #expect(try log(of: ana).count == 2)
    try await ana.duty(DutyChange(state: .offDuty), at: 1_400)
    try await ana.duty(DutyChange(state: .onDuty), at: 3_000)
    _ = try fixture.store.tracking.importTrack(
      Array(walk[50..<70]), from: [2], of: ana.id, in: .test(fixture.workspace.id, "test"))
    fixture.clock.set(3_100)
    while try fixture.store.liveness.reviewCrossings() {}
    #expect(try log(of: ana).count == 2, "nobody watched them meanwhile")
  }

  @Test("An erasure takes what waits with it; without a region nothing waits")
  func erased() async throws {
    let walk = try Self.walk()
    try await ana.send([walk[60]], at: 2_000)
    try await ana.send([walk[20]], at: 2_001)
    #expect(try waiting() == 1)
    try fixture.store.privacy.erase(ana.id, in: .test(fixture.workspace.id, "test"))
    while try fixture.store.privacy.continueErasure(of: ana.id, in: fixture.workspace.id) {}
    #expect(try waiting() == 0)
    _ = try fixture.addWorkspace("south")
    let bor = try fixture.phone(name: "Bor", slug: "south")
    try await bor.send([walk[60]], at: 2_000)
    try await bor.send([walk[20]], at: 2_001)
    #expect(try waiting() == 0)
  }
}
