import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Data on hold stays")
struct HoldTests {
  private static let day = HoldFixture.day

  @Test("Data of a person's held span stays and is shown; it is deleted after the release")
  func person() async throws {
    let story = try await HoldFixture.month()
    let hold = try story.hold(story.ana, -20 * Self.day, -18 * Self.day)
    let pass = try story.purge()
    #expect(try story.count("ping", story.bo) == 18)
    #expect(try story.count("ping", story.ana) == 18 + 4)
    #expect(try story.count("upload", story.ana) == 18 + 4)
    let filter = PingFilter(from: .at(-40 * Self.day), to: .at(1))
    for limit in [3, 1_000] {
      var (pings, cursor): ([HistoryPing], HistoryCursor?) = ([], nil)
      while true {
        let page = try story.store.tracking.history(of: story.workspace, filter, after: cursor, limit: limit)
        pings += page
        guard let last = page.last else { break }
        cursor = last.place
      }
      #expect(pings.count { $0.responder == story.bo.id } == 18)
      let ana = pings.filter { $0.responder == story.ana.id }.map(\.effective)
      #expect(ana.count == 22)
      #expect(
        ana.prefix(5) == [
          .at(-20 * Self.day), .at(-19.5 * Self.day), .at(-19 * Self.day), .at(-18.5 * Self.day),
          .at(-10 * Self.day),
        ])
    }
    let groups = try story.store.tracking.doubts(
      of: story.workspace, in: TimeSpan(from: filter.from, to: filter.to))
    #expect(groups.map { $0.count(nil) } == [21, 17])
    let crossings = try story.store.liveness.crossings(
      of: story.workspace, in: TimeSpan(from: filter.from, to: filter.to), limit: 1_000)
    #expect(crossings.count == 38)
    let record = try #require(try story.store.retention.purges(of: story.workspace.id).first)
    #expect(record.heldBack.holds == [hold])
    #expect(record.heldBack.people == 1)
    #expect(record.heldBack.counts.pings == 4)
    #expect(record.people == 2)
    #expect(record.counts == pass.taken)
    try story.store.retention.releaseHold(
      hold, note: "withdrawn", in: .test(story.workspace.id, HoldFixture.actor))
    #expect(
      try story.store.tracking.history(of: story.workspace, filter, after: nil, limit: 1_000).count == 36)
    #expect(try story.purge().taken.pings == 4)
    #expect(try story.store.retention.purges(of: story.workspace.id).first?.heldBack == HeldBack())
    #expect(try story.store.retention.holds(of: story.workspace.id).map(\.release?.note) == ["withdrawn"])
    #expect(try story.store.verify() == [])
  }

  @Test("An incident on hold stays, with the positions of the people it was offered to, an hour around it")
  func incident() async throws {
    let story = try await HoldFixture()
    let minute = 60.0
    let (opened, closed) = (-500 * Self.day, -500 * Self.day + 600)
    for (number, at) in [
      opened - 61 * minute, opened - 59 * minute, closed + 59 * minute, closed + 61 * minute,
    ]
    .enumerated() {
      for phone in [story.ana, story.bo] {
        try story.insert(phone, at: Timestamp.at(at).milliseconds, number: number)
      }
    }
    let incident = try story.incident(
      story.ana, from: Timestamp.at(opened).milliseconds, to: Timestamp.at(closed).milliseconds)
    let other = try story.incident(
      story.bo, from: Timestamp.at(opened + 1).milliseconds, to: Timestamp.at(closed).milliseconds)
    let hold = try story.store.retention.addHold(
      NewHold(.incident(incident), reason: "an inquest"), in: .test(story.workspace.id, HoldFixture.actor))
    try story.purge()
    #expect(try story.count("ping", story.ana) == 1 + 2)
    #expect(try story.count("ping", story.bo) == 1)
    #expect(try story.count("denial", story.ana) == 2)
    #expect(try story.fixture.texts("SELECT id FROM incident") == ["\(incident.rawValue)"])
    #expect(try story.fixture.integer("SELECT count(*) FROM offer") == 1)
    #expect(try story.fixture.integer("SELECT count(*) FROM incident_step") == 1)
    #expect(other != incident)
    // Even long after, the log of the incident's time is told.
    let log = try story.store.liveness.transitions(
      of: story.workspace.id, in: TimeSpan(from: .at(-600 * Self.day), to: .at(-400 * Self.day)),
      responder: nil,
      after: nil, limit: 100)
    #expect(log.count == 2)
    try story.store.retention.releaseHold(
      hold, note: "closed", in: .test(story.workspace.id, HoldFixture.actor))
    try story.purge()
    #expect(try story.fixture.integer("SELECT count(*) FROM incident") == 0)
    #expect(try story.count("ping", story.ana) == 1)
    #expect(try story.store.retention.holds(of: story.workspace.id).map(\.id) == [hold])
  }

  @Test("A hold added during a purge counts from the next slice on")
  func meanwhile() async throws {
    let story = try await HoldFixture.month()
    var pass = try story.store.retention.beginPurge(of: story.workspace.id)
    while pass.step != .doubts { pass = try story.store.retention.purgeSlice(pass, rows: 1) }
    _ = try story.hold(story.ana, -40 * Self.day, 0)
    while !pass.isDone { pass = try story.store.retention.purgeSlice(pass, rows: 50) }
    #expect(try story.count("ping", story.ana) == 56 + 1)
    #expect(try story.count("ping", story.bo) == 18)
  }

  @Test("Decisions about doubts on hold stay with them")
  func reviews() async throws {
    let story = try await HoldFixture()
    for (number, age) in [430.0, 420.0].enumerated() {
      try story.insert(story.ana, at: Timestamp.at(-age * Self.day).milliseconds, number: number)
      let at = Timestamp.at(-age * Self.day + 20).milliseconds
      try story.fixture.execute(
        """
        INSERT INTO doubt_review (workspace_id, id, responder_id, at, reviewer, flag, state, count, note)
        VALUES (1, \(number + 1), \(story.ana.id.rawValue), \(at), 'member:1', 1, 1, 1, 'seen');
        UPDATE doubt SET state = 1, review_id = (SELECT max(id) FROM doubt_review)
        WHERE effective_at = \(at - 20_000);
        """)
    }
    // The decision itself lies outside the span.
    _ = try story.hold(story.ana, -420 * Self.day, -420 * Self.day + 10)
    try story.purge()
    #expect(try story.fixture.integer("SELECT count(*) FROM doubt_review") == 1)
    #expect(
      try story.fixture.integer("SELECT count(*) FROM doubt WHERE review_id IN (SELECT id FROM doubt_review)")
        == 1)
  }

  @Test("A person with data on hold is not erased")
  func erasure() async throws {
    let story = try await HoldFixture()
    let hold = try story.hold(story.ana, -20 * Self.day, -18 * Self.day)
    let incident = try story.incident(
      story.ana, from: Timestamp.at(-100).milliseconds, to: Timestamp.at(-50).milliseconds)
    let second = try story.store.retention.addHold(
      NewHold(.incident(incident), reason: "an inquest of Ana", until: .at(Self.day)),
      in: .test(story.workspace.id, HoldFixture.actor))
    let refusal =
      "Holds \(hold.rawValue), \(second.rawValue) keep what is held about them. Release them first."
    #expect(throws: StoreError.conflict(refusal)) {
      try story.store.privacy.erase(story.ana.id, in: .test(story.workspace.id, HoldFixture.actor))
    }
    #expect(
      try story.store.privacy.erasurePreview(of: story.ana.id, in: story.workspace.id).obstacle == refusal)
    #expect(try story.store.privacy.erasurePreview(of: story.bo.id, in: story.workspace.id).obstacle == nil)
    try story.store.retention.releaseHold(
      hold, note: "Ana asked", in: .test(story.workspace.id, HoldFixture.actor))
    story.fixture.clock.set(Self.day)
    try story.store.privacy.erase(story.ana.id, in: .test(story.workspace.id, HoldFixture.actor))
    try story.store.privacy.finishErasures()
    #expect(try story.store.retention.holds(of: story.workspace.id).map(\.release?.note) == [nil, "erased"])
    #expect(throws: StoreError.self) { try story.hold(story.ana, 0, 10) }
  }

  @Test("A hold needs a reason, a span and an end that can be; it is released once; both are in the audit")
  func refused() async throws {
    let story = try await HoldFixture()
    let other = try story.fixture.addWorkspace("south")
    let span = TimeSpan(from: .at(-10), to: .at(0))
    for (hold, workspace) in [
      (NewHold(.person(story.ana.id, span), reason: " "), story.workspace.id),
      (NewHold(.person(story.ana.id, span), reason: "r", until: .at(0)), story.workspace.id),
      (NewHold(.person(story.ana.id, TimeSpan(from: .at(0), to: .at(0))), reason: "r"), story.workspace.id),
      (NewHold(.person(story.ana.id, span), reason: "r"), other.id),
      (NewHold(.incident(Incident.ID(5)), reason: "r"), story.workspace.id),
    ] {
      #expect(throws: StoreError.self) {
        try story.store.retention.addHold(hold, in: .test(workspace, HoldFixture.actor))
      }
    }
    let id = try story.hold(story.ana, -10, 0)
    #expect(throws: StoreError.notFound("hold 1")) {
      try story.store.retention.releaseHold(id, note: "n", in: .test(other.id, HoldFixture.actor))
    }
    #expect(throws: StoreError.self) {
      try story.store.retention.releaseHold(id, note: "", in: .test(story.workspace.id, HoldFixture.actor))
    }
    try story.store.retention.releaseHold(id, note: "n", in: .test(story.workspace.id, HoldFixture.actor))
    #expect(throws: StoreError.conflict("Hold 1 has ended already.")) {
      try story.store.retention.releaseHold(id, note: "n", in: .test(story.workspace.id, HoldFixture.actor))
    }
    #expect(throws: (any Error).self) { try story.fixture.execute("DELETE FROM hold") }
    let entries = try story.fixture.texts(
      "SELECT action || '|' || subject || '|' || detail FROM audit WHERE action LIKE 'hold.%' ORDER BY number"
    )
    #expect(
      entries == [
        "hold.add|responder 1|hold 1, from 2027-01-15T07:59:50.000Z to 2027-01-15T08:00:00.000Z",
        "hold.release|responder 1|hold 1",
      ])
  }
}
