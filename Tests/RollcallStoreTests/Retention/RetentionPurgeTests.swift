import Rollcall
import Testing

@testable import RollcallStore

@Suite("What has expired is purged")
struct RetentionPurgeTests {
  private static let day = RetentionFixture.day

  @Test("Only expired data of the purged workspace is deleted, and what is shown stays the same")
  func rows() async throws {
    let years = try await RetentionFixture()
    let shown = try Shown(years, years.fixture.workspace, years.ana)
    let southern = try everything(of: years.bo, years)
    #expect(years.ana.session.workspace != years.bo.session.workspace)
    let pass = try years.purge(years.fixture.workspace)
    let ana = "responder_id = \(years.ana.id.rawValue)"
    for (table, column) in [
      ("ping", "effective_at"), ("upload", "received_at"), ("device_event", "effective_at"),
    ] {
      let ages = try years.ages(table, column, ana)
      #expect(ages.last == 9, "\(table)")
      #expect(ages.count == 248 + (table == "device_event" ? 0 : 1), "\(table)")
    }
    // What was in force at the limit says how the time after it began.
    for (table, column) in [("transition", "at"), ("duty_change", "at"), ("rule_change", "at")] {
      #expect(try years.ages(table, column, ana).suffix(2) == [399, 400], "\(table)")
    }
    for (table, column) in [("denial", "at"), ("rejection", "last_at"), ("silence", "to_at")] {
      #expect(try years.ages(table, column, ana).suffix(2) == [398, 399], "\(table)")
    }
    let north = "workspace_id = \(years.fixture.workspace.id.rawValue)"
    #expect(try years.ages("alert", "opened_at", north).last == 399)
    #expect(try years.ages("incident", "opened_at", north).suffix(2) == [399, 900], "the old one is open")
    for table in ["offer", "assignment", "incident_step"] {
      #expect(try years.fixture.integer("SELECT count(*) FROM \(table) WHERE \(north)") == 400, "\(table)")
    }
    #expect([pass.taken.pings, pass.taken.uploads, pass.taken.deviceEvents] == [1_132, 1_132, 1_132])
    #expect(pass.taken.logRows == 6_505)
    let later = try Shown(years, years.fixture.workspace, years.ana)
    #expect(later.history == shown.history)
    for (now, then) in zip(later.timeline, shown.timeline) { #expect(now == then) }
    #expect(later.watched == shown.watched)
    #expect(later.fix == shown.fix)
    #expect(try everything(of: years.bo, years) == southern)
    try years.purge(years.south)
    #expect(try years.ages("ping", "effective_at", "responder_id = \(years.bo.id.rawValue)").last == 89)
    #expect(try years.store.verify() == [])
  }

  @Test("The preview equals what the purge deletes")
  func preview() async throws {
    let years = try await RetentionFixture()
    let workspace = years.fixture.workspace
    for days in [10, 3] {
      _ = try years.store.fleet.setWorkspace(slug: "north") { $0.retentionDays = days }
      let preview = try years.store.retention.retentionPreview(of: workspace.id, days: days)
      let taken = try years.purge(workspace).taken
      #expect(preview.pings == taken.pings)
      #expect(preview.uploads == taken.uploads)
      #expect(preview.deviceEvents == taken.deviceEvents)
      #expect(preview.logRows == taken.logRows)
      #expect(preview.logRows == (days == 10 ? 6_505 : 0))
      // One an hour for 20 days, one a day before.
      let hours = days == 10 ? 900 * 24.0 : 239
      #expect(preview.oldest == Timestamp.at(-hours * 3_600).advanced(by: -7))
    }
    let nothing = try years.store.retention.retentionPreview(of: workspace.id, days: 3)
    #expect([nothing.pings, nothing.uploads, nothing.deviceEvents] == [0, 0, 0])
    #expect(nothing.oldest == nil)
    #expect(throws: StoreError.self) { try years.store.retention.retentionPreview(of: workspace.id, days: 0) }
  }

  @Test("A slice deletes no more than its limit, uploads continue in between, and the sum is the same")
  func slices() async throws {
    let years = try await RetentionFixture()
    var pass = try years.store.retention.beginPurge(of: years.fixture.workspace.id)
    var (slices, sequence) = (0, Int64(1))
    while !pass.isDone {
      let before = pass.taken
      pass = try years.store.retention.purgeSlice(pass, rows: 333)
      // Pings and uploads lie many in a row.
      let packed = pass.taken.pings - before.pings + pass.taken.uploads - before.uploads
      #expect(pass.taken.total - before.total - packed <= 333)
      slices += 1
      sequence += 1
      #expect(try await years.ana.send([ping(0, sequence)], at: 0) == Answer(1))
    }
    let all = 3 * 1_132 + 6_505
    #expect(slices > (all - 2 * 1_132) / 333)
    #expect(pass.taken.total == all)
    #expect(try years.ana.history.count == 249 + Int(sequence) - 1)
  }

  @Test("The read-ahead reads the rows that a slice deletes, and deletes nothing")
  func readAhead() async throws {
    let years = try await RetentionFixture()
    var pass = try years.store.retention.beginPurge(of: years.fixture.workspace.id)
    var compared = 0
    while !pass.isDone {
      let (step, before) = (pass.step, pass.taken)
      let seen = try years.store.retention.readAhead(of: pass, rows: 333)
      #expect(try years.store.retention.readAhead(of: pass, rows: 333) == seen)
      pass = try years.store.retention.purgeSlice(pass, rows: 333, time: .seconds(60))
      guard let step, step.rows != nil, pass.step?.rows != nil else { continue }
      // Pings lie many in a row.
      guard before.pings == pass.taken.pings else { continue }
      #expect(seen == pass.taken.total - before.total, "\(step)")
      compared += 1
    }
    #expect(compared > 10)
    #expect(pass.taken.total == 3 * 1_132 + 6_505)
  }

  @Test("Uploads that come while slices run are all stored")
  func uploadsMeanwhile() async throws {
    let years = try await RetentionFixture()
    let uploads = Task {
      for sequence in 2..<150 { try await years.ana.send([ping(0, Int64(sequence))], at: 0) }
    }
    try years.purge(years.fixture.workspace, rows: 100)
    try await uploads.value
    #expect(try years.ana.history.count == 249 + 148)
  }

  @Test("Deletions are recorded by local day, and once in the audit when the day is over")
  func record() async throws {
    let years = try await RetentionFixture()
    let workspace = years.fixture.workspace
    // Half a pass, a restart, and a whole one: the record holds the sum.
    var pass = try years.store.retention.beginPurge(of: workspace.id)
    for _ in 0..<5 { pass = try years.store.retention.purgeSlice(pass, rows: 100) }
    try years.fixture.restart()
    try years.purge(workspace)
    let record = try #require(try years.store.retention.purges(of: workspace.id).first)
    #expect(
      [record.counts.pings, record.counts.uploads, record.counts.deviceEvents] == [1_132, 1_132, 1_132])
    #expect(record.counts.logRows == 6_505)
    #expect(record.before == .at(-10 * Self.day))
    #expect(record.at == .at(0))
    #expect(record.day == "2027-01-15")
    let audits = "SELECT count(*) FROM audit WHERE action = 'retention.purge'"
    #expect(try years.fixture.integer(audits) == 0)
    // 2027-01-15T08:00Z is 09:00 in Ljubljana: its day ends 15 h later.
    years.fixture.clock.set(15 * 3_600 - 1)
    _ = try years.store.retention.beginPurge(of: workspace.id)
    #expect(try years.fixture.integer(audits) == 0)
    years.fixture.clock.set(15 * 3_600)
    for _ in 0..<2 { try years.purge(workspace) }
    #expect(try years.fixture.integer(audits) == 1)
    let entry = try years.fixture.texts(
      "SELECT actor || '|' || subject || '|' || detail FROM audit WHERE action = 'retention.purge'")
    let numbers = "pings 1132, uploads 1132, device events 1132, log entries 6505"
    let reports = "reports from 2024-07-29T07:59:59.993Z to 2027-01-05T07:59:59.993Z"
    let limits = "reports before 2027-01-05T08:00:00.000Z, log before 2025-12-11T08:00:00.000Z"
    #expect(entry == ["rollcall|2027-01-15|\(numbers), of people 1, \(reports), \(limits)"])
    #expect(try years.store.retention.purges(of: years.south.id).isEmpty)
    #expect(try years.store.verify() == [])
  }

  @Test("A purge of nothing leaves no record; one of a workspace that does not exist is not found")
  func nothing() async throws {
    let fixture = try TestStore()
    var pass = try fixture.store.retention.beginPurge(of: fixture.workspace.id)
    while !pass.isDone { pass = try fixture.store.retention.purgeSlice(pass) }
    #expect(pass.taken == PurgeCounts())
    #expect(try fixture.store.retention.purges(of: fixture.workspace.id).isEmpty)
    #expect(throws: StoreError.notFound("workspace")) {
      try fixture.store.retention.beginPurge(of: Workspace.ID(99))
    }
  }

  /// What pages show of one person.
  private struct Shown {
    let history: [Int64]
    let timeline: [String]
    let watched: [TimeSpan]
    let fix: Timestamp?

    init(_ years: RetentionFixture, _ workspace: Workspace, _ phone: TestPhone) throws {
      history = try phone.history.map(\.id)
      let span = TimeSpan(from: .at(-10 * RetentionFixture.day), to: .at(1))
      let shown = try years.store.liveness.timeline(of: phone.id, in: workspace, span)
      let found = shown.timeline
      timeline = [
        "\(found.transitions)", "\(found.silences)", "\(found.trackGaps)", "\(found.missingSequences)",
        "\(found.duty)", "\(found.flags)",
      ]
      // The log may begin later, but not within what is looked at.
      watched = shown.watched.compactMap { $0.overlap(span) }
      fix = try phone.row.fixAt
    }
  }

  /// How many rows of each kind belong to a person's workspace.
  private func everything(of phone: TestPhone, _ years: RetentionFixture) throws -> [Int] {
    try [
      "ping", "upload", "device_event", "transition", "silence", "duty_change", "alert", "incident", "offer",
    ]
    .map {
      try years.fixture.integer(
        "SELECT count(*) FROM \($0) WHERE workspace_id = \(phone.session.workspace.rawValue)")
    }
  }
}
