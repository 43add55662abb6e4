import DeviceKit
import Foundation

/// One answer of `Tests/Contract` to an upload of pings, as a phone gets it.
struct GoldenAnswer: Sendable, CustomStringConvertible {
  let description: String
  let answer: HTTPAnswer
  /// How many pings were sent, as far as a phone can send them: 1 to 50.
  let pings: Int
  /// `data.errors` and `data.rejected`: the places of the pings at fault.
  let indices: Set<Int>
  let code: String

  /// Every answer to `POST /app/v1/locations/batch`.
  static func all() throws -> [GoldenAnswer] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Contract/cases")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.flatMap { file in
      let root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
      let steps = (root["before"] as? [[String: Any]] ?? []) + [root]
      return try steps.enumerated().compactMap {
        try GoldenAnswer($0.element, "\(root["name"] ?? ""), step \($0.offset)")
      }
    }
  }

  private init?(_ step: [String: Any], _ name: String) throws {
    let request = step["request"] as? [String: Any] ?? [:]
    let told = step["answer"] as? [String: Any] ?? [:]
    guard request["path"] as? String == "/app/v1/locations/batch", let body = told["body"] as? [String: Any],
      let code = body["code"] as? String, let status = told["status"] as? Int
    else { return nil }
    description = "\(name): \(status) \(code)"
    self.code = code
    answer = HTTPAnswer(
      status: status, headers: told["headers"] as? [String: String] ?? [:],
      body: Array(try JSONSerialization.data(withJSONObject: body)))
    let data = body["data"] as? [String: Any] ?? [:]
    let errors = (data["errors"] ?? data["rejected"]) as? [[String: Any]] ?? []
    indices = Set(errors.compactMap { $0["index"] as? Int })
    let sent = (request["body"] as? [String: Any])?["pings"] as? [Any]
    pings = min(50, max(1, sent?.count ?? 1))
  }
}
