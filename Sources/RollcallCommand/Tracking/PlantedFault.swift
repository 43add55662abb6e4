import ArgumentParser
import Foundation
import Rollcall
import RollcallServer

/// A fault of the server that a simulated run must find: what it answers is falsified on the way.
enum PlantedFault: String, CaseIterable, ExpressibleByArgument {
  /// A responder stays online whose fix is too old: the log lacks what comes after online until they are offline.
  case staleGreen = "stale-green"
  /// Offline is dated a second later than it became true.
  case lateOffline = "late-offline"
  /// Pings are acknowledged and not kept.
  case lostPing = "lost-ping"

  /// A way to answer requests: method, path, header fields, body.
  typealias Send = @Sendable (String, String, [String: String], [UInt8]) async throws -> PastWriter.Answer

  /// The same way, with the fault.
  func wrap(_ send: @escaping Send) -> Send {
    { method, path, headers, body in
      var answer = try await send(method, path, headers, body)
      guard method == "GET", path.contains(document),
        let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
      else { return answer }
      answer.body = Array(try JSONSerialization.data(withJSONObject: falsified(object)))
      return answer
    }
  }

  private var document: String {
    switch self {
    case .staleGreen, .lateOffline: "/timeline.json"
    case .lostPing: "/history.json"
    }
  }

  private func falsified(_ object: [String: Any]) -> [String: Any] {
    var object = object
    switch self {
    case .staleGreen:
      edit("transitions") { $0.filter { !["degraded", "unknown"].contains($0["to"] as? String) } }
    case .lateOffline:
      edit("transitions") { rows in
        rows.map { row in
          guard row["to"] as? String == "offline",
            let at = (row["at"] as? String).flatMap(Timestamp.init(rfc3339:))
          else { return row }
          return row.merging(["at": at.advanced(by: 1_000).rfc3339]) { _, new in new }
        }
      }
    case .lostPing: edit("pings") { Array($0.dropLast()) }
    }
    return object

    func edit(_ list: String, _ change: ([[String: Any]]) -> [[String: Any]]) {
      guard let rows = object[list] as? [[String: Any]] else { return }
      object[list] = change(rows)
    }
  }
}
