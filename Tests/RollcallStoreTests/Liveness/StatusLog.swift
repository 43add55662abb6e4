import Foundation
import Rollcall
import SQL

@testable import RollcallStore

// What the store wrote about a person, in words; instants as seconds of the test.

extension TestStore {
  /// Every change of status: `91 online→degraded responder/on_duty: no fix for 90 s`.
  func log(of id: Responder.ID) throws -> [String] {
    try rows("SELECT at, from_status, to_status, rule FROM transition", of: id, order: "at, id") { row in
      let (from, to) = (try row["from_status"] as String?, try row["to_status"] as String)
      return "\(Self.seconds(try row["at"])) \(from ?? "nil")→\(to) \(try row["rule"] as String)"
    }
  }

  /// Every silence that ended, with the thresholds by which it is judged: `1…300 > 90, 180`.
  func silences(of id: Responder.ID) throws -> [String] {
    try rows(
      "SELECT from_at, to_at, degraded_ms, offline_ms FROM silence", of: id, order: "from_at"
    ) { row in
      let (from, to) = (Self.seconds(try row["from_at"]), Self.seconds(try row["to_at"]))
      return "\(from)…\(to) > \(Self.number(try row["degraded_ms"])), \(Self.number(try row["offline_ms"]))"
    }
  }

  /// Every change of rule: `51 responder/on_mission 30, 60`.
  func ruleChanges(of id: Responder.ID) throws -> [String] {
    try rows("SELECT at, rule, degraded_ms, offline_ms FROM rule_change", of: id, order: "at") { row in
      let (degraded, offline) = (try row["degraded_ms"] as Int64?, try row["offline_ms"] as Int64?)
      let thresholds = degraded.flatMap { degraded in offline.map { (degraded, $0) } }
      let limits = thresholds.map { "\(Self.number($0)), \(Self.number($1))" } ?? "not timed"
      return "\(Self.seconds(try row["at"])) \(try row["rule"] as String) \(limits)"
    }
  }

  /// Every absence of ours: `20…320`.
  func absences() throws -> [String] {
    try store.read { db in
      try db.all("SELECT from_at, to_at FROM absence ORDER BY id") { row in
        "\(Self.seconds(try row["from_at"]))…\(Self.seconds(try row["to_at"]))"
      }
    }
  }

  /// Runs the loop once, until nothing is overdue.
  func settle() throws { while try store.liveness.settleOverdue() > 0 {} }

  /// Moves the clock without anybody being heard; `every` = how often the loop runs meanwhile, seconds.
  func pass(to end: Double, every: Double?) throws {
    var next = Double(clock.now.since(.at(0))) / 1_000
    if let every {
      while next + every < end {
        next += every
        clock.set(next)
        try settle()
      }
    }
    clock.set(end)
  }

  private func rows(
    _ sql: Query, of id: Responder.ID, order: Query, _ words: (Row) throws -> String
  ) throws -> [String] {
    try store.read { try $0.all("\(sql) WHERE responder_id = \(id) ORDER BY \(order)", words) }
  }

  private static func seconds(_ instant: Int64) -> String {
    number(Timestamp(milliseconds: instant).since(.at(0)))
  }

  private static func number(_ duration: Int64) -> String {
    duration % 1_000 == 0 ? "\(duration / 1_000)" : "\(Double(duration) / 1_000)"
  }
}

extension TestPhone {
  var log: [String] { get throws { try fixture.log(of: id) } }
  var silences: [String] { get throws { try fixture.silences(of: id) } }
  var ruleChanges: [String] { get throws { try fixture.ruleChanges(of: id) } }
  /// The status that the board shows now.
  var status: Status { get throws { try row.live.settled(at: fixture.clock.now).status } }

  /// Tells that something happened now.
  func tell(_ kind: DeviceEvent.Kind, at seconds: Double) async throws {
    try await tell([DeviceEvent(kind: kind, at: .at(seconds))], at: seconds)
  }
}

extension Telemetry {
  /// So many pings still wait in the phone.
  static func waiting(_ depth: Int64) -> Telemetry {
    var telemetry = Telemetry()
    telemetry.queueDepth = depth
    return telemetry
  }
}
