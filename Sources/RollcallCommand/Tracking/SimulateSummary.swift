import ArgumentParser
import Foundation
import Rollcall
import RollcallServer
import Simulator

extension Simulate {
  /// Prints the comparison of the server's view with the truth; fails when the server was wrong.
  func finish(
    _ found: FleetComparison, _ movement: MovementTally, _ dispatch: DispatchTally? = nil, requests: Int,
    took: Duration
  ) throws {
    let seconds = Double(took.components.seconds)
    for line in found.oddities.prefix(100) { Terminal.report(line) }
    if options.json {
      print(Self.object(found, movement, dispatch, requests: requests, seconds: seconds).line)
    } else {
      print(Self.text(found, requests: requests, seconds: seconds))
      for line in Self.lines(of: movement) + (dispatch.map(Self.lines) ?? []) { print(line) }
    }
    guard found.isRight else { throw ExitCode.failure }
  }

  private static func object(
    _ found: FleetComparison, _ movement: MovementTally, _ dispatch: DispatchTally?, requests: Int,
    seconds: Double
  ) -> JSONValue {
    let causes = rows(of: found).map { row in
      JSONValue.object([
        "true": .string(row.truly), "named": .string(row.named), "count": .integer(Int64(row.count)),
      ])
    }
    var counts: [(String, Int)] = [
      ("phones", found.phones), ("requests", requests), ("recorded", found.recorded),
      ("delivered", found.delivered), ("stored", found.stored), ("duplicates", found.duplicates),
      ("evicted", found.evicted), ("waiting", found.waiting), ("set_aside", found.setAside),
      ("lost", found.lost), ("stored_twice", found.twice), ("strange", found.strange),
    ]
    // An unmeasured value is not zero.
    if found.judged > 0 {
      counts += [
        ("undatable_greens", found.undatableGreens), ("wrong_greens", found.wrongGreens),
        ("wrong_green_ms", Int(found.wrongGreenTime)),
        ("offline_due", found.offlineDue), ("offline_dated", found.offlineDated),
        ("offline_undue", found.offlineUndue),
      ]
    }
    counts += [("causes_right", found.causesRight), ("silences", found.silences)]
    var members = Dictionary(
      counts.map { ($0.0, JSONValue.integer(Int64($0.1))) }, uniquingKeysWith: { first, _ in first })
    members["causes"] = .array(causes)
    members["dispatch"] = dispatch.map(object)
    members["movement"] = .object(movement.kinds.mapValues(object))
    members["seconds"] = .number(seconds)
    for (name, share) in [("delay_s", 0.5), ("delay_p90_s", 0.9), ("delay_max_s", 1)] {
      if let delay = found.delay(of: share) { members[name] = .number(Double(delay) / 1_000) }
    }
    return .object(members)
  }

  private static func text(_ found: FleetComparison, requests: Int, seconds: Double) -> String {
    var lines = [
      "\(found.phones) phones, \(requests) requests, in \(Int(seconds)) s",
      "recorded \(found.recorded), delivered \(found.delivered), stored \(found.stored), duplicates suppressed \(found.duplicates)",
      "evicted \(found.evicted), waiting \(found.waiting), set aside \(found.setAside), lost \(found.lost), stored twice \(found.twice), strange \(found.strange)",
    ]
    if found.judged > 0 { lines += judged(found) }
    lines.append(
      "cause named rightly: \(found.causesRight) of \(found.silences) silences\(share(found.causesRight, of: found.silences))"
    )
    lines += rows(of: found).map { row in
      "  \(row.truly == row.named ? " " : "≠") \(row.truly) → \(row.named): \(row.count)"
    }
    return lines.joined(separator: "\n")
  }

  /// The text about statuses, if they were judged.
  private static func judged(_ found: FleetComparison) -> [String] {
    var lines = [
      "wrong greens \(found.wrongGreens) (\(found.wrongGreenTime) ms), of pings that could not be dated \(found.undatableGreens)",
      "offline dated at the threshold: \(found.offlineDated) of \(found.offlineDue)\(share(found.offlineDated, of: found.offlineDue)), and \(found.offlineUndue) that must not be",
    ]
    if let middle = found.delay(of: 0.5), let most = found.delay(of: 0.9), let longest = found.delay(of: 1) {
      lines.append(
        "a fault is an offline responder after \(middle / 1_000) s (median), \(most / 1_000) s (90 %), \(longest / 1_000) s (all)"
      )
    }
    return lines
  }

  private static func share(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "" }
    return ", \((Double(part) / Double(whole) * 10_000).rounded() / 100) %"
  }

  private static func rows(of found: FleetComparison) -> [(truly: String, named: String, count: Int)] {
    found.causes.map { ($0.key.truly?.rawValue ?? "none", $0.key.named.rawValue, $0.value) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
  }
}

extension Simulate {
  /// The outcome of incidents, as text.
  static func lines(of found: DispatchTally) -> [String] {
    func seconds(_ share: Double) -> String { found.wait(of: share).map { "\($0 / 1_000) s" } ?? "-" }
    let each = found.offersForEach.map { "\(($0 * 100).rounded() / 100)" } ?? "-"
    let ends = found.ends.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return [
      "incidents \(found.incidents), accepted \(found.accepted): the first accept after \(seconds(0.5)) (median), \(seconds(0.9)) (90 %), \(seconds(1)) (all)",
      "offers \(found.offers), \(each) for each accept; undelivered \(found.undelivered); asked twice \(found.askedTwice); \(ends)",
      "critical without anybody after 5 minutes: \(found.criticalLate) of \(found.critical)",
      "messages to wake phones \(found.messages), and \(found.refusedMessages) that the service refused",
    ]
  }

  /// The same for programs.
  static func object(_ found: DispatchTally) -> JSONValue {
    var members: [String: JSONValue] = Dictionary(
      uniqueKeysWithValues: [
        ("incidents", found.incidents), ("accepted", found.accepted), ("offers", found.offers),
        ("undelivered", found.undelivered), ("asked_twice", found.askedTwice), ("critical", found.critical),
        ("critical_late", found.criticalLate), ("messages", found.messages),
        ("messages_refused", found.refusedMessages),
      ].map { ($0.0, .integer(Int64($0.1))) })
    members["ends"] = .object(found.ends.mapValues { .integer(Int64($0)) })
    members["offers_for_each"] = found.offersForEach.map { .number($0) }
    for (name, share) in [("accept_s", 0.5), ("accept_p90_s", 0.9), ("accept_max_s", 1)] {
      members[name] = found.wait(of: share).map { .number(Double($0) / 1_000) }
    }
    return .object(members)
  }
}

extension Simulate {
  /// How people moved, as text: a line for each kind of movement.
  static func lines(of movement: MovementTally) -> [String] {
    movement.kinds.sorted { $0.key < $1.key }.map { word, kind in
      var parts = ["\(word) (\(kind.phones)): at rest \(percent(kind.restShare)) of the time"]
      if let rest = kind.rest { parts.append("\(text(rest)) s at a time") }
      if let speed = kind.speed { parts.append("else \(text(speed)) m/s") }
      if let step = kind.step { parts.append("from ping to ping \(text(step)) m") }
      let cached = kind.pings > 0 ? Double(kind.cached) / Double(kind.pings) : 0
      parts.append("cached \(percent(cached)) of \(kind.pings) pings")
      return parts.joined(separator: ", ")
    }
  }

  /// The same for programs.
  static func object(_ kind: MovementTally.Kind) -> JSONValue {
    var members: [String: JSONValue] = [
      "phones": .integer(Int64(kind.phones)), "pings": .integer(Int64(kind.pings)),
      "cached": .integer(Int64(kind.cached)), "rest_share": .number(kind.restShare),
    ]
    members["speed_mps"] = kind.speed.map(object)
    members["rest_s"] = kind.rest.map(object)
    members["step_m"] = kind.step.map(object)
    return .object(members)
  }

  private static func object(_ spread: MovementTally.Spread) -> JSONValue {
    .object(["p10": .number(spread.low), "p50": .number(spread.middle), "p90": .number(spread.high)])
  }

  private static func text(_ spread: MovementTally.Spread) -> String {
    "\(tenth(spread.middle)) (\(tenth(spread.low)) to \(tenth(spread.high)))"
  }

  private static func tenth(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  private static func percent(_ share: Double) -> String { "\((share * 1_000).rounded() / 10) %" }
}
