import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("What an event's page is made of")
struct EventFileTests {
  @Test("Who has started, who has stopped and started again, whose path has gaps, whose numbers are missing")
  func participants() async throws {
    // Given somebody who reports every 100 s with a hole of half an hour, and somebody of whom nothing comes
    let given = try EventFixture(from: 0)
    _ = try given.fixture.phone(name: "Bor", device: "phone-2")
    try given.store.events.addParticipants(
      .profile("family"), to: "run", in: .test(given.fixture.workspace.id, "test"))
    #expect(try await given.count([.start("s", 100)], at: 100) == [1, 0, 0])
    for (number, seconds) in [200, 300, 2_100, 2_200].enumerated() {
      let sequence = Int64(number < 2 ? number : number + 3)
      #expect(
        try await given.count([try .here("p\(number)", Double(seconds), sequence)], at: Double(seconds)) == [
          1, 0, 0,
        ])
    }
    // Then the file tells it
    var (bor, ana) = (try given.file().participants[0], try given.file().participants[1])
    #expect((bor.name, bor.phase, bor.positions) == ("Bor", .notStarted, 0))
    #expect((ana.phase, ana.startedAt, ana.positions, ana.activities) == (.underWay, .at(100), 4, 5))
    #expect(ana.gaps == [TimeSpan(from: .at(300), to: .at(2_100))])
    #expect(ana.missingNumbers == 3 && ana.lastFix == .at(2_200))
    // When they stop, start again, and what was missing comes late
    #expect(try await given.count([.stop("e", 2_300)], at: 2_300) == [1, 0, 0])
    #expect(try given.file().participants.last?.phase == .finished)
    let late = try (0..<17).map { (number: Int) -> Activity in
      let sequence: Int64? = number < 3 ? Int64(number) + 2 : nil
      return try .here("l\(number)", 400 + 100 * Double(number), sequence)
    }
    #expect(try await given.count([.start("s2", 2_400)], at: 2_400) == [1, 0, 0])
    #expect(try await given.count(late, at: 2_410) == [17, 0, 0])
    (bor, ana) = (try given.file().participants[0], try given.file().participants[1])
    #expect((ana.phase, ana.stoppedAt, ana.missingNumbers) == (.underWay, nil, 0))
    #expect(ana.gaps.isEmpty)
  }

  @Test("Only what lies in the event's time counts, and a path is thinned evenly")
  func span() async throws {
    let given = try EventFixture(from: 1_000, to: 3_000)
    let all = try (0..<400).map { try Activity.here("p\($0)", Double($0) * 10) }
    #expect(try await given.count(all, at: 4_000) == [400, 0, 0])
    let file = try given.file()
    #expect(file.participants[0].positions == 200)
    #expect((file.span.from, file.span.to) == (.at(1_000), .at(3_000)))
    let track = try #require(try given.store.events.tracks(of: file)[given.ana.id])
    #expect(track.count <= Int(EventStore.eventTrackPoints) && track.count > 100)
    #expect(track.first.map { $0.at >= .at(1_000) } == true && track.last.map { $0.at < .at(3_000) } == true)
    #expect(track.map(\.at) == track.map(\.at).sorted())
  }

  @Test("An event that never began has a page; events of others are not there")
  func empty() throws {
    let given = try EventFixture()
    #expect(try given.file().participants.map(\.phase) == [.notStarted])
    let south = try given.fixture.addWorkspace("south")
    #expect(throws: StoreError.notFound("event run")) { _ = try given.store.events.event("run", in: south) }
    #expect(throws: StoreError.self) {
      try given.store.events.addParticipants(.people([given.ana.id]), to: "run", in: .test(south.id, "t"))
    }
    _ = try given.store.events.addEvent(NewEvent(slug: "run", name: "Ours"), in: .test(south.id, "t"))
    #expect(throws: StoreError.notFound("responder \(given.ana.id.rawValue)")) {
      try given.store.events.addParticipants(.people([given.ana.id]), to: "run", in: .test(south.id, "t"))
    }
  }

  @Test(
    "An event has a name of its own, and ends after it begins",
    arguments: [("Run", "Run", nil, nil), ("run", "Again", nil, nil), ("a", "", nil, nil), ("a", "A", 5, 5)]
      as [(String, String, Double?, Double?)])
  func refused(slug: String, name: String, from: Double?, to: Double?) throws {
    let given = try EventFixture()
    let new = NewEvent(slug: slug, name: name, from: from.map { .at($0) }, to: to.map { .at($0) })
    #expect(throws: StoreError.self) {
      _ = try given.store.events.addEvent(new, in: .test(given.fixture.workspace.id, "t"))
    }
    #expect(try given.store.events.all(of: given.fixture.workspace.id).map(\.event.name) == ["Run"])
  }
}
