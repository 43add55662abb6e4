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
    for line in found.oddities.prefix(100) { Terminal.note(line) }
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
