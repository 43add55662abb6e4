import Rollcall

@testable import RollcallStore

// What a timeline shows of a person, in words; instants as seconds of the test.

extension TestPhone {
  /// On duty at 0 by the responder profile (D 90 s, O 180 s), with a fresh fix at 1.
  static func onDuty(_ fixture: TestStore) async throws -> TestPhone {
    let phone = try fixture.phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty), at: 0)
    try await phone.send([ping(1, 1)], at: 1)
    return phone
  }

  /// The timeline from one second to another.
  func timeline(_ from: Double = 0, _ to: Double = 100_000) throws -> PersonTimeline {
    try fixture.store.liveness.timeline(
      of: id, in: fixture.workspace(session.workspace), TimeSpan(from: .at(from), to: .at(to)))
  }

  /// Each silence: `60…600 offline no_network: 20 network none; 600 9 fixes were queued and arrived`.
  func whyQuiet(_ from: Double = 0, _ to: Double = 100_000) throws -> [String] {
    try timeline(from, to).timeline.silences.map { silence in
      let evidence = silence.evidence.map { "\(Self.second($0.at)) \($0.text)" }
      return "\(Self.second(silence.from))…\(silence.to.map(Self.second) ?? "") "
        + "\(silence.worst?.rawValue ?? "nobody's") \(silence.cause.rawValue): "
        + evidence.joined(separator: "; ")
    }
  }

  /// Each track gap: `301…1001`, `301…1001 until 1002` when it was filled then; the open one ends with `…`.
  func gaps(_ from: Double = 0, _ to: Double = 100_000) throws -> [String] {
    let found = try timeline(from, to)
    let closed = found.timeline.trackGaps.map { gap in
      let filled = gap.backfilledAt.map { " until \(Self.second($0))" } ?? ""
      return "\(Self.second(gap.from))…\(Self.second(gap.to))\(filled)"
    }
    return closed + (found.openTrackGap.map { ["\(Self.second($0.from))…"] } ?? [])
  }

  /// Each flag: `61 speed`.
  func flags(_ from: Double = 0, _ to: Double = 100_000) throws -> [String] {
    try timeline(from, to).timeline.flags.map { "\(Self.second($0.at)) \($0.flag)" }
  }

  /// A fix each minute, sent when it is taken.
  func report(from first: Double, to last: Double, every step: Double = 60) async throws {
    for moment in stride(from: first, through: last, by: step) {
      try await send([ping(moment)], at: moment)
    }
  }

  static func second(_ instant: Timestamp) -> String {
    let length = instant.since(.at(0))
    return length % 1_000 == 0 ? "\(length / 1_000)" : "\(Double(length) / 1_000)"
  }
}

extension TestStore {
  /// The workspace as it is now.
  func workspace(_ id: Workspace.ID) throws -> Workspace {
    try store.read { db in
      guard let found = try Workspaces.find(id, db) else { throw StoreError.notFound("workspace") }
      return found
    }
  }

  /// Purges a workspace to its end.
  func purgeAll() throws {
    var pass = try store.retention.beginPurge(of: workspace.id)
    while !pass.isDone { pass = try store.retention.purgeSlice(pass) }
  }
}

extension Telemetry {
  /// Telemetry that says something.
  static func said(_ say: (inout Telemetry) -> Void) -> Telemetry {
    var telemetry = Telemetry()
    say(&telemetry)
    return telemetry
  }
}
