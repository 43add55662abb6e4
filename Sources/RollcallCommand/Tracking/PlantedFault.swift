import ArgumentParser
import Foundation
import Rollcall
import RollcallServer

/// A fault planted into the server of a simulated run, which the run must detect.
enum PlantedFault: String, CaseIterable, ExpressibleByArgument {
  /// A responder stays online ten seconds longer than the profile allows.
  case staleGreen = "stale-green"
  /// A responder becomes offline a second later than the profile says.
  case lateOffline = "late-offline"
  /// The last ping of each larger batch is acknowledged and not stored.
  case lostPing = "lost-ping"

  /// Sends a request: method, path, header fields, body.
  typealias Send = @Sendable (String, String, [String: String], [UInt8]) async throws -> HistoryWriter.Answer

  /// The server's profiles with the fault in them; the phones and the comparison use the true ones.
  func falsified(_ profiles: [Profile]) -> [Profile] {
    profiles.map { profile in
      var profile = profile
      profile.rules = profile.rules.map(falsified)
      return profile
    }
  }

  private func falsified(_ rule: ProfileRule) -> ProfileRule {
    guard let thresholds = rule.thresholds else { return rule }
    var rule = rule
    switch self {
    case .staleGreen: rule.degraded = Double(thresholds.degraded) / 1_000 + 10
    case .lateOffline: rule.offline = Double(thresholds.offline) / 1_000 + 1
    case .lostPing: break
    }
    return rule
  }

  /// Wraps the connection to the server to introduce the fault.
  func wrap(_ send: @escaping Send) -> Send {
    guard self == .lostPing else { return send }
    return { method, path, headers, body in
      guard method == "POST", path == "/app/v1/locations/batch",
        var batch = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any],
        let pings = batch["pings"] as? [Any], pings.count > 1
      else { return try await send(method, path, headers, body) }
      batch["pings"] = Array(pings.dropLast())
      var answer = try await send(
        method, path, headers, Array(try JSONSerialization.data(withJSONObject: batch)))
      answer.body = try acknowledgingOneMore(answer.body)
      return answer
    }
  }

  /// An answer to an upload that claims one more stored ping than there is.
  private func acknowledgingOneMore(_ body: [UInt8]) throws -> [UInt8] {
    guard var answer = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any],
      var counts = answer["data"] as? [String: Any], let count = counts["count"] as? Int,
      let stored = counts["stored"] as? Int
    else { return body }
    counts["count"] = count + 1
    counts["stored"] = stored + 1
    answer["data"] = counts
    return Array(try JSONSerialization.data(withJSONObject: answer))
  }
}
