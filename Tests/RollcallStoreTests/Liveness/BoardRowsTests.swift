import StoreSupport
import Seeds
import Foundation
import Rollcall
import Testing

@testable import RollcallStore

/// The board is a copy of the rows: after every kind of request, and after a restart, it shows what they hold.
@Suite("The board equals the rows")
struct BoardRowsTests {
  @Test("After random requests of every kind", arguments: Seeds.some(6))
  func random(seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let fixture = try TestStore()
    var phones = try (0..<3).map {
      try fixture.phone(profile: $0 == 0 ? "responder" : "family", name: "\($0)", device: "phone-\($0)")
    }
    var now = 0.0
    for step in 0..<40 {
      now += Double([0, 1, 5, 60, 200, 1_000].randomElement(using: &random) ?? 1)
      fixture.clock.set(now)
      let place = Int.random(in: 0..<phones.count, using: &random)
      try await random.act(&phones[place], at: now)
      #expect(try fixture.boardDiffersFromRows() == [], "seed \(seed), step \(step)")
    }
    try fixture.restart()
    #expect(try fixture.boardDiffersFromRows() == [])
  }
}

extension BoardRowsTests {
  @Test("Until its next change by time alone the board shows the same", arguments: Seeds.some(6))
  func untilNextChange(seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let fixture = try TestStore()
    var phones = try (0..<3).map {
      try fixture.phone(profile: $0 == 0 ? "responder" : "family", name: "\($0)", device: "phone-\($0)")
    }
    var (now, changes) = (0.0, 0)
    for step in 0..<40 {
      now += Double([0, 1, 5, 60, 200, 1_000].randomElement(using: &random) ?? 1)
      fixture.clock.set(now)
      try await random.act(&phones[Int.random(in: 0..<phones.count, using: &random)], at: now)
      var instant = fixture.store.clock()
      let entries = fixture.store.liveness.board(of: fixture.workspace.id)
      for _ in 0..<5 {
        guard let next = fixture.store.liveness.nextChange(of: entries, after: instant) else { break }
        let shown = entries.map { Shown($0, at: instant) }
        let between = Int64.random(in: instant.milliseconds..<next.milliseconds, using: &random)
        for milliseconds in [between, next.milliseconds - 1] {
          #expect(
            entries.map { Shown($0, at: Timestamp(milliseconds: milliseconds)) } == shown,
            "seed \(seed), step \(step)")
        }
        if entries.map({ Shown($0, at: next) }) != shown { changes += 1 }
        instant = next
      }
    }
    #expect(changes > 0)
  }

  /// What time alone may change of an entry.
  private struct Shown: Equatable {
    let live: Liveness
    let isSilent, isFlapping, isKept: Bool
    let isAsked: Bool?
    let hearsWithin: Milliseconds?

    init(_ entry: BoardEntry, at now: Timestamp) {
      live = entry.live.settled(at: now)
      (isSilent, isFlapping) = (entry.openQuiet(at: now) != nil, entry.isFlapping(at: now))
      (isKept, isAsked) = (entry.kept(at: now).fixAt != nil, entry.errand.map { now <= $0.endsAt })
      hearsWithin = entry.hearing?.within(at: now)
    }
  }
}

extension SplitMix {
  /// One request of any kind, by a phone or about it.
  fileprivate mutating func act(_ phone: inout TestPhone, at now: Double) async throws {
    let fixture = phone.fixture
    let store = fixture.store
    let isActive = try store.fleet.responders(slug: "north").contains { [id = phone.id] in
      $0.id == id && $0.isActive
    }
    switch Int.random(in: 0..<16, using: &self) {
    case 0...3:
      let depth = Bool.random(using: &self) ? Int64.random(in: 0...2, using: &self) : nil
      try await phone.send(
        [
          RollcallStoreTests.ping(
            Bool.random(using: &self) ? now - Double.random(in: 0...300, using: &self) : nil,
            Int64.random(in: 0...9, using: &self), speed: Double.random(in: 0...2, using: &self),
            battery: Double.random(in: 0...1, using: &self))
        ], sentAt: Bool.random(using: &self) ? .at(now - 3_600) : nil,
        telemetry: depth.map { .waiting($0) } ?? Telemetry())
    case 4: try await phone.contact()
    case 5:
      let state = element(DutyState.allCases) ?? .onDuty
      try await phone.duty(DutyChange(state: state, order: Bool.random(using: &self) ? "A1" : nil))
    case 6:
      try await phone.tell(
        element([.power(.lowPower), .network(.none), .battery(0.1)]) ?? .battery(1), at: now)
    case 7 where isActive: phone.session = try fixture.login(phone.id, device: "d\(now)")
    case 8: try await phone.logout()
    case 9:
      _ = try store.phones.setResponder(
        phone.id, slug: "north", name: "Renamed \(now)", phone: nil,
        profile: element(["responder", "family"]),
        region: "North", isActive: Bool.random(using: &self))
    case 10:
      var profile = Profile.family
      profile.rules[2].interval = Double.random(in: 10...900, using: &self)
      try store.fleet.importProfile(profile, slug: "north")
    case 11:
      let share = Int.random(in: 0...100, using: &self)
      try store.fleet.setRollout(
        Rollout(percent: [.adaptiveIntervals: share]), of: fixture.workspace.id, by: "ana@example.org")
    case 12:
      _ = try store.fleet.setWorkspace(slug: "north") {
        $0.timeZone = element(["UTC", "Asia/Tokyo"]) ?? "UTC"
      }
    case 13: try fixture.restart()
    case 14: _ = try? store.fleet.addResponders([NewResponder(name: "")], slug: "north")
    default: try fixture.settle()
    }
  }
}

extension TestStore {
  /// Who is shown otherwise than a store would that reads the same rows anew.
  func boardDiffersFromRows() throws -> [String] {
    // A copy that was alive a moment ago has nothing to add.
    try store.markAlive()
    let copies = folder.appendingPathComponent("copy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: copies) }
    // Nobody writes meanwhile: the file and its log are a database.
    let copy = copies.appendingPathComponent("rollcall.db").path
    for name in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + name, toPath: copy + name) }
    var options = Store.Options(clock: { [clock] in clock.now }, readers: 1)
    options.syncs = false
    let fresh = try Store(path: copy, options: options)
    defer { fresh.close() }
    return Set(words(of: store)).symmetricDifference(words(of: fresh)).sorted()
  }

  private func words(of store: Store) -> [String] {
    store.liveness.board(of: workspace.id).map { entry in
      """
      \(entry.person) \(entry.live) \(entry.rule) \(entry.order ?? "") \(String(describing: entry.position)) \
      \(entry.accuracy ?? -1) \(String(describing: entry.fixAt)) \(entry.flags) \(entry.phone) \
      \(entry.queueDepth ?? -1) \(entry.hasBacklog) \(entry.flapping)
      """
    }
  }
}
