import Rollcall
import RollcallServer
import Simulator

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
